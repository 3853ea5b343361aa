// SPDX-License-Identifier: MIT
#include <cstdint>
#include <memory>
#include <utility>

#include "worker/documents/outlook/message_part.h"
#include "worker/documents/outlook/outlook.h"
#include "worker/documents/outlook/tnef_item.h"

namespace basewalk::worker {

void open_tnef(const Document& document, DocumentSink& sink) {
  Teller teller(document, sink);
  auto item =
      std::make_unique<TnefItem>(teller, reinterpret_cast<std::uintptr_t>(document.bytes.data()));
  if (!item->read_message(document.bytes))
    return sink.lack(Lack::damaged, "header", "is cut off, or is none");
  give_message(std::move(item), teller, sink);
}

}  // namespace basewalk::worker
