// SPDX-License-Identifier: MIT
//
// Which part of a bundle refers to which, as a drawing: parts stand in columns, by how many
// references lead to them from the page that comes first.
// What comes before: mail.h.  What comes after: message_page.cpp.
#ifndef BASEWALK_REPORT_GRAPH_H_
#define BASEWALK_REPORT_GRAPH_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "report/mail.h"

namespace basewalk::report {

struct GraphNode {
  std::string section, label;
  std::size_t x = 0, y = 0;
};

/// A curve from the middle of one node's side to that of another's: between their columns; of two
/// in one column, behind it.
struct GraphEdge {
  std::size_t from = 0, to = 0;  ///< indices of nodes
  std::size_t count = 0;         ///< references
  std::size_t x1 = 0, y1 = 0, x2 = 0, y2 = 0, bend1 = 0, bend2 = 0;
};

struct Graph {
  static constexpr std::size_t kNodeWidth = 230, kNodeHeight = 26;
  /// The most that are drawn.
  static constexpr std::size_t kMostNodes = 1000, kMostEdges = 5000;

  std::vector<GraphNode> nodes;
  std::vector<GraphEdge> edges;
  std::size_t width = 0, height = 0;
  std::size_t left_out = 0;       ///< parts that are beyond that
  std::size_t uses_left_out = 0;  ///< references between parts that are drawn, beyond that
};

/// Of the parts that references of others name, and these others; empty where there is none.
Graph graph_of(const Mail& mail);

}  // namespace basewalk::report

#endif  // BASEWALK_REPORT_GRAPH_H_
