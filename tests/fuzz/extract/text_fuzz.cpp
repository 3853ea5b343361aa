// SPDX-License-Identifier: MIT
//
// Running text, or one URL: the first byte chooses which, and how lines flow.
#include "fuzz/extract/properties.h"

using namespace basewalk;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::Input input(data, size);
  const unsigned how = input.byte();
  extract::Options options;
  options.flowed = (how & 1) != 0;
  options.del_sp = (how & 2) != 0;
  options.refang = (how & 4) != 0;
  options.linkify = (how & 16) != 0;
  return fuzz::find(input.rest(), [&](std::string_view text, extract::Finds& finds) {
    if ((how & 8) != 0)
      extract::extract_url(text, options, finds);
    else
      extract::extract_text(text, options, finds);
  });
}
