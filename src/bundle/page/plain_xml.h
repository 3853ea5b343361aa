// SPDX-License-Identifier: MIT
//
// XML that says in its tags what it had declared.
#ifndef BASEWALK_BUNDLE_PAGE_PLAIN_XML_H_
#define BASEWALK_BUNDLE_PAGE_PLAIN_XML_H_

#include <optional>
#include <string>
#include <string_view>

namespace basewalk::bundle {

struct PlainXml {
  /// Nothing where the document is so already.
  std::optional<std::string> text;
  /// Its entities grow beyond the limit (html/xml_reader.cpp): from there on they stand as their
  /// names, which now nobody knows.
  bool is_cut = false;
};

/// A document with its entities replaced and attributes that were declared written where they
/// count, each style sheet in one piece, and without its document type: all that it refers to
/// stands where it can be rewritten.
PlainXml without_declarations(std::string_view xml);

}  // namespace basewalk::bundle

#endif  // BASEWALK_BUNDLE_PAGE_PLAIN_XML_H_
