// SPDX-License-Identifier: MIT
//
// Any bytes as an archive that is attached, opened in memory.
#include <cstddef>
#include <cstdint>

#include "fuzz/documents/checked.h"
#include "worker/program/archives/document_archive.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace basewalk::worker;
  return fuzz::open(open_archive, fuzz::view(data, size), "a.zip");
}
