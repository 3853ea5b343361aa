// SPDX-License-Identifier: MIT
#include "basewalk/version.h"

namespace basewalk {
namespace {

#define BASEWALK_TEXT(number) #number
#define BASEWALK_JOINED(major, minor, patch) \
  BASEWALK_TEXT(major) "." BASEWALK_TEXT(minor) "." BASEWALK_TEXT(patch)

constexpr std::string_view kVersion = BASEWALK_VERSION;
static_assert(kVersion == BASEWALK_JOINED(BASEWALK_VERSION_MAJOR, BASEWALK_VERSION_MINOR,
                                          BASEWALK_VERSION_PATCH));
// The one that CMakeLists.txt gives the package.
static_assert(kVersion == BASEWALK_PROJECT_VERSION);

}  // namespace

std::string_view version() { return kVersion; }

}  // namespace basewalk
