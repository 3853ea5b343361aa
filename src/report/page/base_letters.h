// SPDX-License-Identifier: MIT
//
// The bases of a message by letters, A, B ... in the order in which they come: a page names each by
// its letter and its colour wherever it is in force.
// What comes before: mail.h.  What comes after: message_page.cpp.
#ifndef BASEWALK_REPORT_BASE_LETTERS_H_
#define BASEWALK_REPORT_BASE_LETTERS_H_

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "basewalk/base/scope.h"

namespace basewalk::report {

struct BaseUse {
  std::size_t number = 0;  ///< from 0
  std::string_view url;
  BaseFrom from = BaseFrom::none;
  std::string_view part;
};

class BaseLetters {
 public:
  /// So many colours the style sheet has.
  static constexpr std::size_t kColours = 8;

  /// Its number; a base is the same where its URL, its source and its part are.  Views must outlive
  /// this.
  std::size_t of(std::string_view url, BaseFrom from, std::string_view part) {
    const auto [entry, is_new] = numbers_.try_emplace({url, from, part}, all_.size());
    if (is_new) all_.push_back({all_.size(), url, from, part});
    return entry->second;
  }
  const std::vector<BaseUse>& all() const { return all_; }

  /// "A", "Z", "AA"
  static std::string letter(std::size_t number) {
    std::string letters;
    for (++number; number > 0; number = (number - 1) / 26)
      letters.insert(letters.begin(), static_cast<char>('A' + (number - 1) % 26));
    return letters;
  }

 private:
  std::map<std::tuple<std::string_view, BaseFrom, std::string_view>, std::size_t> numbers_;
  std::vector<BaseUse> all_;
};

}  // namespace basewalk::report

#endif  // BASEWALK_REPORT_BASE_LETTERS_H_
