// SPDX-License-Identifier: MIT
#include "support/skip.h"

#include <boost/test/framework.hpp>
#include <boost/test/unit_test.hpp>
#include <cstdlib>
#include <iostream>

namespace basewalk::test {

namespace {
std::size_t skipped = 0;
}  // namespace

void skip(std::string_view why) {
  ++skipped;
  std::cout << "skipped: " << boost::unit_test::framework::current_test_case().full_name() << ": "
            << why << std::endl;
  BOOST_TEST(true);  // or Boost.Test warns of a case without a check
}

std::size_t skipped_cases() { return skipped; }

std::optional<std::filesystem::path> shared(std::string_view name) {
  const char* named = std::getenv("BASEWALK_SHARED_DIR");
  const auto path = std::filesystem::path(named != nullptr ? named : BASEWALK_SHARED_DIR) / name;
  if (std::filesystem::exists(path) && !std::filesystem::is_empty(path)) return path;
  skip("there is no " + path.string() + " (BASEWALK_SHARED_DIR)");
  return {};
}

}  // namespace basewalk::test
