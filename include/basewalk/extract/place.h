// SPDX-License-Identifier: MIT
//
// Where a reference was written: what an extractor saw around it.
//
// Whoever decides something by the place (is it followed, is it shown, can it be edited) looks at
// the members; where() is how people and records are told of it.
#ifndef BASEWALK_EXTRACT_PLACE_H_
#define BASEWALK_EXTRACT_PLACE_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "basewalk/html/space.h"

#pragma GCC visibility push(default)

namespace basewalk::extract {

/// What the reference is to its place.
enum class Role : std::uint8_t {
  attribute,      ///< in the value of an attribute: "a[href]", "img[srcset]"
  element,        ///< the whole text of an element of a feed: "link"
  text,           ///< running text: "text"
  css_url,        ///< "style url()"
  css_import,     ///< "style @import"
  css_image_set,  ///< "style image-set()"
  css_src,        ///< "style src()"
  script,         ///< a string of a script: "script string"
  header,         ///< a header field: "header list-unsubscribe"
  property,       ///< of a calendar or a business card: "calendar attendee[dir]"
  document,       ///< in a document that was opened: "annotation[URI]", "relationship[hyperlink]"
  wrapped,        ///< what a wrapper in the reference around it leads to: "a[href] wrapped"
  nested,         ///< another URL within the reference around it: "a[href] nested"
};

/// A place.  Its texts are views into the text that was searched, into memory of the Finds, or of
/// the program.
struct Place {
  Role role = Role::attribute;
  html::Space space = html::Space::html;  ///< of `element`
  /// Does it stand in a conditional comment, which browsers skip?
  bool conditional = false;
  /// Of "link[href]": does its rel make browsers load it with the page: a style sheet, an icon,
  /// what is preloaded?
  bool loaded = false;
  /// Of the same: does it make it a style sheet of the page?
  bool sheet = false;
  /// Of "link[href]" and "meta[content]" with an itemprop (microdata): does a mail program offer it
  /// as a button: `url`, `trackingUrl`, the `target` of an action?
  bool offered = false;
  /// The element's name in lower case, cut where it is very long; the field of a header, the
  /// property of a calendar.  Empty where there is none: running text, a style sheet of its own.
  std::string_view element{};
  /// The attribute's or parameter's name in lower case; "refresh" for what a <meta> refreshes to.
  std::string_view attribute{};
  /// What is around it, in the words of where() and with a blank behind each: "iframe[srcdoc] ",
  /// "mso ", "a[href] data: ", "calendar ".  Not to be taken apart.
  std::string_view around{};

  /// Is it a URL within another reference, which has a place of its own?
  bool is_derived() const { return role == Role::wrapped || role == Role::nested; }
  /// Does a style sheet load it?
  bool is_css() const { return role >= Role::css_url && role <= Role::css_src; }
};

/// Appends a place in the words of docs/output.md: "a[href]", "iframe[srcdoc] style url()".
void append_where(const Place& place, std::string& out);
std::string where(const Place& place);

}  // namespace basewalk::extract

#pragma GCC visibility pop

#endif  // BASEWALK_EXTRACT_PLACE_H_
