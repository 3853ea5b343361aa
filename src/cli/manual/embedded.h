// SPDX-License-Identifier: MIT
//
// Files of the project that the tool has with it (cmake/embed.cmake): documents that explain words,
// and the mails that they name.
#ifndef BASEWALK_CLI_MANUAL_EMBEDDED_H_
#define BASEWALK_CLI_MANUAL_EMBEDDED_H_

#include <span>

#include "text/embedded.h"

namespace basewalk::cli {

using text::EmbeddedFile;

extern const std::span<const EmbeddedFile> kEmbedded;

}  // namespace basewalk::cli

#endif  // BASEWALK_CLI_MANUAL_EMBEDDED_H_
