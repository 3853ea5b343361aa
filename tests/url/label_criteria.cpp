// SPDX-License-Identifier: MIT
#include "url/label_criteria.h"

#include <unicode/uchar.h>
#include <unicode/unorm2.h>
#include <unicode/ustring.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace basewalk::test {
namespace {

// RFC 3492 6.1 and 6.2.
std::optional<std::u32string> decoded(std::string_view punycode) {
  std::u32string out;
  const std::size_t delimiter = punycode.rfind('-');
  const bool has_basic = delimiter != std::string_view::npos && delimiter > 0;
  if (has_basic)
    out.assign(punycode.begin(), punycode.begin() + static_cast<std::ptrdiff_t>(delimiter));
  std::uint64_t n = 128;
  std::uint64_t i = 0;
  std::uint64_t bias = 72;
  std::size_t at = has_basic ? delimiter + 1 : 0;
  while (at < punycode.size()) {
    const std::uint64_t old = i;
    std::uint64_t w = 1;
    for (std::uint64_t k = 36;; k += 36) {
      if (at == punycode.size()) return {};
      const char c = punycode[at++];
      std::uint64_t digit = 0;
      if (c >= 'a' && c <= 'z')
        digit = static_cast<std::uint64_t>(c - 'a');
      else if (c >= '0' && c <= '9')
        digit = static_cast<std::uint64_t>(c - '0') + 26;
      else
        return {};
      i += digit * w;
      if (i > 0xFFFFFFFF) return {};
      const std::uint64_t t = k <= bias ? 1 : std::min<std::uint64_t>(k - bias, 26);
      if (digit < t) break;
      w *= 36 - t;
    }
    const std::uint64_t size = out.size() + 1;
    std::uint64_t delta = (i - old) / (old == 0 ? 700 : 2);
    delta += delta / size;
    std::uint64_t k = 0;
    for (; delta > 455; k += 36) delta /= 35;
    bias = k + 36 * delta / (delta + 38);
    n += i / size;
    i %= size;
    if (n > 0x10FFFF) return {};
    out.insert(out.begin() + static_cast<std::ptrdiff_t>(i), static_cast<char32_t>(n));
    ++i;
  }
  return out;
}

UCharDirection direction(char32_t c) { return u_charDirection(static_cast<UChar32>(c)); }
bool is_mark(char32_t c) {
  return (U_MASK(u_charType(static_cast<UChar32>(c))) & U_GC_M_MASK) != 0;
}
auto joining(char32_t c) {
  return u_getIntPropertyValue(static_cast<UChar32>(c), UCHAR_JOINING_TYPE);
}

bool is_normal(const std::u32string& label) {
  UErrorCode error = U_ZERO_ERROR;
  const UNormalizer2* nfc = unorm2_getNFCInstance(&error);
  std::u16string text(label.size() * 2, u'\0');
  std::int32_t size = 0;
  u_strFromUTF32(text.data(), static_cast<std::int32_t>(text.size()), &size,
                 reinterpret_cast<const UChar32*>(label.data()),
                 static_cast<std::int32_t>(label.size()), &error);
  return unorm2_isNormalized(nfc, text.data(), size, &error) != 0 && U_SUCCESS(error);
}

bool joiners_are_in_place(const std::u32string& label) {
  for (std::size_t i = 0; i < label.size(); ++i) {
    if (label[i] != U'\u200C' && label[i] != U'\u200D') continue;
    constexpr std::uint8_t kVirama = 9;
    if (i > 0 && u_getCombiningClass(static_cast<UChar32>(label[i - 1])) == kVirama) continue;
    if (label[i] == U'\u200D') return false;
    std::size_t before = i;
    while (before > 0 && joining(label[before - 1]) == U_JT_TRANSPARENT) --before;
    std::size_t after = i + 1;
    while (after < label.size() && joining(label[after]) == U_JT_TRANSPARENT) ++after;
    if (before == 0 || after == label.size()) return false;
    const auto left = joining(label[before - 1]);
    const auto right = joining(label[after]);
    if (left != U_JT_LEFT_JOINING && left != U_JT_DUAL_JOINING) return false;
    if (right != U_JT_RIGHT_JOINING && right != U_JT_DUAL_JOINING) return false;
  }
  return true;
}

bool is_rtl(char32_t c) {
  return direction(c) == U_RIGHT_TO_LEFT || direction(c) == U_RIGHT_TO_LEFT_ARABIC;
}

// RFC 5893 2, with the number of each rule.
bool holds_to_the_bidi_rule(const std::u32string& label) {
  if (label.empty()) return true;
  const bool rtl = is_rtl(label[0]);
  if (!rtl && direction(label[0]) != U_LEFT_TO_RIGHT) return false;  // 1
  std::size_t last = label.size() - 1;
  while (last > 0 && direction(label[last]) == U_DIR_NON_SPACING_MARK) --last;
  bool european = false;
  bool arabic = false;
  for (char32_t c : label) {
    const UCharDirection d = direction(c);
    european = european || d == U_EUROPEAN_NUMBER;
    arabic = arabic || d == U_ARABIC_NUMBER;
    const bool neutral = d == U_EUROPEAN_NUMBER || d == U_EUROPEAN_NUMBER_SEPARATOR ||
                         d == U_COMMON_NUMBER_SEPARATOR || d == U_EUROPEAN_NUMBER_TERMINATOR ||
                         d == U_OTHER_NEUTRAL || d == U_BOUNDARY_NEUTRAL ||
                         d == U_DIR_NON_SPACING_MARK;
    if (neutral) continue;
    if (rtl ? !is_rtl(c) && d != U_ARABIC_NUMBER : d != U_LEFT_TO_RIGHT) return false;  // 2, 5
  }
  if (rtl && european && arabic) return false;  // 4
  const UCharDirection end = direction(label[last]);
  if (end == U_EUROPEAN_NUMBER) return true;                                            // 3, 6
  return rtl ? is_rtl(label[last]) || end == U_ARABIC_NUMBER : end == U_LEFT_TO_RIGHT;  // 3, 6
}

// Nothing where a label does not decode.
std::optional<std::vector<std::u32string>> labels_of(std::string_view ascii_domain) {
  std::vector<std::u32string> labels;
  for (std::size_t begin = 0; begin <= ascii_domain.size();) {
    const std::size_t end = std::min(ascii_domain.find('.', begin), ascii_domain.size());
    const std::string_view text = ascii_domain.substr(begin, end - begin);
    begin = end + 1;
    labels.emplace_back(text.begin(), text.end());
    if (!text.starts_with("xn--")) continue;
    const auto found = decoded(text.substr(4));
    if (!found || std::all_of(found->begin(), found->end(), [](char32_t c) { return c < 0x80; }))
      return {};
    labels.back() = *found;
  }
  return labels;
}

bool makes_bidi(char32_t c) { return is_rtl(c) || direction(c) == U_ARABIC_NUMBER; }

}  // namespace

