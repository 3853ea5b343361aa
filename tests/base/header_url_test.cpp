// SPDX-License-Identifier: MIT
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <ostream>

#include "basewalk/base/scope.h"

using namespace basewalk;

namespace {

struct Case {
  int line;
  std::string_view value, url;
};
std::ostream& operator<<(std::ostream& out, const Case& c) {
  return out << c.line << ": " << c.value;
}
#define ROW(...) \
  { __LINE__, __VA_ARGS__ }

const Case kCases[] = {
    // RFC 1808 3.1
    ROW(" <URL:http://www.ics.uci.edu/Test/a/b/c>", "http://www.ics.uci.edu/Test/a/b/c"),
    ROW(" <URL:http://www.ics.uci.edu/\r\n Test/a/b/c>", "http://www.ics.uci.edu/Test/a/b/c"),
    ROW(" <url:http://h/>", "http://h/"),
    ROW(" <url:http://h/> ", "http://h/"),
    ROW("\t \"http://h/\" ", "http://h/"),
    ROW(" < URL: http://h/ a >", "http://h/a"),
    // [B1]: seen in real mail
    ROW(" http://h/a", "http://h/a"),
    ROW(" <http://h/a>", "http://h/a"),
    ROW(" URL:http://h/a", "http://h/a"),
    ROW(" \"http://h/a\"", "http://h/a"),
    ROW(" '<URL:http://h/a>'", "http://h/a"),
    ROW(" http://h/long/\r\n pa/page.html", "http://h/long/pa/page.html"),
    ROW(" \"http://h/long/\r\n\tpa/page.html\"", "http://h/long/pa/page.html"),
    ROW(" http://h/a (the page)", "http://h/a"),
    ROW(" (the page) http://h/a", "http://h/a"),
    ROW(" http://h/a (the page)\t ", "http://h/a"),
    ROW(" \t(the page)\thttp://h/a\t", "http://h/a"),
    ROW(" (x) (y)", "(y)"),
    ROW(" (the page)", ""),
    ROW(" http://h/a_(wiki)", "http://h/a_(wiki)"),
    ROW(" =?us-ascii?Q?http=3A//h/a?=", "http://h/a"),
    ROW(" =?utf-8?B?aHR0cDovL2gv?=\r\n =?utf-8?B?YQ==?=", "http://h/a"),
    ROW(" http://h/a?=b", "http://h/a?=b"),
    ROW("", ""),
    ROW(" <>", ""),
    ROW(" (", "("),
    ROW(" \"", "\""),
};

}  // namespace

BOOST_AUTO_TEST_SUITE(header_url)

BOOST_DATA_TEST_CASE(takes_off_what_headers_put_around_a_url,
                     boost::unit_test::data::make(kCases)) {
  BOOST_TEST(base::header_url(sample.value).url == sample.url);
}

BOOST_AUTO_TEST_SUITE_END()
