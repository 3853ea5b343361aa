// SPDX-License-Identifier: MIT
//
// Any bytes as PDF.
#include <cstddef>
#include <cstdint>

#include "fuzz/documents/checked.h"
#include "worker/documents/pdf/open_pdf.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace basewalk::worker;
  return fuzz::open(open_pdf, fuzz::view(data, size), "a.pdf", {.of_pixels = 3});
}
