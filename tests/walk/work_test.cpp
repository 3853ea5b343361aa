// SPDX-License-Identifier: MIT
//
// Limits::work: what happens when the budget of a message is used up, at each of the places that
// use it.
#include <boost/test/unit_test.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "walk/collect.h"
#include "walk/encode.h"

namespace basewalk {
namespace {

using test::collect;
using test::Collect;

constexpr std::size_t kTimes = 2000;

std::string times(std::string_view piece) {
  std::string out;
  for (std::size_t i = 0; i < kTimes; ++i) out += piece;
  return out;
}

struct Row {
  std::string_view name;
  std::string type;
  std::string body;
  std::string header = {};
};

// The heavy part stands between two that are not.
std::string mail_of(const Row& row) {
  return "Content-Type: multipart/mixed; boundary=b\n\n"
         "--b\nContent-Type: text/html\n\n<a href=http://before/>x</a>\n"
         "--b\n" +
         row.header + "Content-Type: " + row.type + "\n\n" + row.body +
         "\n--b\nContent-Type: text/html\n\n<a href=http://behind/>x</a>\n--b--\n";
}

std::vector<Row> rows() {
  const std::string html = "text/html";
  return {
      {"elements in one another", html, times("<div>")},
      {"formatting elements that are reconstructed", html, times("<b><p>x</b>")},
      {"the adoption agency", html, times("<a href=x><div>") + times("</a>")},
      {"what is fostered", html, times("<table><a href=x>")},
      {"markers", html, times("<object><b><td>") + times("</object></b>")},
      {"Noah's Ark", html, times("<b id=1>")},
      {"bases and documents made between them", html,
       times("<base href=http://h/><iframe srcdoc='<a href=x>'></iframe>")},
      {"candidates", html, "<img srcset='" + times("a 1x,") + "'>"},
      {"a style sheet", "text/css", times("a{--x:url(b);c:var(--x)}")},
      {"comments in a style sheet", "text/css", times("a{/* */ --x /* */ : y}")},
      {"brackets of a URL in text", "text/plain", times("http://h/(((((")},
      {"colons in text", "text/plain", times("a:b:c:")},
      {"angle brackets in text", "text/plain", times("<http:a ")},
      {"XML", "text/xml", times("<a xmlns='x' xml:base='y' href='z'><b/></a>")},
      {"a calendar", "text/calendar", times("URL;X=Y:http://h/\n")},
      {"URLs within URLs", html, times("<a href='http://h/?u=http://h/?u=http://h/?u=x'>x</a>")},
      {"a long base", html, "<base href='http://h/" + times("a/") + "'>" + times("<a href=../x>")},
      {"encoded words", html, "x", "X-Y: <http://h/> " + times("=?a?q?x ") + '\n'},
      {"parameters", html + "; x=y" + times("; a*0=b"), "x"},
      {"comments in a header", html + ' ' + times("("), "x"},
      {"lines like delimiters", "text/plain", times("--bb\n--bb\n--bb\n")},
      {"another charset", "text/html; charset=utf-7", times("+AGE-")},
      {"quoted-printable", html, times("=41"), "Content-Transfer-Encoding: quoted-printable\n"},
  };
}

bool has_link(const Collect& seen, std::string_view raw) {
  for (const test::SeenLink& link : seen.links)
    if (link.raw == raw) return true;
  return false;
}

bool has_unread(const Collect& seen) {
  for (const test::SeenUnread& unread : seen.unread_things)
    if (unread.why == "limit-work") return true;
  return false;
}

WalkOptions with_work(std::size_t work) {
  WalkOptions options;
  options.limits.work = work;
  return options;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(work_limit)

BOOST_AUTO_TEST_CASE(each_place_that_may_be_heavy_uses_the_budget) {
  for (const Row& row : rows()) {
    BOOST_TEST_CONTEXT(row.name) {
      const std::string mail = mail_of(row);
      const Collect seen = collect(mail, with_work(1));
      BOOST_TEST(seen.has_note("limit-work"));
      BOOST_TEST(has_unread(seen));
      BOOST_TEST((seen.summary.verdict() != Verdict::clear));
      BOOST_TEST(has_link(seen, "http://before/"));

      const Collect all = collect(mail);
      BOOST_TEST(!all.has_note("limit-work"));
      BOOST_TEST(!has_unread(all));
      BOOST_TEST(has_link(all, "http://before/"));
      BOOST_TEST(has_link(all, "http://behind/"));
    }
  }
}

BOOST_AUTO_TEST_CASE(what_was_found_is_told_and_the_rest_is_unread_from_there) {
  const std::string mail = "Content-Type: text/html\n\n" + times("<a href=http://h/>x</a>\n");
  const Collect seen = collect(mail, with_work(2));
  BOOST_TEST_REQUIRE(has_unread(seen));
  BOOST_TEST(seen.links.size() > 10U);
  BOOST_TEST(seen.links.size() < kTimes);
  const test::SeenUnread& unread = seen.unread_things.front();
  BOOST_TEST(unread.part == "1");
  BOOST_TEST(unread.offset + unread.size == mail.size());
}

BOOST_AUTO_TEST_CASE(a_place_in_the_text_at_which_it_ended) {
  const std::string mail = "Content-Type: text/html\n\n<a href=http://h/>x</a>" +
                           times("<b><p>x</b>") + "<a href=http://behind/>";
  const Collect seen = collect(mail, with_work(2));
  BOOST_TEST_REQUIRE(seen.unread_things.size() == 1U);
  const test::SeenUnread& unread = seen.unread_things.front();
  BOOST_TEST(unread.offset > mail.find("<b>"));
  BOOST_TEST(unread.offset < mail.find("http://behind/"));
  BOOST_TEST(unread.offset + unread.size == mail.size());
  BOOST_TEST(has_link(seen, "http://h/"));
  BOOST_TEST(!has_link(seen, "http://behind/"));
}

BOOST_AUTO_TEST_CASE(each_part_behind_is_there_and_unread) {
  const Row heavy{"", "text/html", times("<b><p>x</b>")};
  const std::string mail = mail_of(heavy);
  const Collect seen = collect(mail, with_work(1));
  BOOST_TEST(seen.parts.size() == 4U);
  std::size_t behind = 0;
  for (const test::SeenUnread& unread : seen.unread_things) {
    if (unread.part != "3") continue;
    ++behind;
    const std::size_t begin = mail.rfind("Content-Type");
    BOOST_TEST(unread.offset == begin);
    BOOST_TEST(unread.size == mail.find("\n--b--") - begin);
  }
  BOOST_TEST(behind == 1U);
  BOOST_TEST(!has_link(seen, "http://behind/"));
}

BOOST_AUTO_TEST_CASE(without_any_work_all_is_unread) {
  for (const Row& row : rows()) {
    const Collect seen = collect(mail_of(row), with_work(0));
    BOOST_TEST(has_unread(seen), row.name);
    BOOST_TEST(seen.links.empty(), row.name);
  }
}

BOOST_AUTO_TEST_CASE(more_work_never_finds_less) {
  for (const Row& row : rows()) {
    if (!row.header.empty()) continue;  // the structure ends earlier, and what is left is read so
    BOOST_TEST_CONTEXT(row.name) {
      const std::string mail = mail_of(row);
      std::size_t before = 0;
      for (const std::size_t work : {0U, 1U, 2U, 4U, 8U, 16U, 32U, 400U}) {
        const Collect seen = collect(mail, with_work(work));
        BOOST_TEST(seen.links.size() >= before);
        before = seen.links.size();
      }
    }
  }
}

// In whatever place it ended, of other readings too.
BOOST_AUTO_TEST_CASE(what_is_not_found_for_it_is_told) {
  std::vector<std::string> mails;
  for (const Row& row : rows()) mails.push_back(mail_of(row));
  std::string several = "Content-Type: text/html; charset=utf-7\n\n";
  for (int i = 0; i < 40; ++i)
    several += "+ADw-a href=http://a" + std::to_string(i) + "/+AD4- <noscript><a href=http://b" +
               std::to_string(i) + "/></noscript>\n";
  mails.push_back(several);
  mails.push_back(
      "Content-Type: text/html; charset=us-ascii\nContent-Transfer-Encoding: base64\n\n" +
      test::to_base64(several, "\n") + "=\n" + test::to_base64(several, "\n"));
  for (const std::string& mail : mails) {
    const std::size_t all = collect(mail).links.size();
    for (std::size_t work = 0; work < 60; ++work) {
      const Collect seen = collect(mail, with_work(work));
      if (seen.links.size() < all)
        BOOST_TEST(has_unread(seen), mail.substr(0, 300) << " with " << work);
    }
  }
}

// What the visitor does is not the message's, and a message within a callback has its own budget.
BOOST_AUTO_TEST_CASE(a_visitor_has_its_own_budget) {
  struct Reading final : Visitor {
    std::size_t links = 0, inner = 0;
    Visit link(const Link&) override {
      ++links;
      inner +=
          walk(read_message("Content-Type: text/html\n\n<a href=http://i/>"), {}, [](const Link&) {
          }).links;
      return Visit::go_on;
    }
  } visitor;
  const std::string mail = "Content-Type: text/html\n\n" + times("<a href=http://h/>x</a>\n");
  const WalkOptions options = with_work(20);
  const WalkSummary summary = walk(read_message(mail, options.limits), options, visitor);
  BOOST_TEST((summary.verdict() == Verdict::clear));
  BOOST_TEST(visitor.links == kTimes);
  BOOST_TEST(visitor.inner == kTimes);
}

// Times the size of a message, 4096 bytes at least, it is more than a number holds.
BOOST_AUTO_TEST_CASE(a_factor_may_be_as_large_as_a_number_is) {
  WalkOptions options;
  options.limits.decoded_factor = options.limits.output_factor =
      ~(static_cast<std::size_t>(-1) / 2);
  const Collect seen = collect(
      "Content-Base: http://h/\nContent-Type: text/html\nContent-Transfer-Encoding: base64\n\n" +
          test::to_base64("<a href=x>", "\n") + "\n",
      options);
  BOOST_REQUIRE(seen.links.size() == 1U);
  BOOST_TEST(seen.links[0].url == "http://h/x");
  BOOST_TEST(seen.notes.empty());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace basewalk
