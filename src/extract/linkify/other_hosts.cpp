// SPDX-License-Identifier: MIT
//
// Before this: extract/plain_spaced.cpp has found a reference.
#include "extract/linkify/other_hosts.h"

#include <unicode/uchar.h>
#include <unicode/unorm2.h>

#include <algorithm>

#include "extract/linkify/bare_host.h"
#include "html/character_references.h"
#include "text/ascii.h"
#include "text/find.h"
#include "text/foreign/icu_error.h"
#include "text/utf8.h"
#include "text/work.h"

namespace basewalk::extract {

using text::is_letter;
using text::kNone;

namespace {

// Roundcube, KMail, SOGo, Horde, Claws Mail, MHonArc and urlscan end a link at one or another.
constexpr std::string_view kEnds = "[](){}'^*";
// Signs at the end of a URL that most programs take for none of it.
constexpr std::string_view kTrailing = "-_@:.";
// What delimits the parts of a URL, and dots.
constexpr std::string_view kDelimiters = "@:/?#\\.";

bool is_one_of(char c, std::string_view set) { return set.find(c) != kNone; }

// Has a word such a character?  Those of RFC 5892 A.3 to A.7 are of names.
bool is_of_word(char32_t c) {
  if (c == 0xB7 || c == 0x375 || c == 0x5F3 || c == 0x5F4 || c == 0x30FB) return true;
  if (c > 0xFFFF) return false;  // KMail looks at halves of it
  return (U_GET_GC_MASK(static_cast<UChar32>(c)) & (U_GC_L_MASK | U_GC_M_MASK | U_GC_N_MASK)) != 0;
}

// U+00DF, U+03C2, U+200C, U+200D, which RFC 3491 maps, and browsers do not (UTS 46 7).
bool has_deviation(std::string_view text) {
  for (const std::string_view each : {"\u00DF", "\u03C2", "\u200C", "\u200D"})
    if (text.find(each) != kNone) return true;
  return false;
}

// False where memory is short.
bool append_mapped(const UNormalizer2& form, char32_t c, std::string& out) {
  constexpr std::int32_t kLongest = 32;  // of U+FDFA it is 18
  UChar written[2], mapped[kLongest];
  std::int32_t size = 0;
  U16_APPEND_UNSAFE(written, size, static_cast<UChar32>(c));
  UErrorCode error = U_ZERO_ERROR;
  const std::int32_t length = unorm2_normalize(&form, written, size, mapped, kLongest, &error);
  if (text::has_failed(error)) return false;
  for (std::int32_t i = 0; i < length;) {
    UChar32 each = 0;
    U16_NEXT(mapped, i, length, each);
    utf8::append(static_cast<char32_t>(each), out);
  }
  return true;
}

// Of dots those of browsers, too.
std::string delimiters(std::string_view text) {
  std::string found;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::string_view here = text.substr(i, 3);
    if (is_one_of(text[i], kDelimiters)) found += text[i];
    if (here == "\u3002" || here == "\uFF0E" || here == "\uFF61") found += '.';
  }
  return found;
}

}  // namespace

bool is_of_name(char c) { return is_letter(c) || is_one_of(c, ".-_"); }

bool names_host(std::string_view authority, bool known) {
  std::string_view host = authority;
  if (const std::size_t at = host.rfind('@'); at != kNone) host.remove_prefix(at + 1);
  host = host.substr(0, host.find(':'));
  work::charge(authority.size());
  const std::size_t dot = host.rfind('.');
  if (dot == kNone || dot == 0 || !std::all_of(host.begin(), host.end(), is_of_name)) return false;
  const std::string_view label = host.substr(dot + 1);
  if (known) return is_top_level(label);
  return label.size() > 1 || (!label.empty() && ascii::is_digit(label[0]));
}

std::vector<std::size_t> other_ends(std::string_view authority, bool ends) {
  std::vector<std::size_t> found;
  const auto add = [&](std::size_t pos, bool known) {
    while (pos > 0 && !is_letter(authority[pos - 1])) --pos;
    if (names_host(authority.substr(0, pos), known) &&
        std::find(found.begin(), found.end(), pos) == found.end())
      found.push_back(pos);
  };
  work::charge(authority.size());
  if (const std::size_t sign = authority.find_first_of(kEnds); sign != kNone) add(sign, false);
  std::size_t pos = utf8::ascii_prefix(authority);
  if (pos < authority.size()) add(pos, true);
  while (pos < authority.size()) {
    const utf8::Sequence next = utf8::first(authority.substr(pos));
    if (next.code_point >= 0x80 && !is_of_word(next.code_point)) {
      add(pos, false);
      break;
    }
    pos += next.length;
  }
  if (ends && !authority.empty() && is_one_of(authority.back(), kTrailing))
    add(authority.size(), false);
  return found;
}

std::string with_references(std::string_view rest, std::size_t authority) {
  if (rest.substr(0, authority).find('&') == kNone) return {};
  std::string meant;
  html::decode_html(rest, html::References::decode_in_attribute, html::Nul::replace, meant);
  work::charge(rest.size());
  const std::size_t end = std::min(meant.find_first_of("/\\?#"), meant.size());
  if (std::string_view(meant).substr(0, end) == rest.substr(0, authority)) return {};
  return meant;
}

std::string as_mapped(std::string_view authority) {
  if (utf8::is_ascii(authority) || !utf8::is_valid(authority)) return {};
  UErrorCode error = U_ZERO_ERROR;
  const UNormalizer2* const form = unorm2_getNFKCCasefoldInstance(&error);
  if (text::has_failed(error)) return {};
  std::string result;
  work::charge(authority.size());
  for (std::size_t pos = 0; pos < authority.size();) {
    const utf8::Sequence next = utf8::first(authority.substr(pos));
    if (next.code_point < 0x80)
      result += authority[pos];
    else if (!append_mapped(*form, next.code_point, result))
      return {};
    pos += next.length;
  }
  if (!has_deviation(authority) && delimiters(result) == delimiters(authority)) return {};
  return result;
}

}  // namespace basewalk::extract
