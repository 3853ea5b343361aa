// SPDX-License-Identifier: MIT
#include "url/scan.h"

#include <boost/test/unit_test.hpp>
#include <string>

#include "support/files.h"

namespace url = basewalk::url;
using basewalk::test::ExactCopy;

BOOST_AUTO_TEST_SUITE(scan)

BOOST_AUTO_TEST_CASE(finds_a_byte_wherever_it_stands) {
  for (std::size_t length = 0; length <= 50; ++length) {
    BOOST_TEST((!url::any_byte<0x21, 0x7E, '"', '\\'>(ExactCopy(std::string(length, 'a')).view())));
    for (std::size_t at = 0; at < length; ++at) {
      for (const char c : {'\x20', '\x7F', '\xFF', '\0', '"', '\\'}) {
        std::string text(length, 'a');
        text[at] = c;
        BOOST_TEST((url::any_byte<0x21, 0x7E, '"', '\\'>(ExactCopy(text).view())));
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(takes_every_byte_as_unsigned) {
  for (unsigned b = 0; b < 256; ++b) {
    for (const std::size_t length : {1U, 16U}) {
      const std::string text(length, static_cast<char>(b));
      BOOST_TEST((url::any_byte<0x21, 0x7E>(text)) == (b < 0x21 || b > 0x7E));
      BOOST_TEST((url::any_byte<0, 0xFF, '\n'>(text)) == (b == '\n'));
    }
  }
}

BOOST_AUTO_TEST_CASE(asks_cheaply_whether_there_may_be_dot_segments) {
  for (std::size_t length = 0; length <= 40; ++length) {
    for (std::size_t at = 0; at + 1 < length; ++at) {
      std::string path(length, 'a');
      path[at + 1] = '.';
      BOOST_TEST(!url::may_have_dot_segments(ExactCopy(path).view()));
      path[at] = '/';
      BOOST_TEST(url::may_have_dot_segments(ExactCopy(path).view()));
    }
  }
  BOOST_TEST(url::may_have_dot_segments("."));
  BOOST_TEST(!url::may_have_dot_segments(""));
}

BOOST_AUTO_TEST_SUITE_END()
