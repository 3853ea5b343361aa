// SPDX-License-Identifier: MIT
//
// What HTML says about its elements and attributes; xml.cpp has what XML adds.
//
// Before this: html/reader.cpp reads tags and texts.  After it: walk/link_maker.cpp makes a link
// of each find.
#include <algorithm>
#include <optional>

#include "basewalk/note.h"
#include "extract/html_extractor.h"
#include "extract/nested.h"
#include "html/base_order.h"
#include "html/values.h"
#include "text/ascii.h"
#include "text/find.h"
#include "text/utf8.h"
#include "text/work.h"

namespace basewalk::extract {

using html::Attribute;
using html::carries_url;
using html::conditional_content;
using html::decode_html;
using html::decode_token_text;
using html::Element;
using html::for_each_candidate;
using html::for_each_word;
using html::Holds;
using html::is_literal;
using html::is_of_feeds;
using html::is_presentation;
using html::kAttributeHolds;
using html::kAttributes;
using html::kElements;
using html::Nul;
using html::Reader;
using html::References;
using html::refresh_url;
using html::Space;
using html::TagAttribute;
using html::TextState;
using html::Token;
using html::Tokenizer;
using html::TokenKind;
using html::Tree;
using text::find_any;
using text::find_byte;
using text::kNone;
using text::lies_in;
using text::Offsets;

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

Options without_flow(Options options) {
  options.flowed = options.del_sp = false;
  return options;
}

}  // namespace

HtmlExtractor::HtmlExtractor(std::string_view text, bool xml, const Options& options, Finds& out)
    : FindVisitor(out),
      whole_(text),
      xml_(xml),
      options_(without_flow(options)),
      plain_(options_, *this),
      css_(*this) {}

void HtmlExtractor::run() {
  read();
  out_.marks = marks_.count();
  if (!xml_) out_.seams = seams();
  css_.settle(options_.links);
  if (out_.cut) out_.seams.apart = false;
  out_.scripts_may_add = out_.has_noscript && scripts_may_add();
}

// See Seams.  The reader says that tags and texts are what they are anywhere; what is found in them
// depends on nothing else but
//  - bases,
//  - quirks mode, which is the first document's, where a data: URL may be a sheet,
//  - properties of style sheets, which may hold a URL for other sheets,
//  - limits.  That of what is nested is in proportion to the text, so that none is reached by
//    several texts that is not reached by one of them; nor is another passed.
Seams HtmlExtractor::seams() const {
  const Frame& document = *frames_.front();
  Seams seams;
  seams.apart = document.reader.stands_alone() && !needs_context_ && css_.is_settled() &&
                out_.notes.empty() && nested_bytes_ <= 8 * whole_.size();
  seams.form_by_get = document.forms.by_get;
  seams.button_by_get = document.forms.button_by_get;
  seams.form_by_other = !document.forms.of_forms.empty();
  seams.button_by_other = !document.forms.of_buttons.empty();
  return seams;
}

// Where it is asked for, another document before this one can make another answer.
bool HtmlExtractor::in_quirks() {
  needs_context_ = true;
  return frame_->document->reader.tree().is_quirks();
}

void HtmlExtractor::read() {
  Frame& document = push_frame(whole_);
  if (xml_) begin_xml(document);
  while (depth_ > 0) {
    Frame& frame = *frames_[depth_ - 1];
    frame_ = &frame;
    const Token& next = frame.reader.next();
    if (next.kind == TokenKind::end_of_text) {
      while (!frame.styles.empty() && joined_style(frame)) continue;
      if (frame.reader.is_xml()) end_xml();
      close_shown();
      settle_bases();
      --depth_;
    } else if (!(frame.reader.is_xml() ? xml_token(next) : html_token(next))) {
      return;
    }
    if (work::is_spent()) return stop();
  }
}

// What was found so far is complete in itself.
void HtmlExtractor::stop() {
  stop_at(out_, frames_.front()->reader.place());
  while (depth_ > 0) {
    frame_ = frames_[--depth_].get();
    close_shown();
  }
}

