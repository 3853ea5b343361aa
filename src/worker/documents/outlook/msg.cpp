// SPDX-License-Identifier: MIT
#include <memory>

#include "worker/documents/ole/cfb_file.h"
#include "worker/documents/ole/ole.h"
#include "worker/documents/outlook/message_part.h"
#include "worker/documents/outlook/msg_item.h"
#include "worker/documents/outlook/outlook.h"

namespace basewalk::worker {
namespace {

void give_msg(CfbFile& cfb, const Document& document, DocumentSink& sink) {
  Teller teller(document, sink);
  MsgFile file{cfb, teller, {}};
  file.tell_wrongs();
  give_message(std::make_unique<MsgItem>(file, CfbFile::kRoot, MsgItem::Head::message), teller,
               sink);
  for (const std::uint32_t storage : file.objects)
    read_ole_storage(cfb, storage, OleRole::object, document, sink);
  tell_unused_sectors(cfb, document.bounds, sink);
  file.tell_wrongs();
}

bool open_file(CfbFile& cfb, DocumentSink& sink) {
  if (cfb.open()) return true;
  for (const CfbWrong& wrong : cfb.take_wrongs()) sink.lack(wrong.why, wrong.what, wrong.sentence);
  return false;
}

}  // namespace

void open_msg(const Document& document, DocumentSink& sink) {
  CfbFile cfb(document.bytes, document.bounds.bytes);
  if (open_file(cfb, sink)) give_msg(cfb, document, sink);
}

void open_cfb(const Document& document, DocumentSink& sink) {
  CfbFile cfb(document.bytes, document.bounds.bytes);
  if (!open_file(cfb, sink)) return;
  if (is_msg_storage(cfb, CfbFile::kRoot)) return give_msg(cfb, document, sink);
  read_ole_storage(cfb, CfbFile::kRoot, OleRole::document, document, sink);
  tell_unused_sectors(cfb, document.bounds, sink);
  for (const CfbWrong& wrong : cfb.take_wrongs()) sink.lack(wrong.why, wrong.what, wrong.sentence);
}

}  // namespace basewalk::worker
