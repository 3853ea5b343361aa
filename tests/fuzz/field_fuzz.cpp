// SPDX-License-Identifier: MIT
#include <cstddef>
#include <cstdint>

#include "extract_properties.h"

using namespace basewalk;

// A field: its name up to the colon, and its value.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view field(reinterpret_cast<const char*>(data), size);
  const std::size_t colon = field.find(':');
  if (colon == std::string_view::npos) return 0;
  const std::string_view value = field.substr(colon + 1);
  static extract::Finds finds;
  finds.clear();
  extract::extract_field(field.substr(0, colon), value, {}, finds);
  fuzz::check(value, finds);
  return 0;
}
