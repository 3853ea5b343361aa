// SPDX-License-Identifier: MIT
//
// Names of hosts in running text, rewritten: nothing that common programs would make a link of is
// left, and nothing becomes one.
#include <boost/test/unit_test.hpp>

#include "rewrite/rewriting.h"

using namespace basewalk;
using rewrite::Options;

namespace {

Options linkifying() {
  Options options;
  options.walk.linkify = true;
  options.wrap = "https://g.example/{path-url}";
  return options;
}

std::string text_mail(std::string_view text) {
  return "Content-Type: text/plain; charset=utf-8\n\n" + std::string(text);
}

struct Row {
  int line;
  std::string_view text, wanted;
};
#define ROW(...) \
  { __LINE__, __VA_ARGS__ }

#define GUARD "https://g.example/http%3A%2F%2F"

constexpr Row kRows[] = {
    ROW("see evil.example.com/path, me@a.com and 4.DATA",
        "see " GUARD "evil.example.com%2Fpath, me@a.com and 4.DATA"),
    ROW("//a.com/x (b.net) <c.org>", GUARD "a.com%2Fx (" GUARD "b.net%2F) <" GUARD "c.org%2F>"),
    // What stands beside it would hide where it begins, or go on with it.
    ROW("x=a.com `http://b.com` a.com:x a.com;b",
        GUARD "x%3Da.com%2F `- " GUARD "b.com%2F` " GUARD "a.com%2F :x " GUARD "a.com%2F ;b"),
    ROW("me@a.com//b.com foo.comhttp://x.zz <a.com;b>",
        "me@a.com " GUARD "b.com%2F foo.com- " GUARD "x.zz%2F < " GUARD "a.com%2F ;b>"),
    // Two dots end a URL for some.
    ROW("a.com/x...y", GUARD "a.com%2Fx.%2E%2Ey"),
    // In what cannot be wrapped.
    ROW("gopher://h/x=a.com", "gopher://h/x=- " GUARD "a.com%2F"),
};

}  // namespace

BOOST_AUTO_TEST_SUITE(rewriting_linkified)

BOOST_AUTO_TEST_CASE(wraps_names_of_hosts) {
  for (const Row& row : kRows) {
    BOOST_TEST_CONTEXT("line " << row.line) {
      const test::Outcome once = test::rewritten(text_mail(row.text), linkifying());
      BOOST_TEST(once.bytes == text_mail(row.wanted));
      for (const rewrite::Kept& each : once.kept)
        BOOST_TEST((each.why == rewrite::Kept::Why::scheme && each.from.starts_with("gopher:")));
      BOOST_TEST(!test::rewritten(once.bytes, linkifying()).changed);
    }
  }
}

BOOST_AUTO_TEST_CASE(leaves_them_without_the_option) {
  Options options = linkifying();
  options.walk.linkify = false;
  BOOST_TEST(!test::rewritten(text_mail("a.com //b.com x=c.com"), options).changed);
  BOOST_TEST(test::rewritten(text_mail("`http://a.com` x=www.b.com"), options).bytes ==
             text_mail("`" GUARD "a.com%2F` x=" GUARD "www.b.com%2F"));
}

BOOST_AUTO_TEST_CASE(wraps_them_in_html) {
  const Options options = linkifying();
  const test::Outcome once = test::rewritten(
      test::html_mail("<p>a.com<br>b.net&nbsp;x <a href=\"http://c.org\">d.com</a>"), options);
  BOOST_TEST(once.bytes == test::html_mail("<p>" GUARD "a.com%2F<br>" GUARD
                                           "b.net%2F &nbsp;x <a href=\"" GUARD
                                           "c.org%2F\">d.com</a>"));
  BOOST_TEST(!test::rewritten(once.bytes, options).changed);
}

BOOST_AUTO_TEST_CASE(defangs_every_dot) {
  Options options = linkifying();
  options.wrap.clear();
  options.defang = true;
  const test::Outcome once = test::rewritten(
      text_mail("a.com/b.c?x=d.com http://e.zz/?x=f.com gopher://h/x=i.com"), options);
  BOOST_TEST(once.bytes == text_mail("a[.]com/b[.]c?x=d[.]com hxxp://e[.]zz/?x=f[.]com "
                                     "defanged-gopher://h/x=i[.]com"));
  BOOST_TEST(once.edits.size() == 3U);
  BOOST_TEST(!test::rewritten(once.bytes, options).changed);
}

BOOST_AUTO_TEST_SUITE_END()
