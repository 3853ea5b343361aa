// SPDX-License-Identifier: MIT
//
// Any text as HTML.
#include "fuzz/extract/properties.h"

using namespace basewalk;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return fuzz::find(fuzz::view(data, size), [](std::string_view text, extract::Finds& finds) {
    extract::extract_html(text, {}, finds);
  });
}
