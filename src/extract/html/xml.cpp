// SPDX-License-Identifier: MIT
//
// What XML adds to HTML: namespaces, xml:base, and feeds, whose links are the text of elements.
//
// What is in a document html/xml_reader.cpp says; here it is judged.
#include <algorithm>
#include <utility>

#include "basewalk/note.h"
#include "extract/html/extractor.h"
#include "text/ascii.h"
#include "text/data_url.h"
#include "text/find.h"
#include "text/utf8.h"
#include "text/work.h"

namespace basewalk::extract {

using html::Attribute;
using html::carries_url;
using html::Element;
using html::element_named;
using html::is_presentation;
using html::Space;
using html::TagAttribute;
using html::TextState;
using html::Token;
using html::XmlMeaning;
using html::XmlReader;
using html::XmlText;
using html::XmlTree;
using text::find_any;
using text::find_byte;
using text::kNone;

namespace {

// Elements of Atom (RFC 4287), RSS and their extensions whose whole text is a reference, relative
// ones too.
constexpr std::string_view kUrlElements[] = {
    "link", "comments", "docs",     "url",        "uri", "icon",
    "logo", "href",     "origlink", "commentrss", "loc",
};

// Of files that the shell of Windows opens and shows the places of: .library-ms,
// .searchConnector-ms, .search-ms; that it installs programs from: .application and .vsto
// (ClickOnce), .appinstaller; that its player plays: .asx, .wpl; and that Acrobat opens a document
// of: .xfdf.  "\\host\share" is a folder of another machine there, which learns who asks.
constexpr std::string_view kShellRoots[] = {"librarydescription",
                                            "searchconnectordescription",
                                            "persistedquery",
                                            "assembly",
                                            "appinstaller",
                                            "asx",
                                            "smil",
                                            "xfdf"};

// What the installer of macOS runs scripts of when it opens a package, in elements and in
// attributes of that name (Distribution XML Reference).
constexpr std::string_view kInstallerRoots[] = {"installer-gui-script", "installer-script"};
constexpr std::string_view kScript = "script";

// The vocabulary of XSLT (XSLT 1.0 2.1), and the one before it of Microsoft.
constexpr std::string_view kXsltSpaces[] = {"http://www.w3.org/1999/XSL/Transform",
                                            "http://www.w3.org/TR/WD-xsl"};
constexpr std::string_view kDeclaration = "xmlns";
// What a browser takes for a style sheet in XSLT.
constexpr std::string_view kXsltTypes[] = {
    "text/xsl",
    "application/xslt+xml",
    "text/xml",
    "application/xml",
    "application/xhtml+xml",
    "application/rss+xml",
    "application/atom+xml",
};

// Is the text of such an element a reference?  Other vocabularies use the same names for other
// things, so it has to look like one.
bool is_reference(std::string_view element, std::string_view text) {
  if (std::any_of(text.begin(), text.end(), ascii::is_space)) return false;
  return text.find_first_of(":/.?#") != kNone && ascii::iis_one_of(kUrlElements, element);
}

// Names of namespaces, and where their schemas lie (XML Schema 2.6.3): nobody is led there.
bool is_of_schema(std::string_view attribute) {
  if (attribute == "xmlns" || attribute.starts_with("xmlns:")) return true;
  const std::size_t colon = attribute.find(':');
  if (colon == kNone) return false;
  const std::string_view local = attribute.substr(colon + 1);
  return local == "schemaLocation" || local == "noNamespaceSchemaLocation";
}

// Does a text hold a tag or a comment?
bool holds_markup(std::string_view text) {
  for (std::size_t at = 0; (at = find_byte(text, '<', at)) + 1 < text.size(); ++at)
    if (ascii::is_alpha(text[at + 1]) || text[at + 1] == '!') return true;
  return false;
}

}  // namespace

void HtmlExtractor::begin_xml(Frame& frame) {
  frame.reader.begin_xml();
  frame.outermost = frame.shown_scope = frame.scope;
}

void HtmlExtractor::pass_error() {
  if (frame_->behind_error == kNone && frame_->reader.xml().is_lenient())
    frame_->behind_error = out_.finds.size();
}

// [B4].  The scope that a <base> is for.  One behind an error is for what stands there: what stands
// before it is shown without.
std::uint32_t HtmlExtractor::xml_base_scope() {
  Frame& frame = *frame_;
  const bool is_first = !std::exchange(frame.has_base, true);
  if (frame.behind_error == kNone || !is_first) return frame.outermost;
  const std::uint32_t scope = new_scope(frame.outermost, ScopeKind::conditional);
  for (std::size_t i = frame.behind_error; i < out_.finds.size(); ++i)
    if (out_.finds[i].scope == frame.outermost) out_.finds[i].scope = scope;
  if (frame.scope == frame.outermost) frame.scope = scope;
  frame.outermost = scope;
  return scope;
}

std::uint32_t HtmlExtractor::scope_of(const XmlTree::Open* open) const {
  const bool outermost = open == nullptr || open->scope == frame_->shown_scope;
  return outermost ? frame_->outermost : open->scope;
}

void HtmlExtractor::end_xml() {
  end_value();
  const XmlReader::Fault& fault = frame_->reader.xml().fault();
  if (fault.kind == XmlReader::Fault::Kind::none) return;
  const bool limit = fault.kind == XmlReader::Fault::Kind::limit;
  std::size_t place = frame_->begin;
  if (!frame_->decoded)
    place = static_cast<std::size_t>(frame_->reader.text().data() - whole_.data()) + fault.place;
  out_.notes.push_back(
      {limit ? NoteCode::limit_entities : NoteCode::xml_syntax, 0, place, std::string(fault.why)});
}

// Makes what a reader says the piece at hand.
void HtmlExtractor::take_meaning(const XmlMeaning& meaning, XmlText kind) {
  piece_.text = piece_.written = meaning.place;
  if (meaning.text.data() == meaning.place.data() && meaning.text.size() == meaning.place.size())
    return;
  scratch_.clear();
  if (meaning.in_place) {
    offsets_.clear();
    frame_->reader.xml().decode(meaning.place, kind, scratch_, &offsets_);
    piece_.decoded = true;
  } else {
    scratch_ = meaning.text;
    piece_.whole = true;
  }
  piece_.text = scratch_;
}

void HtmlExtractor::take_xml_value(const TagAttribute& attribute) {
  const XmlMeaning meaning = frame_->reader.xml().meaning_of(attribute);
  const char* const value = meaning.place.data();
  const bool first = value == frame_->reader.text().data();
  piece_.markup = first                   ? Markup::none
                  : value[-1] == '"'      ? Markup::double_quoted
                  : value[-1] == '\''     ? Markup::single_quoted
                  : meaning.place.empty() ? Markup::none
                                          : Markup::unquoted;
  if (piece_.markup == Markup::none) piece_.syntax = Syntax::fixed;
  take_meaning(meaning, XmlText::attribute);
}

void HtmlExtractor::take_xml_text(const Token& token) {
  const bool cdata = token.state == TextState::cdata_section;
  piece_ = {};
  piece_.markup = cdata ? Markup::raw_text : Markup::text;
  take_meaning(frame_->reader.xml().text_meaning(), cdata ? XmlText::cdata : XmlText::content);
}

// [B3]: xml:base is the base of the element and of all in it, and so is what JNLP calls its
// codebase (JSR-56 3.1).  In other vocabularies a codebase is where a program comes from.
bool HtmlExtractor::xml_start_tag(const Token& tag) {
  if (!end_value()) return false;
  Frame& frame = *frame_;
  const std::vector<TagAttribute>& attributes = frame.reader.attributes();
  XmlTree::Open& open = *frame.reader.xml_tree().top();
  const bool known = open.space != Space::other;
  // XSLT, which a browser carries out: of which texts it makes links nobody here knows.
  out_.has_script |=
      std::any_of(attributes.begin(), attributes.end(), [&](const TagAttribute& each) {
        return each.name.starts_with(kDeclaration) &&
               ascii::iis_one_of(kXsltSpaces, meaning_of(each));
      });
  if ((open.space == Space::svg || open.space == Space::html) && depth_ == 1)
    marks_.start_tag(tag, frame.reader.opened());
  if (frame.reader.xml_tree().depth() == 1) {
    open.scope = frame.outermost;
    frame.is_of_shell = !known && ascii::iis_one_of(kShellRoots, open.local);
    frame.is_of_installer = !known && ascii::is_one_of(kInstallerRoots, open.local);
  }
  if (frame.is_of_installer)
    out_.has_script |= open.local == kScript ||
                       std::any_of(attributes.begin(), attributes.end(),
                                   [](const TagAttribute& each) { return each.name == kScript; });
  open.scope = scope_of(&open);
  place_ = {known ? open.local : open.name,
            frame.reader.opened().element,
            open.space,
            Attribute::other,
            open.scope,
            static_cast<std::uint8_t>(tag.unterminated ? kUnterminated : 0)};
  const std::size_t first = out_.finds.size();
  bool go_on = true;
  const bool is_jnlp = !known && open.local == "jnlp";
  for (const TagAttribute& attribute : attributes) {
    if (attribute.id != Attribute::xml_base && !(is_jnlp && attribute.id == Attribute::codebase))
      continue;
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
      if (each.id == Attribute::xml_base || (is_jnlp && each.id == Attribute::codebase)) continue;
      if ((!is_presentation(each.id) && carries_url(Element::other, each.id)) ||
          each.id == Attribute::codebase || (frame.is_of_shell && each.id == Attribute::path))
        go_on = attribute(each);
      else if (!is_of_schema(each.name))
        go_on = other_attribute(each);
    }
  }
  Token local = tag;
  local.element = place_.element;
  if (known) show_tag(local, attributes, first);
  if (known && place_.element == Element::script) begin_script(attributes);
  if (known && place_.element == Element::style)
    frame.styles.push_back({frame.reader.xml_tree().depth(), open.scope, open.space});
  if (tag.self_closing) {
    frame.reader.close_empty_element();
    go_on = go_on && xml_end_tag(tag);
  }
  return go_on;
}

