// SPDX-License-Identifier: MIT
//
// The theme that the tool has with it.
// What comes before: cmake/embed.cmake.  What comes after: theme.cpp.
#ifndef BASEWALK_REPORT_EMBEDDED_H_
#define BASEWALK_REPORT_EMBEDDED_H_

#include <span>

#include "text/embedded.h"

namespace basewalk::report {

using text::EmbeddedFile;
extern const std::span<const EmbeddedFile> kEmbedded;

}  // namespace basewalk::report

#endif  // BASEWALK_REPORT_EMBEDDED_H_
