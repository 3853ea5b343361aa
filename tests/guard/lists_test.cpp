// SPDX-License-Identifier: MIT
#include "guard/lists.h"

#include <boost/test/unit_test.hpp>
#include <string>

using basewalk::guard::UrlList;

namespace {

struct Row {
  int line;
  std::string_view entry, url;
  bool has;
};
#define ROW(...) \
  { __LINE__, __VA_ARGS__ }

const Row kRows[] = {
    ROW("example.com", "http://example.com/", true),
    ROW("example.com", "https://EXAMPLE.com:8080/a", true),
    ROW("example.com", "https://example.com./a", true),
    ROW("example.com", "http://user@example.com/", true),
    ROW("example.com", "http://www.example.com/", false),
    ROW("example.com", "http://example.com.evil.example/", false),
    ROW("example.com", "http://notexample.com/", false),
    ROW("  Example.COM \r", "http://example.com/", true),
    ROW(".example.com", "http://example.com/", true),
    ROW(".example.com", "http://a.b.example.com/", true),
    ROW(".example.com", "http://aexample.com/", false),
    ROW(".com", "http://example.com/", true),
    ROW("b\u00FCcher.example", "http://xn--bcher-kva.example/", true),
    ROW("xn--bcher-kva.example", "http://xn--bcher-kva.example/x", true),
    ROW("192.0.2.1", "http://192.0.2.1/", true),
    ROW("192.0.2.1", "http://0xC0.0.2.1/", true),
    ROW("[2001:db8::1]", "http://[2001:db8:0::1]:8/", true),
    ROW("example.com/login/", "http://example.com/login/x", true),
    ROW("example.com/login/", "https://example.com/login/", true),
    ROW("example.com/login/", "http://example.com/login", false),
    ROW("example.com/login", "http://example.com/logins", true),
    ROW("example.com/login/", "http://example.com/%6Cogin/x", true),
    ROW("example.com/login/", "http://example.com/a/../login/x", true),
    ROW("example.com/%6cogin/", "http://example.com/login/x", true),
    ROW("example.com/Login/", "http://example.com/login/x", false),
    ROW("example.com/a?b=", "http://example.com/a?b=c", true),
    ROW("https://example.com/a", "https://example.com/a", true),
    ROW("https://example.com/a", "http://example.com/a", false),
    ROW("https://example.com", "https://example.com/a", true),
    ROW("https://example.com", "http://example.com/a", false),
    ROW("example.com:8080", "http://example.com:8080/x", true),
    ROW("example.com:8080", "http://example.com/x", false),
    ROW("example.com:80/", "http://example.com/x", true),
    ROW("example.com:80/", "https://example.com/x", false),
    ROW("https://[::1]:8443/", "https://[::1]:8443/x", true),
    ROW("[::1]:8443", "https://[::1]:8443/x", true),
    ROW("[::1]:8443", "https://[::1]/x", false),
    ROW("[::1]:8443/a", "https://[::1]:8443/ab", true),
    ROW("[::1]:8443/a", "https://[::1]:9/ab", false),
    ROW("[::1]/a", "https://[::1]:9/ab", true),
    ROW("http://192.0.2.1/24", "http://192.0.2.1/24", true),
    ROW("192.0.2.1/2400", "http://192.0.2.1/2400", true),
    ROW("1.example/24", "http://1.example/24", true),
    ROW("example.com.", "http://example.com/", true),
    ROW("\xEF\xBB\xBF.example.com", "http://a.example.com/", true),
    ROW("\xEF\xBB\xBF# example.com\na.example", "http://a.example/", true),
    ROW("a.example\n\xEF\xBB\xBF.example.com\r\n", "http://a.example.com/", true),
    ROW("# example.com", "http://example.com/", false),
    ROW("", "http://example.com/", false),
};

BOOST_AUTO_TEST_SUITE(lists_suite)

BOOST_AUTO_TEST_CASE(has_what_its_entries_say) {
  for (const Row& row : kRows) {
    const auto list = UrlList::read(row.entry);
    BOOST_TEST_REQUIRE(list.has_value(), row.line);
    BOOST_TEST(list->has(row.url) == row.has, row.line);
  }
}

BOOST_AUTO_TEST_CASE(says_which_line_makes_no_sense) {
  for (const std::string_view line : {"a b.example",
                                      ".example.com/x",
                                      "192.0.2.0/24",
                                      "10.0.0.0/8 ",
                                      "[2001:db8::]/32",
                                      ".example.com:80",
                                      "*.example.com",
                                      "user@example.com",
                                      "javascript:x",
                                      "file:///etc/passwd",
                                      "http://",
                                      "/path",
                                      "a?b",
                                      "exa%6dple.com",
                                      ".",
                                      "..example.com",
                                      "a..example.com",
                                      ".example.com..",
                                      "example.com..",
                                      "\u200B.example.com",
                                      "a.\u200B.example.com",
                                      "example.com:",
                                      "example.com:/x",
                                      "[::1]:",
                                      "example.com/x#y"}) {
    const auto list = UrlList::read("good.example\n\n# x\n" + std::string(line) + "\nb.example\n");
    BOOST_TEST_REQUIRE(!list.has_value(), line);
    BOOST_TEST(list.error().offset == 4U, line);
    BOOST_TEST(!list.error().detail.empty(), line);
  }
}

BOOST_AUTO_TEST_CASE(many_entries_are_read_and_found) {
  std::string text;
  for (int i = 0; i < 50'000; ++i) text += "h" + std::to_string(i) + ".example\n";
  const auto list = UrlList::read(text);
  BOOST_TEST_REQUIRE(list.has_value());
  BOOST_TEST(list->entries() == 50'000U);
  BOOST_TEST(list->has("http://h49999.example/"));
  BOOST_TEST(!list->has("http://h50000.example/"));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
