// SPDX-License-Identifier: MIT
//
// What the attributes of HTML's elements refer to, and what bases they set.
//
// Before this: html.cpp has a tag.  After it: what is found in a value html.cpp keeps as a find;
// documents.cpp reads values that are documents.
#include <algorithm>
#include <iterator>

#include "basewalk/note.h"
#include "extract/html/extractor.h"
#include "extract/html/washed.h"
#include "html/values.h"
#include "text/ascii.h"
#include "text/find.h"

namespace basewalk::extract {

using html::Attribute;
using html::carries_url;
using html::decode_html;
using html::Element;
using html::for_each_candidate;
using html::for_each_word;
using html::Holds;
using html::is_literal;
using html::is_of_feeds;
using html::is_presentation;
using html::kAttributeHolds;
using html::Nul;
using html::References;
using html::refresh_url;
using html::Space;
using html::TagAttribute;
using html::Token;
using html::Tree;
using text::find_any;
using text::find_byte;
using text::kNone;

namespace {

// Parameters of objects that are URLs.
constexpr std::string_view kUrlParameters[] = {"movie", "src",  "url",     "href",
                                               "file",  "data", "filename"};

// Of a list in one attribute (srcset, ping).
constexpr std::size_t kMostInList = 1000;

// Properties that load what their url() or image-set() names.
constexpr std::string_view kLoadingProperties[] = {"backdrop-filter",
                                                   "background",
                                                   "background-image",
                                                   "border-image",
                                                   "border-image-source",
                                                   "clip-path",
                                                   "content",
                                                   "cursor",
                                                   "fill",
                                                   "filter",
                                                   "list-style",
                                                   "list-style-image",
                                                   "marker",
                                                   "marker-end",
                                                   "marker-mid",
                                                   "marker-start",
                                                   "mask",
                                                   "mask-border",
                                                   "mask-border-source",
                                                   "mask-image",
                                                   "offset-path",
                                                   "shape-outside",
                                                   "stroke",
                                                   "-webkit-box-reflect",
                                                   "-webkit-mask",
                                                   "-webkit-mask-box-image",
                                                   "-webkit-mask-image"};

// Attributes that refer to the document itself when they are empty.
constexpr bool means_itself_when_empty(Attribute attribute) {
  return attribute == Attribute::href || attribute == Attribute::xlink_href ||
         attribute == Attribute::action || attribute == Attribute::formaction;
}

// Is it what a form is submitted to?
constexpr bool submits(Element element, Attribute attribute) {
  if (attribute == Attribute::action) return element == Element::form;
  return attribute == Attribute::formaction &&
         (element == Element::button || element == Element::input);
}

// Does it name the document itself, or a place in it, whatever base that has?  HTML 4.10.22.3: a
// form without an action; SVG 2 16.1.2: what an element of SVG, but for links, pictures and
// scripts, refers to by a fragment.
bool is_of_document(Element element, Space space, Attribute attribute, std::string_view url) {
  if (space == Space::html) return url.empty() && submits(element, attribute);
  return space == Space::svg && url.starts_with('#') &&
         (attribute == Attribute::href || attribute == Attribute::xlink_href) &&
         element != Element::a && element != Element::image && element != Element::script;
}

// Does it lead to what a browser opens where it stands, without looking at it again?
constexpr bool is_opened_at_once(Element element, bool loaded, Attribute attribute) {
  if (element == Element::link) return loaded && attribute == Attribute::href;
  return attribute == Attribute::src &&
         (element == Element::iframe || element == Element::frame || element == Element::script);
}

const TagAttribute* find_attribute(const std::vector<TagAttribute>& attributes, Attribute id) {
  for (const TagAttribute& each : attributes)
    if (each.id == id) return &each;
  return nullptr;
}

// HTML 4.01 13.3 and 13.4
constexpr bool uses_codebase(Attribute attribute) {
  return attribute == Attribute::data || attribute == Attribute::classid ||
         attribute == Attribute::archive || attribute == Attribute::code;
}

// How an attribute's value is quoted; none where only the name was written.
Markup quoting(std::string_view text, std::string_view value) {
  const auto begin = static_cast<std::size_t>(value.data() - text.data());
  if (begin == 0) return Markup::none;
  switch (text[begin - 1]) {
    case '"':
      return Markup::double_quoted;
    case '\'':
      return Markup::single_quoted;
    default:
      return value.empty() ? Markup::none : Markup::unquoted;
  }
}

bool is_sheet(std::string_view rel) {
  return !for_each_word(rel, false,
                        [](std::string_view word) { return !ascii::iequals(word, "stylesheet"); });
}

// HTML 4.6.7: does a link of this relation make browsers load what it leads to?
bool loads(std::string_view rel) {
  constexpr std::string_view kWords[] = {"stylesheet",
                                         "icon",
                                         "apple-touch-icon",
                                         "apple-touch-icon-precomposed",
                                         "apple-touch-startup-image",
                                         "mask-icon",
                                         "fluid-icon",
                                         "preload",
                                         "modulepreload"};
  return !for_each_word(rel, false, [&](std::string_view word) {
    return std::none_of(std::begin(kWords), std::end(kWords),
                        [&](std::string_view each) { return ascii::iequals(each, word); });
  });
}

// Microdata: does Gmail offer what an item has by that name as a button ("View order")?
bool is_offered(std::string_view itemprop) {
  return !for_each_word(itemprop, false, [](std::string_view word) {
    return !ascii::iequals(word, "target") && !ascii::iequals(word, "urltemplate") &&
           !(word.size() >= 3 && ascii::iequals(word.substr(word.size() - 3), "url"));
  });
}

// Word writes what it knows of its elements into their styles.
bool begins_field(std::string_view declarations) {
  constexpr std::string_view kMark = "field-begin";
  const std::size_t hyphen = kMark.find('-');
  for (std::size_t at = find_byte(declarations, '-', 0); at < declarations.size();
       at = find_byte(declarations, '-', at + 1))
    if (at >= hyphen && ascii::iequals(declarations.substr(at - hyphen, kMark.size()), kMark))
      return true;
  return false;
}

}  // namespace

// The attributes of a tag of HTML, SVG or MathML; place_ says of which.
bool HtmlExtractor::tag_of_html(const Token& tag, const std::vector<TagAttribute>& attributes) {
  const TagAttribute* srcdoc_attribute = nullptr;
  if (place_.space == Space::html) {
    switch (place_.element) {
      case Element::base:
        for (const TagAttribute& attribute : attributes)
          if (attribute.id == Attribute::href && !tag.unterminated) base(tag, attribute);
        return true;
      case Element::meta:
        return meta(attributes);
      case Element::param:
        return param(attributes);
      case Element::object:
      case Element::applet:
        for (const TagAttribute& attribute : attributes)
          if (attribute.id == Attribute::codebase) {
            place_.attribute = attribute.id;
            take_value(attribute);
            place_.scope = new_scope(frame_->scope, ScopeKind::element);
            if (!ascii::trim(piece_.text).empty() && !add_base(place_.scope)) return false;
          }
        break;
      case Element::link:
        for (const TagAttribute& attribute : attributes)
          if (attribute.id == Attribute::itemprop) {
            place_.offered = is_offered(meaning_of(attribute));
          } else if (attribute.id == Attribute::rel) {
            const auto& rel = meaning_of(attribute);
            place_.loaded = loads(rel);
            place_.sheet = place_.loaded && is_sheet(rel);
          }
        break;
      case Element::iframe:
        for (const TagAttribute& attribute : attributes)
          if (attribute.id == Attribute::srcdoc && !tag.unterminated) srcdoc_attribute = &attribute;
        break;
      case Element::form:
      case Element::button:
      case Element::input:
        form(attributes);
        break;
      default:
        break;
    }
  } else if (place_.element == Element::base) {
    return true;  // [B4]
  } else if (place_.element == Element::animate || place_.element == Element::set) {
    if (!animation(attributes)) return false;
  }
  for (const TagAttribute& each : attributes) {
    if (!carries_url(place_.element, each.id) || is_of_feeds(each.id)) continue;
    if (is_presentation(each.id) && place_.space != Space::svg) continue;
    const std::size_t first = out_.finds.size();
    place_.opened_at_once =
        place_.space == Space::html && is_opened_at_once(place_.element, place_.loaded, each.id);
    const bool go_on = attribute(each);
    if (submits(place_.element, each.id) && place_.space == Space::html &&
        out_.finds.size() > first)
      form_action(attributes, first);
    if (!go_on) return false;
  }
  if (srcdoc_attribute != nullptr) srcdoc(tag, *srcdoc_attribute);
  return true;
}

// HTML 4.10.18.6: what is neither "post" nor "dialog" is GET.
bool HtmlExtractor::is_get(const TagAttribute& method) {
  const std::string value = meaning_of(method);
  return !ascii::iequals(value, "post") && !ascii::iequals(value, "dialog");
}

// A tag of a form, or of what may be a button of one: does it submit by GET, and to whose action?
void HtmlExtractor::form(const std::vector<TagAttribute>& attributes) {
  Forms& forms = frame_->document->forms;
  const bool is_form = place_.element == Element::form;
  const TagAttribute* const method =
      find_attribute(attributes, is_form ? Attribute::method : Attribute::formmethod);
  if (is_form) {
    if (method == nullptr || is_get(*method)) forms.by_get = true;
  } else if (method != nullptr && find_attribute(attributes, Attribute::formaction) == nullptr &&
             is_get(*method)) {
    forms.button_by_get = true;
  }
  const auto mark = [&](std::vector<std::size_t>& finds) {
    for (const std::size_t find : finds) out_.finds[find].flags |= kReplacesQuery;
    finds.clear();
  };
  if (forms.by_get) mark(forms.of_buttons);
  if (forms.button_by_get) mark(forms.of_forms);
}

// HTML 4.10.22.3: a button's method is its own, or that of its form; so is its action.
void HtmlExtractor::form_action(const std::vector<TagAttribute>& attributes, std::size_t find) {
  Forms& forms = frame_->document->forms;
  const bool is_form = place_.element == Element::form;
  const TagAttribute* const method =
      find_attribute(attributes, is_form ? Attribute::method : Attribute::formmethod);
  bool by_get = is_form ? forms.button_by_get : method == nullptr && forms.by_get;
  by_get = by_get || (method != nullptr ? is_get(*method) : is_form);
  if (by_get)
    out_.finds[find].flags |= kReplacesQuery;
  else if (is_form)
    forms.of_forms.push_back(find);
  else if (method == nullptr)
    forms.of_buttons.push_back(find);
}

// The value of an attribute that says how others are read.
std::string HtmlExtractor::meaning_of(const TagAttribute& attribute) {
  return frame_->reader.meaning_of(attribute);
}

// Makes the value of an attribute the piece at hand.
void HtmlExtractor::take_value(const TagAttribute& attribute, Syntax syntax) {
  begin_piece(attribute.value);
  piece_.syntax = syntax;
  if (frame_->reader.is_xml()) return take_xml_value(attribute);
  piece_.markup = quoting(frame_->reader.text(), attribute.value);
  if (piece_.markup == Markup::none) piece_.syntax = Syntax::fixed;
  if (is_literal(attribute.value)) return;
  scratch_.clear();
  offsets_.clear();
  decode_html(attribute.value, References::decode_in_attribute, Nul::replace, scratch_, &offsets_);
  piece_.text = scratch_;
  piece_.decoded = true;
}

bool HtmlExtractor::attribute(const TagAttribute& attribute) {
  const std::uint32_t scope = place_.scope;
  const std::uint8_t flags = place_.flags;
  place_.attribute = attribute.id;
  if (!uses_codebase(attribute.id)) place_.scope = frame_->scope;
  if (attribute.unterminated) place_.flags |= kUnterminated;

  bool go_on = true;
  // One attribute does not use up the links of what follows.
  std::size_t listed = 0;
  const auto take = [&](std::string_view view) {
    if (++listed <= kMostInList) return found_in_piece(view);
    if (listed == kMostInList + 1) out_.notes.push_back({NoteCode::limit_links, 0, offset(0), {}});
    return true;
  };
  switch (kAttributeHolds[static_cast<std::size_t>(attribute.id)]) {
    case Holds::url: {
      take_value(attribute);
      const std::string_view url = ascii::trim(piece_.text);
      if (is_of_document(place_.element, place_.space, attribute.id, url))
        place_.scope = scope_without_bases();
      if (!url.empty() || means_itself_when_empty(attribute.id))
        go_on = found_in_piece(url) && nested(url, place_.element != Element::img);
      if (go_on && attribute.id == Attribute::href &&
          (place_.element == Element::a || place_.element == Element::area))
        go_on = washed(attribute, url);
      break;
    }
    case Holds::urls:
      take_value(attribute, Syntax::listed_word);
      go_on = for_each_word(piece_.text, place_.element == Element::applet, take);
      break;
    case Holds::candidates:
      take_value(attribute, Syntax::listed_word);
      go_on = for_each_candidate(piece_.text, take);
      break;
    case Holds::declarations:
      if (depth_ == 1) marks_.style(attribute.value);
      out_.has_fields = out_.has_fields || begins_field(attribute.value);
      // Without a parenthesis no declaration holds a URL, but that of a custom property.
      if (find_any<'(', '&', '\\'>(attribute.value, 0) == attribute.value.size() &&
          attribute.value.find("--") == kNone)
        break;
      take_value(attribute);
      out_.has_fields = out_.has_fields || begins_field(piece_.text);
      go_on = style();
      break;
    case Holds::script:
      go_on = handler(attribute);
      break;
    case Holds::nothing:
      break;
  }
  place_.scope = scope;
  place_.flags = flags;
  return go_on;
}

// Behind a link that people follow: where else it leads to web mails.
bool HtmlExtractor::washed(const TagAttribute& attribute, std::string_view url) {
  if (frame_->reader.is_xml() || (place_.flags & kNested) != 0) return true;
  const std::string_view text = frame_->reader.text();
  const auto begin = static_cast<std::size_t>(attribute.value.data() - text.data());
  const char mark = begin > 0 && begin <= text.size() ? text[begin - 1] : ' ';
  const std::uint8_t flags = place_.flags;
  place_.flags |= kUnwrapped;
  bool go_on = true;
  const auto at = static_cast<std::size_t>(url.data() - piece_.text.data());
  for (const std::string& each : washed_hrefs(attribute.value, url, mark))
    go_on = go_on && found(Role::attribute, out_.keep(each), 0, at, at + url.size());
  place_.flags = flags;
  return go_on;
}

// The name of a handler is one of many.
bool HtmlExtractor::handler(const TagAttribute& attribute) {
  place_.handler = attribute.name;
  take_value(attribute);
  run_script(true);
  const bool go_on = script();
  place_.handler = {};
  return go_on;
}

// SVG 2 and SMIL: what animates a reference leads where that goes, and what animates a property
// loads what that loads.
bool HtmlExtractor::animation(const std::vector<TagAttribute>& attributes) {
  bool leads = false;
  bool paints = false;
  for (const TagAttribute& each : attributes)
    if (each.id == Attribute::attributename) {
      const std::string meaning = meaning_of(each);
      const std::string_view name = ascii::trim(meaning);
      // In XML any prefix may be that of XLink.
      const std::size_t colon = xml_ ? name.find(':') + 1 : 0;
      leads =
          leads || ascii::iequals(name.substr(colon), "href") || ascii::iequals(name, "xlink:href");
      paints = paints || ascii::iis_one_of(kLoadingProperties, name);
    }
  if (!leads && !paints) return true;
  for (const TagAttribute& each : attributes) {
    if (each.id != Attribute::from && each.id != Attribute::to && each.id != Attribute::by &&
        each.id != Attribute::values)
      continue;
    place_.attribute = each.id;
    // A list ends its items at semicolons, which URLs may hold.
    const bool is_list = each.id == Attribute::values;
    take_value(each, is_list && leads ? Syntax::fixed : Syntax::whole);
    std::size_t begin = 0;
    while (begin < piece_.text.size()) {
      const std::size_t end = is_list ? find_byte(piece_.text, ';', begin) : piece_.text.size();
      if (paints) {
        if (!style(begin, end)) return false;
      } else {
        const std::string_view url = ascii::trim(piece_.text.substr(begin, end - begin));
        if (!url.empty() && !found_in_piece(url)) return false;
      }
      begin = end + 1;
    }
    if (leads && !is_list && !nested(ascii::trim(piece_.text), true)) return false;
  }
  return true;
}

// [B4]: the first that is no foreign element and in no template counts.
void HtmlExtractor::base(const Token& tag, const TagAttribute& attribute) {
  if (frame_->reader.in_template() || frame_->reader.fate() == Tree::Fate::dropped) return;
  const bool xml = frame_->reader.is_xml();
  // XML tells names apart by their case, too; behind an error it is read as HTML.
  if (xml && !frame_->reader.xml().is_lenient() &&
      (place_.name != "base" || attribute.name != "href"))
    return;
  place_.attribute = attribute.id;
  take_value(attribute);
  separate_opened(tag.begin);
  if (!add_base(xml ? xml_base_scope() : frame_->scope)) return;
  if (!xml) frame_->bases.push_back({tag.begin, static_cast<std::uint32_t>(out_.finds.size() - 1)});
  if (frame_->decoded || frame_->depth > 0) return;
  if (xml && !frame_->reader.xml().in_place()) return;
  const std::size_t at = static_cast<std::size_t>(frame_->reader.text().data() - whole_.data());
  out_.base_tags.push_back({static_cast<std::uint32_t>(out_.finds.size() - 1), at + tag.begin,
                            at + tag.end, xml && !tag.self_closing});
}

// The piece at hand names the base of a scope.
bool HtmlExtractor::add_base(std::uint32_t scope) {
  needs_context_ = true;
  const std::string_view raw = ascii::trim(piece_.text);
  const auto begin = static_cast<std::size_t>(raw.data() - piece_.text.data());
  return add(FindKind::base, scope, raw, place_.flags, Role::attribute, begin, begin + raw.size());
}

bool HtmlExtractor::meta(const std::vector<TagAttribute>& attributes) {
  const TagAttribute* content = nullptr;
  bool refreshes = false;
  bool names = false;
  for (const TagAttribute& attribute : attributes) {
    if (attribute.id == Attribute::content) content = &attribute;
    if (attribute.id == Attribute::itemprop) place_.offered = is_offered(meaning_of(attribute));
    names = names || attribute.id == Attribute::itemprop || attribute.id == Attribute::name ||
            attribute.id == Attribute::property;
    if (attribute.id != Attribute::http_equiv) continue;
    take_value(attribute);
    refreshes = ascii::iequals(piece_.text, "refresh");
  }
  if (content != nullptr && refreshes) {
    if (content->unterminated) place_.flags |= kUnterminated;
    take_value(*content, Syntax::listed_word);
    place_.attribute = Attribute::http_equiv;
    const std::string_view url = refresh_url(piece_.text);
    // Before it stand a time and "url=", and the quote that ends it.
    if (piece_.syntax == Syntax::listed_word && !url.empty() &&
        piece_.text.substr(0, static_cast<std::size_t>(url.data() - piece_.text.data()))
                .find_first_of("'\"") != std::string_view::npos)
      piece_.syntax = Syntax::word;
    place_.opened_at_once = true;
    if (!url.empty() && !(found_in_piece(url) && nested(url, true))) return false;
    place_.opened_at_once = false;
  } else if (content != nullptr && names && !microdata(*content)) {
    return false;
  }
  for (const TagAttribute& each : attributes) {
    const bool elsewhere = is_of_feeds(each.id) || is_presentation(each.id);
    if (!elsewhere && carries_url(Element::meta, each.id) && !attribute(each)) return false;
  }
  return true;
}

// Microdata, RDFa, Open Graph: what a property is may be a URL.  Only the whole value counts.
bool HtmlExtractor::microdata(const TagAttribute& content) {
  if (find_byte(content.value, ':', 0) == content.value.size() &&
      find_byte(content.value, '&', 0) == content.value.size())
    return true;
  take_value(content);
  const std::string_view url = ascii::trim(piece_.text);
  if (!ascii::istarts_with(url, "http://") && !ascii::istarts_with(url, "https://")) return true;
  if (std::any_of(url.begin(), url.end(), ascii::is_space)) return true;
  place_.attribute = Attribute::content;
  return found_in_piece(url);
}

bool HtmlExtractor::param(const std::vector<TagAttribute>& attributes) {
  const TagAttribute* value = nullptr;
  bool is_url = false;
  for (const TagAttribute& attribute : attributes) {
    if (attribute.id == Attribute::value) value = &attribute;
    if (attribute.id != Attribute::name && attribute.id != Attribute::valuetype) continue;
    take_value(attribute);
    if (attribute.id == Attribute::valuetype) {
      is_url = is_url || ascii::iequals(piece_.text, "ref");
    } else {
      for (const std::string_view name : kUrlParameters)
        is_url = is_url || ascii::iequals(piece_.text, name);
    }
  }
  if (value == nullptr || !is_url) return true;
  if (value->unterminated) place_.flags |= kUnterminated;
  take_value(*value);
  place_.attribute = Attribute::value;
  const std::string_view url = ascii::trim(piece_.text);
  return url.empty() || found_in_piece(url);
}

}  // namespace basewalk::extract
