// SPDX-License-Identifier: MIT
#include "basewalk/open/kinds.h"

#include <boost/test/unit_test.hpp>

using namespace basewalk;
using open::Kind;
using open::Kinds;

BOOST_AUTO_TEST_SUITE(kinds)

BOOST_AUTO_TEST_CASE(none_is_nothing_and_so_is_the_default) {
  BOOST_TEST(Kinds().empty());
  BOOST_TEST(Kinds::parse("none")->empty());
  BOOST_TEST(Kinds::parse("")->empty());
}

BOOST_AUTO_TEST_CASE(all_is_what_was_built) {
  BOOST_TEST((*Kinds::parse("all") == Kinds::all()));
  if (Kinds::all().empty()) return;
  for (const char* list : {"none,all", "all,none", "all, none ,all"})
    BOOST_TEST(Kinds::parse(list).error().code == "unknown-kind", list);
  BOOST_TEST((*Kinds::parse("all,,all") == Kinds::all()));
}

BOOST_AUTO_TEST_CASE(a_list_has_its_words_alone) {
  if (!Kinds::all().has(Kind::archive) || !Kinds::all().has(Kind::rtf)) return;
  const Result<Kinds> kinds = Kinds::parse(" rtf ,archive");
  BOOST_REQUIRE(kinds);
  BOOST_TEST(kinds->has(Kind::rtf));
  BOOST_TEST(kinds->has(Kind::archive));
  BOOST_TEST(!kinds->has(Kind::pdf));
}

BOOST_AUTO_TEST_CASE(what_is_no_kind_is_refused_with_those_there_are) {
  const Result<Kinds> kinds = Kinds::parse("rtf,word");
  BOOST_REQUIRE(!kinds);
  BOOST_TEST(kinds.error().code == "unknown-kind");
  BOOST_TEST(kinds.error().detail.find("'word'") != std::string::npos);
  BOOST_TEST(kinds.error().detail.find("all, none") != std::string::npos);
  for (unsigned i = 0; i <= static_cast<unsigned>(Kind::drawing); ++i) {
    const Kind kind = static_cast<Kind>(i);
    const bool is_named =
        kinds.error().detail.find(std::string(name(kind)) + ", ") != std::string::npos;
    BOOST_TEST(is_named == Kinds::all().has(kind), name(kind));
  }
}

BOOST_AUTO_TEST_CASE(each_kind_has_its_name) {
  BOOST_TEST(name(Kind::rtf) == "rtf");
  BOOST_TEST(name(Kind::drawing) == "drawing");
}

BOOST_AUTO_TEST_CASE(what_was_not_built_is_refused) {
  for (unsigned i = 0; i <= static_cast<unsigned>(Kind::drawing); ++i) {
    const Kind kind = static_cast<Kind>(i);
    const Result<Kinds> parsed = Kinds::parse(name(kind));
    BOOST_TEST(static_cast<bool>(parsed) == Kinds::all().has(kind), name(kind));
    if (!parsed) BOOST_TEST(parsed.error().code == "not-built");
  }
}

BOOST_AUTO_TEST_SUITE_END()
