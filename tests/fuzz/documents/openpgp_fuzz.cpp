// SPDX-License-Identifier: MIT
//
// Any bytes as OpenPGP: packets, armour around them, text signed in the clear.
#include <cstddef>
#include <cstdint>

#include "fuzz/documents/checked.h"
#include "worker/documents/wrapped/wrapped.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace basewalk::worker;
  return fuzz::open(open_openpgp, fuzz::view(data, size), "a.txt.pgp");
}
