// SPDX-License-Identifier: MIT
#include "rewrite/plan/defang.h"

#include <algorithm>
#include <utility>

#include "basewalk/url/url.h"
#include "extract/plain.h"
#include "text/ascii.h"

namespace basewalk::rewrite {
namespace {

constexpr std::string_view kHarmless[] = {"about",  "callto", "cid",  "fax", "im",
                                          "mailto", "mid",    "news", "sip", "sips",
                                          "sms",    "tel",    "urn",  "xmpp"};

constexpr bool is_slash(char c) { return c == '/' || c == '\\'; }

// May a colon between these be that of a URL?  Browsers take "http:/h" for one, too.
bool begins_url(std::string_view before, std::string_view behind) {
  if (behind.starts_with("//")) return true;
  if (behind.empty() || !is_slash(behind[0])) return false;
  constexpr std::string_view kSchemes[] = {"http", "https", "ftp", "ws", "wss", "file"};
  return std::ranges::any_of(kSchemes, [&](std::string_view each) {
    return before.size() >= each.size() &&
           ascii::iequals(before.substr(before.size() - each.size()), each);
  });
}

// "defanged-shxxp" of "shttp", in which some programs see a link behind the first letter.
void append_scheme(std::string_view scheme, std::string& out) {
  constexpr std::pair<std::string_view, std::string_view> kEnds[] = {
      {"https", "hxxps"}, {"http", "hxxp"}, {"ftp", "fxp"}};
  out += extract::kDefangedPrefix;
  for (const auto& [live, dead] : kEnds) {
    if (scheme.size() < live.size() ||
        !ascii::iequals(scheme.substr(scheme.size() - live.size()), live))
      continue;
    out.append(scheme.substr(0, scheme.size() - live.size())).append(dead);
    return;
  }
  out += scheme;
}

// A host without dots of its own: "example[.]com".  It may end with the scheme of another link:
// "http://ahttp://example.com".
void append_host(std::string_view host, std::string_view rest, std::string& out) {
  const bool is_scheme = host.ends_with(':') && rest.starts_with("//");
  if (is_scheme) host.remove_suffix(1);
  for (const char c : host) {
    if (c == '.')
      out += "[.]";
    else
      out += c;
  }
  if (is_scheme) out += "[:]";
}

// What follows the host, in which no other link may be seen.
void append_rest(std::string_view rest, bool all_dots, std::string& out) {
  for (std::size_t i = 0; i < rest.size(); ++i) {
    if (rest[i] == ':' && begins_url(rest.substr(0, i), rest.substr(i + 1)))
      out += "[:]";
    else if (rest[i] == '.' && all_dots)
      out += "[.]";
    else if (rest[i] == '.' && i >= 3 && ascii::iequals(rest.substr(i - 3, 3), "www"))
      out += "[.]";
    else
      out += rest[i];
  }
}

// In a text letters may stand before what was defanged: "seehxxp://h[.]example".
bool is_defanged(std::string_view scheme) {
  return scheme.ends_with("hxxp") || scheme.ends_with("hxxps") || scheme.ends_with("fxp") ||
         scheme.starts_with(extract::kDefangedPrefix);
}

}  // namespace

bool leads_nowhere_outside(std::string_view scheme) {
  const std::string lower = ascii::lowered(scheme);
  return is_defanged(lower) || ascii::is_one_of(kHarmless, lower);
}

bool append_defanged(std::string_view url, bool guessed, bool all_dots, std::string& out) {
  const std::string_view scheme = guessed ? std::string_view() : url::scheme_of(url);
  if (!guessed && scheme.empty()) return false;
  const std::string lower = ascii::lowered(scheme);
  if (leads_nowhere_outside(lower)) return false;
  std::string_view rest = guessed ? url : url.substr(scheme.size() + 1);
  if (lower == "http")
    out += "hxxp:";
  else if (lower == "https")
    out += "hxxps:";
  else if (lower == "ftp")
    out += "fxp:";
  else if (!guessed)
    append_scheme(scheme, out), out += ':';
  std::size_t slashes = 0;
  while (slashes < rest.size() && is_slash(rest[slashes])) ++slashes;
  const std::string_view before = rest.substr(0, slashes);
  rest.remove_prefix(slashes);
  const bool has_host = guessed || slashes >= 2 || lower.starts_with("http") || lower == "ftp";
  const std::size_t host = has_host ? std::min(rest.find_first_of("/\\?#"), rest.size()) : 0;
  // What has neither a scheme nor a dot in its name: "\\server\share".
  if (guessed && rest.substr(0, host).find('.') == std::string_view::npos)
    out.append("[").append(before).append("]");
  else
    out += before;
  append_host(rest.substr(0, host), rest.substr(host), out);
  append_rest(rest.substr(host), all_dots, out);
  return true;
}

}  // namespace basewalk::rewrite
