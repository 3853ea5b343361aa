// SPDX-License-Identifier: MIT
//
// How a reference stands in its text, and how another is written in its place.
#ifndef BASEWALK_EXTRACT_WRITTEN_H_
#define BASEWALK_EXTRACT_WRITTEN_H_

#include <cstdint>
#include <string>
#include <string_view>

#pragma GCC visibility push(default)

namespace basewalk::extract {

/// What the markup around a stretch makes of its characters.
enum class Markup : std::uint8_t {
  none,           ///< there is no markup: plain text, a style sheet of its own
  text,           ///< between tags: character references are decoded
  raw_text,       ///< <style>, CDATA: they are not
  double_quoted,  ///< an attribute's value
  single_quoted,
  unquoted,
};

/// What is around a reference within that.
enum class Syntax : std::uint8_t {
  fixed,  ///< it cannot be replaced by itself: it was decoded more than once (a data: URL, a
          ///< srcdoc, a script) or put together; the offsets are those of what it is a part of
  whole,  ///< nothing but white space
  word,   ///< white space, quotes and punctuation end it: running text, a refresh in quotes
  css_double_quoted,  ///< a string of CSS
  css_single_quoted,
  css_url,        ///< url() without quotes
  calendar_text,  ///< a word in a text of a calendar or a business card (RFC 5545 3.3.11)
  listed_word,    ///< a word that quotes do not end: srcset, ping, a refresh without quotes
};

struct Written {
  Markup markup = Markup::none;
  Syntax syntax = Syntax::fixed;
  friend bool operator==(const Written&, const Written&) = default;
};

/// Appends a reference so that it is read back as it is where a find was `written` so; false, and
/// nothing appended, where that is `fixed`.
///
/// Characters that have no place there are percent-encoded: NUL everywhere; in a `word` white
/// space, quotes, angle brackets and commas at either end, in a `listed_word` the same but for the
/// apostrophe; in `whole` within raw_text angle brackets.  So a URL of the WHATWG serializer is
/// read back as the same URL, but where quotes end it and it has an apostrophe, and in running
/// text, where readers take punctuation at its end for that of the sentence.
bool append_written(std::string_view reference, Written written, std::string& out);

/// Appends a text so that it is the value of an attribute or the text between tags in its entirety;
/// as it is for `none` and `raw_text`.
void append_escaped(std::string_view text, Markup markup, std::string& out);

/// What a reader makes of the value of an attribute: character references decoded (WHATWG HTML
/// 13.2.5.72).
std::string attribute_value(std::string_view written);

}  // namespace basewalk::extract

#pragma GCC visibility pop

#endif  // BASEWALK_EXTRACT_WRITTEN_H_
