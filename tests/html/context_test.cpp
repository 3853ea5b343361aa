// SPDX-License-Identifier: MIT
//
// The link that a text lies in, and whether it is shown, as the reader tells it without a tree:
// the same as the tree says that stands at that moment, node by node.
#include <boost/test/unit_test.hpp>
#include <iterator>
#include <random>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "html/reader.h"
#include "support/many.h"

using namespace basewalk;
using namespace basewalk::html;

namespace {

// Each node's parent, and what a node says of all in it.
class Parents final : public TreeSink {
 public:
  Context own(NodeId node) const {
    const auto at = nodes_.find(node);
    return at == nodes_.end() ? Context{} : at->second.own;
  }
  /// What the last start tag opened says; nothing where it was dropped.
  void set_own(Context own) {
    if (opened_ != kDocument) nodes_[opened_].own = own;
  }
  void forget_opened() { opened_ = kDocument; }
  /// What holds where the last text was put.
  Context of_text() const { return text_; }

  void element(NodeId node, Space, std::string_view, const std::vector<TagAttribute>&,
               Location at) override {
    move(node, at);
    opened_ = node;
  }
  void implied(NodeId node, std::string_view, Location at) override { move(node, at); }
  void clone(NodeId node, NodeId original, Location at) override {
    nodes_[node].own = own(original);
    move(node, at);
  }
  void move(NodeId node, Location at) override { nodes_[node].parent = holder(at); }
  void move_children(NodeId from, NodeId to) override {
    for (auto& [node, each] : nodes_)
      if (each.parent == from) each.parent = to;
  }
  void remove(NodeId node) override { nodes_[node].parent = kDocument; }
  void merge(NodeId, const std::vector<TagAttribute>&) override {}
  void text(std::string_view, TextState, Nul, Location at) override {
    text_ = {};
    for (NodeId node = holder(at); node != kDocument; node = nodes_.at(node).parent) {
      const Context own = nodes_.at(node).own;
      if (text_.link == 0) text_.link = own.link;
      text_.hidden = text_.hidden || own.hidden;
    }
  }
  void comment(const Token&, Location) override {}
  void doctype(const Token&) override {}

 private:
  struct Node {
    NodeId parent = kDocument;
    Context own;
  };
  NodeId holder(Location at) const {
    return at.where == Location::Where::inside ? at.node : nodes_.at(at.node).parent;
  }

  std::unordered_map<NodeId, Node> nodes_;
  NodeId opened_ = kDocument;
  Context text_;
};

constexpr std::string_view kTags[] = {
    "a",       "a",      "a",     "b",  "i",  "font",    "nobr",    "code",   "span",
    "p",       "div",    "table", "td", "tr", "tbody",   "caption", "li",     "object",
    "marquee", "button", "h1",    "dd", "ul", "address", "svg",     "select", "template"};

std::string soup(std::mt19937& engine) {
  const auto below = [&](std::size_t n) { return std::size_t{engine()} % n; };
  std::string_view kinds[6];
  for (std::string_view& kind : kinds) kind = kTags[below(std::size(kTags))];
  std::string out = "<!DOCTYPE html>";
  for (std::size_t i = 4 + below(below(5) == 0 ? 80 : 25); i > 0; --i) {
    const std::string_view tag = kinds[below(std::size(kinds))];
    const std::size_t what = below(20);
    if (what < 9)
      out.append("<").append(tag).append(below(6) == 0 ? " hidden>" : ">");
    else if (what < 15)
      out.append("</").append(tag).append(">");
    else
      out += 'x';
  }
  return out;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(context)

BOOST_AUTO_TEST_CASE(what_holds_where_a_text_stands_is_what_the_tree_says) {
  std::mt19937 engine(1);
  std::size_t in_links = 0, hidden = 0;
  for (std::size_t round = 0; round < test::many(60'000); ++round) {
    const std::string text = soup(engine);
    Parents parents;
    Reader reader;
    reader.reset(text, Reader::Kind::html, Tokenizer::Keep::known, {.sink = &parents});
    std::uint32_t links = 0;
    for (bool same = true; same;) {
      parents.forget_opened();
      const Token token = reader.next();
      if (token.kind == TokenKind::end_of_text) break;
      if (token.kind == TokenKind::text && !token.text.empty()) {
        const Context context = reader.context();
        same = context == parents.of_text();
        BOOST_TEST_REQUIRE(same, text << " at " << token.begin << ": link " << context.link << " ("
                                      << parents.of_text().link << "), hidden " << context.hidden
                                      << " (" << parents.of_text().hidden << ")");
        in_links += context.link != 0;
        hidden += context.hidden;
      } else if (token.kind == TokenKind::start_tag) {
        bool hides = false;
        for (const TagAttribute& each : reader.attributes())
          hides = hides || each.id == Attribute::hidden;
        const Context own{reader.opened().element == Element::a ? ++links : 0, hides};
        if (own == Context{}) continue;
        reader.set_own(own.link, own.hidden);
        parents.set_own(own);
      }
    }
  }
  BOOST_TEST(in_links > 0U);
  BOOST_TEST(hidden > 0U);
}

BOOST_AUTO_TEST_SUITE_END()
