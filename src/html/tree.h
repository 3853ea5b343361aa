// SPDX-License-Identifier: MIT
//
// As much of the tree rules of WHATWG HTML 13.2.6 as says which namespace an element is in and
// whether it lies in a template.
//
// Outside svg and math no element is remembered; within them the open elements are.
#ifndef BASEWALK_HTML_TREE_H_
#define BASEWALK_HTML_TREE_H_

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "basewalk/html/space.h"
#include "html/tokenizer.h"

namespace basewalk::html {

class Tree {
 public:
  void reset();

  /// A start tag: the namespace of its element.
  Space start_tag(const Token& tag, const std::vector<TagAttribute>& attributes);
  void end_tag(const Token& tag);

  /// Is the current node a foreign element (13.2.6)?
  bool in_foreign() const { return !open_.empty() && open_.back().space != Space::html; }
  /// Does text here belong to a style element of SVG?
  bool in_foreign_style() const { return in_foreign() && open_.back().element == Element::style; }
  bool in_template() const { return templates_ > 0; }

 private:
  struct Open {
    Element element;
    Space space;
    bool holds_html;  // an HTML integration point
    bool holds_text;  // a MathML text integration point
    std::size_t name_hash;
    std::size_t root;  // of the run of foreign elements that it is in
  };

  void push(const Token& tag, Space space, bool holds_html, bool holds_text);
  void break_out();

  std::vector<Open> open_;
  std::size_t templates_ = 0;
};

}  // namespace basewalk::html

#endif  // BASEWALK_HTML_TREE_H_
