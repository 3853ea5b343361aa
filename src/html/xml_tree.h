// SPDX-License-Identifier: MIT
//
// The open elements of an XML document: which vocabulary each is in (Namespaces in XML 1.0), and
// whose xml:base is in force.
//
// It goes on where a document is not well-formed: an end tag closes the nearest element of its
// name.
#ifndef BASEWALK_HTML_XML_TREE_H_
#define BASEWALK_HTML_XML_TREE_H_

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "html/tokenizer.h"
#include "html/tree.h"

namespace basewalk::html {

class XmlTree {
 public:
  struct Open {
    std::string_view name;  ///< as written
    std::string_view local;
    Space space = Space::other;
    std::uint32_t scope = 0;         ///< set by the caller, who knows about bases
    Space inherited = Space::other;  // of names without a prefix
    std::size_t prefixes = 0;        // how many were known around it
    Context inside;                  // what holds in it
  };

  void reset();
  /// Opens an element.  Its scope is that of the element around it.
  Open& start_tag(const Token& tag, const std::vector<TagAttribute>& attributes);
  /// Closes one.
  void end_tag(const Token& tag);
  void close_last();
  /// The innermost open element; null where there is none.
  Open* top() { return open_.empty() ? nullptr : &open_.back(); }
  const Open* top() const { return open_.empty() ? nullptr : &open_.back(); }
  /// What holds within it.
  Context context() const { return open_.empty() ? Context{} : open_.back().inside; }
  /// Says what holds there besides; a link of 0 is none.
  void set_own(std::uint32_t link, bool hides) {
    if (open_.empty()) return;
    Context& inside = open_.back().inside;
    if (link != 0) inside.link = link;
    inside.hidden = inside.hidden || hides;
  }

 private:
  struct Prefix {
    std::string_view name;
    Space space;
  };
  Space space_of(std::string_view prefix, Space inherited) const;

  std::vector<Open> open_;
  std::vector<Prefix> prefixes_;
};

}  // namespace basewalk::html

#endif  // BASEWALK_HTML_XML_TREE_H_
