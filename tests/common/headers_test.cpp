// SPDX-License-Identifier: MIT
//
// The small headers that all layers see.
#include <boost/test/unit_test.hpp>
#include <memory>

#include "basewalk/limits.h"
#include "basewalk/result.h"
#include "basewalk/version.h"

using namespace basewalk;

BOOST_AUTO_TEST_SUITE(headers)

// docs/security.md tells them to users.
BOOST_AUTO_TEST_CASE(limits_are_those_of_the_documents) {
  const Limits limits;
  BOOST_TEST(limits.depth == 100u);
  BOOST_TEST(limits.parts == 100'000u);
  BOOST_TEST(limits.header_bytes == 16u << 20);
  BOOST_TEST(limits.links == 1'000'000u);
  BOOST_TEST(limits.message_bytes == 1u << 30);
  BOOST_TEST(limits.decoded_factor == 16u);
  BOOST_TEST(limits.output_factor == 16u);
  BOOST_TEST(limits.notes == 100u);
}

BOOST_AUTO_TEST_CASE(a_result_is_a_value_or_an_error) {
  Result<std::string> good = std::string("x");
  BOOST_TEST(good.has_value());
  BOOST_TEST(static_cast<bool>(good));
  *good += "y";
  BOOST_TEST(good->size() == 2u);
  const Result<std::string> same = good;
  BOOST_TEST(*same == "xy");
  BOOST_TEST(*std::move(good) == "xy");
  const Result<std::string> bad = Error{"code", 7, "why"};
  BOOST_TEST(!bad.has_value());
  BOOST_TEST(!bad);
  BOOST_TEST(bad.error().code == "code");
  BOOST_TEST(bad.error().offset == 7u);
  BOOST_TEST(bad.error().detail == "why");
}

BOOST_AUTO_TEST_CASE(what_cannot_be_copied_is_moved_out) {
  Result<std::unique_ptr<int>> made = std::make_unique<int>(7);
  const std::unique_ptr<int> taken = *std::move(made);
  BOOST_TEST(*taken == 7);
}

BOOST_AUTO_TEST_CASE(the_library_has_the_version_of_its_headers) {
  BOOST_TEST(version() == BASEWALK_VERSION);
  BOOST_TEST(version() == std::to_string(BASEWALK_VERSION_MAJOR) + "." +
                              std::to_string(BASEWALK_VERSION_MINOR) + "." +
                              std::to_string(BASEWALK_VERSION_PATCH));
}

BOOST_AUTO_TEST_SUITE_END()
