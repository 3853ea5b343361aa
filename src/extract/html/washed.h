// SPDX-License-Identifier: MIT
//
// Which base a page has to Roundcube, which looks for it in the text, not in the tree, and joins
// what stands in attributes with it before it reads the page (rcube_washtml::resolve_base,
// rcube_base_replacer).
#ifndef BASEWALK_EXTRACT_HTML_WASHED_H_
#define BASEWALK_EXTRACT_HTML_WASHED_H_

#include <string>
#include <string_view>
#include <vector>

#include "basewalk/extract/extract.h"

namespace basewalk::extract {

/// The URL behind the last "href=" of the first line that has "<base" before one, wherever these
/// stand, also in a comment; up to the first character that is not of "a-z0-9/.%-".  A piece of
/// the text; empty where there is none.
std::string_view washed_base(std::string_view page);

/// May a page have such a base, and references below it, once others of its references are edited?
bool may_have_washed_base(std::string_view page, const Finds& finds);

/// What a reference becomes below that base; nothing where it stays as it is.
std::string join_washed(std::string_view base, const Find& find);

/// Where else an `href` leads, of which that is written, in such quotation marks (or none), and
/// that is meant to browsers: Roundcube takes controls out and typographic marks for marks of
/// ASCII, and libxml2, by which it, Horde and SOGo read pages, ends a value at a NUL, and knows no
/// references of HTML 5 such as `&sol;`.
std::vector<std::string> washed_hrefs(std::string_view written, std::string_view meant, char mark);

}  // namespace basewalk::extract

#endif  // BASEWALK_EXTRACT_HTML_WASHED_H_
