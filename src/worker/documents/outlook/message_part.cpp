// SPDX-License-Identifier: MIT
#include "worker/documents/outlook/message_part.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <string>
#include <utility>

#include "text/hex.h"
#include "worker/documents/may_have_url.h"
#include "worker/documents/strings_in.h"
#include "worker/jobs/outlook_fields.h"
#include "worker/jobs/outlook_message.h"

namespace basewalk::worker {
namespace {

constexpr std::size_t kMostTold = 200, kMostKept = std::size_t{1} << 20;

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

// What the message that is made of the properties has.
bool is_of_message(std::uint16_t id) {
  using namespace property;
  constexpr std::uint16_t kAll[] = {
      kSubject,       kHeaders,         kBody,         kRtf,         kHtml,      kListHelp,
      kListSubscribe, kListUnsubscribe, kBodyLocation, kBodyId,      kData,      kShortName,
      kPathName,      kLongPathName,    kLongName,     kContentBase, kContentId, kContentLocation};
  return std::find(std::begin(kAll), std::end(kAll), id) != std::end(kAll);
}

// Others that may have a URL: of contacts, those with names: home pages, the sound of a reminder,
// which Outlook loads from another machine, and whatever a program has added.  The subject is
// there several times.
void each_text(OutlookItem& item,
               const std::function<void(const Property&, const std::string&)>& take) {
  const std::string subject = shown(item.text(property::kSubject, kMostKept));
  for (const Property& property : item.properties()) {
    if (is_of_message(property.id)) continue;
    std::string text;
    if (property.type == property_type::kBinary) {
      item.give(property, [&](std::string_view piece) {
        text += piece;
        return text.size() < kMostKept;
      });
      text = text_in(text);
    } else {
      text = shown(item.text(property, kMostKept));
    }
    if (!may_have_url(text) || subject.ends_with(text)) continue;
    if (text.size() >= kMostKept)
      item.tell("has a property with URLs that is longer than is searched", Trouble::limit);
    take(property, text);
  }
}

void tell_properties(OutlookItem& item, DocumentSink& sink) {
  each_text(item, [&](const Property& property, const std::string& text) {
    std::string attribute;
    text::append_hex(attribute, static_cast<unsigned char>(property.id >> 8));
    text::append_hex(attribute, static_cast<unsigned char>(property.id));
    DocumentReference reference{text, "property", attribute};
    reference.is_text = true;
    sink.reference(reference);
  });
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
  each_text(item, [&](const Property&, const std::string& text) { teller.keep(text); });
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
