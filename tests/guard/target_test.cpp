// SPDX-License-Identifier: MIT
#include "guard/target.h"

#include <boost/test/unit_test.hpp>

using namespace basewalk;
using namespace basewalk::guard;

namespace {

struct Row {
  int line;
  std::string_view url, host, letters, registrable;
  bool can_be_opened;
};
#define ROW(...) \
  { __LINE__, __VA_ARGS__ }

const Row kRows[] = {
    ROW("https://www.example.co.uk/x", "www.example.co.uk", "www.example.co.uk", "example.co.uk",
        true),
    ROW("http://example.com/", "example.com", "example.com", "example.com", true),
    ROW("http://example.com./", "example.com.", "example.com.", "example.com.", true),
    ROW("http://login.xn--bcher-kva.example/", "login.xn--bcher-kva.example",
        "login.b\u00FCcher.example", "b\u00FCcher.example", true),
    // A public suffix, a name of one label, addresses: nobody has registered a part of them.
    ROW("http://co.uk/", "co.uk", "co.uk", "co.uk", true),
    ROW("http://localhost/", "localhost", "localhost", "localhost", true),
    ROW("http://192.0.2.1/", "192.0.2.1", "192.0.2.1", "192.0.2.1", true),
    ROW("http://[2001:db8::1]/", "[2001:db8::1]", "[2001:db8::1]", "[2001:db8::1]", true),
    ROW("https://paypal.com@evil.example/", "evil.example", "evil.example", "evil.example", true),
    ROW("ftp://ftp.example.com/a", "ftp.example.com", "ftp.example.com", "example.com", true),
    ROW("HTTP://Example.COM/", "example.com", "example.com", "example.com", true),
    // Browsers go there; that it reads otherwise is what counts.
    ROW("http:example.com/", "example.com", "example.com", "example.com", false),
    ROW("http:///example.com/", "example.com", "example.com", "example.com", false),
    ROW("http:\\\\example.com/", "example.com", "example.com", "example.com", false),
    ROW("http://a.example\\@b.example/", "a.example", "a.example", "a.example", false),
    ROW("http://\u0430.example/", "xn--80a.example", "\u0430.example", "\u0430.example", false),
    ROW("http://example.com/\r\nX: y", "example.com", "example.com", "example.com", false),
    ROW("http://example.com/a b", "example.com", "example.com", "example.com", false),
    ROW("javascript:alert(1)", "", "", "", false),
    ROW("javascript://example.com/%0aalert(1)", "example.com", "example.com", "example.com", false),
    ROW("data:text/html,x", "", "", "", false),
    ROW("//example.com/", "", "", "", false),
    ROW("/relative", "", "", "", false),
    ROW("", "", "", "", false),
};

BOOST_AUTO_TEST_SUITE(target_suite)

BOOST_AUTO_TEST_CASE(tells_whose_a_host_is_and_whether_it_is_opened) {
  for (const Row& row : kRows) {
    const Target target = target_of(std::string(row.url), {});
    BOOST_TEST(target.url == row.url, row.line);
    BOOST_TEST(target.host == row.host, row.line);
    BOOST_TEST(target.letters == row.letters, row.line);
    BOOST_TEST(target.letters.substr(target.registrable) == row.registrable, row.line);
    BOOST_TEST(target.can_be_opened == row.can_be_opened, row.line);
  }
}

BOOST_AUTO_TEST_CASE(flags_of_the_url_and_of_its_link) {
  const Target target = target_of("http://xn--pple-43d.com:81/", {Flag::base_split});
  for (const Flag flag : {Flag::base_split, Flag::mixed_script_host, Flag::not_ascii_host,
                          Flag::port_not_default, Flag::port_reserved})
    BOOST_TEST(target.flags.has(flag), name(flag));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
