// SPDX-License-Identifier: MIT
//
// Percent-encoding, addresses and domain to ASCII by themselves.
#include <boost/test/unit_test.hpp>
#include <string>

#include "support/files.h"
#include "text/hex.h"
#include "url/whatwg.h"

namespace whatwg = basewalk::url::whatwg;
using basewalk::test::ExactCopy;
using namespace std::string_view_literals;

namespace {

std::string encoded(std::string_view text, const basewalk::url::ByteSet& set) {
  std::string out;
  whatwg::append_encoded(ExactCopy(text).view(), set, out);
  return out;
}

std::string to_ascii(std::string_view domain) {
  std::string out;
  return whatwg::append_domain_to_ascii(ExactCopy(domain).view(), out) ? out : "!";
}

struct Row {
  std::string_view text, expected;
};

// The Encoding Standard's decoder: one U+FFFD for each longest piece that could have been the front
// of a sequence.
constexpr Row kUtf8[] = {
    {"\xC3\xA9", "%C3%A9"},
    {"\xE2\x82\xAC", "%E2%82%AC"},
    {"\xF0\x9F\x98\x80", "%F0%9F%98%80"},
    {"\xF4\x8F\xBF\xBF", "%F4%8F%BF%BF"},
    {"\x80", "%EF%BF%BD"},
    {"\xC1\x81", "%EF%BF%BD%EF%BF%BD"},
    {"\xE0\x80\x80", "%EF%BF%BD%EF%BF%BD%EF%BF%BD"},
    {"\xED\xA0\x80", "%EF%BF%BD%EF%BF%BD%EF%BF%BD"},
    {"\xE2\x82", "%EF%BF%BD"},
    {"\xF0\x9F\x98", "%EF%BF%BD"},
    {"\xF0\x9F\x98z", "%EF%BF%BDz"},
    {"\xF0\x8F\x80\x80", "%EF%BF%BD%EF%BF%BD%EF%BF%BD%EF%BF%BD"},
    {"\xF4\x90\x80\x80", "%EF%BF%BD%EF%BF%BD%EF%BF%BD%EF%BF%BD"},
    {"\xF5", "%EF%BF%BD"},
    {"\xFF\xFE", "%EF%BF%BD%EF%BF%BD"},
};

constexpr Row kDecoded[] = {
    {"%41%zz%4", "A%zz%4"},
    {"%", "%"},
    {"%%41", "%A"},
    {"%00", "\0"sv},
    {"a%fFb",
     "a\xFF"
     "b"},
    {"", ""},
};

// What a table of 2022 forbids and UTS 46 maps now.
constexpr Row kMappedNow[] = {
    {"a\u1E9E", "xn--a-qfa"},  // to sharp S, not to "ss"
    {"\u10A0", "xn--rkj"},     // a Georgian capital
    {"\u2183", "xn--r5g"},     // a Roman numeral
    {"\u04C0", "xn--s5a"},     // a Cyrillic palochka
    {"a\u180E"
     "b\u00E9",
     "xn--ab-cja"},               // a Mongolian vowel separator: ignored
    {"\u206A\u00E9", "xn--9ca"},  // a deprecated format character: ignored
    {"\U0002F868", "xn--snl"},    // a corrected decomposition
    {"a\U000E0001\u00E9", "!"},   // a tag stays forbidden
    {"a\u202E\u00E9", "!"},       // a bidi control stays forbidden
    {"a\u2024\u00E9", "!"},       // what would map to a full stop stays forbidden
};

}  // namespace

BOOST_AUTO_TEST_SUITE(whatwg_parts)

BOOST_AUTO_TEST_CASE(encodes_what_is_not_utf_8_as_the_replacement_character) {
  for (const Row& row : kUtf8) BOOST_TEST(encoded(row.text, whatwg::sets::kQuery) == row.expected);
}

BOOST_AUTO_TEST_CASE(percent_encode_sets_contain_one_another) {
  using namespace whatwg::sets;
  for (unsigned b = 0; b < 256; ++b) {
    const char c = static_cast<char>(b);
    if (kC0Control(c)) BOOST_TEST((kFragment(c) && kQuery(c)));
    if (kQuery(c)) BOOST_TEST((kSpecialQuery(c) && kPath(c)));
    if (kPath(c)) BOOST_TEST(kUserInfo(c));
    BOOST_TEST(kC0Control(c) == (b < 0x20 || b > 0x7E));
  }
  BOOST_TEST(encoded(" !\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~", kUserInfo) ==
             "%20!%22%23$%&'()*+,-.%2F%3A%3B%3C%3D%3E%3F%40%5B%5C%5D%5E_%60%7B%7C%7D~");
}

BOOST_AUTO_TEST_CASE(decodes_escapes_and_nothing_else) {
  for (const Row& row : kDecoded)
    BOOST_TEST(basewalk::text::unescaped(ExactCopy(row.text).view()) == row.expected);
}

BOOST_AUTO_TEST_CASE(maps_what_newer_revisions_of_uts_46_map) {
  for (const Row& row : kMappedNow) BOOST_TEST(to_ascii(row.text) == row.expected);
}

BOOST_AUTO_TEST_CASE(knows_which_domains_end_in_a_number) {
  for (const std::string_view yes : {"1", "1.", "a.1", "0x", "a.0xF", "08", "a.0x.", "1.2.3.4"})
    BOOST_TEST(whatwg::ends_in_number(ExactCopy(yes).view()), yes);
  for (const std::string_view no : {"", ".", "a", "1.a", "1..", "0xg", "1x", "a.", "x0"})
    BOOST_TEST(!whatwg::ends_in_number(ExactCopy(no).view()), no);
}

BOOST_AUTO_TEST_SUITE_END()
