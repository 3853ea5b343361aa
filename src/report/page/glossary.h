// SPDX-License-Identifier: MIT
//
// What the words of a report mean, in a sentence each: the tool has them from its manual.
#ifndef BASEWALK_REPORT_GLOSSARY_H_
#define BASEWALK_REPORT_GLOSSARY_H_

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>

namespace basewalk::report {

enum class WordOf : std::uint8_t { flag, note, status, base_from, verdict, reading, unread };

class Glossary {
 public:
  void add(WordOf of, std::string word, std::string sentence) {
    sentences_.insert_or_assign({of, std::move(word)}, std::move(sentence));
  }
  /// Empty where there is none.
  std::string_view sentence(WordOf of, std::string_view word) const {
    const auto found = sentences_.find(std::pair(of, std::string(word)));
    return found == sentences_.end() ? std::string_view() : std::string_view(found->second);
  }

 private:
  std::map<std::pair<WordOf, std::string>, std::string> sentences_;
};

}  // namespace basewalk::report

#endif  // BASEWALK_REPORT_GLOSSARY_H_
