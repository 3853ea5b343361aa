// SPDX-License-Identifier: MIT
//
// References that are longer to some programs.  Thunderbird takes all white space out of what
// stands in one line between angle brackets or quotation marks, and follows it if that has a scheme
// then, in the scheme as well (mozTXTToHTMLConv, the mode RFC2396E).  It and Roundcube take
// typographic marks for a part of a name (rcube_string_replacer).  What is shorter: a reference in
// whose host another one begins, or a sign stands.  And what has no slashes: "https:h.example", or
// no scheme: "www.example.com".
//
// Before this: plain.cpp came to a colon.
#include "extract/plain.h"

#include <algorithm>
#include <string>
#include <vector>

#include "extract/linkify/other_hosts.h"
#include "text/ascii.h"
#include "text/find.h"
#include "text/work.h"

namespace basewalk::extract {

using text::is_scheme_char;

namespace {

// What other programs than a browser do at a click is their own affair.
constexpr std::string_view kOfBrowsers[] = {"http", "https", "ftp"};
constexpr std::size_t kLongest = 5;

// What ends the name of a host in a browser.
constexpr std::string_view kBehindHost = "/\\?#";

// What a longer name or an address may have before "www.".
constexpr std::string_view kInNames = ".-_@/";

// What may stand between two references; a name holds none of these, nor two dots.
constexpr std::string_view kBetween = ",;:!*&'()[]{}";

bool is_between(char c) { return c == '.' || kBetween.find(c) != text::kNone; }

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

bool is_slash_or_query(char c) { return kBehindHost.find(c) != text::kNone; }

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
  constexpr std::string_view kBegins = "%_-~$*&;=+!@", kEndsHost = "/\\?#<>\"@ \t\r\n";
  rest = rest.substr(0, kHostMax);
  if (!ascii::iis_one_of(kOfBrowsers, scheme) || rest.empty() ||
      !(text::is_letter(rest[0]) || kBegins.find(rest[0]) != text::kNone))
    return false;
  const std::size_t end = std::min(rest.find_first_of(kEndsHost), rest.size());
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
// program goes to a host whose last label is "http".  `end` where none begins, `from` where that is
// in the place of a name: "http://[http://i/".
std::size_t PlainScanner::next_url(std::size_t from, std::size_t end) const {
  if (from == 0 || text_[from - 1] == ':') return end;  // no host
  const std::string_view url = text_.substr(0, end);
  const bool has_slash = text_[from - 1] == '/' || text_[from - 1] == '\\';
  const std::size_t name = has_slash ? std::min(url.find_first_not_of("/\\", from), end) : from;
  const std::size_t slash = std::min(url.find_first_of(kBehindHost, name), end);
  work::charge(slash - std::min(from, slash));
  if (slash < name + 2 || slash == end || url[slash - 1] != ':' ||
      !has_slashes(url.substr(slash - 1)))
    return end;
  std::size_t begin = slash - 1;
  while (begin > name && ascii::is_alpha(url[begin - 1])) --begin;
  const bool is_first =
      std::none_of(url.begin() + static_cast<std::ptrdiff_t>(name),
                   url.begin() + static_cast<std::ptrdiff_t>(begin), text::is_letter);
  const bool is_apart = is_first || kBetween.find(url[begin - 1]) != text::kNone ||
                        static_cast<unsigned char>(url[begin - 1]) >= 0x80 ||
                        url.substr(0, begin).ends_with("..");
  if (!is_apart || !ascii::iis_one_of(kOfBrowsers, url.substr(begin, slash - 1 - begin)))
    return end;
  if (is_first) return from;
  while (begin > name && is_between(url[begin - 1]) && !(url[begin - 1] == ']' && url[name] == '['))
    --begin;
  return begin;
}

// Behind a bare reference whose host has a sign that is in no name of a host: a browser takes it,
// and many programs end the link there.
bool PlainScanner::shorter(std::size_t begin, std::size_t from, std::size_t end,
                           std::uint8_t flags) {
  if (from == 0 || text_[from - 1] == ':' || text_[begin] == '\\') return true;
  const std::size_t stop = std::min(text_.substr(0, end).find_first_of(kBehindHost, from), end);
  work::charge(stop - std::min(from, stop));
  if (stop <= from) return true;
  const std::size_t name = (flags & kGuessed) != 0 ? begin : from;
  std::vector<std::size_t> ends = other_ends(text_.substr(name, stop - name), stop == end);
  for (std::size_t& each : ends) each += name;
  const std::string_view authority = text_.substr(from, stop - from);
  const std::size_t at = authority.find('@');  // to browsers the last one ends it
  std::size_t host = at == text::kNone || at + 1 == authority.size() ? from : from + at + 1;
  std::size_t pos = host;
  while (pos < stop && is_of_name(text_[pos]) && !is_direction(text_, pos)) ++pos;
  if (text_[host] != '[' && pos < stop && text_[pos] != ':') {  // a port
    while (pos > host && !text::is_letter(text_[pos - 1])) --pos;
    if ((flags & kGuessed) != 0) host = begin;
    const std::size_t dot = text_.substr(0, pos).rfind('.');
    const bool has_dot = dot != text::kNone && dot > host && pos - dot >= 3;
    if (has_dot && std::find(ends.begin(), ends.end(), pos) == ends.end())
      ends.insert(ends.begin(), pos);
  }
  for (const std::size_t each : ends)
    if (!report(visitor_.memory().keep(text_.substr(begin, each - begin)), flags | kUnwrapped,
                begin, end))
      return false;
  return true;
}

// Behind a bare reference that ended within what may be the name of a user: programs that end a
// link at white space alone (Evolution, SOGo), or at signs of ASCII (Roundcube, Horde, MHonArc), go
// on to the host behind "@".
bool PlainScanner::farther(std::size_t begin, std::size_t from, std::size_t end,
                           std::uint8_t flags) {
  constexpr std::size_t kUserMax = 256;  // without slashes, which would end the search
  if (from == 0 || text_[from - 1] == ':' || text_[begin] == '\\') return true;
  const std::size_t stop = url_end(from);
  if (stop == text_.size() ||
      text_.substr(from, stop - from).find_first_of(kBehindHost) != text::kNone)
    return true;
  // Evolution takes any character for the second.
  if (ascii::is_space(text_[stop]) && !(ascii::is_blank(text_[stop]) && stop == from + 1))
    return true;
  const std::size_t most =
      (flags & kGuessed) != 0 ? std::min(text_.size(), stop + kUserMax) : text_.size();
  std::size_t pos = stop + 1, at = stop;
  for (; pos < most && !ascii::is_space(text_[pos]) && !is_slash_or_query(text_[pos]); ++pos)
    if (text_[pos] == '@') at = pos;
  work::charge(pos - from);
  if (at == stop || at + 1 >= pos) return true;
  std::size_t host = at + 1;
  while (host < pos && is_of_name(text_[host]) && !ends_url(text_, host)) ++host;
  while (host > at + 1 && text_[host - 1] == '.') --host;
  if (!names_host(text_.substr(at + 1, host - at - 1))) return true;
  return report(visitor_.memory().keep(text_.substr(begin, extent(begin, host) - begin)),
                flags | kUnwrapped, begin, end);
}

// Behind a bare reference that ended at white space: in brackets and quotation marks KMail takes
// out all of it (KTextToHTML), also line ends.
bool PlainScanner::enclosed(std::size_t begin, std::size_t from, std::size_t end,
                            std::uint8_t flags) {
  constexpr std::string_view kOpen = "[<>\"", kClose = "]><\"";
  constexpr std::size_t kLongestLabel = 6;  // of top-level domains that are not known here
  const std::size_t kind = begin > 0 ? kOpen.find(text_[begin - 1]) : text::kNone;
  if (kind == text::kNone || from == 0 || text_[from - 1] == ':' || is_joined_) return true;
  const std::size_t name = (flags & kGuessed) != 0 ? begin : from;
  const std::size_t stop = url_end(from);
  if (text_.substr(name, stop - name).find_first_of(kBehindHost) != text::kNone) return true;
  std::string joined(text_.substr(begin, stop - begin));
  bool is_odd = kind == 0 || kind == 2;  // else spaced() and bracketed() have found it
  std::size_t breaks = 0, host_end = 0, pos = stop;
  while (pos < text_.size() && text_[pos] != kClose[kind] && text_[pos] != kOpen[kind] &&
         text_[pos] != '[' && text_[pos] != ']' && text_[pos] != '<') {
    const bool is_space = ascii::is_space(text_[pos]) || is_odd_space(text_, pos);
    const bool is_break =
        text_[pos] == '\n' || (text_[pos] == '\r' && text_.substr(pos + 1, 1) != "\n");
    breaks += is_break ? 1U : 0U;
    is_odd = is_odd || (is_space && !ascii::is_space(text_[pos])) ||
             (is_break && (kind == 3 || breaks > 1));
    if (host_end == 0 && is_slash_or_query(text_[pos])) host_end = joined.size();
    const std::size_t size = is_space && ends_url(text_, pos) ? separator_size(text_, pos) : 1;
    if (!is_space) {
      breaks = 0;
      joined += text_[pos];
    }
    pos += size;
  }
  work::charge(pos - begin);
  if (host_end == 0) host_end = joined.size();
  const std::string_view host =
      std::string_view(joined).substr(name - begin, host_end - (name - begin));
  const std::size_t dot = host.rfind('.');
  if (!is_odd || pos == text_.size() || text_[pos] != kClose[kind] || dot == text::kNone ||
      host.size() <= stop - name || !names_host(host))
    return true;
  const std::string_view label = host.substr(dot + 1);
  if (label.size() > kLongestLabel && !is_top_level(label)) return true;
  return report(visitor_.memory().keep(joined), flags | kUnwrapped, begin, end);
}

// Behind a bare reference whose host has other characters to some programs.
bool PlainScanner::written_otherwise(std::size_t begin, std::size_t from, std::size_t end,
                                     std::uint8_t flags) {
  if (from == 0 || text_[from - 1] == ':' || text_[begin] == '\\') return true;
  const std::size_t stop = std::min(text_.substr(0, end).find_first_of(kBehindHost, from), end);
  if (stop <= from) return true;
  const std::string_view before = text_.substr(begin, from - begin);
  if (const std::string meant = with_references(text_.substr(from, end - from), stop - from);
      !meant.empty() &&
      !report(visitor_.memory().keep(std::string(before) + meant), flags | kUnwrapped, begin, end))
    return false;
  const std::string mapped = as_mapped(text_.substr(from, stop - from));
  if (mapped.empty() || !names_host(mapped)) return true;
  return report(visitor_.memory().keep(std::string(before) + mapped +
                                       std::string(text_.substr(stop, end - stop))),
                flags | kUnwrapped, begin, end);
}

// "www.i.example" in a reference, behind a sign that ends that to some programs.
bool PlainScanner::forms_within(std::size_t begin, std::size_t from, std::size_t end,
                                std::uint8_t flags) {
  constexpr std::string_view kSigns = "[](){}'^\\";
  constexpr std::string_view kForm = "www.";
  const std::string_view url = text_.substr(0, end);
  std::size_t next = from + 1;
  work::charge(end - from);
  for (std::size_t pos = next; pos + kForm.size() < end; ++pos) {
    if ((url[pos] | 0x20) != 'w' || !ascii::istarts_with(url.substr(pos), kForm)) continue;
    const char before = url[pos - 1];
    if (pos < next ||
        (static_cast<unsigned char>(before) < 0x80 && kSigns.find(before) == text::kNone))
      continue;
    next = pos + kForm.size();
    while (next < end && static_cast<unsigned char>(url[next]) < 0x80 &&
           kSigns.find(url[next]) == text::kNone)
      ++next;
    const std::string_view form = url.substr(pos, next - pos);
    if (names_host(form.substr(0, form.find_first_of(kBehindHost))) &&
        !report(visitor_.memory().keep(form), flags | kGuessed | kUnwrapped, begin, end))
      return false;
  }
  return true;
}

// What else programs make of a bare reference that was found.
bool PlainScanner::seen_otherwise(std::size_t begin, std::size_t from, std::size_t end,
                                  std::uint8_t flags) {
  return longer(begin, from, end, flags) && farther(begin, from, end, flags) &&
         enclosed(begin, from, end, flags) && shorter(begin, from, end, flags) &&
         written_otherwise(begin, from, end, flags) && forms_within(begin, from, end, flags);
}

// "www.example.com", "www2.example.com", "ftp.example.com"
bool PlainScanner::host_form(std::size_t at) {
  std::size_t begin = at;
  std::size_t dot = at;
  const bool is_ftp = (text_[at] | 0x20) == 'p';
  if (is_ftp) {
    if (at < 2 || !ascii::iequals(text_.substr(at - 2, 3), "ftp")) return true;
    begin = at - 2;
    dot = at + 1;
  } else {
    if (!ascii::iequals(text_.substr(at, 3), "www")) return true;
    dot = at + 3;
    while (dot < text_.size() && dot - at < 6 && ascii::is_digit(text_[dot])) ++dot;
  }
  if (dot + 1 >= text_.size() || text_[dot] != '.' || ends_url(text_, dot + 1)) return true;
  // Behind text of another script a name may begin without a blank, and to some programs anywhere
  // (Claws Mail, Sylpheed) or behind more signs (Roundcube, Horde); but "a@www.h" is an address.
  const char before = begin > 0 ? text_[begin - 1] : ' ';
  const bool is_apart = !ascii::is_alnum(before) && kInNames.find(before) == text::kNone;
  const bool is_address =
      before == '@' && begin > 1 && is_of_name(text_[begin - 2]) && reported_ + 1 != begin;
  const bool may_stand = sees_all_ && !is_ftp && !is_joined_ && !is_address &&
                         !text_.substr(0, begin).ends_with("://");
  if (!is_apart && !may_stand) return true;
  const std::size_t end = std::min(url_end(dot + 1), dot + 1 + kLookAhead);
  const std::string_view host = text_.substr(dot + 1, end - dot - 1);
  const std::string_view authority = host.substr(0, host.find_first_of(kBehindHost));
  if (!text::is_letter(host[0])) {
    // Hosts have other names than domains, and users have any.
    const bool is_name = host[0] == '-' || host[0] == '_' || authority.find('@') != text::kNone;
    if (!sees_all_ || is_ftp || !is_name || !names_host(authority)) return true;
  }
  // Not "www.x", and "ftp.txt" is more often a file than a host.
  if (host.size() < 2 || host[1] == '/' || host[1] == '?' || host[1] == '#' || host[1] == ':')
    return true;
  if (is_ftp && host.substr(0, host.find_first_of("/?#:")).find('.', 1) >= host.size() - 1)
    return true;
  return bare(begin, dot + 1, kGuessed);
}

}  // namespace basewalk::extract
