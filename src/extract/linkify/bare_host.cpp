// SPDX-License-Identifier: MIT
//
// A host is looked for once in each run of letters, hyphens and dots: label by label from the left,
// with the leftmost place where a name can begin that is good so far.  Letters are what is neither
// white space, punctuation nor control, as the peer has it: "x=a.com" is one name.
//
// Before this: extract/plain.cpp came to a dot or two slashes.
#include "extract/linkify/bare_host.h"

#include <unicode/uchar.h>

#include <algorithm>

#include "text/ascii.h"
#include "text/utf8.h"
#include "url/country_domains.h"

namespace basewalk::extract {
namespace {

constexpr std::size_t kNone = std::string_view::npos;

// RFC 1035 2.3.4
constexpr std::size_t kLongestLabel = 63;
constexpr std::size_t kLongestEncoded = 59;  // behind "xn--"

constexpr std::string_view kTopLevel[] = {"biz",  "com",    "edu",  "gov",  "net",  "org",
                                          "pro",  "web",    "xxx",  "aero", "asia", "coop",
                                          "info", "museum", "name", "shop"};

bool is_one_of(char c, std::string_view set) { return set.find(c) != kNone; }

// Letters by the rule above that may stand before a name.
bool is_symbol(char c) { return is_one_of(c, "$+=^`|"); }

// Four numbers of one to three digits
bool is_ip4(std::string_view host) {
  for (int part = 0; part < 4; ++part) {
    const std::size_t end = part < 3 ? host.find('.') : host.size();
    if (end == kNone || end == 0 || end > 3) return false;
    unsigned number = 0;
    for (const char c : host.substr(0, end)) {
      if (!ascii::is_digit(c)) return false;
      number = number * 10 + static_cast<unsigned>(c - '0');
    }
    if (number > 255) return false;
    host.remove_prefix(std::min(end + 1, host.size()));
  }
  return true;
}

// In the local part of an address, as the peer has it.
bool is_local(char c) { return ascii::is_alnum(c) || is_one_of(c, "-;:&=+$,\"._"); }

// Such a form is a link wherever it stands.
bool holds_form(std::string_view local) {
  for (std::size_t at = 0; at + 3 < local.size(); ++at)
    if (ascii::istarts_with(local.substr(at), "www") ||
        ascii::istarts_with(local.substr(at), "ftp."))
      return true;
  return false;
}

// "xn--" and 1 to 59 letters, digits and hyphens
bool is_encoded(std::string_view label) {
  if (!ascii::istarts_with(label, "xn--")) return false;
  label.remove_prefix(4);
  return !label.empty() && label.size() <= kLongestEncoded &&
         std::all_of(label.begin(), label.end(),
                     [](char c) { return ascii::is_alnum(c) || c == '-'; });
}

}  // namespace

bool is_top_level(std::string_view label) {
  if (url::is_country_domain(label) || ascii::iis_one_of(kTopLevel, label) || is_encoded(label))
    return true;
  for (const std::string_view each :
       {"\u0440\u0444", "\u0420\u0424", "\u0440\u0424", "\u0420\u0444"})
    if (label == each) return true;
  return false;
}

struct BareHosts::Character {
  enum class Kind {
    letter,
    separator,  // "<", ">", U+FF5C
    stop,       // white space, punctuation, controls
    none,       // the text is over
  };
  Kind kind = Kind::none;
  char ascii = 0;  // 0 for all others
  std::size_t size = 0;
  bool blank = false;  // a stop that is no punctuation

