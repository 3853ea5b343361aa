// SPDX-License-Identifier: MIT
//
// A message or an attachment of TNEF ([MS-OXTNEF]): attributes of its own, and properties as they
// are everywhere in Outlook.
//
// Before this: the bytes of a document, or of a message within one.  After it:
// jobs/outlook_message.cpp makes a message of them.
#ifndef BASEWALK_SRC_WORKER_DOCUMENTS_OUTLOOK_TNEF_ITEM_H_
#define BASEWALK_SRC_WORKER_DOCUMENTS_OUTLOOK_TNEF_ITEM_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "worker/documents/outlook/message_part.h"
#include "worker/jobs/outlook_item.h"

namespace basewalk::worker {

class TnefItem final : public OutlookItem {
 public:
  TnefItem(Teller& teller, std::uint64_t place) : teller_(teller), place_(place) {}

  /// Reads what a message consists of; false where it is no TNEF.  Values stay views of it.
  bool read_message(std::string_view bytes);

  bool give(const Property& property, const std::function<bool(std::string_view)>& take) override;
  void each_recipient(const std::function<bool(const OutlookRecipient&)>&) override {}
  std::size_t attachments() const override { return attachments_.size(); }
  std::unique_ptr<OutlookItem> attachment(std::size_t index) override;
  std::unique_ptr<OutlookItem> embedded(const Property& data) override;
  std::optional<OutlookObject> object(const Property& data) override;
  std::uint64_t place() const override { return place_; }
  void tell(std::string sentence, Trouble trouble) override { teller_.tell(sentence, trouble); }
  bool is_over() const override { return teller_.is_over(); }

 private:
  struct Attribute {
    std::uint64_t level = 0;
    std::uint16_t id = 0;
    std::string_view data;
  };
  // What attributes of the message, or of an attachment, say; properties say it better.
  struct Spare {
    std::uint16_t id, type;
    std::string_view value;
  };

  std::optional<Attribute> take_attribute(std::string_view& bytes);
  void read_attribute(const Attribute& attribute);
  void read_of_attachment(const Attribute& attribute);
  void read_from(std::string_view bytes);
  void add_properties(std::string_view bytes);
  void add(std::uint16_t id, std::uint16_t type, std::string_view value);
  void add_number(std::uint16_t id, std::uint32_t number);
  void add_spare(std::uint16_t id, std::uint16_t type, std::string_view value);
  void finish();
  void keep_others();
  void keep(std::string_view value);
  void add_other_data(std::vector<std::unique_ptr<TnefItem>>& others);
  std::string_view value_of(const Property& property) const;

  Teller& teller_;
  std::uint64_t place_;
  std::vector<std::string_view> values_;
  std::vector<Spare> spares_;
  std::vector<std::unique_ptr<TnefItem>> attachments_;
  bool is_cut_off_ = false;
};

}  // namespace basewalk::worker

#endif  // BASEWALK_SRC_WORKER_DOCUMENTS_OUTLOOK_TNEF_ITEM_H_
