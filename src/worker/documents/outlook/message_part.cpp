// SPDX-License-Identifier: MIT
#include "worker/documents/outlook/message_part.h"

#include <utility>

#include "worker/jobs/outlook_message.h"

namespace basewalk::worker {
namespace {

constexpr std::size_t kMostTold = 200;

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

}  // namespace

void Teller::tell(Lack why, std::string_view what, std::string_view sentence) {
  if (++count_ > kMostTold) return;
  if (count_ == kMostTold) return sink_.lack(why, "more", "is wrong, and not told one by one");
  sink_.lack(why, what, sentence);
}

void Teller::tell(std::string_view sentence, Trouble trouble) {
  tell(lack_of(trouble), "the message", sentence);
}

void give_message(std::unique_ptr<OutlookItem> item, DocumentSink& sink) {
  DocumentPart part;
  part.is_entity = true;
  sink.begin(part);
  OutlookMessage(Bodies::all, [&](std::string_view bytes) {
    sink.bytes(bytes);
  }).give(std::move(item));
  sink.end();
}

}  // namespace basewalk::worker