HtmlExtractor::Frame& HtmlExtractor::push_frame(std::string_view text, Tree::Settings settings) {
  settings.scripting = options_.scripting;
  work::charge(text.size());
  if (depth_ == frames_.size()) {
    frames_.push_back(std::make_unique<Frame>());
    frames_.back()->links.reserve(16);
  }
  Frame& frame = *frames_[depth_++];
  frame.reader.reset(text, Reader::Kind::html, Tokenizer::Keep::known, settings);
  frame.settings = settings;
  frame.bases.clear();
  frame.earlier.clear();
  frame.document = &frame;
  frame.number = ++documents_;
  frame.scope = frame.outermost = frame.conditional = 0;
  frame.styles.clear();
  frame.behind_error = kNone;
  frame.forms.by_get = frame.forms.button_by_get = false;
  frame.forms.of_forms.clear();
  frame.forms.of_buttons.clear();
  frame.has_base = false;
  frame.depth = 0;
  frame.around = frame.conditional_around = {};
  frame.is_conditional = false;
  frame.decoded = false;
  frame.begin = frame.end = 0;
  frame.links.clear();
  frame.shown = {};
  return frame;
}

bool HtmlExtractor::html_token(const Token& token) {
  switch (token.kind) {
    case TokenKind::text:
      // Most is white space between tags.
      if (token.blank && frame_->reader.tree().current().space == Space::html) {
        show_text_here(token.text);
        return true;
      }
      return token.text.empty() || text(token);
    case TokenKind::start_tag:
      return start_tag(token) && close_styles();
    case TokenKind::end_tag:
      if (token.unterminated) return true;
      if (token.element == Element::noscript && depth_ == 1 && token.begin == noscript_.end)
        noscript_.is_open = false;
      if (depth_ == 1) marks_.end_tag();
      show_break(token.element);
      return close_styles();
    case TokenKind::comment:
      comment(token);
      return true;
    default:
      return true;
  }
}

bool HtmlExtractor::xml_token(const Token& token) {
  pass_error();
  switch (token.kind) {
    case TokenKind::text:
      return token.text.empty() || xml_text(token);
    case TokenKind::start_tag:
      return xml_start_tag(token);
    case TokenKind::end_tag:
      return token.unterminated || xml_end_tag(token);
    case TokenKind::comment:
      return processing_instruction(token);
    default:
      return true;
  }
}

bool HtmlExtractor::start_tag(const Token& tag) {
  Frame& frame = *frame_;
  const std::vector<TagAttribute>& attributes = frame.reader.attributes();
  const std::size_t first = out_.finds.size();
  bool go_on = true;
  if (depth_ == 1) marks_.start_tag(tag, frame.reader.opened());
  // A form without attributes says something all the same.
  if (!attributes.empty() || frame.reader.opened().element == Element::form) {
    begin_place(frame.scope);
    place_.name = tag.text;
    place_.element = frame.reader.opened().element;
    place_.space = frame.reader.opened().space;
    place_.flags = static_cast<std::uint8_t>(tag.unterminated ? kUnterminated : 0);
    go_on = tag_of_html(tag, attributes);
  }
  if (frame.reader.opened().element == Element::noscript) noscript(tag);
  show_tag(tag, attributes, first);
  return go_on;
}

// Both member by member, here and where finds are added: what is copied as a whole right behind the
// writing of its parts makes the processor wait for them, in every tag and text anew.
void HtmlExtractor::begin_place(std::uint32_t scope) {
  place_.name = {};
  place_.element = Element::other;
  place_.space = Space::html;
  place_.attribute = Attribute::other;
  place_.scope = scope;
  place_.flags = 0;
  place_.handler = {};
  place_.loaded = place_.sheet = false;
}

