// SPDX-License-Identifier: MIT
//
// The worker of this build is the one that the tests start.
#include <boost/test/unit_test.hpp>
#include <cstdlib>

namespace {

struct Worker {
  Worker() { ::setenv("BASEWALK_WORKER", BASEWALK_TOOL_WORKER, 1); }
};

}  // namespace

BOOST_TEST_GLOBAL_FIXTURE(Worker);
