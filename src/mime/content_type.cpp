// SPDX-License-Identifier: MIT
#include "mime/content_type.h"

#include <algorithm>
#include <array>
#include <utility>

#include "basewalk/mime/headers.h"
#include "mime/charset.h"
#include "mime/parameters.h"
#include "text/ascii.h"
#include "text/work.h"

namespace basewalk::mime {
namespace {

// RFC 2045 5.1 token characters.
constexpr auto kToken = [] {
  std::array<bool, 256> table{};
  for (int c = '!'; c <= '~'; ++c) table[static_cast<std::size_t>(c)] = true;
  for (char c : std::string_view("()<>@,;:\\\"/[]?=")) table[static_cast<unsigned char>(c)] = false;
  return table;
}();

bool is_token(char c) { return kToken[static_cast<unsigned char>(c)]; }

struct EncodingRow {
  std::string_view letters;  // of the name alone
  Encoding encoding;
};

// Names that are written for them, without what is no letter or digit.
constexpr EncodingRow kEncodings[] = {
    {"7bit", Encoding::identity},
    {"8bit", Encoding::identity},
    {"binary", Encoding::identity},
    {"7bits", Encoding::identity},
    {"8bits", Encoding::identity},
    {"bit7", Encoding::identity},
    {"none", Encoding::identity},
    {"base64", Encoding::base64},
    {"b64", Encoding::base64},
    {"xbase64", Encoding::base64},
    {"quotedprintable", Encoding::quoted_printable},
    {"xquotedprintable", Encoding::quoted_printable},
    {"quotedprintible", Encoding::quoted_printable},
    {"quoteprintable", Encoding::quoted_printable},
    {"qp", Encoding::quoted_printable},
    {"xuuencode", Encoding::uuencode},
    {"xuue", Encoding::uuencode},
    {"uuencode", Encoding::uuencode},
    {"uue", Encoding::uuencode},
    {"xuu", Encoding::uuencode},
};

constexpr std::string_view kBoundary = "boundary", kCharset = "charset";

// What Python and JavaScript take for blanks, and those of a header.
constexpr std::string_view kSpaces = " \t\r\n\v\f\x1C\x1D\x1E\x1F\x85\xA0";

std::string_view trim_odd_spaces_left(std::string_view text) {
  return text.substr(std::min(text.find_first_not_of(kSpaces), text.size()));
}
std::string_view trim_odd_spaces(std::string_view text) {
  text = trim_odd_spaces_left(text);
  return text.empty() ? text : text.substr(0, text.find_last_not_of(kSpaces) + 1);
}

// Behind the next `name` from `at` on, whatever stands around it; npos where there is none.
std::size_t behind_name(std::string_view value, std::string_view name, std::size_t at) {
  for (; at + name.size() <= value.size(); ++at)
    if ((value[at] | 0x20) == name[0] && ascii::istarts_with(value.substr(at), name))
      return at + name.size();
  return std::string_view::npos;
}

// Where the values of a name begin: of very many the first ones, and the last, which counts for
// some.
std::vector<std::size_t> behind_names(std::string_view value, std::string_view name, bool& is_cut) {
  constexpr std::size_t kMost = 16;
  std::vector<std::size_t> names;
  for (std::size_t at = 0; (at = behind_name(value, name, at)) != std::string_view::npos;) {
    if (names.size() == kMost) {
      is_cut = true;
      names.pop_back();
    }
    names.push_back(at);
  }
  return names;
}

// What every label of a charset that matters is made of.
bool is_of_label(char c) { return ascii::is_alnum(c) || c == '-' || c == '_' || c == '.'; }

bool is_official(std::string_view name) {
  for (std::string_view n :
       {"7bit", "8bit", "binary", "base64", "quoted-printable", "x-uuencode", "x-uue", "uuencode"})
    if (ascii::iequals(n, name)) return true;
  return false;
}

// Known labels of charsets behind each "charset" of a field.
class CharsetSearch {
 public:
  explicit CharsetSearch(std::string_view declared) : declared_(declared) {}

  void field(std::string_view value) {
    const std::vector<std::size_t> names = behind_names(value, kCharset, found_.is_cut);
    if (names.empty() || (names.size() == 1 && find_charset(declared_) != nullptr)) return;
    work::charge(value.size());
    std::string sections;
    for (const std::size_t at : names) {
      std::string_view rest = value.substr(at, kLongest);
      const std::size_t end = std::min(rest.find(';'), rest.size());
      found_.is_cut = found_.is_cut || end == kLongest;
      rest = rest.substr(0, end);
      rest.remove_prefix(std::min(rest.find('='), rest.size()));
      work::charge(rest.size());
      search(rest);
      if (!rest.empty()) sections += rest.substr(1);
    }
    std::erase(sections, '"');
    search(sections);
  }

