// SPDX-License-Identifier: MIT
//
// Two patterns and one function of Roundcube 1.6, as they are: they know neither user info nor
// escapes, and cut a path after "https://" at its second slash.
//
// Before this: walk/other_bases.cpp has a page.
#include "extract/html/washed.h"

#include <algorithm>

#include "html/character_references.h"
#include "text/ascii.h"
#include "text/find.h"
#include "text/utf8.h"
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

// "<base" from a place on, or the size of the page.
std::size_t next_tag(std::string_view page, std::size_t from) {
  std::size_t pos = text::find_pair<'<', 'b'>(page, from);
  while (pos < page.size() && !ascii::istarts_with(page.substr(pos), kTag))
    pos = text::find_pair<'<', 'b'>(page, pos + 1);
  return pos;
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

bool is_control(char c) {
  return static_cast<unsigned char>(c) < ' ' && c != '\t' && c != '\n' && c != '\r';
}

// Those that may be of a host, or end it.
constexpr std::string_view kNewReferences[] = {"&sol;",    "&bsol;",  "&commat;", "&period;",
                                               "&colon;",  "&quest;", "&num;",    "&percnt;",
                                               "&lowbar;", "&Tab;",   "&NewLine;"};

bool has_new_reference(std::string_view written) {
  for (std::size_t pos = text::find_byte(written, '&', 0); pos < written.size();
       pos = text::find_byte(written, '&', pos + 1))
    for (const std::string_view each : kNewReferences)
      if (written.substr(pos).starts_with(each)) return true;
  return false;
}

bool is_odd(char c) { return c <= ' ' || c >= 0x7F; }

// With the references of HTML 4 alone.
std::string as_html4(std::string_view written) {
  std::string escaped, meant;
  for (std::size_t pos = 0; pos < written.size(); ++pos) {
    escaped += written[pos];
    if (written[pos] != '&') continue;
    for (const std::string_view each : kNewReferences)
      if (written.substr(pos).starts_with(each)) escaped += "amp;";
  }
  html::decode_html(escaped, html::References::decode_in_attribute, html::Nul::replace, meant);
  return meant;
}

bool is_below_blank(char c) { return static_cast<unsigned char>(c) < ' '; }
bool is_blank(char c) { return c == ' '; }

std::string without(std::string_view text, bool (*is_it)(char)) {
  std::string out(text);
  std::erase_if(out, is_it);
  return out;
}

// "http://h", "//h"
bool names_authority(std::string_view url) {
  std::size_t scheme = 0;
  while (scheme < url.size() && is_of_scheme(ascii::to_lower(url[scheme]))) ++scheme;
  url.remove_prefix(scheme);
  if (scheme > 0 && url.starts_with(':')) url.remove_prefix(1);
  return url.size() > 2 && (url[0] == '/' || url[0] == '\\') && (url[1] == '/' || url[1] == '\\');
}

// With its scheme; where no slash stands behind that it is the whole.
std::string_view authority_of(std::string_view url) {
  const std::size_t slash = std::min(url.find_first_of("/\\"), url.size());
  const std::size_t name = std::min(url.find_first_not_of("/\\", slash), url.size());
  return url.substr(0, url.find_first_of("/\\?#", name));
}

}  // namespace

std::vector<std::string> washed_hrefs(std::string_view written, std::string_view meant, char mark) {
  // Most are of visible ASCII.
  const bool has_new = has_new_reference(written);
  if (!has_new && std::none_of(meant.begin(), meant.end(), is_odd)) return {};
  std::vector<std::string> found;
  const auto add = [&](std::string_view url) {
    url = ascii::trim(url);
    if (names_authority(url) && authority_of(url) != authority_of(meant) &&
        std::find(found.begin(), found.end(), url) == found.end())
      found.emplace_back(url);
  };
  work::charge(written.size() / kStride);
  while (!meant.empty() && static_cast<unsigned char>(meant[0]) <= ' ') meant.remove_prefix(1);
  const auto control = std::find_if(meant.begin(), meant.end(), is_control);
  const auto at = static_cast<std::size_t>(control - meant.begin());
  const std::size_t end = std::min({at, meant.find(utf8::kReplacementText), meant.size()});
  if (at < meant.size()) add(without(meant, is_below_blank));
  if (end < meant.size()) add(meant.substr(0, end));
  const std::string_view authority = authority_of(meant);
  if (authority.find(' ') != kNone && authority.find_first_of("\r\n") == kNone)
    add(without(meant, is_blank));
  for (const std::string_view each : {"\u201C", "\u201D"})
    if (mark == '"') add(meant.substr(0, meant.find(each)));
  for (const std::string_view each : {"\u2018", "\u2019"})
    if (mark == '\'') add(meant.substr(0, meant.find(each)));
  if (has_new) add(as_html4(written));
  return found;
}

std::string_view washed_base(std::string_view page) {
  work::charge(page.size() / kStride);
  for (std::size_t pos = next_tag(page, 0); pos < page.size();) {
    const std::size_t end = text::find_byte(page, '\n', pos);
    const std::size_t begin = pos + kTag.size();
    if (const std::string_view url = last_href(page.substr(begin, end - begin)); !url.empty())
      return url;
    pos = next_tag(page, end);
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

bool may_have_washed_base(std::string_view page, const Finds& finds) {
  return next_tag(page, 0) < page.size() &&
         std::any_of(finds.finds.begin(), finds.finds.end(),
                     [](const Find& find) { return !join_washed("https://h/", find).empty(); });
}

}  // namespace basewalk::extract
