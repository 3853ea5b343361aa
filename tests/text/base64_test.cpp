// SPDX-License-Identifier: MIT
#include "text/base64.h"

#include <openssl/evp.h>

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <string>
#include <utility>

#include "support/files.h"

using basewalk::test::ExactCopy;
using namespace basewalk::text;

namespace {

std::string encoded(std::string_view bytes) {
  std::string out;
  append_base64(out, ExactCopy(bytes).view());
  return out;
}

std::string decoded(std::string_view body, UrlDigits url = UrlDigits::where_no_others_are) {
  std::string out;
  append_base64_decoded(out, ExactCopy(body).view(), url);
  return out;
}

std::string encoded_by_openssl(std::string_view bytes) {
  std::string out(bytes.size() / 3 * 4 + 5, '\0');
  const int size = EVP_EncodeBlock(reinterpret_cast<unsigned char*>(out.data()),
                                   reinterpret_cast<const unsigned char*>(bytes.data()),
                                   static_cast<int>(bytes.size()));
  out.resize(static_cast<std::size_t>(size));
  return out;
}

BOOST_AUTO_TEST_SUITE(base64)

// RFC 4648 10
BOOST_AUTO_TEST_CASE(writes_the_rfcs_examples) {
  constexpr std::pair<std::string_view, std::string_view> kRows[] = {{"", ""},
                                                                     {"f", "Zg=="},
                                                                     {"fo", "Zm8="},
                                                                     {"foo", "Zm9v"},
                                                                     {"foob", "Zm9vYg=="},
                                                                     {"fooba", "Zm9vYmE="},
                                                                     {"foobar", "Zm9vYmFy"}};
  for (const auto& [bytes, digits] : kRows) {
    BOOST_TEST(encoded(bytes) == digits);
    BOOST_TEST(decoded(digits) == bytes);
  }
  std::string out = "before ";
  append_base64(out, "foo");
  BOOST_TEST(out == "before Zm9v");
}

BOOST_AUTO_TEST_CASE(all_bytes_go_there_and_back_at_each_length) {
  std::string bytes;
  for (int i = 0; i < 600; ++i) {
    BOOST_TEST(encoded(bytes) == encoded_by_openssl(bytes));
    BOOST_TEST(decoded(encoded(bytes)) == bytes);
    bytes += static_cast<char>(i * 7);
  }
}

BOOST_AUTO_TEST_CASE(all_pairs_of_bytes_go_there_and_back) {
  for (int i = 0; i < 65536; ++i) {
    const char bytes[] = {static_cast<char>(i >> 8), static_cast<char>(i)};
    if (decoded(encoded({bytes, 2})) != std::string_view(bytes, 2)) BOOST_FAIL(i);
  }
}

BOOST_AUTO_TEST_CASE(sixty_four_bytes_are_digits) {
  for (int c = 0; c < 256; ++c) {
    const char byte = static_cast<char>(c);
    const bool is_digit = (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
                          (c >= '0' && c <= '9') || c == '+' || c == '/';
    BOOST_TEST(is_base64_digit(byte) == is_digit);
    // Whatever is none is passed over, wherever it stands.
    if (is_digit || byte == '=' || byte == '-' || byte == '_') continue;
    for (std::size_t at = 0; at <= 8; ++at)
      BOOST_TEST(decoded(std::string("Zm9vYmFy").insert(at, 1, byte)) == "foobar");
  }
}

// Blocks of sixteen bytes, and what is left behind them.
BOOST_AUTO_TEST_CASE(runs_of_digits_end_at_every_byte_that_is_none) {
  for (const bool url : {false, true})
    for (std::size_t size = 0; size < 40; ++size)
      for (std::size_t at = 0; at < size; ++at)
        for (int c = 0; c < 256; ++c) {
          std::string text(size, 'x');
          text[at] = static_cast<char>(c);
          const bool is_digit = is_base64_digit(text[at]) || (url && (c == '-' || c == '_'));
          for (std::size_t from : {std::size_t{0}, at})
            if (skip_base64_digits(text, from, url) != (is_digit ? size : at))
              BOOST_FAIL("byte " << c << " at " << at << " of " << size);
        }
}

BOOST_AUTO_TEST_CASE(the_other_alphabet_is_known_by_what_is_not_there) {
  BOOST_TEST(decoded("-_QU") == decoded("+/QU"));
  // A rule, a word of a footer among blanks, a line with something else in it.
  BOOST_TEST(decoded("-_-_") == "");
  BOOST_TEST(decoded("QUJD\n____\n-- \nmailing-list x") == decoded("QUJDmailinglistx"));
  BOOST_TEST(decoded("QUJD\nxy-_\n") == decoded("QUJDxy+/"));
  BOOST_TEST(decoded("-_QU", UrlDigits::never) == decoded("QU"));
  BOOST_TEST(decoded("-_+/") == decoded("+/"));
  BOOST_TEST(decoded("-_+/", UrlDigits::always) == decoded("+/+/"));
  BOOST_TEST(decoded("-_-_", UrlDigits::always) == decoded("+/+/"));
}

BOOST_AUTO_TEST_CASE(what_is_odd_is_told_where_it_first_is) {
  constexpr std::size_t kNot = Base64Damage::kNot;
  const auto damage = [](std::string_view body) {
    std::string out;
    return append_base64_decoded(out, body);
  };
  BOOST_TEST(damage("Zm9v\r\nYg==").junk == kNot);
  BOOST_TEST(damage("Zm9v\r\nYg==").padding == kNot);
  BOOST_TEST(damage("Z m9v\tY\rg\n= = ").junk == kNot);  // white space is none of it
  BOOST_TEST(damage("Zm9v\vYg==").junk == 4u);
  BOOST_TEST(damage("Zm9v!Yg=?").junk == 4u);
  BOOST_TEST(damage("Zm9vYg").padding == 6u);
  BOOST_TEST(damage("Zm9v=").padding == 4u);
  BOOST_TEST(damage("Zm9vY").truncated == 5u);
  BOOST_TEST(damage("Zg==Zg==").run == 4u);
  BOOST_TEST(damage("Zg==Zm9v").run == 4u);
  BOOST_TEST(damage("AA-_").url == 2u);
  BOOST_TEST(damage("Zg==").run == kNot);
  BOOST_TEST(decoded("Zg==Zg==") == "ff");
  BOOST_TEST(decoded("Zm9vY") == "foo");
}

// In pieces of each size, over white space, padding and junk.
BOOST_AUTO_TEST_CASE(pieces_give_what_the_whole_gives) {
  for (const std::string_view body :
       {"Zm9vYmFyZm9vYmFy", "Zm9v\r\nYmFy\r\n", "Zg==Zm8=Zm9v", "Z!m?9=v", "-_-_AAAA", "Zm9vY"}) {
    for (std::size_t size = 1; size <= body.size(); ++size) {
      const ExactCopy copy(body);
      Base64Reader reader(copy.view());
      std::string out;
      for (std::size_t at = 0; at < body.size(); at += size) {
        const std::size_t end = std::min(at + size, body.size());
        std::string piece(size / 4 * 3 + 6, '\0');
        const char* const stop = reader.run(end, piece.data());
        out.append(piece.data(), static_cast<std::size_t>(stop - piece.data()));
      }
      char last[2];
      const char* const stop = reader.finish(last);
      out.append(last, static_cast<std::size_t>(stop - last));
      BOOST_TEST(out == decoded(body));
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
