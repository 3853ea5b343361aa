// SPDX-License-Identifier: MIT
#include "bundle/match/microsoft.h"

#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>

#include "support/files.h"

using namespace basewalk;

namespace {

struct Row {
  int line;
  std::string_view text, read;  // "none" where it means what it says
};
#define ROW(...) \
  { __LINE__, __VA_ARGS__ }
std::ostream& operator<<(std::ostream& out, const Row& row) {
  return out << "line " << row.line << ": " << row.text;
}

constexpr Row kRows[] = {
    ROW("C:\\d\\a.png", "file:///C:/d/a.png"),
    ROW("c:/d/a.png", "file:///C:/d/a.png"),
    ROW("c|\\d/a.png", "file:///C:/d/a.png"),
    ROW("C:\\a?b\\c#d\\e", "file:///C:/a?b\\c#d\\e"),
    ROW("C:", "none"),
    ROW("C:a.png", "none"),
    ROW("CC:\\a.png", "none"),
    ROW("1:\\a.png", "1:/a.png"),
    ROW("file://C:\\d\\a.png", "file:///C:/d/a.png"),
    ROW("FILE:C:\\d\\a.png", "file:///C:/d/a.png"),
    ROW("file:///C|/d/a.png", "file:///C:/d/a.png"),
    ROW("file:///c:/d/a.png", "file:///C:/d/a.png"),
    ROW("file:////C:/d/a.png", "file:///C:/d/a.png"),
    ROW("file:///C:", "none"),
    ROW("file:///C:/d/a.png", "none"),
    ROW("file://s/d/a.png", "none"),
    ROW("file://s\\d\\a.png", "file://s/d/a.png"),
    ROW("file:///\\\\s\\d\\a.png", "file://s/d/a.png"),
    ROW("file:////s/d/a.png", "file://s/d/a.png"),
    ROW("file:///home/a.png", "none"),
    ROW("file:a.png", "none"),
    ROW("file:", "none"),
    ROW("\\\\s\\d\\a.png", "file://s/d/a.png"),
    ROW("//s/d/a.png", "none"),
    ROW("\\\\", "file://"),
    ROW("\\d\\a.png", "/d/a.png"),
    ROW("d\\a.png", "d/a.png"),
    ROW("d/a.png", "none"),
    ROW("http://h/d\\a.png", "none"),
    ROW("mhtml:file://C:\\x.mht!http://h/a!b", "http://h/a!b"),
    ROW("MHTML:x! a.png ", "a.png"),
    ROW("mhtml:x!C:\\d\\a.png", "file:///C:/d/a.png"),
    ROW("mhtml:mid://00000012/!cid:a@b", "cid:a@b"),
    ROW("mhtml:x", "none"),
    ROW("mhtml:x!", "none"),
    ROW("mhtml:", "none"),
    ROW("", "none"),
};

}  // namespace

BOOST_AUTO_TEST_SUITE(microsoft)

BOOST_DATA_TEST_CASE(reads_what_it_means, boost::unit_test::data::make(kRows)) {
  const test::ExactCopy copy(sample.text);
  BOOST_TEST(bundle::read_microsoft(copy.view()).value_or("none") == sample.read);
}

BOOST_AUTO_TEST_CASE(knows_what_names_a_bundle) {
  for (const std::string_view text : {"mhtml:x.mht", "MHTML:", " mhtml:x.mht! "})
    BOOST_TEST(bundle::names_bundle(text), text);
  for (const std::string_view text : {"", "mhtml", "mhtml:x!a", "http://h/x.mht"})
    BOOST_TEST(!bundle::names_bundle(text), text);
}

BOOST_AUTO_TEST_SUITE_END()
