// SPDX-License-Identifier: MIT
//
// Real mail, where it is at hand: every message is walked, and the walk keeps its promises.
#include <boost/test/unit_test.hpp>

#include "support/files.h"
#include "support/skip.h"
#include "walk/collect.h"

using namespace basewalk;

BOOST_AUTO_TEST_SUITE(corpus, *boost::unit_test::label("shared"))

BOOST_AUTO_TEST_CASE(every_real_message_is_walked) {
  const auto mail = test::shared("mail");
  if (!mail) return;
  std::size_t messages = 0, links = 0;
  for (const auto& path : test::files_below(*mail)) {
    const std::string bytes = test::read_file(path);
    const test::ExactCopy copy(bytes);
    const test::Collect seen = test::collect(copy.view());
    ++messages;
    links += seen.links.size();
    BOOST_TEST(!seen.parts.empty(), path);
    for (const test::SeenLink& link : seen.links) {
      const bool answered =
          link.status == "absolute" || link.status == "resolved" || link.status == "guessed";
      const bool omitted = link.flags.find("url-omitted") != std::string::npos;
      if (answered != !link.url.empty() && !omitted && !link.raw.empty())
        BOOST_ERROR(path << ": " << link.status << " [" << link.raw << "] [" << link.url << "]");
    }
  }
  BOOST_TEST_MESSAGE(messages << " messages, " << links << " links");
  BOOST_TEST(messages > 1000U);
}

BOOST_AUTO_TEST_SUITE_END()
