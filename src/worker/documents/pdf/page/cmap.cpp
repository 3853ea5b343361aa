// SPDX-License-Identifier: MIT
#include "worker/documents/pdf/page/cmap.h"

#include <algorithm>
#include <optional>

#include "text/ascii.h"
#include "text/utf8.h"

namespace basewalk::worker::pdf {
namespace {

std::uint32_t number_of(std::string_view bytes) {
  std::uint32_t number = 0;
  for (const char c : bytes) number = number << 8 | static_cast<unsigned char>(c);
  return number;
}

// <0041> from `at` on, which moves behind it; nothing where another token is next.
std::optional<std::string> hex_string(std::string_view text, std::size_t& at) {
  while (at < text.size() && ascii::is_space(text[at])) ++at;
  if (at >= text.size() || text[at] != '<') return {};
  std::string bytes;
  unsigned digits = 0, value = 0;
  for (++at; at < text.size() && text[at] != '>'; ++at) {
    if (!ascii::is_hex(text[at])) continue;
    value = value << 4 | ascii::hex_value(text[at]);
    if (++digits % 2 == 0) bytes += static_cast<char>(value & 0xFF);
  }
  if (digits % 2 != 0) bytes += static_cast<char>(value << 4 & 0xFF);
  if (at < text.size()) ++at;
  return bytes;
}

// 9.10.3 has UTF-16; a byte alone is a character to pdf.js.
void append_utf16(std::string_view bytes, std::string& out) {
  if (bytes.size() == 1 && bytes[0] != '\0')
    utf8::append(static_cast<unsigned char>(bytes[0]), out);
  for (std::size_t at = 0; at + 1 < bytes.size(); at += 2) {
    char32_t c = number_of(bytes.substr(at, 2));
    if (utf8::is_high_surrogate(c) && at + 3 < bytes.size()) {
      const char32_t low = number_of(bytes.substr(at + 2, 2));
      if (utf8::is_low_surrogate(low)) {
        c = utf8::joined(c, low);
        at += 2;
      }
    }
    if (c != 0) utf8::append_any(c, out);
  }
}

std::vector<std::string> hex_strings(std::string_view text) {
  std::vector<std::string> all;
  for (std::size_t at = 0; (at = text.find('<', at)) != text.npos;) {
    std::optional<std::string> next = hex_string(text, at);
    if (!next) break;
    all.push_back(std::move(*next));
  }
  return all;
}

// Calls read(section) for what stands between two words.
template <class Read>
void for_each_section(std::string_view stream, std::string_view begin, std::string_view end,
                      const Read& read) {
  for (std::size_t at = 0; (at = stream.find(begin, at)) != stream.npos;) {
    at += begin.size();
    const std::size_t stop = std::min(stream.find(end, at), stream.size());
    read(stream.substr(at, stop - at));
    at = stop;
  }
}

}  // namespace

CMap::CMap(std::string_view stream) {
  for_each_section(stream, "begincodespacerange", "endcodespacerange", [&](std::string_view text) {
    for (const std::string& each : hex_strings(text))
      code_bytes_ =
          std::max(code_bytes_, static_cast<unsigned>(std::min<std::size_t>(each.size(), 4)));
  });
  for_each_section(stream, "beginbfchar", "endbfchar",
                   [&](std::string_view text) { read_chars(hex_strings(text)); });
  for_each_section(stream, "beginbfrange", "endbfrange",
                   [&](std::string_view text) { read_ranges(text); });
  std::stable_sort(ranges_.begin(), ranges_.end(),
                   [](const Range& a, const Range& b) { return a.first < b.first; });
}

void CMap::read_chars(const std::vector<std::string>& strings) {
  for (std::size_t i = 0; i + 1 < strings.size(); i += 2) {
    std::string text;
    append_utf16(strings[i + 1], text);
    single_[number_of(strings[i])] = std::move(text);
  }
}

void CMap::read_ranges(std::string_view section) {
  for (std::size_t at = 0; at < section.size();) {
    const std::optional<std::string> first = hex_string(section, at);
    if (!first) return;
    const std::optional<std::string> last = hex_string(section, at);
    if (!last) return;
    while (at < section.size() && ascii::is_space(section[at])) ++at;
    if (at < section.size() && section[at] == '[') {
      const std::size_t end = std::min(section.find(']', at), section.size());
      std::uint32_t code = number_of(*first);
      for (const std::string& each : hex_strings(section.substr(at, end - at))) {
        std::string text;
        append_utf16(each, text);
        single_[code++] = std::move(text);
      }
      at = end + 1;
      continue;
    }
    std::optional<std::string> text = hex_string(section, at);
    if (!text) return;
    ranges_.push_back({number_of(*first), number_of(*last), std::move(*text)});
  }
}

bool CMap::append(std::uint32_t code, std::string& out) const {
  if (const auto found = single_.find(code); found != single_.end()) {
    out += found->second;
    return true;
  }
  auto range = std::upper_bound(ranges_.begin(), ranges_.end(), code,
                                [](std::uint32_t c, const Range& r) { return c < r.first; });
  if (range == ranges_.begin()) return false;
  --range;
  if (code > range->last || range->text.size() < 2) return false;
  // The last of its characters goes on with the codes.
  std::string text = range->text;
  const std::uint32_t unit =
      number_of(std::string_view(text).substr(text.size() - 2)) + code - range->first;
  text[text.size() - 2] = static_cast<char>(unit >> 8 & 0xFF);
  text[text.size() - 1] = static_cast<char>(unit & 0xFF);
  append_utf16(text, out);
  return true;
}

}  // namespace basewalk::worker::pdf
