// SPDX-License-Identifier: MIT
#include "browser/messages.h"

#include <boost/test/unit_test.hpp>
#include <string>
#include <vector>

namespace basewalk::browser {
namespace {

std::vector<std::string> all_of(Messages& messages) {
  std::vector<std::string> all;
  while (std::optional<std::string> message = messages.next()) all.push_back(*std::move(message));
  return all;
}

BOOST_AUTO_TEST_SUITE(messages)

BOOST_AUTO_TEST_CASE(each_ends_with_a_nul_however_the_bytes_come) {
  using namespace std::string_literals;
  const std::string bytes = "{\"id\":1}\0\0{}\0"s;
  const std::vector<std::string> wanted = {"{\"id\":1}", "", "{}"};
  for (std::size_t size = 1; size <= bytes.size(); size++) {
    Messages messages(100);
    std::vector<std::string> got;
    for (std::size_t at = 0; at < bytes.size(); at += size) {
      BOOST_TEST(messages.add(std::string_view(bytes).substr(at, size)));
      for (std::string& message : all_of(messages)) got.push_back(std::move(message));
    }
    BOOST_TEST(got == wanted, boost::test_tools::per_element());
  }
}

BOOST_AUTO_TEST_CASE(what_has_no_nul_is_not_given_out) {
  Messages messages(100);
  BOOST_TEST(messages.add("{\"id\":1}"));
  BOOST_TEST(!messages.next().has_value());
}

BOOST_AUTO_TEST_CASE(a_message_without_end_is_refused_and_nothing_after_it_is_read) {
  using namespace std::string_literals;
  Messages messages(10);
  BOOST_TEST(messages.add("0123456789"));
  BOOST_TEST(!messages.add("x"));
  BOOST_TEST(!messages.add("\0{}\0"s));
  BOOST_TEST(!messages.next().has_value());
}

BOOST_AUTO_TEST_CASE(the_limit_is_for_each_and_not_for_all) {
  using namespace std::string_literals;
  Messages messages(4);
  for (int i = 0; i < 100; i++) {
    BOOST_TEST(messages.add("abcd\0"s));
    BOOST_TEST(messages.next().value_or("") == "abcd");
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace basewalk::browser
