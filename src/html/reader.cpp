// SPDX-License-Identifier: MIT
//
// Before this: base/scope.cpp says what holds around the page; mime/charset.cpp has decoded it.
// After it: extract/html/html.cpp finds references in what is read.
#include "html/reader.h"

namespace basewalk::html {

void Reader::reset(std::string_view text, Kind kind, Tokenizer::Keep keep,
                   const Tree::Settings& settings) {
  tokenizer_.reset(text);
  tokenizer_.keep(keep);
  tree_.reset(settings);
  opened_ = {};
  fate_ = Tree::Fate::opened;
  xml_ = false;
  if (kind == Kind::xml) begin_xml();
}

void Reader::begin_xml() {
  xml_ = true;
  if (!xml_reader_) xml_reader_ = std::make_unique<XmlReader>();
  xml_reader_->reset(text());
}

const Token& Reader::next() {
  if (xml_) return next_of_xml();
  const Token& token = tokenizer_.next();
  switch (token.kind) {
    case TokenKind::start_tag:
      start_tag(token);
      break;
    case TokenKind::end_tag:
      if (!token.unterminated) end_tag(token);
      break;
    case TokenKind::text:
      tree_.text(token);
      break;
    case TokenKind::comment:
      tree_.comment(token);
      break;
    case TokenKind::doctype:
      tree_.doctype(token);
      break;
    case TokenKind::end_of_text:
      tree_.finish();
      break;
  }
  return token;
}

const Token& Reader::next_of_xml() {
  const Token& token = xml_reader_->next();
  if (token.kind == TokenKind::start_tag) {
    const XmlTree::Open& open = *xml_tree().top();
    opened_ = {open.space == Space::other ? Element::other : element_named(open.local), open.space};
  }
  return token;
}

void Reader::close_empty_element() {
  if (xml_) xml_reader_->close_empty_element();
}

void Reader::set_own(std::uint32_t link, bool hides) {
  if (xml_)
    xml_tree().set_own(link, hides);
  else
    tree_.set_own(link, hides);
}

void Reader::start_tag(const Token& tag) {
  opened_.element = tag.element;
  opened_.space = Space::html;
  fate_ = Tree::Fate::opened;
  if (tag.unterminated) return;  // 13.2.5: no tag
  const Tree::Opened& opened =
      tree_.start_tag(tag, attributes(), text().substr(tag.begin, tag.end - tag.begin));
  fate_ = opened.fate;
  if (fate_ != Tree::Fate::dropped) {
    opened_.element = opened.element;
    opened_.space = opened.space;
  }
  tokenizer_.allow_cdata(tree_.in_foreign());
  if (opened.content != TextState::data) tokenizer_.set_state(opened.content, tag.text);
}

void Reader::end_tag(const Token& tag) {
  tree_.end_tag(tag);
  tokenizer_.allow_cdata(tree_.in_foreign());
}

Reader::Kin Reader::content_of(const Token& text) const {
  if (xml_) {
    const XmlTree::Open* const top = xml_tree().top();
    if (top == nullptr || top->space == Space::other) return {Element::other, Space::other};
    return {element_named(top->local), top->space};
  }
  const OpenElements::Current& current = tree_.current();
  if (text.state == TextState::data && current.space == Space::html) return {};
  if (text.state == TextState::plaintext) return {Element::plaintext};
  if (text.state != TextState::data && text.state != TextState::cdata_section)
    return {current.element};
  const bool has_code = current.element == Element::style || current.element == Element::script;
  return current.space == Space::svg && has_code ? Kin{current.element, Space::svg} : Kin{};
}

std::string Reader::meaning_of(const TagAttribute& attribute) {
  if (is_xml()) return std::string(xml().meaning_of(attribute).text);
  if (is_literal(attribute.value)) return std::string(attribute.value);
  std::string value;
  decode_html(attribute.value, References::decode_in_attribute, Nul::replace, value);
  return value;
}

}  // namespace basewalk::html
