// SPDX-License-Identifier: MIT
#include "report/page/graph.h"

#include <boost/test/unit_test.hpp>
#include <string>

namespace basewalk::report {
namespace {

MailLink link(const std::string& part, const std::string& target) {
  MailLink link;
  link.part = part;
  link.target = target;
  return link;
}

MailPart part(const std::string& section, const std::string& type, const std::string& name = {}) {
  MailPart part;
  part.section = section;
  part.type = type;
  part.file_name = name;
  return part;
}

BOOST_AUTO_TEST_CASE(columns_are_distances) {
  Mail mail;
  for (const char* const section : {"1", "2", "3", "4"}) mail.parts.push_back(part(section, "a/b"));
  mail.links = {link("1", "2"), link("1", "2"), link("2", "3"),
                link("1", "4"), link("3", "3"), link("1", "")};
  const Graph graph = graph_of(mail);
  BOOST_TEST_REQUIRE(graph.nodes.size() == 4u);
  BOOST_TEST_REQUIRE(graph.edges.size() == 3u);
  BOOST_TEST(graph.edges[0].count == 2u);
  const auto x = [&](const std::string& section) {
    for (const GraphNode& node : graph.nodes)
      if (node.section == section) return node.x;
    return std::size_t(0);
  };
  BOOST_TEST(x("1") < x("2"));
  BOOST_TEST(x("2") == x("4"));
  BOOST_TEST(x("2") < x("3"));
  for (const GraphEdge& edge : graph.edges) {
    BOOST_TEST(edge.x1 == graph.nodes[edge.from].x + Graph::kNodeWidth);
    BOOST_TEST(edge.x2 == graph.nodes[edge.to].x);
    BOOST_TEST(edge.x1 < graph.width);
    BOOST_TEST(edge.y2 < graph.height);
  }
}

BOOST_AUTO_TEST_CASE(edges_stand_where_no_nodes_are) {
  Mail mail;
  mail.links = {link("1", "2"), link("1", "3"), link("2", "3"), link("3", "4"), link("4", "1")};
  const Graph graph = graph_of(mail);
  BOOST_TEST_REQUIRE(graph.edges.size() == 5u);
  for (const GraphEdge& edge : graph.edges) {
    for (const GraphNode& node : graph.nodes)
      for (const std::size_t x : {edge.bend1, edge.bend2})
        BOOST_TEST((x <= node.x || x >= node.x + Graph::kNodeWidth));
    BOOST_TEST(edge.bend1 < graph.width);
    BOOST_TEST(edge.bend2 < graph.width);
    const GraphNode &from = graph.nodes[edge.from], &to = graph.nodes[edge.to];
    BOOST_TEST((edge.x1 == from.x || edge.x1 == from.x + Graph::kNodeWidth));
    BOOST_TEST((edge.x2 == to.x || edge.x2 == to.x + Graph::kNodeWidth));
  }
}

BOOST_AUTO_TEST_CASE(rings_end) {
  Mail mail;
  mail.links = {link("1", "2"), link("2", "3"), link("3", "1")};
  const Graph graph = graph_of(mail);
  BOOST_TEST(graph.nodes.size() == 3u);
  BOOST_TEST(graph.edges.size() == 3u);
}

BOOST_AUTO_TEST_CASE(is_bounded) {
  Mail mail;
  for (std::size_t i = 0; i < 5000; ++i) mail.links.push_back(link("1", std::to_string(i + 2)));
  Graph graph = graph_of(mail);
  BOOST_TEST(graph.nodes.size() == Graph::kMostNodes);
  BOOST_TEST(graph.left_out == 5001 - Graph::kMostNodes);
  mail.links.clear();
  for (std::size_t i = 0; i < 300; ++i)
    for (std::size_t j = 0; j < 300; ++j)
      mail.links.push_back(link(std::to_string(i), std::to_string(j)));
  graph = graph_of(mail);
  BOOST_TEST(graph.edges.size() == Graph::kMostEdges);
  BOOST_TEST(graph.uses_left_out == 300 * 299 - Graph::kMostEdges);
}

BOOST_AUTO_TEST_CASE(labels_are_cut_between_characters) {
  Mail mail;
  mail.parts = {part("1", "text/html"), part("2", "image/png", std::string(13, 'x') + "é.png")};
  mail.links = {link("1", "2")};
  BOOST_TEST(graph_of(mail).nodes[1].label == "image/png xxxxxxxxxxxxx…");
}

BOOST_AUTO_TEST_CASE(nothing_is_drawn_of_a_message_that_is_no_bundle) {
  Mail mail;
  mail.links = {link("1", ""), link("2", "2")};
  BOOST_TEST(graph_of(mail).nodes.empty());
}

}  // namespace
}  // namespace basewalk::report
