// SPDX-License-Identifier: MIT
//
// Any bytes give a tree with every property of a tree, under the default limits and narrow ones.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "basewalk/mime/part.h"
#include "mime/properties.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  basewalk::Limits narrow;
  narrow.depth = 3;
  narrow.parts = 5;
  narrow.header_bytes = 64;
  for (const basewalk::Limits& limits : {basewalk::Limits{}, narrow}) {
    const basewalk::Message message = basewalk::read_message(bytes, limits);
    if (!basewalk::test::broken_property(message).empty()) __builtin_trap();
    if (message.parts.size() > limits.parts) __builtin_trap();
    for (std::uint32_t i = 0; i < message.parts.size(); ++i) {
      if (message.parts[i].depth > limits.depth + 1) __builtin_trap();
      if (message.section(i).empty()) __builtin_trap();
      if (message.find(message.parts[i], "content-type") == nullptr &&
          message.parts[i].content_type_field != basewalk::mime::kNone)
        __builtin_trap();
    }
  }
  return 0;
}
