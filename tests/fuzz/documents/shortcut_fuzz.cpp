// SPDX-License-Identifier: MIT
//
// Any bytes as a shortcut, in the binary format and in the others.
#include <cstddef>
#include <cstdint>

#include "fuzz/documents/checked.h"
#include "worker/documents/shortcut/shortcut.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace basewalk::worker;
  fuzz::open(open_shell_link, fuzz::view(data, size), "a.lnk");
  return fuzz::open(open_shortcut, fuzz::view(data, size), "a.url");
}
