// SPDX-License-Identifier: MIT
//
// The header of an entity, line by line (RFC 5322 2.2).
//
// A line is a field when it begins with a name without blanks and a colon; blanks may stand before
// the colon (RFC 5322 4.5).  A line that begins with a blank goes on with the field before it.  Any
// other line is read as its neighbours tell: where a field follows before the next empty line, the
// header goes on and the line is kept as a field without a name; where none follows, the header has
// ended and the line is the body's first.
#include <cstring>

#include "basewalk/note.h"
#include "mime/scan.h"
#include "text/ascii.h"

namespace basewalk::mime {
namespace {

constexpr std::size_t npos = std::string_view::npos;

bool is_name_char(char c) {
  const auto u = static_cast<unsigned char>(c);
  return u > ' ' && u != 0x7F && u != ':';
}

// The end of a field name, npos if there is none; `colon` becomes the position of the colon.
std::size_t name_end(std::string_view line, std::size_t& colon) {
  std::size_t i = 0;
  while (i < line.size() && is_name_char(line[i])) ++i;
  const std::size_t end = i;
  while (i < line.size() && ascii::is_blank(line[i])) ++i;
  if (end == 0 || i == line.size() || line[i] != ':') return npos;
  colon = i;
  return end;
}

// "Name: x" as people write fields, and not "http://..." or a CSS rule.
bool is_likely_field(std::string_view line) {
  std::size_t i = 0;
  while (i < line.size() && (ascii::is_alnum(line[i]) || line[i] == '-' || line[i] == '_')) ++i;
  if (i == 0) return false;
  while (i < line.size() && ascii::is_blank(line[i])) ++i;
  if (i == line.size() || line[i] != ':') return false;
  return i + 1 == line.size() || ascii::is_blank(line[i + 1]);
}

// Decides where parts are, what they are, or what their links mean.
bool is_structural(std::string_view name) {
  return ascii::istarts_with(name, "content-") || ascii::iequals(name, "mime-version") ||
         ascii::iequals(name, "base");
}

bool is_from_line(std::string_view line) {
  if (!line.starts_with("From ")) return false;
  const std::string_view rest = ascii::trim_left(line.substr(5));
  return !rest.starts_with(':');
}

}  // namespace

// A bare CR ends lines in a message that has no LF, or whose first line ends with one and goes on
// as a header does.  Elsewhere it is data: most readers split lines at LF only.
void Scanner::choose_line_ends() {
  const std::size_t lf = std::min(bytes_.find('\n'), bytes_.size());
  const std::size_t cr = bytes_.substr(0, lf).find('\r');
  if (cr == npos) return;
  if (lf == bytes_.size()) {
    cr_lines_ = true;
  } else {
    const std::size_t text = bytes_.find_first_not_of('\r', cr);
    if (text >= lf) return;  // CRLF, CRCRLF
    std::size_t colon = 0;
    const std::string_view rest = bytes_.substr(text, bytes_.substr(text).find_first_of("\r\n"));
    cr_lines_ = text > cr + 1 || ascii::is_blank(rest[0]) || name_end(rest, colon) != npos;
  }
  if (cr_lines_) note(NoteCode::line_ends_cr, 0, cr);
}

Line Scanner::line_at(std::size_t begin) const {
  const char* const first = bytes_.data() + begin;
  const std::size_t left = bytes_.size() - begin;
  if (left == 0) return {begin, begin, begin};
  if (!cr_lines_) {
    const void* const lf = std::memchr(first, '\n', left);
    std::size_t end = lf == nullptr
                          ? bytes_.size()
                          : begin + static_cast<std::size_t>(static_cast<const char*>(lf) - first);
    const std::size_t next = lf == nullptr ? end : end + 1;
    while (end > begin && bytes_[end - 1] == '\r') --end;
    return {begin, end, next};
  }
  std::size_t end = begin;
  while (end < bytes_.size() && bytes_[end] != '\n' && bytes_[end] != '\r') ++end;
  std::size_t next = end;
  if (next < bytes_.size() && bytes_[next++] == '\r' && next < bytes_.size() &&
      bytes_[next] == '\n')
    ++next;
  return {begin, end, next};
}

// The line end before a delimiter line belongs to the delimiter (RFC 2046 5.1.1).
std::size_t Scanner::before_line_end(std::size_t line_begin) const {
  std::size_t end = line_begin;
  if (end == 0) return end;
  if (bytes_[end - 1] == '\n') {
    --end;
    if (end > 0 && bytes_[end - 1] == '\r') --end;
    if (crcrlf_ && end > 0 && bytes_[end - 1] == '\r') --end;
  } else if (cr_lines_ && bytes_[end - 1] == '\r') {
    --end;
  }
  return end;
}

// A byte order mark and the `From ` lines of mbox files (RFC 4155) at the very top.
std::size_t Scanner::read_envelope(std::size_t at) {
  if (bytes_.starts_with("\xEF\xBB\xBF")) {
    at = 3;
    note(NoteCode::byte_order_mark, 0, 0);
  }
  const Line line = line_at(at);
  if (!is_from_line(bytes_.substr(line.begin, line.end - line.begin))) return at;
  message_.envelope = {line.begin, line.end};
  return line.next;
}

bool Scanner::is_delimiter_line(const Line& line) const {
  if (boundaries_.empty() || line.end - line.begin < 3) return false;
  if (bytes_[line.begin] != '-' || bytes_[line.begin + 1] != '-') return false;
  std::size_t end = line.end;
  while (ascii::is_blank(bytes_[end - 1])) --end;
  if (end < line.begin + 2) return false;
  const std::string_view text = bytes_.substr(line.begin + 2, end - line.begin - 2);
  return text.size() <= boundaries_.longest() + 2 &&
         boundaries_.match(text).owner != OpenBoundaries::kNobody;
}

// Does the header go on behind a line that is no field?  Never behind a line that begins with "--":
// it is a delimiter whose empty line before it is missing, as likely as not.  Looks ahead once for
// each header: the two positions, 0 at first, are of the last field and the last structural field
// before the empty line.
bool Scanner::header_goes_on(const Line& line, std::size_t& last_field,
                             std::size_t& last_structural) {
  auto is_dashes = [&](const Line& l) { return bytes_.substr(l.begin, 2) == "--"; };
  if (is_dashes(line)) return false;
  if (last_field == 0) {
    last_field = last_structural = line.begin + 1;
    for (Line l = line_at(line.next); l.begin < bytes_.size(); l = line_at(l.next)) {
      if (is_blank_line(l) || is_dashes(l)) break;
      const std::string_view text = bytes_.substr(l.begin, l.end - l.begin);
      if (!is_likely_field(text)) continue;
      last_field = l.begin + 1;
      if (is_structural(text.substr(0, text.find(':')))) last_structural = l.begin + 1;
    }
  }
  // Markup that follows a header at once is common; that it is a torn field is rare.
  const bool markup = bytes_[line.begin] == '<';
  return (markup ? last_structural : last_field) > line.begin + 1;
}

// Records a field.  False where the line is none.
bool Scanner::add_field(const Line& line, std::uint32_t part, bool structural_only) {
  const std::string_view text = bytes_.substr(line.begin, line.end - line.begin);
  std::size_t colon = 0;
  const std::size_t name = name_end(text, colon);
  if (name == npos) return false;
  const std::string_view name_text = text.substr(0, name);
  if (structural_only && !is_structural(name_text)) return true;
  if (colon > name) note(NoteCode::header_colon_blank, part, line.begin, name_text);
  if (name > 11 && (name_text[0] | 0x20) == 'c') {
    const auto index = static_cast<std::uint32_t>(message_.fields.size());
    if (name == 12 && ascii::iequals(name_text, "content-type"))
      type_fields_.push_back(index);
    else if (name == 25 && ascii::iequals(name_text, "content-transfer-encoding"))
      encoding_fields_.push_back(index);
  }
  message_.fields.push_back(
      {{line.begin, line.begin + name}, {line.begin + colon + 1, line.end}, line.next});
  return true;
}

// What is odd about the bytes of a header: one quick pass, and a slow one only where it found some.
void Scanner::note_header_bytes(std::uint32_t part, std::size_t end) {
  const std::size_t begin = message_.parts[part].header.begin;
  const char* const p = bytes_.data();
  unsigned char all = 0;
  unsigned nul = 0;
  for (std::size_t i = begin; i < end; ++i) {
    all = static_cast<unsigned char>(all | static_cast<unsigned char>(p[i]));
    nul |= static_cast<unsigned>(p[i] == '\0');
  }
  const std::string_view header = bytes_.substr(begin, end - begin);
  if (nul != 0) note(NoteCode::header_nul, part, begin + header.find('\0'));
  if (all >= 0x80) {
    std::size_t at = begin;
    while (static_cast<unsigned char>(bytes_[at]) < 0x80) ++at;
    note(NoteCode::header_8bit, part, at);
  }
}

// Reads a header at `at`; returns where the body begins.  The part's first_field, fields_end and
// header are set.
std::size_t Scanner::read_header(std::size_t at, std::uint32_t part) {
  type_fields_.clear();
  encoding_fields_.clear();
  std::vector<HeaderField>& fields = message_.fields;
  const std::size_t begin = at;
  const auto first_field = static_cast<std::uint32_t>(fields.size());
  message_.parts[part].first_field = first_field;
  std::size_t last_field = 0;
  std::size_t last_structural = 0;
  std::size_t lf_lines = 0;
  std::size_t crlf_lines = 0;
  bool any_bare_cr = false;
  bool recorded = false;  // the line before belongs to the last field of `fields`
  bool cut = false;
  bool blank_line = false;
  std::size_t end = at;
  while (end < bytes_.size()) {
    const Line line = line_at(end);
    if (is_blank_line(line)) {
      blank_line = true;
      at = line.next;
      if (line.next - line.end == 3) crcrlf_ = true;
      break;
    }
    const std::size_t ending = line.next - line.end;
    if (ending > 0) (ending == 1 ? lf_lines : crlf_lines) += 1;
    if (ending >= 3) crcrlf_ = true;
    const char c = bytes_[line.begin];
    if (c == '-' && is_delimiter_line(line)) break;
    if (!cut && line.begin - begin > limits_.header_bytes) {
      cut = true;
      note(NoteCode::limit_header_bytes, part, line.begin);
      message_.parts[part].gap = true;
    }
    if (ascii::is_blank(c) && end > begin) {
      if (recorded) {
        fields.back().value.end = line.end;
        fields.back().end = line.next;
      }
      if (ascii::trim(bytes_.substr(line.begin, line.end - line.begin)).empty())
        note(NoteCode::header_blank_fold, part, line.begin);
    } else {
      const std::size_t before = fields.size();
      if (!add_field(line, part, cut)) {
        const std::string_view text = bytes_.substr(line.begin, line.end - line.begin);
        const bool from = end == begin && is_from_line(text);
        const bool quoted_from = text.starts_with(">From ") && fields.size() == first_field;
        if (from) {
          note(NoteCode::envelope_inside, part, line.begin);
        } else if (quoted_from) {
          note(NoteCode::envelope_quoted, part, line.begin);
        } else if (header_goes_on(line, last_field, last_structural)) {
          note(NoteCode::header_line, part, line.begin);
        } else {
          break;
        }
        if (!cut) fields.push_back({{line.begin, line.begin}, {line.begin, line.end}, line.next});
      }
      recorded = fields.size() > before;
    }
    if (!cr_lines_ && !any_bare_cr)
      any_bare_cr = std::memchr(bytes_.data() + line.begin, '\r', line.end - line.begin) != nullptr;
    end = line.next;
    at = end;
  }
  Part& p = message_.parts[part];
  p.header = {begin, end};
  p.fields_end = static_cast<std::uint32_t>(fields.size());
  if (!blank_line) {
    const bool whole = end == bytes_.size() || is_delimiter_line(line_at(end));
    if (!whole) note(NoteCode::header_no_end, part, end);
    if (whole && end > begin) note(NoteCode::header_only, part, end);
  }
  if (any_bare_cr) note(NoteCode::header_bare_cr, part, begin);
  if (lf_lines > 0 && crlf_lines > 0 && !cr_lines_) note(NoteCode::line_ends_mixed, part, begin);
  if (crcrlf_ && part == 0) note(NoteCode::line_ends_crcrlf, part, begin);
  note_header_bytes(part, end);
  return at;
}

}  // namespace basewalk::mime
