// SPDX-License-Identifier: MIT
//
// Files that are in the program and no C++: what the browser runs, and templates of the report.
// What comes before: cmake/embed.cmake.  What comes after: view.cpp and report.cpp.
#ifndef BASEWALK_BROWSER_EMBEDDED_H_
#define BASEWALK_BROWSER_EMBEDDED_H_

#include <span>
#include <string_view>

#include "text/embedded.h"

namespace basewalk::browser {

using text::EmbeddedFile;
extern const std::span<const EmbeddedFile> kEmbedded;

/// The file of this folder.
inline std::string_view embedded(std::string_view name) {
  for (const EmbeddedFile& file : kEmbedded)
    if (file.name.ends_with(name)) return file.bytes;
  return {};
}

}  // namespace basewalk::browser

#endif  // BASEWALK_BROWSER_EMBEDDED_H_
