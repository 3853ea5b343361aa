// SPDX-License-Identifier: MIT
// The main() that every test program shares.
#define BOOST_TEST_MODULE basewalk
#include <boost/test/unit_test.hpp>
