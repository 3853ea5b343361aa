// SPDX-License-Identifier: MIT
//
// Any bytes as RTF that Outlook has compressed: at most nine times as much comes out, and the same
// whatever the pieces are that it comes in.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "fuzz/documents/checked.h"
#include "worker/jobs/compressed_rtf.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace basewalk::worker;
  const std::string_view bytes = fuzz::view(data, size);
  CompressedRtf whole, pieces;
  std::string out, same;
  whole.append(bytes, out);
  fuzz::check(out.size() <= 9 * size, "at most nine times as much comes out");
  std::size_t piece = size % 7 + 1;
  for (std::string_view rest = bytes; !rest.empty(); piece = piece * 3 % 41 + 1) {
    const std::string_view next = rest.substr(0, piece);
    pieces.append(next, same);
    rest.remove_prefix(next.size());
  }
  fuzz::check(same == out, "pieces do not matter");
  fuzz::check(pieces.state() == whole.state(), "pieces do not matter to the state");
  return 0;
}
