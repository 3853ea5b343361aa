// SPDX-License-Identifier: MIT
#include <boost/test/unit_test.hpp>

#include "basewalk/mime/decode.h"
#include "rewrite/random.h"
#include "rewrite/splice/transfer_edit.h"
#include "text/base64.h"

using namespace basewalk;
using rewrite::Replacements;

namespace {

std::string decoded(std::string_view body) {
  Notes ignored;
  std::string out;
  mime::decode_transfer(body, mime::Encoding::base64, out, {ignored});
  return out;
}

std::string edited(std::string_view body, const Replacements& edits, bool whole = false) {
  Replacements made;
  std::vector<std::size_t> places;
  rewrite::edit_base64(body, decoded(body), edits, "\r\n", whole, made, places);
  BOOST_TEST_REQUIRE(places.size() == edits.size());
  std::string got;
  rewrite::append_replaced(body, made, got);
  return got;
}

std::string encoded(std::string_view bytes, std::size_t length, std::string_view line_end) {
  std::string digits, out;
  text::append_base64(digits, bytes);
  for (std::size_t at = 0; at < digits.size(); at += length) {
    out += std::string_view(digits).substr(at, length);
    out += line_end;
  }
  return out;
}

BOOST_AUTO_TEST_SUITE(base64)

BOOST_AUTO_TEST_CASE(keeps_all_lines_before_the_edit_and_the_length_of_lines) {
  const std::string text =
      "The quick brown fox jumps over the lazy dog, again and again and again.";
  for (const std::size_t length :
       {std::size_t{4}, std::size_t{10}, std::size_t{16}, std::size_t{60}, std::size_t{76}}) {
    for (const std::string_view line_end : {"\n", "\r\n"}) {
      const std::string body = encoded(text, length, line_end);
      std::string wanted_text = text;
      wanted_text.replace(40, 4, "energetic");
      const std::string got = edited(body, {{40, 44, "energetic"}});
      BOOST_TEST(got == encoded(wanted_text, length, line_end));
    }
  }
}

BOOST_AUTO_TEST_CASE(breaks_no_lines_where_the_part_has_none) {
  const std::string text(200, 'x');
  std::string body;
  text::append_base64(body, text);
  const std::string got = edited(body, {{100, 101, "yyyy"}});
  BOOST_TEST(got.find('\n') == std::string::npos);
  BOOST_TEST(decoded(got) == text.substr(0, 100) + "yyyy" + text.substr(101));
}

BOOST_AUTO_TEST_CASE(begins_to_break_lines_where_one_short_line_grows) {
  std::string body;
  text::append_base64(body, "short");
  body += "\r\n";
  const std::string got = edited(body, {{5, 5, std::string(100, 'z')}});
  BOOST_TEST(got.find("\r\n") == 76U);
  BOOST_TEST(got.ends_with("\r\n"));
}

BOOST_AUTO_TEST_CASE(decodes_to_the_edited_bytes_whatever_the_body) {
  test::Random random(11);
  std::size_t differ = 0;
  for (int round = 0; round < 20000; ++round) {
    std::string body;
    const bool damaged = random.below(3) == 0;
    for (std::size_t i = random.below(30); i > 0; --i) {
      if (damaged)
        body +=
            random.one_of({"QUJD", "REVG", "A", "=", "==", "-", "_", "!", "\n", "\r\n", "+/+/"});
      else
        body += random.one_of({"QUJD", "REVG", "QUJDREVGQUJD", "\n", "\r\n", "+/+/"});
    }
    const std::string before = decoded(body);
    const Replacements edits = test::random_edits(random, before.size());
    std::string wanted;
    rewrite::append_replaced(before, edits, wanted);
    const std::string got = edited(body, edits);
    if (decoded(got) == wanted) continue;
    ++differ;
    if (!damaged || decoded(edited(body, edits, true)) != wanted)
      BOOST_FAIL("round " << round << "\n[" << body << "]\n[" << got << "]");
  }
  // Of damaged bodies a few cannot be written again from the middle; the rewriter sees that.
  BOOST_TEST_MESSAGE(differ << " of 20,000 had to be written whole");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