  bool is_letter() const { return kind == Kind::letter; }
  bool is_in_run() const { return is_letter() || ascii == '-' || ascii == '.'; }
};

BareHosts::Character BareHosts::at(std::size_t pos) const {
  using Kind = Character::Kind;
  if (pos >= text_.size()) return {};
  const char c = text_[pos];
  if (static_cast<unsigned char>(c) < 0x80) {
    const bool letter = ascii::is_alnum(c) || is_symbol(c) || c == '~';
    const bool separator = c == '<' || c == '>';
    return {letter      ? Kind::letter
            : separator ? Kind::separator
                        : Kind::stop,
            c, 1, c <= ' ' || c == '\x7F'};
  }
  const utf8::Sequence next = utf8::first(text_.substr(pos));
  if (next.code_point == 0xFF5C) return {Kind::separator, 0, next.length, false};
  const auto kinds = U_GET_GC_MASK(static_cast<UChar32>(next.code_point));
  const bool blank = (kinds & (U_GC_Z_MASK | U_GC_CC_MASK)) != 0;
  const bool stop = blank || (kinds & U_GC_P_MASK) != 0;
  return {stop ? Kind::stop : Kind::letter, 0, next.length, blank};
}

BareHosts::Character BareHosts::before(std::size_t pos) const {
  if (pos == 0) return {};
  std::size_t begin = pos - 1;
  while (begin > 0 && pos - begin < 4 && utf8::is_continuation(text_[begin])) --begin;
  Character found = at(begin);
  // A piece that is none stands for itself.
  if (begin + found.size != pos) return {Character::Kind::letter, 0, 1, false};
  return found;
}

std::string_view separator_before(std::string_view text, std::size_t begin, std::size_t end) {
  // What is in angle brackets reaches as far as those.
  if (begin > 0 && text[begin - 1] == '<' && !text.substr(end).starts_with('>')) return " ";
  return BareHosts(text).separator_before(begin);
}

// Behind a word, or what may be the end of another scheme.  A blank alone could make the word the
// name of a host, a hyphen alone the scheme a part of the word; an address is one with a blank.
std::string_view BareHosts::separator_before(std::size_t pos) const {
  std::size_t end = pos;
  while (end > 0 && is_one_of(text_[end - 1], ".-")) --end;
  const Character last = before(end);
  const bool is_word =
      last.is_letter() || (end == pos && is_one_of(last.ascii == 0 ? ' ' : last.ascii, "_:/@"));
  if (!is_word) return {};
  const std::optional<std::size_t> host = last.is_letter() ? address_host(pos) : std::nullopt;
  return host && host_behind(*host, false) == pos ? " " : "- ";
}

// Is there nothing, or what ends a word, in front?
bool BareHosts::may_begin(std::size_t pos) const {
  const Character last = before(pos);
  return !last.is_letter() && !is_one_of(last.ascii == 0 ? ' ' : last.ascii, "./:-_@");
}

// May the host, or its port, end here?
bool BareHosts::ends_host(std::size_t pos) const {
  const Character next = at(pos);
  if (next.is_letter() || next.ascii == '-' || next.ascii == '_') return false;
  if (next.ascii == ':') return !ascii::is_digit(at(pos + 1).ascii);
  if (next.ascii != '.') return true;
  const Character behind = at(pos + 1);
  return behind.ascii != '-' &&
         (behind.kind == Character::Kind::none || behind.kind == Character::Kind::stop);
}

// Behind the port that follows; where the host ends if none does.
std::size_t BareHosts::port_end(std::size_t host_end) const {
  if (at(host_end).ascii != ':') return host_end;
  std::size_t end = host_end + 1;
  unsigned port = 0;
  while (end < text_.size() && ascii::is_digit(text_[end]) && end - host_end <= 5)
    port = port * 10 + static_cast<unsigned>(text_[end++] - '0');
  const std::size_t digits = end - host_end - 1;
  const bool fits = digits > 0 && port <= 65535 && (digits < 5 || port >= 10000);
  return fits && ends_host(end) ? end : host_end;
}

bool BareHosts::is_label(std::size_t begin, std::size_t end) const {
  if (begin >= end) return false;
  if (is_encoded(text_.substr(begin, end - begin))) return true;
  if (text_[begin] == '-' || text_[end - 1] == '-') return false;
  std::size_t length = 0;
  for (std::size_t pos = begin; pos < end && length <= kLongestLabel; ++length)
    pos += std::max<std::size_t>(at(pos).size, 1);
  return length <= kLongestLabel;
}

// The leftmost place in a label where a name may begin of which that is the first.
std::size_t BareHosts::start_in_label(std::size_t begin, std::size_t end, bool may_begin) const {
  if (begin == end) return kNone;
  if (may_begin && !is_symbol(text_[begin]) && is_label(begin, end)) return begin;
  // Farther from its end none is short enough.
  std::size_t pos = std::max(begin, end - std::min(end, 4 * kLongestLabel + 1));
  for (; pos + 1 < end; ++pos)
    if (is_symbol(text_[pos]) && !is_symbol(text_[pos + 1]) && is_label(pos + 1, end))
      return pos + 1;
  return kNone;
}

std::optional<BareHost> BareHosts::around(std::size_t dot, std::size_t from, std::size_t& go_on) {
  std::size_t begin = dot;
  while (begin > from) {
    const Character last = before(begin);
    if (!last.is_in_run()) break;
    begin -= last.size;
  }
  std::size_t start = kNone;  // of a name that is good so far
  std::size_t label = begin;
  bool first = may_begin(begin);
  if (begin > 1 && text_[begin - 1] == '@' && is_in_address(begin - 2, begin - 1)) {
    label = address_end_ = *host_behind(begin, false);
    first = false;
  }
  while (true) {
    std::size_t end = label;
    for (Character next = at(end); next.is_letter() || next.ascii == '-'; next = at(end))
      end += next.size;
    if (start != kNone && is_top_level(text_.substr(label, end - label))) {
      const std::size_t behind_port = port_end(end);
      if (behind_port != end || ends_host(end)) {
        if (!is_in_address(start, behind_port)) return BareHost{start, behind_port};
        start = kNone;
      }
    }
    if (start == kNone || !is_label(label, end)) start = start_in_label(label, end, first);
    first = false;
    if (at(end).ascii != '.') {
      go_on = std::max(end, dot + 1);
      return {};
    }
    label = end + 1;
  }
}

// Where a host ends that begins there: at least one dot, or "localhost".
std::optional<std::size_t> BareHosts::host_behind(std::size_t begin, bool any_top_level) const {
  if (any_top_level && ascii::istarts_with(text_.substr(begin), "localhost") &&
      (ends_host(begin + 9) || port_end(begin + 9) != begin + 9))
    return port_end(begin + 9);
  std::size_t label = begin;
  while (true) {
    std::size_t end = label;
    bool hyphen = false;
    for (Character next = at(end); next.is_letter() || next.ascii == '-'; next = at(end)) {
      hyphen = hyphen || next.ascii == '-';
      // No address has one.
      if (!any_top_level && next.ascii != 0 && (is_symbol(next.ascii) || next.ascii == '~'))
        return {};
      end += next.size;
    }
    if (!is_label(label, end)) return {};
    const std::string_view last = text_.substr(label, end - label);
    // The peer does not know South Sudan: what is an address for us alone hides no name.
    const bool fits = any_top_level ? !hyphen || is_encoded(last)
                                    : (is_top_level(last) && !ascii::iequals(last, "ss")) ||
                                          is_ip4(text_.substr(begin, end - begin));
    if (label != begin && fits) {
      if (ends_host(end)) return end;
      // An address has no port.
      if (any_top_level && port_end(end) != end) return port_end(end);
    }
    if (at(end).ascii != '.') return {};
    label = end + 1;
  }
}

// Is what ends there the host of an address, in characters that one may have?
std::optional<std::size_t> BareHosts::address_host(std::size_t end) const {
  constexpr std::size_t kLongestHost = 255;
  for (std::size_t begin = end; begin > 1 && end - begin < kLongestHost;) {
    const Character last = before(begin);
    if (last.is_in_run()) {
      begin -= last.size;
      continue;
    }
    if (last.ascii != '@' || !is_local(text_[begin - 2])) return {};
    return begin;
  }
  return {};
}

std::optional<BareHost> BareHosts::behind_slashes(std::size_t at_slashes, std::size_t from) const {
  if (at_slashes < from) return {};
  const Character last = before(at_slashes);
  if (is_one_of(last.ascii == 0 ? ' ' : last.ascii, "_:/")) return {};
  // Behind an address any link may begin.
  if (last.is_letter() && !address_host(at_slashes)) return {};
  const std::size_t begin = at_slashes + 2;
  std::size_t user = begin;
  for (Character next = at(user); next.kind != Character::Kind::none; next = at(user)) {
    if (next.blank || is_one_of(next.ascii == 0 ? ' ' : next.ascii, "@/[]()")) break;
    user += next.size;
  }
  if (user > begin && at(user).ascii == '@')
    if (const std::optional<std::size_t> end = host_behind(user + 1, true))
      return BareHost{at_slashes, *end};
  if (const std::optional<std::size_t> end = host_behind(begin, true))
    return BareHost{at_slashes, *end};
  return {};
}

// "a.com@h.net", "x,a.com@h.net": such a name is the beginning of an address.
bool BareHosts::is_in_address(std::size_t begin, std::size_t end) {
  if (end > local_end_ || begin < local_begin_) {
    local_begin_ = begin;
    while (local_begin_ > 0 && begin - local_begin_ < 2 * kLongestLabel &&
           is_local(text_[local_begin_ - 1]))
      --local_begin_;
    local_end_ = begin;
    while (local_end_ < text_.size() && is_local(text_[local_end_])) ++local_end_;
    local_quote_ = local_begin_ + text_.substr(local_begin_, local_end_ - local_begin_).find('"');
    if (local_quote_ < local_begin_) local_quote_ = local_end_;
    const Character last = before(local_begin_);
    local_begins_ = last.kind == Character::Kind::none || last.kind == Character::Kind::separator ||
                    last.blank || last.ascii == '(';
    const std::string_view local = text_.substr(local_begin_, local_end_ - local_begin_);
    is_local_ = local_end_ < text_.size() && text_[local_end_] == '@' && !holds_form(local) &&
                host_behind(local_end_ + 1, false).has_value();
  }
  return is_local_ && end <= local_end_ && (local_begins_ || local_quote_ < begin);
}

}  // namespace basewalk::extract
