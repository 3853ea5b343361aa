// SPDX-License-Identifier: MIT
#include "text/foreign/late_library.h"

#include <boost/test/unit_test.hpp>
#include <cstdlib>

using basewalk::text::LateLibrary;

BOOST_AUTO_TEST_SUITE(late_libraries)

BOOST_AUTO_TEST_CASE(one_that_is_not_there_is_told) {
  LateLibrary library("libnone-such.so.9");
  BOOST_TEST(library.why().starts_with("libnone-such.so.9 cannot be loaded: "));
  int (*function)(int) = [](int i) { return i; };
  library.find(function, "abs");
  BOOST_TEST((function == nullptr));
  BOOST_TEST(library.why().starts_with("libnone-such.so.9 cannot be loaded: "));
}

#if defined(__GLIBC__)
BOOST_AUTO_TEST_CASE(a_function_is_found_and_one_that_is_not_there_told) {
  LateLibrary library("libc.so.6");
  BOOST_TEST(library.why() == "");
  int (*function)(int) = nullptr;
  library.find(function, "abs");
  BOOST_REQUIRE((function != nullptr));
  BOOST_TEST(function(-3) == 3);
  library.find(function, "none_such");
  BOOST_TEST((function == nullptr));
  BOOST_TEST(library.why() == "libc.so.6 has no none_such");
}
#endif

BOOST_AUTO_TEST_SUITE_END()
