// SPDX-License-Identifier: MIT
//
// An item of Outlook as properties ([MS-OXCDATA] 2.8): a message or an attachment, whatever file
// it lies in.
//
// Before this: pst_context.cpp (.pst, .ost), documents/outlook/msg_item.cpp (.msg) and
// documents/outlook/tnef_item.cpp (winmail.dat) have the properties.  After it: outlook_message.cpp
// makes a message of them.
#ifndef BASEWALK_SRC_WORKER_JOBS_OUTLOOK_ITEM_H_
#define BASEWALK_SRC_WORKER_JOBS_OUTLOOK_ITEM_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "worker/job.h"

namespace basewalk::worker {

/// [MS-OXCDATA] 2.11.1
namespace property_type {
inline constexpr std::uint16_t kInteger16 = 0x02, kInteger32 = 0x03, kBoolean = 0x0B,
                               kObject = 0x0D, kInteger64 = 0x14, kString8 = 0x1E, kUnicode = 0x1F,
                               kTime = 0x40, kGuid = 0x48, kBinary = 0x102, kMultiple = 0x1000;
}

struct Property {
  std::uint16_t id = 0, type = 0;
  std::uint32_t value = 0;  ///< itself, or where it lies; there 0 is nowhere: it is empty
};

/// Text as it is stored.
struct OutlookText {
  std::string bytes;        ///< UTF-8, or in the code page of the message
  bool is_unicode = false;  ///< it is UTF-8
};

struct OutlookRecipient {
  std::uint32_t kind = 1;  ///< [MS-OXOMSG] 2.2.3.1
  OutlookText name;
  std::string address, smtp;
};

/// An object of another program that is attached.
struct OutlookObject {
  std::string name, bytes;
};

class OutlookItem {
 public:
  virtual ~OutlookItem() = default;

  const Property* find(std::uint16_t id) const;
  /// By their numbers.
  const std::vector<Property>& properties() const { return properties_; }
  /// Gives the bytes as they are stored, piece by piece, until it is told false.  False where some
  /// of them are missing.
  virtual bool give(const Property& property,
                    const std::function<bool(std::string_view)>& take) = 0;

  std::optional<std::uint32_t> number(std::uint16_t id) const;
  /// 100 nanoseconds since 1601.
  std::optional<std::uint64_t> time(std::uint16_t id);
  /// Up to `most` bytes of it; nothing where it is empty.
  OutlookText text(std::uint16_t id, std::size_t most);
  OutlookText text(const Property& property, std::size_t most);

  /// Until it is told false.
  virtual void each_recipient(const std::function<bool(const OutlookRecipient&)>& take) = 0;
  virtual std::size_t attachments() const = 0;
  /// Nothing where it cannot be read.
  virtual std::unique_ptr<OutlookItem> attachment(std::size_t index) = 0;
  /// The message that a property of an attachment holds; nothing where that is none.
  virtual std::unique_ptr<OutlookItem> embedded(const Property& data) = 0;
  /// What else it holds, where that can be taken out.
  virtual std::optional<OutlookObject> object(const Property& data) = 0;

  /// Where its file has it: no other item is there.
  virtual std::uint64_t place() const = 0;
  /// What is wrong with it; the sentence goes behind "the message".
  virtual void tell(std::string sentence, Trouble trouble) = 0;
  /// So much was read that nothing more is.
  virtual bool is_over() const = 0;

 protected:
  std::vector<Property> properties_;  // by their numbers
};

}  // namespace basewalk::worker

#endif  // BASEWALK_SRC_WORKER_JOBS_OUTLOOK_ITEM_H_
