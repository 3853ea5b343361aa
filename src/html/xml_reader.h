// SPDX-License-Identifier: MIT
//
// XML as a parser of XML reads it (XML 1.0, Namespaces in XML 1.0), and what stands behind an error
// as HTML's tokenizer does.
//
// Expat says what is in the document: entities replaced, attributes with their defaults, values
// normalized.  Where each tag and value was written is found in the text itself.  What no place
// stands for alone, as it comes out of an entity or a declaration, has the reference or the tag as
// its place, and `in_place` is false.
#ifndef BASEWALK_HTML_XML_READER_H_
#define BASEWALK_HTML_XML_READER_H_

#include <cstddef>
#include <cstdint>
#include <exception>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "html/tokenizer.h"
#include "html/xml_references.h"
#include "html/xml_tree.h"

struct XML_ParserStruct;

namespace basewalk::html {

/// What a value or a text of XML means.
struct XmlMeaning {
  std::string_view text;
  /// Where it was written.
  std::string_view place;
  /// XmlReader::decode() makes `text` of `place`.
  bool in_place = false;
};

class XmlReader {
 public:
  /// Where a document stops being what every parser of XML takes, and why.
  struct Fault {
    enum class Kind : std::uint8_t { none, syntax, limit };
    Kind kind = Kind::none;
    std::size_t place = 0;
    std::string_view why;
  };

  XmlReader() = default;
  ~XmlReader();
  XmlReader(const XmlReader&) = delete;
  XmlReader& operator=(const XmlReader&) = delete;

  void reset(std::string_view text);

  /// The next token; valid until the call after.  Of a start tag `text` is the name and
  /// `self_closing` that the element is closed by the next call.  Instructions are comments that
  /// begin with "?"; other comments, and document types, are given behind an error only.
  const Token& next();
  void close_empty_element();
  /// Of the last start tag; of an instruction xml-stylesheet, or of one of InfoPath, its
  /// pseudo-attributes.  A value is as it was written, and one that was not what it means.
  const std::vector<TagAttribute>& attributes() const { return attributes_; }
  /// Is there a place in the text for the last token alone?
  bool in_place() const { return token_in_place_; }
  /// Where the last token begins.
  std::size_t begin_of_token() const { return token_.begin; }

  /// Of one of attributes(); valid until the call after.
  XmlMeaning meaning_of(const TagAttribute& attribute);
  /// Of the last text.
  XmlMeaning text_meaning();
  void decode(std::string_view place, XmlText kind, std::string& out, text::Offsets* offsets) const;

  const Fault& fault() const { return fault_; }
  /// Was the last token read behind an error?
  bool is_lenient() const { return lenient_; }
  /// Does the document type declare anything?
  bool has_declarations() const { return has_declarations_; }

  XmlTree& tree() { return tree_; }
  const XmlTree& tree() const { return tree_; }

 private:
  struct ParserDeleter {
    void operator()(XML_ParserStruct* parser) const;
  };
  using Parser = std::unique_ptr<XML_ParserStruct, ParserDeleter>;
  struct Handlers;
  friend struct Handlers;

  // A stretch of arena_, or a view of what stays.
  struct Held {
    std::string_view view;
    std::size_t begin = 0, size = 0;
    bool in_arena = false;
  };
  struct Value {
    std::string_view name;
    std::string_view place;
    Held meaning;
    bool in_place = false;
    bool written = true;  // and not a default
  };
  struct Item {
    TokenKind kind = TokenKind::end_of_text;
    TextState state = TextState::data;
    bool self_closing = false;
    bool in_place = false;
    std::string_view name;  // of a tag; of other tokens the text that stands there
    Held meaning;           // of text
    std::size_t begin = 0, end = 0;
    std::size_t first_value = 0, values_end = 0;
  };

  void begin_parser(std::size_t base);
  bool fill();
  void pass_on(XML_ParserStruct* parser);
  void parse_on();
  void stop(Fault::Kind kind, std::string_view why);
  bool begins_again();
  // Browsers take prefixes of elements that are not bound, and entities that might be declared
  // elsewhere, in XHTML; so is it read behind wrong declarations.
  bool is_forgiving() const {
    return is_xhtml_ || (began_again_ && fault_.kind != Fault::Kind::none);
  }
  void forgive(std::size_t place, std::string_view why);
  const Token& lenient();
  const Token& fail_at(std::size_t place, std::string_view why);
  bool take(const Item& item);
  bool settle_names(const Item& item, std::string_view& why);
  bool is_undefined_in(const Value& value) const;

  // What is declared for the attributes of an element.
  struct Attlist {
    std::size_t count = 0;
    std::map<std::string, std::string, std::less<>> defaults;
  };
  void add_defaults();
  XmlMeaning lenient_meaning(std::string_view written, XmlText kind);

  // From the handlers.
  struct Place {
    std::size_t begin, end;
    bool in_place;
  };
  Place place() const;
  void on_start(const char* name, const char** attributes);
  void on_end(const char* name);
  void on_text(std::string_view text);
  void on_instruction(std::string_view target, std::string_view data);
  void on_entity(const char* name, bool is_parameter, const char* value, std::size_t size);
  void on_attlist(const char* element, const char* name, const char* value);
  bool on_external(XML_ParserStruct* parser, const char* context, const char* public_id);
  void flush_text();
  void passed(const Place& place);
  void suspend(const Place& place);
  std::string_view intern(std::string_view name);
  Held hold(std::string_view text);
  std::string_view view_of(const Held& held) const;
  Value written_value(std::string_view name, std::string_view written, std::string_view meaning,
                      XmlText kind);

  std::string_view text_;
  Parser parser_;
  XML_ParserStruct* active_ = nullptr;  // it, or one that it started
  std::size_t active_base_ = 0;         // where the text of that begins
  std::size_t base_ = 0, fed_ = 0, block_ = 0;
  std::exception_ptr thrown_;  // by what expat has called
  bool suspended_ = false, ended_ = false, stopped_ = false, lenient_ = false;
  bool is_xhtml_ = false;
  bool root_seen_ = false, began_again_ = false, has_declarations_ = false;
  bool html_names_ = false, in_cdata_ = false, cdata_in_place_ = false, empty_element_ = false;
  bool standalone_ = false, in_doctype_ = false;
  std::string_view subset_;  // read as one that lies elsewhere
  std::string names_;
  bool names_made_ = false;
  XmlEntities entities_;
  std::size_t references_ = 0;  // entities that hold one
  std::size_t defaults_ = 0;    // attributes that were not written
  std::map<std::string, Attlist, std::less<>> attlists_;
  std::size_t budget_ = 0;
  std::size_t passed_ = 0;        // everything before it was given
  std::size_t instructions_ = 0;  // so were those before it
  Fault fault_;

  std::vector<Item> items_;
  std::size_t cursor_ = 0;
  std::vector<Value> values_;
  std::string arena_;
  std::set<std::string, std::less<>> interned_;
  // Text that may go on.
  std::string pending_;
  Place pending_place_{}, suspended_at_{};
  bool has_pending_ = false;

  // Behind an error.
  Tokenizer tokenizer_;
  std::size_t rest_ = 0;
  std::string expanded_;
  bool is_expanded_ = false;

  XmlTree tree_;
  Token token_;
  bool token_in_place_ = false;
  bool is_empty_element_ = false;
  std::vector<TagAttribute> attributes_;
  std::vector<Value> shown_;  // of attributes_
  Held text_meaning_;
  std::string scratch_;
};

}  // namespace basewalk::html

#endif  // BASEWALK_HTML_XML_READER_H_
