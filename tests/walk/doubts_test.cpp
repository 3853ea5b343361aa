// SPDX-License-Identifier: MIT
//
// What readers take in several ways (docs/semantics.md): the links of every reading of a body.
#include <boost/test/unit_test.hpp>
#include <string>

#include "walk/collect.h"
#include "walk/encode.h"

using namespace basewalk;
using test::collect;

namespace {

// The URLs, in their order.
std::string urls(std::string_view mail) {
  std::string out;
  for (const test::SeenLink& link : collect(mail).links) out += link.url + '\n';
  return out;
}

std::string base64_mail(std::string_view body) {
  return "Content-Type: text/html\nContent-Transfer-Encoding: base64\n\n" + std::string(body);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(doubts)

BOOST_AUTO_TEST_CASE(base64_in_either_alphabet) {
  // "<a href=http://h/?>" and "<a href=http://h/~>"; a "/" on a line of its own makes it the usual
  // alphabet, in which "-" and "_" are nothing.
  BOOST_TEST(urls(base64_mail("PGEgaHJlZj1odHRwOi8vaC8_Pg==\n")).starts_with("http://h/?\n"));
  BOOST_TEST(urls(base64_mail("PGEgaHJlZj1odHRwOi8vaC8_Pg==\n////\n")).find("http://h/?\n") !=
             std::string::npos);
}

BOOST_AUTO_TEST_CASE(base64_that_ends_at_its_padding_or_not) {
  // Python passes over the "=" within the group.
  const std::string digits = test::to_base64("<a href=http://h/>", "");
  BOOST_TEST(urls(base64_mail(digits.substr(0, 2) + "=" + digits.substr(2))) == "http://h/\n");
  // Both: once.
  BOOST_TEST(urls(base64_mail(test::to_base64("<a href=http://h/>.", "") + "QUJD")) ==
             "http://h/\n");
}

BOOST_AUTO_TEST_CASE(quoted_printable_with_stray_signs) {
  const std::string head =
      "Content-Type: text/html\nContent-Transfer-Encoding: quoted-printable\n\n";
  BOOST_TEST(urls(head + "<a href==3D&#104;ttp://h/>").ends_with("\nhttp://h/\n"));
  BOOST_TEST(urls(head + "<a href=3Dhttp://h/> a = b") == "http://h/\n");
}

BOOST_AUTO_TEST_CASE(encodings_under_other_names) {
  const std::string html = "<a href=http://h/>";
  for (const std::string_view name : {"x-base64", "base64 x", "base64; x", "=?us-ascii?q?base64?="})
    BOOST_TEST(urls("Content-Type: text/html\nContent-Transfer-Encoding: " + std::string(name) +
                    "\n\n" + test::to_base64(html, "\n") + "\n") == "http://h/\n",
               name);
  // Who does not know the name reads it as it stands.
  BOOST_TEST(urls("Content-Type: text/html\nContent-Transfer-Encoding: x-base64\n\n" + html) ==
             "http://h/\n");
  BOOST_TEST(urls("Content-Type: text/html\nContent-Transfer-Encoding: 7 bit\n\n" + html) ==
             "http://h/\n");
}

BOOST_AUTO_TEST_CASE(scripts_on_and_off) {
  const std::string head = "Content-Type: text/html\n\n";
  BOOST_TEST(urls(head + "<a href=http://h/1><noscript><a href=http://h/2></noscript>") ==
             "http://h/1\nhttp://h/2\n");
  BOOST_TEST(urls(head + "<noscript><p title='</noscript><a href=http://h/3>'>") == "http://h/3\n");
  // The same link at another place is another one: only the first is edited where mail is
  // rewritten.
  BOOST_TEST(urls(head + "<a href=http://h/>a</a><noscript><p title='</noscript>"
                         "<a href=http://h/>b</a>'>") == "http://h/\nhttp://h/\n");
  // A base of the other reading stays in it.
  const std::string base =
      "<noscript><p title='</noscript><base href=http://other/>'></noscript><a href=x>";
  const test::Collect seen = collect("Content-Base: http://h/\n" + head + base);
  BOOST_TEST_REQUIRE(seen.links.size() == 2U);
  BOOST_TEST(seen.links[0].url == "http://h/x");
  BOOST_TEST(seen.links[1].url == "http://other/x");
}

BOOST_AUTO_TEST_CASE(documents_by_type_name_and_first_bytes) {
  const std::string html = "<!-- <a href=http://no/> --><a href=http://h/>x</a>";
  BOOST_TEST(urls("Content-Type: text/css; name=a.html\n\n" + html) == "http://h/\n");
  BOOST_TEST(urls("Content-Type: text/calendar\n\n" + html).find("http://h/\n") !=
             std::string::npos);
  BOOST_TEST(urls("Content-Type: text/plain\n\n<a href='mailt&#111;:a'>") == "mailto:a\n");
  BOOST_TEST(urls("Content-Type: text/plain\n\nno page: <a href='mailt&#111;:a'>") == "");
}

BOOST_AUTO_TEST_CASE(they_are_bounded) {
  const test::Collect seen =
      collect("Content-Type: text/css; name=a.html\nContent-Transfer-Encoding: base64\n\n=QUJD" +
              test::to_base64(std::string(20000, ' '), "\n"));
  BOOST_TEST(!seen.has_note("limit-readings"));
  BOOST_TEST(collect("Content-Type: text/css; name=a.html\nContent-Transfer-Encoding: base64\n\n"
                     "=-" +
                     test::to_base64("<noscript>" + std::string(20000, ' '), "\n"))
                 .has_note("limit-readings"));
}

BOOST_AUTO_TEST_SUITE_END()
