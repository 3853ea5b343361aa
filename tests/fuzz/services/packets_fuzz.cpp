// SPDX-License-Identifier: MIT
//
// What stands between a socket and libmilter, beside a plain reading of the whole: however the
// input is cut into pieces, the first byte that is not let through is the same.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "fuzz/fuzzing.h"
#include "fuzz/services/milter_stream.h"
#include "milter/listening/packets.h"

namespace {

using basewalk::fuzz::require;
using basewalk::fuzz::view;

using basewalk::fuzz::first_wrong;
using basewalk::milter::Packets;

// `next` gives the size of the piece at an offset.
template <class Next>
void feed(std::string_view stream, std::size_t wrong, Next next) {
  Packets packets;
  for (std::size_t at = 0; at < stream.size();) {
    const std::string_view piece = stream.substr(at, next(at));
    const bool passes = packets.take(piece).empty();
    require(passes == (wrong >= at + piece.size()));
    if (!passes) return;
    at += piece.size();
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view stream = view(data, size);
  const std::size_t wrong = first_wrong(stream);
  feed(stream, wrong, [&](std::size_t) { return size; });
  feed(stream, wrong, [](std::size_t) -> std::size_t { return 1; });
  // As libmilter reads where all is there: length and command, then the data.
  bool is_behind_head = false;
  feed(stream, wrong, [&](std::size_t at) -> std::size_t {
    std::size_t length = 0;
    if (is_behind_head)
      for (std::size_t i = at - 5; i < at - 1; ++i) length = length << 8 | data[i];
    is_behind_head = length < 2;
    return is_behind_head ? 5 : length - 1;
  });
  // Cuts that follow from the input alone.
  std::uint32_t state = static_cast<std::uint32_t>(size) * 2654435761U + (size > 0 ? data[0] : 0);
  feed(stream, wrong, [&](std::size_t) {
    state = state * 1664525U + 1013904223U;
    return 1 + (state >> 24) % 9;
  });
  return 0;
}
