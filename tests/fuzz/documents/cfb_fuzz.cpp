// SPDX-License-Identifier: MIT
//
// Any bytes as a compound file: a message of Outlook, an old document of Office, an object.
#include <cstddef>
#include <cstdint>

#include "fuzz/documents/checked.h"
#include "worker/documents/outlook/outlook.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace basewalk::worker;
  return fuzz::open(open_cfb, fuzz::view(data, size), "a.msg");
}
