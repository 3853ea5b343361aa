// SPDX-License-Identifier: MIT
#include "open/passwords.h"

#include <algorithm>
#include <boost/test/unit_test.hpp>

using namespace basewalk::open;

namespace {

std::vector<std::string> texts(const Words& words) {
  std::vector<std::string> all;
  for (const Word& word : words.best())
    if (word.of != WordOf::format) all.push_back(word.text);
  return all;
}

bool has(const Words& words, std::string_view text) {
  const std::vector<std::string> all = texts(words);
  return std::find(all.begin(), all.end(), text) != all.end();
}

}  // namespace

BOOST_AUTO_TEST_SUITE(passwords)

BOOST_AUTO_TEST_CASE(words_with_digits_come_first_each_once) {
  Words words;
  words.add("open it with abc or a1 or abc or b2", WordOf::body);
  BOOST_TEST(texts(words) ==
             (std::vector<std::string>{"a1", "b2", "open", "it", "with", "abc", "or"}));
}

BOOST_AUTO_TEST_CASE(marks_around_a_word_are_taken_off_and_left_on) {
  Words words;
  words.add(
      "The code is \"X-77!\". PIN:1234, pw=se=cret; \xE2\x80\x9C"
      "curved9\xE2\x80\x9D",
      WordOf::body);
  for (const char* wanted : {"X-77", "\"X-77!\".", "1234", "cret", "curved9"})
    BOOST_TEST(has(words, wanted), wanted);
}

BOOST_AUTO_TEST_CASE(of_markup_the_text_counts) {
  Words words;
  words.add("<p class=k9>code:<b>q7</b>&nbsp;</p>", WordOf::body, true);
  BOOST_TEST(has(words, "q7"));
  BOOST_TEST(!has(words, "k9"));
}

BOOST_AUTO_TEST_CASE(there_are_at_most_so_many) {
  Words words;
  std::string text;
  for (int i = 0; i < 10'000; ++i) text += "w" + std::to_string(i) + ' ';
  words.add(text, WordOf::body);
  BOOST_TEST(texts(words).size() == Words::kMost);
  BOOST_TEST(texts(words).front() == "w0");
}

BOOST_AUTO_TEST_CASE(where_a_word_comes_from_is_told) {
  BOOST_TEST(meaning(WordOf::subject) == "word of the subject");
  BOOST_TEST(meaning(WordOf::file_name) == "word of a file name");
  BOOST_TEST(meaning(WordOf::body) == "word of the body");
}

BOOST_AUTO_TEST_CASE(those_of_formats_come_first_without_any_word) {
  const std::vector<Word> all = Words().best();
  BOOST_TEST_REQUIRE(all.size() == 2u);
  BOOST_TEST(all[0].text == "VelvetSweatshop");
  BOOST_TEST(all[1].text == "/01Hannes Ruescher/01");
  for (const Word& word : all) BOOST_TEST(meaning(word.of) == "password of the format");
}

BOOST_AUTO_TEST_SUITE_END()
