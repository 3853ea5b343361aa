// SPDX-License-Identifier: MIT
//
// Wrapped forms: what a browser does to the query of their action when it submits them.
#include <boost/test/unit_test.hpp>

#include "rewrite/rewriting.h"

using namespace basewalk;
using rewrite::Kept;
using rewrite::Options;

namespace {

Options by(std::string_view text, std::string_view key = {}) {
  Options options;
  options.wrap = text;
  options.wrap_key = key;
  return options;
}

constexpr std::string_view kForms =
    "<form action=\"http://e.example/?q\"><button formaction=\"http://f.example/\">"
    "</button></form><form method=\"post\" action=\"http://g.example/?q\"></form>"
    "<a href=\"http://h.example/?q\">x</a>";

std::string page(std::string_view first, std::string_view second, std::string_view third,
                 std::string_view fourth) {
  std::string out = "<form action=\"";
  out.append(first).append("\"><button formaction=\"").append(second);
  out.append("\"></button></form><form method=\"post\" action=\"").append(third);
  return out.append("\"></form><a href=\"").append(fourth).append("\">x</a>");
}

}  // namespace

BOOST_AUTO_TEST_SUITE(get_forms)

BOOST_AUTO_TEST_CASE(carry_their_target_in_the_path) {
  for (const std::string made :
       {"https://g.example/{path-url}", "https://g.example/{path-url}?v=1",
        "https://g.example/w/{url}/x", "https://g.example/{path-url}?u={url}"}) {
    const auto wrapped = [&](std::string_view url) {
      std::string out = made;
      for (const std::string_view word : {"{path-url}", "{url}"})
        if (const std::size_t at = out.find(word); at != std::string::npos)
          out.replace(at, word.size(), url);
      return out;
    };
    const test::Outcome once = test::rewritten(test::html_mail(kForms), by(made));
    BOOST_TEST(once.bytes == test::html_mail(page(wrapped("http%3A%2F%2Fe.example%2F%3Fq"),
                                                  wrapped("http%3A%2F%2Ff.example%2F"),
                                                  wrapped("http%3A%2F%2Fg.example%2F%3Fq"),
                                                  wrapped("http%3A%2F%2Fh.example%2F%3Fq"))),
               made);
    BOOST_TEST(once.kept.empty(), made);
    BOOST_TEST(!test::rewritten(once.bytes, by(made)).changed, made);
  }
}

BOOST_AUTO_TEST_CASE(stay_and_are_told_where_they_would_lose_it) {
  for (const std::string_view made :
       {"https://g.example/?u={url}", "https://g.example/#{url}", "https://g.example/?v=/{url}"}) {
    const test::Outcome once = test::rewritten(test::html_mail(kForms), by(made));
    BOOST_TEST(once.edits.size() == 2U, made);
    BOOST_TEST(once.kept.size() == 2U, made);
    for (const Kept& each : once.kept) BOOST_TEST((each.why == Kept::Why::form_query), made);
    BOOST_TEST(once.bytes.find("<form action=\"http://e.example/?q\">") != std::string::npos, made);
    const test::Outcome twice = test::rewritten(once.bytes, by(made));
    BOOST_TEST(!twice.changed, made);
    BOOST_TEST(twice.kept.size() == 2U, made);
  }
}

// The guard would not know it again.
BOOST_AUTO_TEST_CASE(stay_where_they_would_lose_their_code) {
  const test::Outcome lost =
      test::rewritten(test::html_mail(kForms), by("https://g.example/{path-url}?m={mac}", "Jefe"));
  BOOST_TEST(lost.edits.size() == 2U);
  BOOST_TEST(lost.kept.size() == 2U);
  const Options options = by("https://g.example/{mac}/{path-url}", "Jefe");
  const test::Outcome once = test::rewritten(test::html_mail(kForms), options);
  BOOST_TEST(once.edits.size() == 4U);
  BOOST_TEST(once.kept.empty());
  BOOST_TEST(!test::rewritten(once.bytes, options).changed);
}

// What else is asked for is done all the same, and told beside it.
BOOST_AUTO_TEST_CASE(become_absolute_where_they_are_not_wrapped) {
  const std::string mail = "Content-Base: http://h.example/\n";
  const test::Outcome once =
      test::rewritten(test::html_mail("<form action=\"x\">", mail), by("https://g.example/?{url}"));
  BOOST_TEST(once.bytes == test::html_mail("<form action=\"http://h.example/x\">", mail));
  BOOST_TEST(once.edits.size() == 1U);
  BOOST_TEST_REQUIRE(once.kept.size() == 1U);
  BOOST_TEST((once.kept[0].why == Kept::Why::form_query));
}

// Of a part that stays anyway one reason is told.
BOOST_AUTO_TEST_CASE(are_told_once_in_a_signed_part) {
  const test::Outcome once = test::rewritten(
      "Content-Type: text/html\nContent-Base: http://h.example/\n\n<!--\n-----BEGIN PGP SIGNED "
      "MESSAGE-----\n--><form action=x>",
      by("https://g.example/?{url}"));
  BOOST_TEST_REQUIRE(once.kept.size() == 1U);
  BOOST_TEST((once.kept[0].why == Kept::Why::signed_part));
}

BOOST_AUTO_TEST_SUITE_END()
