// SPDX-License-Identifier: MIT
//
// Any text as a calendar, and as a business card.
#include "fuzz/extract/properties.h"

using namespace basewalk;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text = fuzz::view(data, size);
  fuzz::find(text, [](std::string_view all, extract::Finds& finds) {
    extract::extract_calendar(all, {}, finds);
  });
  return fuzz::find(text, [](std::string_view all, extract::Finds& finds) {
    extract::extract_vcard(all, {}, finds);
  });
}
