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

// Lines of an odd length may end between the two of the padding: what the edit needs takes the
// place of both.
BOOST_AUTO_TEST_CASE(writes_padding_again_that_two_lines_have) {
  const std::string_view with = "abcdef";
  for (std::size_t length = 2; length < 12; ++length)
    for (std::size_t size = length; size < 40; ++size)
      for (std::size_t more = 0; more < 3; ++more) {
        const std::string text(size, 'x'), before(with.substr(0, more));
        BOOST_TEST(edited(encoded(text, length, "\n"), {{0, 0, before}}) ==
                       encoded(before + text, length, "\n"),
                   length << " " << size << " " << more);
      }
  // What is none of the padding stays.
  for (const std::string_view footer : {"\n==\n", "\n=====\nlist\n", "\n= x\n"})
    BOOST_TEST(edited("eA=" + std::string(footer), {{0, 0, "ab"}}) ==
               "YWJ\n4" + std::string(footer));
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

// Mailing lists put text in the clear behind a body, whether its length asked for padding or not.
BOOST_AUTO_TEST_CASE(keeps_what_stands_behind_the_digits) {
  for (const std::string_view footer :
       {"_______________________________________________\r\nList mailing list\r\n"
        "http://lists.example/x\r\n",
        "\r\n-- \r\nAny text, even QUJD\r\n", "=\r\n\r\n===\r\n", "one word\r\n",
        "!\r\nQUJDREVG\r\n"}) {
    for (const std::size_t size : {std::size_t{5}, std::size_t{60}, std::size_t{61},
                                   std::size_t{62}, std::size_t{500}, std::size_t{501}}) {
      for (const std::size_t length : {std::size_t{60}, std::size_t{76}}) {
        std::string text = "<a href=x>" + std::string(size, 't');
        const std::string body = encoded(text, length, "\r\n") + std::string(footer);
        for (const std::string_view url : {"https://h.example/", "y", "zz", "", "aaaa"}) {
          const Replacements edits = {{8, 9, std::string(url)}};
          const std::string got = edited(body, edits);
          BOOST_TEST(got.ends_with(footer), "[" << got << "] " << size);
          std::string wanted;
          rewrite::append_replaced(decoded(body), edits, wanted);
          BOOST_TEST(decoded(got) == wanted, "[" << got << "] " << size);
        }
      }
    }
  }
}

// Pieces that were encoded one by one: those behind an edit stay as they are.
BOOST_AUTO_TEST_CASE(keeps_what_was_encoded_by_itself) {
  std::string body;
  for (const std::string_view piece : {"<p>one</p>.", "<a href=x>", "<p>three</p>.."}) {
    text::append_base64(body, piece);
    body += '\n';
  }
  const std::string before = decoded(body);
  const std::size_t at = before.find("x>");
  const std::string got = edited(body, {{at, at + 1, "http://h.example/"}});
  BOOST_TEST(got.starts_with(body.substr(0, body.find('\n') + 1)));
  BOOST_TEST(got.ends_with(body.substr(body.rfind('\n', body.size() - 2))));
  BOOST_TEST(decoded(got) == before.substr(0, at) + "http://h.example/" + before.substr(at + 1));
}

// Where edits are, and the line from which on all is written again, counted byte by byte.
struct Counted {
  std::size_t start = 0;
  std::vector<std::size_t> places;
};
Counted counted(std::string_view body, const Replacements& edits) {
  Counted counted;
  const bool url = text::has_url_alphabet(body);
  std::size_t bytes = 0, digits = 0, next = 0;
  for (std::size_t at = 0; at < body.size() && next < edits.size(); ++at) {
    const char c = body[at];
    if ((at == 0 || body[at - 1] == '\n') && bytes + (digits > 0 ? 3 : 0) <= edits[0].begin)
      counted.start = at;
    if (c == '=') {
      if (digits > 1) bytes += digits - 1;
      digits = 0;
    } else if (text::is_base64_digit(c) || (url && (c == '-' || c == '_'))) {
      digits = (digits + 1) % 4;
      if (digits == 0) bytes += 3;
    }
    for (; next < edits.size() && bytes > edits[next].begin; ++next) counted.places.push_back(at);
  }
  counted.places.resize(edits.size(), body.size());
  return counted;
}

BOOST_AUTO_TEST_CASE(finds_the_places_that_are_found_byte_by_byte) {
  test::Random random(23);
  const std::string kLine(64, 'Q');
  for (int round = 0; round < 5000; ++round) {
    std::string body;
    for (std::size_t i = random.below(30); i > 0; --i)
      body += random.one_of({"QUJD", "REVG", "A", "=", "==", "-", "_", "!", "\n", "\r\n", "+/+/",
                             kLine + "\n", kLine + "QUJDREVGQUJD\r\n"});
    const std::string before = decoded(body);
    const Replacements edits = test::random_edits(random, before.size());
    if (edits.empty()) continue;
    const Counted wanted = counted(body, edits);
    Replacements made;
    std::vector<std::size_t> places;
    rewrite::edit_base64(body, before, edits, "\r\n", false, made, places);
    if (places != wanted.places || made.front().begin != wanted.start)
      BOOST_FAIL("round " << round << "\n[" << body << "]");
  }
}

BOOST_AUTO_TEST_CASE(decodes_to_the_edited_bytes_whatever_the_body) {
  test::Random random(11);
  std::size_t differ = 0, refused = 0;
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
    if (!damaged) BOOST_FAIL("round " << round << "\n[" << body << "]\n[" << got << "]");
    if (decoded(edited(body, edits, true)) != wanted) ++refused;
  }
  // Where the last "+" or "/" goes, what is kept may be of another alphabet.
  BOOST_TEST(refused < 60U);
  // Of damaged bodies a few cannot be written again from the middle; the rewriter sees that.
  BOOST_TEST_MESSAGE(differ << " of 20,000 had to be written whole");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
