// SPDX-License-Identifier: MIT
#include "basewalk/url/url.h"

#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>

#include <string>
#include <vector>

#include "support/files.h"
#include "url/plain.h"

namespace data = boost::unit_test::data;
namespace url = basewalk::url;
using basewalk::test::ExactCopy;
using basewalk::test::read_table;
using basewalk::test::Row;
using namespace std::string_literals;

namespace {

// "-" is absent, as in split.tsv.
std::string shown(const url::Component& part) {
  return part.present ? std::string(part.text) : "-";
}
std::string shown(const std::optional<std::string>& part) { return part.value_or("-"); }

struct HostRow {
  std::string_view authority, host;
};
constexpr HostRow kHosts[] = {
    {"h", "h"},         {"h:80", "h"},    {"u:p@h:80", "h"}, {"u@v@h", "h"},
    {"", ""},           {"@", ""},        {":80", ""},       {"u@[::1]:80", "[::1]"},
    {"[::1]", "[::1]"}, {"[::1", "[::1"}, {"a:b:c", "a"},    {"[u@h", "h"},
};

struct SchemeRow {
  std::string_view text, scheme;
};
constexpr SchemeRow kSchemes[] = {{"http://a", "http"}, {"HtTp:", "HtTp"}, {"a+b-c.1:x", "a+b-c.1"},
                                  {"1a:b", ""},         {":x", ""},        {"a_b:c", ""},
                                  {"http", ""},         {"", ""},          {"a/b:c", ""},
                                  {"\xC3\xA9:x", ""}};

struct UnwrapRow {
  std::string_view text, inner;
  bool brackets, prefix, white_space;
};
constexpr UnwrapRow kWrapped[] = {
    {"http://h/", "http://h/", false, false, false},
    {"<http://h/>", "http://h/", true, false, false},
    {"<URL:http://h/>", "http://h/", true, true, false},
    {"  <uRl:http://h/>\r\n", "http://h/", true, true, false},
    {"<URL: http://h/>", "http://h/", true, true, true},
    {"< URL:http://h/ >", "http://h/", true, true, true},
    {"URL:http://h/a\r\n\tb c", "http://h/abc", false, true, true},
    {"http://h/a b", "http://h/ab", false, false, true},
    {"<http://h/", "http://h/", true, false, false},
    {"http://h/>", "http://h/>", false, false, false},
    {"<>", "", true, false, false},
    {"", "", false, false, false},
    {"<URL:URL:x>", "URL:x", true, true, false},
};

struct CharacterRow {
  std::string_view text;
  bool valid;
  std::size_t offset;
};
using namespace std::string_view_literals;
constexpr CharacterRow kCharacters[] = {
    {"", true, 0},
    {"http://u:p@h:1/a-._~!$&'()*+,;=?q#[]", true, 0},
    {"%41%zz", false, 3},
    {"%4", false, 0},
    {"a%", false, 1},
    {"%aF", true, 0},
    {"a b", false, 1},
    {"a\\b", false, 1},
    {"\"", false, 0},
    {"a<", false, 1},
    {"{", false, 0},
    {"a\0b"sv, false, 1},
    {"ab\xC3\xA9", false, 2},
    {"\x7F", false, 0},
};

}  // namespace

BOOST_AUTO_TEST_SUITE(url_text)

BOOST_DATA_TEST_CASE(splits_as_each_standard_says, data::make(read_table("url/split.tsv"s)), row) {
  const ExactCopy text(row[1]);
  const url::Rules rules = url::rules_named(row[0]).value();
  const url::Components parts = url::split(text.view(), rules);
  BOOST_TEST(shown(parts.scheme) == row[2]);
  BOOST_TEST(shown(parts.authority) == row[3]);
  BOOST_TEST(parts.path == row[4]);
  BOOST_TEST(shown(parts.params) == row[5]);
  BOOST_TEST(shown(parts.query) == row[6]);
  BOOST_TEST(shown(parts.fragment) == row[7]);

  const auto plain = basewalk::test::plain::split(row[1], rules);
  BOOST_TEST(shown(plain.scheme) == row[2]);
  BOOST_TEST(shown(plain.authority) == row[3]);
  BOOST_TEST(plain.path == row[4]);
  BOOST_TEST(shown(plain.params) == row[5]);
  BOOST_TEST(shown(plain.query) == row[6]);
  BOOST_TEST(shown(plain.fragment) == row[7]);
}

