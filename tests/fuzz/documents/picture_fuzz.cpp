// SPDX-License-Identifier: MIT
//
// Any bytes as a picture.
#include <cstddef>
#include <cstdint>

#include "fuzz/documents/checked.h"
#include "worker/documents/picture/picture.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace basewalk::worker;
  return fuzz::open(open_picture, fuzz::view(data, size), "a.png");
}
