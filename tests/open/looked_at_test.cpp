// SPDX-License-Identifier: MIT
#include "open/looked_at.h"

#include <boost/test/unit_test.hpp>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

using namespace basewalk;
using open::Format;
using open::Kind;
using open::LookedAt;
using open::Opened;

namespace {

constexpr Format kPicture{Kind::picture, "png", "png"};

worker::Document document(std::string_view bytes, std::uint64_t bound = 1000) {
  worker::Document made;
  made.bytes = bytes;
  made.bounds.bytes = bound;
  return made;
}
Opened nothing() {
  Opened opened;
  opened.is_opened = true;
  opened.microseconds = 7;
  return opened;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(looked_at)

BOOST_AUTO_TEST_CASE(what_held_nothing_is_known) {
  LookedAt known;
  BOOST_TEST(!known.find(kPicture, document("a")));
  known.add(kPicture, document("a"), nothing());
  const std::optional<Opened> found = known.find(kPicture, document("a"));
  BOOST_TEST_REQUIRE(found.has_value());
  BOOST_TEST(found->is_opened);
  BOOST_TEST(found->microseconds == 7u);
  BOOST_TEST(found->bytes == 0u);
  BOOST_TEST(known.find(kPicture, document("a", 1001)).has_value());
}

BOOST_AUTO_TEST_CASE(what_is_otherwise_is_not_known) {
  LookedAt known;
  known.add(kPicture, document("a"), nothing());
  BOOST_TEST(!known.find(kPicture, document("b")));
  BOOST_TEST(!known.find(kPicture, document("aa")));
  BOOST_TEST(!known.find(kPicture, document("")));
  // With less room there might be a limit.
  BOOST_TEST(!known.find(kPicture, document("a", 999)));
  BOOST_TEST(!known.find({Kind::picture, "gif", "gif"}, document("a")));
  BOOST_TEST(!known.find({Kind::drawing, "drawing", "drawn-svg"}, document("a")));
}

BOOST_AUTO_TEST_CASE(what_held_anything_is_looked_at_again) {
  const std::vector<std::function<void(Opened&)>> changes = {
      [](Opened& opened) { opened.is_opened = false; },
      [](Opened& opened) { opened.base = "http://h.example/"; },
      [](Opened& opened) { opened.references.emplace_back(); },
      [](Opened& opened) { opened.texts.emplace_back(); },
      [](Opened& opened) { opened.parts.emplace_back(); },
      [](Opened& opened) { opened.lacks.emplace_back(); },
      [](Opened& opened) { opened.opened_with = worker::OpenedWith::empty; },
      [](Opened& opened) { opened.bytes = 1; },
  };
  for (const auto& change : changes) {
    LookedAt known;
    Opened opened = nothing();
    change(opened);
    known.add(kPicture, document("a"), opened);
    BOOST_TEST(!known.find(kPicture, document("a")));
  }
}

// What opens them goes by the name of the file and by passwords, too.
BOOST_AUTO_TEST_CASE(other_documents_are_opened_each_time) {
  LookedAt known;
  const Format pdf{Kind::pdf, "pdf", "pdf"};
  known.add(pdf, document("a"), nothing());
  BOOST_TEST(!known.find(pdf, document("a")));
}

BOOST_AUTO_TEST_CASE(the_last_ones_are_known) {
  LookedAt known;
  std::size_t count = 0;
  for (int i = 0; i < 5000; ++i) {
    const std::string bytes = "picture " + std::to_string(i);
    known.add(kPicture, document(bytes), nothing());
    BOOST_TEST(known.find(kPicture, document(bytes)).has_value());
  }
  for (int i = 0; i < 5000; ++i) {
    const std::string bytes = "picture " + std::to_string(i);
    count += known.find(kPicture, document(bytes)).has_value() ? 1 : 0;
  }
  BOOST_TEST(count > 900u);
  BOOST_TEST(count <= 1024u);
}

BOOST_AUTO_TEST_SUITE_END()
