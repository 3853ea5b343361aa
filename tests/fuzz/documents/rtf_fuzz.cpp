// SPDX-License-Identifier: MIT
//
// Any bytes as RTF.
#include <cstddef>
#include <cstdint>

#include "fuzz/documents/checked.h"
#include "worker/documents/rtf/rtf.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace basewalk::worker;
  return fuzz::open(open_rtf, fuzz::view(data, size), "a.rtf");
}
