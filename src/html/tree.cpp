// SPDX-License-Identifier: MIT
#include "html/tree.h"

#include "text/ascii.h"

namespace basewalk::html {
namespace {

// How many open elements are compared with an end tag: none of real mail has more between, and end
// tags that match nothing must not cost more each the deeper they stand.
constexpr std::size_t kCompareMax = 256;

// 13.2.6.5: start tags that cannot stand in foreign content.
bool breaks_out(const Token& tag, const std::vector<TagAttribute>& attributes) {
  if (has_trait(tag.element, kBreakout)) return true;
  if (tag.element != Element::font) return false;
  for (const TagAttribute& attribute : attributes)
    if (attribute.id == Attribute::color || attribute.id == Attribute::face ||
        attribute.id == Attribute::size)
      return true;
  return false;
}

// An annotation-xml whose encoding says that HTML is in it.
bool annotates_html(const std::vector<TagAttribute>& attributes) {
  for (const TagAttribute& attribute : attributes) {
    if (attribute.id != Attribute::encoding) continue;
    std::string value;
    decode_html(attribute.value, References::decode_in_attribute, Nul::replace, value);
    return ascii::iequals(value, "text/html") || ascii::iequals(value, "application/xhtml+xml");
  }
  return false;
}

bool holds_math_text(Element element) {
  return element == Element::mi || element == Element::mo || element == Element::mn ||
         element == Element::ms || element == Element::mtext;
}

}  // namespace

void Tree::reset() {
  open_.clear();
  templates_ = 0;
}

void Tree::push(const Token& tag, Space space, bool holds_html, bool holds_text) {
  const std::size_t root =
      space != Space::html && in_foreign() && !open_.back().holds_html && !open_.back().holds_text
          ? open_.back().root
          : open_.size();
  open_.push_back({tag.element, space, holds_html, holds_text, hash_of(tag.text), root});
}

// Pops up to an integration point or an element of HTML.
void Tree::break_out() {
  while (!open_.empty()) {
    const Open& top = open_.back();
    if (top.space == Space::html || top.holds_html || top.holds_text) break;
    open_.pop_back();
  }
}

Space Tree::start_tag(const Token& tag, const std::vector<TagAttribute>& attributes) {
  bool foreign = false;
  if (!open_.empty()) {
    // The tree construction dispatcher, 13.2.6.
    const Open& top = open_.back();
    foreign = top.space != Space::html && !top.holds_html;
    if (top.holds_text && tag.element != Element::mglyph && tag.element != Element::malignmark)
      foreign = false;
    if (top.element == Element::annotation_xml && tag.element == Element::svg) foreign = false;
  }
  if (foreign && breaks_out(tag, attributes)) {
    break_out();
    foreign = false;
  }
  if (foreign) {
    const Space space = open_.back().space;
    if (!tag.self_closing) {
      const bool holds_html =
          space == Space::svg
              ? tag.element == Element::foreign_object || tag.element == Element::desc ||
                    tag.element == Element::title
              : tag.element == Element::annotation_xml && annotates_html(attributes);
      push(tag, space, holds_html, space == Space::math && holds_math_text(tag.element));
    }
    return space;
  }
  if (tag.element == Element::svg || tag.element == Element::math) {
    const Space space = tag.element == Element::svg ? Space::svg : Space::math;
    if (!tag.self_closing) push(tag, space, false, false);
    return space;
  }
  if (tag.element == Element::template_) ++templates_;
  if (!open_.empty() && !has_trait(tag.element, kVoid) && tag.element != Element::image)
    push(tag, Space::html, false, false);
  return Space::html;
}

void Tree::end_tag(const Token& tag) {
  if (open_.empty()) {
    if (tag.element == Element::template_ && templates_ > 0) --templates_;
    return;
  }
  const std::size_t name = hash_of(tag.text);
  if (open_.back().space != Space::html) {
    if (tag.element == Element::br || tag.element == Element::p) return break_out();
    // 13.2.6.5, "any other end tag": up through the foreign elements.
    std::size_t root = open_.back().root;
    std::size_t compared = 0;
    for (std::size_t i = open_.size(); i > 0 && open_[i - 1].space != Space::html; --i) {
      if (i - 1 < root) root = open_[i - 1].root;
      // Far below the top, only the roots of the runs are compared.
      if (++compared > kCompareMax) i = root + 1;
      if (compared > 2 * kCompareMax) break;
      if (open_[i - 1].name_hash != name) continue;
      open_.resize(i - 1);
      return;
    }
  }
  // HTML's rules: an element of HTML may close, up to the integration point that it is in.
  const std::size_t top = open_.size();
  for (std::size_t i = top; i > 0 && top - i <= kCompareMax; --i) {
    const Open& open = open_[i - 1];
    if (open.space == Space::html && open.name_hash == name) {
      if (tag.element == Element::template_ && templates_ > 0) --templates_;
      open_.resize(i - 1);
      return;
    }
    if (open.holds_html || open.holds_text) return;
  }
  if (tag.element == Element::template_ && templates_ > 0) --templates_;
}

}  // namespace basewalk::html
