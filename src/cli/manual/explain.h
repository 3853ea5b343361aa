// SPDX-License-Identifier: MIT
//
// A word of the output, with a mail that shows it and what the tool tells of that mail: it is
// walked when somebody asks, so that no text can say otherwise.
#ifndef BASEWALK_CLI_MANUAL_EXPLAIN_H_
#define BASEWALK_CLI_MANUAL_EXPLAIN_H_

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/manual/words.h"

namespace basewalk::cli {

/// What the tool tells of the word's example, as far as it is about the word: the keys of its
/// records (docs/output.md), one a line, records apart by an empty line.  Empty where it tells
/// nothing, or there is no example.  Without `opens` no document is opened, which takes another
/// program.
std::string told_of_example(const Word& word, bool opens = true);

/// All of it for a screen.
std::string explained(const Word& word);

/// Every word with what it is, a line for each kind.
std::string words_in_lines();

/// In lines of at most `width` columns, each behind `indent` blanks.
std::string wrapped(std::string_view text, std::size_t indent, std::size_t width = 79);

}  // namespace basewalk::cli

#endif  // BASEWALK_CLI_MANUAL_EXPLAIN_H_
