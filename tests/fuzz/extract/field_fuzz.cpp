// SPDX-License-Identifier: MIT
//
// A field of a header: its name up to the colon, and its value.
#include "fuzz/extract/properties.h"

using namespace basewalk;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::Input input(data, size);
  const std::string_view name = input.up_to(':');
  const int done = fuzz::find(input.rest(), [&](std::string_view value, extract::Finds& finds) {
    extract::extract_field(name, value, {}, finds);
    // What is passed over for its first look holds nothing.
    if (!extract::may_hold_references(name, value)) fuzz::require(finds.finds.empty());
  });
  return done;
}