void HtmlExtractor::begin_piece(std::string_view written) {
  piece_.text = written;
  piece_.written = written;
  piece_.decoded = piece_.whole = false;
  piece_.markup = Markup::none;
  piece_.syntax = Syntax::word;
  piece_.joined = nullptr;
}

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
          if (attribute.id == Attribute::rel) {
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
    const bool go_on = attribute(each);
    if (submits(place_.element, each.id) && place_.space == Space::html &&
        out_.finds.size() > first)
      form_action(attributes, first);
    if (!go_on) return false;
  }
  if (srcdoc_attribute != nullptr) srcdoc(tag, *srcdoc_attribute);
  return true;
}

// What a <noscript> holds is raw text to whoever runs scripts: up to an end tag that may be none
// here.
void HtmlExtractor::noscript(const Token& tag) {
  out_.has_noscript = true;
  if (depth_ > 1 || frame_->reader.opened().space != Space::html) {
    noscript_.misleads = true;
  } else if (tag.begin >= noscript_.end) {
    noscript_.misleads = noscript_.misleads || noscript_.is_open;
    noscript_.is_open = true;
    noscript_.end = frame_->reader.end_of_raw_text("noscript");
    work::charge(noscript_.end - tag.end);
  }
}

// With scripts the tokens outside of those elements are the same where each ends in the same place
// and nothing in it decides what is read behind it.
bool HtmlExtractor::scripts_may_add() const {
  const bool is_cut_off = noscript_.is_open && noscript_.end < whole_.size();
  return noscript_.misleads || is_cut_off || needs_context_ || !out_.notes.empty() || out_.cut ||
         !frames_.front()->reader.tree().is_context_free();
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
      if (!url.empty() || means_itself_when_empty(attribute.id))
        go_on = found_in_piece(url) && nested(url, place_.element != Element::img);
      break;
    }
    case Holds::urls:
      take_value(attribute, Syntax::word);
      go_on = for_each_word(piece_.text, place_.element == Element::applet, take);
      break;
    case Holds::candidates:
      take_value(attribute, Syntax::word);
      go_on = for_each_candidate(piece_.text, take);
      break;
    case Holds::declarations:
      if (depth_ == 1) marks_.style(attribute.value);
      // Without a parenthesis no declaration holds a URL, but that of a custom property.
      if (find_any<'(', '&', '\\'>(attribute.value, 0) == attribute.value.size() &&
          attribute.value.find("--") == kNone)
        break;
      take_value(attribute);
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

