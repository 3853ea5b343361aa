// SPDX-License-Identifier: MIT
#include "run/cores.h"

#if defined(__linux__)
#include <sched.h>
#endif

#include <boost/test/unit_test.hpp>
#include <thread>

BOOST_AUTO_TEST_SUITE(cores)

BOOST_AUTO_TEST_CASE(there_is_one_at_least) { BOOST_TEST(basewalk::run::cores() >= 1u); }

#if defined(__linux__)
// A thread of its own: what it may run on is its own matter.
BOOST_AUTO_TEST_CASE(those_that_may_be_used_count) {
  std::size_t found = 0;
  std::thread([&found] {
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(::sched_getcpu(), &set);
    if (::sched_setaffinity(0, sizeof set, &set) == 0) found = basewalk::run::cores();
  }).join();
  BOOST_TEST(found == 1u);
}
#endif

BOOST_AUTO_TEST_SUITE_END()
