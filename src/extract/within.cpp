// SPDX-License-Identifier: MIT
//
// URLs within a URL.
//
// What a server does with the parameters of a URL nobody knows; but a value that is a URL is where
// an open redirect, a counter of clicks or a proxy goes on to.  A value is one if it begins as one
// once it is decoded, however often that takes, also of base64; of any other value those
// that stand in it with "://", as in a text.
#include <algorithm>
#include <string>
#include <string_view>

#include "basewalk/extract/extract.h"
#include "extract/find_visitor.h"
#include "extract/nested.h"
#include "extract/plain.h"
#include "extract/wrappers.h"
#include "text/ascii.h"
#include "text/find.h"
#include "text/hex.h"
#include "text/work.h"

namespace basewalk::extract {

using text::find_any;
using text::find_byte;
using text::is_scheme_char;
using text::kNone;
using text::lies_in;

namespace {

// How often a value is decoded: redirects of redirects escape the escapes.
constexpr int kDecodings = 4;
constexpr std::size_t kSchemeMax = 40;

// "http://", "x-scheme://", and what browsers take for it: "http:/", "https:\".
bool begins_as_url(std::string_view text) {
  std::size_t colon = 0;
  while (colon < text.size() && colon < kSchemeMax && is_scheme_char(text[colon])) ++colon;
  if (colon == 0 || !ascii::is_alpha(text[0]) || colon + 2 >= text.size() || text[colon] != ':')
    return false;
  const auto slash = [](char c) { return c == '/' || c == '\\'; };
  if (!slash(text[colon + 1])) return false;
  const std::string_view scheme = text.substr(0, colon);
  if (ascii::iequals(scheme, "http") || ascii::iequals(scheme, "https")) return true;
  return text[colon + 1] == '/' && text[colon + 2] == '/' && text.size() > colon + 3;
}

// "www.h.example": a name that nobody takes for anything else.
bool begins_as_host(std::string_view text) {
  return ascii::istarts_with(text, "www.") && text.size() > 6 && ascii::is_alnum(text[4]) &&
         text.find('.', 5) != kNone;
}

// "h.example/x", and not "a.b:c".
bool begins_as_name(std::string_view text) {
  const std::string_view name = text.substr(0, text.find_first_of("/\\?#"));
  const std::string_view host = name.substr(0, name.find(':'));
  const std::size_t dot = host.rfind('.');
  const auto is_of_host = [](char c) { return ascii::is_alnum(c) || c == '-' || c == '.'; };
  return dot != kNone && dot > 0 && dot + 1 < host.size() &&
         std::all_of(host.begin(), host.end(), is_of_host) &&
         std::all_of(
             name.begin() + static_cast<std::ptrdiff_t>(std::min(host.size() + 1, name.size())),
             name.end(), ascii::is_digit);
}

// "//h.example/x", which servers redirect to as browsers follow it; "/\\h.example" too.
bool begins_as_network_path(std::string_view text) {
  const auto slash = [](char c) { return c == '/' || c == '\\'; };
  if (text.size() < 6 || !slash(text[0]) || !slash(text[1]) || !ascii::is_alnum(text[2]))
    return false;
  const std::string_view host = text.substr(2, text.substr(2).find_first_of("/\\?#&"));
  return host.find('.') != kNone && host.back() != '.';
}

// Is a URL what digits of base64 stand for, or such digits again?  As many are looked at as say so.
bool begins_as_base64(std::string_view digits) {
  constexpr std::string_view kFirst = "LSTUWYZad";  // of "//", "HTTP", "ftp", "http", "www"; again
  constexpr std::size_t kLook = 32;
  if (digits.size() < 8 || kFirst.find(digits[0]) == kNone) return false;
  const std::string begin = base64_decoded(digits.substr(0, kLook));
  for (const std::string_view each : {"http:/", "https:/", "http:\\", "https:\\", "ftp://", "www."})
    if (ascii::istarts_with(begin, each)) return true;
  if (begin.starts_with("//")) {
    const auto is_of_host = [](char c) { return ascii::is_alnum(c) || c == '-' || c == '.'; };
    const std::string_view host = std::string_view(begin).substr(2);
    const std::size_t end = std::min(host.find_first_of("/?#"), host.size());
    return end > 0 &&
           std::all_of(host.begin(), host.begin() + static_cast<std::ptrdiff_t>(end), is_of_host);
  }
  for (const std::string_view each : {"aHR0cDov", "aHR0cHM6", "SFRUUDov", "SFRUUFM6"})
    if (begin.starts_with(each)) return true;
  return false;
}

// The URL that a path ends with.
struct Inner {
  std::size_t begin = kNone;
  /// Behind it, where its scheme is not written as it is: "%68ttp://h/", else empty.
  std::string scheme = {};
  std::size_t colon = 0;
};

// The first with "://"; `%22http://h/` has the scheme "http".
Inner inner_of(std::string_view path) {
  for (std::size_t colon = 0; (colon = path.find("://", colon)) != kNone; ++colon) {
    const std::size_t segment = path.substr(0, colon).rfind('/') + 1;
    const std::string decoded = text::unescaped(path.substr(segment, colon - segment));
    std::size_t begin = decoded.size();
    while (begin > 0 && is_scheme_char(decoded[begin - 1])) --begin;
    while (begin < decoded.size() && !ascii::is_alpha(decoded[begin])) ++begin;
    const std::string_view scheme = std::string_view(decoded).substr(begin);
    if (scheme.empty()) continue;
    if (path.substr(0, colon).ends_with(scheme)) return {colon - scheme.size()};
    return {segment, std::string(scheme), colon};
  }
  return {};
}

bool is_one_word(std::string_view text) {
  for (const char c : text)
    if (static_cast<unsigned char>(c) <= ' ' || c == '<' || c == '>' || c == '"') return false;
  return true;
}

// Could there be any?  Most URLs have none, and end here.
bool may_hold_urls(std::string_view url) {
  std::size_t colon = 0;
  while (colon < url.size() && is_scheme_char(url[colon])) ++colon;
  const std::size_t behind = colon < url.size() && url[colon] == ':' ? colon + 1 : 0;
  if (behind > 0 && is_of_program(url.substr(0, colon))) return true;
  for (std::size_t at = behind;
       (at = find_any<':', '%', '=', '#', 'H', 'S', 'w', 'W'>(url, at)) < url.size(); ++at) {
    const std::string_view rest = url.substr(at);
    switch (url[at]) {
      case ':':
        if (rest.size() > 2 && (rest[1] == '/' || rest[1] == '\\')) return true;
        break;
      case '%':  // an escaped ":", "/", "\\", "%" or "w"
        for (const std::string_view escape : {"%3a", "%2f", "%5c", "%25", "%77"})
          if (ascii::istarts_with(rest, escape)) return true;
        break;
      case '=':
      case '#':
        if (begins_as_network_path(rest.substr(1)) || begins_as_base64(rest.substr(1))) return true;
        break;
      case 'H':
        if (rest.starts_with("HR0c")) return true;
        break;
      case 'S':
        if (rest.starts_with("SFRUU")) return true;
        break;
      default:
        if (ascii::istarts_with(rest, "www.") && at > behind + 2) return true;
    }
  }
  // URL Defense has escapes of its own, and copies of pages no scheme; their names stand in the
  // host.
  const std::size_t host = std::min(behind + 2, url.size());
  const std::size_t path = find_byte(url, '/', host);
  const std::string_view name = url.substr(host, path - host);
  return name.find("urldefense") != kNone || name.find(".translate.goog") != kNone ||
         name.find("cdn.ampproject.org") != kNone ||
         (url.substr(path).starts_with("/amp/") && name.find("google.") != kNone);
}

class UrlExtractor final : private FindVisitor {
 public:
  UrlExtractor(std::string_view url, const Options& options, Finds& out)
      : FindVisitor(out), url_(url), options_(options), plain_(options_, *this) {
    options_.flowed = options_.del_sp = false;
  }

