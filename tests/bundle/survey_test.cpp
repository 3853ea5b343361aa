// SPDX-License-Identifier: MIT
#include "basewalk/bundle/survey.h"

#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <string>

using namespace basewalk;

namespace {

struct Row {
  std::string_view markup;
  bool is_inline;  // the first link
};
std::ostream& operator<<(std::ostream& out, const Row& row) { return out << row.markup; }

constexpr Row kRows[] = {
    {"<link rel=stylesheet href=x>", true},
    {"<link href=x rel='ALTERNATE StyleSheet'>", true},
    {"<link rel='shortcut icon' href=x>", true},
    {"<link rel=apple-touch-icon href=x>", true},
    {"<link rel=preload href=x>", true},
    {"<link rel='&#115;tylesheet' href=x>", true},
    // What the words say that stand elsewhere in the tag, or within others, is nothing.
    {"<link rel=next title=stylesheet href=x>", false},
    {"<link rel=next href='stylesheet/icon/preload'>", false},
    {"<link rel=iconic href=x>", false},
    {"<link rel=canonical data-rel=stylesheet href=x>", false},
    {"<link href=x>", false},
    {"<a rel=stylesheet href=x>", false},
    {"<img src=x>", true},
    {"<a href=x>", false},
    {"<svg><image href=x>", true},
    {"<svg><a href=x>", false},
    {"<style>p { background: url(x) }</style>", true},
    {"<style>@import 'x';</style>", true},
    {"http://h/", false},
};

bool first_is_inline(const std::string& mail) {
  bool found = false, is_inline = false;
  walk(read_message(mail), {}, [&](const Link& link) {
    if (!found) is_inline = bundle::is_inline(link);
    found = true;
  });
  BOOST_TEST(found);
  return is_inline;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(survey)

BOOST_DATA_TEST_CASE(tells_what_a_page_lacks_without_it, boost::unit_test::data::make(kRows), row) {
  const std::string mail = "Content-Type: text/html\n\n" + std::string(row.markup);
  BOOST_TEST(first_is_inline(mail) == row.is_inline);
}

BOOST_AUTO_TEST_CASE(reads_the_whole_tag) {
  const std::string far(100'000, 'x');
  const std::string mail = "Content-Type: text/html\n\n<link href=x title='" + far + "' rel=icon>";
  BOOST_TEST(first_is_inline(mail));
}

BOOST_AUTO_TEST_SUITE_END()
