// SPDX-License-Identifier: MIT
#include "cli/nearest.h"

#include <algorithm>

#include "text/ascii.h"

namespace basewalk::cli {
namespace {

// What is longer is no slip of anybody's fingers.
constexpr std::size_t kLongest = 64;

// One slip in a short word, up to three in a long one.
std::size_t most_edits(std::string_view word) {
  return std::clamp<std::size_t>(word.size() / 3, 1, 3);
}

}  // namespace

// Damerau and Levenshtein's distance, in the form in which no piece is edited twice; row by row.
std::size_t edits_between(std::string_view a, std::string_view b, std::size_t most) {
  const std::size_t apart = std::max(a.size(), b.size()) - std::min(a.size(), b.size());
  if (apart > most || a.size() > kLongest || b.size() > kLongest) return most + 1;
  std::vector<std::size_t> before, row(b.size() + 1), next(b.size() + 1);
  for (std::size_t j = 0; j < row.size(); ++j) row[j] = j;
  const auto same = [&](std::size_t i, std::size_t j) {
    return ascii::to_lower(a[i]) == ascii::to_lower(b[j]);
  };
  for (std::size_t i = 1; i <= a.size(); ++i) {
    next[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t change = row[j - 1] + (same(i - 1, j - 1) ? 0 : 1);
      next[j] = std::min({row[j] + 1, next[j - 1] + 1, change});
      if (i > 1 && j > 1 && same(i - 1, j - 2) && same(i - 2, j - 1))
        next[j] = std::min(next[j], before[j - 2] + 1);
    }
    before = row;
    row.swap(next);
  }
  return std::min(row.back(), most + 1);
}

std::optional<std::string> nearest(std::string_view word, const std::vector<std::string>& known) {
  std::size_t best = most_edits(word) + 1;
  const std::string* found = nullptr;
  for (const std::string& each : known) {
    // Half of a word is more than a slip.
    const std::size_t most = std::min(most_edits(word), each.size() / 2);
    const std::size_t edits = edits_between(word, each, most);
    if (edits > most || edits >= best) continue;
    best = edits;
    found = &each;
  }
  if (found != nullptr) return *found;
  for (const std::string& each : known) {
    if (word.size() < 2 || !ascii::istarts_with(each, word)) continue;
    if (found != nullptr) return {};
    found = &each;
  }
  return found != nullptr ? std::optional(*found) : std::nullopt;
}

std::string instead_of(std::string_view word, const std::vector<std::string>& known) {
  if (const auto near = nearest(word, known)) return "did you mean " + *near + "?";
  return "there are " + listed(known);
}

std::string with_nearest(std::string sentence) {
  constexpr std::string_view kThereAre = "; there are ";
  const std::size_t list = sentence.find(kThereAre);
  const std::size_t end = list == std::string::npos ? list : sentence.rfind('\'', list);
  if (end == std::string::npos || end == 0) return sentence;
  const std::size_t begin = sentence.rfind('\'', end - 1);
  if (begin == std::string::npos) return sentence;
  const std::string word = sentence.substr(begin + 1, end - begin - 1);
  const auto near = nearest(word, words_of(sentence.substr(list + kThereAre.size())));
  if (near) sentence = sentence.substr(0, list) + "; did you mean " + *near + "?";
  return sentence;
}

std::string listed(const std::vector<std::string>& words) {
  std::string list;
  for (const std::string& word : words) list += (list.empty() ? "" : ", ") + word;
  return list;
}

std::vector<std::string> words_of(std::string_view list) {
  std::vector<std::string> words;
  while (!list.empty()) {
    const std::size_t comma = std::min(list.find(','), list.size());
    if (const std::string_view word = ascii::trim(list.substr(0, comma)); !word.empty())
      words.emplace_back(word);
    list.remove_prefix(std::min(comma + 1, list.size()));
  }
  return words;
}

}  // namespace basewalk::cli
