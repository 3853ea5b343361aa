// SPDX-License-Identifier: MIT
#include "mime/content_type.h"

#include <array>

#include "basewalk/mime/headers.h"
#include "mime/parameters.h"
#include "text/ascii.h"

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

bool is_official(std::string_view name) {
  for (std::string_view n :
       {"7bit", "8bit", "binary", "base64", "quoted-printable", "x-uuencode", "x-uue", "uuencode"})
    if (ascii::iequals(n, name)) return true;
  return false;
}

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
  RawValue boundary = raw_parameter(value, "boundary");
  while (!boundary.bytes.empty() && ascii::is_space(boundary.bytes.back()))
    boundary.bytes.pop_back();
  return boundary;
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
  if (name.empty()) return {Encoding::identity, true};
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
