// SPDX-License-Identifier: MIT
//
// The labels of charsets: those of the Encoding Standard 4.2 and, for other readings than that of
// browsers, those of ICU.
#include <unicode/ucnv.h>

#include <algorithm>
#include <array>
#include <iterator>

#include "mime/charset.h"
#include "text/ascii.h"
#include "text/foreign/icu_error.h"

namespace basewalk::mime {
namespace {

constexpr std::uint16_t kSingleByte[][128] = {
#include "mime/data/single_byte.inc"
};

constexpr Charset kCharsets[] = {
#include "mime/data/charsets.inc"
};

struct LabelRow {
  std::string_view label;
  std::uint8_t charset;  // index into kCharsets
};

constexpr LabelRow kLabels[] = {
#include "mime/data/labels.inc"
};

constexpr bool before(const LabelRow& a, const LabelRow& b) { return a.label < b.label; }
static_assert(std::is_sorted(std::begin(kLabels), std::end(kLabels), before));

// Names that mail has had, and that neither the standard nor ICU knows.
struct MailName {
  std::string_view name, known;
};
constexpr MailName kMailNames[] = {
    {"ansi", "windows-1252"},
    {"cn-gb", "gbk"},
    {"cp50220", "iso-2022-jp"},
    {"cp50221", "iso-2022-jp"},
    {"cp54936", "gb18030"},
    {"cp65000", "utf-7"},
    {"cp65001", "utf-8"},
    {"csiso885915", "iso-8859-15"},
    {"csunicode11utf7", "utf-7"},
    {"csutf7", "utf-7"},
    {"csutf8", "utf-8"},
    {"iso-2022-jp-ms", "iso-2022-jp"},
    {"ucs-2be", "utf-16be"},
    {"ucs-2le", "utf-16le"},
    {"ucs-4be", "utf-32be"},
    {"ucs-4le", "utf-32le"},
    {"uhc", "euc-kr"},
    {"utf8mb4", "utf-8"},
    {"win1251", "windows-1251"},
    {"win1252", "windows-1252"},
    {"x-unicode-2-0-utf-7", "utf-7"},
};

// Do they have the same letters and digits?
bool is_alike(std::string_view a, std::string_view b) {
  const auto next = [](std::string_view& s) {
    while (!s.empty() && !ascii::is_alnum(s.front())) s.remove_prefix(1);
    if (s.empty()) return '\0';
    const char c = ascii::to_lower(s.front());
    s.remove_prefix(1);
    return c;
  };
  for (;;) {
    const char x = next(a);
    if (x != next(b)) return false;
    if (x == '\0') return true;
  }
}

// No label that a program knows is longer.
constexpr std::size_t kLongest = 40;

std::string_view without_mail_name(std::string_view label) {
  for (const MailName& each : kMailNames)
    if (is_alike(each.name, label)) return each.known;
  return label;
}

}  // namespace

const Charset* find_charset(std::string_view label) {
  label = ascii::trim(label);
  std::array<char, 32> key;
  if (label.size() > key.size()) return nullptr;
  std::transform(label.begin(), label.end(), key.begin(), ascii::to_lower);
  const LabelRow wanted{{key.data(), label.size()}, 0};
  const auto row = std::lower_bound(std::begin(kLabels), std::end(kLabels), wanted, before);
  if (row == std::end(kLabels) || row->label != wanted.label) return nullptr;
  return &kCharsets[row->charset];
}

const Charset* find_charset_loosely(std::string_view label) {
  if (label.size() > kLongest) return nullptr;
  label = without_mail_name(label);
  if (std::none_of(label.begin(), label.end(), ascii::is_alnum)) return nullptr;
  const auto row = std::find_if(std::begin(kLabels), std::end(kLabels),
                                [&](const LabelRow& each) { return is_alike(each.label, label); });
  return row == std::end(kLabels) ? nullptr : &kCharsets[row->charset];
}

bool is_ascii_label(std::string_view label) {
  label = ascii::trim(label);
  return ascii::iequals(label, "us-ascii") || ascii::iequals(label, "ascii") ||
         ascii::iequals(label, "ansi_x3.4-1968");
}

std::string icu_label(std::string_view label) {
  label = ascii::trim(label);
  if (label.empty() || label.size() > kLongest) return {};
  label = without_mail_name(label);
  for (char c : label)
    if (!ascii::is_alnum(c) && std::string_view("-_.:+").find(c) == std::string_view::npos)
      return {};
  std::string name = ascii::lowered(label);
  UErrorCode error = U_ZERO_ERROR;
  const bool has_none = ucnv_countAliases(name.c_str(), &error) == 0;
  if (text::has_failed(error) || has_none) return {};
  return name;
}

std::string_view usual_label(std::string_view label) {
  struct Row {
    std::string_view letters;  // of what is written, without what is no letter or digit
    std::string_view label;
  };
  constexpr Row kRows[] = {{"hz", "hz-gb-2312"},
                           {"hzgb", "hz-gb-2312"},
                           {"hzgb2312", "hz-gb-2312"},
                           {"iso2022jp", "iso-2022-jp"},
                           {"iso2022jp1", "iso-2022-jp-1"},
                           {"iso2022jp2", "iso-2022-jp-2"},
                           {"iso2022jp3", "iso-2022-jp-2"},
                           {"iso2022jp2004", "iso-2022-jp-2"},
                           {"iso2022jpext", "iso-2022-jp-2"},
                           {"iso2022kr", "iso-2022-kr"}};
  if (label.size() > kLongest) return label;
  std::string letters;
  for (const char c : label)
    if (ascii::is_alnum(c)) letters += ascii::to_lower(c);
  for (const Row& row : kRows)
    if (row.letters == letters) return row.label;
  return label;
}

bool is_known_charset(std::string_view label) {
  return find_charset(label) != nullptr || find_charset_loosely(label) != nullptr ||
         !icu_label(label).empty();
}

}  // namespace basewalk::mime
