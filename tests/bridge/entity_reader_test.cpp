// SPDX-License-Identifier: MIT
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>

#include <mimetic/message.h>
#include <mimetic/parser/itparser.h>

#include <ostream>

#include "basewalk/bridge/mimetic.h"
#include "bridge/trees.h"

using namespace basewalk;
using namespace basewalk::test;
namespace data = boost::unit_test::data;

namespace {

struct Row {
  int line;
  Entity (*build)();
  std::string_view outline;
  std::string_view codes;
};
#define ROW(...) \
  { __LINE__, __VA_ARGS__ }

std::ostream& operator<<(std::ostream& out, const Row& row) { return out << "line " << row.line; }

Entity html(std::string_view text) { return entity({"Content-Type: text/html"}, text); }

Entity mixed(std::initializer_list<std::string_view> texts) {
  Entity outer = entity({"Content-Type: multipart/mixed; boundary=b"});
  for (std::string_view text : texts) add(*outer, html(text));
  return outer;
}

const Row kRows[] = {
    ROW([] { return entity({}); }, "1 leaf text/plain []\n", ""),
    ROW([] { return entity({"Subject: s"}, "hi\n"); }, "1 leaf text/plain [hi\n]\n", ""),
    ROW(
        [] {
          return entity({"Content-Type: Text/HTML; charset=x", "content-transfer-encoding: BASE64"},
                        "aGk=");
        },
        "1 leaf text/html base64 [aGk=]\n", ""),
    ROW(
        [] {
          return mixed({"one", "two"});
        },
        "0 multipart multipart/mixed\n1 leaf text/html [one]\n2 leaf text/html [two]\n", ""),
    ROW([] { return mixed({}); }, "0 multipart multipart/mixed\n", ""),
    // A delimiter in the text of a part divides nothing.
    ROW(
        [] {
          return mixed({"a\r\n--b\r\n\r\nc\r\n--b--\r\n", "d"});
        },
        "0 multipart multipart/mixed\n1 leaf text/html [a\r\n--b\r\n\r\nc\r\n--b--\r\n]\n"
        "2 leaf text/html [d]\n",
        ""),
    // mimetic's destructor minds null pointers, and so do we.
    ROW(
        [] {
          Entity outer = mixed({"one"});
          outer->body().parts().push_front(nullptr);
          outer->body().parts().push_back(nullptr);
          return outer;
        },
        "0 multipart multipart/mixed\n1 leaf text/html [one]\n", ""),
    ROW(
        [] {
          Entity outer = entity({"Content-Type: message/rfc822"});
          add(*outer, mixed({"one"}));
          return outer;
        },
        "1 message message/rfc822\n1.0 multipart multipart/mixed\n1.1 leaf text/html [one]\n", ""),
    ROW(
        [] {
          Entity outer = mixed({"one"});
          mimetic::MimeEntity& inner = add(*outer, entity({"Content-Type: message/global"}));
          add(inner, html("two"));
          return outer;
        },
        "0 multipart multipart/mixed\n1 leaf text/html [one]\n2 message message/global\n"
        "2.1 leaf text/html [two]\n",
        ""),
    // What the header says and what is there differ: what is there counts.
    ROW(
        [] {
          Entity outer = html("");
          add(*outer, html("one"));
          return outer;
        },
        "0 multipart text/html\n1 leaf text/html [one]\n", "entity-parts"),
    ROW(
        [] {
          Entity outer =
              entity({"Content-Type: text/html", "Content-Transfer-Encoding: base64"}, "aGk=");
          add(*outer, html("one"));
          return outer;
        },
        "0 multipart text/html base64\n1 leaf text/html base64 [aGk=]\n2 leaf text/html [one]\n",
        "entity-parts entity-text"),
    ROW(
        [] {
          Entity outer = mixed({"one"});
          outer->body().set("beside");
          return outer;
        },
        "0 multipart multipart/mixed\n1 leaf text/plain [beside]\n2 leaf text/html [one]\n",
        "entity-text"),
    ROW(
        [] {
          Entity outer = entity({"Content-Type: message/rfc822"});
          add(*outer, html("one"));
          add(*outer, html("two"));
          return outer;
        },
        "0 multipart message/rfc822\n1 leaf text/html [one]\n2 leaf text/html [two]\n",
        "entity-parts"),
    ROW(
        [] {
          Entity outer = entity({"Content-Type: multipart/mixed"});
          add(*outer, html("one"));
          return outer;
        },
        "0 multipart multipart/mixed\n1 leaf text/html [one]\n", "entity-parts"),
    // An encoding that a multipart must not have does not close one that is open.
    ROW(
        [] {
          Entity outer = entity(
              {"Content-Type: multipart/mixed; boundary=b", "Content-Transfer-Encoding: base64"});
          add(*outer, html("one"));
          return outer;
        },
        "0 multipart multipart/mixed base64\n1 leaf text/html [one]\n", "composite-encoded"),
};

}  // namespace

