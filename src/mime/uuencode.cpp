// SPDX-License-Identifier: MIT
//
// uuencode: "begin 644 name", lines of a length character and groups of four characters, "end"
// (POSIX uuencode).  A blank and a backtick are both zero; blanks at the end of a line may have
// been lost on the way and count as zeros.
#include <algorithm>
#include <optional>

#include "basewalk/note.h"
#include "mime/transfer.h"
#include "text/ascii.h"

namespace basewalk::mime {
namespace {

bool is_begin(std::string_view line) {
  if (!line.starts_with("begin ")) return false;
  line.remove_prefix(6);
  std::size_t digits = 0;
  while (digits < line.size() && ascii::is_digit(line[digits])) ++digits;
  return digits >= 3 && digits <= 4 && digits < line.size() && ascii::is_blank(line[digits]);
}

bool is_digit(char c) { return c >= ' ' && c <= '`'; }

unsigned digit(char c) { return (static_cast<unsigned>(c) - 32U) & 63U; }

// Does the line look like data: its characters fit the alphabet and its length?
bool is_data(std::string_view line) {
  if (line.empty()) return false;
  for (char c : line)
    if (!is_digit(c)) return false;
  const std::size_t groups = (digit(line[0]) + 2) / 3;
  return line.size() - 1 <= groups * 4 + 1;
}

// Appends a data line; false where it does not have its length.  A group that is cut short yields
// no more bytes than it has characters: what is missing may be blanks, but data is not made up.
bool decode_line(std::string_view line, std::string& out) {
  const std::size_t length = digit(line[0]);
  line.remove_prefix(1);
  const std::size_t needed = (length + 2) / 3 * 4;
  // Some writers add a checksum character, some drop the blanks at the end.
  bool fits = line.size() <= needed + 1 && line.size() + 4 > needed;
  std::size_t left = length;
  for (std::size_t i = 0; i < needed && i < line.size(); i += 4) {
    unsigned bits = 0;
    for (std::size_t k = i; k < i + 4; ++k) {
      const char c = k < line.size() ? line[k] : ' ';
      if (!is_digit(c)) fits = false;
      bits = (bits << 6) | digit(c);
    }
    const char bytes[3] = {static_cast<char>(bits >> 16), static_cast<char>(bits >> 8),
                           static_cast<char>(bits)};
    const std::size_t count = std::min({left, line.size() - i, std::size_t{3}});
    out.append(bytes, count);
    left -= count;
  }
  return fits;
}

}  // namespace

void decode_uuencode(std::string_view body, std::string& out, NotePlace place) {
  enum class At { before, data, after };
  At state = At::before;
  std::optional<std::size_t> bad_line;
  std::optional<std::size_t> text;
  bool any_begin = false;
  bool ended = false;

  // Without a begin line every line that can be data is.
  bool has_begin = is_begin(body);
  for (std::size_t i = body.find("\nbegin "); !has_begin && i != std::string_view::npos;
       i = body.find("\nbegin ", i + 1))
    has_begin = is_begin(body.substr(i + 1));
  if (!has_begin) state = At::data;

  for (std::size_t at = 0; at < body.size();) {
    const std::size_t lf = std::min(body.find('\n', at), body.size());
    std::string_view line = body.substr(at, lf - at);
    if (line.ends_with('\r')) line.remove_suffix(1);
    const std::size_t begin = at;
    at = lf + 1;
    if (state != At::data) {
      if (is_begin(line)) {
        state = At::data;
        any_begin = true;
        ended = false;
      } else if (!ascii::trim(line).empty() && !text) {
        text = begin;
      }
      continue;
    }
    if (line == "end") {
      state = At::after;
      ended = true;
    } else if (line.empty() || (!has_begin && !is_data(line))) {
      if (!line.empty() && !text) text = begin;
    } else if (!decode_line(line, out) && !bad_line) {
      bad_line = begin;
    }
  }

  auto tell = [&](NoteCode code, std::size_t offset) {
    place.notes.add(code, place.part, place.offset + offset);
  };
  if (!any_begin) tell(NoteCode::uu_begin, 0);
  if (!ended) tell(NoteCode::uu_end, body.size());
  if (bad_line) tell(NoteCode::uu_line, *bad_line);
  if (text) tell(NoteCode::uu_text, *text);
}

}  // namespace basewalk::mime