BOOST_AUTO_TEST_CASE(names_of_rules_lead_back_to_them) {
  for (const auto rules :
       {url::Rules::rfc1808, url::Rules::rfc2396, url::Rules::rfc3986, url::Rules::whatwg})
    BOOST_TEST((url::rules_named(url::name(rules)) == rules));
  BOOST_TEST(!url::rules_named("rfc9999").has_value());
  BOOST_TEST(!url::rules_named("").has_value());
  BOOST_TEST(!url::rules_named("RFC1808").has_value());
}

BOOST_AUTO_TEST_CASE(finds_the_scheme_as_it_is_written) {
  for (const SchemeRow& row : kSchemes) {
    BOOST_TEST_CONTEXT(row.text) {
      BOOST_TEST(url::scheme_of(ExactCopy(row.text).view()) == row.scheme);
      BOOST_TEST(url::is_absolute(row.text) == !row.scheme.empty());
    }
  }
}

BOOST_AUTO_TEST_CASE(finds_the_host_between_user_info_and_port) {
  for (const HostRow& row : kHosts) {
    BOOST_TEST_CONTEXT(row.authority) {
      const ExactCopy authority(row.authority);
      BOOST_TEST(url::host_of_authority(authority.view()) == row.host);
    }
  }
}

BOOST_DATA_TEST_CASE(takes_the_wrapping_off, data::make(read_table("url/wrappers.tsv"s)), row) {
  std::string text = basewalk::test::unescape(row[2]);
  // The name of the header field is not this layer's business.
  if (const auto bracket = text.find('<'); bracket != std::string::npos) text.erase(0, bracket);
  std::string inner = "before ";
  url::unwrap(ExactCopy(text).view(), inner);
  BOOST_TEST(inner == "before " + row[3]);
}

BOOST_AUTO_TEST_CASE(says_what_wrapping_it_took_off) {
  for (const UnwrapRow& row : kWrapped) {
    BOOST_TEST_CONTEXT(row.text) {
      std::string inner;
      const url::Unwrapped found = url::unwrap(ExactCopy(row.text).view(), inner);
      BOOST_TEST(inner == row.inner);
      BOOST_TEST(found.brackets == row.brackets);
      BOOST_TEST(found.prefix == row.prefix);
      BOOST_TEST(found.white_space == row.white_space);
    }
  }
}

BOOST_AUTO_TEST_CASE(finds_the_first_character_that_no_url_may_hold) {
  for (const CharacterRow& row : kCharacters) {
    BOOST_TEST_CONTEXT(row.text) {
      const ExactCopy text(row.text);
      std::size_t offset = 0;
      BOOST_TEST(url::has_valid_characters(text.view(), &offset) == row.valid);
      BOOST_TEST(url::has_valid_characters(text.view()) == row.valid);
      BOOST_TEST(offset == row.offset);
    }
  }
}

BOOST_AUTO_TEST_CASE(a_scheme_is_one_as_a_whole) {
  for (const char* scheme : {"http", "x-a", "a", "svn+ssh", "a.b-c+1"})
    BOOST_TEST(url::is_scheme(scheme), scheme);
  for (const char* none : {"", ":", "http:", "1a", "a b", "a/b", "-a", "http://h"})
    BOOST_TEST(!url::is_scheme(none), none);
}

BOOST_AUTO_TEST_SUITE_END()