BOOST_AUTO_TEST_SUITE(entity_reader)

BOOST_DATA_TEST_CASE(reads_what_is_in_memory, data::make(kRows), row) {
  const Entity entity = row.build();
  const Message message = bridge::from_mimetic(*entity);
  BOOST_TEST(outline(message) == row.outline);
  BOOST_TEST(codes_of(message.notes) == row.codes);
  BOOST_TEST(broken_rule(message) == "");
}

BOOST_AUTO_TEST_CASE(walks_entities_of_mimetics_own_classes) {
  mimetic::MultipartMixed letter;
  letter.header().field("Content-Base").value("<http://www.example.com/a/>");
  auto* both = new mimetic::MultipartAlternative;
  auto* page = new mimetic::TextEntity("<a href='../b'>", "utf-8");
  page->header().contentType("text/html");
  both->body().parts().push_back(new mimetic::TextPlain("http://c.example/"));
  both->body().parts().push_back(page);
  letter.body().parts().push_back(both);
  letter.body().parts().push_back(new mimetic::ApplicationOctStream);
  const Message message = bridge::from_mimetic(letter);
  BOOST_TEST(outline(message) ==
             "0 multipart multipart/mixed\n1 multipart multipart/alternative\n"
             "1.1 leaf text/plain [http://c.example/]\n1.2 leaf text/html [<a href='../b'>]\n"
             "2 leaf application/octet-stream []\n");
  std::string found;
  walk(letter, {}, [&](const Link& link) {
    found.append(link.part).append(" ").append(link.url.value_or("-")).append("\n");
  });
  BOOST_TEST(found == "1.1 http://c.example/\n1.2 http://www.example.com/b\n");
}

BOOST_AUTO_TEST_CASE(writes_bytes_that_read_the_same) {
  Entity outer = mixed({"one", "two"});
  outer->body().preamble("before");
  outer->body().epilogue("after");
  mimetic::MimeEntity& inner = add(*outer, entity({"Content-Type: message/rfc822"}));
  add(inner, mixed({"three"}));
  inner.body().parts().front()->header().field("Subject").value("s");
  const Message message = bridge::from_mimetic(*outer);
  // The inner multipart has the outer's boundary, so it needs one of its own to be read again.
  mimetic::MimeEntity& again = *inner.body().parts().front();
  again.header().contentType().param("boundary", "c");
  const Message other = bridge::from_mimetic(*outer);
  const Message read = read_message(other.bytes);
  BOOST_TEST(outline(message) == outline(other));
  BOOST_TEST(all_of(read) == all_of(other));
  BOOST_TEST(broken_rule(read) == "");
}

BOOST_AUTO_TEST_CASE(cuts_what_is_nested_too_deeply_with_a_note) {
  const Entity deep = nested(200);
  const Message message = bridge::from_mimetic(*deep);
  BOOST_TEST(message.parts.size() == 101U);
  BOOST_TEST(message.parts.back().depth == 100U);
  BOOST_TEST(message.parts.back().gap);
  BOOST_TEST(codes_of(message.notes) == "limit-depth");
  BOOST_TEST(broken_rule(message) == "");

  Limits limits;
  limits.depth = 200;
  const Message whole = bridge::from_mimetic(*deep, limits);
  BOOST_TEST(whole.parts.size() == 201U);
  BOOST_TEST(codes_of(whole.notes) == "");
}

