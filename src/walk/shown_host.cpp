// SPDX-License-Identifier: MIT
//
// Hosts are compared as a browser writes them, so both sides go through the URL Standard's parser.
// Most texts have no dot and end at the first look.
#include "walk/shown_host.h"

#include <algorithm>
#include <iterator>
#include <string>

#include "basewalk/extract/extract.h"
#include "basewalk/url/resolve.h"
#include "basewalk/url/url.h"
#include "text/ascii.h"
#include "url/country_domains.h"
#include "walk/link_maker.h"

namespace basewalk {
namespace {

// Top-level domains that a name without a scheme is known by.  Those that are more often the end
// of a file's name (.zip, .mov) are not among them.
constexpr std::string_view kDomains[] = {
    "academy", "aero",    "agency",  "app",      "asia",    "bank",    "bar",       "bid",
    "biz",     "blog",    "buzz",    "cat",      "center",  "click",   "cloud",     "club",
    "com",     "company", "coop",    "date",     "dev",     "digital", "edu",       "email",
    "eus",     "events",  "example", "expert",   "finance", "fun",     "global",    "gov",
    "group",   "guru",    "help",    "host",     "icu",     "info",    "int",       "jobs",
    "life",    "link",    "live",    "loan",     "ltd",     "media",   "men",       "mil",
    "mobi",    "monster", "museum",  "name",     "net",     "network", "news",      "ninja",
    "one",     "online",  "org",     "page",     "party",   "press",   "pro",       "review",
    "rocks",   "sbs",     "science", "services", "shop",    "site",    "solutions", "space",
    "store",   "stream",  "studio",  "support",  "team",    "tech",    "tel",       "test",
    "today",   "tokyo",   "top",     "trade",    "travel",  "vip",     "web",       "website",
    "wiki",    "win",     "work",    "works",    "world",   "xxx",     "xyz",       "zone",
};

// Countries whose domains are more often the end of a file's name, or have no names.
constexpr std::string_view kNotShown[] = {"an", "bv", "cc", "gb", "md", "mk",
                                          "ps", "py", "rs", "sh", "sj", "so"};

bool is_known_domain(std::string_view label) {
  if (label.size() == 2)
    return url::is_country_domain(label) && !ascii::iis_one_of(kNotShown, label);
  return ascii::iis_one_of(kDomains, label) || ascii::istarts_with(label, "xn--") ||
         label == "\u0440\u0444";
}

// The host of an absolute URL in a browser's eyes, without what makes no difference.
std::string host_of(std::string_view url) {
  static const url::Base no_base(std::string_view(), url::Rules::whatwg);
  std::string href;
  if (url::resolve(no_base, url, {}, href).outcome == url::Outcome::error) return {};
  const url::Components parts = url::split(href, url::Rules::whatwg);
  std::string_view host = url::host_of_authority(parts.authority.text);
  if (host.ends_with('.')) host.remove_suffix(1);
  if (host.starts_with("www.")) host.remove_prefix(4);
  return std::string(host);
}

// Without quotes, brackets and the end of a sentence around it, and without characters that are
// not seen (soft hyphen, zero width, no-break blanks).
std::string visible_word(std::string_view text) {
  constexpr std::string_view kUnseen[] = {"\u00AD", "\u200B", "\u200C", "\u200D", "\u2060",
                                          "\uFEFF", "\u00A0", "\u200E", "\u200F"};
  std::string word;
  while (!text.empty()) {
    if (static_cast<unsigned char>(text[0]) < 0x80) {
      word += text[0];
      text.remove_prefix(1);
      continue;
    }
    const auto unseen = std::find_if(std::begin(kUnseen), std::end(kUnseen),
                                     [&](std::string_view each) { return text.starts_with(each); });
    if (unseen != std::end(kUnseen)) {
      text.remove_prefix(unseen->size());
      continue;
    }
    word += text[0];
    text.remove_prefix(1);
  }
  constexpr std::string_view kAround = "\"'<>()[]{}*_~,;:!?. ";
  const std::size_t first = word.find_first_not_of(kAround);
  if (first == std::string::npos) return {};
  return word.substr(first, word.find_last_not_of(kAround) + 1 - first);
}

// "bank.example.com", "bank.example.com:8080/login"
bool is_bare_host(std::string_view word) {
  const std::string_view host = word.substr(0, word.find_first_of("/?#:"));
  const std::size_t dot = host.rfind('.');
  if (dot == std::string_view::npos || dot == 0 || !is_known_domain(host.substr(dot + 1)))
    return false;
  for (const char c : host) {
    const bool fits =
        ascii::is_alnum(c) || c == '-' || c == '.' || static_cast<unsigned char>(c) >= 0x80;
    if (!fits) return false;
  }
  return host.find("..") == std::string_view::npos;
}

bool is_slash(char c) { return c == '/' || c == '\\'; }

// "//", or what browsers take for it behind a scheme.
bool holds_slashes(std::string_view text) {
  for (std::size_t at = 0; at + 1 < text.size(); ++at)
    if (is_slash(text[at + 1]) && (is_slash(text[at]) || text[at] == ':')) return true;
  return false;
}

// A dot that is not the end of a sentence, or slashes.
bool may_show_host(std::string_view text) {
  for (std::size_t at = 0; at + 1 < text.size(); ++at) {
    if (text[at] != '.') continue;
    const char next = text[at + 1];
    if (ascii::is_alnum(next) || static_cast<unsigned char>(next) >= 0x80) return true;
  }
  return holds_slashes(text);
}

bool holds_www(std::string_view text) {
  for (std::size_t at = 0; at + 2 < text.size(); ++at)
    if ((text[at] | 0x20) == 'w' && ascii::istarts_with(text.substr(at), "www")) return true;
  return false;
}

}  // namespace

bool shows_another_host(std::string_view text, std::optional<std::string_view> clicked) {
  if (!clicked || !may_show_host(text)) return false;
  const std::string word = visible_word(text);
  const bool bare = is_bare_host(word);
  if (!bare && !holds_slashes(text) && !holds_www(text)) return false;
  const std::string host = host_of(*clicked);
  if (host.empty()) return false;
  if (bare) return host_of("http://" + word) != host;
  extract::Finds finds;
  extract::extract_text(text, {}, finds);
  bool shown = false;
  for (const extract::Find& find : finds.finds) {
    std::string url;
    if ((find.flags & extract::kGuessed) != 0)
      append_guess(find.raw, find.place, {}, url);
    else
      url = find.raw;
    const std::string other = host_of(url);
    if (other == host) return false;
    shown = shown || !other.empty();
  }
  return shown;
}

}  // namespace basewalk
