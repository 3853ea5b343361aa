// SPDX-License-Identifier: MIT
//
// Reads the tokens of HTML and XML and says which hold references.
//
// Documents lie in one another: a srcdoc attribute holds one, an MSO conditional comment holds a
// stretch that only some programs read, a feed holds HTML.  Each is a frame on a stack; the topmost
// is read to its end before the one below goes on.
//
// html.cpp reads them, attributes.cpp and documents.cpp what a tag holds, xml.cpp what is XML's,
// shown.cpp the texts of links, and divided.cpp words that tags divide.
#ifndef BASEWALK_SRC_EXTRACT_HTML_EXTRACTOR_H_
#define BASEWALK_SRC_EXTRACT_HTML_EXTRACTOR_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "basewalk/extract/extract.h"
#include "extract/css/css.h"
#include "extract/find_visitor.h"
#include "extract/html/divided.h"
#include "extract/joined_text.h"
#include "extract/marks.h"
#include "extract/plain.h"
#include "html/reader.h"
#include "text/offsets.h"

namespace basewalk::extract {

class HtmlExtractor final : private FindVisitor {
 public:
  HtmlExtractor(std::string_view text, bool xml, const Options& options, Finds& out);

  void run();

 private:
  // A link that has a text.
  struct Link {
    std::size_t first = 0, end = 0;  // its finds
    bool leads = false;              // it is an <a href>
  };
  // What a reader sees of the link that was last added to.
  struct Shown {
    std::uint32_t link = 0;  // its number; 0 for none
    std::string text;
    bool blank = false;  // white space is due before the next character
    bool full = false;   // no more is taken
  };

  // A style element whose text is not complete.
  struct Style {
    std::size_t depth;  // of its element; of HTML, its entry among those that are open
    std::uint32_t scope;
    html::Space space;
    JoinedText text{};
    html::NodeId node = html::kDocument;  // of HTML
  };

  // What is known of the forms of a document.  Any button may be one of any form (HTML 4.10.18.3),
  // so that each answers for all.
  struct Forms {
    bool by_get = false;         // there is one that is submitted by GET
    bool button_by_get = false;  // or a button that submits its form so, to the form's action
    std::vector<std::size_t> of_forms;    // finds: actions that a button would make such
    std::vector<std::size_t> of_buttons;  // those that a form would
  };

  // The text of an element of XML: comments and sections divide it for whoever looks at the markup,
  // and for no program.
  struct Value {
    JoinedText text;
    std::size_t pieces = 0;
    std::string_view local, name;
    std::uint32_t scope = 0;

    // Most have one piece: memory stays.
    void clear() {
      text.clear();
      pieces = 0;
    }
  };

  // A document, or the content of a conditional comment in one.
  struct Frame {
    html::Reader reader;
    Frame* document = nullptr;
    std::uint32_t number = 0;             // of the document, among all in the text
    std::uint32_t scope = 0;              // of the bases that count here
    std::uint32_t outermost = 0;          // of XML: what that is outside of all elements
    std::uint32_t shown_scope = 0;        // of XML: the same before an error
    bool has_base = false;                // of XML
    bool is_of_shell = false;             // of XML: the shell of Windows opens it
    bool is_of_installer = false;         // of XML: the installer of macOS runs it
    std::size_t behind_error = 0;         // of XML: the first find there; none before one
    std::uint32_t conditional = 0;        // the scope of its conditional comments; 0 for none yet
    std::uint32_t unbased = 0;            // that of its own URL, which no <base> changes; likewise
    std::size_t depth = 0;                // srcdocs around it
    std::string_view around;              // of its places
    std::string_view conditional_around;  // the same within its conditional comments
    bool is_conditional = false;          // it is in one
    bool decoded = false;  // offsets within it mean nothing: begin and end stand for all
    std::size_t begin = 0;
    std::size_t end = 0;
    // Tags of its own scope's bases, and of what is made with the base of its moment.
    struct BaseTag {
      std::size_t tag;  // where it begins
      std::uint32_t find;
    };
    struct Earlier {
      std::size_t tag;
      std::uint32_t scope;
    };
    std::vector<BaseTag> bases;
    std::vector<Earlier> earlier;
    std::vector<std::size_t> opened_at_once;  // finds before any base
    html::Tree::Settings settings;
    std::vector<Link> links;  // numbered from 1 on
    Shown shown;
    DividedWord word;
    bool runs = false;          // the last script is one for a browser, and no block of data
    bool hides = false;         // an element that is not shown was opened
    std::vector<Style> styles;  // those of XML, and of SVG in HTML, that are open
    Value value;                // of XML: what stands behind the last tag
    Forms forms;                // of the document, conditional comments included
  };

