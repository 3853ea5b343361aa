// SPDX-License-Identifier: MIT
//
// The internal subset of a document type declaration (XML 1.0 2.8): where it stands, and what it
// refers to without declaring it.
//
// Before this: xml_reader.cpp has found a declaration.  After it: it has expat read the subset.
#ifndef BASEWALK_SRC_HTML_XML_SUBSET_H_
#define BASEWALK_SRC_HTML_XML_SUBSET_H_

#include <cstddef>
#include <string>
#include <string_view>

namespace basewalk::html {

inline constexpr std::string_view kDoctype = "<!DOCTYPE";

struct Declarations {
  std::string_view subset;  ///< empty where there is none
  std::size_t end = 0;      ///< behind the declaration; npos where that does not end
};

/// Of the declaration that begins at `doctype` with kDoctype.
Declarations find_subset(std::string_view text, std::size_t doctype);

/// Declarations of the parameter entities that a subset refers to and does not declare: behind a
/// reference to what nobody declared expat takes no more declarations.
std::string declarations_of_missing(std::string_view subset);

}  // namespace basewalk::html

#endif  // BASEWALK_SRC_HTML_XML_SUBSET_H_
