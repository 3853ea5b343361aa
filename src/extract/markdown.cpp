// SPDX-License-Identifier: MIT
//
// Where links of Markdown lead that no text shows as a URL (CommonMark 6.3, 4.7): `[x](//h/y)`,
// `[x](https\://h/y)`, `[x]: //h/y`.
//
// Before this: walk/walk.cpp has read the page that programs show of it.
#include <algorithm>
#include <string>

#include "basewalk/extract/extract.h"
#include "basewalk/note.h"
#include "extract/plain.h"
#include "html/character_references.h"
#include "text/ascii.h"
#include "text/find.h"
#include "text/work.h"

namespace basewalk::extract {
namespace {

using text::find_byte;

// Of a destination; one that goes on is told as cut.
constexpr std::size_t kLongest = 2048;

bool is_punctuation(char c) { return c > ' ' && c < '\x7F' && !ascii::is_alnum(c); }

// Behind blanks and at most one line end.
std::size_t skip_blanks(std::string_view text, std::size_t at) {
  int lines = 0;
  for (; at < text.size() && ascii::is_space(text[at]); ++at)
    if (text[at] == '\n' && ++lines > 1) break;
  return at;
}

// CommonMark 2.5: "&amp;", "&#47;"; 0 where there is none.
std::size_t reference_size(std::string_view text) {
  constexpr std::size_t kMost = 34;
  std::size_t end = 1;
  while (end < std::min(text.size(), kMost) && (ascii::is_alnum(text[end]) || text[end] == '#'))
    ++end;
  return end > 1 && end < text.size() && text[end] == ';' ? end + 1 : 0;
}

struct Destination {
  std::size_t begin = 0, end = 0;
  std::string url;  // without escapes and references
  bool has_escape = false, is_cut = false;
};

Destination destination_at(std::string_view text, std::size_t at, bool in_parentheses) {
  const bool is_bracketed = at < text.size() && text[at] == '<';
  Destination found;
  found.begin = at + (is_bracketed ? 1 : 0);
  int open = 0;
  std::size_t pos = found.begin;
  for (; pos < text.size() && pos - found.begin < kLongest; ++pos) {
    const char c = text[pos];
    if (c == '\\' && pos + 1 < text.size() && is_punctuation(text[pos + 1])) {
      found.url += text[++pos];
      found.has_escape = true;
      continue;
    }
    if (is_bracketed ? c == '>' || c == '<' || c == '\n'
                     : static_cast<unsigned char>(c) <= ' ' || c == '\x7F')
      break;
    if (in_parentheses && !is_bracketed && c == '(') ++open;
    if (in_parentheses && !is_bracketed && c == ')' && open-- == 0) break;
    if (const std::size_t size = c == '&' ? reference_size(text.substr(pos)) : 0; size > 0) {
      html::decode_html(text.substr(pos, size), html::References::decode, html::Nul::replace,
                        found.url);
      pos += size - 1;
      continue;
    }
    found.url += c;
  }
  found.end = pos;
  found.is_cut = pos < text.size() && pos - found.begin >= kLongest;
  return found;
}

}  // namespace

void extract_destinations(std::string_view text, const Options& options, Finds& out) {
  if (!work::charge(text.size())) return;
  for (std::size_t at = find_byte(text, ']', 0); at + 1 < text.size();
       at = find_byte(text, ']', at + 1)) {
    const char sign = text[at + 1];
    if (sign != '(' && sign != ':') continue;
    const Destination found = destination_at(text, skip_blanks(text, at + 2), sign == '(');
    work::charge(found.end - std::min(at, found.end));
    // Of all others the text is searched.
    const bool is_hidden = found.url.starts_with("//") || found.url.starts_with("\\\\") ||
                           (found.has_escape && found.url.find(':') != text::kNone);
    if (!is_hidden) continue;
    if (found.is_cut) out.notes.push_back({NoteCode::limit_links, 0, found.begin, {}});
    if (out.finds.size() >= options.links) {
      out.cut = true;
      return;
    }
    Find find;
    find.raw = out.keep(found.url);
    find.place = {.role = Role::attribute, .element = "a", .attribute = "href"};
    find.begin = found.begin;
    find.end = found.end;
    find.written = {Markup::none, Syntax::word};
    out.finds.push_back(find);
  }
}

}  // namespace basewalk::extract
