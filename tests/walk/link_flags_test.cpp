// SPDX-License-Identifier: MIT
//
// What each flag is raised by, and what it is not raised by.  docs/flags.md has each, with a mail.
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <ostream>

#include "support/files.h"
#include "walk/collect.h"

namespace basewalk {
// For failure texts.
std::ostream& operator<<(std::ostream& out, Flag flag) { return out << name(flag); }
}  // namespace basewalk

using namespace basewalk;

namespace {

struct Case {
  int line;
  std::string_view body, flags;
};
std::ostream& operator<<(std::ostream& out, const Case& c) {
  return out << c.line << ": " << c.body;
}
#define ROW(...) \
  { __LINE__, __VA_ARGS__ }

const Case kCases[] = {
    ROW("<a href='http://h/a'>", ""),
    ROW("<a href='mailto:a@b.example'>", ""),
    ROW("<base href=http://b/><a href=x>", "base-split"),
    ROW("<base href=http://b/><a href=//c/x>", ""),
    ROW("<base href=http://b/><a href=http://c/x>", ""),
    ROW("<base href=http://b/><object codebase=http://c/ data=x>", "base-split,host-differs"),
    ROW("<a href='http://bank@evil/'>", "userinfo"),
    ROW("<a href='http://evil/@bank'>", ""),
    ROW("<a href='http://u:p@h/'>", "password-in-url,userinfo"),
    ROW("<a href='http://u:@h/'>", "userinfo"),
    ROW("<a href='http://h/a b'>", "invalid-syntax"),
    ROW("<a href='http://h/a", "unterminated"),
    // [R5]
    ROW("<a href='http://h?x'>", ""),
    ROW("<a href='http://H/x'>", ""),
    ROW("<a href='http://a\\@b/'>", "backslash,host-differs,invalid-syntax,userinfo"),
    ROW("<a href='http:/\\b/'>", "backslash,host-differs,invalid-syntax"),
    ROW("<a href='http:b/'>", "host-differs"),
    ROW("<a href='http://h%65/'>", "host-differs"),
    ROW("<a href='http://h/\\x'>", "backslash,invalid-syntax"),
    ROW("<a href='http://h/?\\x'>", "invalid-syntax"),
    ROW("<a href='x:\\y'>", "invalid-syntax"),
    ROW("<a href='http://h/a\tb'>", "control-removed,invalid-syntax"),
    ROW("<a href='http://h\n.b/'>", "control-removed,host-differs,invalid-syntax"),
    ROW("<a href='http://caf\u00e9.example/'>", "invalid-syntax,not-ascii-host"),
    ROW("<a href='http://xn--caf-dma.example/'>", "not-ascii-host"),
    ROW("<a href='http://192.0.2.1/'>", "numeric-host"),
    ROW("<a href='http://[::1]/'>", "numeric-host"),
    ROW("<a href='http://[0:0::1]/'>", "numeric-host"),
    ROW("<a href='http://3221225985/'>", "host-differs,numeric-host"),
    ROW("<a href='http://0xC0.0.513/'>", "host-differs,numeric-host"),
    ROW("<a href='http://h:80/'>", ""),
    ROW("<a href='https://h:443/'>", ""),
    ROW("<a href='http://h:8080/'>", "port-not-default"),
    ROW("<a href='http://h:25/'>", "port-not-default,port-reserved"),
    ROW("<a href='http://h:1023/'>", "port-not-default,port-reserved"),
    ROW("<a href='http://h:1024/'>", "port-not-default"),
    ROW("<a href='gopher://h/0a%0D%0Ab'>", "encoded-control"),
    ROW("<a href='http://h/a%0ab'>", "encoded-control"),
    ROW("<a href='http://h/a%0b'>", ""),
    ROW("<a href='http://h/%0'>", "invalid-syntax"),
    ROW("<a href='http://evil/'>ba<b>nk.c</b>om</a>", "text-differs"),
    ROW("<a href='http://h/'><img alt=www.bank.com></a>", "text-differs"),
    ROW("<base href=http://b/><a href='x'><i>www.b</i></a>", "base-split"),
    ROW("<a href='https://www.google.com/url?q=x'>", ""),
};

}  // namespace

const std::vector<Flag> kFlags(all_flags().begin(), all_flags().end());

BOOST_AUTO_TEST_SUITE(link_flags)

BOOST_DATA_TEST_CASE(flags_say_what_is_so, boost::unit_test::data::make(kCases)) {
  const std::string mail = "Content-Type: text/html; charset=utf-8\n\n" + std::string(sample.body);
  const test::Collect seen = test::collect(mail);
  BOOST_REQUIRE(!seen.links.empty());
  BOOST_TEST(seen.links.back().flags == sample.flags);
}

BOOST_DATA_TEST_CASE(a_mail_of_the_docs_raises_each_flag, boost::unit_test::data::make(kFlags)) {
  const std::string flag(name(sample));
  const std::string docs = test::read_file(test::data_dir() / ".." / ".." / "docs" / "flags.md");
  BOOST_TEST(docs.find("| `" + flag + "` |") != std::string::npos);
  const test::Collect seen =
      test::collect(test::read_file(test::data_dir() / "flags" / (flag + ".eml")));
  bool raised = false;
  for (const test::SeenLink& link : seen.links)
    raised = raised || ("," + link.flags + ",").find("," + flag + ",") != std::string::npos;
  BOOST_TEST(raised, flag);
}

BOOST_AUTO_TEST_SUITE_END()
