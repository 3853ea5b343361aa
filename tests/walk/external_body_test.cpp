// SPDX-License-Identifier: MIT
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <ostream>
#include <string>

#include "walk/collect.h"

using namespace basewalk;
using test::collect;

namespace {

// The links of the part, "written>clicked" where a browser writes it otherwise.
std::string links_of(std::string_view parameters, std::string_view phantom = "phantom\n") {
  std::string out;
  const std::string mail = "Content-Type: message/external-body; " + std::string(parameters) +
                           "\n\nContent-Type: text/plain\n\n" + std::string(phantom);
  for (const test::SeenLink& l : collect(mail).links) {
    if (!l.where.starts_with("header content-type")) continue;
    if (!out.empty()) out += ' ';
    out += l.url.empty() ? "?" : l.url;
    if (l.clicked != l.url) out += '>' + l.clicked;
  }
  return out;
}

struct Row {
  int line;
  std::string_view parameters, links;
};
#define ROW(...) \
  { __LINE__, __VA_ARGS__ }
std::ostream& operator<<(std::ostream& out, const Row& row) { return out << "line " << row.line; }

constexpr Row kRows[] = {
    // RFC 2017 3.1
    ROW("access-type=URL; URL=\"http://h/a\n b\"", "http://h/ab"),
    ROW("access-type=url", ""),
    // RFC 2046 5.2.3.1 and 2: the example there, MODE by RFC 1738 3.2.3
    ROW("access-type=ANON-FTP; name=\"BodyFormats.ps\"; site=\"t.example\"; mode=\"image\";\n "
        "directory=\"pub\"",
        "ftp://t.example/pub/BodyFormats.ps;type=i"),
    ROW("access-type=ftp; site=h; name=x; mode=ASCII", "ftp://h/x;type=a"),
    ROW("access-type=ftp; site=h; name=x; mode=local8", "ftp://h/x;type=i"),
    ROW("access-type=ftp; site=h; name=x; mode=EBCDIC", "ftp://h/x"),
    ROW("access-type=ftp; site=h; name=x; directory=\"a/b/\"", "ftp://h/a/b/x"),
    // RFC 1738 3.2.2: from the root, not from where the login leads
    ROW("access-type=ftp; site=h; name=x; directory=\"/a\"", "ftp://h/%2Fa/x"),
    ROW("access-type=ftp; site=h; name=\"/a/x\"", "ftp://h/%2Fa/x"),
    ROW("access-type=ftp; site=h", "ftp://h/"),
    ROW("access-type=ftp; name=x; directory=y", ""),
    ROW("access-type=tftp; site=h; name=x", "tftp://h/x"),
    ROW("access-type=TFTP; SITE=h; NAME=x; DIRECTORY=d; MODE=OCTET", "tftp://h/d/x;mode=octet"),
    ROW("access-type=tftp; site=h; name=x; mode=mail", "tftp://h/x"),
    // RFC 2046 5.2.3.3: a file is a place where one machine has it
    ROW("access-type=local-file; name=\"/u/nsb/x.ps\"; site=\"t.example\"",
        "file://t.example/u/nsb/x.ps"),
    ROW("access-type=afs; name=\"/afs/c/x\"; site=h", "file://h/afs/c/x"),
    ROW("access-type=local-file; name=\"/etc/passwd\"", ""),
    ROW("access-type=local-file; name=x; site=\"*.example\"", ""),
    ROW("access-type=local-file; name=x; site=\"*\"", ""),
    ROW("access-type=local-file; name=\"\\\\\\\\h.example\\\\share\\\\x\"",
        "file://h.example/share/x"),
    // RFC 2046 5.2.3.4
    ROW("access-type=mail-server; server=\"list@h\"; subject=\"a & b\"",
        "mailto:list@h?subject=a%20%26%20b&body=phantom"),
    ROW("access-type=mail-server; server=\"list@h\"", "mailto:list@h?body=phantom"),
    ROW("access-type=mail-server; subject=x", ""),
    // others
    ROW("access-type=content-id", ""),
    ROW("access-type=x-http; site=h; name=x", ""),
    ROW("site=h; name=x", ""),
    // what would leave its place
    ROW("access-type=ftp; site=\"h/x\"; name=y", "ftp://h%2Fx/y>"),
    ROW("access-type=ftp; site=\"u@h\"; name=y", "ftp://u%40h/y>"),
    ROW("access-type=ftp; site=\"h?\"; name=y", "ftp://h%3F/y>"),
    ROW("access-type=ftp; site=\"h#\\\\\"; name=y", "ftp://h%23%5C/y>"),
    ROW("access-type=ftp; site=\"h\"; name=\"y?a#b;type=d%41\"", "ftp://h/y%3Fa%23b%3Btype=d%2541"),
    ROW("access-type=ftp; site=\"h:2121\"; name=y", "ftp://h:2121/y"),
    ROW("access-type=ftp; site=\"h:a\"; name=y", "ftp://h%3Aa/y>"),
    ROW("access-type=ftp; site=\"[::1]:21\"; name=y", "ftp://[::1]:21/y>ftp://[::1]/y"),
    ROW("access-type=ftp; site=\" h \"; name=y", "ftp://h/y"),
    ROW("access-type=ftp; site*=utf-8''h%0D%0Ai; name*=utf-8''a%0D%0Ab",
        "ftp://h%0D%0Ai/a%0D%0Ab>"),
    ROW("access-type=ftp; site*=utf-8''b%C3%BC.example; name*=utf-8''%C3%A9",
        "ftp://b\u00FC.example/%C3%A9>ftp://xn--b-eha.example/%C3%A9"),
    ROW("access-type=mail-server; server=\"a@h?cc=b@c\"; subject*=us-ascii''x%0D%0AB:%20y",
        "mailto:a@h%3Fcc%3Db@c?subject=x%0D%0AB%3A%20y&body=phantom"),
};

}  // namespace

BOOST_AUTO_TEST_SUITE(external_bodies)

BOOST_DATA_TEST_CASE(name_the_place_where_they_are, boost::unit_test::data::make(kRows), row) {
  BOOST_TEST(links_of(row.parameters) == row.links);
}

BOOST_AUTO_TEST_CASE(of_a_mail_server_are_what_its_commands_ask_for) {
  const std::string_view server = "access-type=mail-server; server=\"s@h\"";
  BOOST_TEST(links_of(server, "get a&b\nquit\n\n") == "mailto:s@h?body=get%20a%26b%0D%0Aquit");
  BOOST_TEST(links_of(server, "get a\r\nquit\r\n") == "mailto:s@h?body=get%20a%0D%0Aquit");
  BOOST_TEST(links_of(server, "\n\n") == "mailto:s@h");
  const std::string longer(100'000, 'x');
  BOOST_TEST(links_of(server, longer) == "mailto:s@h?body=" + longer.substr(0, 2000));
}

// RFC 1808 3.3
BOOST_AUTO_TEST_CASE(are_the_base_of_what_is_in_them) {
  const auto inner = [](std::string_view parameters) {
    const auto seen = collect("Content-Type: message/external-body; " + std::string(parameters) +
                              "\n\nList-Help: <help>\n\n");
    const test::SeenLink& last = seen.links.back();
    return last.url + ' ' + last.base_from;
  };
  BOOST_TEST(inner("access-type=ftp; site=h; directory=d; name=x") == "ftp://h/d/help retrieval");
  BOOST_TEST(inner("access-type=mail-server; server=\"a@h\"") == " none");
}

BOOST_AUTO_TEST_SUITE_END()