  // A text that is searched, and the way back to where it was written.
  struct Piece {
    std::string_view text;
    std::string_view written;
    bool decoded = false;  // then in scratch_, and offsets_ leads back
    bool whole = false;    // or nothing does: then all of what was written stands for a part
    Markup markup = Markup::none;
    Syntax syntax = Syntax::word;        // of what is found without a scanner of style sheets
    const JoinedText* joined = nullptr;  // which it is
    bool divided = false;                // it is a word whose pieces were searched by themselves
  };

  // A data: URL that a sheet imports.
  struct Import {
    std::string_view url;
    std::string_view written;
    std::size_t depth = 0;
  };

  // What a find belongs to.
  struct Here {
    std::string_view name;  // of the element, as written
    html::Element element = html::Element::other;
    html::Space space = html::Space::html;
    html::Attribute attribute = html::Attribute::other;
    std::uint32_t scope = 0;
    std::uint8_t flags = 0;
    std::string_view handler{};  // the name of an attribute that holds a script, or nobody knows
    bool loaded = false;         // of a link element: see Place
    bool offered = false;        // of one that is a property of an item: see Place
    bool sheet = false;
    bool opened_at_once = false;  // what the attribute leads to
  };

  Frame& push_frame(std::string_view text, html::Tree::Settings settings = {});
  void read();
  void stop();
  Seams seams() const;
  void noscript(const html::Token& tag);
  bool scripts_may_add() const;
  bool in_quirks();
  bool html_token(const html::Token& token);
  bool xml_token(const html::Token& token);
  bool start_tag(const html::Token& tag);
  bool attribute(const html::TagAttribute& attribute);
  bool meta(const std::vector<html::TagAttribute>& attributes);
  bool param(const std::vector<html::TagAttribute>& attributes);
  void form_action(const std::vector<html::TagAttribute>& attributes, std::size_t find);
  void form(const std::vector<html::TagAttribute>& attributes);
  bool is_get(const html::TagAttribute& method);
  bool tag_of_html(const html::Token& tag, const std::vector<html::TagAttribute>& attributes);
  bool text(const html::Token& token);
  void take_text(const html::Token& token);
  bool xml_start_tag(const html::Token& tag);
  bool xml_end_tag(const html::Token& tag);
  bool other_attribute(const html::TagAttribute& attribute);
  bool xml_text(const html::Token& token);
  bool processing_instruction(const html::Token& token);
  void begin_xml(Frame& frame);
  void end_xml();
  void pass_error();
  std::uint32_t xml_base_scope();
  std::uint32_t scope_of(const html::XmlTree::Open* open) const;
  void take_xml_value(const html::TagAttribute& attribute);
  void take_xml_text(const html::Token& token);
  void take_meaning(const html::XmlMeaning& meaning, html::XmlText kind);
  bool joined_style(Frame& frame);
  bool end_value();
  bool svg_style();
  bool close_styles();
  std::optional<std::size_t> content_of(const html::Token& token) const;
  void comment(const html::Token& token);
  void push_hidden(std::string_view content);
  void srcdoc(const html::Token& tag, const html::TagAttribute& attribute);
  void push_document(std::string_view shown, ScopeKind kind, std::uint32_t scope, bool xml = false);
  bool nested(std::string_view url, bool document);
  bool style() { return style(0, piece_.text.size()); }
  bool style(std::size_t begin, std::size_t end);
  bool imported_sheets();
  void begin_script(const std::vector<html::TagAttribute>& attributes);
  // The piece at hand is a script; is it run?
  void run_script(bool runs) { out_.has_script |= runs && !ascii::trim(piece_.text).empty(); }
  bool script();
  bool handler(const html::TagAttribute& attribute);
  bool washed(const html::TagAttribute& attribute, std::string_view url);
  bool animation(const std::vector<html::TagAttribute>& attributes);
  bool microdata(const html::TagAttribute& content);
  void base(const html::Token& tag, const html::TagAttribute& attribute);
  bool add_base(std::uint32_t scope);
  std::uint32_t scope_of_now(const html::Token& tag);
  std::uint32_t scope_without_bases();
  void settle_bases();

