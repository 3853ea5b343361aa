// SPDX-License-Identifier: MIT
#include "bundle/match/label.h"

#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>

#include "support/files.h"

using namespace basewalk;

namespace {

struct IdRow {
  int line;
  std::string_view value, id, loose;
  bool brackets;
};
struct LocationRow {
  int line;
  std::string_view value, url, spaced;
};
#define ROW(...) \
  { __LINE__, __VA_ARGS__ }

std::ostream& operator<<(std::ostream& out, const IdRow& row) {
  return out << "line " << row.line << ": " << row.value;
}
std::ostream& operator<<(std::ostream& out, const LocationRow& row) {
  return out << "line " << row.line << ": " << row.value;
}

constexpr IdRow kIds[] = {
    ROW(" <a@b>", "a@b", "a@b", true),
    ROW("\r\n <a@b>\t", "a@b", "a@b", true),
    ROW(" (a comment) <a@b> (another)", "a@b", "a@b", true),
    ROW(" < a@b >", "a@b", "a@b", true),
    ROW(" a@b", "a@b", "a@b", false),
    ROW(" <\"sp ace\"@x.test>", "\"sp ace\"@x.test", "sp ace@x.test", true),
    ROW(" <\"q\\\"uote\"@x>", "\"q\\\"uote\"@x", "q\"uote@x", true),
    ROW(" <foo3@foo1@bar.net>", "foo3@foo1@bar.net", "foo3@foo1@bar.net", true),
    ROW(" <\"@x>", "\"@x", "\"@x", true),
    ROW(" <\"\"@x>", "\"\"@x", "@x", true),
    ROW(" =?us-ascii?Q?=3Ca@b=3E?=", "a@b", "a@b", true),
    ROW("", "", "", false),
    ROW(" <>", "", "", true),
    ROW(" <", "<", "<", false),
};

constexpr LocationRow kLocations[] = {
    ROW(" http://h/a", "http://h/a", ""),
    // RFC 2557 4.4.2, RFC 2017 3.1
    ROW("\r\n   http://h/very/long/\r\n path/\r\n\tto/x", "http://h/very/long/path/to/x", ""),
    ROW(" http://h/very/\n  long", "http://h/very/long", ""),
    ROW(" \"http://h/a\"", "http://h/a", ""),
    ROW(" <URL:http://h/a>", "http://h/a", ""),
    ROW(" http://h/a (the picture)", "http://h/a", ""),
    ROW(" CID: foo@bar.net", "CID:foo@bar.net", "CID: foo@bar.net"),
    ROW(" my picture.png", "mypicture.png", "my picture.png"),
    ROW(" my\r\n picture 1.png", "mypicture1.png", "mypicture 1.png"),
    // RFC 2557 4.4.1
    ROW(" =?us-ascii?Q?http://h/my_picture.png?=", "http://h/my picture.png", ""),
    ROW(" =?iso-8859-1?Q?http://h/=FC?=\r\n =?iso-8859-1?Q?.png?=", "http://h/\xC3\xBC.png", ""),
    ROW(" =?utf-8?Q?http://h/=C3=BC.p?=\r\n ng", "http://h/\xC3\xBC.png", ""),
    ROW(" =?unknown-8bit?Q?http://h/=C3=BC.png?=", "http://h/\xC3\xBC.png", ""),
    ROW(" http://h/a%2eb/c%20d", "http://h/a%2eb/c%20d", ""),  // 8.2(b)
    ROW("", "", ""),
};

}  // namespace

BOOST_AUTO_TEST_SUITE(label)

BOOST_DATA_TEST_CASE(reads_a_content_id, boost::unit_test::data::make(kIds)) {
  const test::ExactCopy copy(sample.value);
  const bundle::IdLabel label = bundle::read_id(copy.view());
  BOOST_TEST(label.id == sample.id);
  BOOST_TEST(label.brackets == sample.brackets);
  BOOST_TEST(bundle::loose_id(test::ExactCopy(label.id).view()) == sample.loose);
}

BOOST_DATA_TEST_CASE(reads_a_content_location, boost::unit_test::data::make(kLocations)) {
  const test::ExactCopy copy(sample.value);
  const bundle::LocationLabel label = bundle::read_location(copy.view());
  BOOST_TEST(label.url == sample.url);
  BOOST_TEST(label.spaced == sample.spaced);
}

BOOST_AUTO_TEST_CASE(knows_what_follows_a_scheme) {
  BOOST_TEST((bundle::after_scheme("CID:a@b", "cid") == "a@b"));
  BOOST_TEST((bundle::after_scheme("cid:", "cid") == ""));
  BOOST_TEST(!bundle::after_scheme("cid", "cid"));
  BOOST_TEST(!bundle::after_scheme("cidx:a", "cid"));
  BOOST_TEST(bundle::without_fragment("a#b#c") == "a");
  BOOST_TEST(bundle::without_fragment("a") == "a");
}

BOOST_AUTO_TEST_SUITE_END()
