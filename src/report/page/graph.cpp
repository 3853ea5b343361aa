// SPDX-License-Identifier: MIT
#include "report/page/graph.h"

#include <algorithm>
#include <limits>
#include <map>
#include <string_view>
#include <utility>

#include "text/utf8.h"

namespace basewalk::report {
namespace {

constexpr std::size_t kGapX = 90, kGapY = 10, kEdge = 12;
constexpr std::size_t kNowhere = std::numeric_limits<std::size_t>::max();

std::string label_of(const Mail& mail, std::string_view section) {
  const auto part = std::ranges::find(mail.parts, section, &MailPart::section);
  if (part == mail.parts.end()) return {};
  std::string label = part->type;
  if (!part->file_name.empty()) label += " " + part->file_name;
  constexpr std::size_t kLongest = 24;  // what the box has room for
  return label.size() <= kLongest ? label : std::string(utf8::cut(label, kLongest)) + "…";
}

// The column of each node: how many references lead to it from one that nothing refers to.
std::vector<std::size_t> columns_of(const Graph& graph) {
  std::vector<std::vector<std::size_t>> next(graph.nodes.size());
  std::vector<bool> is_named(graph.nodes.size());
  for (const GraphEdge& edge : graph.edges) {
    next[edge.from].push_back(edge.to);
    is_named[edge.to] = true;
  }
  std::vector<std::size_t> column(graph.nodes.size(), kNowhere), queue;
  const auto spread = [&](std::size_t from) {
    column[from] = 0;
    queue.push_back(from);
    for (; !queue.empty();) {
      std::vector<std::size_t> now;
      now.swap(queue);
      for (const std::size_t node : now)
        for (const std::size_t to : next[node])
          if (column[to] == kNowhere) {
            column[to] = column[node] + 1;
            queue.push_back(to);
          }
    }
  };
  for (std::size_t i = 0; i < column.size(); ++i)
    if (!is_named[i]) spread(i);
  for (std::size_t i = 0; i < column.size(); ++i)  // what is left refers to itself in a ring
    if (column[i] == kNowhere) spread(i);
  return column;
}

}  // namespace

Graph graph_of(const Mail& mail) {
  Graph graph;
  std::map<std::string_view, std::size_t> nodes;
  std::map<std::pair<std::size_t, std::size_t>, std::size_t> edges;
  const auto node = [&](std::string_view section) -> std::size_t {
    const auto known = nodes.find(section);
    if (known != nodes.end()) return known->second;
    const std::size_t number = nodes.size() < Graph::kMostNodes ? nodes.size() : kNowhere;
    if (number == kNowhere) {
      ++graph.left_out;
    } else {
      graph.nodes.push_back({std::string(section), label_of(mail, section), 0, 0});
    }
    nodes.emplace(section, number);
    return number;
  };
  for (const MailLink& link : mail.links) {
    if (link.target.empty() || link.target == link.part) continue;
    const std::size_t from = node(link.part), to = node(link.target);
    if (from == kNowhere || to == kNowhere) continue;
    const auto [edge, is_new] = edges.try_emplace({from, to}, graph.edges.size());
    if (!is_new)
      ++graph.edges[edge->second].count;
    else if (graph.edges.size() < Graph::kMostEdges)
      graph.edges.push_back({from, to, 1});
    else {
      edges.erase(edge);
      ++graph.uses_left_out;
    }
  }
  const std::vector<std::size_t> columns = columns_of(graph);
  std::vector<std::size_t> rows;
  for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
    const std::size_t column = columns[i];
    if (rows.size() <= column) rows.resize(column + 1);
    GraphNode& node_of = graph.nodes[i];
    node_of.x = kEdge + column * (Graph::kNodeWidth + kGapX);
    node_of.y = kEdge + rows[column]++ * (Graph::kNodeHeight + kGapY);
    graph.width = std::max(graph.width, node_of.x + Graph::kNodeWidth + kEdge);
    graph.height = std::max(graph.height, node_of.y + Graph::kNodeHeight + kEdge);
  }
  for (GraphEdge& edge : graph.edges) {
    const GraphNode& from = graph.nodes[edge.from];
    const GraphNode& to = graph.nodes[edge.to];
    // It leaves and comes where there is room: between the columns, or behind one's own.
    const bool back = to.x < from.x;
    edge.x1 = back ? from.x : from.x + Graph::kNodeWidth;
    edge.y1 = from.y + Graph::kNodeHeight / 2;
    edge.x2 = to.x > from.x ? to.x : to.x + Graph::kNodeWidth;
    edge.y2 = to.y + Graph::kNodeHeight / 2;
    edge.bend1 = back ? edge.x1 - kGapX / 2 : edge.x1 + kGapX / 2;
    edge.bend2 = to.x > from.x ? edge.x2 - kGapX / 2 : edge.x2 + kGapX / 2;
    graph.width = std::max(graph.width, std::max(edge.x1, edge.bend2) + kEdge);
  }
  return graph;
}

}  // namespace basewalk::report
