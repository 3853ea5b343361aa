// SPDX-License-Identifier: MIT
#include <boost/test/unit_test.hpp>
#include <set>

#include "basewalk/note.h"

using namespace basewalk;

BOOST_AUTO_TEST_SUITE(notes)

BOOST_AUTO_TEST_CASE(every_code_has_a_name_of_its_own_and_a_meaning) {
  std::set<std::string_view> names;
  for (NoteCode code : all_note_codes()) {
    BOOST_TEST(names.insert(name(code)).second, name(code));
    BOOST_TEST(!meaning(code).empty());
  }
}

BOOST_AUTO_TEST_CASE(counts_notes_of_one_code_in_one_part_beyond_the_limit) {
  Limits limits;
  limits.notes = 2;
  Notes notes(limits);
  for (std::size_t i = 0; i < 5; ++i) notes.add(NoteCode::base_later, 3, i);
  notes.add(NoteCode::base_duplicate, 3, 9);
  notes.finish();
  BOOST_REQUIRE_EQUAL(notes.size(), 4U);
  const Note& last = notes.all().back();
  BOOST_TEST(name(last.code) == "limit-notes");
  BOOST_TEST(last.part == 3U);
  BOOST_TEST(last.offset == 2U);
  BOOST_TEST(last.text == "3 more of base-later");
}

BOOST_AUTO_TEST_CASE(counts_anew_in_the_next_part) {
  Limits limits;
  limits.notes = 1;
  Notes notes(limits);
  notes.add(NoteCode::base_later, 1, 0);
  notes.add(NoteCode::base_later, 2, 0);
  notes.finish();
  BOOST_TEST(notes.size() == 2U);
}

BOOST_AUTO_TEST_CASE(cuts_long_texts_between_characters) {
  Notes notes;
  std::string text(199, 'x');
  text += "\xC3\xA9\xC3\xA9";
  notes.add(NoteCode::base_later, 0, 0, text);
  BOOST_TEST(notes.all().front().text == std::string(199, 'x'));
}

BOOST_AUTO_TEST_SUITE_END()
