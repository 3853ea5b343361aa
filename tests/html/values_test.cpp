// SPDX-License-Identifier: MIT
#include "html/values.h"

#include <boost/test/unit_test.hpp>
#include <string>
#include <vector>

#include "support/files.h"

using namespace basewalk;

namespace {

struct Row {
  std::string_view text, wanted;
};

// "shared declarative refresh steps" of WHATWG HTML.
constexpr Row kRefresh[] = {
    {"0;url=x", "x"},
    // Chromium takes more off the ends of the time and of the URL than HTML's white space.
    {"\v0;url=x", "x"},
    {"0\v;url=x", "x"},
    {"0\vurl=x", ""},
    {"\v 0;url=x", ""},
    {"\x01"
     "0;url=x",
     ""},
    {"0;\vurl=x", "url=x"},
    {"0;url\v=x", "url\v=x"},
    {"\u3000\u20280\u1680;url='\u2000x\u205F'", "x"},
    {"\u00A00;url=x", ""},
    {"0;url='x'y'z", "x'y"},
    {"0;url='x", "x"},
    {"0;'x\"", "x\""},
    {" 0 ; url = x ", "x"},
    {"5", ""},
    {"", ""},
    {" ", ""},
    {"0;", ""},
    {"12 x", "x"},
    {"12,x", "x"},
    {"1.5;x", "x"},
    {"1..5.;x", "x"},
    {".5;x", "x"},
    {".;x", "x"},
    {"-1;x", ""},
    {";x", ""},
    {"x", ""},
    {"0x", ""},
    {"0.x", ""},
    {"0;;x", ";x"},
    {"0,;x", ";x"},
    {"0;URL=x", "x"},
    {"0;Url\t=\nx", "x"},
    // What only begins like "url=" is the URL itself.
    {"0;u", "u"},
    {"0;ur", "ur"},
    {"0;urx", "urx"},
    {"0;url", "url"},
    {"0;url x ", "url x"},
    {"0;url=", ""},
    {"0;u=x", "u=x"},
    // Quotes, and none that closes.
    {"0;url='x y' z", "x y"},
    {"0;url=\"x'y\" z", "x'y"},
    {"0;url='x ", "x"},
    {"0;'x'y", "x"},
    {"0; \"x", "x"},
    {"0;url= ' x ' ", "x"},
    {"0;url=''", ""},
};

std::string joined(const std::vector<std::string_view>& words) {
  std::string out;
  for (const std::string_view word : words) (out += '[').append(word) += ']';
  return out;
}

// "parse a srcset attribute" of WHATWG HTML.
constexpr Row kCandidates[] = {
    {"", ""},
    {" , ,", ""},
    {"a", "[a]"},
    {" a 1x, b 2x", "[a][b]"},
    {"a 1x,b 2x", "[a][b]"},
    {"a,b 1x", "[a,b]"},
    {"a, b", "[a][b]"},
    {"a,, b", "[a][b]"},
    {"a\tx\n,\fb\r", "[a][b]"},
    {",a", "[a]"},
    {"a (1,2) x, b", "[a][b]"},
    {"a (1,2 b, c", "[a]"},
    {"a 1) x, b", "[a][b]"},
    {"a ((1) , b", "[a][b]"},
    {"data:,x 1x, b", "[data:,x][b]"},
};

BOOST_AUTO_TEST_SUITE(html_values)

BOOST_AUTO_TEST_CASE(a_refresh_leads_where_the_steps_say) {
  for (const Row& row : kRefresh) {
    const test::ExactCopy copy(row.text);
    BOOST_TEST(html::refresh_url(copy.view()) == row.wanted, row.text);
  }
}

BOOST_AUTO_TEST_CASE(a_srcset_has_the_candidates_that_the_steps_say) {
  for (const Row& row : kCandidates) {
    const test::ExactCopy copy(row.text);
    std::vector<std::string_view> found;
    BOOST_TEST(html::for_each_candidate(copy.view(), [&](std::string_view url) {
      found.push_back(url);
      return true;
    }));
    BOOST_TEST(joined(found) == row.wanted, row.text);
  }
}

BOOST_AUTO_TEST_CASE(words_stand_between_white_space_and_commas_where_they_separate) {
  const test::ExactCopy copy(" a\tb\nc\fd\re,f ,, g");
  const auto words = [&](bool commas) {
    std::vector<std::string_view> found;
    BOOST_TEST(html::for_each_word(copy.view(), commas, [&](std::string_view word) {
      found.push_back(word);
      return true;
    }));
    return joined(found);
  };
  BOOST_TEST(words(false) == "[a][b][c][d][e,f][,,][g]");
  BOOST_TEST(words(true) == "[a][b][c][d][e][f][g]");
}

BOOST_AUTO_TEST_CASE(stops_where_no_more_is_wanted) {
  std::size_t count = 0;
  const auto one = [&](std::string_view) { return ++count < 2; };
  BOOST_TEST(!html::for_each_word("a b c", false, one));
  BOOST_TEST(count == 2U);
  count = 0;
  BOOST_TEST(!html::for_each_candidate("a, b, c", one));
  BOOST_TEST(count == 2U);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
