// SPDX-License-Identifier: MIT
#include <boost/test/unit_test.hpp>

#include "basewalk/mime/decode.h"
#include "rewrite/random.h"
#include "rewrite/splice/transfer_edit.h"

using namespace basewalk;
using rewrite::Replacements;

namespace {

std::string decoded(std::string_view body) {
  Notes ignored;
  std::string out;
  mime::decode_transfer(body, mime::Encoding::quoted_printable, out, {ignored});
  return out;
}

struct Row {
  int line;
  std::string_view body;
  std::size_t begin, end;  // in what it decodes to
  std::string_view with;
  std::string_view wanted;
};
#define ROW(...) \
  { __LINE__, __VA_ARGS__ }

const std::string kLong(70, 'x');

const Row kRows[] = {
    ROW("a=3Db\r\nc\r\n", 2, 3, "B", "a=3DB\r\nc\r\n"),
    ROW("one\ntwo\nthree\n", 4, 7, "2", "one\n2\nthree\n"),
    // An escape beside the edit stays as it was, needless or in lower case.
    ROW("=61=c3=a9x\n", 3, 4, "y", "=61=c3=a9y\n"),
    // A soft break within the edit goes, one beside it stays.
    ROW("abc=\ndef\n", 1, 5, "-", "a-f\n"),
    ROW("abc=\ndef\n", 3, 4, "D", "abc=\nDef\n"),
    // Blanks at the end of a line are no data; those that the edit leaves there are.
    ROW("a  \r\nb\r\n", 0, 1, "A", "A  \r\nb\r\n"),
    ROW("a b\n", 2, 3, "", "a=20\n"),
    ROW("a\tb\n", 2, 3, "", "a=09\n"),
    ROW("a b", 2, 3, "", "a=20"),
    ROW("a b\tc\n", 0, 1, "A", "A b\tc\n"),
    ROW("a\rb\n", 0, 1, "A", "A\rb\n"),
    ROW("a\rb\n", 2, 3, "", "a=0D\n"),
    // What may not begin a line.
    ROW("ab.c\n", 0, 2, "", "=2Ec\n"),
    ROW("ab--c\n", 0, 2, "", "=2D-c\n"),
    ROW("abFrom c\n", 0, 2, "", "=46rom c\n"),
    ROW(".b\n", 1, 2, "c", ".c\n"),
    // An escape that is none could become one.
    ROW("=zz4\n", 1, 3, "", "=3D4\n"),
    // A whole line.
    ROW("a\r\nb\r\nc\r\n", 3, 6, "", "a\r\nc\r\n"),
    ROW("", 0, 0, "x", "x"),
    ROW("ab", 2, 2, "c=", "abc=3D"),
};

BOOST_AUTO_TEST_SUITE(quoted_printable)

BOOST_AUTO_TEST_CASE(writes_touched_lines_again_and_no_other) {
  for (const Row& row : kRows) {
    BOOST_TEST_CONTEXT("line " << row.line) {
      const Replacements edits = {{row.begin, row.end, std::string(row.with)}};
      Replacements made;
      std::vector<std::size_t> places;
      BOOST_TEST(rewrite::edit_quoted_printable(row.body, edits, "\r\n", made, places));
      std::string got;
      rewrite::append_replaced(row.body, made, got);
      BOOST_TEST(got == row.wanted);
    }
  }
}

BOOST_AUTO_TEST_CASE(breaks_lines_at_76_columns_or_where_the_part_does) {
  for (const std::size_t own : {std::size_t{20}, std::size_t{76}, std::size_t{120}}) {
    for (const std::string line_end : {"\r\n", "\n"}) {
      const std::string body =
          line_end + std::string(own, 'a') + line_end + "<a href=3D\"x\">" + line_end;
      const std::string with(300, 'u');
      const std::size_t x = own + 2 * line_end.size() + 9;
      const Replacements edits = {{x, x + 1, with}};
      Replacements made;
      std::vector<std::size_t> places;
      BOOST_TEST(rewrite::edit_quoted_printable(body, edits, "\r\n", made, places));
      std::string got;
      rewrite::append_replaced(body, made, got);
      std::size_t longest = 0;
      for (std::size_t at = 0; at < got.size();) {
        const std::size_t end = got.find(line_end, at);
        BOOST_TEST_REQUIRE(end != std::string::npos);
        longest = std::max(longest, end - at);
        at = end + line_end.size();
      }
      BOOST_TEST(longest == std::max<std::size_t>(own, 76));
    }
  }
}

std::string edited(std::string_view body, const Replacements& edits) {
  Replacements made;
  std::vector<std::size_t> places;
  std::string got;
  BOOST_TEST_REQUIRE(rewrite::edit_quoted_printable(body, edits, "\r\n", made, places));
  rewrite::append_replaced(body, made, got);
  return got;
}

// What stands for itself is written in runs.  An empty edit ends one, so that with one behind each
// byte all are a byte long.
BOOST_AUTO_TEST_CASE(runs_are_written_as_their_bytes_one_by_one) {
  test::Random random(19);
  for (int round = 0; round < 3000; ++round) {
    std::string body;  // of one line
    for (std::size_t i = random.below(40); i > 0; --i)
      body += random.one_of({"a", "abc", "=3D", " ", "\t", "=20", ".", "-", "F", "\r", "=c3=a9",
                             "=zz", "From ", "\xE9", kLong, "<a href=3D\"u\">"});
    const std::string before = decoded(body);
    const Replacements edits = test::random_edits(random, before.size());
    Replacements apart;
    std::size_t at = 0;
    const auto empty_ones_up_to = [&](std::size_t end) {
      for (; at <= end; ++at) apart.push_back({at, at, {}});
    };
    for (const rewrite::Replacement& each : edits) {
      empty_ones_up_to(each.begin);
      for (std::size_t i = 0; i < each.with.size(); ++i)
        apart.push_back({each.begin, each.begin, each.with.substr(i, 1)});
      apart.push_back({each.begin, each.end, {}});
      at = each.end;
    }
    if (!edits.empty()) empty_ones_up_to(before.size());
    if (edited(body, edits) != edited(body, apart))
      BOOST_FAIL("round " << round << "\n[" << body << "]\n[" << edited(body, edits) << "]\n["
                          << edited(body, apart) << "]");
  }
}

BOOST_AUTO_TEST_CASE(decodes_to_the_edited_text_whatever_the_body) {
  test::Random random(7);
  std::size_t refused = 0;
  for (int round = 0; round < 20000; ++round) {
    std::string body;
    for (std::size_t i = random.below(30); i > 0; --i)
      body += random.one_of(
          {"abc", "=3D", "=\n", "=\r\n", "\n", "\r\n", " ",     "\t",   "=20", "=c3=a9",
           "=zz", "=",   "=\r", "\r",    ".",  "--",   "From ", "\xE9", kLong, "<a href=3D\"u\">"});
    const std::string before = decoded(body);
    const Replacements edits = test::random_edits(random, before.size());
    Replacements made;
    std::vector<std::size_t> places;
    if (!rewrite::edit_quoted_printable(body, edits, "\n", made, places)) {
      ++refused;
      continue;
    }
    std::string wanted, got;
    rewrite::append_replaced(before, edits, wanted);
    rewrite::append_replaced(body, made, got);
    BOOST_TEST_REQUIRE(places.size() == edits.size());
    if (decoded(got) != wanted)
      BOOST_FAIL("round " << round << "\n[" << body << "]\n[" << got << "]\n[" << wanted << "]\n["
                          << decoded(got) << "]");
  }
  BOOST_TEST(refused < 6000U);  // those that cut a line end in two
  BOOST_TEST_MESSAGE(refused << " of 20,000 refused");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
