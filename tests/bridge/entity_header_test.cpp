// SPDX-License-Identifier: MIT
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>

#include "basewalk/bridge/mimetic.h"
#include "bridge/trees.h"

using namespace basewalk;
using namespace basewalk::test;

BOOST_AUTO_TEST_SUITE(entity_header)

BOOST_AUTO_TEST_CASE(keeps_fields_in_their_order) {
  const Entity made = entity({"Received: a", "X: ", "received: b", ": no field", "Base: <URL:x>"});
  const Message message = bridge::from_mimetic(*made);
  BOOST_TEST(message.header_of(message.root()) ==
             "Received: a\r\nX: \r\nreceived: b\r\nno field\r\nBase: <URL:x>\r\n");
  BOOST_REQUIRE(message.fields.size() == 5U);
  BOOST_TEST(message.name_of(message.fields[3]) == "");
  BOOST_TEST(message.value_of(message.fields[3]) == "no field");
  BOOST_TEST(message.value_of(message.fields[4]) == " <URL:x>");
  BOOST_TEST(message.find(message.root(), "BASE") == &message.fields[4]);
}

BOOST_AUTO_TEST_CASE(reads_types_of_mimetics_classes_without_changing_them) {
  Entity made = entity({"Subject: s"}, "x");
  made->header().contentType(mimetic::ContentType("text", "HTML"));
  made->header().contentTransferEncoding().mechanism("quoted-printable");
  const Message message = bridge::from_mimetic(*made);
  BOOST_TEST(outline(message) == "1 leaf text/html qp [x]\n");
  BOOST_TEST(message.root().content_type_field == 1U);
}

BOOST_AUTO_TEST_CASE(gives_every_reading_of_a_duplicate_type) {
  const Entity made =
      entity({"Content-Type: text/plain", "Subject: s", "Content-Type: text/html"}, "x");
  const Message message = bridge::from_mimetic(*made);
  BOOST_TEST(message.root().content_type_field == 0U);
  BOOST_REQUIRE(message.other_readings(0).size() == 1U);
  BOOST_TEST(message.other_readings(0)[0].media_type == "text/html");
  BOOST_TEST(message.other_readings(0)[0].content_type_field == 2U);
  BOOST_TEST(codes_of(message.notes) == "content-type-duplicate");
  BOOST_TEST(message.notes.all()[0].offset == message.fields[2].name.begin);
}

BOOST_AUTO_TEST_CASE(finds_the_second_type_that_has_parts) {
  Entity made = entity({"Content-Type: text/plain", "Content-Type: multipart/digest; boundary=b"});
  add(*made, entity({}, "Content-Type: text/html\n\nx"));
  BOOST_TEST(outline(bridge::from_mimetic(*made)) ==
             "0 multipart text/plain\n1 message message/rfc822\n1.1 leaf text/html [x]\n");
}

