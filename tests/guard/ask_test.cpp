// SPDX-License-Identifier: MIT
#include "guard/ask.h"

#include <atomic>
#include <boost/test/unit_test.hpp>
#include <condition_variable>
#include <mutex>

using namespace basewalk::guard;
using std::chrono::milliseconds;

namespace {

constexpr milliseconds kLong{60'000};
const std::atomic<bool> kNever{false};

Said said_by(const std::string& script, milliseconds timeout = kLong) {
  return ask_once({"/bin/sh", "-c", script, "sh"}, "http://e.example/", timeout, kNever);
}

BOOST_AUTO_TEST_SUITE(ask_suite)

BOOST_AUTO_TEST_CASE(the_exit_status_is_the_answer) {
  BOOST_TEST((said_by("exit 0") == Said::good));
  BOOST_TEST((said_by("exit 1") == Said::block));
  BOOST_TEST((said_by("exit 2") == Said::warn));
  BOOST_TEST((said_by("exit 3") == Said::nothing));
  BOOST_TEST((said_by("kill -9 $$") == Said::nothing));
  BOOST_TEST(
      (ask_once({"/nonexistent/command"}, "http://e.example/", kLong, kNever) == Said::nothing));
}

BOOST_AUTO_TEST_CASE(the_url_is_one_word_and_there_is_no_shell) {
  BOOST_TEST(
      (said_by("[ $# = 1 ] && [ \"$1\" = http://e.example/ ] && [ -z \"$(cat)\" ]") == Said::good));
  BOOST_TEST((ask_once({"/bin/sh", "-c", "[ \"$1\" = '$(exit 1);`x` *' ]", "sh"}, "$(exit 1);`x` *",
                       kLong, kNever) == Said::good));
}

// What it has started goes with it.
BOOST_AUTO_TEST_CASE(who_takes_too_long_is_killed) {
  BOOST_TEST((said_by("sleep 1000 & sleep 1000", milliseconds(30)) == Said::nothing));
  BOOST_TEST((said_by("trap '' TERM INT; sleep 1000", milliseconds(30)) == Said::nothing));
}

BOOST_AUTO_TEST_CASE(many_questions_have_as_many_answers) {
  std::mutex mutex;
  std::condition_variable changed;
  int answered = 0, refused = 0;
  {
    Asking asking(2);
    for (int i = 0; i < 100; ++i) {
      const auto answer = [&](Said) {
        const std::lock_guard lock(mutex);
        ++answered;
        changed.notify_all();
      };
      if (!asking.ask({{"/bin/true"}, "http://e.example/", kLong, answer})) ++refused;
    }
    std::unique_lock lock(mutex);
    changed.wait(lock, [&] { return answered + refused == 100; });
  }
  BOOST_TEST(answered + refused == 100);
  BOOST_TEST(answered >= 32);
}

BOOST_AUTO_TEST_CASE(the_end_answers_those_who_wait) {
  int answered = 0, asked = 0;
  std::mutex mutex;
  {
    Asking asking(1);
    for (int i = 0; i < 10; ++i)
      asked += asking.ask({{"/bin/true"}, "u", kLong, [&](Said) {
                             const std::lock_guard lock(mutex);
                             ++answered;
                           }});
  }
  BOOST_TEST(answered == asked);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