Broken broken_criterion(std::string_view ascii_domain) {
  const auto labels = labels_of(ascii_domain);
  if (!labels) return Broken::punycode;
  const bool bidi = std::any_of(labels->begin(), labels->end(), [](const auto& label) {
    return std::any_of(label.begin(), label.end(), makes_bidi);
  });
  for (const std::u32string& label : *labels) {
    if (label.empty()) continue;
    for (char32_t c : label)
      if (u_charType(static_cast<UChar32>(c)) == U_UNASSIGNED) return Broken::unassigned;
    if (!is_normal(label)) return Broken::normal;
    if (is_mark(label[0])) return Broken::mark;
    if (!joiners_are_in_place(label)) return Broken::joiner;
    if (bidi && !holds_to_the_bidi_rule(label)) return Broken::bidi;
  }
  return Broken::nothing;
}

bool has_new_rtl_letter(std::string_view ascii_domain) {
  const auto labels = labels_of(ascii_domain);
  return labels && std::any_of(labels->begin(), labels->end(), [](const auto& label) {
           return std::any_of(label.begin(), label.end(), [](char32_t c) {
             UVersionInfo age;
             u_charAge(static_cast<UChar32>(c), age);
             return age[0] >= 14 && makes_bidi(c);
           });
         });
}

}  // namespace basewalk::test
