// SPDX-License-Identifier: MIT
//
// Each word that the output can have is explained, once, as the code means it; and the mail that
// shows it does.
#include "cli/manual/words.h"

#include <algorithm>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <map>
#include <ostream>
#include <set>

#include "basewalk/archive/source.h"
#include "basewalk/bundle/check.h"
#include "basewalk/note.h"
#include "basewalk/rewrite/rewrite.h"
#include "basewalk/walk/walk.h"
#include "cli/manual/explain.h"
#include "text/enum_table.h"

namespace basewalk::cli {
// For failure texts.
std::ostream& operator<<(std::ostream& out, const Word& word) {
  return out << name(word.kind) << ' ' << word.name;
}
std::ostream& operator<<(std::ostream& out, WordKind kind) { return out << name(kind); }
}  // namespace basewalk::cli

using namespace basewalk;
using cli::Word;
using cli::WordKind;

namespace {

// What the code has: a word, and how its text begins.
using Wanted = std::map<std::string, std::string>;

Wanted wanted(WordKind kind) {
  Wanted words;
  const auto add = [&](auto name, auto meaning) { words[std::string(name)] = meaning; };
  switch (kind) {
    case WordKind::flag:
      for (const Flag flag : all_flags()) add(name(flag), "");
      break;
    case WordKind::note:
      for (const NoteCode code : all_note_codes()) add(name(code), meaning(code));
      break;
    case WordKind::status:
      for (std::size_t i = 0; i < enumerators<Status>(); ++i) add(name(static_cast<Status>(i)), "");
      break;
    case WordKind::base_from:
      for (std::size_t i = 0; i < enumerators<BaseFrom>(); ++i)
        add(base::name(static_cast<BaseFrom>(i)), "");
      break;
    case WordKind::verdict:
      for (std::size_t i = 0; i < enumerators<Verdict>(); ++i)
        add(name(static_cast<Verdict>(i)), "");
      break;
    case WordKind::reading:
      for (std::size_t i = 0; i < enumerators<Doubt>(); ++i) {
        const auto doubt = static_cast<Doubt>(i);
        add(name(doubt), meaning(doubt));
      }
      break;
    case WordKind::unread:
      for (std::size_t i = 0; i < enumerators<Unread>(); ++i) {
        const auto why = static_cast<Unread>(i);
        add(name(why), meaning(why));
      }
      break;
    case WordKind::problem:
      for (std::size_t i = 0; i < enumerators<archive::Trouble>(); ++i)
        add(archive::name(static_cast<archive::Trouble>(i)), "");
      break;
    case WordKind::finding:
      for (const bundle::FindingCode code : bundle::all_finding_codes())
        add(bundle::name(code), bundle::meaning(code));
      break;
    case WordKind::kept:
      for (std::size_t i = 0; i < enumerators<rewrite::Kept::Why>(); ++i)
        add(rewrite::name(static_cast<rewrite::Kept::Why>(i)), "");
      break;
  }
  return words;
}

const WordKind kKinds[] = {
    WordKind::flag,    WordKind::note,   WordKind::status,  WordKind::verdict, WordKind::base_from,
    WordKind::reading, WordKind::unread, WordKind::problem, WordKind::finding, WordKind::kept};

// `<noscript>` stands in quotation marks in the one, and not in the other.
std::string unquoted(std::string text) {
  std::erase(text, '"');
  return text;
}

// Those that a mail can show.
bool has_example(const Word& word) {
  if (word.kind == WordKind::problem || word.kind == WordKind::finding ||
      word.kind == WordKind::kept)
    return false;
  // About trees that a program has built, or that no reader takes so.
  return word.name != "entity-parts" && word.name != "entity-text" && word.name != "field-line-end";
}

// By another program, in a process of its own: tests/cli/help.sh.
bool is_opened(const Word& word) {
  return word.name == "document-repaired" || word.name == "limit-documents" ||
         word.name == "damaged" || word.name == "document";
}

}  // namespace

BOOST_AUTO_TEST_SUITE(words)

BOOST_DATA_TEST_CASE(every_word_of_the_code_is_explained_and_no_other, kKinds) {
  std::set<std::string> known;
  const Wanted all = wanted(sample);
  for (const Word& word : cli::all_words()) {
    if (word.kind != sample) continue;
    BOOST_TEST(known.insert(word.name).second, word << " is explained twice");
    BOOST_TEST(!word.text.empty(), word);
    const auto found = all.find(word.name);
    BOOST_TEST((found != all.end()), word << " is no word of the code");
    if (found != all.end())
      BOOST_TEST(unquoted(cli::plain(word.text)).starts_with(unquoted(found->second)),
                 word << " begins otherwise than in the code: " << found->second);
  }
  for (const auto& [word, meaning] : all) BOOST_TEST(known.contains(word), word << " has no text");
}

BOOST_AUTO_TEST_CASE(levels_are_those_of_the_code) {
  for (const NoteCode code : all_note_codes())
    for (const Word* word : cli::words_named(name(code)))
      if (word->kind == WordKind::note) BOOST_TEST(word->level == name(level(code)), *word);
}

BOOST_DATA_TEST_CASE(a_mail_shows_each, boost::unit_test::data::make(cli::all_words())) {
  BOOST_TEST(!sample.example.empty() == has_example(sample), sample);
  if (!has_example(sample) || is_opened(sample)) return;
  BOOST_TEST(!cli::embedded(sample.example).empty(), sample.example);
  BOOST_TEST(!cli::told_of_example(sample).empty(), sample);
  BOOST_TEST(cli::explained(sample).find(cli::told_of_example(sample).substr(0, 4)) !=
             std::string::npos);
}

BOOST_AUTO_TEST_CASE(markdown_is_read_as_plain_text) {
  BOOST_TEST(cli::plain("a `b` [c](d.md) **e** f ([R5]) g[0]") == "a \"b\" c e f g[0]");
  const std::vector<Word> read = cli::read_words(
      "<!-- words: flag -->\n\n| flag | what | example | with |\n|---|---|---|---|\n"
      "| `a`, `b` | x \\| y | [`m.eml`](../tests/data/m.eml) | `--open none` |\n\nbehind\n"
      "| flag | what |\n|---|---|\n| `c` | no table of words |\n");
  BOOST_REQUIRE_EQUAL(read.size(), 2U);
  BOOST_TEST(read[1].name == "b");
  BOOST_TEST(read[1].text == "x | y");
  BOOST_TEST(read[1].example == "tests/data/m.eml");
  BOOST_TEST(read[1].with == "--open none");
}

BOOST_AUTO_TEST_SUITE_END()
