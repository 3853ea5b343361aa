// SPDX-License-Identifier: MIT
//
// The open elements of an XML document: which vocabulary each is in (Namespaces in XML 1.0), and
// whose xml:base is in force.
//
// It goes on where a document is not well-formed: an end tag closes the nearest element of its
// name, a prefix that nobody bound means what it is usually bound to.
#ifndef BASEWALK_HTML_XML_TREE_H_
#define BASEWALK_HTML_XML_TREE_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "html/tokenizer.h"
#include "html/tree/tree.h"

namespace basewalk::html {

class XmlTree {
 public:
  struct Open {
    std::string_view name;  ///< as written
    std::string_view local;
    Space space = Space::other;
    std::uint32_t scope = 0;       ///< set by the caller, who knows about bases
    Space guessed = Space::other;  // of names without a prefix where nothing binds them
    std::size_t bindings = 0;      // how many were made around it
    bool is_template = false;
    Context inside;  // what holds in it
  };

  XmlTree();
  void reset();

  /// Opens an element; its name stays where it is until the element is closed.  Its scope is that
  /// of the element around it.  bind() follows for each declaration of a namespace, then settle().
  Open& open(std::string_view name);
  /// An attribute that declares a namespace for the element opened last.  False where that is an
  /// error (Namespaces 3 and 5).
  bool bind(std::string_view attribute, std::string_view uri);
  /// Finds the namespace of the element opened last; false where its prefix is bound to none.
  bool settle();

  /// What an attribute of the element opened last is.
  struct Name {
    Attribute id = Attribute::other;
    std::uint32_t uri = 0;  ///< a number for its namespace; 0 for none
    std::string_view local;
    bool bound = true;  ///< it has no prefix, or one that is bound
  };
  Name attribute(std::string_view name) const;

  /// Closes the nearest element of a name.
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
  std::size_t depth() const { return open_.size(); }
  bool in_template() const { return templates_ > 0; }

 private:
  struct Binding {
    std::string_view prefix;
    std::uint32_t uri;
    std::size_t before;  // the binding that this one hides, counted from 1; 0 for none
  };
  static constexpr std::uint32_t kUnbound = ~std::uint32_t{0};

  std::uint32_t number_of(std::string_view uri);
  std::uint32_t uri_of(std::string_view prefix) const;

  std::vector<Open> open_;
  std::vector<Binding> bindings_;
  std::map<std::string_view, std::size_t> last_;  // of each prefix, counted from 1; 0 for none
  std::map<std::string, std::uint32_t, std::less<>> uris_;
  std::size_t templates_ = 0;
};

/// Is it an attribute that declares a namespace?
inline bool declares_namespace(std::string_view attribute) {
  return attribute.starts_with("xmlns") && (attribute.size() == 5 || attribute[5] == ':');
}

}  // namespace basewalk::html

#endif  // BASEWALK_HTML_XML_TREE_H_
