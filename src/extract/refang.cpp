// SPDX-License-Identifier: MIT
//
// One pass.  A bracket is looked into for a bounded number of characters, and a word that may be a
// scheme as well, so that each byte is looked at a bounded number of times.
#include "extract/refang.h"

#include <iterator>

#include "text/ascii.h"
#include "text/find.h"

namespace basewalk::extract {

using text::is_letter;
using text::kNone;
using text::Offsets;

namespace {

// The longest that stands in brackets, blanks included.
constexpr std::size_t kBracketMax = 10;

struct Piece {
  std::string_view written;
  std::string_view meant;
};
constexpr Piece kPieces[] = {{".", "."},     {"dot", "."}, {"d0t", "."},     {":", ":"},
                             {"://", "://"}, {":/", ":/"}, {":\\\\", "://"}, {"/", "/"},
                             {"//", "//"},   {"@", "@"},   {"at", "@"}};

constexpr char closing(char open) { return open == '(' ? ')' : open == '[' ? ']' : '}'; }
constexpr bool is_open(char c) { return c == '(' || c == '[' || c == '{'; }
constexpr bool is_close(char c) { return c == ')' || c == ']' || c == '}'; }

struct Match {
  std::size_t length = 0;  // in the text; 0 for none
  std::string_view meant;
};

// "[.]", "( dot )", "[://]"; "[." where nothing closes it.
Match bracketed(std::string_view text) {
  const std::string_view inside = text.substr(1, kBracketMax);
  const std::size_t close = inside.find(closing(text[0]));
  if (close != kNone) {
    const std::string_view word = ascii::trim(inside.substr(0, close));
    for (const Piece& piece : kPieces)
      if (ascii::iequals(piece.written, word)) return {close + 2, piece.meant};
  }
  if (inside.size() > 1 && inside[0] == '.' && is_letter(inside[1])) return {2, "."};
  return {};
}

// What is behind a scheme: ":", or one in brackets.
bool is_colon(std::string_view text) {
  if (text.empty()) return false;
  if (text[0] == ':') return true;
  return is_open(text[0]) && bracketed(text).meant.starts_with(':');
}

// "hxxp", "h**ps", "hxxp[s]", "fxp", "meow", "h t t p": only where a colon follows.
Match scheme(std::string_view text) {
  constexpr Piece kSchemes[] = {{"meows", "https"}, {"meow", "http"}, {"fxps", "ftps"},
                                {"fxp", "ftp"},     {"f t p", "ftp"}, {"h t t p s", "https"},
                                {"h t t p", "http"}};
  for (const Piece& piece : kSchemes)
    if (ascii::istarts_with(text, piece.written) && is_colon(text.substr(piece.written.size())))
      return {piece.written.size(), piece.meant};
  const auto hides = [](char c) { return c == '*' || c == '#' || c == '_' || (c | 0x20) == 'x'; };
  const auto fits = [&](char c) { return hides(c) || (c | 0x20) == 't'; };
  if (text.size() < 5 || (text[0] | 0x20) != 'h' || (text[3] | 0x20) != 'p') return {};
  if (!fits(text[1]) || !fits(text[2]) || !(hides(text[1]) || hides(text[2]))) return {};
  const std::string_view rest = text.substr(4);
  if (is_colon(rest)) return {4, "http"};
  if ((rest[0] | 0x20) == 's' && is_colon(rest.substr(1))) return {5, "https"};
  if (rest.size() > 3 && is_open(rest[0]) && (rest[1] | 0x20) == 's' &&
      rest[2] == closing(rest[0]) && is_colon(rest.substr(3)))
    return {7, "https"};
  return {};
}

// Does a text go on, behind at most one blank, with a letter?
bool goes_on(std::string_view text) {
  if (!text.empty() && ascii::is_blank(text[0])) text.remove_prefix(1);
  return !text.empty() && is_letter(text[0]);
}

}  // namespace

bool refang(std::string_view text, std::string& out, Offsets& offsets,
            std::vector<std::size_t>& dots) {
  out.clear();
  offsets.clear();
  dots.clear();
  bool changed = false;
  const auto replace = [&](std::size_t& pos, const Match& match) {
    out += match.meant;
    pos += match.length;
    offsets.step(out.size(), pos);
    changed = true;
  };
  for (std::size_t pos = 0; pos < text.size();) {
    const char c = text[pos];
    const std::string_view rest = text.substr(pos);
    const char before = pos > 0 ? text[pos - 1] : ' ';
    const char lower = ascii::to_lower(c);
    if ((lower == 'h' || lower == 'f' || lower == 'm') && !ascii::is_alnum(before)) {
      if (const Match match = scheme(rest); match.length > 0) {
        replace(pos, match);
        continue;
      }
    } else if (is_open(c)) {
      const Match match = bracketed(rest);
      const bool joins = match.meant == "." || match.meant == "@";
      const bool blank = out.size() > 1 && out.back() == ' ' && is_letter(out[out.size() - 2]);
      if (match.length > 0 && joins) {
        const std::string_view behind = rest.substr(match.length);
        if ((blank || (!out.empty() && is_letter(out.back()))) && goes_on(behind)) {
          if (blank) out.pop_back();
          if (match.meant == ".") dots.push_back(out.size());
          replace(pos, {match.length + (ascii::is_blank(behind[0]) ? 1U : 0U), match.meant});
          continue;
        }
      } else if (match.length > 0 && !out.empty() && !ascii::is_space(out.back())) {
        replace(pos, match);
        continue;
      }
    } else if (is_close(c) && before == '.' && out.size() > 1 && is_letter(out[out.size() - 2]) &&
               rest.size() > 1 && is_letter(rest[1])) {  // "h.]example"
      dots.push_back(out.size() - 1);
      replace(pos, {1, {}});
      continue;
    } else if (c == ':' && rest.starts_with(": //") && ascii::is_alpha(before)) {
      out += ':';
      pos += 2;
      offsets.step(out.size(), pos);
      changed = true;
      continue;
    }
    out += c;
    ++pos;
  }
  return changed;
}

}  // namespace basewalk::extract
