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
  xml_ = is_empty_element_ = false;
  if (kind == Kind::xml) begin_xml();
}

void Reader::begin_xml() {
  xml_ = true;
  xml_tree_.reset();
  tokenizer_.keep(Tokenizer::Keep::all);
  tokenizer_.allow_cdata(true);
}

const Token& Reader::next() {
  if (is_empty_element_) close_empty_element();
  const Token& token = tokenizer_.next();
  if (token.kind == TokenKind::start_tag)
    start_tag(token);
  else if (token.kind == TokenKind::end_tag && !token.unterminated)
    end_tag(token);
  return token;
}

void Reader::close_empty_element() {
  if (is_empty_element_) xml_tree_.close_last();
  is_empty_element_ = false;
}

void Reader::start_tag(const Token& tag) {
  if (xml_) {
    const XmlTree::Open& open = xml_tree_.start_tag(tag, attributes());
    opened_ = {open.space == Space::other ? Element::other : element_named(open.local), open.space};
    is_empty_element_ = tag.self_closing;
    return;
  }
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
  if (xml_) {
    xml_tree_.end_tag(tag);
    return;
  }
  tree_.end_tag(tag);
  tokenizer_.allow_cdata(tree_.in_foreign());
}

Reader::Kin Reader::content_of(const Token& text) const {
  if (xml_) {
    const XmlTree::Open* const top = xml_tree_.top();
    if (top == nullptr || top->space == Space::other) return {Element::other, Space::other};
    return {element_named(top->local), top->space};
  }
  if (text.state != TextState::data && text.state != TextState::cdata_section) return {raw_text_};
  return tree_.in_foreign_style() ? Kin{Element::style, Space::svg} : Kin{};
}

}  // namespace basewalk::html
