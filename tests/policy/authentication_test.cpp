// SPDX-License-Identifier: MIT
#include "policy/authentication.h"

#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>

#include <string>
#include <vector>

#include "support/files.h"

namespace data = boost::unit_test::data;
using namespace basewalk;
using test::ExactCopy;
using test::read_table;
using test::unescape;

namespace {

std::string shown(const std::optional<policy::AuthenticationResults>& read) {
  if (!read) return "!";
  std::string text = read->authserv_id;
  for (const policy::AuthenticationResults::Result& result : read->results) {
    text += " " + result.method + "=" + result.result;
    for (const auto& [name, value] : result.properties) text += " " + name + "=" + value;
  }
  return text;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(authentication)

BOOST_DATA_TEST_CASE(reads_fields_as_rfc_8601_has_them,
                     data::make(read_table("policy/authentication.tsv")), row) {
  const std::string field = unescape(row[0]);
  BOOST_TEST(shown(policy::read_authentication_results(ExactCopy(field).view())) == row[1]);
}

// A hundred thousand comments in each other, and as many results.
BOOST_AUTO_TEST_CASE(is_linear_and_does_not_recurse) {
  const std::string open(300'000, '('), close(300'000, ')');
  BOOST_TEST(shown(policy::read_authentication_results("a" + open + close + ";dkim=pass")) ==
             "a dkim=pass");
  BOOST_TEST(shown(policy::read_authentication_results("a" + open)) == "!");
  std::string many = "a";
  for (int i = 0; i < 100'000; ++i) many += "; dkim=pass header.d=x.example";
  const auto read = policy::read_authentication_results(many);
  BOOST_REQUIRE(read.has_value());
  BOOST_TEST(read->results.size() == 100'000u);
}

BOOST_AUTO_TEST_SUITE_END()