BOOST_AUTO_TEST_CASE(reads_deeper_trees_than_mimetic_can_write) {
  const Entity deep = nested(20'000);
  Limits limits;
  limits.depth = 60'000;
  const Message message = bridge::from_mimetic(*deep, limits);
  BOOST_TEST(message.parts.size() == 20'001U);
  BOOST_TEST(broken_rule(message) == "");
}

BOOST_AUTO_TEST_CASE(stops_at_the_limit_of_parts_with_a_note) {
  const Entity outer = mixed({"one", "two", "three"});
  Limits limits;
  limits.parts = 3;
  const Message message = bridge::from_mimetic(*outer, limits);
  BOOST_TEST(outline(message) ==
             "0 multipart multipart/mixed gap\n1 leaf text/html [one]\n"
             "2 leaf text/html [two]\n");
  BOOST_TEST(codes_of(message.notes) == "limit-parts");
  BOOST_TEST(broken_rule(message) == "");
}

// Where the limit is reached, there is a gap; around it nothing is missing that was not told.
BOOST_AUTO_TEST_CASE(tells_the_limit_of_parts_once) {
  Entity outer = mixed({});
  mimetic::MimeEntity& inner = add(*outer, mixed({"one", "two"}));
  add(inner, entity({}, "three"));
  add(*outer, entity({}, "four"));
  Limits limits;
  limits.parts = 3;
  const Message message = bridge::from_mimetic(*outer, limits);
  BOOST_TEST(outline(message) ==
             "0 multipart multipart/mixed\n1 multipart multipart/mixed gap\n"
             "1.1 leaf text/html [one]\n");
  BOOST_TEST(codes_of(message.notes) == "limit-parts");
  BOOST_TEST(broken_rule(message) == "");
}

// The text beside the parts counts as one of them.
BOOST_AUTO_TEST_CASE(keeps_the_limit_of_parts_with_text_beside_them) {
  for (const std::size_t parts : {std::size_t{1}, std::size_t{2}, std::size_t{3}}) {
    Entity outer = mixed({"one"});
    outer->body().set("beside");
    Limits limits;
    limits.parts = parts;
    const Message message = bridge::from_mimetic(*outer, limits);
    BOOST_TEST(message.parts.size() == parts);
    BOOST_TEST(codes_of(message.notes) == (parts < 3 ? "entity-text limit-parts" : "entity-text"));
    BOOST_TEST(message.parts[0].gap == (parts < 3));
    BOOST_TEST(broken_rule(message) == "");
  }
}

BOOST_AUTO_TEST_CASE(reads_a_hundred_thousand_siblings) {
  Entity outer = mixed({});
  for (int i = 0; i < 100'000; ++i) add(*outer, entity({}, "x"));
  Limits limits;
  limits.parts = 200'000;
  const Message message = bridge::from_mimetic(*outer, limits);
  BOOST_TEST(message.parts.size() == 100'001U);
  BOOST_TEST(message.section(100'000) == "100000");
  BOOST_TEST(broken_rule(message) == "");
}

BOOST_AUTO_TEST_CASE(does_not_repeat_a_long_boundary_before_every_part) {
  Entity outer = entity({});
  outer->header().emplace_back("Content-Type",
                               std::string("multipart/mixed; boundary=").append(20'000, 'b'));
  for (int i = 0; i < 1000; ++i) add(*outer, entity({}, "x"));
  const Message message = bridge::from_mimetic(*outer);
  BOOST_TEST(message.parts.size() == 1001U);
  BOOST_TEST(message.bytes.size() < 200'000U);
}

BOOST_AUTO_TEST_CASE(owns_its_bytes) {
  Message message;
  {
    const Entity outer = mixed({"one"});
    Message made = bridge::from_mimetic(*outer);
    message = std::move(made);
  }
  BOOST_TEST(outline(message) == "0 multipart multipart/mixed\n1 leaf text/html [one]\n");
}

// mimetic's parser splits ordinary mail well: what it made is what we would have.
BOOST_AUTO_TEST_CASE(reads_what_mimetic_has_parsed) {
  const std::string text = with_crlf(
      "Subject: s\nContent-Type: multipart/mixed; boundary=b\n\npreamble\n--b\n\none\n--b\n"
      "Content-Type: multipart/digest; boundary=c\n\n--c\n\nFrom: x\n\ntwo\n--c--\n\n--b\n"
      "Content-Type: message/rfc822\n\nContent-Type: text/html\n\nthree\n--b--\nepilogue");
  mimetic::MimeEntity parsed;
  parsed.load(text.begin(), text.end());
  BOOST_TEST(outline(bridge::from_mimetic(parsed)) == outline(read_message(text)));
}

BOOST_AUTO_TEST_SUITE_END()
