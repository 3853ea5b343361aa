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
  BOOST_TEST(names.size() == kNoteCodes);
  BOOST_TEST((all_note_codes().front() == NoteCode{}));
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

// The first that is only counted says where; one alone beyond the limit is told, too.
BOOST_AUTO_TEST_CASE(tells_what_it_counted_once) {
  Limits limits;
  limits.notes = 1;
  Notes notes(limits);
  BOOST_TEST(notes.empty());
  notes.add(NoteCode::base_later, 3, 5);
  BOOST_TEST(!notes.empty());
  notes.add(NoteCode::base_later, 3, 7);
  notes.add(NoteCode::base_later, 3, 9);
  notes.add(NoteCode::base_duplicate, 3, 11);
  notes.add(NoteCode::base_duplicate, 3, 13);
  notes.finish();
  notes.finish();
  BOOST_REQUIRE_EQUAL(notes.size(), 4U);
  BOOST_TEST(notes.all()[2].text == "2 more of base-later");
  BOOST_TEST(notes.all()[2].offset == 7U);
  BOOST_TEST(notes.all()[3].text == "1 more of base-duplicate");
  BOOST_TEST(notes.all()[3].offset == 13U);
  // Counting begins anew.
  notes.add(NoteCode::base_later, 3, 20);
  notes.finish();
  BOOST_TEST(notes.size() == 5U);
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

BOOST_AUTO_TEST_CASE(keeps_texts_of_the_longest_length_and_cuts_at_each_byte_of_a_character) {
  for (std::size_t before = 195; before <= 201; ++before) {
    Notes notes;
    const std::string text = std::string(before, 'x') + "\U0001F600" + std::string(9, 'y');
    notes.add(NoteCode::base_later, 0, 0, text);
    const std::size_t kept = before > 200 ? 200 : before > 196 ? before : 200;
    BOOST_TEST(notes.all().front().text == text.substr(0, kept), before);
  }
  Notes notes;
  notes.add(NoteCode::base_later, 0, 0, std::string(200, 'x'));
  notes.add(NoteCode::base_later, 0, 1, std::string(201, '\x80'));  // no UTF-8: cut all the same
  BOOST_TEST(notes.all()[0].text.size() == 200U);
  BOOST_TEST(notes.all()[1].text.size() == 196U);
}

BOOST_AUTO_TEST_CASE(a_level_says_whether_readers_differ) {
  BOOST_TEST(name(Level::odd) == "odd");
  BOOST_TEST(name(Level::differ) == "differ");
  BOOST_TEST((level(NoteCode::label_duplicate) == Level::differ));
  BOOST_TEST((level(NoteCode::line_ends_mixed) == Level::odd));
  BOOST_TEST(meaning(NoteCode::line_ends_mixed) != meaning(NoteCode::line_ends_cr));
}

BOOST_AUTO_TEST_CASE(clear_forgets_notes_and_counts) {
  Limits limits;
  limits.notes = 1;
  Notes notes(limits);
  notes.add(NoteCode::base_later, 1, 0);
  notes.add(NoteCode::base_later, 1, 1);
  notes.clear();
  BOOST_TEST(notes.all().empty());
  notes.add(NoteCode::base_later, 1, 2);
  notes.finish();
  BOOST_REQUIRE_EQUAL(notes.size(), 1U);
  BOOST_TEST(notes.all()[0].offset == 2U);
}

BOOST_AUTO_TEST_SUITE_END()
