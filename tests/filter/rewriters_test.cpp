// SPDX-License-Identifier: MIT
#include "filter/rewriters.h"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <string>
#include <thread>
#include <vector>

using namespace basewalk;
using filter::Rewriters;

namespace {

std::string mail(std::size_t padding) {
  return "Content-Base: http://h/\nContent-Type: text/html\n\n<a href=x>" +
         std::string(padding, 'x') + "\n";
}

std::string rewritten(Rewriters& rewriters, const std::string& bytes) {
  std::string out;
  rewriters.rewrite(bytes, [] {}).append_to(out);
  return out;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(rewriters)

// Each keeps the buffers of its last message: those of a large one go with it.
BOOST_AUTO_TEST_CASE(one_is_used_again_unless_its_message_was_large) {
  filter::Turns turns;
  Rewriters rewriters({}, turns);
  const std::string wanted =
      "Content-Base: http://h/\nContent-Type: text/html\n\n<a href=http://h/x>";
  BOOST_TEST(rewriters.idle() == 0u);
  for (int i = 0; i < 3; ++i) {
    BOOST_TEST(rewritten(rewriters, mail(0)) == wanted + "\n");
    BOOST_TEST(rewriters.idle() == 1u);
  }
  constexpr std::size_t kKept = 1024 * 1024;
  BOOST_TEST(rewritten(rewriters, mail(kKept - mail(0).size())).starts_with(wanted));
  BOOST_TEST(rewriters.idle() == 1u);
  BOOST_TEST(rewritten(rewriters, mail(kKept - mail(0).size() + 1)).starts_with(wanted));
  BOOST_TEST(rewriters.idle() == 0u);
}

// As many at a time as there are processors, and all come to their turn.
BOOST_AUTO_TEST_CASE(many_messages_come_to_their_turn) {
  filter::Turns turns;
  Rewriters rewriters({}, turns);
  const std::string one = mail(0);
  std::vector<std::string> results(32);
  std::vector<std::thread> threads;
  for (std::string& result : results)
    threads.emplace_back([&] { result = rewritten(rewriters, one); });
  for (std::thread& thread : threads) thread.join();
  for (const std::string& result : results) BOOST_TEST(result == results.front());
  BOOST_TEST(results.front().find("http://h/x") != std::string::npos);
  BOOST_TEST(rewriters.idle() >= 1u);
  BOOST_TEST(rewriters.idle() <= std::max(2u, std::thread::hardware_concurrency()));
}

BOOST_AUTO_TEST_SUITE_END()
