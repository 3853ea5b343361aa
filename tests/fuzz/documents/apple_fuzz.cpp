// SPDX-License-Identifier: MIT
//
// Any bytes as what macOS keeps beside a file, as a property list and as what the Finder writes.
#include <cstddef>
#include <cstdint>

#include "fuzz/documents/checked.h"
#include "worker/documents/apple/apple.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace basewalk::worker;
  fuzz::open(open_apple_file, fuzz::view(data, size), "._a.html");
  fuzz::open(open_folder_store, fuzz::view(data, size), ".DS_Store");
  return fuzz::open(open_property_list, fuzz::view(data, size), "a.webloc");
}