  void show_tag(const html::Token& tag, const std::vector<html::TagAttribute>& attributes,
                std::size_t first);
  void show_break(html::Element element);
  void show_text(std::string_view text);
  void show_text_here(std::string_view text);
  void show_value(const html::TagAttribute* attribute, std::size_t first);
  void set_text(std::size_t first, std::size_t end, std::string_view text);
  void close_shown();
  bool is_hidden(const std::vector<html::TagAttribute>& attributes);

  bool is_hidden_here() const;
  DividedWord::Where where_now() const;
  bool text_of_word(const html::Token& token, std::uint32_t link);
  bool start_tag_in_word();
  bool end_tag_in_word(const html::Token& tag);
  bool end_word();
  bool search_word(const std::vector<DividedWord::Piece>& pieces);

  std::string meaning_of(const html::TagAttribute& attribute);

  bool found(Role role, std::string_view raw, std::uint8_t flags, std::size_t begin,
             std::size_t end) override;
  bool found_in_piece(std::string_view view);
  void take_value(const html::TagAttribute& attribute, Syntax syntax = Syntax::whole);
  Written written(Role role, std::size_t begin) const;
  bool add(FindKind kind, std::uint32_t scope, std::string_view raw, std::uint8_t flags, Role role,
           std::size_t begin, std::size_t end);
  std::size_t offset(std::size_t in_piece) const;
  void separate_opened(std::size_t base_tag);
  void begin_place(std::uint32_t scope);
  void begin_piece(std::string_view written);
  // Of a place that says nothing yet.
  void set_place(Role role, extract::Place& place);
  std::string_view shown_name(std::string_view name);
  std::uint32_t new_scope(std::uint32_t outer, ScopeKind kind);

  // How much of an unknown element's name is shown, and how many srcdocs around a reference.
  static constexpr std::size_t kShownName = 64;
  static constexpr std::size_t kShownDepth = 8;

  std::string_view whole_;
  const bool xml_;
  Options options_;
  PlainScanner plain_;
  CssScanner css_;
  std::vector<std::unique_ptr<Frame>> frames_;  // those past depth_ are kept to be used again
  std::size_t depth_ = 0;
  Frame* frame_ = nullptr;
  std::size_t nested_bytes_ = 0;
  std::uint32_t documents_ = 0;
  // A base is named, quirks mode has decided what is a sheet, or what is open whether a word ends.
  bool needs_context_ = false;
  bool divides_ = false;  // a word was found that tags divide
  // Of the <noscript> elements of the document.
  struct Noscript {
    std::size_t end = 0;    // of the last one's content, if that is raw text
    bool is_open = false;   // no end tag was read there
    bool misleads = false;  // one of them is read in a way that is not looked into here
  };
  Noscript noscript_;
  std::vector<Import> imports_;
  std::size_t import_depth_ = 0;  // of the sheet that is read
  // While a sheet in a data: URL is read: the scope of the document that shows it.
  std::optional<std::uint32_t> around_sheet_;

  MarkCounter marks_;  // of the text itself, not of documents in it
  Piece piece_;
  Here place_;
  std::string scratch_;
  text::Offsets offsets_;
  std::string script_;
};

}  // namespace basewalk::extract

#endif  // BASEWALK_SRC_EXTRACT_HTML_EXTRACTOR_H_
