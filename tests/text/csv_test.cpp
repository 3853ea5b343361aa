// SPDX-License-Identifier: MIT
#include "text/csv.h"

#include <boost/test/unit_test.hpp>

using namespace basewalk::text;

namespace {
std::string csv(std::string_view text) {
  std::string out = "x,";
  append_csv(out, text);
  return out.substr(2);
}
}  // namespace

BOOST_AUTO_TEST_SUITE(csv_fields)

BOOST_AUTO_TEST_CASE(quotes_only_where_rfc_4180_asks_for_them) {
  BOOST_TEST(csv("") == "");
  BOOST_TEST(csv("a b;c") == "a b;c");
  BOOST_TEST(csv("a,b") == "\"a,b\"");
  BOOST_TEST(csv("a\nb") == "\"a\nb\"");
  BOOST_TEST(csv("a\rb") == "\"a\rb\"");
  BOOST_TEST(csv("\"") == "\"\"\"\"");
  BOOST_TEST(csv("say \"no\", twice") == "\"say \"\"no\"\", twice\"");
}

BOOST_AUTO_TEST_CASE(what_is_no_utf8_is_replaced) {
  BOOST_TEST(csv("a\xFF") == "a\xEF\xBF\xBD");
  BOOST_TEST(csv("a\xFF,") == "\"a\xEF\xBF\xBD,\"");
  BOOST_TEST(csv("\xC3\xA4") == "\xC3\xA4");
}

BOOST_AUTO_TEST_CASE(with_tabs_what_would_end_a_field_is_written_with_a_backslash) {
  const auto tsv = [](std::string_view text) {
    std::string out = "x\t";
    append_tsv(out, text);
    return out.substr(2);
  };
  BOOST_TEST(tsv("") == "");
  BOOST_TEST(tsv("a,\"b c") == "a,\"b c");
  BOOST_TEST(tsv("\ta\nb\r\n") == "\\ta\\nb\\r\\n");
  BOOST_TEST(tsv("a\\tb") == "a\\\\tb");
  BOOST_TEST(tsv("\xFF\xC3\xA4") == "\xEF\xBF\xBD\xC3\xA4");
}

BOOST_AUTO_TEST_SUITE_END()
