// SPDX-License-Identifier: MIT
#include "basewalk/url/normalize.h"

#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <string>

#include "basewalk/url/resolve.h"
#include "support/files.h"
#include "text/ascii.h"
#include "url/generated.h"

namespace data = boost::unit_test::data;
namespace url = basewalk::url;
using basewalk::test::ExactCopy;
using namespace std::string_literals;

namespace {

std::string normal(std::string_view text, const url::NormalizeOptions& options = {}) {
  std::string out = "=";
  url::normalize(ExactCopy(text).view(), options, out);
  BOOST_TEST(out.front() == '=');
  return out.substr(1);
}

// RFC 3986 6.2.2.1 and 6.2.2.2 one byte at a time: what the engine copies in runs.
std::string plain_text(std::string_view text) {
  const auto value = [](char c) {
    return std::string_view("0123456789abcdef").find(basewalk::ascii::to_lower(c));
  };
  std::string out;
  std::size_t stray = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool escape =
        text[i] == '%' && i + 2 < text.size() && value(text[i + 1]) < 16 && value(text[i + 2]) < 16;
    if (text[i] == '%' && !escape) stray = out.size() + 3;
    if (!escape) {
      out += text[i];
      continue;
    }
    const char byte = static_cast<char>(value(text[i + 1]) << 4 | value(text[i + 2]));
    const bool unreserved = (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
                            (byte >= '0' && byte <= '9') || byte == '-' || byte == '.' ||
                            byte == '_' || byte == '~';
    if (unreserved && out.size() >= stray) {
      out += byte;
    } else {
      out += '%';
      for (char digit : text.substr(i + 1, 2))
        out += digit >= 'a' ? static_cast<char>(digit - 0x20) : digit;
    }
    i += 2;
  }
  return out;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(normalize)

BOOST_AUTO_TEST_CASE(copies_runs_as_byte_by_byte) {
  constexpr std::string_view kBytes = "%%%4162fE7zZ";
  std::uint32_t state = 1738;
  for (int n = 0; n < 50'000; ++n) {
    std::string query;
    for (std::uint32_t size = (state >> 16) % 20; size > 0; --size) {
      state = state * 1664525 + 1013904223;
      query += kBytes[(state >> 16) % kBytes.size()];
    }
    state = state * 1664525 + 1013904223;
    const std::string url = "http://h/?";
    if (normal(url + query) != url + plain_text(query)) BOOST_TEST_ERROR(query);
  }
}

BOOST_DATA_TEST_CASE(gives_the_normal_form,
                     data::make(basewalk::test::read_table("url/normalize.tsv"s)), row) {
  BOOST_TEST(normal(row[0]) == row[1]);
  BOOST_TEST(normal(row[1]) == row[1]);
  BOOST_TEST(url::are_equivalent(row[0], row[1]));
}

BOOST_AUTO_TEST_CASE(each_rung_can_be_left_out) {
  const std::string text = "HTTP://H:80/%7e/../%c3";
  url::NormalizeOptions options;
  options.letter_case = false;
  BOOST_TEST(normal(text, options) == "HTTP://H/%c3");
  options = {};
  options.escapes = false;
  BOOST_TEST(normal("http://h/%7e", options) == "http://h/%7E");
  options = {};
  options.dot_segments = false;
  BOOST_TEST(normal(text, options) == "http://h/~/../%C3");
  options = {};
  options.scheme_based = false;
  BOOST_TEST(normal(text, options) == "http://h:80/%C3");
  BOOST_TEST(normal("file://localhost", options) == "file://localhost");
}

BOOST_AUTO_TEST_CASE(a_normal_form_is_its_own) {
  for (const std::string& text : basewalk::test::generated_references()) {
    const std::string once = normal(text);
    if (normal(once) != once) BOOST_TEST_ERROR(text << " gave " << once);
    // Nothing gains or loses a component.
    const url::Components before = url::split(text, url::Rules::rfc3986);
    const url::Components after = url::split(once, url::Rules::rfc3986);
    if (before.scheme.present != after.scheme.present ||
        before.authority.present != after.authority.present ||
        before.query.present != after.query.present ||
        before.fragment.present != after.fragment.present)
      BOOST_TEST_ERROR(text << " gave " << once);
  }
}

BOOST_AUTO_TEST_CASE(tells_what_is_not_equivalent) {
  BOOST_TEST(url::are_equivalent("http://h", "HTTP://H:80/"));
  BOOST_TEST(!url::are_equivalent("http://h/a", "http://h/A"));
  BOOST_TEST(!url::are_equivalent("http://h/a", "http://h/a/"));
  BOOST_TEST(!url::are_equivalent("http://h/?", "http://h/"));
  BOOST_TEST(!url::are_equivalent("http://h/%2F", "http://h//"));
  BOOST_TEST(!url::are_equivalent("http://h:81/", "http://h/"));
}

BOOST_AUTO_TEST_SUITE_END()
