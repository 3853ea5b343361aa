// SPDX-License-Identifier: MIT
//
// Any bytes as a section of OneNote.
#include <cstddef>
#include <cstdint>

#include "fuzz/documents/checked.h"
#include "worker/documents/onenote/onenote.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace basewalk::worker;
  return fuzz::open(open_onenote, fuzz::view(data, size), "a.one");
}
