// SPDX-License-Identifier: MIT
//
// A message or an attachment of a .msg file ([MS-OXMSG]): a storage with a stream of properties
// that are short, and a stream for each that is long.
//
// Before this: ole/cfb_file.cpp has the streams.  After it: jobs/outlook_message.cpp makes a
// message of them.
#ifndef BASEWALK_SRC_WORKER_DOCUMENTS_OUTLOOK_MSG_ITEM_H_
#define BASEWALK_SRC_WORKER_DOCUMENTS_OUTLOOK_MSG_ITEM_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "worker/documents/ole/cfb_file.h"
#include "worker/documents/outlook/message_part.h"
#include "worker/jobs/outlook_item.h"

namespace basewalk::worker {

/// The file that items are in, and what is to be done behind the message.
struct MsgFile {
  CfbFile& file;
  Teller& teller;
  std::vector<std::uint32_t>
      objects;  ///< of OLE of which nothing was given: storages, and streams that no message has

  /// Tells what is wrong with the file.
  void tell_wrongs();
};

/// Has it properties of a message?
bool is_msg_storage(const CfbFile& file, std::uint32_t storage);

class MsgItem final : public OutlookItem {
 public:
  /// What stands before the properties in their stream (2.4).
  enum class Head : unsigned char { message = 32, embedded = 24, attachment = 8 };

  MsgItem(MsgFile& file, std::uint32_t storage, Head head);

  bool give(const Property& property, const std::function<bool(std::string_view)>& take) override;
  void each_recipient(const std::function<bool(const OutlookRecipient&)>&) override {}
  std::size_t attachments() const override { return attachments_.size(); }
  std::unique_ptr<OutlookItem> attachment(std::size_t index) override;
  std::unique_ptr<OutlookItem> embedded(const Property& data) override;
  std::optional<OutlookObject> object(const Property& data) override;
  std::uint64_t place() const override { return storage_; }
  void tell(std::string sentence, Trouble trouble) override;
  bool is_over() const override { return file_.file.is_over() || file_.teller.is_over(); }

 private:
  void read_streams();
  void keep_other(std::uint32_t entry, bool may_be_file);
  void read_properties(std::size_t head);
  void sort();

  MsgFile& file_;
  std::uint32_t storage_;
  std::vector<std::string> longs_;  // values of eight bytes
  std::vector<std::uint32_t> attachments_;
};

}  // namespace basewalk::worker

#endif  // BASEWALK_SRC_WORKER_DOCUMENTS_OUTLOOK_MSG_ITEM_H_
