// SPDX-License-Identifier: MIT
#include "walk/shown_host.h"

#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <ostream>

using namespace basewalk;

namespace {

struct Case {
  int line;
  std::string_view text, clicked;
  bool differs;
};
std::ostream& operator<<(std::ostream& out, const Case& c) {
  return out << c.line << ": " << c.text << ' ' << c.clicked;
}
#define ROW(...) \
  { __LINE__, __VA_ARGS__ }

const Case kCases[] = {
    ROW("www.bank.com", "http://evil.test/", true),
    ROW("http://bank.com/login", "http://evil.test/", true),
    ROW("https://www.bank.com", "https://bank.com/x", false),
    ROW("bank.com", "https://www.bank.com/x", false),
    ROW("BANK.com.", "https://bank.com./", false),
    ROW("paypal.com", "http://evil.test/", true),
    ROW("paypal.com/login?x", "http://evil.test/", true),
    ROW("paypal.com:443", "https://paypal.com/", false),
    ROW("(paypal.com)", "http://evil.test/", true),
    ROW("\u201Cpaypal.com\u201D", "http://paypal.com/", false),
    ROW("login.bank.com", "http://bank.com/", true),  // hosts are compared, not domains
    ROW("Visit www.bank.com today", "http://evil.test/", true),
    ROW("Visit www.bank.com or www.shop.example", "http://shop.example/", false),
    ROW("Visit bank.com today", "http://evil.test/", false),
    ROW("www.bank.com\u200B", "http://evil.test/", true),
    ROW("bank\u00AD.com", "http://bank.com/", false),
    ROW("bank.co.uk", "http://evil.test/", true),
    ROW("allegro.pl", "http://evil.test/", true),
    ROW("b\u00FCcher.example", "http://xn--bcher-kva.example/", false),
    ROW("b\u00FCcher.example", "http://bucher.example/", true),
    ROW("p\u0430ypal.com", "http://paypal.com/", true),  // a Cyrillic letter
    ROW("http://192.0.2.1/", "http://192.0.2.1/x", false),
    ROW("http://192.0.2.1/", "http://192.0.2.2/x", true),
    ROW("http://3221225985/", "http://192.0.2.1/x", false),
    ROW("ftp://h.test/", "http://h.test/", false),
    ROW("https:\\\\bank.com", "http://evil.test/", true),
    ROW("Visit http:/bank.com/x", "http://evil.test/", true),
    ROW("https:\\\\bank.com\\x", "http://bank.com/", false),
    ROW("\\\\bank.com\\x", "http://evil.test/", true),
    // what shows no host
    ROW("Click here", "http://evil.test/", false),
    ROW("", "http://evil.test/", false),
    ROW("setup.exe", "http://evil.test/", false),
    ROW("invoice.pdf", "http://evil.test/", false),
    ROW("archive.zip", "http://evil.test/", false),
    ROW("build.sh", "http://evil.test/", false),
    ROW("README.md", "http://evil.test/", false),
    ROW("Node.js", "http://evil.test/", false),
    ROW("1.2.3", "http://evil.test/", false),
    ROW("e.g.", "http://evil.test/", false),
    ROW("Hello.World", "http://evil.test/", true),  // a known domain
    ROW("Read on... here", "http://evil.test/", false),
    ROW("a@bank.com", "http://evil.test/", false),
    ROW("mailto:a@bank.com", "http://evil.test/", false),
    ROW("bank..com", "http://evil.test/", false),
    ROW(".com", "http://evil.test/", false),
    // links without a host
    ROW("www.bank.com", "mailto:a@evil.test", false),
    ROW("bank.com", "mailto:info@bank.com", false),
    ROW("www.bank.com", "javascript:x", false),
    ROW("www.bank.com", "data:text/html,x", false),
    ROW("www.bank.com", "tel:12", false),
};

}  // namespace

BOOST_AUTO_TEST_SUITE(shown_host)

BOOST_DATA_TEST_CASE(a_text_shows_another_host_or_not, boost::unit_test::data::make(kCases)) {
  BOOST_TEST(shows_another_host(sample.text, sample.clicked) == sample.differs);
}

BOOST_AUTO_TEST_CASE(a_link_that_no_browser_opens_has_no_host) {
  BOOST_TEST(!shows_another_host("www.bank.com", {}));
}

BOOST_AUTO_TEST_SUITE_END()
