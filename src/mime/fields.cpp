// SPDX-License-Identifier: MIT
//
// The header of an entity, line by line (RFC 5322 2.2).
//
// A line is a field when it begins with a name without blanks and a colon; blanks may stand before
// the colon (RFC 5322 4.5).  A line that begins with a blank goes on with the field before it.
// Where any other line stands and an empty one follows, the header goes on to that, as most mail
// programs have it, and the line is kept as a field without a name; that others end the header at
// it is a doubt.  Where no empty line follows, its neighbours tell.
#include <algorithm>
#include <array>
#include <cstring>

#include "basewalk/note.h"
#include "mime/content_type.h"
#include "mime/line/mail_field.h"
#include "mime/line/separator.h"
#include "mime/scan.h"
#include "text/ascii.h"
#include "text/work.h"

namespace basewalk::mime {
namespace {

constexpr std::size_t npos = std::string_view::npos;

// Of how many Content-Type a boundary is asked for while the header is read.
constexpr std::size_t kOwnBoundaries = 16;

// A name that a fold divides from its colon: those that decide anything are shorter.
constexpr std::size_t kLongestName = 64;

constexpr std::array<bool, 256> kNameChars = [] {
  std::array<bool, 256> table{};
  for (std::size_t c = '!'; c < table.size(); ++c) table[c] = c != 0x7F && c != ':';
  return table;
}();
bool is_name_char(char c) { return kNameChars[static_cast<unsigned char>(c)]; }

// Trimmed from a name by who trims all that is a space in ISO-8859-1 (mailparser).
bool is_odd_space(char c) { return c == '\v' || c == '\f' || c == '\xA0'; }

// A field's name and its colon; an empty name where there is none.
struct FieldName {
  std::size_t begin = 0, end = 0;
  std::size_t colon = 0;
};
FieldName name_of(std::string_view line) {
  std::size_t i = 0;
  while (i < line.size() && (is_odd_space(line[i]) || line[i] == '\r')) ++i;
  FieldName name{i, i, 0};
  while (i < line.size() && is_name_char(line[i])) ++i;
  name.end = i;
  if (i < line.size() && line[i] == ':' && i > name.begin && !is_odd_space(line[i - 1])) {
    name.colon = i;  // as nearly all are
    return name;
  }
  while (name.end > name.begin && is_odd_space(line[name.end - 1])) --name.end;
  // A NUL ends the name for who keeps it as a string of C (Dovecot), and a CR goes with the blanks
  // (mailparser).
  while (i < line.size() &&
         (ascii::is_blank(line[i]) || is_odd_space(line[i]) || line[i] == '\0' || line[i] == '\r'))
    ++i;
  if (i == line.size() || line[i] != ':') return {};
  name.colon = i;
  return name;
}
bool has_name(std::string_view line) {
  const FieldName name = name_of(line);
  return name.begin < name.end;
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

// What Ruby's mail takes away in front of a header (String#lstrip).
std::string_view without_lead(std::string_view line) {
  return line.substr(
      std::min(line.size(), line.find_first_not_of(std::string_view(" \t\r\v\f\0", 6))));
}

// Decides where parts are, what they are, or what their links mean.
bool is_structural(std::string_view name) {
  return ascii::istarts_with(name, "content-") || ascii::iequals(name, "mime-version") ||
         ascii::iequals(name, "base");
}

}  // namespace

// A bare CR ends lines in a message that has no LF, or whose first line ends with one and goes on
// as a header does.  Elsewhere it is data: most readers split lines at LF only.
void Scanner::choose_line_ends(std::string_view bytes) {
  const std::size_t lf = std::min(bytes.find('\n'), bytes.size());
  const std::size_t cr = bytes.substr(0, lf).find('\r');
  if (cr == npos) return;
  if (lf == bytes.size()) {
    cr_lines_ = true;
  } else {
    const std::size_t text = bytes.find_first_not_of('\r', cr);
    if (text >= lf) return;  // CRLF, CRCRLF
    const std::string_view rest = bytes.substr(text, bytes.substr(text).find_first_of("\r\n"));
    cr_lines_ = text > cr + 1 || ascii::is_blank(rest[0]) || has_name(rest);
    if (cr_lines_) line_ends_doubt_ = cr;
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
    work::charge(next - begin);
    while (end > begin && bytes_[end - 1] == '\r') --end;
    return {begin, end, next};
  }
  std::size_t end = begin;
  while (end < bytes_.size() && bytes_[end] != '\n' && bytes_[end] != '\r') ++end;
  std::size_t next = end;
  work::charge(end - begin);
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

// Whose delimiter is the line?
OpenBoundaries::Match Scanner::delimiter_at(const Line& line) const {
  if (boundaries_.empty() || line.end - line.begin < 2) return {};
  if (bytes_[line.begin] != '-' || bytes_[line.begin + 1] != '-') return {};
  std::size_t end = line.end;
  while (ascii::is_blank(bytes_[end - 1])) --end;  // the dashes are none
  return match(bytes_.substr(line.begin + 2, end - line.begin - 2), end < line.end);
}

bool Scanner::is_delimiter_line(const Line& line) const {
  return delimiter_at(line).owner != OpenBoundaries::kNobody;
}

// The first empty line from `at` on; the size of the bytes where there is none.  Headers ask in the
// order of the bytes, so that no byte is looked at twice.
std::size_t Scanner::empty_line_from(std::size_t at) {
  if (at < empty_line_from_ || at > empty_line_) {
    empty_line_from_ = at;
    Line line = line_at(at);
    while (line.begin < bytes_.size() && !is_blank_line(line)) line = line_at(line.next);
    empty_line_ = line.begin;
  }
  return empty_line_;
}

// Where the header ends that stands behind empty lines; npos where none does.  Of a part only one
// that says how its body is read: without that it is the text that it is anyway.
std::size_t Scanner::header_behind_empty_lines(Line line, bool of_part) {
  const auto text_of = [&] {
    return without_lead(bytes_.substr(line.begin, line.end - line.begin));
  };
  while (line.begin < bytes_.size() && (is_blank_line(line) || text_of().empty()))
    line = line_at(line.next);
  const std::string_view text = text_of();
  const bool is_field = is_likely_field(text) || is_structural(text.substr(0, text.find(':')));
  const std::size_t empty = is_field ? empty_line_from(line.next) : bytes_.size();
  if (empty == bytes_.size()) return npos;
  work::charge(of_part ? empty - line.begin : 0);
  return !of_part || names_structure(bytes_.substr(line.begin, empty - line.begin)) ? empty : npos;
}

// Does the header at hand name this line as the delimiter of its parts?
bool Scanner::is_own_delimiter(const Line& line) {
  std::string_view text = bytes_.substr(line.begin, line.end - line.begin);
  if (!text.starts_with("--") || type_fields_.empty()) return false;
  const std::size_t count = std::min<std::size_t>(type_fields_.size(), kOwnBoundaries);
  for (std::size_t i = own_boundaries_.size(); i < count; ++i)
    own_boundaries_.push_back(
        read_boundary(message_.value_of(message_.fields[type_fields_[i]])).bytes);
  text = ascii::trim_right(text.substr(2));
  return std::any_of(own_boundaries_.begin(), own_boundaries_.end(), [&](const std::string& own) {
    return !own.empty() && text.starts_with(own) &&
           (text.size() == own.size() || text.substr(own.size()) == "--");
  });
}

// Is there an empty line to end the header with, before a delimiter does?
bool Scanner::empty_line_follows(const Line& line) {
  const std::size_t empty = empty_line_from(line.next);
  if (empty == bytes_.size()) return false;
  for (Line l = line_at(line.next); l.begin < empty; l = line_at(l.next))
    if (is_delimiter_line(l) || is_own_delimiter(l)) return false;
  return true;
}

// Does the header go on behind a line that is no field, up to an empty line?  Not where no line of
// it is a field: then there is no header, but where a line may be taken for a field others see one.
bool Scanner::goes_to_empty_line(const Line& line, std::uint32_t part, bool any_field) {
  // What was seen ahead holds until the header names another boundary.
  const std::size_t named = std::min(type_fields_.size(), kOwnBoundaries);
  if (seen_boundaries_ == named) return goes_on_;
  seen_boundaries_ = named;
  goes_on_ = empty_line_follows(line);
  if (!goes_on_ || any_field) return goes_on_;
  bool may_be_field = false;
  for (Line l = line_at(line.next); l.begin < empty_line_; l = line_at(l.next)) {
    const std::string_view text = bytes_.substr(l.begin, l.end - l.begin);
    if (is_likely_field(text)) return true;
    const FieldName name = name_of(text);
    const std::string_view name_text = text.substr(name.begin, name.end - name.begin);
    if (ascii::iequals(name_text, "content-type") ||
        ascii::iequals(name_text, "content-transfer-encoding"))
      return true;
    may_be_field = may_be_field || !name_text.empty();
  }
  if (may_be_field)
    doubt({Doubt::header_end, part, message_.parts[part].header.begin, empty_line_});
  return goes_on_ = false;
}

// Does the header go on behind a line that is no field, where no empty line follows?  Never behind
// a line that begins with "--": it is a delimiter whose empty line before it is missing, as likely
// as not.  Looks ahead once for each header: the two positions, 0 at first, are of the last field
// and the last structural field.
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

// Remembers the fields that say what the part is.
void Scanner::keep_if_it_decides(std::string_view name, std::size_t field) {
  if (name.size() <= 11 || (name[0] | 0x20) != 'c') return;
  const auto index = static_cast<std::uint32_t>(field);
  if (ascii::iequals(name, "content-type"))
    type_fields_.push_back(index);
  else if (ascii::iequals(name, "content-transfer-encoding"))
    encoding_fields_.push_back(index);
}

// Records a field.  False where the line is none.
bool Scanner::add_field(const Line& line, std::uint32_t part, bool structural_only) {
  const std::string_view text = bytes_.substr(line.begin, line.end - line.begin);
  const FieldName name = name_of(text);
  if (name.begin == name.end) return false;
  const std::string_view name_text = text.substr(name.begin, name.end - name.begin);
  if (structural_only && !is_structural(name_text)) return true;
  const bool is_loose = name.begin > 0 || name.colon > name.end;
  if (is_loose) note(NoteCode::header_colon_blank, part, line.begin, name_text);
  // RFC 5322 3.6.8: only ASCII, and the colon at once.
  const auto is_8bit = [](char c) { return static_cast<unsigned char>(c) >= 0x80; };
  if (is_loose || std::any_of(name_text.begin(), name_text.end(), is_8bit))
    loose_field_ = std::min(loose_field_, line.begin);
  keep_if_it_decides(name_text, message_.fields.size());
  message_.fields.push_back({{line.begin + name.begin, line.begin + name.end},
                             {line.begin + name.colon + 1, line.end},
                             line.next});
  return true;
}

// Who joins folded lines before looking for the colon has a field where that stands in a fold
// (mailparser, postal-mime): the line before it, which is none to others, was the name.
void Scanner::name_by_fold(const Line& fold) {
  HeaderField& field = message_.fields.back();
  std::size_t colon = fold.begin;
  while (colon < fold.end && ascii::is_blank(bytes_[colon])) ++colon;
  if (colon == fold.end || bytes_[colon] != ':') return;
  std::size_t end = field.value.begin;
  while (is_name_char(bytes_[end]) && end < field.value.begin + kLongestName) ++end;
  const std::string_view name = bytes_.substr(field.value.begin, end - field.value.begin);
  if (!is_structural(name) || bytes_.find_first_not_of(" \t\r\n", end) != colon) return;
  field.name = {field.value.begin, end};
  field.value.begin = colon + 1;
  keep_if_it_decides(name, message_.fields.size() - 1);
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
  own_boundaries_.clear();
  seen_boundaries_ = kNowhere;
  std::vector<HeaderField>& fields = message_.fields;
  const std::size_t begin = at;
  const auto first_field = static_cast<std::uint32_t>(fields.size());
  message_.parts[part].first_field = first_field;
  std::size_t last_field = 0;
  std::size_t last_structural = 0;
  std::size_t lf_lines = 0;
  std::size_t crlf_lines = 0;
  bool any_bare_cr = false;
  const StructureDoubt* const ends = taken(Doubt::header_end, begin);
  std::size_t stray = npos;  // the first line at which others end the header
  loose_field_ = npos;       // or this one
  bool recorded = false;     // the line before belongs to the last field of `fields`
  bool cut = false;
  bool blank_line = false, is_empty_so_far = true;
  std::size_t end = at;
  while (end < bytes_.size()) {
    const Line line = line_at(end);
    if (is_blank_line(line)) {
      // formail and Ruby's mail pass over those before the header of a message, libetpan and
      // Email::MIME of a part, too.  In a digest it is that of the message in the part.
      const bool is_digest = message_.parts[part].media_type == "message/rfc822";
      if (fields.size() == first_field && is_empty_so_far && (part == 0 || !is_digest)) {
        if (ends != nullptr && line.begin < ends->at) {
          at = end = line.next;
          continue;
        }
        const std::size_t behind =
            ends == nullptr ? header_behind_empty_lines(line, part > 0) : npos;
        if (behind != npos) doubt({Doubt::header_end, part, begin, behind});
      }
      // Two CRs are no empty line to most programs, where lines do not end so.
      if (line.next - line.end == 3) {
        if (ends != nullptr && line.begin < ends->at) {
          at = end = line.next;
          continue;
        }
        const bool is_odd = ends == nullptr && !crcrlf_;
        const std::size_t empty = is_odd ? empty_line_from(line.next) : bytes_.size();
        if (empty < bytes_.size()) doubt({Doubt::header_end, part, begin, empty});
      }
      blank_line = true;
      at = line.next;
      if (line.next - line.end == 3) crcrlf_ = true;
      break;
    }
    // So far nothing stood there but what is passed over in front of a header.
    const bool is_lead = ends != nullptr && is_empty_so_far && fields.size() == first_field;
    const std::string_view led =
        is_lead ? without_lead(bytes_.substr(line.begin, line.end - line.begin))
                : std::string_view();
    if (is_lead && led.empty() && line.begin < ends->at) {
      at = end = line.next;
      continue;
    }
    is_empty_so_far = false;
    const std::size_t ending = line.next - line.end;
    if (ending > 0) (ending == 1 ? lf_lines : crlf_lines) += 1;
    if (ending >= 3) {
      crcrlf_ = true;
      // Who takes a CR for a line end sees an empty line.
      line_ends_doubt_ = std::min(line_ends_doubt_, begin);
    }
    const char c = bytes_[line.begin];
    if (c == '-' && is_delimiter_line(line)) break;
    if (ends != nullptr && line.begin >= ends->at) break;
    if (!cut && work::is_spent()) {
      cut = true;
      note(NoteCode::limit_work, part, line.begin);
      message_.parts[part].gap = true;
    }
    if (!cut && line.begin - begin > limits_.header_bytes) {
      cut = true;
      note(NoteCode::limit_header_bytes, part, line.begin);
      message_.parts[part].gap = true;
    }
    if (ascii::is_blank(c) && end > begin && !is_lead) {
      if (recorded) {
        fields.back().value.end = line.end;
        fields.back().end = line.next;
        if (fields.back().name.begin == fields.back().name.end) name_by_fold(line);
      }
      if (ascii::trim(bytes_.substr(line.begin, line.end - line.begin)).empty())
        note(NoteCode::header_blank_fold, part, line.begin);
    } else {
      const std::size_t before = fields.size();
      // Who trims each line has a field in a fold of nothing, too (mailparser).
      Line trimmed = line;
      while (trimmed.begin < line.end && ascii::is_blank(bytes_[trimmed.begin])) ++trimmed.begin;
      if (is_lead) trimmed.begin = line.end - led.size();
      const bool is_field = add_field(trimmed, part, cut);
      if (is_field && trimmed.begin > line.begin) loose_field_ = std::min(loose_field_, line.begin);
      if (!is_field) {
        const std::string_view text = bytes_.substr(line.begin, line.end - line.begin);
        const bool from = end == begin && is_from_line(text);
        const bool quoted_from = text.starts_with(">From ") && fields.size() == first_field;
        if (from) {
          note(NoteCode::envelope_inside, part, line.begin);
        } else if (quoted_from) {
          note(NoteCode::envelope_quoted, part, line.begin);
        } else if (ends == nullptr && c == '-' && is_own_delimiter(line)) {
          // Its empty line is missing.  Who looks for that one goes on.
          if (const std::size_t empty = empty_line_from(line.next); empty < bytes_.size())
            doubt({Doubt::header_end, part, begin, empty});
          break;
        } else if (ends != nullptr || goes_to_empty_line(line, part, fields.size() > first_field) ||
                   header_goes_on(line, last_field, last_structural)) {
          note(NoteCode::header_line, part, line.begin);
        } else {
          // A delimiter comes first.  Who looks for the empty line goes on.
          const std::size_t empty = ends == nullptr ? empty_line_from(line.next) : bytes_.size();
          if (empty < bytes_.size()) doubt({Doubt::header_end, part, begin, empty});
          break;
        }
        // Python goes on behind a fold of nothing, a colon alone and an envelope.
        const bool is_passed = ascii::is_blank(c) || c == ':' || text.starts_with("From ");
        if (!from) {
          std::size_t& place = is_passed ? loose_field_ : stray;
          place = std::min(place, line.begin);
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
  if (ends == nullptr) {
    if (stray != npos) doubt({Doubt::header_end, part, begin, stray});
    if (loose_field_ < stray) doubt({Doubt::header_end, part, begin, loose_field_});
  }
  if (any_bare_cr) line_ends_doubt_ = std::min(line_ends_doubt_, begin);
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
