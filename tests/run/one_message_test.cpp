// SPDX-License-Identifier: MIT
#include "run/one_message.h"

#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <ostream>
#include <string>
#include <string_view>

using namespace basewalk;
using namespace std::string_literals;
using namespace std::string_view_literals;

namespace {

const std::string kOne = "From a@b Sat Nov 21 08:00:00 2026\nSubject: 1\n\nx\n";

struct Row {
  std::string bytes;
  std::string_view why;  // its beginning; empty: none
  bool without_from_lines = true;
};
std::ostream& operator<<(std::ostream& out, const Row& row) {
  return out << row.bytes.substr(0, 8);
}

const Row kRows[] = {
    {"", ""},
    {"Subject: x\n\ny\n", ""},
    {kOne, ""},
    {kOne + "\n" + kOne, "is an mbox with more than one message, the second at byte 49;", false},
    {"\n" + kOne + "\n" + kOne, "is an mbox with more than one message, the second at byte 50;",
     false},
    {"\x1F\x8B\x08", "is compressed;"},
    {"PK\3\4....", "is an archive;"},
    {"7z\xBC\xAF\x27\x1C", "is an archive;"},
    {"Rar!\x1A\x07\x01", "is an archive;"},
    {"070701" + std::string(200, '0'), "is an archive;"},
    {"!BDN" + std::string(508, 'x'), "is an archive;"},
    {"// <!-- <mdb:mork:z v=\"1.4\"/> -->\n", "is what a mail program keeps beside its mailbox;"},
    {"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1rest", "is an Outlook message (.msg)"},
};

constexpr std::string_view kBundle = "MIME-Version: 1.0\n\nx\n";

struct Several {
  std::string bytes;
  bool may_hold, holds;
};
std::ostream& operator<<(std::ostream& out, const Several& row) {
  return out << row.bytes.substr(0, 8);
}

const Several kSeveral[] = {
    {"", false, false},
    {std::string(kBundle), false, false},
    {kOne, true, false},  // an mbox of one message is that message
    {kOne + "\n" + kOne, true, true},
    {"\n\n" + kOne, true, true},  // what stands before it is none
    {"\xEF\xBB\xBF" + kOne, true, true},
    {"\1\1\1\1\n" + std::string(kBundle) + "\1\1\1\1\n", true, true},
    {"BABYL OPTIONS: -*- rmail -*-\nVersion: 5\n\x1F\f\n1,,\n", true, true},
    {"#! rnews 25\n" + std::string(kBundle), true, true},
    {"HELO h\r\nMAIL FROM:<a@b>\r\nRCPT TO:<c@d>\r\nDATA\r\n", true, true},
    {"25\n" + std::string(kBundle) + "<plist/>", false, false},  // of Apple Mail
    {"\xFF\xFE"
     "M\0I\0M\0E\0-\0V\0e\0r\0s\0i\0o\0n\0:\0 \0"
     "1\0.\0"
     "0\0\n\0\n\0x\0\n\0"s,
     true, true},
    {"\x1F\x8B\x08", true, true},
    {"LZIP\x01", true, true},
    {"\x1F\x9D\x90", true, true},
    {"070701" + std::string(200, '0'), true, true},
};

}  // namespace

BOOST_AUTO_TEST_SUITE(one_message)

BOOST_DATA_TEST_CASE(what_may_hold_several_is_read_as_links_reads_it,
                     boost::unit_test::data::make(kSeveral)) {
  BOOST_TEST(run::may_hold_several(sample.bytes) == sample.may_hold);
  BOOST_TEST(run::holds_several(sample.bytes) == sample.holds);
}

BOOST_DATA_TEST_CASE(what_holds_more_or_none_is_told, boost::unit_test::data::make(kRows)) {
  for (const bool from_lines : {true, false}) {
    const auto why = run::why_not_one_message(sample.bytes, from_lines);
    const bool is_told = !sample.why.empty() && (from_lines || sample.without_from_lines);
    BOOST_TEST(why.has_value() == is_told);
    if (why && is_told) BOOST_TEST(why->starts_with(sample.why), *why);
  }
}

BOOST_AUTO_TEST_SUITE_END()
