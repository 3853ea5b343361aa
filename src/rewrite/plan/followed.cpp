// SPDX-License-Identifier: MIT
#include "rewrite/plan/followed.h"

#include "text/ascii.h"

namespace basewalk::rewrite {
namespace {

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
  if (ascii::is_one_of(kFollowed, attribute)) return true;
  if (attribute == "href" || attribute == "xlink:href") {
    // In a feed a link is what it says.
    const bool page = type.starts_with("text/html") || type.starts_with("text/x-") ||
                      type == "text/watch-html" || type == "application/xhtml+xml" ||
                      type == "image/svg+xml";
    return !ascii::is_one_of(kFetchedHref, element) || (element == "link" && !page);
  }
  if (attribute == "src" || attribute == "data") return ascii::is_one_of(kFrames, element);
  // A handler: nobody knows where it goes.
  return attribute.starts_with("on") || attribute.starts_with('[') ||
         attribute.starts_with("data-amp-bind-");
}

}  // namespace

bool is_followed(const extract::Place& place, std::string_view type) {
  using extract::Role;
  switch (place.role) {
    case Role::attribute:
      return place.offered || place.attribute.empty() ||
             is_followed_attribute(place.element, place.attribute, type);
    case Role::css_url:
    case Role::css_import:
    case Role::css_image_set:
    case Role::css_src:
      return false;
    case Role::element:
    case Role::property:  // and its parameters: ALTREP, DIR
    case Role::text:
    case Role::script:
    case Role::header:
    case Role::document:
    case Role::wrapped:
    case Role::nested:
      break;
  }
  return true;
}

}  // namespace basewalk::rewrite
