// SPDX-License-Identifier: MIT
//
// Before this: text/files/whole_input.h has read a file.  After it: rewrite/rewrite.cpp takes it
// for one message.
#include "run/one_message.h"

#include "archive/box/mbox_splitter.h"
#include "archive/box/splitter.h"
#include "archive/packed/packed.h"

namespace basewalk::run {

std::optional<std::string> why_not_one_message(std::string_view bytes, bool from_lines) {
  using archive::Content;
  switch (archive::content_of(bytes.substr(0, 512))) {
    case Content::compressed:
      return "is compressed; decompress it first: zcat FILE | basewalk rewrite";
    case Content::tar:
    case Content::zip:
    case Content::cpio:
    case Content::seven_zip:
    case Content::rar:
    case Content::outlook:
      return "is an archive; unpack it first, and give one message at a time";
    case Content::index:
      return "is what a mail program keeps beside its mailbox; there is no message in it";
    case Content::unreadable:
      return archive::unreadable_kind(bytes);
    case Content::mail:
      break;
  }
  if (!from_lines) return {};
  const archive::Form form = archive::form_of(bytes.substr(0, 4096));
  if (form == archive::Form::message) return {};
  if (form != archive::Form::mbox)
    return "is a mailbox of a kind that is not written; take the message out of it first, or say "
           "--one "
           "if it is one message all the same";
  const std::size_t begin = archive::mbox_begin(bytes.substr(0, 4096));
  const std::string_view mbox = bytes.substr(begin);
  const std::optional<std::size_t> end = archive::MboxSplitter().end(mbox, true);
  if (!end || *end >= mbox.size()) return {};
  return "is an mbox with more than one message, the second at byte " +
         std::to_string(begin + *end) +
         "; say --each to have each of them rewritten, or --one if it is one message all the same";
}

}  // namespace basewalk::run