// What an attribute of an unknown vocabulary means nobody here knows; some program may go where it
// says.
bool HtmlExtractor::other_attribute(const TagAttribute& attribute) {
  if (find_any<'/', '\\', '&'>(attribute.value, 0) == attribute.value.size()) return true;
  const Here around = place_;
  place_.attribute = Attribute::other;
  place_.handler = attribute.name;
  place_.flags |= kNested;
  if (attribute.unterminated) place_.flags |= kUnterminated;
  take_value(attribute);
  const bool go_on = plain_.scan(piece_.text);
  place_ = around;
  return go_on;
}

bool HtmlExtractor::xml_end_tag(const Token& tag) {
  if (!end_value()) return false;
  Token local = tag;
  local.element = element_named(tag.text.substr(tag.text.find(':') + 1));
  if (depth_ == 1) marks_.end_tag();
  show_break(local.element);
  Frame& frame = *frame_;
  const XmlTree& tree = frame.reader.xml_tree();
  while (!frame.styles.empty() && frame.styles.back().depth > tree.depth())
    if (!joined_style(frame)) return false;
  frame.scope = scope_of(tree.top());
  return true;
}

// What lies in several pieces of a value; each of them was searched by itself.
bool HtmlExtractor::end_value() {
  if (frame_->value.pieces < 2) {
    frame_->value.clear();
    return true;
  }
  const Value value = std::exchange(frame_->value, {});
  if (!work::charge(value.text.text().size())) return true;
  piece_ = {};
  scratch_ = value.text.text();
  piece_.text = scratch_;
  piece_.written = value.text.written();
  piece_.joined = &value.text;
  piece_.divided = true;
  place_ = {};
  place_.scope = value.scope;
  const std::string_view whole = ascii::trim(piece_.text);
  const bool is_whole = is_reference(value.local, whole);
  if (is_whole) {
    place_.name = value.name;
    place_.space = Space::other;
    piece_.syntax = Syntax::whole;
  }
  const bool go_on = is_whole ? found_in_piece(whole) : plain_.scan(piece_.text);
  piece_.joined = nullptr;
  piece_.divided = false;
  return go_on;
}

