// SPDX-License-Identifier: MIT
//
// A reference is written from the inside out: first as its own syntax wants it, then as the markup
// around that does.
#include "basewalk/extract/written.h"

#include <array>
#include <cstdint>

#include "html/character_references.h"
#include "text/ascii.h"
#include "text/hex.h"
#include "text/references.h"

namespace basewalk::extract {

using html::decode_html;
using html::Nul;
using html::References;

namespace {

constexpr bool is_control(char c) { return static_cast<unsigned char>(c) < ' ' || c == '\x7F'; }

// What ends a word.
constexpr auto kEndsWord = [] {
  std::array<bool, 256> ends{};
  for (std::size_t c = 0; c < ends.size(); ++c) ends[c] = is_control(static_cast<char>(c));
  for (const char c : {' ', '"', '\'', '<', '>'}) ends[static_cast<unsigned char>(c)] = true;
  return ends;
}();

void append_word(std::string_view reference, bool quotes_end, std::string& out) {
  const auto is_plain = [&](char c) {
    return !kEndsWord[static_cast<unsigned char>(c)] || (c == '\'' && !quotes_end);
  };
  if (reference.starts_with(',')) {
    text::append_escape(out, ',');
    reference.remove_prefix(1);
  }
  const bool ends = reference.ends_with(',');
  if (ends) reference.remove_suffix(1);
  text::append_escaped(out, reference, is_plain);
  if (ends) text::append_escape(out, ',');
}

constexpr bool needs_reference(char c, Markup markup) {
  switch (c) {
    case '&':
    case '<':
    case '>':
    case '\r':
      return true;
    case '"':
      return markup == Markup::double_quoted || markup == Markup::unquoted;
    case '\'':
      return markup == Markup::single_quoted || markup == Markup::unquoted;
    case '=':
    case '`':
      return markup == Markup::unquoted;
    default:
      return markup != Markup::text && ascii::is_space(c) &&
             (c != ' ' || markup == Markup::unquoted);
  }
}

// For each byte the markups in which it needs one, a bit for each.
constexpr auto kNeedsReference = [] {
  std::array<std::uint8_t, 256> needs{};
  for (const Markup markup :
       {Markup::text, Markup::double_quoted, Markup::single_quoted, Markup::unquoted})
    for (std::size_t c = 0; c < needs.size(); ++c)
      if (needs_reference(static_cast<char>(c), markup))
        needs[c] = static_cast<std::uint8_t>(needs[c] | 1U << static_cast<unsigned>(markup));
  return needs;
}();

// RFC 5545 3.3.11, RFC 6350 3.4
void append_calendar(std::string_view reference, std::string& out) {
  std::string word;
  append_word(reference, true, word);
  for (const char c : word) {
    if (c == '\\' || c == ';' || c == ',') out += '\\';
    out += c;
  }
}

void append_whole(std::string_view reference, Markup markup, std::string& out) {
  const bool raw = markup == Markup::raw_text;
  out.reserve(out.size() + reference.size());
  text::append_escaped(out, reference,
                       [raw](char c) { return c != '\0' && (!raw || (c != '<' && c != '>')); });
}

// CSS Syntax 3, 4.3.5 to 4.3.7.  Angle brackets are escaped, too: they could end a <style>.
void append_css(std::string_view reference, std::string_view special, std::string& out) {
  for (const char c : reference) {
    if (c == '\0') {
      text::append_escape(out, c);
    } else if (is_control(c) || c == '<' || c == '>' || (c == ' ' && special.size() > 2)) {
      text::append_escape(out, c, '\\');
      out += ' ';  // ends the escape
    } else {
      if (special.find(c) != std::string_view::npos) out += '\\';
      out += c;
    }
  }
}

}  // namespace

void append_escaped(std::string_view text, Markup markup, std::string& out) {
  if (markup == Markup::none || markup == Markup::raw_text) {
    out += text;
    return;
  }
  out.reserve(out.size() + text.size() + 32);
  if (text.empty() && markup == Markup::unquoted) out += "\"\"";
  const auto asked = static_cast<std::uint8_t>(1U << static_cast<unsigned>(markup));
  std::size_t begin = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if ((kNeedsReference[static_cast<unsigned char>(c)] & asked) == 0) continue;
    out.append(text, begin, at - begin);
    begin = at + 1;
    if (c == '&' || c == '<' || c == '>')
      out += text::reference_of(c);
    else
      out.append("&#").append(std::to_string(static_cast<int>(c))).append(";");
  }
  out.append(text, begin);
}

bool append_written(std::string_view reference, Written written, std::string& out) {
  std::string inner;
  switch (written.syntax) {
    case Syntax::fixed:
      return false;
    case Syntax::whole:
      append_whole(reference, written.markup, inner);
      break;
    case Syntax::word:
    case Syntax::listed_word:
      append_word(reference, written.syntax == Syntax::word, inner);
      break;
    case Syntax::calendar_text:
      append_calendar(reference, inner);
      break;
    case Syntax::css_double_quoted:
      append_css(reference, "\"\\", inner);
      break;
    case Syntax::css_single_quoted:
      append_css(reference, "'\\", inner);
      break;
    case Syntax::css_url:
      append_css(reference, "\"'()\\", inner);
      break;
  }
  append_escaped(inner, written.markup, out);
  return true;
}

std::string attribute_value(std::string_view written) {
  std::string out;
  decode_html(written, References::decode_in_attribute, Nul::replace, out);
  return out;
}

}  // namespace basewalk::extract
