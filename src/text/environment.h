// SPDX-License-Identifier: MIT
//
// The environment, as far as it is to be believed.
#ifndef BASEWALK_TEXT_ENVIRONMENT_H_
#define BASEWALK_TEXT_ENVIRONMENT_H_

#include <cstdlib>

namespace basewalk::text {

/// A variable; null where there is none, and where the program has more rights than its user.
inline const char* environment(const char* name) {
#if defined(__GLIBC__)
  return ::secure_getenv(name);
#else
  return std::getenv(name);
#endif
}

}  // namespace basewalk::text

#endif  // BASEWALK_TEXT_ENVIRONMENT_H_
