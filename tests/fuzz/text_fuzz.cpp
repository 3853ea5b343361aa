// SPDX-License-Identifier: MIT
#include <cstddef>
#include <cstdint>

#include "extract_properties.h"

using namespace basewalk;

// The first byte chooses how lines flow.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  extract::Options options;
  options.flowed = (data[0] & 1) != 0;
  options.del_sp = (data[0] & 2) != 0;
  options.refang = (data[0] & 4) != 0;
  const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
  static extract::Finds finds;
  finds.clear();
  if ((data[0] & 8) != 0)
    extract::extract_url(text, options, finds);
  else
    extract::extract_text(text, options, finds);
  fuzz::check(text, finds);
  return 0;
}
