// SPDX-License-Identifier: MIT
#include "extract/flowed.h"

#include <cstddef>

#include "text/ascii.h"
#include "text/work.h"

namespace basewalk::extract {
namespace {

std::size_t quotes_at(std::string_view text, std::size_t line) {
  std::size_t quotes = 0;
  while (line + quotes < text.size() && text[line + quotes] == '>') ++quotes;
  return quotes;
}

bool is_line_end(std::string_view text, std::size_t at) {
  return at == text.size() || text[at] == '\n' || text[at] == '\r';
}

// The line that separates a signature is no flowed one, and joins none (RFC 3676 4.3).
bool is_separator(std::string_view text, std::size_t at) {
  return text.substr(at, 3) == "-- " && is_line_end(text, at + 3);
}

// Behind quote marks and stuffing (4.4, 4.5).
std::size_t content_of(std::string_view text, std::size_t line, std::size_t quotes) {
  const std::size_t at = line + quotes;
  return at < text.size() && text[at] == ' ' ? at + 1 : at;
}

// Between characters that are no white space, other form feeds aside.
bool is_in_word(std::string_view text, std::size_t at) {
  const auto ends_word = [](char c) { return ascii::is_space(c) && c != '\f'; };
  return at > 0 && at + 1 < text.size() && !ends_word(text[at - 1]) && !ends_word(text[at + 1]);
}

}  // namespace

bool join_flowed(std::string_view text, Joins what, std::string& out, text::Offsets& offsets) {
  out.clear();
  offsets.clear();
  const std::string_view joins = what.form_feeds ? "\r\n\f" : "\r\n";
  std::size_t copied = 0, quotes = quotes_at(text, 0), content = content_of(text, 0, quotes);
  for (std::size_t at = text.find_first_of(joins), next; at != std::string_view::npos;
       at = text.find_first_of(joins, next)) {
    next = at + (text.substr(at, 2) == "\r\n" ? 2U : 1U);
    if (text[at] == '\f') {
      if (is_in_word(text, at)) {
        out.append(text.substr(copied, at - copied));
        offsets.step(out.size(), next);
        copied = next;
      }
      continue;
    }
    const bool flows =
        what.lines && at > content && text[at - 1] == ' ' && !is_separator(text, content);
    const std::size_t next_quotes = quotes_at(text, next);
    content = content_of(text, next, next_quotes);
    next = content;
    if (flows && next_quotes == quotes && content < text.size() && !is_separator(text, content)) {
      out.append(text.substr(copied, at - 1 - copied));
      offsets.step(out.size(), content);
      copied = content;
    }
    quotes = next_quotes;
  }
  if (copied == 0) return false;
  out.append(text.substr(copied));
  work::charge(text.size());
  return true;
}

}  // namespace basewalk::extract
