// SPDX-License-Identifier: MIT
//
// What a Tree tells whoever wants to see the nodes that it does not keep.
//
// Without a sink a tree costs no more than its open elements.  base_order.cpp asks where elements
// stand; the tests write whole documents down.
#ifndef BASEWALK_HTML_TREE_SINK_H_
#define BASEWALK_HTML_TREE_SINK_H_

#include <cstdint>
#include <string_view>
#include <vector>

#include "basewalk/html/space.h"
#include "html/tokenizer.h"

namespace basewalk::html {

/// A node of a document.  No two nodes have the same number.
using NodeId = std::uint32_t;
inline constexpr NodeId kDocument = 0;

/// Where a node is put.  What is inside a template element is in its contents.
struct Location {
  enum class Where : std::uint8_t {
    inside,  ///< behind the last child of the node
    before,  ///< before the node, in its parent
    beside,  ///< behind the last child of the node's parent
  };
  Where where = Where::inside;
  NodeId node = kDocument;
};

class TreeSink {
 public:
  virtual ~TreeSink() = default;

  /// An element of a start tag.  `name` is the tag's, but "img" for "image"; of foreign elements as
  /// it was written.
  virtual void element(NodeId node, Space space, std::string_view name,
                       const std::vector<TagAttribute>& attributes, Location at) = 0;
  /// An element that no tag was written for.
  virtual void implied(NodeId node, std::string_view name, Location at) = 0;
  /// An element like another one, without its children.
  virtual void clone(NodeId node, NodeId original, Location at) = 0;
  /// A node goes elsewhere, with all in it.
  virtual void move(NodeId node, Location at) = 0;
  virtual void move_children(NodeId from, NodeId to) = 0;
  virtual void remove(NodeId node) = 0;
  /// Attributes that an element gets if it lacks them.
  virtual void merge(NodeId node, const std::vector<TagAttribute>& attributes) = 0;
  /// Text as it was written, of a state, and what a NUL in it is.
  virtual void text(std::string_view written, TextState state, Nul nul, Location at) = 0;
  virtual void comment(const Token& token, Location at) = 0;
  virtual void doctype(const Token& token) = 0;
};

}  // namespace basewalk::html

#endif  // BASEWALK_HTML_TREE_SINK_H_
