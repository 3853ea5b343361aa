// SPDX-License-Identifier: MIT
//
// One reader of HTML and XML markup: the tokenizer and the tree together.
//
// The tree decides in which state text is read and whether a CDATA section is one (WHATWG HTML
// 13.2.6), and the tokenizer gives the tree its tags; whoever reads markup reads it through here,
// so that all see the same document.
//
// extract/html/html.cpp finds references in it, bundle/page/markup_rewriting.cpp writes it anew.
#ifndef BASEWALK_HTML_READER_H_
#define BASEWALK_HTML_READER_H_

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "html/tokenizer.h"
#include "html/tree/tree.h"
#include "html/xml_reader.h"

namespace basewalk::html {

class Reader {
 public:
  enum class Kind : std::uint8_t { html, xml };

  Reader() = default;
  Reader(std::string_view text, Kind kind, Tokenizer::Keep keep) { reset(text, kind, keep); }

  /// Begins with another text.
  void reset(std::string_view text, Kind kind, Tokenizer::Keep keep,
             const Tree::Settings& settings = {});
  /// What was begun as HTML is XML: no tag was read yet.
  void begin_xml();
  bool is_xml() const { return xml_; }

  /// The next token; valid until the call after.  The tree knows it already.
  const Token& next();
  /// Of a start tag of XML that closes itself: its element is closed.  next() does it otherwise.
  void close_empty_element();
  /// See Tokenizer.
  void cut_conditions(bool cut) { tokenizer_.cut_conditions(cut); }

  std::string_view text() const { return tokenizer_.text(); }
  /// Where the last token begins.
  std::size_t place() const { return xml_ ? xml_reader_->begin_of_token() : tokenizer_.place(); }
  /// Of the last start tag.
  const std::vector<TagAttribute>& attributes() const {
    return xml_ ? xml_reader_->attributes() : tokenizer_.attributes();
  }

  /// What an element is.
  struct Kin {
    Element element = Element::other;
    Space space = Space::html;
  };
  /// What one of attributes() means: character references decoded.
  std::string meaning_of(const TagAttribute& attribute);
  /// The element that the last start tag opened; of one that opened none what its name says.
  Kin opened() const { return opened_; }
  /// What became of the last start tag.  An unterminated one, which is none in HTML, counts as
  /// opened.
  Tree::Fate fate() const { return fate_; }
  /// The element whose content a text is: style, script, textarea and others that are read in a
  /// state of their own, a style or script of SVG; in XML the innermost of a known vocabulary.
  Kin content_of(const Token& text) const;

  /// Is the place at hand in a template?
  bool in_template() const { return xml_ ? xml_tree().in_template() : tree_.in_template(); }
  /// What holds where the last text, or the last element that holds nothing, stands.
  Context context() const { return xml_ ? xml_tree().context() : tree_.context(); }
  /// Says what holds within the element of the last start tag, if that is still open: the number of
  /// the link that it is (0 for none), and whether it hides what is in it.
  void set_own(std::uint32_t link, bool hides);
  /// Of HTML that was read to its end: are its tokens, and what its start tags open, the same
  /// behind other such texts with a <br> between?
  bool stands_alone() const {
    return tokenizer_.ended_at_rest() && tree_.is_context_free() && !tree_.in_foreign();
  }
  /// Where the end tag of that name begins that would end a raw text behind the last token; the end
  /// of the text where none does.
  std::size_t end_of_raw_text(std::string_view name) const {
    return tokenizer_.end_of_raw_text(name);
  }
  /// The tree of HTML.
  const Tree& tree() const { return tree_; }
  /// Of XML: what tokens mean, and where it is not well-formed.
  XmlReader& xml() { return *xml_reader_; }
  const XmlReader& xml() const { return *xml_reader_; }
  /// The open elements of XML.
  XmlTree& xml_tree() { return xml_reader_->tree(); }
  const XmlTree& xml_tree() const { return xml_reader_->tree(); }

 private:
  void start_tag(const Token& tag);
  void end_tag(const Token& tag);
  const Token& next_of_xml();

  Tokenizer tokenizer_;
  Tree tree_;
  std::unique_ptr<XmlReader> xml_reader_;
  Kin opened_;
  Tree::Fate fate_ = Tree::Fate::opened;
  bool xml_ = false;
};

}  // namespace basewalk::html

#endif  // BASEWALK_HTML_READER_H_