  void run() {
    const UrlPieces url = pieces_of(url_);
    for (const std::string_view scheme : {"javascript", "vbscript", "data"})
      if (ascii::iequals(url.scheme, scheme)) return;
    std::string_view skip;
    if (const std::optional<Wrapped> wrapped = wrapped_in(url)) {
      bool is_found = false;
      if (!add_wrapped(wrapped->url, is_found, wrapped->is_typed)) return;
      for (const std::string& each : wrapped->also)
        if (!add_wrapped(each, is_found)) return;
      if (wrapped->others) {
        for (const std::string& each : *wrapped->others)
          if (!value(each, true)) return;
        return;
      }
      if (is_found && wrapped->is_whole) return;
      if (is_found) skip = wrapped->written;
    }
    bool query = true;
    if (!path(url, query)) return;
    if (query && !parameters(url.query, skip)) return;
    parameters(url.fragment, skip);
  }

 private:
  // What is none is passed over.
  bool add_wrapped(std::string_view url, bool& is_found, bool is_typed = false) {
    const std::string_view inner = ascii::trim(url);
    const bool guessed =
        !begins_as_url(inner) && (begins_as_host(inner) || begins_as_network_path(inner) ||
                                  (is_typed && begins_as_name(inner)));
    if (!guessed && !begins_as_url(inner)) return true;
    is_found = true;
    return add(Role::wrapped, inner, guessed ? std::uint8_t{kGuessed} : std::uint8_t{0});
  }

