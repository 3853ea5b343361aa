// SPDX-License-Identifier: MIT
#include "html/xml_tree.h"

#include <algorithm>

namespace basewalk::html {
namespace {

// More prefixes than any document binds; those beyond are taken as their names say.
constexpr std::size_t kPrefixesMax = 64;
// How many open elements an end tag that matches none is compared with.
constexpr std::size_t kCompareMax = 256;

Space vocabulary(std::string_view name) {
  if (name == "http://www.w3.org/1999/xhtml") return Space::html;
  if (name == "http://www.w3.org/2000/svg") return Space::svg;
  if (name == "http://www.w3.org/1998/Math/MathML") return Space::math;
  return Space::other;
}

// What a document without a namespace declaration means by its root.
Space vocabulary_by_root(std::string_view name) {
  switch (element_named(name)) {
    case Element::html:
      return Space::html;
    case Element::svg:
      return Space::svg;
    case Element::math:
      return Space::math;
    default:
      return Space::other;
  }
}

}  // namespace

void XmlTree::reset() {
  open_.clear();
  prefixes_.clear();
}

Space XmlTree::space_of(std::string_view prefix, Space inherited) const {
  if (prefix.empty()) return inherited;
  for (auto bound = prefixes_.rbegin(); bound != prefixes_.rend(); ++bound)
    if (bound->name == prefix) return bound->space;
  return vocabulary_by_root(prefix);
}

XmlTree::Open& XmlTree::start_tag(const Token& tag, const std::vector<TagAttribute>& attributes) {
  Open open;
  open.name = tag.text;
  open.prefixes = prefixes_.size();
  if (open_.empty()) {
    open.inherited = vocabulary_by_root(tag.text);
  } else {
    open.inherited = open_.back().inherited;
    open.scope = open_.back().scope;
    open.inside = open_.back().inside;
    // Inside HTML they are often written without their namespace.
    if (open.inherited == Space::html && vocabulary_by_root(tag.text) != Space::other)
      open.inherited = vocabulary_by_root(tag.text);
  }
  for (const TagAttribute& attribute : attributes) {
    if (attribute.name == "xmlns") {
      open.inherited = vocabulary(attribute.value);
    } else if (attribute.name.starts_with("xmlns:") && prefixes_.size() < kPrefixesMax) {
      prefixes_.push_back({attribute.name.substr(6), vocabulary(attribute.value)});
    }
  }
  const std::size_t colon = tag.text.find(':');
  const std::string_view prefix =
      colon == std::string_view::npos ? std::string_view() : tag.text.substr(0, colon);
  open.local = tag.text.substr(prefix.empty() ? 0 : colon + 1);
  open.space = space_of(prefix, open.inherited);
  return open_.emplace_back(open);
}

void XmlTree::end_tag(const Token& tag) {
  for (std::size_t i = open_.size(); i > 0 && open_.size() - i < kCompareMax; --i) {
    if (open_[i - 1].name != tag.text) continue;
    while (open_.size() >= i) close_last();
    return;
  }
}

void XmlTree::close_last() {
  prefixes_.resize(std::min(prefixes_.size(), open_.back().prefixes));
  open_.pop_back();
}

}  // namespace basewalk::html
