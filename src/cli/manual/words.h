// SPDX-License-Identifier: MIT
//
// The words that the output uses (flags, codes of notes, readings ...), and what each means.
//
// They are explained in one place, the tables of docs/ behind a line
//
//     <!-- words: flag -->
//
// which the tool has with it.  The first column has the words; the columns `example` and `with`
// name a mail that shows it and the options that it takes; `level` and `clause` are what they say;
// the first of the others explains.
#ifndef BASEWALK_CLI_MANUAL_WORDS_H_
#define BASEWALK_CLI_MANUAL_WORDS_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace basewalk::cli {

enum class WordKind : std::uint8_t {
  flag,
  note,
  status,
  base_from,
  verdict,
  reading,
  unread,
  problem,
  finding,
  kept,
};
/// "flag", as the documents have it.
std::string_view name(WordKind kind);
/// "a flag of a link"
std::string_view meaning(WordKind kind);
/// The page of the manual that has all of them: "basewalk-flags(7)".
std::string_view page(WordKind kind);

struct Word {
  WordKind kind = WordKind::flag;
  std::string name;
  std::string level;    ///< of notes and findings; else empty
  std::string clause;   ///< of findings; else empty
  std::string text;     ///< Markdown, one paragraph
  std::string example;  ///< "tests/data/flags/wrapped.eml"; may be empty
  std::string with;     ///< options that the example takes; may be empty
};

/// Of a document: its tables of words.
std::vector<Word> read_words(std::string_view markdown);
/// All there are, by kind, in the order of the documents.
const std::vector<Word>& all_words();
/// Those of a name; a word may mean two things.
std::vector<const Word*> words_named(std::string_view name);

/// Markdown as plain text: what is `code` stands in quotation marks, links without where they lead.
std::string plain(std::string_view markdown);

/// The bytes of a file that the tool has with it; empty where it has not.
std::string_view embedded(std::string_view name);

}  // namespace basewalk::cli

#endif  // BASEWALK_CLI_MANUAL_WORDS_H_
