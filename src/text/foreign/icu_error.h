// SPDX-License-Identifier: MIT
//
// Want of memory in ICU is not an answer: what it gives for another error (no such charset, no such
// form) is.
#ifndef BASEWALK_SRC_TEXT_FOREIGN_ICU_ERROR_H_
#define BASEWALK_SRC_TEXT_FOREIGN_ICU_ERROR_H_

#include <unicode/utypes.h>

#include <new>

namespace basewalk::text {

/// As U_FAILURE(); throws std::bad_alloc where that was memory.
inline bool has_failed(UErrorCode error) {
  if (error == U_MEMORY_ALLOCATION_ERROR) throw std::bad_alloc();
  return U_FAILURE(error);
}

}  // namespace basewalk::text

#endif  // BASEWALK_SRC_TEXT_FOREIGN_ICU_ERROR_H_
