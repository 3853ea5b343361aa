// SPDX-License-Identifier: MIT
//
// What the reader says is written again; what stands behind an error is kept as it is.
#include "bundle/page/plain_xml.h"

#include "basewalk/extract/written.h"
#include "html/reader.h"

namespace basewalk::bundle {

using extract::Markup;
using html::Reader;
using html::TagAttribute;
using html::Token;
using html::TokenKind;
using html::XmlMeaning;

namespace {

void write_start_tag(Reader& reader, const Token& tag, std::string& out) {
  out.append("<").append(tag.text);
  for (const TagAttribute& attribute : reader.attributes()) {
    out.append(" ").append(attribute.name).append("=\"");
    const XmlMeaning meaning = reader.xml().meaning_of(attribute);
    extract::append_escaped(meaning.text, Markup::double_quoted, out);
    out += '"';
  }
  out += tag.self_closing ? "/>" : ">";
}

}  // namespace

PlainXml without_declarations(std::string_view xml) {
  Reader reader(xml, Reader::Kind::xml, html::Tokenizer::Keep::all);
  std::string out;
  std::size_t style = 0;   // the depth of the style element that is open
  bool divided = false;    // a style sheet lies in pieces, or a meaning not where it is written
  bool in_pieces = false;  // the one at hand has one that ended
  while (true) {
    const Token& token = reader.next();
    if (token.kind == TokenKind::end_of_text) break;
    if (reader.xml().is_lenient()) {
      out += xml.substr(token.begin);
      break;
    }
    const std::size_t depth = reader.xml_tree().depth();
    if (style != 0 && depth < style) style = 0;
    if (style != 0 && (token.kind != TokenKind::text || depth > style)) {
      divided = true;
      continue;
    }
    switch (token.kind) {
      case TokenKind::start_tag:
        for (const TagAttribute& attribute : reader.attributes())
          divided = divided || !reader.xml().meaning_of(attribute).in_place;
        write_start_tag(reader, token, out);
        if (reader.opened().element == html::Element::style && !token.self_closing) {
          style = depth;
          in_pieces = false;
        }
        break;
      case TokenKind::end_tag:
        out.append("</").append(token.text).append(">");
        break;
      case TokenKind::text:
        divided = divided || (style != 0 && in_pieces);
        in_pieces = true;
        extract::append_escaped(reader.xml().text_meaning().text, Markup::text, out);
        break;
      case TokenKind::comment:
        out.append("<").append(token.text).append(">");
        break;
      default:
        break;
    }
  }
  const bool is_cut = reader.xml().fault().kind == html::XmlReader::Fault::Kind::limit;
  if (!divided && !reader.xml().has_declarations()) return {{}, is_cut};
  return {std::move(out), is_cut};
}

}  // namespace basewalk::bundle
