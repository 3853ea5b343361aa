// SPDX-License-Identifier: MIT
#include "text/work.h"

#include <boost/test/unit_test.hpp>

namespace basewalk {
namespace {

// Deliberately quadratic: each of n things is compared with each.  How often it did so.
std::uint64_t compare_all(std::uint64_t n) {
  std::uint64_t done = 0;
  for (std::uint64_t i = 0; i < n; ++i)
    for (std::uint64_t k = 0; k < n; ++k) {
      if (!work::charge(1)) return done;
      ++done;
    }
  return done;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(work_budget)

BOOST_AUTO_TEST_CASE(without_a_budget_there_is_no_end) {
  BOOST_TEST(!work::is_spent());
  BOOST_TEST(work::charge(1'000'000'000'000));
  BOOST_TEST(compare_all(1000) == 1'000'000U);
}

BOOST_AUTO_TEST_CASE(takes_what_is_left_and_no_more) {
  const work::Budget budget(10);
  BOOST_TEST(work::charge(9));
  BOOST_TEST(!work::is_spent());
  BOOST_TEST(!work::charge(1));  // the last one
  BOOST_TEST(work::is_spent());
  BOOST_TEST(!work::charge(0));
  BOOST_TEST(!work::charge(work::kEndless));
}

BOOST_AUTO_TEST_CASE(a_step_too_large_takes_all) {
  const work::Budget budget(10);
  BOOST_TEST(!work::charge(1000));
  BOOST_TEST(work::left == 0U);
}

BOOST_AUTO_TEST_CASE(budgets_do_not_touch_those_around_them) {
  work::Budget outer(100);
  work::charge(10);
  {
    work::Budget inner(50);
    work::charge(60);
    BOOST_TEST(work::is_spent());
    {
      const work::Outside outside(inner);
      BOOST_TEST(work::left == 90U);
      work::charge(5);
    }
    BOOST_TEST(work::is_spent());
  }
  BOOST_TEST(work::left == 85U);
}

BOOST_AUTO_TEST_CASE(grows_with_the_size_and_does_not_overflow) {
  BOOST_TEST(work::steps_of(400, 10'000) == 4'000'000U);
  BOOST_TEST(work::steps_of(400, 0) == 400U * 4096U);
  BOOST_TEST(work::steps_of(0, 10'000) == 0U);
  BOOST_TEST(work::steps_of(work::kEndless / 2, 10'000) == work::kEndless);
  BOOST_TEST(work::steps_of(work::kEndless, 4096) == work::kEndless);
}

BOOST_AUTO_TEST_CASE(what_is_quadratic_costs_what_is_linear) {
  std::uint64_t before = 0;
  for (std::uint64_t size = 60'000; size <= 480'000; size *= 2) {
    const work::Budget budget(work::steps_of(20, size));
    const std::uint64_t done = compare_all(size);
    BOOST_TEST(done == 20 * size - 1);
    if (before != 0) BOOST_TEST(done <= 2 * before + 1);
    before = done;
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace basewalk
