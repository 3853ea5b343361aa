// SPDX-License-Identifier: MIT
//
// Before this: base/scope.cpp says what holds around the page; mime/charset.cpp has decoded it.
// After it: extract/html.cpp finds references in what is read.
#include "html/reader.h"

namespace basewalk::html {

void Reader::reset(std::string_view text, Kind kind, Tokenizer::Keep keep) {
  tokenizer_.reset(text);
  tokenizer_.keep(keep);
  tree_.reset();
  raw_text_ = Element::other;
  opened_ = {};
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
  if (token.kind == TokenKind::start_tag)
    start_tag(token);
  else if (token.kind == TokenKind::end_tag && !token.unterminated)
    end_tag(token);
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

void Reader::start_tag(const Token& tag) {
  opened_ = {tag.element, Space::html};
  if (tag.unterminated) return;  // 13.2.5: no tag
  opened_.space = tree_.start_tag(tag, attributes());
  tokenizer_.allow_cdata(tree_.in_foreign());
  if (opened_.space != Space::html) return;
  // 13.2.6.4.  Mail readers run no scripts, so that noscript is markup.
  raw_text_ = tag.element;
  if (has_trait(tag.element, kRawText))
    tokenizer_.set_state(TextState::rawtext, tag.text);
  else if (has_trait(tag.element, kRcdata))
    tokenizer_.set_state(TextState::rcdata, tag.text);
  else if (tag.element == Element::script)
    tokenizer_.set_state(TextState::script_data, tag.text);
  else if (tag.element == Element::plaintext)
    tokenizer_.set_state(TextState::plaintext);
  else
    raw_text_ = Element::other;
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
  if (text.state != TextState::data && text.state != TextState::cdata_section) return {raw_text_};
  return tree_.in_foreign_style() ? Kin{Element::style, Space::svg} : Kin{};
}

}  // namespace basewalk::html