  OtherCharsets found() { return std::move(found_); }

 private:
  static constexpr std::size_t kMost = 8;
  static constexpr std::size_t kLongest = 998;  // RFC 5322 2.1.1

  void search(std::string_view text) {
    search_written(text);
    if (text.find("=?") != std::string_view::npos) search_written(decode_words_of_name(text));
  }

  // Whatever stands around a label or within it, or divides it.
  void search_written(std::string_view text) {
    for (std::size_t at = 0; at < text.size(); ++at) {
      const std::size_t begin = at;
      while (at < text.size() && is_of_label(text[at])) ++at;
      add(text.substr(begin, at - begin));
    }
    std::string label(text);
    std::erase_if(label, [](char c) { return !is_of_label(c); });
    add(label);
  }

  void add(std::string_view label) {
    std::vector<std::string>& labels = found_.labels;
    if (label.empty() || ascii::iequals(label, declared_) ||
        std::find(labels.begin(), labels.end(), label) != labels.end() || !is_known_charset(label))
      return;
    if (labels.size() < kMost)
      labels.emplace_back(label);
    else
      found_.is_cut = true;
  }

  std::string_view declared_;
  OtherCharsets found_;
};

}  // namespace

std::string_view plain_media_type(std::string_view value) {
  std::size_t i = 0;
  while (i < value.size() && ascii::is_space(value[i])) ++i;
  const std::size_t begin = i;
  while (i < value.size() && is_token(value[i])) ++i;
  if (i == begin || i == value.size() || value[i] != '/') return {};
  const std::size_t slash = i++;
  while (i < value.size() && is_token(value[i])) ++i;
  if (i == slash + 1) return {};
  const std::size_t end = i;
  while (i < value.size() && ascii::is_space(value[i])) ++i;
  if (i < value.size() && value[i] != ';') return {};
  return value.substr(begin, end - begin);
}

bool is_media_type(std::string_view lower) {
  const std::size_t slash = lower.find('/');
  return slash != std::string_view::npos && slash > 0 && slash + 1 < lower.size();
}

RawValue read_boundary(std::string_view value) {
  RawValue boundary = raw_parameter(value, kBoundary);
  while (!boundary.bytes.empty() && ascii::is_space(boundary.bytes.back()))
    boundary.bytes.pop_back();
  return boundary;
}

bool is_first_fragment(const ParameterizedValue& content_type) {
  const std::string* number = content_type.find("number");
  if (number == nullptr) return false;
  const std::string_view digits = ascii::trim(*number);
  return digits.ends_with('1') &&
         digits.find_first_not_of('0') == digits.size() - 1;  // "01" is one to most
}

bool names_boundary(std::string_view field_value) {
  return behind_name(field_value, kBoundary, 0) != std::string_view::npos;
}

OtherBoundaries other_boundaries(std::string_view field_value, std::string_view chosen) {
  const std::string unfolded = unfold(field_value);
  const std::string_view value = unfolded;
  constexpr std::size_t kMost = 16;
  // RFC 5322 2.1.1: no line that came by mail is longer, and a delimiter is one.
  constexpr std::size_t kLongest = 998;
  OtherBoundaries out;
  std::vector<std::string>& others = out.values;
  const auto keep = [&](std::string_view other) {
    if (std::find(others.begin(), others.end(), other) != others.end()) return;
    if (others.size() < kMost && other.size() <= kLongest)
      others.emplace_back(other);
    else
      out.is_cut = true;
  };
  const auto add_trimmed = [&](std::string_view other) {
    const std::string_view bare = trim_odd_spaces(other);
    if (bare.size() < ascii::trim(other).size()) keep(bare);
  };
  const auto add = [&](std::string_view other) {
    other = ascii::trim_right(other);
    if (other != chosen) keep(other);
    add_trimmed(other);
  };
  add_trimmed(chosen);
  bool odd = chosen.empty() || chosen.find("=?") != std::string_view::npos;
  const auto search = [&](std::string_view text) {
    work::charge(text.size());
    const std::vector<std::size_t> names = behind_names(text, kBoundary, out.is_cut);
    odd = odd || names.size() > 1;
    for (const std::size_t at : names) {
      std::string_view rest = trim_odd_spaces_left(text.substr(at));
      odd = odd || rest.empty() || rest.front() != '=';
      // A name alone, or a section, of which Python makes nothing where the value is no token.
      if (rest.empty() || rest.front() == ';' || rest.front() == '*') keep({});
      if (rest.empty() || rest.front() != '=') continue;
      rest = ascii::trim_left(rest.substr(1));
      work::charge(rest.size());
      if (rest.starts_with('"')) {
        const std::size_t end = rest.find('"', 1);
        if (end != std::string_view::npos) {
          const std::string_view quoted = rest.substr(1, end - 1);
          add(quoted);
          // Who writes in C ends it at a NUL; who knows no end of a string has what is behind it,
          // too.
          if (const std::size_t null = quoted.find('\0'); null != quoted.npos)
            add(quoted.substr(0, null));
          const std::string_view behind = rest.substr(end + 1);
          const std::string_view more = behind.substr(0, behind.find_first_of("; \t\r\n"));
          if (!more.empty()) add(std::string(quoted).append(more));
          continue;
        }
      }
      rest = rest.substr(0, rest.find(';'));
      add(rest);
      add(rest.substr(0, rest.find_first_of(" \t\r\n")));
      if (rest.starts_with('\'')) add(rest.substr(1, rest.find('\'', 1) - 1));
      // What is no token ends it, or is dropped.
      const auto special = std::find_if_not(rest.begin(), rest.end(), is_token);
      if (special == rest.end()) continue;
      if (special != rest.begin())
        add({rest.begin(), special});
      else
        keep({});
      if (rest.starts_with('<')) add(rest.substr(1, rest.find('>') - 1));
      std::string bare(rest);
      std::erase(bare, '"');
      add(bare);
      std::erase(bare, '\\');
      add(bare);
    }
  };
  // As who does not know comments, strings and sections reads it; then as who knows comments alone.
  search(value);
  if (odd && value.find('(') != std::string_view::npos) search(strip_comments(value));
  // As who decodes words of any charset, before or behind all else.
  if (odd && value.find("=?") != std::string_view::npos) search(decode_words_of_name(value));
  if (!odd && others.empty()) return out;
  for (const Parameter& parameter : parse_parameterized(value).parameters)
    if (parameter.name == kBoundary) add(parameter.value);
  for (const std::string& other : raw_parameter(value, kBoundary).others) add(other);
  // To Ruby's mail and vmime also where there is none.
  if (chosen.empty()) keep({});
  return out;
}

OtherCharsets other_charsets(std::string_view field_value, std::string_view declared) {
  CharsetSearch search(declared);
  search.field(field_value);
  // Who drops comments has names that they divide, too (mailparser, postal-mime).
  if (field_value.find('(') != std::string_view::npos) search.field(strip_comments(field_value));
  return search.found();
}

bool is_bare_encoding(std::string_view field_value) {
  while (!field_value.empty() && ascii::is_blank(field_value.front())) field_value.remove_prefix(1);
  return is_official(field_value);
}

Encoding encoding_within(std::string_view field_value) {
  const std::string lower = ascii::lowered(field_value);
  if (lower.find("quoted") != std::string::npos) return Encoding::quoted_printable;
  if (lower.find("base64") != std::string::npos) return Encoding::base64;
  if (lower.find("uue") != std::string::npos) return Encoding::uuencode;
  return Encoding::unknown;
}

EncodingName read_encoding(std::string_view value) {
  value = ascii::trim(value);
  if (is_official(value)) {
    for (const EncodingRow& row : kEncodings)
      if (ascii::iequals(row.letters, value)) return {row.encoding, false};
  }
  const std::string bare =
      value.find('(') == std::string_view::npos ? std::string(value) : strip_comments(value);
  // An encoded word is decoded.
  const std::string plain = bare.find("=?") == std::string::npos ? bare : decode_words(bare);
  const std::string_view whole = ascii::trim(plain);
  // Up to the first ";" or ",": "base64; charset=x".  "7 bit" is a name, "base64 x" begins with
  // one.
  std::string_view name = ascii::trim(whole.substr(0, whole.find_first_of(";,")));
  if (name.empty()) return {whole.empty() ? Encoding::identity : Encoding::unknown, true};
  const bool misspelt = !is_official(name) || name.size() != ascii::trim(bare).size();
  while (!name.empty()) {
    std::string letters;
    for (char c : name)
      if (ascii::is_alnum(c)) letters += ascii::to_lower(c);
    for (const EncodingRow& row : kEncodings)
      if (row.letters == letters) return {row.encoding, misspelt};
    const std::size_t blank = name.find_first_of(" \t\r\n");
    name = blank == std::string_view::npos ? "" : name.substr(0, blank);
  }
  return {Encoding::unknown, true};
}

}  // namespace basewalk::mime
