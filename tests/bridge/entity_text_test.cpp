// SPDX-License-Identifier: MIT
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>

#include <mimetic/parser/itparser.h>

#include <ostream>

#include "basewalk/bridge/mimetic.h"
#include "bridge/trees.h"

using namespace basewalk;
using namespace basewalk::test;
namespace data = boost::unit_test::data;

namespace {

// An entity that has text and no parts is what read_message() says of its header and its text.
struct Row {
  int line;
  std::string_view type, encoding, text;
};
#define ROW(...) \
  { __LINE__, __VA_ARGS__ }

std::ostream& operator<<(std::ostream& out, const Row& row) { return out << "line " << row.line; }

constexpr Row kRows[] = {
    ROW("text/html", "7bit", "<p>"),
    ROW("text/plain", "7bit", "--b\n\nx\n--b--"),
    ROW("nonsense", "x-y", "text"),
    ROW("multipart/mixed; boundary=b", "7bit",
        "before\n--b\n\none\n--b\nX: y\n\ntwo\n--b--\nafter"),
    ROW("multipart/mixed; boundary=b", "7bit", "--b\n\none"),
    ROW("multipart/mixed; boundary=b", "7bit", "no delimiter"),
    ROW("multipart/mixed; boundary=b", "base64", "no delimiter"),
    ROW("multipart/mixed", "7bit", "--b\n\none\n--b--"),
    ROW("multipart/digest; boundary=b", "7bit", "--b\n\nSubject: s\n\nx\n--b--"),
    ROW("multipart/mixed; boundary=b", "7bit",
        "--b\nContent-Type: multipart/related; boundary=c\n\n--c\nContent-Type: text/html\n"
        "Content-Type: text/plain\n\nx\n--c--\n--b\n\ny\n--b--"),
    ROW("multipart/mixed; boundary=b", "7bit",
        "--b\nContent-Type: application/x-a-type-that-is-too-long-for-a-short-string\n"
        "Content-Type: application/x-another-type-that-is-too-long-for-a-short-string\n"
        "Content-Type: application/x-a-third-type-that-is-too-long-for-a-short-string\n\nx\n"
        "--b\nContent-Type: text/x-one-more-type-that-is-too-long-for-a-short-string\n\ny\n--b--"),
    ROW("message/rfc822", "7bit", "Subject: s\nContent-Type: text/html\n\nx"),
    ROW("message/rfc822", "7bit", "no header"),
    ROW("message/rfc822", "7bit", ""),
    ROW("message/rfc822", "base64", "U3ViamVjdDogcw0KDQp4"),
    ROW("message/rfc822", "base64", "Subject: s\n\nnot applied"),
    ROW("message/rfc822", "quoted-printable", "Subject: =73\n\nx"),
    ROW("message/external-body; access-type=URL; url=\"http://a/\"", "7bit",
        "Content-Type: text/html\n\n"),
    ROW("message/partial; number=1; total=2; id=x", "7bit", "Subject: s\n\nx"),
    ROW("message/partial; number=2; total=2; id=x", "7bit", "x"),
    ROW("message/delivery-status", "7bit", "Status: 5.0.0\n"),
};

std::string written(const Row& row) {
  std::string text = "Subject: s\nContent-Type: ";
  text.append(row.type).append("\nContent-Transfer-Encoding: ").append(row.encoding);
  return text.append("\nX-Last: z\n\n").append(row.text);
}

Entity entity_of(const Row& row, std::string_view text) {
  Entity made = entity({"Subject: s"}, text);
  made->header().emplace_back("Content-Type", std::string(row.type));
  made->header().emplace_back("Content-Transfer-Encoding", std::string(row.encoding));
  made->header().emplace_back("X-Last", "z");
  return made;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(entity_text)

BOOST_DATA_TEST_CASE(reads_text_as_a_scanner_would, data::make(kRows), row) {
  for (bool crlf : {false, true}) {
    const auto ends = [&](std::string_view s) { return crlf ? with_crlf(s) : std::string(s); };
    const Entity made = entity_of(row, ends(row.text));
    const Message message = bridge::from_mimetic(*made);
    const std::string whole = ends(written(row));
    const Message expected = read_message(whole);
    BOOST_TEST(all_of(message) == all_of(expected));
    BOOST_TEST(codes_of(message.notes) == codes_of(expected.notes));
    BOOST_TEST(broken_rule(message) == "");
  }
}

BOOST_DATA_TEST_CASE(reads_it_as_well_within_a_multipart, data::make(kRows), row) {
  Entity outer = entity({"Content-Type: multipart/mixed; boundary=outer"});
  add(*outer, entity({}, "first"));
  add(*outer, entity_of(row, row.text));
  add(*outer, entity({}, "last"));
  const Message message = bridge::from_mimetic(*outer);
  std::string whole =
      "Content-Type: multipart/mixed; boundary=outer\n\n--outer\n\nfirst\n--outer\n";
  whole.append(written(row)).append("\n--outer\n\nlast\n--outer--");
  const Message expected = read_message(whole);
  BOOST_TEST(all_of(message) == all_of(expected));
  BOOST_TEST(broken_rule(message) == "");
}

BOOST_AUTO_TEST_CASE(takes_back_an_encoded_message_that_mimetic_opened) {
  const std::string head =
      "Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: message/rfc822\r\n"
      "Content-Transfer-Encoding: ";
  for (const char* tail : {"base64\r\n\r\nU3ViamVjdDogcw0KDQpodHRwOi8vYS5leGFtcGxlLw0K\r\n--b--",
                           "quoted-printable\r\n\r\nSubject: s\r\n\r\nhttp:=\r\n//a.example/\r\n"
                           "--b--",
                           "base64\r\n\r\nSubject: s\r\n\r\nnot applied\r\n--b--"}) {
    const std::string text = std::string(head).append(tail);
    mimetic::MimeEntity parsed;
    parsed.load(text.begin(), text.end());
    BOOST_REQUIRE(parsed.body().parts().front()->body().parts().size() == 1U);
    const Message message = bridge::from_mimetic(parsed);
    BOOST_TEST(outline(message) == outline(read_message(text)));
    BOOST_TEST(broken_rule(message) == "");
  }
}

BOOST_AUTO_TEST_CASE(keeps_a_line_without_a_colon_in_an_encoded_message) {
  const std::string text =
      "Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: message/rfc822\r\n"
      "Content-Transfer-Encoding: base64\r\n\r\nSubject: s\r\nno colon\r\nX: y\r\n\r\nz\r\n--b--";
  const Message message = read_message(text);
  const auto tree = bridge::to_mimetic(message);
  BOOST_TEST_REQUIRE(tree.has_value());
  BOOST_TEST(all_of(bridge::from_mimetic(**tree)) == all_of(message));
}

BOOST_AUTO_TEST_CASE(keeps_the_limits_in_text) {
  Limits limits;
  limits.depth = 2;
  Entity made = entity({"Content-Type: multipart/mixed; boundary=a"});
  add(*made, entity({"Content-Type: multipart/mixed; boundary=b"},
                    "--b\nContent-Type: message/rfc822\n\nSubject: s\n\nx\n--b--"));
  const Message message = bridge::from_mimetic(*made, limits);
  BOOST_TEST(outline(message) ==
             "0 multipart multipart/mixed\n1 multipart multipart/mixed\n"
             "1.1 leaf message/rfc822 gap [Subject: s\n\nx]\n");
  BOOST_TEST(codes_of(message.notes) == "limit-depth");
  BOOST_TEST(message.notes.all()[0].part == 2U);

  limits.depth = 100;
  limits.parts = 3;
  const Message few = bridge::from_mimetic(*made, limits);
  BOOST_TEST(few.parts.size() <= 3U);
  BOOST_TEST(codes_of(few.notes) == "limit-parts");
}

BOOST_AUTO_TEST_SUITE_END()
