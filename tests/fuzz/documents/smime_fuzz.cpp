// SPDX-License-Identifier: MIT
//
// Any bytes as S/MIME: BER, or PEM around it.
#include <cstddef>
#include <cstdint>

#include "fuzz/documents/checked.h"
#include "worker/documents/wrapped/wrapped.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace basewalk::worker;
  return fuzz::open(open_smime, fuzz::view(data, size), "smime.p7m");
}
