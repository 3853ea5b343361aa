// SPDX-License-Identifier: MIT
//
// Tree construction (WHATWG HTML 13.2.6), without the nodes.
//
// All insertion modes are here, with the stack of open elements and the list of active formatting
// elements; what is kept is what decides how the text is read on: which element a tag opens, if
// any, in which namespace, in which state its content is read, and what holds where a text stands.
// Whoever wants to know where in the tree something lands looks on as a TreeSink.
//
// As in Chromium, elements deeper than 512 are siblings.  Time is linear in the text and memory in
// its tags, however they nest (see open_elements.h).
#ifndef BASEWALK_HTML_TREE_TREE_H_
#define BASEWALK_HTML_TREE_TREE_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "html/tree/open_elements.h"
#include "html/tree/sink.h"

namespace basewalk::html {

class Tree {
 public:
  struct Settings {
    bool scripting = false;  ///< <noscript> holds raw text (13.2.6.4.4 and 7)
    bool srcdoc = false;     ///< an iframe's srcdoc document, which is not in quirks mode
    TreeSink* sink = nullptr;
  };
  /// What a fragment is the content of (13.4).
  struct FragmentOf {
    std::string_view name;
    Space space = Space::html;
    bool holds_html = false;  ///< it is an annotation-xml whose encoding says so
    bool quirks = false;
    bool in_form = false;
  };

  Tree() { reset({}); }
  void reset(const Settings& settings);
  void reset(const Settings& settings, const FragmentOf& context);

  /// What becomes of a start tag.
  enum class Fate : std::uint8_t {
    opened,   ///< it is an element; it may be closed at once
    merged,   ///< its attributes go to the html or body element that there is
    dropped,  ///< nothing
  };
  struct Opened {
    Element element = Element::other;
    Fate fate = Fate::dropped;
    Space space = Space::html;
    TextState content = TextState::data;  ///< the state that the text behind it is read in
  };

  /// A start tag; `written` is all of it.
  /// What it says stands until the next start tag.
  const Opened& start_tag(const Token& tag, const std::vector<TagAttribute>& attributes,
                          std::string_view written);
  void end_tag(const Token& tag);
  void text(const Token& text);
  void comment(const Token& comment);
  void doctype(const Token& doctype);
  /// The text has ended.
  void finish();

  /// The state that the text of a fragment begins in.
  TextState initial_state() const;
  /// Is `<![CDATA[` what it is in XML here: is the current node foreign?
  bool in_foreign() const { return adjusted_current().space != Space::html; }
  /// Which entry of the open elements the current node is; it is no formatting element.
  std::size_t current_entry() const { return open_.top(); }
  /// Is that element still open?
  bool is_open(std::size_t entry, NodeId node) const {
    return open_.holds(static_cast<Index>(entry), node);
  }
  /// The element whose content a text is now.
  const OpenElements::Current& current() const { return open_.current(); }
  bool in_template() const { return !template_modes_.empty(); }
  /// What holds where the last text was put.
  Context context() const { return was_fostered_ ? open_.fostered() : open_.inside(); }
  /// Says what holds within the element of the last start tag, if that is still open.
  void set_own(std::uint32_t link, bool hides) {
    if (last_is_open_) open_.set_own(link, hides);
  }
  bool is_quirks() const { return quirks_; }
  /// Was a body element with all in it taken out of the tree again?
  bool lost_body() const { return lost_body_; }
  /// Would each start tag so far have opened the same element, and its content been read in the
  /// same state, whatever had been open before, but for foreign elements?
  bool is_context_free() const { return !needs_context_; }
  /// The node of the last start tag.
  NodeId last_node() const { return last_node_; }

 private:
  enum class Mode : std::uint8_t {
    initial,
    before_html,
    before_head,
    in_head,
    in_head_noscript,
    after_head,
    in_body,
    text,
    in_table,
    in_caption,
    in_column_group,
    in_table_body,
    in_row,
    in_cell,
    in_template,
    after_body,
    in_frameset,
    after_frameset,
    after_after_body,
    after_after_frameset,
  };
  // Whether a token was dealt with, or is for the mode that is now set.
  enum class Step : std::uint8_t { done, again };
  using Index = OpenElements::Index;
  static constexpr Index kNone = OpenElements::kNone;

  // A start tag on its way.
  struct Tag {
    const Token& token;
    const std::vector<TagAttribute>& attributes;
    std::string_view written;
    Element element;
    std::string_view name;
    Opened& opened;
  };

  void clear(const Settings& settings);
  const OpenElements::Current& adjusted_current() const {
    return is_fragment_ && open_.depth() == 1 ? fragment_of_ : open_.current();
  }
  bool is_foreign_start(const Tag& tag);
  static bool is_hidden_input(const Tag& tag);

