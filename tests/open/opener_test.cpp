// SPDX-License-Identifier: MIT
//
// What is kept of what a worker tells: its bounds are looked at again, as it is not believed.  What
// the worker does is a script (tests/worker/hostile_job.cpp).
#include "open/opener.h"

#include <boost/test/unit_test.hpp>
#include <cstdlib>
#include <string>

using namespace basewalk;
using open::Opened;
using worker::Lack;

namespace {

struct Fixture {
  Fixture() { ::setenv("BASEWALK_WORKER", BASEWALK_TEST_WORKER, 1); }

  Opened open(const std::string& script, std::string_view opener = "script") const {
    worker::Document document;
    document.bytes = script;
    document.bounds = bounds;
    document.passwords = {"first", "second"};
    worker::DocumentGrant grant;
    grant.cpu = 60;
    grant.memory = std::uint64_t{256} << 20;
    return open::open_document({open::Kind::archive, "script", opener, true}, document, grant);
  }
  worker::DocumentBounds bounds;
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(opening, Fixture)

BOOST_AUTO_TEST_CASE(all_that_is_told_is_kept) {
  const Opened opened = open(
      "base http://b/\nbase http://c/\nreference x\nshown y\ntext words\npassword 1\n"
      "failure before\nmember a\nbytes one\nfailure within\nbytes two\nend\nmember b\nend\n");
  BOOST_TEST(opened.is_opened);
  BOOST_TEST(opened.base.value() == "http://b/");  // the first counts
  BOOST_REQUIRE_EQUAL(opened.references.size(), 2u);
  BOOST_TEST(opened.references[0].raw == "x");
  BOOST_TEST(opened.references[0].element == "script");
  BOOST_TEST(opened.references[0].attribute == "reference");
  BOOST_TEST(!opened.references[0].text.has_value());
  BOOST_TEST(opened.references[1].text.value() == "a text");
  BOOST_REQUIRE_EQUAL(opened.texts.size(), 1u);
  BOOST_TEST(opened.texts[0].text == "words");
  BOOST_TEST(opened.texts[0].type == "text/plain");
  BOOST_TEST((opened.opened_with == worker::OpenedWith::word));
  BOOST_TEST(opened.password == 1u);
  BOOST_REQUIRE_EQUAL(opened.parts.size(), 2u);
  BOOST_TEST(opened.parts[0].bytes == "onetwo");
  BOOST_TEST(opened.parts[1].name == "b");
  BOOST_REQUIRE_EQUAL(opened.lacks.size(), 2u);
  BOOST_TEST(!opened.lacks[0].part.has_value());
  BOOST_TEST(opened.lacks[1].part.value() == 0u);
}

BOOST_AUTO_TEST_CASE(more_parts_than_are_allowed_are_told_once) {
  bounds.members = 1;
  const Opened opened =
      open("member a\nbytes one\nend\nmember b\nbytes two\nfailure f\nend\nmember c\nend\n");
  BOOST_REQUIRE_EQUAL(opened.parts.size(), 1u);
  BOOST_TEST(opened.parts[0].bytes == "one");
  BOOST_REQUIRE_EQUAL(opened.lacks.size(), 2u);
  BOOST_TEST((opened.lacks[0].why == Lack::limit));
  BOOST_TEST(opened.lacks[0].sentence == "more files are in it than are opened");
  BOOST_TEST(!opened.lacks[1].part.has_value());  // of what is not kept
}

BOOST_AUTO_TEST_CASE(more_bytes_than_are_allowed_are_told_once) {
  bounds.bytes = 2000;
  const std::string many(3000, 'x');
  const Opened opened = open("reference " + many + "\ntext " + many + "\nmember a\nbytes " + many +
                             "\nbytes few\nend\nreference y\n");
  BOOST_REQUIRE_EQUAL(opened.references.size(), 1u);
  BOOST_TEST(opened.references[0].raw == "y");
  BOOST_TEST(opened.texts.empty());
  BOOST_TEST(opened.parts.at(0).bytes == "few");
  BOOST_REQUIRE_EQUAL(opened.lacks.size(), 1u);
  BOOST_TEST((opened.lacks[0].why == Lack::limit));
  BOOST_TEST(opened.lacks[0].sentence == "more bytes are in it than are opened");
  BOOST_TEST(opened.bytes <= bounds.bytes);
}

BOOST_AUTO_TEST_CASE(of_what_is_lacking_a_thousand_are_told) {
  std::string script;
  for (int i = 0; i < 1010; ++i) script += "failure f\n";
  const Opened opened = open(script);
  BOOST_REQUIRE_EQUAL(opened.lacks.size(), 1001u);
  BOOST_TEST((opened.lacks.back().why == Lack::limit));
  BOOST_TEST(opened.lacks.back().sentence == "more is lacking in it than is told");
}

BOOST_AUTO_TEST_CASE(what_was_told_before_an_end_counts) {
  const Opened opened = open("reference x\nread-nowhere\nreference y\n");
  BOOST_TEST(opened.is_opened);
  BOOST_TEST(opened.references.size() == 1u);
  BOOST_REQUIRE_EQUAL(opened.lacks.size(), 1u);
  BOOST_TEST(opened.lacks[0].sentence.starts_with("the program that opens it "));
}

BOOST_AUTO_TEST_CASE(what_nobody_opens_is_told) {
  const Opened opened = open("reference x\n", "nobody");
  BOOST_TEST(!opened.is_opened);
  BOOST_TEST(opened.references.empty());
  BOOST_REQUIRE_EQUAL(opened.lacks.size(), 1u);
  BOOST_TEST(opened.lacks[0].sentence.find("not built with what opens it") != std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()
