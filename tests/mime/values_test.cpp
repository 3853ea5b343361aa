// SPDX-License-Identifier: MIT
//
// Dates and addresses of header fields.
#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <string>

#include "mime/values/addresses.h"
#include "mime/values/date.h"
#include "support/files.h"

using namespace basewalk;

namespace {

struct Row {
  int line;
  std::string_view value;
  std::string_view wanted;  // empty: none
};
std::ostream& operator<<(std::ostream& out, const Row& row) { return out << "line " << row.line; }

#define ROW(...) \
  { __LINE__, __VA_ARGS__ }

constexpr Row kDates[] = {
    // RFC 5322 3.3.
    ROW("Mon, 23 Nov 2026 10:00:00 +0000", "2026-11-23T10:00:00Z"),
    ROW(" 23 Nov 2026 10:00:00 +0100\r\n", "2026-11-23T09:00:00Z"),
    ROW("Fri, 21 Nov 1997 09:55:06 -0600", "1997-11-21T15:55:06Z"),
    ROW("Tue, 1 Jul 2003 10:52:37 +0200", "2003-07-01T08:52:37Z"),
    ROW("Thu, 13 Feb 1969 23:32 -0330", "1969-02-14T03:02:00Z"),  // A.5
    ROW("1 Jan 2000 00:30:00 +0100", "1999-12-31T23:30:00Z"),
    ROW("29 Feb 2024 12:00:00 +0000", "2024-02-29T12:00:00Z"),
    ROW("30 Jun 2015 23:59:60 +0000", "2015-07-01T00:00:00Z"),  // the 61st second of a minute
    ROW("1 Jan 2026 00:00:00 -0000", "2026-01-01T00:00:00Z"),
    ROW("1 Jan 9999 00:00:00 +0000", "9999-01-01T00:00:00Z"),
    // A.5: comments and folds anywhere.
    ROW("Thu,\r\n      13\r\n        Feb\r\n          1969\r\n      23:32\r\n               -0330 "
        "(Newfoundland Time)",
        "1969-02-14T03:02:00Z"),
    ROW("(x) Mon (y) , (z) 23 (a (b)) Nov 2026 10 : 00 : 00 +0000", "2026-11-23T10:00:00Z"),
    ROW("21 Nov 97 09(comment):   55  :  06 -0600", "1997-11-21T15:55:06Z"),  // A.6.2
    // 4.3: short years, zones by name.
    ROW("1 Jan 00 00:00:00 GMT", "2000-01-01T00:00:00Z"),
    ROW("1 Jan 49 00:00:00 GMT", "2049-01-01T00:00:00Z"),
    ROW("1 Jan 50 00:00:00 GMT", "1950-01-01T00:00:00Z"),
    ROW("1 Jan 102 00:00:00 GMT", "2002-01-01T00:00:00Z"),
    ROW("1 Jan 2026 00:00:00 UT", "2026-01-01T00:00:00Z"),
    ROW("1 Jan 2026 00:00:00 est", "2026-01-01T05:00:00Z"),
    ROW("1 Jan 2026 00:00:00 EDT", "2026-01-01T04:00:00Z"),
    ROW("1 Jan 2026 00:00:00 CST", "2026-01-01T06:00:00Z"),
    ROW("1 Jan 2026 00:00:00 CDT", "2026-01-01T05:00:00Z"),
    ROW("1 Jan 2026 00:00:00 MST", "2026-01-01T07:00:00Z"),
    ROW("1 Jan 2026 00:00:00 MDT", "2026-01-01T06:00:00Z"),
    ROW("1 Jan 2026 00:00:00 PST", "2026-01-01T08:00:00Z"),
    ROW("1 Jan 2026 00:00:00 PDT", "2026-01-01T07:00:00Z"),
    ROW("1 Jan 2026 00:00:00 Z", "2026-01-01T00:00:00Z"),
    ROW("1 Jan 2026 00:00:00 A", "2026-01-01T00:00:00Z"),
    ROW("1 Jan 2026 00:00:00 CEST", "2026-01-01T00:00:00Z"),
    // What programs write besides.
    ROW("Monday, 23 November 2026 9:05:00 +0000", "2026-11-23T09:05:00Z"),
    ROW("Mon 23 Nov 2026 10:00:00 +0000", "2026-11-23T10:00:00Z"),
    ROW("Tue, 23 Nov 2026 10:00:00 +0000", "2026-11-23T10:00:00Z"),  // the wrong day
    ROW("mon, 23 nov 2026 10:00:00 +0000 CET x", "2026-11-23T10:00:00Z"),
    ROW("Mon., 23 Nov 2026 10:00:00 +0000", "2026-11-23T10:00:00Z"),
    ROW("23Nov2026 10:00:00+0000", "2026-11-23T10:00:00Z"),
    ROW("23 Nov 2026 10:00:00 + 0000", "2026-11-23T10:00:00Z"),
    // None.
    ROW("", ""),
    ROW(" \r\n ", ""),
    ROW("yesterday", ""),
    ROW("23 Nov 2026", ""),
    ROW("23 Nov 2026 10:00:00", ""),  // of which zone?
    ROW("23 Nov 2026 10:00:00 +01", ""),
    ROW("23 Nov 2026 10:00:00 +01000", ""),
    ROW("23 Nov 2026 10:00:00 +0160", ""),
    ROW("23 Nov 2026 24:00:00 +0000", ""),
    ROW("23 Nov 2026 10:60:00 +0000", ""),
    ROW("23 Nov 2026 10:00:61 +0000", ""),
    ROW("23 Nov 2026 10 +0000", ""),
    ROW("23 Nov 2026 10:0 +0000", ""),
    ROW("0 Nov 2026 10:00:00 +0000", ""),
    ROW("31 Nov 2026 10:00:00 +0000", ""),
    ROW("29 Feb 2026 10:00:00 +0000", ""),
    ROW("123 Nov 2026 10:00:00 +0000", ""),
    ROW("23 No 2026 10:00:00 +0000", ""),
    ROW("23 Novem 2026 10:00:00 +0000", "2026-11-23T10:00:00Z"),
    ROW("23 Novx 2026 10:00:00 +0000", ""),
    ROW("23 Nov 1899 10:00:00 +0000", ""),  // 3.3
    ROW("23 Nov 20260 10:00:00 +0000", ""),
    ROW("23 Nov 6 10:00:00 +0000", ""),
    ROW("Now, 23 Nov 2026 10:00:00 +0000", ""),
    ROW("31 Dec 9999 23:59:59 -0100", ""),  // RFC 3339 has no such year
    ROW("Mon Nov 23 10:00:00 2026", ""),
    ROW("2026-11-23T10:00:00Z", ""),
    ROW("(never closed 23 Nov 2026 10:00:00 +0000", ""),
};

constexpr Row kReceived[] = {
    ROW("from a by b; Mon, 23 Nov 2026 10:00:00 +0000", "2026-11-23T10:00:00Z"),
    ROW(" from a (x; y)\r\n by b with SMTP id c; for <d>;\r\n Mon, 23 Nov 2026 10:00:00 +0000 "
        "(UTC)",
        "2026-11-23T10:00:00Z"),
    ROW("from a by b; 23 Nov 2026 10:00:00 +0000 (a; b)", "2026-11-23T10:00:00Z"),
    ROW("from a by b Mon, 23 Nov 2026 10:00:00 +0000", ""),
    ROW("; ", ""),
    ROW("", ""),
};

// The addresses of a list, with blanks between them.
constexpr Row kAddresses[] = {
    ROW("ann@example.com", "ann@example.com"),
    ROW("Ann@Example.COM", "Ann@example.com"),
    ROW("Ann <ann@b.example>, <c@d.example>,e@f.example", "ann@b.example c@d.example e@f.example"),
    ROW("\"Ann, B <x@y>\" <a@b>", "a@b"),
    ROW("Doe, John <j@d.example>", "j@d.example"),
    ROW("ann@example.com (Ann, B <x@y>)", "ann@example.com"),
    ROW("(x) ann (y) @ (z) example . com", "ann@example.com"),
    ROW("A Group:Ed Jones <joe@where.test>,john@one.test;", "joe@where.test john@one.test"),
    ROW("Undisclosed recipients:;", ""),
    ROW("Undisclosed recipients:;, a@b", "a@b"),
    ROW("a@b;c@d", "a@b c@d"),
    ROW("<@x.test,@y.test:a@b>", "a@b"),  // 4.4
    ROW("\"john smith\"@b", "\"john smith\"@b"),
    ROW("\"a@x\"@B", "\"a@x\"@b"),
    ROW("a@[192.0.2.1]", "a@[192.0.2.1]"),
    ROW("a@[IPv6:2001:DB8::1], c@d", "a@[ipv6:2001:db8::1] c@d"),
    ROW("a\r\n @b,\r\n\tc@d", "a@b c@d"),
    ROW("Ann ann@b.example", "ann@b.example"),
    ROW("ann@b.example Ann B", "ann@b.example"),
    ROW("Ann <ann@b> rest@x", "ann@b"),
    ROW("x@y <ann@b>", "ann@b"),
    ROW("<<ann@b>>", "ann@b"),
    ROW("a@b@c", "a@b@c"),
    ROW("MAILER-DAEMON", ""),
    ROW("<>", ""),
    ROW("@", "@"),
    ROW(",,;", ""),
    ROW("", ""),
    // Never closed.
    ROW("\"Ann <ann@b>, c@d", "ann@b c@d"),
    ROW("Ann :( <ann@b>, c@d", "ann@b c@d"),
    ROW("ann@b (x, c@d", "ann@b c@d"),
    ROW("a@[1.2, c@d", "a@[1.2 c@d"),
    ROW("<ann@b", "ann@b"),
    ROW("<x@y <ann@b>", "ann@b"),
};

constexpr Row kIds[] = {
    ROW("<a@b>", "a@b"),
    ROW("<a@b> <c@d>\r\n\t<e@f>", "a@b|c@d|e@f"),
    ROW("<a@b><c@d>", "a@b|c@d"),
    ROW("Your message <a@b> of today", "a@b"),
    ROW("<a@\r\n b>", "a@b"),
    ROW("<> <a>", "a"),
    ROW("a@b", ""),
    ROW("<a@b", ""),
    ROW(">a<", ""),
    ROW("", ""),
};

}  // namespace

