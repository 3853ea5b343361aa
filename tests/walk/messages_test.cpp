// SPDX-License-Identifier: MIT
//
// Messages in a table, and their links: part, where, URL.
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>

#include "support/files.h"
#include "walk/collect.h"

using namespace basewalk;
using test::Row;

BOOST_AUTO_TEST_SUITE(messages)

BOOST_DATA_TEST_CASE(
    attachments_are_read_as_what_they_are,
    boost::unit_test::data::make(test::read_table(std::string("walk/attachments.tsv")))) {
  std::string wanted, found;
  for (std::size_t i = 1; i < sample.cells.size(); ++i)
    if (!sample[i].empty()) wanted += sample[i] + '\n';
  const std::string mail = test::unescape(sample[0]);
  for (const test::SeenLink& l : test::collect(mail).links)
    found += l.part + ' ' + l.where + ' ' + l.url + '\n';
  BOOST_TEST(found == wanted, sample << "\nfound\n" << found);
}

// RFC 2046 5.2.2: Outlook Express and others put them together.
BOOST_AUTO_TEST_CASE(fragments_are_unread) {
  const auto unread = [](std::string_view parameters) {
    std::string out;
    const auto seen =
        test::collect("Content-Type: message/partial; id=a; " + std::string(parameters) +
                      "\n\nContent-Type: text/html\n\n<a href=http://h/>\n");
    BOOST_TEST(seen.links.size() == 1U);
    for (const test::SeenUnread& each : seen.unread_things)
      out += each.part + ' ' + each.why + ' ' + std::to_string(each.size) + '\n';
    return out;
  };
  const std::string all = "1 no-opener 44\n";
  BOOST_TEST(unread("number=1; total=2") == all);
  BOOST_TEST(unread("number=2; total=2") == all);
  BOOST_TEST(unread("number=1") == all);
  BOOST_TEST(unread("total=1") == all);
  BOOST_TEST(unread("number=1; total=1") == "");
}

// Here nothing is opened.
BOOST_AUTO_TEST_CASE(what_is_encoded_for_a_text_is_told) {
  const auto unread = [](std::string_view type, std::string_view body) {
    const auto seen =
        test::collect("Content-Type: " + std::string(type) + "\n\n" + std::string(body) + "\n");
    std::string out;
    for (const test::SeenUnread& each : seen.unread_things) out += each.part + ' ' + each.why;
    return out;
  };
  const std::string file = "begin 644 a.html\n%:&5L;&\\*\n`\nend\n";
  BOOST_TEST(unread("text/plain", "see\n" + file) == "1 no-opener");
  BOOST_TEST(unread("text/plain", "begin 644 words\nare not what follows") == "");
  BOOST_TEST(unread("text/html", "<p>\n" + file) == "1 no-opener");  // KMail
  BOOST_TEST(unread("text/html", "<p>begin 644 a\n%:&5L;&\\*\n`\nend\n") == "");
  BOOST_TEST(unread("text/css", file) == "");
  BOOST_TEST(unread("text/plain", "-----BEGIN PGP MESSAGE-----\n\nx\n-----END PGP MESSAGE-----") ==
             "1 no-opener");
  BOOST_TEST(unread("text/calendar",
                    "BEGIN:VCALENDAR\nATTACH;ENCODING=BASE64;VALUE=BINARY:AAAA\n"
                    "END:VCALENDAR") == "1 no-opener");
  BOOST_TEST(unread("text/calendar",
                    "BEGIN:VCALENDAR\nATTACH;ENCODING=BASE64;VALUE=BINARY:YWJj\n"
                    "END:VCALENDAR") == "");
  // What says that it holds one, and holds none that is found.
  BOOST_TEST(unread("application/x-uuencode", "M:&5L") == "1 no-opener");
  BOOST_TEST(unread("application/mac-binhex40", ":#h9ZFA-") == "1 no-opener");
  BOOST_TEST(unread("text/plain; name=a.hqx", ":#h9ZFA-") == "1 no-opener");
  BOOST_TEST(unread("text/plain; name=a.xxe", "hG4JgOJl") == "1 no-opener");
  BOOST_TEST(unread("text/plain; name=a.txt", ":#h9ZFA-") == "");
}

BOOST_AUTO_TEST_SUITE_END()
