// SPDX-License-Identifier: MIT
#include "browser/png_calls.h"

#include "text/foreign/late_library.h"

#define FIND(name) BASEWALK_FIND(library, calls.name, png_image_##name)

namespace basewalk::browser {

const PngCalls& png() {
  static const PngCalls all = [] {
    PngCalls calls;
    text::LateLibrary library(BASEWALK_LATE_NAME);
    FIND(begin_read_from_memory);
    FIND(finish_read);
    FIND(free);
    FIND(write_to_memory);
    calls.missing = library.why();
    return calls;
  }();
  return all;
}

}  // namespace basewalk::browser
