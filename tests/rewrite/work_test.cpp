// SPDX-License-Identifier: MIT
//
// Limits::work in the rewriter: what was not read is said, and what is edited is whole.
#include <boost/test/unit_test.hpp>
#include <string>

#include "basewalk/walk/walk.h"
#include "rewrite/rewriting.h"

using namespace basewalk;
using rewrite::Options;
using rewrite::Rewritten;

namespace {

std::string times(std::string_view piece, std::size_t count) {
  std::string out;
  for (std::size_t i = 0; i < count; ++i) out += piece;
  return out;
}

std::size_t count_of(std::string_view text, std::string_view word) {
  std::size_t count = 0;
  for (std::size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1))
    ++count;
  return count;
}

constexpr std::string_view kLink = "<a href=\"http://h.example/\">y</a>\n";

}  // namespace

BOOST_AUTO_TEST_SUITE(rewrite_work)

BOOST_AUTO_TEST_CASE(what_lies_behind_the_budget_is_unread_and_stays) {
  const std::string mail = "Content-Type: text/html\n\n" + std::string(kLink) +
                           times("<b><p>x</b>", 4000) + std::string(kLink);
  Options options;
  options.wrap = "https://w.example/?u={url}";
  options.walk.limits.work = 2;
  const Rewritten result = test::rewriter(options).rewrite(mail);
  BOOST_TEST((result.verdict == Verdict::unread));
  BOOST_TEST(result.unread_count > 0U);
  BOOST_TEST_REQUIRE(!result.unread.empty());
  BOOST_TEST(result.unread.front().why == "limit-work");
  BOOST_TEST(result.edit_count == 1U);
  std::string after;
  result.append_to(after);
  BOOST_TEST(after.ends_with(kLink));
  BOOST_TEST(count_of(after, "https://w.example/") == 1U);
}

// Whatever the budget: a link is edited, is reported, or lies in what is reported as unread.
BOOST_AUTO_TEST_CASE(never_breaks_a_message) {
  const std::size_t count = 500;
  const std::string mail =
      "Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/html\n\n" +
      times(kLink, count) + "--b\nContent-Type: text/html\nContent-Transfer-Encoding: base64\n\n" +
      "PGEgaHJlZj0iaHR0cDovL2guZXhhbXBsZS8iPg==\n--b--\n";
  Options options;
  options.wrap = "https://w.example/?u={url}";
  for (std::size_t work = 0; work <= 40; ++work) {
    options.walk.limits.work = work;
    const Rewritten result = test::rewriter(options).rewrite(mail);
    std::string after;
    result.append_to(after);
    BOOST_TEST(count_of(after, "y</a>\n") == count);
    BOOST_TEST(result.edit_count + result.kept_count <= count + 1);
    const bool all = result.edit_count + result.kept_count == count + 1;
    BOOST_TEST((all || result.unread_count > 0), work);
    // As it is read without that limit: the same links, edited or not.
    std::size_t links = 0;
    walk(read_message(after), {},
         [&](const Link& link) { links += link.place.is_derived() ? 0 : 1; });
    BOOST_TEST(links == count + 1);
  }
}

BOOST_AUTO_TEST_SUITE_END()
