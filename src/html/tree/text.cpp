// SPDX-License-Identifier: MIT
//
// What text does to the tree (WHATWG HTML 13.2.6): it opens elements, closes others, forbids a
// frameset, and is fostered out of tables.
//
// The rules are of characters; a text is taken as a whole wherever they all do the same.
#include "html/tree/tree.h"
#include "text/ascii.h"

namespace basewalk::html {
namespace {

constexpr std::size_t kNoBlank = 0;

// How long the white space is that a text begins with, at `pos`; kNoBlank where there is none.
// Character references may stand for it.
std::size_t blank_at(std::string_view text, std::size_t pos, bool references) {
  if (ascii::is_space(text[pos])) return 1;
  if (!references || text[pos] != '&') return kNoBlank;
  const std::string_view rest = text.substr(pos + 1);
  if (rest.starts_with("Tab;")) return 5;
  if (rest.starts_with("NewLine;")) return 9;
  if (!rest.starts_with('#')) return kNoBlank;
  const bool hex = rest.size() > 1 && (rest[1] | 0x20) == 'x';
  std::size_t at = hex ? 2 : 1;
  const std::size_t first = at;
  std::uint32_t number = 0;
  for (; at < rest.size() && (hex ? ascii::is_hex(rest[at]) : ascii::is_digit(rest[at])); ++at)
    number = std::min<std::uint32_t>(number * (hex ? 16 : 10) + ascii::hex_value(rest[at]), 0x1000);
  if (at == first || number > ' ' || !ascii::is_space(static_cast<char>(number))) return kNoBlank;
  if (at < rest.size() && rest[at] == ';') ++at;
  return 1 + at;
}

// How much of a text is white space, from its beginning on; with NULs, which are often nothing.
std::size_t blank_prefix(std::string_view text, TextState state, bool with_nul) {
  std::size_t pos = 0;
  while (pos < text.size()) {
    if (with_nul && text[pos] == '\0') {
      ++pos;
      continue;
    }
    const std::size_t length = blank_at(text, pos, state == TextState::data);
    if (length == kNoBlank) break;
    pos += length;
  }
  return pos;
}

// Up to where the next white space begins.
std::size_t ink_prefix(std::string_view text, TextState state) {
  std::size_t pos = 0;
  while (pos < text.size() && blank_at(text, pos, state == TextState::data) == kNoBlank) ++pos;
  return pos;
}

}  // namespace

void Tree::put_text(std::string_view written, TextState state, Nul nul) {
  was_fostered_ = fosters_here();
  if (settings_.sink == nullptr) return;
  // Text is never moved beside its element, however deep that is.
  settings_.sink->text(written, state, nul,
                       was_fostered_ ? open_.foster_location()
                                     : Location{Location::Where::inside, open_.current().node});
}

// White space in a table, where nobody looks on: whatever comes behind it settles where it goes,
// and nothing else follows from it.
bool Tree::takes_blank() {
  if (settings_.sink != nullptr || skips_line_end_ || table_text_is_fostered_) return false;
  if (mode_ != Mode::in_table && mode_ != Mode::in_table_body && mode_ != Mode::in_row)
    return false;
  if (!in_table_text_ && !(open_.current().has(kFosters) && !is_fragment_)) return false;
  in_table_text_ = true;
  was_fostered_ = false;
  return true;
}

void Tree::text(const Token& token) {
  if (token.text.empty()) return;
  const TextState state = token.state;
  // Most text, and most of it is white space between tags.
  if (token.blank && takes_blank()) return;
  if ((mode_ == Mode::in_body || mode_ == Mode::in_cell) && !skips_line_end_ &&
      adjusted_current().space == Space::html)
    return text_in_body(token.text, state);
  std::string_view text = token.text;
  if (std::exchange(skips_line_end_, false)) {
    // A line end behind <pre> and its kin is none.
    if (state == TextState::data)
      text.remove_prefix(std::min(text.find_first_not_of('\0'), text.size()));
    if (text.empty()) return;
    std::size_t skip = 0;
    if (text.starts_with("\r\n"))
      skip = 2;
    else if (text[0] == '\n' || text[0] == '\r')
      skip = 1;
    else if (text[0] == '&' && state != TextState::rawtext && blank_at(text, 0, true) != kNoBlank) {
      std::string meant;
      skip = blank_at(text, 0, true);
      decode_html(text.substr(0, skip), References::decode, Nul::keep, meant);
      if (meant != "\n") skip = 0;
    }
    text.remove_prefix(skip);
    if (text.empty()) return;
  }
  if (mode_ == Mode::text) {
    put_text(text, state, Nul::replace);
    return;
  }
  const OpenElements::Current& current = adjusted_current();
  if (current.space != Space::html && (current.point & (kHoldsHtml | kHoldsText)) == 0) {
    if (frameset_ok_ && blank_prefix(text, state, true) < text.size()) frameset_ok_ = false;
    put_text(text, state, Nul::replace);
    return;
  }
  text_in_mode(text, state);
}

void Tree::text_in_mode(std::string_view text, TextState state) {
  while (!text.empty()) {
    const auto take = [&](std::size_t length) {
      const std::string_view taken = text.substr(0, length);
      text.remove_prefix(length);
      return taken;
    };
    switch (mode_) {
      case Mode::in_body:
      case Mode::in_cell:
      case Mode::in_caption:
      case Mode::in_template:
      case Mode::text:
        return text_in_body(text, state);
      case Mode::in_table:
      case Mode::in_table_body:
      case Mode::in_row:
        return text_in_table(text, state);
      default:
        break;
    }
    // As in Chromium NUL is nothing in whatever mode; to the standard it is no white space.
    const std::string_view blank = take(blank_prefix(text, state, true));
    const bool ends = text.empty();
    switch (mode_) {
      case Mode::initial:
        if (ends) return;
        quirks_ = !settings_.srcdoc;
        mode_ = Mode::before_html;
        break;
      case Mode::before_html:
        if (!ends) imply_html();
        break;
      case Mode::before_head:
        if (!ends) imply_head();
        break;
      case Mode::in_head:
      case Mode::in_head_noscript:
        if (!blank.empty()) put_text(blank, state, Nul::drop);
        if (ends) return;
        open_.pop();
        mode_ = mode_ == Mode::in_head ? Mode::after_head : Mode::in_head;
        break;
      case Mode::after_head:
        if (!blank.empty()) put_text(blank, state, Nul::drop);
        if (!ends) imply_body();
        break;
      case Mode::in_column_group:
        if (!blank.empty()) put_text(blank, state, Nul::drop);
        if (ends) return;
        if (!open_.current().is(Element::colgroup)) {
          take(ink_prefix(text, state));
          break;
        }
        open_.pop();
        mode_ = Mode::in_table;
        break;
      case Mode::after_body:
      case Mode::after_after_body:
        // As in Chromium nothing is reconstructed for it; the standard has it done as in the body.
        if (!blank.empty()) put_text(blank, state, Nul::drop);
        if (!ends) mode_ = Mode::in_body;
        break;
      case Mode::after_after_frameset:
        if (!blank.empty()) text_in_body(blank, state);
        take(ink_prefix(text, state));
        break;
      default:  // in and after a frameset
        if (!blank.empty()) put_text(blank, state, Nul::drop);
        take(ink_prefix(text, state));
    }
  }
}

void Tree::text_in_body(std::string_view text, TextState state) {
  // NUL is nothing.
  if (state == TextState::data && text.find_first_not_of('\0') == std::string_view::npos) return;
  reconstruct();
  if (frameset_ok_ && blank_prefix(text, state, true) < text.size()) frameset_ok_ = false;
  put_text(text, state, state == TextState::plaintext ? Nul::replace : Nul::drop);
}

// 13.2.6.4.9 and 10: as long as text goes on, all of it is fostered if any of it is no white space.
void Tree::text_in_table(std::string_view text, TextState state) {
  const OpenElements::Current& current = open_.current();
  if (!in_table_text_ && !current.has(kFosters) && !current.is(Element::template_)) {
    fosters_ = true;
    text_in_body(text, state);
    fosters_ = false;
    return;
  }
  in_table_text_ = true;
  if (!table_text_is_fostered_ && blank_prefix(text, state, true) == text.size()) {
    table_text_.push_back({text, state});
    return;
  }
  fosters_ = true;
  for (const Slice& each : table_text_) text_in_body(each.written, each.state);
  table_text_.clear();
  table_text_is_fostered_ = true;
  text_in_body(text, state);
  fosters_ = false;
}

void Tree::flush_table_text() {
  for (const Slice& each : table_text_)
    if (each.written.find_first_not_of('\0') != std::string_view::npos)
      put_text(each.written, each.state, Nul::drop);
  table_text_.clear();
  in_table_text_ = table_text_is_fostered_ = false;
}

}  // namespace basewalk::html
