// SPDX-License-Identifier: MIT
//
// URLs that tags divide (see divided.h): each piece was searched by itself, as whoever looks at
// the markup does; what lies in several pieces is found here.
//
// Before this: html.cpp reads texts and tags.  After it: html.cpp adds what was found.
#include "extract/html/divided.h"

#include "extract/html/extractor.h"
#include "extract/joined_text.h"
#include "extract/plain.h"
#include "text/find.h"
#include "text/work.h"

namespace basewalk::extract {

using html::Element;
using html::Reader;
using html::Space;
using html::TextState;
using html::Token;
using html::Tree;

namespace {

constexpr std::string_view kBlank = "&nbsp;";

// The size of the word that a text begins with.
std::size_t first_word(std::string_view text) {
  std::size_t end = 0;
  while (end < text.size() && !ends_url(text, end) &&
         !(text[end] == '&' && text.substr(end, kBlank.size()) == kBlank))
    ++end;
  return end;
}

// Where the word begins that a text ends with.
std::size_t last_word(std::string_view text) {
  if (text.ends_with(kBlank)) return text.size();
  std::size_t begin = text.size();
  while (begin > 0 && !ends_url(text, begin - 1)) --begin;
  return begin + (begin == 0 ? 0 : separator_size(text, begin - 1) - 1);
}

}  // namespace

bool DividedWord::go_on(Piece text) {
  const std::uint32_t before = pieces_.empty() ? last_.link : pieces_.back().link;
  if (before != 0 && text.link != 0 && before != text.link) return false;
  const std::size_t size = text.written.size();
  text.written = text.written.substr(0, first_word(text.written));
  if (!text.written.empty() && pieces_.empty()) {
    Piece first = last_;
    first.written.remove_prefix(last_word(first.written));
    if (!first.written.empty()) pieces_.push_back(first);
  }
  if (!text.written.empty() && !pieces_.empty()) pieces_.push_back(text);
  return !pieces_.empty() && text.written.size() == size;
}

void DividedWord::begin(Piece text) {
  pieces_.clear();
  const char last = text.written.empty() ? ' ' : text.written.back();
  last_ = static_cast<unsigned char>(last) > ' ' ? text : Piece();
}

bool HtmlExtractor::is_hidden_here() const {
  return frame_->hides && (frame_->reader.context().hidden || frame_->reader.in_template());
}

DividedWord::Where HtmlExtractor::where_now() const {
  return {frame_->reader.tree().current_entry(), is_hidden_here()};
}

// A text of the page; what it holds by itself is found.
bool HtmlExtractor::text_of_word(const Token& token, std::uint32_t link) {
  if (token.state != TextState::data) return token.state != TextState::cdata_section || end_word();
  if (is_hidden_here()) return true;
  DividedWord& word = frame_->word;
  const DividedWord::Piece text{token.text, link};
  if (!word.is_open() || !word.go_on(text)) {
    if (!end_word()) return false;
    word.begin(text);
  }
  if (word.is_open()) word.where = where_now();
  return true;
}

// What is hidden divides no lines, and neither does a tag that is no element.  Which of these are
// elements may depend on what was open before (13.2.6.4.7).
bool HtmlExtractor::start_tag_in_word() {
  const Reader::Kin opened = frame_->reader.opened();
  if (opened.space != Space::html || !breaks_word(opened.element)) return true;
  const bool is_element = frame_->reader.fate() == Tree::Fate::opened;
  if (!is_element || opened.element == Element::form ||
      html::has_trait(opened.element, html::kTablePart))
    needs_context_ = true;
  return !is_element || is_hidden_here() || is_hidden(frame_->reader.attributes()) || end_word();
}

// An end tag without its element is none, but for these two.
bool HtmlExtractor::end_tag_in_word(const Token& tag) {
  DividedWord& word = frame_->word;
  const DividedWord::Where before = word.where;
  word.where = where_now();
  if (!breaks_word(tag.element) || before.hidden) return true;
  const bool makes_one = tag.element == Element::p || tag.element == Element::br;
  const bool is_none = !makes_one && before.entry == word.where.entry;
  if (is_none) needs_context_ = true;
  return is_none || end_word();
}

// The word is complete.
bool HtmlExtractor::end_word() {
  DividedWord& word = frame_->word;
  const std::vector<DividedWord::Piece>& pieces = word.pieces();
  bool may_hold = options_.refang && !pieces.empty();
  for (const DividedWord::Piece& piece : pieces)
    may_hold =
        may_hold || text::find_any<':', '.', '\\', '&'>(piece.written, 0) < piece.written.size();
  const bool go_on = !may_hold || search_word(pieces);
  word.clear();
  return go_on;
}

bool HtmlExtractor::search_word(const std::vector<DividedWord::Piece>& pieces) {
  JoinedText joined;
  bool in_link = true, in_text = true;
  Token token;
  token.kind = html::TokenKind::text;
  for (const DividedWord::Piece& piece : pieces) {
    in_link = in_link && piece.link != 0;
    in_text = in_text && piece.link == 0;
    token.text = piece.written;
    take_text(token);
    joined.add(piece_.text, piece_.written, piece_.decoded ? &offsets_ : nullptr, Markup::text,
               true);
  }
  if (!work::charge(joined.text().size())) return true;
  begin_place(frame_->scope);
  if (in_link) place_.flags |= kInLink;
  begin_piece(joined.written());
  scratch_ = joined.text();
  piece_.text = scratch_;
  piece_.joined = &joined;
  piece_.divided = true;
  const std::size_t before = out_.finds.size();
  const bool go_on = plain_.scan(piece_.text);
  if (out_.finds.size() > before) {
    divides_ = true;
    // Behind a link that is open in another document it would stand in two.
    needs_context_ = needs_context_ || in_link == in_text;
  }
  piece_.joined = nullptr;
  piece_.divided = false;
  return go_on;
}

}  // namespace basewalk::extract