  Step start(Tag& tag, Mode mode);
  Step start_before_html(Tag& tag);
  Step start_before_head(Tag& tag);
  Step start_in_head(Tag& tag);
  Step start_in_head_noscript(Tag& tag);
  Step start_after_head(Tag& tag);
  Step start_in_body(Tag& tag);
  Step start_in_table(Tag& tag);
  Step start_in_caption(Tag& tag);
  Step start_in_column_group(Tag& tag);
  Step start_in_table_body(Tag& tag);
  Step start_in_row(Tag& tag);
  Step start_in_cell(Tag& tag);
  Step start_in_template(Tag& tag);
  Step start_in_frameset(Tag& tag);
  Step start_after_frameset(Tag& tag);
  Step start_foreign(Tag& tag);
  void start_list_item(Tag& tag);
  void start_frameset(Tag& tag);

  Step end(const Token& tag, Mode mode);
  Step end_in_head(const Token& tag);
  Step end_in_body(const Token& tag);
  Step end_in_table(const Token& tag);
  Step end_in_caption(const Token& tag);
  Step end_in_column_group(const Token& tag);
  Step end_in_table_body(const Token& tag);
  Step end_in_row(const Token& tag);
  Step end_in_cell(const Token& tag);
  void end_template();
  void end_form();
  void end_paragraph();
  void leave_foreign();
  bool end_foreign(const Token& tag);
  void any_other_end(Element element, std::uint32_t name);
  void adopt(Element subject);

  // A stretch of text.
  struct Slice {
    std::string_view written;
    TextState state;
  };
  bool takes_blank();
  void text_in_mode(std::string_view text, TextState state);
  void text_in_body(std::string_view text, TextState state);
  void text_in_table(std::string_view text, TextState state);
  void flush_table_text();
  void put_text(std::string_view written, TextState state, Nul nul);

  // Where the next element goes; one that stays open, or one that holds nothing.
  Location location(bool opens = true);
  Location::Where where_deep(bool opens) const;
  bool fosters_here() const { return fosters_ && open_.current().has(kFosters); }
  Context outside() const;
  void insert(Tag& tag);
  /// `opens`: it is popped at once, and not just put there, which tells in the deep alone.
  void insert_void(Tag& tag, bool opens = false);
  void insert_formatting(Tag& tag);
  void insert_text_element(Tag& tag, TextState content);
  void insert_foreign(Tag& tag, Space space);
  void insert_implied(Element element, Location at);
  void insert_implied(Element element) { insert_implied(element, location()); }
  void merge(Tag& tag, NodeId node);
  void reconstruct();
  void imply_html();
  void imply_head();
  void imply_body();

  void pop_until(Element element) { open_.pop_to(open_.last(element)); }
  void imply_end_tags(Element except = Element::other);
  void close_paragraph();
  void close_paragraph_in_scope() {
    if (open_.in_scope(Element::p, OpenElements::kButtonScopeEnd)) close_paragraph();
  }
  void clear_to(Element a, Element b, Element c);
  void close_cell();
  bool close_section();
  bool close_row();
  bool close_caption();
  bool close_table();
  void reset_mode();
  void end_of_templates();

  std::uint32_t name_of(Element element) const { return static_cast<std::uint32_t>(element); }

  OpenElements open_;
  Settings settings_;
  Mode mode_ = Mode::initial;
  Mode original_mode_ = Mode::initial;  // behind a text
  std::vector<Mode> template_modes_;
  std::vector<Slice> table_text_;  // pending table character tokens, all of them blank
  bool table_text_is_fostered_ = false;
  bool in_table_text_ = false;
  bool quirks_ = false;
  bool frameset_ok_ = true;
  bool fosters_ = false;
  bool skips_line_end_ = false;
  bool has_form_ = false;
  NodeId form_ = kDocument;
  Index form_entry_ = kNone;
  NodeId head_ = kDocument;
  NodeId nodes_ = kDocument;
  NodeId last_node_ = kDocument;
  Opened opened_;
  bool last_is_open_ = false;
  bool lost_body_ = false;
  bool was_fostered_ = false;  // the last text, or element that holds nothing
  // There was a <frameset> or a template, or foreign elements had to do with those of HTML around
  // them.  Without any of this what is open decides about no start tag that matters: those that
  // change the state of the text, and <svg>, <math> and <base>, are ignored in no insertion mode
  // but those of framesets, and "in column group" of a template (13.2.6.4).  Foreign elements that
  // nothing of HTML was put into, and that no tag of HTML closes, begin and end by themselves:
  // while they are open nothing waits to be reconstructed in them, since their root did that
  // before.
  bool needs_context_ = false;
  bool is_fragment_ = false;
  OpenElements::Current fragment_of_;
};

}  // namespace basewalk::html

#endif  // BASEWALK_HTML_TREE_TREE_H_
