// SPDX-License-Identifier: MIT
//
// What a reader sees of a link: the text in its element.
//
// Which link a text lies in the reader tells, which knows the tree: it is told of each link by its
// number, and of what `hidden` or `display:none` of an element's own style hides, which is no text.
// What style sheets hide is not known here.  The finds of a link were made when its tag was read;
// they get their text as it is found, in however many places it stands.
#include <algorithm>

#include "extract/html/extractor.h"
#include "html/values.h"
#include "text/ascii.h"
#include "text/utf8.h"
#include "text/work.h"

namespace basewalk::extract {

using html::Attribute;
using html::Context;
using html::Element;
using html::hides;
using html::is_literal;
using html::TagAttribute;
using html::Token;

namespace {

// A link whose text lies between its tags.
bool is_container(Element element) {
  switch (element) {
    case Element::a:
    case Element::button:
    case Element::v_rect:
    case Element::v_roundrect:
    case Element::v_shape:
      return true;
    default:
      return false;
  }
}

// Elements that stand on lines of their own.
bool breaks_line(Element element) {
  return element == Element::br || element == Element::p || element == Element::div ||
         element == Element::li || element == Element::td || element == Element::th ||
         element == Element::tr || element == Element::table ||
         (element >= Element::h1 && element <= Element::h6);
}

const TagAttribute* attribute_of(const std::vector<TagAttribute>& attributes, Attribute id) {
  for (const TagAttribute& each : attributes)
    if (each.id == id) return &each;
  return nullptr;
}

// Is a find where a click leads, and not a picture or a style?
bool is_click(const Place& place) {
  return place.role == Role::attribute &&
         (place.attribute.ends_with("href") || place.attribute == "formaction");
}

}  // namespace

bool HtmlExtractor::is_hidden(const std::vector<TagAttribute>& attributes) {
  for (const TagAttribute& each : attributes) {
    if (each.id == Attribute::hidden) return true;
    if (each.id != Attribute::style) continue;
    if (is_literal(each.value) ? hides(each.value) : hides(meaning_of(each))) return true;
  }
  return false;
}

// `first` is where the finds of the tag begin.  What the tag opens is still open.
void HtmlExtractor::show_tag(const Token& tag, const std::vector<TagAttribute>& attributes,
                             std::size_t first) {
  if (tag.unterminated) return;
  const bool has_finds = out_.finds.size() > first;
  const Element element = frame_->reader.opened().element;
  switch (element) {
    case Element::img:
      if (const TagAttribute* alt = attribute_of(attributes, Attribute::alt);
          alt != nullptr && !is_hidden(attributes))
        show_text_here(meaning_of(*alt));
      return;
    case Element::area:
      if (has_finds) show_value(attribute_of(attributes, Attribute::alt), first);
      return;
    case Element::input: {
      if (!has_finds) return;
      const TagAttribute* type = attribute_of(attributes, Attribute::type);
      const bool image = type != nullptr && ascii::iequals(meaning_of(*type), "image");
      show_value(attribute_of(attributes, image ? Attribute::alt : Attribute::value), first);
      return;
    }
    default:
      break;
  }
  show_break(element);
  if (attributes.empty()) return;
  const bool hides = is_hidden(attributes);
  std::uint32_t number = 0;
  if (has_finds && is_container(element)) {
    Link link{first, out_.finds.size(), false};
    for (std::size_t i = first; i < link.end; ++i)
      link.leads = link.leads || (element == Element::a && is_click(out_.finds[i].place));
    set_text(link.first, link.end, {});
    frame_->links.push_back(link);
    number = static_cast<std::uint32_t>(frame_->links.size());
  }
  frame_->hides = frame_->hides || hides;
  if (hides || number != 0) frame_->reader.set_own(number, hides);
}

// An element that stands on lines of its own.
void HtmlExtractor::show_break(Element element) {
  if (frame_->shown.link != 0 && breaks_line(element)) frame_->shown.blank = true;
}

// Text of the place at hand: of the link that it lies in, if any.
void HtmlExtractor::show_text_here(std::string_view text) {
  if (frame_->links.empty()) return;
  const Context context = frame_->reader.context();
  if (context.link == 0 || context.hidden) return;
  Shown& shown = frame_->shown;
  if (shown.link != context.link) {
    close_shown();
    // It may have had text before, and another link in between.
    const Link& link = frame_->links[context.link - 1];
    work::charge(link.end - link.first);
    for (std::size_t i = link.first; i < link.end && shown.text.empty(); ++i)
      if (out_.finds[i].text) shown.text = *out_.finds[i].text;
    shown.link = context.link;
  }
  show_text(text);
}

// White space counts as one blank, and as none at the ends.
void HtmlExtractor::show_text(std::string_view text) {
  Shown& shown = frame_->shown;
  if (shown.full) return;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (ascii::is_space(c)) {
      shown.blank = true;
      continue;
    }
    if (shown.blank && !shown.text.empty()) shown.text += ' ';
    shown.blank = false;
    shown.text += c;
    if (shown.text.size() <= kShownText) continue;
    shown.text.resize(utf8::cut(shown.text, kShownText).size());
    shown.full = true;
    return;
  }
}

// The text of a link that holds none: an attribute.
void HtmlExtractor::show_value(const TagAttribute* attribute, std::size_t first) {
  close_shown();
  if (attribute != nullptr && !frame_->reader.context().hidden) show_text(meaning_of(*attribute));
  set_text(first, out_.finds.size(), frame_->shown.text);
  frame_->shown = {};
}

// The finds of a link that a click goes to have this text.
void HtmlExtractor::set_text(std::size_t first, std::size_t end, std::string_view text) {
  const std::string_view kept = text.empty() ? std::string_view("") : out_.keep(text);
  work::charge(end - first);
  for (std::size_t i = first; i < end; ++i)
    if (out_.finds[i].kind == FindKind::reference && is_click(out_.finds[i].place))
      out_.finds[i].text = kept;
}

void HtmlExtractor::close_shown() {
  Shown& shown = frame_->shown;
  if (shown.link != 0) {
    const Link& link = frame_->links[shown.link - 1];
    set_text(link.first, link.end, shown.text);
  }
  shown.link = 0;
  shown.text.clear();
  shown.blank = shown.full = false;
}

}  // namespace basewalk::extract
