// SPDX-License-Identifier: MIT
//
// A reference is written from the inside out: first as its own syntax wants it, then as the markup
// around that does.
#include "basewalk/extract/written.h"

#include "html/character_references.h"
#include "text/ascii.h"
#include "text/hex.h"
#include "text/references.h"

namespace basewalk::extract {

using html::decode_html;
using html::Nul;
using html::References;

namespace {

bool is_control(char c) { return static_cast<unsigned char>(c) < ' ' || c == '\x7F'; }

void append_word(std::string_view reference, std::string& out) {
  constexpr std::string_view kEnds = " \"'<>";
  for (std::size_t i = 0; i < reference.size(); ++i) {
    const char c = reference[i];
    const bool at_end = i == 0 || i + 1 == reference.size();
    if (is_control(c) || kEnds.find(c) != std::string_view::npos || (c == ',' && at_end))
      text::append_escape(out, c);
    else
      out += c;
  }
}

// RFC 5545 3.3.11, RFC 6350 3.4
void append_calendar(std::string_view reference, std::string& out) {
  std::string word;
  append_word(reference, word);
  for (const char c : word) {
    if (c == '\\' || c == ';' || c == ',') out += '\\';
    out += c;
  }
}

void append_whole(std::string_view reference, Markup markup, std::string& out) {
  const bool raw = markup == Markup::raw_text;
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
  const auto needs_reference = [&](char c) {
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
  };
  if (markup == Markup::none || markup == Markup::raw_text) {
    out += text;
    return;
  }
  if (text.empty() && markup == Markup::unquoted) out += "\"\"";
  for (const char c : text) {
    if (!needs_reference(c))
      out += c;
    else if (c == '&' || c == '<' || c == '>')
      out += text::reference_of(c);
    else
      out.append("&#").append(std::to_string(static_cast<int>(c))).append(";");
  }
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
      append_word(reference, inner);
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
