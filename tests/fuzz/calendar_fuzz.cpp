// SPDX-License-Identifier: MIT
#include <cstddef>
#include <cstdint>

#include "extract_properties.h"

using namespace basewalk;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  static extract::Finds finds;
  finds.clear();
  extract::extract_calendar(text, {}, finds);
  fuzz::check(text, finds);
  finds.clear();
  extract::extract_vcard(text, {}, finds);
  fuzz::check(text, finds);
  return 0;
}
