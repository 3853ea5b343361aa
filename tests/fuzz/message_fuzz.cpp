// SPDX-License-Identifier: MIT
//
// Any bytes give a tree with every property of a tree, under the default limits and narrow ones.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "basewalk/mime/part.h"
#include "fuzz/fuzzing.h"
#include "mime/properties.h"

using basewalk::fuzz::require;
using basewalk::fuzz::view;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes = view(data, size);
  basewalk::Limits narrow;
  narrow.depth = 3;
  narrow.parts = 5;
  narrow.header_bytes = 64;
  for (const basewalk::Limits& limits : {basewalk::Limits{}, narrow}) {
    const basewalk::Message message = basewalk::read_message(bytes, limits);
    require(basewalk::test::broken_property(message).empty());
    require(message.parts.size() <= limits.parts);
    // As others read it, too.
    for (std::size_t i = 0; i < message.doubts.size() && i < 5; ++i) {
      const basewalk::Message other =
          basewalk::mime::read_message_as(message, {&message.doubts[i], 1}, limits);
      require(!other.parts.empty() && other.parts.size() <= limits.parts);
      for (const basewalk::mime::Part& part : other.parts) require(part.body.end <= size);
    }
    for (std::uint32_t i = 0; i < message.parts.size(); ++i) {
      require(message.parts[i].depth <= limits.depth + 1);
      require(!message.section(i).empty());
      require(message.find(message.parts[i], "content-type") != nullptr ||
              message.parts[i].content_type_field == basewalk::mime::kNone);
    }
  }
  return 0;
}
