// SPDX-License-Identifier: MIT
//
// Every note code has a message that causes it (tests/data/notes/<code>.eml) and a row in
// docs/notes.md.  Codes of limits are caused under the limit that notes/limits.tsv gives.  What
// only a tree in memory can cause is tested in tests/bridge.
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <map>
#include <ostream>

#include "basewalk/note.h"
#include "support/files.h"
#include "walk/collect.h"

namespace basewalk {
// For failure texts.
std::ostream& operator<<(std::ostream& out, NoteCode code) { return out << name(code); }
}  // namespace basewalk

using namespace basewalk;

namespace {

void set_limit(Limits& limits, const std::string& limit, std::size_t value) {
  if (limit == "depth") limits.depth = value;
  if (limit == "parts") limits.parts = value;
  if (limit == "header-bytes") limits.header_bytes = value;
  if (limit == "links") limits.links = value;
  if (limit == "decoded-factor") limits.decoded_factor = value;
  if (limit == "output-factor") limits.output_factor = value;
  if (limit == "documents") limits.documents = value;
  if (limit == "work") limits.work = value;
  if (limit == "notes") limits.notes = value;
}

// Of mimetic's trees, of bundles, of documents (tests/cli/documents.py): tests of those cause them.
bool is_of_others(NoteCode code) {
  return code == NoteCode::entity_parts || code == NoteCode::entity_text ||
         code == NoteCode::field_line_end || code == NoteCode::label_duplicate ||
         code == NoteCode::start_unknown || code == NoteCode::document_repaired;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(notes)

BOOST_DATA_TEST_CASE(a_message_causes_each_code, boost::unit_test::data::make(all_note_codes())) {
  if (is_of_others(sample)) return;
  const std::string code(name(sample));
  WalkOptions options;
  // The limit is reached before anything is opened.
  if (sample == NoteCode::limit_documents) options.open = open::Kinds::all();
  for (const test::Row& row : test::read_table("notes/limits.tsv"))
    if (row[0] == code) set_limit(options.limits, row[1], std::stoul(row[2]));
  const std::string mail = test::read_file(test::data_dir() / "notes" / (code + ".eml"));
  const test::Collect seen = test::collect(mail, options);
  BOOST_TEST(seen.has_note(code), code);
  BOOST_TEST(seen.summary.notes == seen.notes.size(), code);
}

BOOST_DATA_TEST_CASE(docs_explain_each_code, boost::unit_test::data::make(all_note_codes())) {
  static const std::string docs =
      test::read_file(test::data_dir() / ".." / ".." / "docs" / "notes.md");
  const std::string row =
      "| `" + std::string(name(sample)) + "` | " + std::string(name(level(sample)));
  BOOST_TEST(docs.find(row) != std::string::npos, row);
}

BOOST_AUTO_TEST_SUITE_END()
