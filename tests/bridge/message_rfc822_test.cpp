// SPDX-License-Identifier: MIT
#include <boost/test/unit_test.hpp>

#include <mimetic/message.h>

#include "basewalk/bridge/mimetic.h"
#include "bridge/trees.h"

using namespace basewalk;
using namespace basewalk::test;

BOOST_AUTO_TEST_SUITE(message_rfc822)

BOOST_AUTO_TEST_CASE(opens_the_message_that_is_no_part_of_the_tree) {
  const Entity inner = entity({"Subject: s", "Content-Type: text/html"}, "<a href=x>");
  mimetic::MessageRfc822 outer(*inner);
  outer.header().field("Content-Base").value("http://a.example/");
  const Message message = bridge::from_mimetic(outer);
  BOOST_TEST(outline(message) == "1 message message/rfc822\n1.1 leaf text/html [<a href=x>]\n");
  BOOST_TEST(message.fields.size() == 4U);
  BOOST_TEST(codes_of(message.notes) == "");
  BOOST_TEST(broken_rule(message) == "");
}

BOOST_AUTO_TEST_CASE(opens_it_among_other_parts) {
  const Entity inner = entity({"Content-Type: multipart/mixed; boundary=c"});
  add(*inner, entity({}, "one"));
  Entity outer = entity({"Content-Type: multipart/mixed; boundary=b"});
  outer->body().parts().push_back(new mimetic::MessageRfc822(*inner));
  add(*outer, entity({}, "two"));
  BOOST_TEST(outline(bridge::from_mimetic(*outer)) ==
             "0 multipart multipart/mixed\n1 message message/rfc822\n"
             "1.0 multipart multipart/mixed\n1.1 leaf text/plain [one]\n"
             "2 leaf text/plain [two]\n");
}

BOOST_AUTO_TEST_CASE(opens_it_under_another_type) {
  const Entity inner = entity({"Content-Type: text/html"}, "x");
  mimetic::MessageRfc822 outer(*inner);
  outer.header().contentType("message/global");
  BOOST_TEST(outline(bridge::from_mimetic(outer)) ==
             "1 message message/global\n1.1 leaf text/html [x]\n");
}

BOOST_AUTO_TEST_CASE(leaves_a_gap_where_writing_it_would_take_too_much_stack) {
  const Entity inner = nested(20'000);
  mimetic::MessageRfc822 outer(*inner);
  const Message message = bridge::from_mimetic(outer);
  BOOST_TEST(outline(message) == "1 leaf message/rfc822 gap []\n");
  BOOST_TEST(codes_of(message.notes) == "limit-depth");
}

BOOST_AUTO_TEST_SUITE_END()
