// SPDX-License-Identifier: MIT
#include "basewalk/url/normalize.h"

#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <string>

#include "basewalk/url/resolve.h"
#include "support/files.h"
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

}  // namespace

BOOST_AUTO_TEST_SUITE(normalize)

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
