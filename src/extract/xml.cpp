// SPDX-License-Identifier: MIT
//
// What XML adds to HTML: namespaces, xml:base, and feeds, whose links are the text of elements.
//
// The tokenizer is HTML's, without its states for raw text and with CDATA sections everywhere: it
// reads what is well-formed as XML does, and goes on where it is not.
#include <algorithm>

#include "basewalk/note.h"
#include "extract/html_extractor.h"
#include "html/xml_entities.h"
#include "text/ascii.h"
#include "text/find.h"

namespace basewalk::extract {

using html::Attribute;
using html::carries_url;
using html::Element;
using html::element_named;
using html::is_presentation;
using html::Space;
using html::TagAttribute;
using html::Token;
using html::XmlEntities;
using html::XmlTree;
using text::find_byte;
using text::kNone;

namespace {

// Elements of Atom (RFC 4287), RSS and their extensions whose whole text is a reference, relative
// ones too.
constexpr std::string_view kUrlElements[] = {
    "link", "comments", "docs",     "url",        "uri", "icon",
    "logo", "href",     "origlink", "commentrss", "loc",
};

// Is the text of such an element a reference?  Other vocabularies use the same names for other
// things, so it has to look like one.
bool is_reference(std::string_view element, std::string_view text) {
  if (std::any_of(text.begin(), text.end(), ascii::is_space)) return false;
  return text.find_first_of(":/.?#") != kNone && ascii::iis_one_of(kUrlElements, element);
}

// Does a text hold a tag or a comment?
bool holds_markup(std::string_view text) {
  for (std::size_t at = 0; (at = find_byte(text, '<', at)) + 1 < text.size(); ++at)
    if (ascii::is_alpha(text[at + 1]) || text[at + 1] == '!') return true;
  return false;
}

}  // namespace

void HtmlExtractor::begin_xml(Frame& frame) { frame.reader.begin_xml(); }

// XML 1.0 2.8: a document type declaration with a subset goes on behind its first ">".  Where the
// document uses the entities that it declares, the rest is read with them replaced, as a frame of
// its own: they may hold tags.
void HtmlExtractor::document_type(const Token& token) {
  Frame& frame = *frame_;
  frame.has_type = true;
  const std::size_t open = token.text.find('[');
  if (open == kNone) return;
  const std::string_view text = frame.reader.text();
  XmlEntities entities;
  const std::size_t behind =
      entities.read(text, static_cast<std::size_t>(token.text.data() - text.data()) + open + 1);
  if (behind == kNone) return;
  frame.reader.resume_at(behind);
  if (entities.empty()) return;
  const std::string_view rest = text.substr(behind);
  std::string expanded;
  const bool complete = entities.expand(rest, 2 * whole_.size() + 4096, expanded);
  const std::size_t begin =
      frame.decoded ? frame.begin : static_cast<std::size_t>(rest.data() - whole_.data());
  if (!complete) out_.notes.push_back({NoteCode::limit_entities, 0, begin, {}});
  if (expanded == rest) return;
  frame.reader.resume_at(text.size());
  Frame& inner = push_frame(out_.keep(expanded));
  begin_xml(inner);
  inner.has_type = true;
  inner.scope = frame.scope;
  inner.depth = frame.depth;
  inner.around = frame.around;
  inner.is_conditional = frame.is_conditional;
  inner.decoded = true;
  inner.begin = begin;
  inner.end = frame.decoded ? frame.end : begin + rest.size();
}

// [B3]: xml:base is the base of the element and of all in it.
bool HtmlExtractor::xml_start_tag(const Token& tag) {
  Frame& frame = *frame_;
  const std::vector<TagAttribute>& attributes = frame.reader.attributes();
  XmlTree::Open& open = *frame.reader.xml_tree().top();
  const bool known = open.space != Space::other;
  place_ = {known ? open.local : open.name,
            frame.reader.opened().element,
            open.space,
            Attribute::other,
            open.scope,
            static_cast<std::uint8_t>(tag.unterminated ? kUnterminated : 0)};
  const std::size_t first = out_.finds.size();
  bool go_on = true;
  for (const TagAttribute& attribute : attributes) {
    if (attribute.id != Attribute::xml_base) continue;
    place_.attribute = attribute.id;
    take_value(attribute);
    const std::uint32_t scope = new_scope(open.scope, ScopeKind::element);
    go_on = add_base(scope);
    place_.scope = open.scope = scope;
    break;
  }
  frame.scope = open.scope;
  if (go_on && known) {
    go_on = tag_of_html(tag, attributes);
  } else {
    for (const TagAttribute& each : attributes) {
      if (!go_on) break;
      if (!is_presentation(each.id) && carries_url(Element::other, each.id))
        go_on = attribute(each);
    }
  }
  Token local = tag;
  local.element = place_.element;
  if (known) show_tag(local, attributes, first);
  if (tag.self_closing) {
    frame.reader.close_empty_element();
    xml_end_tag(tag);
  }
  return go_on;
}

void HtmlExtractor::xml_end_tag(const Token& tag) {
  Token local = tag;
  local.element = element_named(tag.text.substr(tag.text.find(':') + 1));
  show_break(local.element);
  const XmlTree::Open* const top = frame_->reader.xml_tree().top();
  frame_->scope = top != nullptr ? top->scope : 0;
}

bool HtmlExtractor::xml_text(const Token& token) {
  take_text(token);
  const XmlTree::Open* const top = frame_->reader.xml_tree().top();
  place_ = {};
  place_.scope = frame_->scope;
  if (top == nullptr) return plain_.scan(piece_.text);
  if (top->space != Space::other) {
    const Element element = element_named(top->local);
    if (element != Element::style && element != Element::script) {
      show_text_here(piece_.text);
      return plain_.scan(piece_.text);
    }
    place_.name = top->local;
    place_.element = element;
    place_.space = top->space;
    return element == Element::script ? script() : style();
  }
  const std::string_view whole = ascii::trim(piece_.text);
  if (is_reference(top->local, whole)) {
    place_.name = top->name;
    place_.space = Space::other;
    piece_.syntax = Syntax::whole;
    return found_in_piece(whole);
  }
  // The HTML of feeds is text, escaped or in a CDATA section.
  if (holds_markup(whole)) {
    piece_.syntax = Syntax::whole;
    push_document(std::string(shown_name(top->name)) + ' ', ScopeKind::srcdoc, frame_->scope);
    return true;
  }
  return plain_.scan(piece_.text);
}

// "Associating Style Sheets with XML documents": <?xml-stylesheet href="..."?>
bool HtmlExtractor::processing_instruction(const Token& token) {
  constexpr std::string_view kTarget = "?xml-stylesheet";
  if (!token.text.starts_with(kTarget)) return true;
  const std::size_t href = token.text.find("href", kTarget.size());
  if (href == kNone) return true;
  const std::size_t open = token.text.find_first_of("\"'", href);
  if (open == kNone) return true;
  const std::size_t close = token.text.find(token.text[open], open + 1);
  if (close == kNone) return true;
  TagAttribute pseudo;
  pseudo.id = Attribute::href;
  pseudo.value = token.text.substr(open + 1, close - open - 1);
  place_ = {kTarget, Element::other, Space::other, Attribute::other, frame_->scope, 0};
  return attribute(pseudo);
}

void extract_xml(std::string_view text, const Options& options, Finds& out) {
  HtmlExtractor(text, true, options, out).run();
}

}  // namespace basewalk::extract
