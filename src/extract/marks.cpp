// SPDX-License-Identifier: MIT
#include "extract/marks.h"

#include <algorithm>

#include "html/names.h"
#include "text/ascii.h"
#include "text/find.h"
#include "text/utf8.h"

namespace basewalk::extract {
namespace {

// So many bytes of SVG are a mark.
constexpr std::size_t kBytesOfMark = 8;

bool is_block(char32_t c) {
  return (c >= 0x2580 && c <= 0x259F) || c == 0x25A0 || c == 0x25AA || c == 0x25CF ||
         c == 0x25FC || c == 0x25FE || (c >= 0x2800 && c <= 0x28FF) || c == 0x2B1B || c == 0x2B1C ||
         (c >= 0x1F7E5 && c <= 0x1F7EB);
}

bool is_all_blank(std::string_view text) {
  while (!text.empty()) {
    if (text.starts_with("\xC2\xA0"))
      text.remove_prefix(2);
    else if (ascii::is_space(text[0]))
      text.remove_prefix(1);
    else
      return false;
  }
  return true;
}

}  // namespace

std::size_t block_characters(std::string_view text) {
  std::size_t count = 0;
  // Those of three bytes begin with E2, those of four with F0.
  for (std::size_t i = text::find_any<'\xE2', '\xF0'>(text, 0); i < text.size();
       i = text::find_any<'\xE2', '\xF0'>(text, i)) {
    const utf8::Sequence next = utf8::first(text.substr(i));
    if (next.valid && is_block(next.code_point)) ++count;
    i += next.length;
  }
  return count;
}

void MarkCounter::start_tag(const html::Token& tag, html::Reader::Kin opened) {
  using html::Element;
  const bool is_cell = opened.element == Element::td || opened.element == Element::th;
  if (is_blank_ && is_cell_ && (is_cell || opened.element == Element::tr)) ++count_;
  is_blank_ = (html::traits_of(opened.element) & html::kVoid) == 0;
  is_cell_ = is_cell;
  if (opened.space == html::Space::svg) {
    count_ += 1 + (tag.end - tag.begin) / kBytesOfMark;
    is_blank_ = false;
  }
}

// The shadows of one box can draw anything.
void MarkCounter::style(std::string_view text) {
  constexpr std::string_view kShadow = "box-shadow";
  constexpr std::size_t kFewest = 40, kShortest = 300;
  if (text.size() < kShortest) return;
  for (std::size_t i = text.find(kShadow); i != std::string_view::npos;
       i = text.find(kShadow, i + 1)) {
    const std::size_t end = std::min(text.find_first_of(";}", i), text.size());
    const auto commas = static_cast<std::size_t>(
        std::count(text.begin() + static_cast<std::ptrdiff_t>(i),
                   text.begin() + static_cast<std::ptrdiff_t>(end), ','));
    if (commas >= kFewest) count_ += commas;
    i = end;
  }
}

void MarkCounter::text(std::string_view decoded) {
  if (is_blank_ && is_all_blank(decoded)) return;
  is_blank_ = false;
  count_ += block_characters(decoded);
}

}  // namespace basewalk::extract
