// SPDX-License-Identifier: MIT
//
// What is called of libpng: only `mhtml verify` has pictures of pages.
#ifndef BASEWALK_BROWSER_PNG_CALLS_H_
#define BASEWALK_BROWSER_PNG_CALLS_H_

#include <png.h>

#include <string>

namespace basewalk::browser {

struct PngCalls {
  decltype(&::png_image_begin_read_from_memory) begin_read_from_memory = nullptr;
  decltype(&::png_image_finish_read) finish_read = nullptr;
  decltype(&::png_image_free) free = nullptr;
  decltype(&::png_image_write_to_memory) write_to_memory = nullptr;

  /// Why none of them may be called; empty where all may.
  std::string missing;
};

/// The first call loads them.
const PngCalls& png();

}  // namespace basewalk::browser

#endif  // BASEWALK_BROWSER_PNG_CALLS_H_
