// SPDX-License-Identifier: MIT
//
// Any bytes as winmail.dat.
#include <cstddef>
#include <cstdint>

#include "fuzz/documents/checked.h"
#include "worker/documents/outlook/outlook.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace basewalk::worker;
  return fuzz::open(open_tnef, fuzz::view(data, size), "winmail.dat");
}
