// SPDX-License-Identifier: MIT
//
// References that are longer to some programs.  Thunderbird takes all white space out of what
// stands in one line between angle brackets or quotation marks, and follows it if that has a scheme
// then, in the scheme as well (mozTXTToHTMLConv, the mode RFC2396E).  It and Roundcube take
// typographic marks for a part of a name (rcube_string_replacer).  What is shorter: a reference in
// whose host another one begins, or a sign stands.  And what has no slashes: "https:h.example".
//
// Before this: plain.cpp came to a colon.
#include "extract/plain.h"
#include "text/ascii.h"
#include "text/find.h"
#include "text/work.h"

namespace basewalk::extract {

using text::is_scheme_char;

namespace {

// What other programs than a browser do at a click is their own affair.
constexpr std::string_view kOfBrowsers[] = {"http", "https", "ftp"};
constexpr std::size_t kLongest = 5;

// What may stand between two references; a name holds none of these, nor two dots.
constexpr std::string_view kBetween = ",;:!*&'()[]{}";

bool is_between(char c) { return c == '.' || kBetween.find(c) != text::kNone; }

bool is_of_name(char c) { return text::is_letter(c) || c == '.' || c == '-' || c == '_'; }

// U+061C, U+200E, U+200F, U+202A to U+202E, U+2066 to U+2069: no name of a host holds them, and
// Thunderbird ends a link there.
bool is_direction(std::string_view text, std::size_t at) {
  const std::string_view here = text.substr(at, 3);
  if (here.starts_with("\xD8\x9C")) return true;
  if (here.size() < 3 || here[0] != '\xE2') return false;
  if (here[1] == '\x80')
    return here[2] == '\x8E' || here[2] == '\x8F' || (here[2] >= '\xAA' && here[2] <= '\xAE');
  return here[1] == '\x81' && here[2] >= '\xA6' && here[2] <= '\xA9';
}

bool ends_spaced(char c) { return c == '<' || c == '>' || c == '"' || c == '\n' || c == '\r'; }

}  // namespace

// Nothing where the colon is behind no such scheme, or where there is no blank.  Each character is
// looked at once for the colon behind it, and once more for the one that is the first between two
// marks.
PlainScanner::Spaced PlainScanner::spaced_at(std::size_t colon) const {
  std::size_t open = colon;
  std::string scheme;
  while (open > 0 && (is_scheme_char(text_[open - 1]) || ascii::is_blank(text_[open - 1]))) {
    --open;
    if (!ascii::is_blank(text_[open])) scheme.insert(scheme.begin(), text_[open]);
    if (scheme.size() > kLongest) return {};
  }
  work::charge(colon - open);
  if (open == 0 || (text_[open - 1] != '<' && text_[open - 1] != '"') ||
      !ascii::iis_one_of(kOfBrowsers, scheme))
    return {};
  Spaced found;
  found.begin = open;
  while (ascii::is_blank(text_[found.begin])) ++found.begin;
  bool has_blank = false;
  std::size_t pos = found.begin;
  for (; pos < text_.size() && !ends_spaced(text_[pos]); ++pos) {
    if (ascii::is_blank(text_[pos])) {
      has_blank = true;
      found.is_split = found.is_split || pos < colon;
      continue;
    }
    found.joined += text_[pos];
    found.end = pos + 1;
  }
  work::charge(pos - open);
  const bool closes = pos < text_.size() && text_[pos] == (text_[open - 1] == '<' ? '>' : '"');
  if (!closes || !has_blank || !has_slashes(found.joined)) return {};
  return found;
}

// At a colon: the reference that most programs see there, and behind it the one that is joined, if
// that leads elsewhere.  Both are edited where the first stands.
bool PlainScanner::spaced(std::size_t at) {
  Spaced found;
  if (sees_all_) found = spaced_at(at);
  if (found.joined.empty()) return colon(at);
  if (!found.is_split) {
    const std::size_t before = reported_;
    if (!colon(at)) return false;
    if (reported_ != before && reported_begin_ == found.begin) {
      const std::string_view apart = text_.substr(found.begin, reported_ - found.begin);
      if (leads_alike(found.joined, apart)) return true;
      found.end = reported_;
    }
  }
  next_ = std::max(next_, found.end);
  return report(visitor_.memory().keep(found.joined), kUnwrapped, found.begin, found.end);
}

// Behind a bare reference whose name of a host ended at a mark: where the name goes on, and ends as
// one does, a browser opens another host.
bool PlainScanner::longer(std::size_t begin, std::size_t from, std::size_t end,
                          std::uint8_t flags) {
  constexpr std::string_view kBehindHost = "/\\?#";
  constexpr std::size_t kHostMax = 256;
  const std::size_t stop = url_end(from);
  if (stop == text_.size() || is_odd_space(text_, stop) ||
      (text_[stop] != '`' && static_cast<unsigned char>(text_[stop]) < 0x80) ||
      text_.substr(from, stop - from).find_first_of(kBehindHost) != text::kNone)
    return true;
  std::size_t pos = stop, dot = stop;
  bool is_name = false;  // behind the last dot
  for (; pos < text_.size() && pos - stop < kHostMax; ++pos) {
    const char c = text_[pos];
    if (c == '.' && pos + 1 < text_.size() && text::is_letter(text_[pos + 1])) {
      dot = pos;
      is_name = true;
    } else if (static_cast<unsigned char>(c) < 0x80 && c != '`' && c != '-' &&
               !ascii::is_alnum(c)) {
      break;
    } else if (!ascii::is_alnum(c) && c != '-') {
      if (is_odd_space(text_, pos)) break;
      is_name = false;
    }
  }
  work::charge(pos - begin);
  if (!is_name || dot == stop || pos - dot < 3) return true;
  return report(visitor_.memory().keep(text_.substr(begin, extent(begin, pos) - begin)),
                flags | kUnwrapped, begin, end);
}

bool has_slashes(std::string_view url) {
  const std::size_t colon = url.find(':');
  return colon != text::kNone && colon + 1 < url.size() &&
         (url[colon + 1] == '/' || url[colon + 1] == '\\');
}

bool begins_slashless(std::string_view scheme, std::string_view rest) {
  constexpr std::size_t kHostMax = 256, kLongNumber = 8;
  constexpr std::string_view kBegins = "%_-~$*&;=+!@", kBehindHost = "/\\?#<>\"@ \t\r\n";
  rest = rest.substr(0, kHostMax);
  if (!ascii::iis_one_of(kOfBrowsers, scheme) || rest.empty() ||
      !(text::is_letter(rest[0]) || kBegins.find(rest[0]) != text::kNone))
    return false;
  const std::size_t end = std::min(rest.find_first_of(kBehindHost), rest.size());
  work::charge(end);
  if (rest.substr(end).starts_with('@')) return true;
  std::size_t digits = 0;
  for (std::size_t pos = 0; pos < end; ++pos) {
    const char c = rest[pos];
    const std::string_view here = rest.substr(pos, 3);
    // A number is a host, too, as long as it is one of no port.
    if (ascii::is_digit(c) && pos == digits) ++digits;
    if (digits == kLongNumber || c == '%') return true;
    if (c == '.') return pos + 1 < end && text::is_letter(rest[pos + 1]);
    if (here == "\xE3\x80\x82" || here == "\xEF\xBC\x8E" || here == "\xEF\xBD\xA1") return true;
    if (static_cast<unsigned char>(c) >= 0x80 ? is_odd_space(rest, pos) : pos > 0 && !is_of_name(c))
      return false;
  }
  return false;
}

bool is_before_url(std::string_view text, std::size_t pos) {
  constexpr std::size_t kSigns = 16;
  std::size_t begin = pos;
  while (begin < text.size() && begin - pos <= kSigns && is_between(text[begin])) ++begin;
  if (begin == pos || begin - pos > kSigns) return false;
  const std::string_view rest = text.substr(begin, kLongest + 2);
  const std::size_t colon = rest.find(':');
  return colon != text::kNone && ascii::iis_one_of(kOfBrowsers, rest.substr(0, colon)) &&
         has_slashes(rest);
}

// Where the name of a host ends since another reference begins in it: "http://h,http://i/".  No
// program goes to a host whose last label is "http".  `end` where none begins.
std::size_t PlainScanner::next_url(std::size_t from, std::size_t end) const {
  if (from == 0 || text_[from - 1] == ':') return end;  // no host
  const std::string_view url = text_.substr(0, end);
  const std::size_t slash = std::min(url.find_first_of("/\\?#", from), end);
  work::charge(slash - std::min(from, slash));
  if (slash < from + 2 || slash == end || url[slash - 1] != ':' ||
      !has_slashes(url.substr(slash - 1)))
    return end;
  std::size_t begin = slash - 1;
  while (begin > from && ascii::is_alpha(url[begin - 1])) --begin;
  const bool is_apart = begin > from && (kBetween.find(url[begin - 1]) != text::kNone ||
                                         url.substr(0, begin).ends_with(".."));
  if (!is_apart || !ascii::iis_one_of(kOfBrowsers, url.substr(begin, slash - 1 - begin)))
    return end;
  while (begin > from && is_between(url[begin - 1]) && !(url[begin - 1] == ']' && url[from] == '['))
    --begin;
  return begin > from ? begin : end;
}

// Behind a bare reference whose host has a sign that is in no name of a host: a browser takes it,
// and many programs end the link there.
bool PlainScanner::shorter(std::size_t begin, std::size_t from, std::size_t end,
                           std::uint8_t flags) {
  if (from == 0 || text_[from - 1] == ':' || text_[begin] == '\\') return true;
  const std::size_t stop = std::min(text_.substr(0, end).find_first_of("/\\?#", from), end);
  work::charge(stop - std::min(from, stop));
  if (stop <= from) return true;
  const std::string_view authority = text_.substr(from, stop - from);
  const std::size_t at = authority.find('@');  // to browsers the last one ends it
  std::size_t host = at == text::kNone || at + 1 == authority.size() ? from : from + at + 1;
  if (text_[host] == '[') return true;
  std::size_t pos = host;
  while (pos < stop && is_of_name(text_[pos]) && !is_direction(text_, pos)) ++pos;
  if (pos == stop || text_[pos] == ':') return true;  // a port
  while (pos > host && !text::is_letter(text_[pos - 1])) --pos;
  if ((flags & kGuessed) != 0) host = begin;
  const std::size_t dot = text_.substr(0, pos).rfind('.');
  if (dot == text::kNone || dot <= host || pos - dot < 3) return true;
  return report(visitor_.memory().keep(text_.substr(begin, pos - begin)), flags | kUnwrapped, begin,
                end);
}

}  // namespace basewalk::extract
