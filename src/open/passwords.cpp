// SPDX-License-Identifier: MIT
#include "open/passwords.h"

#include <algorithm>
#include <iterator>
#include <unordered_set>

#include "text/ascii.h"

namespace basewalk::open {
namespace {

constexpr std::size_t kMostBytes = std::size_t{64} << 10, kMostWords = 4000;
constexpr std::size_t kLongestWord = 64;
// [MS-XLS] 2.2.10 names the one of Excel; PowerPoint has another one for what is not to be changed.
constexpr std::string_view kOfFormats[] = {"VelvetSweatshop", "/01Hannes Ruescher/01"};

// What stands around a word: quotes, brackets, the marks of a sentence.
bool is_around(char c) {
  return std::string_view("\"'`()[]{}<>.,;:!?*_|").find(c) != std::string_view::npos;
}

std::string_view without_marks(std::string_view word) {
  while (!word.empty() && is_around(word.front())) word.remove_prefix(1);
  while (!word.empty() && is_around(word.back())) word.remove_suffix(1);
  return word;
}

bool has_digit(std::string_view word) {
  return std::any_of(word.begin(), word.end(), ascii::is_digit);
}

// Blanks in UTF-8 that are no ASCII: no-break, em ..., ideographic; and quotes that are curved.
constexpr std::string_view kWideMarks[] = {
    "\xC2\xA0",     "\xE2\x80\x80", "\xE2\x80\x83", "\xE2\x80\x89", "\xE2\x80\x98",
    "\xE2\x80\x99", "\xE2\x80\x9C", "\xE2\x80\x9D", "\xE2\x80\x9E", "\xC2\xAB",
    "\xC2\xBB",     "\xE3\x80\x80", "\xEF\xBC\x9A"};

std::string with_blanks(std::string_view text, bool is_markup) {
  std::string out;
  out.reserve(text.size());
  bool is_in_tag = false;
  for (std::size_t i = 0; i < text.size();) {
    const char c = text[i];
    if (is_markup && (c == '<' || c == '>')) {
      is_in_tag = c == '<';
      out += ' ';
      ++i;
      continue;
    }
    const auto mark =
        std::find_if(std::begin(kWideMarks), std::end(kWideMarks),
                     [&](std::string_view each) { return text.substr(i).starts_with(each); });
    if (mark != std::end(kWideMarks)) {
      out += ' ';
      i += mark->size();
      continue;
    }
    if (!is_in_tag) out += c;
    ++i;
  }
  return out;
}

}  // namespace

void Words::add_word(std::string_view word, WordOf of) {
  if (word.empty() || word.size() > kLongestWord || words_.size() >= kMostWords) return;
  words_.push_back({std::string(word), of});
}

void Words::add(std::string_view text, WordOf of, bool is_markup) {
  const std::string shown = with_blanks(text.substr(0, kMostBytes), is_markup);
  for (std::size_t begin = 0; begin < shown.size();) {
    const std::size_t end = std::min(shown.find_first_of(" \t\r\n\f\v", begin), shown.size());
    const std::string_view word = std::string_view(shown).substr(begin, end - begin);
    const std::string_view bare = without_marks(word);
    add_word(bare, of);
    // "PIN:1234", "password=x", "code-77": what stands behind the mark.
    for (const char mark : {':', '='})
      if (const std::size_t at = bare.rfind(mark); at != std::string_view::npos)
        add_word(without_marks(bare.substr(at + 1)), of);
    // A password may end with what ends a sentence.
    if (word != bare) add_word(word, of);
    begin = end + 1;
  }
}

std::vector<Word> Words::best() const {
  std::vector<Word> all;
  std::unordered_set<std::string_view> seen;
  for (const std::string_view word : kOfFormats) {
    all.push_back({std::string(word), WordOf::format});
    seen.insert(word);
  }
  for (const bool with_digits : {true, false})
    for (const Word& word : words_)
      if (has_digit(word.text) == with_digits && all.size() < std::size(kOfFormats) + kMost &&
          seen.insert(word.text).second)
        all.push_back(word);
  return all;
}

std::string_view meaning(WordOf of) {
  switch (of) {
    case WordOf::subject:
      return "word of the subject";
    case WordOf::file_name:
      return "word of a file name";
    case WordOf::format:
      return "password of the format";
    case WordOf::body:
      break;
  }
  return "word of the body";
}

}  // namespace basewalk::open