// The name of a handler is one of many.
bool HtmlExtractor::handler(const TagAttribute& attribute) {
  place_.handler = attribute.name;
  take_value(attribute);
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
      leads = leads || ascii::iequals(name, "href") || ascii::iequals(name, "xlink:href");
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
  place_.attribute = attribute.id;
  take_value(attribute);
  const bool xml = frame_->reader.is_xml();
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
    names = names || attribute.id == Attribute::itemprop || attribute.id == Attribute::name ||
            attribute.id == Attribute::property;
    if (attribute.id != Attribute::http_equiv) continue;
    take_value(attribute);
    refreshes = ascii::iequals(piece_.text, "refresh");
  }
  if (content != nullptr && refreshes) {
    if (content->unterminated) place_.flags |= kUnterminated;
    take_value(*content, Syntax::word);
    place_.attribute = Attribute::http_equiv;
    const std::string_view url = refresh_url(piece_.text);
    if (!url.empty() && !(found_in_piece(url) && nested(url, true))) return false;
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

// Makes a text the piece at hand.
void HtmlExtractor::take_text(const Token& token) {
  const bool references = token.state == TextState::data || token.state == TextState::rcdata;
  begin_piece(token.text);
  piece_.markup = references ? Markup::text : Markup::raw_text;
  // Line ends mean the same to the scanners however they are written.
  const std::size_t odd =
      references ? find_any<'&', '\0'>(token.text, 0) : find_any<'\0'>(token.text, 0);
  if (odd != token.text.size()) {
    scratch_.clear();
    offsets_.clear();
    // A parser drops NUL between tags (13.2.6.4.7).
    decode_token_text(token, Nul::drop, scratch_, &offsets_);
    piece_.text = scratch_;
    piece_.decoded = true;
  }
}

bool HtmlExtractor::text(const Token& token) {
  const Reader::Kin content = frame_->reader.content_of(token);
  take_text(token);
  begin_place(frame_->scope);
  if (content.element == Element::style || content.element == Element::script) {
    if (depth_ == 1 && content.element == Element::style) marks_.style(piece_.text);
    place_.element = content.element;
    place_.space = content.space;
    place_.name = content.element == Element::style ? "style" : "script";
    if (content.space == Space::svg && content.element == Element::style) return svg_style();
    return content.element == Element::style ? style() : script();
  }
  // Nobody follows a link in a field or a window's title, or in what is not shown.
  if (content.element == Element::title || content.element == Element::noscript) return true;
  const bool seen = content.element == Element::other || content.element == Element::textarea;
  const std::uint32_t link = frame_->links.empty() ? 0 : frame_->reader.context().link;
  if (depth_ == 1 && seen) marks_.text(piece_.text);
  if (link != 0 && seen) show_text_here(piece_.text);
  if (content.element == Element::textarea) return true;
  if (link != 0 && frame_->links[link - 1].leads) place_.flags |= kInLink;
  return plain_.scan(piece_.text);
}

// The sheet of an SVG style is what its texts are together: other nodes may stand between them
// (HTML 4.2.6).
bool HtmlExtractor::svg_style() {
  Frame& frame = *frame_;
  const Tree& tree = frame.reader.tree();
  const html::NodeId node = tree.current().node;
  if (frame.styles.empty() || frame.styles.back().node != node)
    frame.styles.push_back({tree.current_entry(), place_.scope, Space::svg, {}, node});
  frame.styles.back().text.add(piece_.text, piece_.written, piece_.decoded ? &offsets_ : nullptr,
                               piece_.markup, !piece_.whole);
  return true;
}

// Those whose elements are closed are complete.
bool HtmlExtractor::close_styles() {
  Frame& frame = *frame_;
  while (!frame.styles.empty() &&
         !frame.reader.tree().is_open(frame.styles.back().depth, frame.styles.back().node))
    if (!joined_style(frame)) return false;
  return true;
}

// URLs in the script that the piece at hand is: what it may lead to.
bool HtmlExtractor::script() {
  const std::uint8_t flags = place_.flags;
  place_.flags |= kNested;
  if (find_byte(piece_.text, '\\', 0) < piece_.text.size()) {
    script_.clear();
    if (piece_.decoded || piece_.whole) {
      Offsets unused;
      decode_script(piece_.text, script_, unused);
      piece_.whole = true;
    } else {
      offsets_.clear();
      decode_script(piece_.text, script_, offsets_);
      piece_.decoded = true;
    }
    piece_.text = script_;
  }
  const bool go_on = plain_.scan(piece_.text);
  place_.flags = flags;
  return go_on;
}

// A URL that is itself a script or, where it would be shown, a document.
bool HtmlExtractor::nested(std::string_view url, bool document) {
  const char first = url.empty() ? ' ' : ascii::to_lower(url[0]);
  if (first != 'j' && first != 'v' && first != 'd' && static_cast<unsigned char>(first) > ' ')
    return true;
  const std::string_view written = piece_.written;
  if (const std::optional<std::string> script_text = script_of_url(url)) {
    scratch_ = *script_text;
    piece_ = {scratch_, written, false, true, piece_.markup, Syntax::fixed};
    return script();
  }
  std::optional<NestedData> data = data_of_url(url);
  if (!data && place_.element == Element::link && place_.loaded && !frame_->reader.is_xml() &&
      is_data_url(url) && in_quirks()) {
    if (std::optional<std::string> sheet = sheet_of_url(url, true))
      data = NestedData{DataKind::style, std::move(*sheet)};
  }
  if (!data) return true;
  if (!document && (data->kind == DataKind::document || data->kind == DataKind::xml)) return true;
  extract::Place outer;
  set_place(Role::attribute, outer);
  outer.around = {};
  const std::string shown = extract::where(outer) + " data: ";
  scratch_ = data->text;
  piece_ = {scratch_, written, false, true, piece_.markup, Syntax::fixed};
  switch (data->kind) {
    case DataKind::document:
    case DataKind::xml:
      push_document(shown, ScopeKind::data, frame_->scope, data->kind == DataKind::xml);
      return true;
    case DataKind::script:
      return script();
    case DataKind::style:
      break;
  }
  const std::uint32_t scope = place_.scope;
  place_.scope = new_scope(scope, ScopeKind::data);
  const bool go_on = style();
  place_.scope = scope;
  return go_on;
}

// A stretch of the piece at hand as CSS, and the sheets within it.
bool HtmlExtractor::style(std::size_t begin, std::size_t end) {
  css_.set_document(frame_->document->number);
  return css_.scan(piece_.text, begin, end) && (imports_.empty() || imported_sheets());
}

// Each level may be as long as the one around it, as those of documents.
bool HtmlExtractor::imported_sheets() {
  const std::uint32_t scope = place_.scope;
  const bool any_type = !frame_->reader.is_xml() && in_quirks();
  bool go_on = true;
  for (std::size_t i = 0; go_on && i < imports_.size(); ++i) {
    const Import import = imports_[i];
    const std::optional<std::string> sheet = sheet_of_url(import.url, any_type);
    if (!sheet) continue;
    nested_bytes_ += import.url.size();
    if (import.depth >= options_.depth || nested_bytes_ > 8 * whole_.size() + 65536) {
      out_.notes.push_back({NoteCode::limit_depth, 0,
                            static_cast<std::size_t>(import.written.data() - whole_.data()),
                            "@import data:"});
      continue;
    }
    scratch_ = *sheet;
    piece_ = {scratch_, import.written, false, true, piece_.markup, Syntax::fixed};
    place_.scope = new_scope(scope, ScopeKind::data);
    import_depth_ = import.depth + 1;
    go_on = css_.scan(piece_.text);
  }
  imports_.clear();
  import_depth_ = 0;
  place_.scope = scope;
  return go_on;
}

// The content of a conditional comment is read where it stands, as a frame of its own.
void HtmlExtractor::comment(const Token& token) {
  const std::optional<std::size_t> content = conditional_content(token.text);
  if (!content) return;
  Frame& outer = *frame_;
  Frame& document = *outer.document;
  if (document.conditional == 0) {
    document.conditional = new_scope(document.scope, ScopeKind::conditional);
    document.conditional_around = out_.keep(document.around, "mso ");
  }
  Frame& frame = push_frame(token.text.substr(*content));
  frame.reader.cut_conditions(true);
  frame.document = &document;
  frame.scope = document.conditional;
  frame.depth = outer.depth;
  frame.around = document.conditional_around;
  frame.is_conditional = true;
  frame.decoded = outer.decoded;
  frame.begin = outer.begin;
  frame.end = outer.end;
}

void HtmlExtractor::srcdoc(const Token& tag, const TagAttribute& attribute) {
  const std::uint32_t scope = scope_of_now(tag);
  take_value(attribute);
  push_document("iframe[srcdoc] ", ScopeKind::srcdoc, scope);
}

// The scope of a document that is made now and keeps the base of its moment.  Only a later <base>
// makes it another than the scope of the whole.
std::uint32_t HtmlExtractor::scope_of_now(const Token& tag) {
  Frame& frame = *frame_;
  if (frame.reader.is_xml() || frame.is_conditional) return frame.scope;
  if (frame.earlier.empty() ||
      (!frame.bases.empty() && frame.bases.back().tag > frame.earlier.back().tag)) {
    frame.earlier.push_back({tag.begin, new_scope(frame.scope, ScopeKind::earlier)});
    out_.scopes.back().base = frame.bases.empty() ? kNoBase : frame.bases.front().find;
  }
  return frame.earlier.back().scope;
}

// The first <base> of the tree counts, not of the text ([B4]).
void HtmlExtractor::settle_bases() {
  Frame& frame = *frame_;
  if (frame.reader.is_xml() || frame.is_conditional || frame.bases.empty()) return;
  if (frame.bases.size() == 1 && !frame.reader.tree().lost_body()) return;
  std::vector<std::size_t> bases, places;
  for (const Frame::BaseTag& each : frame.bases) bases.push_back(each.tag);
  for (const Frame::Earlier& each : frame.earlier) places.push_back(each.tag);
  const std::vector<std::size_t> in_force =
      html::bases_in_force(frame.reader.text(), frame.settings, bases, places);
  const auto find_of = [&](std::size_t tag) {
    if (tag == html::kNoBaseTag) return kNoBase;
    const auto found = std::find_if(frame.bases.begin(), frame.bases.end(),
                                    [&](const Frame::BaseTag& each) { return each.tag == tag; });
    work::charge(static_cast<std::uint64_t>(found - frame.bases.begin()));
    return found->find;
  };
  for (std::size_t i = 0; i < frame.earlier.size(); ++i)
    out_.scopes[frame.earlier[i].scope].base = find_of(in_force[i]);
  out_.scopes[frame.scope].base = find_of(in_force.back());
}

// The piece at hand is a document of its own, which may have a base.
void HtmlExtractor::push_document(std::string_view shown, ScopeKind kind, std::uint32_t scope,
                                  bool xml) {
  Frame& outer = *frame_;
  const std::size_t begin =
      outer.decoded ? outer.begin : static_cast<std::size_t>(piece_.written.data() - whole_.data());
  const std::size_t end = outer.decoded ? outer.end : begin + piece_.written.size();
  // Each level may be as long as the one around it, so their sum is bounded as well as their
  // number.
  nested_bytes_ += piece_.written.size();
  if (outer.depth >= options_.depth || nested_bytes_ > 8 * whole_.size() + 65536) {
    out_.notes.push_back({NoteCode::limit_depth, 0, begin, std::string(ascii::trim(shown))});
    return;
  }
  const Written as = written(Role::attribute, 0);
  const bool decoded = piece_.decoded || piece_.whole;
  const std::string_view text = decoded ? out_.keep(piece_.text) : piece_.text;
  Frame& frame = push_frame(text, {.srcdoc = kind == ScopeKind::srcdoc});
  frame.scope = new_scope(scope, kind);
  if (kind == ScopeKind::srcdoc) {
    BaseScope& own = out_.scopes.back();
    own.begin = begin;
    own.end = end;
    own.written = as;
  }
  frame.depth = outer.depth + 1;
  frame.is_conditional = outer.is_conditional;
  frame.around = frame.depth <= kShownDepth ? out_.keep(outer.around, shown) : outer.around;
  frame.decoded = outer.decoded || decoded;
  frame.begin = begin;
  frame.end = end;
  if (xml) begin_xml(frame);
}

// A name as places have it: in lower case, a long one cut between characters.
std::string_view HtmlExtractor::shown_name(std::string_view name) {
  return out_.keep(ascii::lowered(utf8::cut(name, kShownName)));
}

std::uint32_t HtmlExtractor::new_scope(std::uint32_t outer, ScopeKind kind) {
  BaseScope scope;
  scope.outer = outer;
  scope.kind = kind;
  out_.scopes.push_back(scope);
  return static_cast<std::uint32_t>(out_.scopes.size() - 1);
}

// From a scanner: positions are those of the piece.
bool HtmlExtractor::found(Role role, std::string_view raw, std::uint8_t flags, std::size_t begin,
                          std::size_t end) {
  if ((place_.flags & kNested) != 0) {
    // A name alone is too often something else in a script.
    if ((flags & kGuessed) != 0 || raw.find("://") == kNone) return true;
    role = Role::script;
  }
  if (role == Role::css_import && is_data_url(raw)) {
    std::string_view written = piece_.written;
    if (!frame_->decoded && !piece_.whole)
      written = whole_.substr(offset(begin), offset(end) - offset(begin));
    imports_.push_back({out_.keep(raw), written, import_depth_});
  }
  return add(FindKind::reference, place_.scope, raw,
             static_cast<std::uint8_t>(flags | place_.flags), role, begin, end);
}

bool HtmlExtractor::found_in_piece(std::string_view view) {
  const auto begin = static_cast<std::size_t>(view.data() - piece_.text.data());
  return found(Role::attribute, view, 0, view.empty() ? 0 : begin,
               view.empty() ? piece_.text.size() : begin + view.size());
}

// What a find in the piece at hand is written as.
Written HtmlExtractor::written(Role role, std::size_t begin) const {
  if (frame_->decoded || frame_->depth > 0 || piece_.whole || piece_.syntax == Syntax::fixed)
    return {};
  switch (role) {
    case Role::attribute:
      return {piece_.markup, piece_.syntax};
    case Role::text:
      return {piece_.markup, Syntax::word};
    case Role::script:
      return {};
    default:
      return {piece_.markup, css_syntax(piece_.text, begin)};
  }
}

std::size_t HtmlExtractor::offset(std::size_t in_piece) const {
  const auto begin = static_cast<std::size_t>(piece_.written.data() - whole_.data());
  if (!piece_.decoded) return begin + in_piece;
  return begin + std::min(offsets_.source(in_piece), piece_.written.size());
}

bool HtmlExtractor::add(FindKind kind, std::uint32_t scope, std::string_view raw,
                        std::uint8_t flags, Role role, std::size_t begin, std::size_t end) {
  if (out_.finds.size() >= options_.links) {
    out_.cut = true;
    return false;
  }
  if (lies_in(raw, scratch_) || lies_in(raw, script_)) raw = out_.keep(raw);
  Written as = written(role, begin);
  if (frame_->decoded) {
    begin = frame_->begin;
    end = frame_->end;
  } else if (piece_.joined != nullptr) {
    const JoinedText::Place place = piece_.joined->place_of(begin, end);
    as = place.editable ? Written{place.markup, as.syntax} : Written{};
    begin = offset(place.begin);
    end = offset(place.end);
  } else {
    begin = offset(piece_.whole ? 0 : begin);
    end = piece_.whole ? begin + piece_.written.size() : offset(end);
  }
  static const Find kNothing;
  out_.finds.push_back(kNothing);
  Find& find = out_.finds.back();
  find.kind = kind;
  find.flags = flags;
  find.scope = scope;
  find.raw = raw;
  set_place(role, find.place);
  find.begin = begin;
  find.end = end;
  find.written.markup = as.markup;
  find.written.syntax = as.syntax;
  return true;
}

// Attribute: what is found in no other way is the value of the attribute at hand, or the text of
// the element.
void HtmlExtractor::set_place(Role role, extract::Place& place) {
  place.role =
      role == Role::attribute && place_.attribute == Attribute::other ? Role::element : role;
  place.space = place_.space;
  place.conditional = frame_->is_conditional;
  place.loaded = place_.loaded;
  place.sheet = place_.sheet;
  place.around = frame_->around;
  if (place_.element != Element::other)
    place.element = kElements.name(static_cast<std::size_t>(place_.element));
  else if (!place_.name.empty())
    place.element = shown_name(place_.name);
  if (place_.attribute == Attribute::event)
    place.attribute = shown_name(place_.handler);
  else if (place_.attribute == Attribute::http_equiv)  // it says what a meta's content is
    place.attribute = "refresh";
  else if (place_.attribute != Attribute::other)
    place.attribute = kAttributes.name(static_cast<std::size_t>(place_.attribute));
}

void extract_html(std::string_view text, const Options& options, Finds& out) {
  HtmlExtractor(text, false, options, out).run();
}

}  // namespace basewalk::extract
