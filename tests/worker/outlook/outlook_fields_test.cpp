// SPDX-License-Identifier: MIT
#include "worker/jobs/outlook_fields.h"

#include <boost/test/unit_test.hpp>
#include <string>

#include "worker/outlook/told.h"

using namespace basewalk;
using worker::OutlookText;

namespace {

std::string words(const OutlookText& text, std::string_view charset) {
  std::string out;
  worker::append_words(text, charset, out);
  return out;
}

std::string parameter(const OutlookText& text, std::string_view charset) {
  std::string out;
  worker::append_parameter("name", text, charset, out);
  return out;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(outlook_fields)

BOOST_AUTO_TEST_CASE(code_pages_have_names) {
  struct Row {
    std::uint32_t page;
    const char* name;
  };
  for (const Row row :
       {Row{65001, "utf-8"}, Row{1250, "windows-1250"}, Row{1258, "windows-1258"}, Row{1259, ""},
        Row{28590, ""}, Row{28591, "iso-8859-1"}, Row{28606, "iso-8859-16"}, Row{28607, ""},
        Row{437, "cp437"}, Row{869, "cp869"}, Row{870, ""}, Row{436, ""}, Row{932, "shift_jis"},
        Row{0, ""}})
    BOOST_TEST(worker::charset_of(row.page) == row.name, row.page);
}

BOOST_AUTO_TEST_CASE(only_fields_are_kept) {
  BOOST_TEST(worker::kept_fields("") == "");
  BOOST_TEST(worker::kept_fields(" x\r\nA: 1\r\n b\r\n\r\nB: 2\r\n") == "A: 1\r\n b\r\n");
  BOOST_TEST(worker::kept_fields("\r\n\r\nA: 1\nB : 2\n") == "A: 1\r\nB : 2\r\n");
  BOOST_TEST(worker::kept_fields("no field\r\n folded\r\nA b: 1\r\n: 2\r\n--x: 3\r\nC:4") ==
             "C:4\r\n");
  BOOST_TEST(
      worker::kept_fields("Lines: 7\r\nMIME-VERSION: 1.0\r\nContent-Base: x\r\nBase: y\r\n") ==
      "Content-Base: x\r\nBase: y\r\n");
  BOOST_TEST(worker::kept_fields(
                 "content-type : a;\r\n\tb\r\nContent-Disposition: c\r\nD: e\r\n") == "D: e\r\n");
}

BOOST_AUTO_TEST_CASE(text_is_encoded_where_it_must_be) {
  BOOST_TEST(words({"plain", true}, "") == "plain");
  BOOST_TEST(words({"=?x?=", true}, "") == "=?utf-8?B?PT94Pz0=?=");
  BOOST_TEST(words({"\xE9", false}, "") == "=?utf-8?B?w6k=?=");
  BOOST_TEST(words({"\xE9", false}, "iso-8859-2") == "=?iso-8859-2?B?6Q==?=");
  const std::string folded = words({std::string(21, 'x') + "ä" + std::string(30, 'y'), true}, "");
  BOOST_TEST(folded ==
             "=?utf-8?B?eHh4eHh4eHh4eHh4eHh4eHh4eHh4w6R5eXl5eXl5eXl5eXl5eXl5eXl5?=\r\n "
             "=?utf-8?B?eXl5eXl5eXl5eXk=?=");
  BOOST_TEST(parameter({"", true}, "") == "");
  BOOST_TEST(parameter({"\r\n", true}, "") == "");
  BOOST_TEST(parameter({"a b", true}, "") == ";\r\n name=\"a b\"");
  BOOST_TEST(parameter({"ä;", true}, "x") == ";\r\n name*=utf-8''%C3%A4%3B");
  BOOST_TEST(parameter({"\xE9", false}, "iso-8859-2") == ";\r\n name*=iso-8859-2''%E9");
  std::string field;
  worker::append_field("A", " \r\n ", field);
  BOOST_TEST(field == "");
  worker::append_field("A", "b\r\nC: d\x7F", field);
  BOOST_TEST(field == "A: b  C: d\r\n");
}

BOOST_AUTO_TEST_CASE(times_are_dates) {
  const test::Told told = test::read_pst(test::made_pst("dates"));
  const char* const dates[] = {
      "Mon, 1 Jan 1601 00:00:00",  "Tue, 29 Feb 2000 12:30:01", "Wed, 1 Mar 2000 00:00:00",
      "Sun, 28 Feb 2100 23:59:59", "Mon, 1 Mar 2100 00:00:00",  "Fri, 31 Dec 1999 23:59:59",
      "Tue, 31 Dec 2024 00:00:00", "Fri, 29 Feb 2008 00:00:00", "Sun, 31 Dec 2000 00:00:00"};
  BOOST_REQUIRE(told.members.size() == std::size(dates));
  for (std::size_t i = 0; i < std::size(dates); ++i)
    BOOST_TEST(told.members[i].bytes.find("Date: " + std::string(dates[i]) + " +0000\r\n") !=
                   std::string::npos,
               dates[i] << ": " << told.members[i].bytes);
}

BOOST_AUTO_TEST_SUITE_END()
