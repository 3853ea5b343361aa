// SPDX-License-Identifier: MIT
#include "basewalk/extract/place.h"

namespace basewalk::extract {
namespace {

// What a role adds behind its element; empty where the element, or its attribute, says it all.
constexpr std::string_view word_of(Role role) {
  switch (role) {
    case Role::attribute:
    case Role::element:
    case Role::header:
    case Role::property:
    case Role::document:
      break;
    case Role::text:
      return "text";
    case Role::css_url:
      return "url()";
    case Role::css_import:
      return "@import";
    case Role::css_image_set:
      return "image-set()";
    case Role::css_src:
      return "src()";
    case Role::script:
      return "string";
    case Role::wrapped:
      return "wrapped";
    case Role::nested:
      return "nested";
  }
  return {};
}

}  // namespace

void append_where(const Place& place, std::string& out) {
  out += place.around;
  if (place.role == Role::header) out += place.element.empty() ? "header" : "header ";
  if (!place.element.empty()) {
    if (place.space == html::Space::svg) out += "svg:";
    if (place.space == html::Space::math) out += "math:";
    out += place.element;
  }
  if (!place.attribute.empty()) {
    out += '[';
    out += place.attribute;
    out += ']';
  }
  const std::string_view word = word_of(place.role);
  if (!word.empty() && !place.element.empty()) out += ' ';
  out += word;
}

std::string where(const Place& place) {
  std::string text;
  append_where(place, text);
  return text;
}

}  // namespace basewalk::extract
