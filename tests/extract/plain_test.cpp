// SPDX-License-Identifier: MIT
#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>

#include "extract/finds.h"
#include "extract/plain.h"
#include "text/utf8.h"

using namespace basewalk;
using namespace basewalk::test;

BOOST_AUTO_TEST_SUITE(extract_plain)

BOOST_DATA_TEST_CASE(finds_what_the_table_says,
                     boost::unit_test::data::make(read_table(std::string("extract/plain.tsv"))),
                     row) {
  check_row(row, [](std::string_view text, extract::Finds& out) {
    extract::extract_text(text, {}, out);
  });
}

// RFC 1896, and RFC 1341's <comment>.
BOOST_DATA_TEST_CASE(finds_what_commands_divide,
                     boost::unit_test::data::make(read_table(std::string("extract/enriched.tsv"))),
                     row) {
  check_row(row, [](std::string_view text, extract::Finds& out) {
    extract::extract_enriched(text, {}, out);
  });
  // By its type.
  for (const char* type : {"text/enriched", "text/richtext"}) {
    extract::Finds finds;
    extract::extract(type, "http:<bold>//h/</bold>", {}, finds);
    BOOST_TEST(finds.finds.size() == 1U, type);
  }
}

BOOST_DATA_TEST_CASE(joins_flowed_lines_with_delsp,
                     boost::unit_test::data::make(read_table(std::string("extract/flowed.tsv"))),
                     row) {
  check_row(row, [](std::string_view text, extract::Finds& out) {
    extract::Options options;
    options.flowed = options.del_sp = true;
    extract::extract_text(text, options, out);
  });
}

// Typographic blanks, quotes and brackets end a URL; characters beside them do not, and neither do
// those that nobody sees, so that they hide nothing.
BOOST_AUTO_TEST_CASE(characters_of_typography_end_a_url) {
  std::string text;
  const auto raw_with = [&](char32_t c) {
    text = "http://h/a";
    utf8::append(c, text);
    text += 'b';
    extract::Finds finds;
    extract::extract_text(text, {}, finds);
    BOOST_TEST_REQUIRE(!finds.finds.empty());
    return std::string(finds.finds[0].raw);
  };
  struct Range {
    char32_t first, last;
  };
  constexpr Range kEnds[] = {{0x85, 0x85},     {0xA0, 0xA0},     {0xAB, 0xAB},     {0xBB, 0xBB},
                             {0x1680, 0x1680}, {0x2000, 0x200A}, {0x2018, 0x201F}, {0x2028, 0x2029},
                             {0x202F, 0x202F}, {0x2039, 0x203A}, {0x205F, 0x205F}, {0x3000, 0x3001},
                             {0x3008, 0x3011}, {0x3013, 0x301B}, {0xFF01, 0xFF01}, {0xFF08, 0xFF09},
                             {0xFF0C, 0xFF0C}, {0xFF1A, 0xFF1C}, {0xFF1E, 0xFF1F}, {0xFF5C, 0xFF5C},
                             {0xFF5F, 0xFF63}};
  std::size_t ends = 0;
  for (const Range& range : kEnds) {
    for (char32_t c = range.first; c <= range.last; ++c, ++ends)
      BOOST_TEST(raw_with(c) == "http://h/a", static_cast<std::uint32_t>(c));
  }
  std::size_t found = 0;
  for (const Range& block : {Range{0x80, 0xFF}, Range{0x1640, 0x16BF}, Range{0x2000, 0x20BF},
                             Range{0x3000, 0x303F}, Range{0xFF00, 0xFF7F}, Range{0xFEFF, 0xFEFF}})
    for (char32_t c = block.first; c <= block.last; ++c) found += raw_with(c) == "http://h/a";
  BOOST_TEST(found == ends);
}

BOOST_AUTO_TEST_SUITE_END()
