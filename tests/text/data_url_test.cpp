// SPDX-License-Identifier: MIT
#include "text/data_url.h"

#include <boost/test/unit_test.hpp>

using namespace basewalk::text;

namespace {

struct Row {
  std::string_view url, media_type;
  bool is_base64;
  std::string_view bytes;
};

constexpr Row kRows[] = {
    // RFC 2397 4
    {"data:,A%20brief%20note", "", false, "A brief note"},
    {"data:text/plain;charset=iso-8859-7,%be%fg%be", "text/plain", false, "\xBE%fg\xBE"},
    {"data:text/html;base64,PGI+", "text/html", true, "<b>"},
    {"DATA:Text/HTML ; charset=x ; BASE64 ,PGI%2B", "Text/HTML", true, "<b>"},
    {"data:;base64,Zm8=", "", true, "fo"},
    {"data:;base64,Zm8", "", true, "fo"},
    {"data:;base64,-_-_", "", true, "\xFB\xFF\xBF"},
    {"data:;base64,Z m\r\n8", "", true, "fo"},
    // The last parameter, and no other, says that it is base64.
    {"data:text/html;base64;charset=x,PGI+", "text/html", false, "PGI+"},
    {"data:base64,PGI+", "base64", false, "PGI+"},
    {"data:text/html;xbase64,PGI+", "text/html", false, "PGI+"},
    // The first comma ends the head; a fragment is the caller's to look for.
    {"data:a,b,c#d", "a", false, "b,c#d"},
    {"data:,", "", false, ""},
};

BOOST_AUTO_TEST_SUITE(data_urls)

BOOST_AUTO_TEST_CASE(one_is_taken_apart) {
  for (const Row& row : kRows) {
    const auto split = split_data_url(row.url);
    BOOST_TEST_REQUIRE(split.has_value(), row.url);
    BOOST_TEST(split->media_type == row.media_type);
    BOOST_TEST(split->is_base64 == row.is_base64);
    BOOST_TEST(split->bytes() == row.bytes);
  }
}

BOOST_AUTO_TEST_CASE(the_first_charset_counts) {
  const std::pair<std::string_view, std::string_view> rows[] = {
      {"data:text/html,a", ""},
      {"data:text/html;charset=koi8-r,a", "koi8-r"},
      {"data:text/html; CharSet=koi8-r ;base64,a", "koi8-r"},
      {"data:;charset=\"koi8-r\";x,a", "koi8-r"},
      {"data:;charset=\"koi8-r,a", "koi8-r"},
      {"data:;x;charset=;charset=a;charset=b,a", "a"},
      {"data:;x=\";charset=b\";charset=c,a", "c"},
      {"data:;charset =b,a", ""},
      {"data:;,a", ""},
      {"data:;charset,a", ""},
  };
  for (const auto& [url, charset] : rows)
    BOOST_TEST(split_data_url(url)->charset() == charset, url);
}

BOOST_AUTO_TEST_CASE(what_is_none_is_none) {
  for (const std::string_view url : {"", "data", "data:", "data:text/html", "data:;base64",
                                     " data:,a", "xdata:,a", "http://h/data:,a"})
    BOOST_TEST(!split_data_url(url), url);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
