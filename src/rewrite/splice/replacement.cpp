// SPDX-License-Identifier: MIT
#include "rewrite/splice/replacement.h"

#include <algorithm>

namespace basewalk::rewrite {

void append_replaced(std::string_view from, const Replacements& replacements, std::string& out) {
  append_edited(from, replacements, &Replacement::with, out);
}

void trim(std::string_view from, Replacement& replacement) {
  const std::string_view old = from.substr(replacement.begin, replacement.end - replacement.begin);
  const std::string_view with = replacement.with;
  const std::size_t most = std::min(old.size(), with.size());
  const auto front = static_cast<std::size_t>(
      std::mismatch(old.begin(), old.begin() + static_cast<std::ptrdiff_t>(most), with.begin())
          .first -
      old.begin());
  std::size_t back = 0;
  while (back < most - front && old[old.size() - 1 - back] == with[with.size() - 1 - back]) ++back;
  replacement.with.resize(with.size() - back);
  replacement.with.erase(0, front);
  replacement.begin += front;
  replacement.end -= back;
}

std::string_view line_end_of(std::string_view text, std::string_view fallback) {
  const std::size_t lf = text.find('\n');
  if (lf == std::string_view::npos) return fallback;
  return lf > 0 && text[lf - 1] == '\r' ? text.substr(lf - 1, 2) : text.substr(lf, 1);
}

}  // namespace basewalk::rewrite
