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

void Tree::text(const Token& token) {
  if (token.text.empty()) return;
  Slice slice{token.text, token.state};
  if (std::exchange(skips_line_end_, false)) {
    // A line end behind <pre> and its kin is none.
    if (slice.state == TextState::data)
      slice.written.remove_prefix(
          std::min(slice.written.find_first_not_of('\0'), slice.written.size()));
    if (slice.written.empty()) return;
    const std::string_view text = slice.written;
    std::size_t skip = 0;
    if (text.starts_with("\r\n"))
      skip = 2;
    else if (text[0] == '\n' || text[0] == '\r')
      skip = 1;
    else if (text[0] == '&' && slice.state != TextState::rawtext &&
             blank_at(text, 0, true) != kNoBlank) {
      std::string meant;
      skip = blank_at(text, 0, true);
      decode_html(text.substr(0, skip), References::decode, Nul::keep, meant);
      if (meant != "\n") skip = 0;
    }
    slice.written.remove_prefix(skip);
    if (slice.written.empty()) return;
  }
  if (mode_ == Mode::text) {
    put_text(slice.written, slice.state, Nul::replace);
    return;
  }
  const OpenElements::Current current = adjusted_current();
  if (current.space != Space::html && (current.point & (kHoldsHtml | kHoldsText)) == 0) {
    if (frameset_ok_ && blank_prefix(slice.written, slice.state, true) < slice.written.size())
      frameset_ok_ = false;
    put_text(slice.written, slice.state, Nul::replace);
    return;
  }
  text_in_mode(slice);
}

void Tree::text_in_mode(Slice slice) {
  while (!slice.written.empty()) {
    const auto take = [&](std::size_t length) {
      const Slice taken{slice.written.substr(0, length), slice.state};
      slice.written.remove_prefix(length);
      return taken;
    };
    switch (mode_) {
      case Mode::in_body:
      case Mode::in_cell:
      case Mode::in_caption:
      case Mode::in_template:
      case Mode::text:
        return text_in_body(slice);
      case Mode::in_table:
      case Mode::in_table_body:
      case Mode::in_row:
        return text_in_table(slice);
      default:
        break;
    }
    // As in Chromium NUL is nothing in whatever mode; to the standard it is no white space.
    const Slice blank = take(blank_prefix(slice.written, slice.state, true));
    const bool ends = slice.written.empty();
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
        if (!blank.written.empty()) put_text(blank.written, blank.state, Nul::drop);
        if (ends) return;
        open_.pop();
        mode_ = mode_ == Mode::in_head ? Mode::after_head : Mode::in_head;
        break;
      case Mode::after_head:
        if (!blank.written.empty()) put_text(blank.written, blank.state, Nul::drop);
        if (!ends) imply_body();
        break;
      case Mode::in_column_group:
        if (!blank.written.empty()) put_text(blank.written, blank.state, Nul::drop);
        if (ends) return;
        if (!open_.current().is(Element::colgroup)) {
          take(ink_prefix(slice.written, slice.state));
          break;
        }
        open_.pop();
        mode_ = Mode::in_table;
        break;
      case Mode::after_body:
      case Mode::after_after_body:
        // As in Chromium nothing is reconstructed for it; the standard has it done as in the body.
        if (!blank.written.empty()) put_text(blank.written, blank.state, Nul::drop);
        if (!ends) mode_ = Mode::in_body;
        break;
      case Mode::after_after_frameset:
        if (!blank.written.empty()) text_in_body(blank);
        take(ink_prefix(slice.written, slice.state));
        break;
      default:  // in and after a frameset
        if (!blank.written.empty()) put_text(blank.written, blank.state, Nul::drop);
        take(ink_prefix(slice.written, slice.state));
    }
  }
}

void Tree::text_in_body(Slice slice) {
  // NUL is nothing.
  if (slice.state == TextState::data &&
      slice.written.find_first_not_of('\0') == std::string_view::npos)
    return;
  reconstruct();
  if (frameset_ok_ && blank_prefix(slice.written, slice.state, true) < slice.written.size())
    frameset_ok_ = false;
  put_text(slice.written, slice.state,
           slice.state == TextState::plaintext ? Nul::replace : Nul::drop);
}

// 13.2.6.4.9 and 10: as long as text goes on, all of it is fostered if any of it is no white space.
void Tree::text_in_table(Slice slice) {
  const OpenElements::Current current = open_.current();
  if (!in_table_text_ && !current.has(kFosters) && !current.is(Element::template_)) {
    fosters_ = true;
    text_in_body(slice);
    fosters_ = false;
    return;
  }
  in_table_text_ = true;
  if (!table_text_is_fostered_ &&
      blank_prefix(slice.written, slice.state, true) == slice.written.size()) {
    table_text_.push_back(slice);
    return;
  }
  fosters_ = true;
  for (const Slice& each : table_text_) text_in_body(each);
  table_text_.clear();
  table_text_is_fostered_ = true;
  text_in_body(slice);
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
