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
  return (c >= 0x2580 && c <= 0x259F) || c == 0x25A0 || c == 0x25AA || c == 0x25CF || c == 0x25FC ||
         c == 0x25FE || (c >= 0x2800 && c <= 0x28FF) || c == 0x2B1B || c == 0x2B1C ||
         (c >= 0x1F7E5 && c <= 0x1F7EB);
}

// So many characters, white space not counted, make an element no other mark than an empty one.
constexpr std::size_t kFewCharacters = 2;
// So many marks does a text or a picture between them take away.
constexpr std::size_t kOfText = 4;

bool is_nearly_blank(std::string_view text) {
  std::size_t characters = 0;
  while (!text.empty()) {
    const utf8::Sequence next = utf8::first(text);
    const bool is_blank = next.code_point == 0xA0 || (next.length == 1 && ascii::is_space(text[0]));
    if (!is_blank && ++characters > kFewCharacters) return false;
    text.remove_prefix(next.length);
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
  if (is_blank_ && is_cell_ && (is_cell || opened.element == Element::tr)) add(1);
  if (opened.element == Element::img) interrupt();
  is_blank_ = (html::traits_of(opened.element) & html::kVoid) == 0;
  is_cell_ = is_cell;
  if (opened.space == html::Space::svg) {
    add(1 + (tag.end - tag.begin) / kBytesOfMark);
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
    const auto commas =
        static_cast<std::size_t>(std::count(text.begin() + static_cast<std::ptrdiff_t>(i),
                                            text.begin() + static_cast<std::ptrdiff_t>(end), ','));
    if (commas >= kFewest) add(commas);
    i = end;
  }
}

void MarkCounter::interrupt() { count_ -= std::min(count_, kOfText); }

void MarkCounter::text(std::string_view decoded) {
  if (is_blank_ && is_nearly_blank(decoded)) return;
  is_blank_ = false;
  if (const std::size_t blocks = block_characters(decoded); blocks > 0)
    add(blocks);
  else
    interrupt();
}

}  // namespace basewalk::extract
