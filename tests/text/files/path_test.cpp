// SPDX-License-Identifier: MIT
#include "text/files/path.h"

#include <boost/test/unit_test.hpp>
#include <set>

using namespace basewalk::text;

BOOST_AUTO_TEST_SUITE(paths)

BOOST_AUTO_TEST_CASE(suffixes_are_names_that_nobody_has) {
  std::set<std::string> seen;
  for (int i = 0; i < 100; ++i) {
    const std::string suffix = unique_suffix();
    BOOST_TEST(suffix.size() == 7u);
    BOOST_TEST(suffix.front() == '.');
    BOOST_TEST(suffix.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                        "0123456789",
                                        1) == std::string::npos);
    seen.insert(suffix);
  }
  // Of 62 to the power of six names two of a hundred are the same once in ten million runs.
  BOOST_TEST(seen.size() == 100u);
}

BOOST_AUTO_TEST_CASE(the_folder_is_before_the_last_slash) {
  BOOST_TEST(folder_of("a") == ".");
  BOOST_TEST(folder_of("/a") == "/");
  BOOST_TEST(folder_of("a/b") == "a");
  BOOST_TEST(folder_of("/a/b/c") == "/a/b");
  BOOST_TEST(folder_of("") == ".");
}

BOOST_AUTO_TEST_SUITE_END()
