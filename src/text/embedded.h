// SPDX-License-Identifier: MIT
//
// A file of the project that a program has with it (cmake/embed.cmake).
#ifndef BASEWALK_TEXT_EMBEDDED_H_
#define BASEWALK_TEXT_EMBEDDED_H_

#include <string_view>

namespace basewalk::text {

struct EmbeddedFile {
  std::string_view name;  ///< within the project: "docs/flags.md"
  std::string_view bytes;
};

}  // namespace basewalk::text

#endif  // BASEWALK_TEXT_EMBEDDED_H_
