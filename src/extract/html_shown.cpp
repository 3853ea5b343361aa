// SPDX-License-Identifier: MIT
//
// What a reader sees of a link: the text between its tags.
//
// One link is open at a time, as in a browser: a second <a> ends the first (WHATWG
// HTML 13.2.6.4.7). Its finds were made when its tag was read; they get their text when it ends.
// What `hidden` or `display:none` of an element's own style hides is no text; what style sheets
// hide is not known here.
#include <algorithm>

#include "extract/html_extractor.h"
#include "text/ascii.h"
#include "text/find.h"
#include "text/utf8.h"

namespace basewalk::extract {

using html::Attribute;
using html::Element;
using html::has_trait;
using html::hash_of;
using html::is_literal;
using html::kVoid;
using html::TagAttribute;
using html::Token;
using text::find_any;

namespace {

// display:none, however it is written.
bool hides(std::string_view style) {
  for (std::size_t at = 0; (at = find_any<'y', 'Y'>(style, at)) < style.size(); ++at) {
    if (at < 6 || !ascii::iequals(style.substr(at - 6, 7), "display")) continue;
    std::string_view rest = ascii::trim_left(style.substr(at + 1));
    if (!rest.starts_with(':')) continue;
    rest = ascii::trim_left(rest.substr(1));
    if (ascii::istarts_with(rest, "none")) return true;
  }
  return false;
}

// Elements whose end tags are often left out: the next of their kind ends them.
bool ends_its_like(Element element) {
  switch (element) {
    case Element::a:
    case Element::p:
    case Element::li:
    case Element::td:
    case Element::th:
    case Element::tr:
    case Element::dd:
    case Element::dt:
    case Element::option:
    case Element::tbody:
      return true;
    default:
      return false;
  }
}

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

// Keeps count of the elements within the one that is hidden.
void HtmlExtractor::show_hidden(const Token& tag, const std::vector<TagAttribute>& attributes) {
  Shown& shown = frame_->shown;
  const bool holds = !has_trait(tag.element, kVoid) && !tag.self_closing;
  if (shown.hidden > 0 && hash_of(tag.text) == shown.hidden_name) {
    if (ends_its_like(tag.element))
      shown.hidden = 0;
    else if (holds)
      ++shown.hidden;
  }
  if (shown.hidden > 0 || !holds || attributes.empty() || !is_hidden(attributes)) return;
  shown.hidden = 1;
  shown.hidden_name = hash_of(tag.text);
}

// `first` is where the finds of the tag begin.
void HtmlExtractor::show_tag(const Token& tag, const std::vector<TagAttribute>& attributes,
                             std::size_t first) {
  if (tag.unterminated) return;
  Shown& shown = frame_->shown;
  if (tag.element == Element::a) close_shown();
  if (shown.hidden > 0 || !attributes.empty()) show_hidden(tag, attributes);
  const bool has_finds = out_.finds.size() > first;
  switch (tag.element) {
    case Element::img:
      if (const TagAttribute* alt = attribute_of(attributes, Attribute::alt);
          shown.open() && alt != nullptr && !is_hidden(attributes))
        show_text(meaning_of(*alt));
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
  if (shown.open() && breaks_line(tag.element)) shown.blank = true;
  if (!has_finds || !is_container(tag.element) || shown.open()) return;
  shown.element = tag.element;
  shown.first = first;
  shown.end = out_.finds.size();
  shown.text.clear();
  shown.blank = shown.full = false;
  shown.leads = false;
  for (std::size_t i = first; i < shown.end; ++i)
    shown.leads = shown.leads || (tag.element == Element::a && is_click(out_.finds[i].place));
}

void HtmlExtractor::show_end_tag(const Token& tag) {
  Shown& shown = frame_->shown;
  if (shown.hidden > 0 && hash_of(tag.text) == shown.hidden_name) --shown.hidden;
  if (!shown.open()) return;
  if (tag.element == shown.element)
    close_shown();
  else if (breaks_line(tag.element))
    shown.blank = true;
}

// White space counts as one blank, and as none at the ends.
void HtmlExtractor::show_text(std::string_view text) {
  Shown& shown = frame_->shown;
  if (shown.full || shown.hidden > 0) return;
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
  Shown open;
  open.hidden = frame_->shown.hidden;
  open.first = first;
  open.end = out_.finds.size();
  std::swap(open, frame_->shown);
  if (attribute != nullptr) show_text(meaning_of(*attribute));
  close_shown();
  std::swap(open, frame_->shown);
}

void HtmlExtractor::close_shown() {
  Shown& shown = frame_->shown;
  if (!shown.open()) return;
  const std::string_view text = shown.text.empty() ? std::string_view("") : out_.keep(shown.text);
  for (std::size_t i = shown.first; i < shown.end; ++i)
    if (out_.finds[i].kind == FindKind::reference && is_click(out_.finds[i].place))
      out_.finds[i].text = text;
  shown.end = shown.first;
}

}  // namespace basewalk::extract
