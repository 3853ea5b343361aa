// SPDX-License-Identifier: MIT
//
// Two patterns and one function of Roundcube 1.6, as they are: they know neither user info nor
// escapes, and cut a path after "https://" at its second slash.
//
// Before this: walk/other_bases.cpp has a page.
#include "extract/html/washed.h"

#include <algorithm>

#include "text/ascii.h"
#include "text/find.h"
#include "text/work.h"

namespace basewalk::extract {

using text::kNone;

namespace {

// Bytes that are charged together.
constexpr std::size_t kStride = 64;

constexpr std::string_view kTag = "<base", kHref = "href=";

bool is_of_scheme(char c) { return std::string_view("hftps").find(c) != kNone; }

// [hftps]{3,5}://[a-z0-9/.%-]+ in any case
std::string_view url_at(std::string_view text) {
  std::size_t end = 0;
  while (end < text.size() && end < 6 && is_of_scheme(ascii::to_lower(text[end]))) ++end;
  if (end < 3 || end > 5 || !text.substr(end).starts_with("://")) return {};
  const std::size_t name = end += 3;
  while (end < text.size() && (ascii::is_alnum(text[end]) || text[end] == '/' || text[end] == '.' ||
                               text[end] == '%' || text[end] == '-'))
    ++end;
  return end > name ? text.substr(0, end) : std::string_view();
}

// In one line, behind "<base"; backwards, since the pattern takes what it can.
std::string_view last_href(std::string_view line) {
  for (std::size_t end = line.size(); end >= kHref.size(); --end) {
    std::string_view rest = line.substr(end - kHref.size());
    if (!ascii::istarts_with(rest, kHref)) continue;
    rest.remove_prefix(kHref.size());
    if (!rest.empty() && (rest[0] == '"' || rest[0] == '\'')) rest.remove_prefix(1);
    if (const std::string_view url = url_at(rest); !url.empty()) return url;
  }
  return {};
}

// Elements that are not shown.
constexpr std::string_view kHidden[] = {"applet", "base",   "embed", "frame",
                                        "iframe", "object", "script"};

// "src", "background" and "href" of HTML, and what a style sheet loads.
bool is_joined(const Find& find) {
  if (find.place.is_css()) return find.place.role == Role::css_url;
  return find.place.role == Role::attribute && !ascii::is_one_of(kHidden, find.place.element) &&
         (find.place.attribute == "href" || find.place.attribute == "src" ||
          find.place.attribute == "background");
}

}  // namespace

std::string_view washed_base(std::string_view page) {
  work::charge(page.size() / kStride);
  for (std::size_t pos = text::find_byte(page, '<', 0); pos < page.size();) {
    if (!ascii::istarts_with(page.substr(pos), kTag)) {
      pos = text::find_byte(page, '<', pos + 1);
      continue;
    }
    const std::size_t end = text::find_byte(page, '\n', pos);
    const std::size_t begin = pos + kTag.size();
    if (const std::string_view url = last_href(page.substr(begin, end - begin)); !url.empty())
      return url;
    pos = text::find_byte(page, '<', end);
  }
  return {};
}

std::string join_washed(std::string_view base, const Find& find) {
  constexpr std::size_t kBehindScheme = 7;  // of "http://"
  constexpr std::string_view kUp = "../";
  std::string_view path = find.raw;
  if (!is_joined(find) || path.empty() || path.starts_with("cid:") ||
      path.find_first_of("\"'> \t\r\n\f\v") != kNone)
    return {};
  work::charge(base.size() + path.size());
  std::size_t scheme = 0;
  while (scheme < path.size() && is_of_scheme(path[scheme])) ++scheme;
  if (scheme > 0 && path.substr(scheme).starts_with("://")) return {};
  std::string_view host = base, folder = base;
  if (const std::size_t last = base.rfind('/'); last > kBehindScheme) {
    host = base.substr(0, base.find('/', kBehindScheme));
    folder = base.substr(0, last);
  }
  if (path[0] == '/') return std::string(host) + std::string(path);
  if (path.starts_with("./")) path.remove_prefix(2);
  std::size_t ups = 0;
  for (std::size_t at = path.find(kUp); at != kNone; at = path.find(kUp, at + kUp.size())) {
    ++ups;
    const std::size_t slash = folder.rfind('/');
    if (slash != kNone && slash > 0) folder = folder.substr(0, slash);
  }
  path.remove_prefix(std::min(path.size(), ups * kUp.size()));
  return std::string(folder) + "/" + std::string(path);
}

}  // namespace basewalk::extract
