// SPDX-License-Identifier: MIT
#include "worker/documents/outlook/message_part.h"

#include <string>
#include <utility>

#include "text/hex.h"
#include "worker/documents/may_have_url.h"
#include "worker/documents/strings_in.h"
#include "worker/jobs/outlook_fields.h"
#include "worker/jobs/outlook_message.h"

namespace basewalk::worker {
namespace {

constexpr std::size_t kMostTold = 200, kMostText = std::size_t{16} << 10,
                      kMostKept = std::size_t{1} << 20;

Lack lack_of(Trouble trouble) {
  switch (trouble) {
    case Trouble::encrypted:
      return Lack::encrypted;
    case Trouble::no_reader:
      return Lack::no_opener;
    case Trouble::limit:
    case Trouble::too_deep:
      return Lack::limit;
    default:
      return Lack::damaged;
  }
}

// Those of contacts, and those with names: home pages, the sound of a reminder, which Outlook loads
// from another machine, and whatever a program has added.
bool is_of_item(const Property& property) {
  const bool is_text =
      property.type == property_type::kString8 || property.type == property_type::kUnicode;
  return is_text && ((property.id >= 0x3A00 && property.id < 0x3B00) || property.id >= 0x8000);
}

void tell_properties(OutlookItem& item, DocumentSink& sink) {
  for (const Property& property : item.properties()) {
    if (!is_of_item(property)) continue;
    const std::string text = shown(item.text(property, kMostText));
    if (!may_have_url(text)) continue;
    std::string attribute;
    text::append_hex(attribute, static_cast<unsigned char>(property.id >> 8));
    text::append_hex(attribute, static_cast<unsigned char>(property.id));
    DocumentReference reference{text, "property", attribute};
    reference.is_text = true;
    sink.reference(reference);
  }
}

}  // namespace

void Teller::tell(Lack why, std::string_view what, std::string_view sentence) {
  if (++count_ > kMostTold) return;
  if (count_ == kMostTold) return sink_.lack(why, "more", "is wrong, and not told one by one");
  sink_.lack(why, what, sentence);
}

void Teller::count_member() {
  if (left_ > 0) {
    --left_;
  } else if (!is_over_) {
    is_over_ = true;
    tell("has more attachments than are read", Trouble::limit);
  }
}

void Teller::tell(std::string_view sentence, Trouble trouble) {
  tell(lack_of(trouble), "the message", sentence);
}

void Teller::keep(std::string_view text) {
  if (!may_have_url(text)) return;
  if (text.size() > kMostKept - kept_.size())
    return tell("has more properties with URLs than are searched", Trouble::limit);
  kept_.append(shown_lines(text)).append("\n");
}

void Teller::tell_kept() {
  if (!kept_.empty()) sink_.text({"text/plain", kept_, "property"});
}

void keep_properties(OutlookItem& item, Teller& teller) {
  for (const Property& property : item.properties())
    if (is_of_item(property)) teller.keep(shown(item.text(property, kMostText)));
}

void give_message(std::unique_ptr<OutlookItem> item, Teller& teller, DocumentSink& sink) {
  tell_properties(*item, sink);
  DocumentPart part;
  part.is_entity = true;
  sink.begin(part);
  OutlookMessage(Bodies::all, [&](std::string_view bytes) {
    sink.bytes(bytes);
  }).give(std::move(item));
  sink.end();
  teller.tell_kept();
}

}  // namespace basewalk::worker
