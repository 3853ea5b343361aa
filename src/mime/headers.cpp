// SPDX-License-Identifier: MIT
//
// Unfolding, comments, and parameters (RFC 2045 5.1, RFC 2231).
//
// ParameterReader takes a value apart as it is written; raw_parameter() and parse_parameterized()
// put continuations together again: pieces are sorted by name and section, so any number of them
// costs n log n.
#include "basewalk/mime/headers.h"

#include <algorithm>
#include <iterator>
#include <tuple>

#include "basewalk/mime/decode.h"
#include "mime/charset.h"
#include "mime/parameters.h"
#include "text/ascii.h"
#include "text/hex.h"
#include "text/work.h"

namespace basewalk::mime {
namespace {

constexpr std::size_t npos = std::string_view::npos;

bool is_line_end(char c) { return c == '\r' || c == '\n'; }

bool is_file_name(std::string_view parameter) {
  return parameter == "name" || parameter == "filename";
}

struct Piece {
  RawParameter raw;
  std::size_t order;
};

// The sections of one parameter, sorted, as bytes; `charset` is what its first one names.
std::string join(const Piece* begin, const Piece* end, std::string& charset, bool& odd) {
  std::string bytes;
  std::uint32_t expected = 0;
  for (const Piece* p = begin; p != end; ++p) {
    const RawParameter& raw = p->raw;
    std::string_view value = raw.value;
    const bool first = p == begin;
    if (raw.section != RawParameter::kWhole) {
      if (!first && raw.section == (p - 1)->raw.section) continue;
      if (raw.section != expected) odd = true;
      expected = raw.section + 1;
    }
    if (!raw.extended) {
      bytes += value;
      continue;
    }
    if (first) {
      const std::size_t quote = value.find('\'');
      const std::size_t second = quote == npos ? npos : value.find('\'', quote + 1);
      if (second == npos) {
        odd = true;
      } else {
        charset = value.substr(0, quote);
        value.remove_prefix(second + 1);
      }
    }
    text::append_unescaped(bytes, value);
  }
  return bytes;
}

bool by_name_and_section(const Piece& a, const Piece& b) {
  if (const int c = a.raw.name.compare(b.raw.name); c != 0) return c < 0;
  if (a.raw.section != b.raw.section) return a.raw.section < b.raw.section;
  return a.order < b.order;
}

}  // namespace

void unfold(std::string_view value, std::string& out) {
  value = ascii::trim(value);
  work::charge(value.size());
  while (!value.empty()) {
    std::string_view line = value.substr(0, value.find('\n'));
    value.remove_prefix(std::min(line.size() + 1, value.size()));
    for (std::size_t at = 0; (at = line.find('\r')) != npos; line.remove_prefix(at + 1))
      out += line.substr(0, at);
    out += line;
  }
}

std::string unfold(std::string_view value) {
  std::string out;
  unfold(value, out);
  return out;
}

std::size_t comment_end(std::string_view text, std::size_t at) {
  std::size_t depth = 0;
  const std::size_t begin = at;
  for (; at < text.size(); ++at) {
    if (text[at] == '\\') {
      ++at;
    } else if (text[at] == '(') {
      ++depth;
    } else if (text[at] == ')' && --depth == 0) {
      work::charge(at - begin);
      return at + 1;
    }
  }
  work::charge(text.size() - begin);
  return npos;
}

void strip_comments(std::string_view value, std::string& out) {
  bool quoted = false;
  for (std::size_t i = 0; i < value.size(); ++i) {
    const char c = value[i];
    if (c == '\\' && i + 1 < value.size()) {
      out += c;
      out += value[++i];
      continue;
    }
    if (c == '"') quoted = !quoted;
    if (c == '(' && !quoted) {
      const std::size_t end = comment_end(value, i);
      if (end == npos) {
        out += value.substr(i);
        return;
      }
      i = end - 1;
      continue;
    }
    out += c;
  }
}

std::string strip_comments(std::string_view value) {
  std::string out;
  strip_comments(value, out);
  return out;
}

// Blanks, line ends and comments (RFC 5322 CFWS).
void ParameterReader::skip_blanks() {
  while (at_ < text_.size()) {
    if (ascii::is_space(text_[at_])) {
      ++at_;
    } else if (text_[at_] == '(' && comments_end_) {
      const std::size_t end = comment_end(text_, at_);
      if (end == npos) {
        comments_end_ = false;
        malformed_ = true;
        return;
      }
      at_ = end;
    } else {
      return;
    }
  }
}

void ParameterReader::skip_to_semicolon() { at_ = std::min(text_.find(';', at_), text_.size()); }

// Does `name=` stand here?  Then a semicolon was forgotten.
bool ParameterReader::at_parameter() const {
  std::size_t i = at_;
  while (i < text_.size() && (ascii::is_alnum(text_[i]) || text_[i] == '-' || text_[i] == '*')) ++i;
  work::charge(i - at_ + 1);
  return i > at_ && i < text_.size() && text_[i] == '=';
}

std::string ParameterReader::head() {
  std::string out;
  auto read_word = [&] {
    skip_blanks();
    if (at_ < text_.size() && text_[at_] == '"') {
      malformed_ = true;
      read_quoted(out);
      return;
    }
    while (at_ < text_.size() && static_cast<unsigned char>(text_[at_]) > ' ' &&
           static_cast<unsigned char>(text_[at_]) < 0x7F &&
           std::string_view("()<>@,;:\\\"/[]?=").find(text_[at_]) == npos)
      out += text_[at_++];
  };
  read_word();
  skip_blanks();
  if (at_ < text_.size() && text_[at_] == '/') {
    ++at_;
    out += '/';
    read_word();
    skip_blanks();
  }
  if (at_ < text_.size() && text_[at_] != ';') {
    malformed_ = true;
    if (!at_parameter()) skip_to_semicolon();
  }
  for (char& c : out) c = ascii::to_lower(c);
  return std::string(ascii::trim(out));
}

// RFC 2231 3 and 4: `name`, `name*`, `name*N`, `name*N*`.
void ParameterReader::read_name(RawParameter& out) {
  const std::size_t begin = at_;
  while (at_ < text_.size() && !ascii::is_space(text_[at_]) && text_[at_] != '=' &&
         text_[at_] != ';' && text_[at_] != '(')
    ++at_;
  std::string_view name = text_.substr(begin, at_ - begin);
  if (name.ends_with('*')) {
    out.extended = true;
    name.remove_suffix(1);
  }
  const std::size_t star = name.rfind('*');
  if (star != npos && star > 0 && star + 1 < name.size() && name.size() - star <= 9) {
    const std::string_view digits = name.substr(star + 1);
    if (std::all_of(digits.begin(), digits.end(), ascii::is_digit)) {
      std::uint32_t section = 0;
      for (char c : digits) section = section * 10 + static_cast<std::uint32_t>(c - '0');
      out.section = section;
      name = name.substr(0, star);
    }
  }
  out.name = ascii::lowered(name);
}

// A quoted string; one that never ends is read as if its quote were not there.
void ParameterReader::read_quoted(std::string& out) {
  const std::size_t begin = ++at_;
  const std::size_t size = out.size();
  for (; at_ < text_.size(); ++at_) {
    char c = text_[at_];
    if (c == '"') {
      ++at_;
      return;
    }
    if (c == '\\' && at_ + 1 < text_.size()) c = text_[++at_];
    if (!is_line_end(c)) out += c;
  }
  work::charge(at_ - begin);
  malformed_ = true;
  out.resize(size);
  at_ = begin;
  const std::size_t end = std::min(text_.find(';', begin), text_.size());
  for (char c : ascii::trim(text_.substr(begin, end - begin)))
    if (!is_line_end(c)) out += c;
  at_ = end;
}

// Up to a blank or ";".  File names are written with blanks and without quotes, too.
void ParameterReader::read_unquoted(RawParameter& parameter, bool may_hold_blanks) {
  constexpr std::string_view kEndToken = "()<>@,;:\\\"/[]?= \t\r\n";  // RFC 2045 5.1
  parameter.token = std::min(text_.find_first_of(kEndToken, at_), text_.size()) - at_;
  std::string& out = parameter.value;
  for (;;) {
    while (at_ < text_.size() && !ascii::is_space(text_[at_]) && text_[at_] != ';' &&
           (may_hold_blanks || text_[at_] != '('))
      out += text_[at_++];
    skip_blanks();
    if (at_ == text_.size() || text_[at_] == ';') return;
    malformed_ = true;
    if (at_parameter()) return;
    if (!may_hold_blanks) {
      skip_to_semicolon();
      return;
    }
    out += ' ';
  }
}

// A backslash may have made a character of the quote that was meant to be the last one: then the
// name of a file goes on behind the next one, up to one more.
void ParameterReader::read_behind_quotes(std::string& out) {
  const std::size_t begin = at_;
  std::size_t end = begin;
  while (end < text_.size() && !ascii::is_space(text_[end]) && text_[end] != ';' &&
         text_[end] != '(')
    ++end;
  work::charge(end - begin);
  if (end == begin || text_[end - 1] != '"') return;
  malformed_ = true;
  std::copy_if(text_.begin() + static_cast<std::ptrdiff_t>(begin),
               text_.begin() + static_cast<std::ptrdiff_t>(end), std::back_inserter(out),
               [](char c) { return c != '"'; });
  at_ = end;
}

bool ParameterReader::next(RawParameter& out) {
  const std::size_t begin = at_;
  const bool found = read_next(out);
  work::charge(at_ - begin);
  return found;
}

bool ParameterReader::read_next(RawParameter& out) {
  while (at_ < text_.size() && work::charge(1)) {
    skip_blanks();
    if (at_ == text_.size()) break;
    if (text_[at_] == ';') {
      ++at_;
      continue;
    }
    out = {};
    read_name(out);
    skip_blanks();
    if (out.name.empty() || at_ == text_.size() || text_[at_] != '=') {
      malformed_ = true;
      if (out.name.empty() || !at_parameter()) skip_to_semicolon();
      continue;
    }
    ++at_;
    skip_blanks();
    if (at_ < text_.size() && text_[at_] == '"') {
      read_quoted(out.value);
      if (is_file_name(out.name)) read_behind_quotes(out.value);
      skip_blanks();
      if (at_ < text_.size() && text_[at_] != ';') {
        malformed_ = true;
        if (!at_parameter()) skip_to_semicolon();
      }
    } else {
      read_unquoted(out, is_file_name(out.name));
    }
    return true;
  }
  return false;
}

RawValue raw_parameter(std::string_view field_value, std::string_view name) {
  ParameterReader reader(field_value);
  reader.head();
  RawValue out;
  std::vector<Piece> pieces;
  for (RawParameter raw; reader.next(raw);) {
    if (raw.name != name) continue;
    if (raw.section == RawParameter::kWhole) ++out.count;
    pieces.push_back({std::move(raw), pieces.size()});
  }
  out.malformed = reader.malformed();
  if (pieces.empty()) return out;
  out.count = std::max(out.count, 1U);
  const auto plain = std::find_if(pieces.begin(), pieces.end(), [](const Piece& p) {
    return p.raw.section == RawParameter::kWhole && !p.raw.extended;
  });
  if (plain != pieces.end()) {
    out.bytes = std::move(plain->raw.value);
    for (auto p = plain + 1; p != pieces.end(); ++p)
      if (p->raw.section == RawParameter::kWhole && !p->raw.extended)
        out.others.push_back(std::move(p->raw.value));
    return out;
  }
  std::sort(pieces.begin(), pieces.end(), by_name_and_section);
  const Piece* const begin = pieces.data();
  const Piece* end = begin + 1;
  while (end != begin + pieces.size() && end->raw.section != RawParameter::kWhole) ++end;
  std::string charset;
  out.bytes = join(begin, end, charset, out.malformed);
  return out;
}

bool begins_with_parameter(std::string_view field_value) {
  const std::size_t end = field_value.find_first_of(";=");
  return end != npos && field_value[end] == '=';
}

std::vector<std::string> names_as_others(std::string_view field_value, std::string_view parameter) {
  std::vector<std::string> names;
  const auto add_words = [&](std::string_view written) {
    if (written.find("=?") != npos) names.push_back(decode_words_as_others(written));
  };
  const std::string behind_nothing =
      begins_with_parameter(field_value) ? ";" + std::string(field_value) : std::string();
  ParameterReader reader(behind_nothing.empty() ? field_value : behind_nothing);
  reader.head();
  bool has_sections = false;
  for (RawParameter raw; reader.next(raw);) {
    if (raw.name != parameter) continue;
    has_sections |= raw.section != RawParameter::kWhole;
    add_words(raw.value);
    if (!behind_nothing.empty()) names.push_back(raw.value);
    if (raw.token < raw.value.size()) names.push_back(raw.value.substr(0, raw.token));
  }
  if (has_sections) add_words(raw_parameter(field_value, parameter).bytes);
  return names;
}

ParameterizedValue parse_parameterized(std::string_view field_value) {
  ParameterReader reader(field_value);
  ParameterizedValue out;
  out.value = reader.head();
  std::vector<Piece> pieces;
  bool any_composed = false;
  for (RawParameter raw; reader.next(raw);) {
    any_composed |= raw.extended || raw.section != RawParameter::kWhole;
    pieces.push_back({std::move(raw), pieces.size()});
  }
  out.malformed = reader.malformed();

  struct Ordered {
    Parameter parameter;
    std::size_t order;
    int rank;  // a composed value comes before a plain one of the same name
    std::size_t piece;
  };
  std::vector<Ordered> all;
  if (any_composed || pieces.size() > 1)
    std::sort(pieces.begin(), pieces.end(), by_name_and_section);
  CharsetDecoder decoder;
  for (std::size_t i = 0; i < pieces.size();) {
    std::size_t end = i;  // of the sections, which stand before the wholes
    std::size_t order = pieces[i].order;
    std::size_t after = i;  // of everything with this name
    for (; after < pieces.size() && pieces[after].raw.name == pieces[i].raw.name; ++after) {
      if (pieces[after].raw.section != RawParameter::kWhole) end = after + 1;
      order = std::min(order, pieces[after].order);
    }
    unsigned plain = 0;
    unsigned composed = 0;
    auto add = [&](const Piece* first, const Piece* last) {
      std::string charset;
      const std::string bytes = join(first, last, charset, out.malformed);
      const bool is_composed = first->raw.extended || first->raw.section != RawParameter::kWhole;
      (is_composed ? composed : plain) += 1;
      std::string value;
      if (is_composed) append_header_text(bytes, charset, decoder, value);
      // RFC 2047 5 has no words in parameters, mail does, cut into sections as well.
      if (!is_composed || value.find("=?") != npos) {
        const std::string& written = is_composed ? value : bytes;
        value =
            is_file_name(first->raw.name) ? decode_words_of_name(written) : decode_words(written);
      }
      all.push_back(
          {{first->raw.name, std::move(value)}, order, is_composed ? 0 : 1, first->order});
    };
    if (end > i) {
      for (std::size_t k = i + 1; k < end; ++k)
        if (pieces[k].raw.section == pieces[k - 1].raw.section) out.duplicate_parameter = true;
      add(pieces.data() + i, pieces.data() + end);
    }
    for (std::size_t k = end; k < after; ++k) add(pieces.data() + k, pieces.data() + k + 1);
    if (plain > 1 || composed > 1) out.duplicate_parameter = true;
    i = after;
  }
  std::sort(all.begin(), all.end(), [](const Ordered& a, const Ordered& b) {
    return std::tie(a.order, a.rank, a.piece) < std::tie(b.order, b.rank, b.piece);
  });
  out.parameters.reserve(all.size());
  for (Ordered& o : all) out.parameters.push_back(std::move(o.parameter));
  return out;
}

const std::string* ParameterizedValue::find(std::string_view name) const {
  for (const Parameter& p : parameters)
    if (ascii::iequals(p.name, name)) return &p.value;
  return nullptr;
}

}  // namespace basewalk::mime
