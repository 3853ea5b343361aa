// SPDX-License-Identifier: MIT
#include <boost/test/unit_test.hpp>

#include <iterator>
#include <string>

#include "basewalk/bridge/mimetic.h"
#include "bridge/trees.h"
#include "support/files.h"

using namespace basewalk;
using namespace basewalk::test;

namespace {

constexpr std::string_view kLetter =
    "Subject: s\n t\nContent-Type: multipart/mixed; boundary=b\n\npreamble\n--b\n"
    "X: --b\n\none --b\n--bb\n--b\nContent-Type: message/rfc822\n\nSubject: u\n\ntwo\n--b--\nend";

std::string text(const mimetic::MimeEntity& entity) { return entity.body(); }
const mimetic::MimeEntity& part(const mimetic::MimeEntity& entity, int i) {
  return **std::next(entity.body().parts().begin(), i);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(scanned_bytes)

static_assert(std::forward_iterator<bridge::ScannedBytes::Iterator>);

BOOST_AUTO_TEST_CASE(loads_what_our_scanner_finds) {
  const ExactCopy copy(kLetter);
  bridge::ScannedBytes source(copy.view());
  mimetic::MimeEntity entity;
  entity.load(source.begin(), source.end());
  BOOST_TEST(entity.header().field("subject").value() == "s t");
  BOOST_TEST(entity.body().preamble() == "preamble");
  BOOST_TEST(entity.body().epilogue() == "end");
  BOOST_REQUIRE(entity.body().parts().size() == 2U);
  // mimetic's own scanner ends the part at `--b` in mid-line.
  BOOST_TEST(text(part(entity, 0)) == "one --b\n--bb");
  BOOST_TEST(part(entity, 0).header().field("X").value() == "--b");
  BOOST_REQUIRE(part(entity, 1).body().parts().size() == 1U);
  BOOST_TEST(text(part(part(entity, 1), 0)) == "two");
  BOOST_TEST(codes_of(source.notes()) == "boundary-prefix");
}

BOOST_AUTO_TEST_CASE(constructs_an_entity_from_iterators) {
  bridge::ScannedBytes source(kLetter);
  const mimetic::MimeEntity entity(source.begin(), source.end());
  BOOST_TEST(entity.body().parts().size() == 2U);
}

BOOST_AUTO_TEST_CASE(loads_a_range_of_the_bytes) {
  bridge::ScannedBytes source("garbage\nSubject: s\n\nx");
  mimetic::MimeEntity entity;
  entity.load(std::next(source.begin(), 8), source.end());
  BOOST_TEST(entity.header().field("subject").value() == "s");
  BOOST_TEST(text(entity) == "x");
}

BOOST_AUTO_TEST_CASE(loads_no_bytes_at_all) {
  bridge::ScannedBytes source({});
  mimetic::MimeEntity entity;
  entity.load(source.begin(), source.end());
  entity.load(bridge::ScannedBytes::Iterator(), bridge::ScannedBytes::Iterator());
  BOOST_TEST(entity.header().empty());
  BOOST_TEST(text(entity) == "");
}

BOOST_AUTO_TEST_CASE(leaves_out_what_the_mask_says) {
  struct Case {
    int mask;
    std::size_t fields, parts;
    std::string_view preamble, epilogue, body;
  };
  const Case cases[] = {
      {mimetic::imNone, 2, 2, "preamble", "end", "one --b\n--bb"},
      {mimetic::imHeader, 0, 2, "preamble", "end", "one --b\n--bb"},
      {mimetic::imBody, 2, 2, "preamble", "end", ""},
      {mimetic::imChildParts, 2, 0, "preamble", "end", ""},
      {mimetic::imPreamble | mimetic::imEpilogue, 2, 2, "", "", "one --b\n--bb"},
  };
  for (const Case& c : cases) {
    BOOST_TEST_CONTEXT("mask " << c.mask) {
      bridge::ScannedBytes source(kLetter);
      mimetic::MimeEntity entity;
      entity.load(source.begin(), source.end(), c.mask);
      BOOST_TEST(entity.header().size() == c.fields);
      BOOST_TEST(entity.body().parts().size() == c.parts);
      BOOST_TEST(entity.body().preamble() == c.preamble);
      BOOST_TEST(entity.body().epilogue() == c.epilogue);
      if (c.parts > 0) BOOST_TEST(text(part(entity, 0)) == c.body);
    }
  }
}

BOOST_AUTO_TEST_CASE(cuts_what_is_nested_too_deeply_with_a_note) {
  std::string deep;
  for (int i = 0; i < 50'000; ++i) {
    const std::string b = std::to_string(i);
    deep.append("Content-Type: multipart/mixed; boundary=").append(b).append("\n\n--");
    deep.append(b).append("\n");
  }
  Limits limits;
  for (const auto& [most, wanted] : {std::pair{100U, 100U}, std::pair{60'000U, 1000U}}) {
    limits.depth = most;
    bridge::ScannedBytes source(deep, limits);
    mimetic::MimeEntity entity;
    entity.load(source.begin(), source.end());
    std::size_t depth = 0;
    const mimetic::MimeEntity* innermost = &entity;
    for (; !innermost->body().parts().empty(); ++depth) innermost = &part(*innermost, 0);
    BOOST_TEST(depth == wanted);
    BOOST_TEST(codes_of(source.notes()).find("limit-depth") != std::string::npos);
    BOOST_TEST(!text(*innermost).empty());
  }
}

BOOST_AUTO_TEST_CASE(loads_a_hundred_thousand_siblings) {
  std::string wide = "Content-Type: multipart/mixed; boundary=b\n\n";
  for (int i = 0; i < 100'000; ++i) wide += "--b\n\nx\n";
  Limits limits;
  limits.parts = 200'000;
  bridge::ScannedBytes source(wide, limits);
  mimetic::MimeEntity entity;
  entity.load(source.begin(), source.end());
  BOOST_TEST(entity.body().parts().size() == 100'000U);
}

BOOST_AUTO_TEST_SUITE_END()