  // "/http://h/p?q" goes on to the end of the query; "/http%3A%2F%2Fh%2Fp/x" to the next slash.
  bool path(const UrlPieces& url, bool& query) {
    Inner inner = inner_of(url.path);
    std::string_view rest = url.path.substr(0, inner.begin);
    while (!rest.empty()) {
      if (begins_as_url(rest)) {  // "/http:/h"
        inner = {static_cast<std::size_t>(rest.data() - url.path.data())};
        break;
      }
      const std::string_view segment = rest.substr(0, rest.find('/'));
      if (!value(segment, false)) return false;
      rest.remove_prefix(std::min(segment.size() + 1, rest.size()));
    }
    if (inner.begin == kNone) return true;
    query = false;
    const std::string_view last = url.query.data() != nullptr ? url.query : url.path;
    const char* const begin = url.path.data() + inner.begin;
    std::string_view raw{begin, static_cast<std::size_t>(last.data() + last.size() - begin)};
    if (inner.scheme.empty()) return add(Role::nested, raw, 0);
    raw.remove_prefix(inner.colon - inner.begin);
    return add(Role::nested, inner.scheme + std::string(raw), 0);
  }

  bool parameters(std::string_view text, std::string_view skip) {
    if (text.empty()) return true;
    // "?http://h/a&b": not a parameter, but the whole.
    if (begins_as_url(text)) return value(text, true);
    return for_each_parameter(text, [&](std::string_view parameter) {
      if (parameter.data() == skip.data()) return true;
      const std::size_t equals = parameter.find('=');
      return value(parameter.substr(equals == kNone ? 0 : equals + 1), true);
    });
  }

  bool value(std::string_view text, bool form) {
    if (!work::charge(text.size() + 1)) return false;
    std::string decoded = form ? form_decoded(text) : text::unescaped(text);
    bool is_of_base64 = false;
    for (int decodings = 1; decodings <= kDecodings;) {
      const std::string_view trimmed = ascii::trim(decoded);
      if (is_of_base64 || is_one_word(trimmed)) {
        if (begins_as_url(trimmed)) return add(Role::nested, trimmed, 0);
        if (form && (begins_as_host(trimmed) || begins_as_network_path(trimmed)))
          return add(Role::nested, trimmed, kGuessed);
      }
      if (begins_as_base64(trimmed)) {  // each time there is less
        std::string digits(trimmed);
        std::replace(digits.begin(), digits.end(), ' ', '+');  // as forms have it
        decoded = as_utf8(base64_decoded(digits));
        is_of_base64 = true;
        continue;
      }
      if (is_of_base64 || decoded.find('%') == kNone) break;
      std::string again = text::unescaped(decoded);
      if (!work::charge(decoded.size()) || again.size() == decoded.size()) break;
      decoded = std::move(again);
      ++decodings;
    }
    if (decoded.find("://") == kNone) return true;
    const std::string_view kept = out_.keep(as_utf8(std::move(decoded)));
    return plain_.scan(kept);
  }

  bool found(Role, std::string_view raw, std::uint8_t flags, std::size_t, std::size_t) override {
    if ((flags & kGuessed) != 0 || !has_slashes(raw)) return true;
    return add(Role::nested, raw, flags);
  }

  bool add(Role role, std::string_view raw, std::uint8_t flags) {
    if (out_.finds.size() >= options_.links) {
      out_.cut = true;
      return false;
    }
    std::size_t begin = 0, end = url_.size();
    if (lies_in(raw, url_)) {
      begin = static_cast<std::size_t>(raw.data() - url_.data());
      end = begin + raw.size();
    } else {
      raw = out_.keep(as_utf8(std::string(raw)));
    }
    out_.finds.push_back({FindKind::reference, flags, 0, raw, {.role = role}, begin, end, {}});
    return true;
  }

  std::string_view url_;
  Options options_;
  PlainScanner plain_;
};

}  // namespace

void extract_url(std::string_view url, const Options& options, Finds& out) {
  work::charge(url.size());
  if (may_hold_urls(url)) UrlExtractor(url, options, out).run();
}

}  // namespace basewalk::extract
