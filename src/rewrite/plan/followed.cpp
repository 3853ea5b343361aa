// SPDX-License-Identifier: MIT
#include "rewrite/plan/followed.h"

#include <algorithm>
#include <iterator>

namespace basewalk::rewrite {
namespace {

template <class List>
bool is_in(const List& list, std::string_view name) {
  return std::find(std::begin(list), std::end(list), name) != std::end(list);
}

// Attributes that are followed wherever they stand.
constexpr std::string_view kFollowed[] = {"action", "action-xhr", "data-saferedirecturl",
                                          "formaction", "originalsrc", "refresh",
                                          // of feeds
                                          "htmlurl", "uri", "url", "xmlurl",
                                          // of animations
                                          "by", "from", "to", "values"};
// Elements whose href a program fetches by itself.
constexpr std::string_view kFetchedHref[] = {
    "base",    "feimage", "image", "link",  "lineargradient", "radialgradient",
    "pattern", "script",  "use",   "mpath", "textpath"};
// Elements that show what they fetch as a document.
constexpr std::string_view kFrames[] = {"embed", "frame", "iframe", "object"};

// "a", "href" of "a[href]"
bool is_followed_attribute(std::string_view element, std::string_view attribute,
                           std::string_view type) {
  for (const std::string_view space : {"svg:", "math:"})
    if (element.starts_with(space)) element.remove_prefix(space.size());
  if (is_in(kFollowed, attribute)) return true;
  if (attribute == "href" || attribute == "xlink:href") {
    // In a feed a link is what it says.
    const bool page = type.starts_with("text/html") || type.starts_with("text/x-") ||
                      type == "application/xhtml+xml" || type == "image/svg+xml";
    return !is_in(kFetchedHref, element) || (element == "link" && !page);
  }
  if (attribute == "src" || attribute == "data") return is_in(kFrames, element);
  // A handler: nobody knows where it goes.
  return attribute.starts_with("on") || attribute.starts_with('[') ||
         attribute.starts_with("data-amp-bind-");
}

}  // namespace

bool is_followed(std::string_view where, std::string_view type) {
  const std::size_t space = where.rfind(' ');
  const std::string_view last = space == std::string_view::npos ? where : where.substr(space + 1);
  if (where.starts_with("header ")) return true;
  const std::size_t open = last.find('[');
  if (last.ends_with(']') && open != std::string_view::npos && open > 0)
    return is_followed_attribute(last.substr(0, open),
                                 last.substr(open + 1, last.size() - open - 2), type);
  // "url()", "@import", "image-set()": a style sheet; "string": of a script
  return !last.ends_with(')') && !last.starts_with('@') && last != "src";
}

bool is_derived(std::string_view where) {
  return where.ends_with(" wrapped") || where.ends_with(" nested");
}

}  // namespace basewalk::rewrite
