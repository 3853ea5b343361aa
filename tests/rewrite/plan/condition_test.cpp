// SPDX-License-Identifier: MIT
#include "rewrite/plan/condition.h"

#include <boost/test/unit_test.hpp>

using namespace basewalk;
using rewrite::Condition;

namespace {

struct Row {
  int line;
  std::string_view conditions;  // with blanks between
  std::string_view url, clicked;
  Flags flags;
  bool met;
};
#define ROW(...) \
  { __LINE__, __VA_ARGS__ }

constexpr std::string_view kHttp = "http://user@Www.Example.COM.:80/x?http://o.example/";

const Row kRows[] = {
    ROW("", "", "", {}, true),
    ROW("scheme=http", kHttp, "", {}, true),
    ROW("scheme=HTTP", kHttp, "", {}, true),
    ROW("scheme=https", kHttp, "", {}, false),
    ROW("scheme=https scheme=http", kHttp, "", {}, true),
    ROW("host=www.example.com", kHttp, "", {}, true),
    ROW("host=example.com", kHttp, "", {}, false),
    ROW("host=.example.com", kHttp, "", {}, true),
    ROW("host=.example.com", "http://example.com/", "", {}, true),
    ROW("host=.example.com", "http://notexample.com/", "", {}, false),
    ROW("host=o.example", kHttp, "", {}, false),
    // What the rules say, or what a browser opens.
    ROW("host=b.example", "http://a.example\\@b.example/", "http://a.example/@b.example/", {},
        true),
    ROW("host=a.example", "http://a.example\\@b.example/", "http://a.example/@b.example/", {},
        true),
    // A name in any script, case and form is that of the link.
    ROW("host=b\u00FCcher.example", "http://xn--bcher-kva.example/",
        "http://xn--bcher-kva.example/", {}, true),
    ROW("host=.B\u00DCCHER.example", "http://www.b\u00FCcher.example/",
        "http://www.xn--bcher-kva.example/", {}, true),
    ROW("host=xn--bcher-kva.example", "http://b\u00FCcher.example/", "", {}, true),
    ROW("host=example.com.", "http://example.com/", "", {}, true),
    ROW("host=.example.com.", "http://www.example.com./", "", {}, true),
    ROW("host=example\u3002com", "http://example.com/", "", {}, true),
    ROW("host=0x7f.1", "http://127.0.0.1/", "http://127.0.0.1/", {}, true),
    ROW("host=127.0.0.1", "http://0x7f.1/", "http://127.0.0.1/", {}, true),
    ROW("host=[0:0::1]", "http://[::1]:8080/", "http://[::1]:8080/", {}, true),
    ROW("host=[::1]", "http://[0::0:1]/", "http://[::1]/", {}, true),
    ROW("host=a_b.example", "http://a_b.example/", "http://a_b.example/", {}, true),
    ROW("flag=userinfo", kHttp, "", {Flag::userinfo}, true),
    ROW("flag=userinfo", kHttp, "", {}, false),
    ROW("flag=wrapped", kHttp, "", {Flag::wrapped}, true),
    ROW("scheme=http flag=userinfo", kHttp, "", {}, false),
    ROW("scheme=http host=.example.com", kHttp, "", {}, true),
};

BOOST_AUTO_TEST_SUITE(condition)

BOOST_AUTO_TEST_CASE(of_one_kind_any_and_of_all_kinds_one_must_hold) {
  for (const Row& row : kRows) {
    std::vector<Condition> conditions;
    for (std::string_view rest = row.conditions; !rest.empty();) {
      const std::size_t end = std::min(rest.find(' '), rest.size());
      conditions.push_back(*rewrite::read_condition(rest.substr(0, end)));
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    Link link;
    if (!row.url.empty()) link.url = row.url;
    if (!row.clicked.empty()) link.clicked = row.clicked;
    link.flags = row.flags;
    BOOST_TEST(rewrite::meets(conditions, link) == row.met, "line " << row.line);
  }
}

BOOST_AUTO_TEST_CASE(what_is_no_condition_is_an_error) {
  for (const std::string_view text :
       {"", "host", "host=", "host=.", "port=80", "flag=no-such-flag", "=x", "Host=x",
        // Those that no link could meet.
        "host=*.example.com", "host=..example.com", "host=a..example", "host=example.com..",
        "host=.\u200B.example", "host=http://example.com/", "host=example.com/x",
        "host=u@example.com", "host=example.com:80", "host=example.com:", "host=[::1]:80",
        "host=[::1]:", "host=::1", "host=a b", "host=a\\b", "scheme=http:", "scheme=http://",
        "scheme=ht tp", "scheme=1a"}) {
    const Result<Condition> read = rewrite::read_condition(text);
    BOOST_TEST(!read, text);
    if (!read) BOOST_TEST(read.error().code == "condition");
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
