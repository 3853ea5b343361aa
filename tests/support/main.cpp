// SPDX-License-Identifier: MIT
// The main() that every test program shares.
//
// Where a case could not be tested here and nothing failed it exits with kSkipped.  With
// BASEWALK_STOP_AT_FIRST in the environment the program ends at the first check that fails: who
// only asks whether one does (scripts/mutate) need not wait.
#define BOOST_TEST_MODULE basewalk
#define BOOST_TEST_NO_MAIN
#include <boost/test/framework.hpp>
#include <boost/test/tree/observer.hpp>
#include <boost/test/unit_test.hpp>
#include <cstdlib>

#include "support/files.h"
#include "support/skip.h"

namespace {

class StopAtFirst : public boost::unit_test::test_observer {
 public:
  void assertion_result(boost::unit_test::assertion_result result) override {
    if (result == boost::unit_test::AR_FAILED) stop();
  }
  void exception_caught(const boost::execution_exception& /*what*/) override { stop(); }

 private:
  [[noreturn]] static void stop() { std::_Exit(EXIT_FAILURE); }
};

struct Observers {
  Observers() {
    if (std::getenv("BASEWALK_STOP_AT_FIRST") != nullptr)
      boost::unit_test::framework::register_observer(stop_at_first);
  }
  ~Observers() { boost::unit_test::framework::deregister_observer(stop_at_first); }

  StopAtFirst stop_at_first;
};
BOOST_TEST_GLOBAL_FIXTURE(Observers);

}  // namespace

int main(int argc, char** argv) {
  const int status = boost::unit_test::unit_test_main(&init_unit_test, argc, argv);
  return status == 0 && basewalk::test::skipped_cases() > 0 ? basewalk::test::kSkipped : status;
}