// Even where it has no boundary, so that the scanner would not open it.
BOOST_AUTO_TEST_CASE(finds_the_second_type_that_should_have_parts) {
  Entity made = entity({"Content-Type: text/plain", "Content-Type: multipart/digest"});
  add(*made, entity({}, "Content-Type: text/html\n\nx"));
  const Message message = bridge::from_mimetic(*made);
  BOOST_TEST(outline(message) ==
             "0 multipart text/plain\n1 message message/rfc822\n1.1 leaf text/html [x]\n");
  BOOST_TEST(codes_of(message.notes).find("entity-parts") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(finds_it_behind_a_type_that_is_hardly_one_of_a_message) {
  Entity made = entity({"Content-Type: message/x", "Content-Type: multipart/mixed; boundary=b"});
  add(*made, entity({}, "x"));
  BOOST_TEST(outline(bridge::from_mimetic(*made)) ==
             "0 multipart message/x\n1 leaf text/plain [x]\n");
}

// RFC 2046 5.1.5
BOOST_AUTO_TEST_CASE(takes_parts_of_a_digest_for_messages) {
  Entity made = entity({"Content-Type: multipart/digest; boundary=b"});
  add(*made, entity({}, "Content-Type: text/html\n\nx"));
  add(*made, entity({"Content-Type: text/plain"}, "y"));
  add(*made, entity({"Content-Type: nonsense"}, "\nz"));
  const Message message = bridge::from_mimetic(*made);
  BOOST_TEST(outline(message) ==
             "0 multipart multipart/digest\n1 message message/rfc822\n1.1 leaf text/html [x]\n"
             "2 leaf text/plain [y]\n3 message message/rfc822\n3.1 leaf text/plain [z]\n");
  BOOST_TEST(codes_of(message.notes) == "content-type-syntax");
  BOOST_TEST(message.parts[1].content_type_field == mime::kNone);
  BOOST_TEST(broken_rule(message) == "");
}

// What the scanner takes no type from, and what it takes one from, is the same here.
BOOST_AUTO_TEST_CASE(takes_the_types_of_a_digest_as_the_scanner_does) {
  for (const char* type : {"html", "text/", "text", "/", "/html", "x/", "x/y", "html/", "message",
                           "message/", "multipart", "multipart/", "multipart; boundary=c",
                           "multipart/x; boundary=c", "nonsense; charset=x", "text/html"}) {
    Entity made = entity({"Content-Type: multipart/digest; boundary=b"});
    add(*made, entity({std::string("Content-Type: ") + type}, "Subject: s\r\n\r\nx"));
    const std::string text =
        std::string("Content-Type: multipart/digest; boundary=b\r\n\r\n--b\r\nContent-Type: ") +
        type + "\r\n\r\nSubject: s\r\n\r\nx\r\n--b--";
    BOOST_TEST(outline(bridge::from_mimetic(*made)) == outline(read_message(text)), type);
  }
}

// A note stands where the field does that it speaks of, whichever come before and behind.
BOOST_AUTO_TEST_CASE(notes_stand_at_their_fields) {
  const Entity made = entity({"Subject: s", "Content-Type: nonsense", "X: y",
                              "Content-Transfer-Encoding: x-own", "Content-Type: text/html"},
                             "x");
  const Message message = bridge::from_mimetic(*made);
  std::string told;
  for (const Note& note : message.notes.all())
    for (const mime::HeaderField& field : message.fields)
      if (field.name.begin == note.offset)
        told.append(name(note.code)).append("@").append(message.value_of(field)).append(";");
  BOOST_TEST(told ==
             "content-type-syntax@ nonsense;content-type-duplicate@ text/html;"
             "encoding-unknown@ x-own;");
}

BOOST_AUTO_TEST_CASE(keeps_a_value_with_a_line_end_whole) {
  const Entity made = entity({"Subject: a\r\nContent-Type: text/html\r\n\r\n<a href=x>",
                              "Content-Type: text/plain;\r\n charset=utf-8", "X: y\n"},
                             "text");
  const Message message = bridge::from_mimetic(*made);
  BOOST_TEST(message.fields.size() == 3U);
  BOOST_TEST(outline(message) == "1 leaf text/plain [text]\n");
  BOOST_TEST(codes_of(message.notes) == "field-line-end field-line-end");
  BOOST_TEST(message.notes.all()[1].text == "X");
  BOOST_TEST(broken_rule(message) == "");
}

BOOST_AUTO_TEST_CASE(does_not_let_a_type_with_line_ends_make_fields) {
  const Entity made =
      entity({"Content-Type: text/html\r\nContent-Transfer-Encoding: base64"}, "<p>");
  const Message message = bridge::from_mimetic(*made);
  BOOST_TEST((message.root().encoding == mime::Encoding::identity));
}

BOOST_AUTO_TEST_CASE(keeps_structure_and_base_behind_the_limit_of_header_bytes) {
  const Entity made = entity({"X: 0123456789012345678901234567890", "Subject: s",
                              "Base: <URL:http://a/>", "Content-Type: text/html"},
                             "x");
  Limits limits;
  limits.header_bytes = 20;
  const Message message = bridge::from_mimetic(*made, limits);
  BOOST_TEST(message.fields.size() == 3U);
  BOOST_TEST(outline(message) == "1 leaf text/html [x]\n");
  BOOST_TEST(codes_of(message.notes) == "limit-header-bytes");
}

BOOST_AUTO_TEST_CASE(notes_once_what_the_type_says_wrongly) {
  for (const char* text : {"", "--c\r\n\r\nx\r\n--c--"}) {
    const Entity made =
        entity({"Subject: s", "Content-Type: multipart/mixed; boundary=c; boundary=d"}, text);
    const Message message = bridge::from_mimetic(*made);
    BOOST_TEST(codes_of(message.notes) == "boundary-duplicate");
    BOOST_TEST(message.notes.all()[0].offset == message.fields[1].name.begin);
  }
}

BOOST_AUTO_TEST_SUITE_END()
