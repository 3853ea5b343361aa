// SPDX-License-Identifier: MIT
#include "cli/nearest.h"

#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <ostream>

using namespace basewalk::cli;

namespace {

struct Distance {
  int line;
  std::string_view a, b;
  std::size_t edits;
};
std::ostream& operator<<(std::ostream& out, const Distance& row) {
  return out << row.line << ": " << row.a << ", " << row.b;
}
struct Meant {
  int line;
  std::string_view word, meant;  // empty: none
};
std::ostream& operator<<(std::ostream& out, const Meant& row) {
  return out << row.line << ": " << row.word;
}
#define ROW(...) \
  { __LINE__, __VA_ARGS__ }

const Distance kDistances[] = {
    ROW("links", "links", 0), ROW("links", "Links", 0),  ROW("lniks", "links", 1),
    ROW("link", "links", 1),  ROW("linkss", "links", 1), ROW("lonks", "links", 1),
    ROW("knils", "links", 3), ROW("", "ab", 2),          ROW("ab", "", 2),
    ROW("", "", 0),           ROW("ab", "ba", 1),        ROW("abc", "ca", 3),
    ROW("abcdefgh", "xy", 5),  // more than 4, which is all that is wanted
};

const std::vector<std::string> kKnown = {"links", "tree",   "resolve", "url",       "plan",
                                         "merge", "verify", "rfc1808", "rfc3986",   "mhtml",
                                         "jobs",  "format", "quiet",   "base-split"};

const Meant kMeant[] = {
    ROW("lniks", "links"),
    ROW("LINKS", "links"),
    ROW("lnk", ""),
    ROW("li", "links"),
    ROW("l", ""),
    ROW("rfc", ""),  // two begin so
    ROW("rfc1", "rfc1808"),
    ROW("rcf3986", "rfc3986"),
    ROW("ulr", "url"),
    ROW("ur", "url"),
    ROW("base_split", "base-split"),
    ROW("basesplit", "base-split"),
    ROW("x", ""),
    ROW("", ""),
    ROW("frobnicate", ""),
};

}  // namespace

BOOST_AUTO_TEST_SUITE(nearest_words)

BOOST_DATA_TEST_CASE(edits_are_counted, kDistances) {
  BOOST_TEST(edits_between(sample.a, sample.b, 4) == sample.edits);
  BOOST_TEST(edits_between(sample.b, sample.a, 4) == sample.edits);
}

BOOST_DATA_TEST_CASE(the_word_that_was_meant_is_found, kMeant) {
  BOOST_TEST(nearest(sample.word, kKnown).value_or("") == sample.meant);
}

BOOST_AUTO_TEST_CASE(a_long_word_takes_no_time) {
  BOOST_TEST(edits_between(std::string(1 << 20, 'a'), std::string(1 << 20, 'b'), 3) == 4U);
}

BOOST_AUTO_TEST_CASE(a_sentence_that_lists_what_there_is_names_the_nearest) {
  BOOST_TEST(with_nearest("there is no kind 'pfd'; there are pdf, office") ==
             "there is no kind 'pfd'; did you mean pdf?");
  for (const std::string sentence :
       {"there is no kind 'x'; there are pdf, office", "there is no kind; there are pdf", "x", ""})
    BOOST_TEST(with_nearest(sentence) == sentence);
}

BOOST_AUTO_TEST_SUITE_END()