BOOST_AUTO_TEST_SUITE(values)

BOOST_DATA_TEST_CASE(reads_dates, boost::unit_test::data::make(kDates)) {
  const test::ExactCopy value(sample.value);
  const auto seconds = mime::read_date(value.view());
  BOOST_TEST((seconds ? mime::date_text(*seconds) : "") == sample.wanted);
}

// No date is longer than 1024 bytes.
BOOST_AUTO_TEST_CASE(reads_a_date_with_many_blanks) {
  const auto date = [](std::size_t blanks) {
    const auto seconds =
        mime::read_date("23 Nov 2026 " + std::string(blanks, ' ') + "10:00:00 +0000");
    return seconds ? mime::date_text(*seconds) : "";
  };
  BOOST_TEST(date(900) == "2026-11-23T10:00:00Z");
  BOOST_TEST(date(1100) == "");
}

BOOST_DATA_TEST_CASE(reads_the_date_of_a_hop, boost::unit_test::data::make(kReceived)) {
  const test::ExactCopy value(sample.value);
  const auto seconds = mime::read_date_of_received(value.view());
  BOOST_TEST((seconds ? mime::date_text(*seconds) : "") == sample.wanted);
}

BOOST_DATA_TEST_CASE(reads_addresses, boost::unit_test::data::make(kAddresses)) {
  const test::ExactCopy value(sample.value);
  mime::Addresses list(value.view());
  std::string told;
  while (list.next()) {
    told += (told.empty() ? "" : " ") + list.address();
    BOOST_TEST(list.address().ends_with("@" + std::string(list.domain())));
  }
  BOOST_TEST(told == sample.wanted);
}

BOOST_DATA_TEST_CASE(reads_message_ids, boost::unit_test::data::make(kIds)) {
  const test::ExactCopy value(sample.value);
  std::string told;
  std::size_t at = 0;
  for (std::string id = mime::next_message_id(value.view(), at); !id.empty();
       id = mime::next_message_id(value.view(), at))
    told += (told.empty() ? "" : "|") + id;
  BOOST_TEST(told == sample.wanted);
  BOOST_TEST(at == sample.value.size());
}

// Each of these took the square of its length in a reader that looks for an end again and again.
BOOST_AUTO_TEST_CASE(what_never_ends_is_looked_for_once) {
  constexpr std::size_t kMany = 2'000'000;
  for (const char* piece : {"\"", "(", "[", "<", "a,\"", "(,", "[,", "<,", "a@b,(", ":"}) {
    std::string value;
    while (value.size() < kMany) value += piece;
    mime::Addresses list(value);
    std::size_t count = 0;
    while (list.next()) ++count;
    BOOST_TEST(count <= kMany);
    mime::read_date(value);
    mime::read_date_of_received(value);
    std::size_t at = 0;
    BOOST_TEST(mime::next_message_id(value, at) == "");
  }
}

BOOST_AUTO_TEST_SUITE_END()
