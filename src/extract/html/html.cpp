// SPDX-License-Identifier: MIT
//
// What HTML says about its texts and tags, and what becomes a find; attributes.cpp reads the tags'
// attributes, documents.cpp has what lies within, shown.cpp what a reader sees of a link,
// divided.cpp what lies in several texts, xml.cpp what XML adds.
//
// Before this: html/reader.cpp reads tags and texts.  After it: walk/link_maker.cpp makes a link
// of each find.
#include <algorithm>
#include <memory>

#include "extract/html/extractor.h"
#include "extract/nested.h"
#include "text/ascii.h"
#include "text/find.h"
#include "text/utf8.h"
#include "text/work.h"

namespace basewalk::extract {

using html::Attribute;
using html::decode_token_text;
using html::Element;
using html::kAttributes;
using html::kElements;
using html::Nul;
using html::Reader;
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

Options without_flow(Options options) {
  options.flowed = options.del_sp = false;
  return options;
}

// "\\host.example\share", "\\host@SSL\share": what would be no escape of anything.
bool is_share(std::string_view raw) {
  if (!raw.starts_with("\\\\")) return false;
  const std::string_view host = raw.substr(2, raw.find_first_of("/\\", 2) - 2);
  return host.find_first_of(".@") != kNone;
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
      if (!end_word()) return;
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
  frame.opened_at_once.clear();
  frame.document = &frame;
  frame.number = ++documents_;
  frame.scope = frame.outermost = frame.conditional = frame.unbased = 0;
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
  frame.word.clear();
  frame.value.clear();
  frame.hides = frame.runs = false;
  return frame;
}

bool HtmlExtractor::html_token(const Token& token) {
  switch (token.kind) {
    case TokenKind::text:
      // Most is white space between tags.
      if (token.blank && frame_->reader.tree().current().space == Space::html) {
        show_text_here(token.text);
        return !frame_->word.is_open() || token.text.empty() || is_hidden_here() || end_word();
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
      return (!frame_->word.is_open() || end_tag_in_word(token)) && close_styles();
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
  if (frame.word.is_open() && !start_tag_in_word()) return false;
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
  if (frame.reader.opened().element == Element::script) begin_script(attributes);
  show_tag(tag, attributes, first);
  if (frame.reader.opened().element == Element::template_) frame.hides = true;
  if (frame.word.is_open()) frame.word.where = where_now();
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
  place_.opened_at_once = false;
  place_.flags = 0;
  place_.handler = {};
  place_.loaded = place_.sheet = place_.offered = false;
}

void HtmlExtractor::begin_piece(std::string_view written) {
  piece_.text = written;
  piece_.written = written;
  piece_.decoded = piece_.whole = false;
  piece_.markup = Markup::none;
  piece_.syntax = Syntax::word;
  piece_.joined = nullptr;
  piece_.divided = false;
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

namespace {

std::size_t end_of_title(std::string_view text) {
  for (std::size_t pos = text::find_byte(text, '<', 0); pos < text.size();
       pos = text::find_byte(text, '<', pos + 1))
    if (ascii::istarts_with(text.substr(pos), "</head") ||
        ascii::istarts_with(text.substr(pos), "<body"))
      return pos;
  return kNone;
}

}  // namespace

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
    if (content.element == Element::style) return style();
    run_script(frame_->runs);
    return script();
  }
  // Nobody follows a link in a field or a window's title, or in what is not shown; but a title that
  // does not end is over before the page to libxml2 and terminal browsers.
  if (content.element == Element::title) {
    const std::size_t behind = frame_->is_conditional ? kNone : end_of_title(token.text);
    if (behind != kNone) push_hidden(token.text.substr(behind));
    return true;
  }
  if (content.element == Element::noscript) return true;
  const bool seen = content.element == Element::other || content.element == Element::textarea;
  const std::uint32_t link = frame_->links.empty() ? 0 : frame_->reader.context().link;
  if (depth_ == 1 && seen) marks_.text(piece_.text);
  if (link != 0 && seen) show_text_here(piece_.text);
  if (content.element == Element::textarea) return true;
  const bool in_link = link != 0 && frame_->links[link - 1].leads;
  if (in_link) place_.flags |= kInLink;
  return plain_.scan(piece_.text) && text_of_word(token, in_link ? link : 0);
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

// What a script lies elsewhere runs as well.
void HtmlExtractor::begin_script(const std::vector<TagAttribute>& attributes) {
  std::optional<std::string> type;
  std::string language;
  bool is_elsewhere = false;
  for (const TagAttribute& each : attributes) {
    if (each.id == Attribute::type) type = meaning_of(each);
    if (each.id == Attribute::language) language = meaning_of(each);
    is_elsewhere = is_elsewhere || each.id == Attribute::src || each.id == Attribute::href ||
                   each.id == Attribute::xlink_href;
  }
  frame_->runs = runs_as_script(type, language);
  out_.has_script |= frame_->runs && is_elsewhere;
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

// A stretch of the piece at hand as CSS, and the sheets within it.
bool HtmlExtractor::style(std::size_t begin, std::size_t end) {
  css_.set_document(frame_->document->number);
  return css_.scan(piece_.text, begin, end) && (imports_.empty() || imported_sheets());
}

// A name as places have it: in lower case, a long one cut between characters.
std::string_view HtmlExtractor::shown_name(std::string_view name) {
  return out_.keep(ascii::lowered(utf8::cut(name, kShownName)));
}

// From a scanner: positions are those of the piece.
bool HtmlExtractor::found(Role role, std::string_view raw, std::uint8_t flags, std::size_t begin,
                          std::size_t end) {
  if ((place_.flags & kNested) != 0) {
    // A name alone is too often something else in a script, but for a folder of another machine.
    if (!is_share(raw) && ((flags & kGuessed) != 0 || !has_slashes(raw))) return true;
    role = Role::script;
  }
  if (piece_.divided && piece_.joined->place_of(begin, end).editable) return true;
  if (role == Role::css_import && is_data_url(raw)) {
    std::string_view written = piece_.written;
    if (!frame_->decoded && !piece_.whole)
      written = whole_.substr(offset(begin), offset(end) - offset(begin));
    imports_.push_back({out_.keep(raw), written, import_depth_});
  }
  // A data: URL is the base of nothing, and what such a sheet imports is not loaded; but Chromium
  // resolves its pictures where they are shown, as those of the document.
  const bool is_shown = around_sheet_ && role != Role::css_import;
  // CSS Values 4.5: "url(#x)" is a place in the document, whatever base that has.
  const bool is_local = raw.starts_with('#') && (role == Role::css_url || role == Role::css_src ||
                                                 role == Role::css_image_set);
  const std::uint32_t scope = is_local   ? scope_without_bases()
                              : is_shown ? *around_sheet_
                                         : place_.scope;
  return add(FindKind::reference, scope, raw, static_cast<std::uint8_t>(flags | place_.flags), role,
             begin, end);
}

bool HtmlExtractor::found_in_piece(std::string_view view) {
  const auto begin = static_cast<std::size_t>(view.data() - piece_.text.data());
  const bool is_of_share = frame_->is_of_shell && view.starts_with("\\\\");
  const std::size_t first = out_.finds.size();
  const bool go_on =
      found(Role::attribute, view, is_of_share ? std::uint8_t{kGuessed} : std::uint8_t{0},
            view.empty() ? 0 : begin, view.empty() ? piece_.text.size() : begin + view.size());
  if (place_.opened_at_once && out_.finds.size() > first && frame_->bases.empty() &&
      !frame_->has_base && !frame_->is_conditional)
    frame_->opened_at_once.push_back(first);
  return go_on;
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
  find.earlier = 0;
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
  place.offered = place_.offered;
  place.sheet = place_.sheet;
  place.around = frame_->around;
  if (place_.element != Element::other)
    place.element = kElements.name(static_cast<std::size_t>(place_.element));
  else if (!place_.name.empty())
    place.element = shown_name(place_.name);
  if (!place_.handler.empty())
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
