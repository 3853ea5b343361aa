// SPDX-License-Identifier: MIT
//
// Does what was made of a bundle show what the bundle shows?
// What comes before: view.cpp.  What comes after: proof.cpp hands the answer on.
#ifndef BASEWALK_BROWSER_COMPARE_H_
#define BASEWALK_BROWSER_COMPARE_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "browser/view.h"

namespace basewalk::browser {

/// `more`: all of the original is there, and what did not come in it: a picture, the text of a
/// frame. Pixels then differ within those alone.
enum class Verdict : std::uint8_t { same, more, differs, not_compared };
std::string_view name(Verdict verdict);

enum class Aspect : std::uint8_t { pixels, text, picture, font, request };
std::string_view name(Aspect aspect);

struct Finding {
  Aspect aspect;
  std::string detail;  ///< one sentence; what pages wrote is in it as they wrote it
};

struct Comparison {
  Verdict verdict = Verdict::same;
  std::vector<Finding> findings;
  std::size_t further = 0;  ///< findings that were not kept: there are too many
  std::string why;          ///< a sentence, where nothing was compared
};

Comparison compare(const View& original, const View& result);

}  // namespace basewalk::browser

#endif  // BASEWALK_BROWSER_COMPARE_H_
