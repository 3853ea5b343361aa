// SPDX-License-Identifier: MIT
//
// Before this: text/files/whole_input.h has read a file.  After it: rewrite/rewrite.cpp takes it
// for one message.
#include "run/one_message.h"

#include "archive/box/mbox_splitter.h"
#include "archive/box/splitter.h"
#include "archive/packed/packed.h"
#include "archive/recode.h"

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

bool may_hold_several(std::string_view head) {
  if (archive::content_of(head.substr(0, 512)) != archive::Content::mail) return true;
  if (archive::recoding_of(head) != archive::Recoding::none) return true;
  const archive::Form form = archive::form_of(head);
  // What Apple Mail puts around a message is nothing that one could miss.
  return form != archive::Form::message && form != archive::Form::emlx;
}

bool holds_several(std::string_view bytes) {
  const std::string_view head = bytes.substr(0, kTellingBytes);
  if (!may_hold_several(head)) return false;
  const bool is_plain_mbox = archive::content_of(head.substr(0, 512)) == archive::Content::mail &&
                             archive::recoding_of(head) == archive::Recoding::none &&
                             archive::form_of(head) == archive::Form::mbox &&
                             archive::mbox_begin(head) == 0;
  return !is_plain_mbox || why_not_one_message(bytes, true).has_value();
}

}  // namespace basewalk::run