// Of the innermost style element that is open all text is there.
bool HtmlExtractor::joined_style(Frame& frame) {
  const Style style = std::move(frame.styles.back());
  frame.styles.pop_back();
  if (style.text.empty()) return true;
  piece_ = {};
  scratch_ = style.text.text();
  piece_.text = scratch_;
  piece_.written = style.text.written();
  piece_.joined = &style.text;
  place_ = {};
  place_.scope = style.scope;
  place_.name = "style";
  place_.element = Element::style;
  place_.space = style.space;
  const bool go_on = this->style();
  piece_.joined = nullptr;
  return go_on;
}

bool HtmlExtractor::xml_text(const Token& token) {
  take_xml_text(token);
  Frame& frame = *frame_;
  const XmlTree& tree = frame.reader.xml_tree();
  const XmlTree::Open* const top = tree.top();
  place_ = {};
  place_.scope = frame.scope;
  if (top == nullptr) return plain_.scan(piece_.text);
  if (top->space != Space::other) {
    const Element element = element_named(top->local);
    if (element == Element::style && !frame.styles.empty() &&
        frame.styles.back().depth == tree.depth()) {
      frame.styles.back().text.add(piece_.text, piece_.written,
                                   piece_.decoded ? &offsets_ : nullptr, piece_.markup,
                                   !piece_.whole);
      return true;
    }
    if (element != Element::script) {
      if (depth_ == 1 && top->space == Space::html && !ascii::trim(piece_.text).empty())
        marks_.text(piece_.text);
      show_text_here(piece_.text);
      const std::uint32_t link = frame.reader.context().link;
      if (link != 0 && frame.links[link - 1].leads) place_.flags |= kInLink;
      return plain_.scan(piece_.text);
    }
    place_.name = top->local;
    place_.element = element;
    place_.space = top->space;
    run_script(frame.runs);
    return script();
  }
  Value& value = frame.value;
  if (value.pieces++ == 0) {
    value.local = top->local;
    value.name = top->name;
    value.scope = frame.scope;
  }
  value.text.add(piece_.text, piece_.written, piece_.decoded ? &offsets_ : nullptr, piece_.markup,
                 !piece_.whole);
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

// "Associating Style Sheets with XML documents": <?xml-stylesheet href="..."?>; the same of
// InfoPath, which fills the document into a form that it loads from there.
bool HtmlExtractor::processing_instruction(const Token& token) {
  constexpr std::string_view kTargets[] = {"?xml-stylesheet", "?mso-infoPathSolution"};
  const auto* const target =
      std::find_if(std::begin(kTargets), std::end(kTargets),
                   [&](std::string_view each) { return token.text.starts_with(each); });
  if (target == std::end(kTargets)) return true;
  place_ = {*target, Element::other, Space::other, Attribute::other, frame_->scope, 0};
  const TagAttribute* href = nullptr;
  bool xslt = false;
  for (const TagAttribute& pseudo : frame_->reader.attributes()) {
    if (pseudo.id == Attribute::href && href == nullptr) href = &pseudo;
    if (pseudo.id == Attribute::type) xslt = ascii::iis_one_of(kXsltTypes, meaning_of(pseudo));
  }
  if (href == nullptr) return true;
  take_value(*href);
  const std::string_view url = ascii::trim(piece_.text);
  // What such a style sheet makes of the document is not known here.  One that lies elsewhere has a
  // link of its own.
  if (xslt && (url.starts_with('#') || ascii::istarts_with(url, text::kDataScheme)))
    out_.notes.push_back({NoteCode::style_sheet_xslt, 0,
                          frame_->decoded ? frame_->begin : offset(0),
                          std::string(utf8::cut(url, kShownName))});
  return attribute(*href);
}

void extract_xml(std::string_view text, const Options& options, Finds& out) {
  HtmlExtractor(text, true, options, out).run();
}

}  // namespace basewalk::extract
