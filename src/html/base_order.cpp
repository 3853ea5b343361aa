// SPDX-License-Identifier: MIT
//
// Siblings are ordered by keys: what is added behind the last gets a larger one, and what is
// fostered the key of its table with a number that counts up to the table's own.  So no list of
// children is kept.  Children that change their parent together do so by the holder that they
// share.
#include "html/base_order.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "text/work.h"

namespace basewalk::html {
namespace {

class Order final : public TreeSink {
 public:
  // What is fostered stands before its table.
  using Key = std::pair<std::uint32_t, std::uint32_t>;

  Order() { nodes_.push_back({0, {0, kLast}, 0, false}), owners_.push_back(kDocument); }

  // A node is a base.
  void add_base(NodeId node, std::size_t tag) {
    const std::size_t added = bases_.size();
    bases_.push_back({node, tag});
    if (!changed_ && stands(node) && (first_ == kNone || comes_before(added, first_)))
      first_ = added;
  }
  std::size_t in_force() {
    // Elements with bases in them may have moved.
    if (changed_ && recounts_ > 0) {
      --recounts_;
      count_again();
    }
    return first_ == kNone ? kNoBaseTag : bases_[first_].tag;
  }
  std::size_t in_force_at_end() {
    count_again();
    return first_ == kNone ? kNoBaseTag : bases_[first_].tag;
  }

  void element(NodeId node, Space space, std::string_view name, const std::vector<TagAttribute>&,
               Location at) override {
    make(node, space == Space::html && element_named(name) == Element::template_);
    place(node, at);
  }
  void implied(NodeId node, std::string_view, Location at) override {
    make(node, false);
    place(node, at);
  }
  void clone(NodeId node, NodeId, Location at) override {
    make(node, false);
    if (at.node != kDocument) place(node, at);
  }
  void move(NodeId node, Location at) override {
    place(node, at);
    changed_ = changed_ || !bases_.empty();
  }
  void move_children(NodeId from, NodeId to) override {
    // All of them are held by one holder, which gets another owner.
    std::swap(nodes_[from].holder, nodes_[to].holder);
    owners_[nodes_[from].holder] = from;
    owners_[nodes_[to].holder] = to;
  }
  void remove(NodeId node) override {
    nodes_[node].in = kNowhere;
    changed_ = changed_ || !bases_.empty();
  }
  void merge(NodeId, const std::vector<TagAttribute>&) override {}
  void text(std::string_view, TextState, Nul, Location) override {}
  void comment(const Token&, Location) override {}
  void doctype(const Token&) override {}

 private:
  static constexpr std::uint32_t kNowhere = std::numeric_limits<std::uint32_t>::max();
  static constexpr std::uint32_t kLast = std::numeric_limits<std::uint32_t>::max();
  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

  struct Node {
    std::uint32_t in;  // the holder that it lies in
    Key key;
    std::uint32_t holder;  // of its children
    bool is_template;
  };
  struct Base {
    NodeId node;
    std::size_t tag;
  };

  void make(NodeId node, bool is_template) {
    while (nodes_.size() <= node) {
      nodes_.push_back({kNowhere, {}, static_cast<std::uint32_t>(owners_.size()), false});
      owners_.push_back(static_cast<NodeId>(nodes_.size() - 1));
    }
    nodes_[node].is_template = is_template;
  }

  void place(NodeId node, Location at) {
    Node& placed = nodes_[node];
    const Node& other = nodes_[at.node];
    switch (at.where) {
      case Location::Where::before:
        placed.in = other.in;
        placed.key = {other.key.first, ++count_};
        return;
      case Location::Where::beside:
        placed.in = other.in == kNowhere ? other.holder : other.in;
        break;
      case Location::Where::inside:
        placed.in = other.holder;
        break;
    }
    placed.key = {++count_, kLast};
  }

  // From the document down; empty where it does not stand in it, or in a template.
  void path_to(NodeId node, std::vector<NodeId>& path) const {
    path.clear();
    while (node != kDocument) {
      work::charge(1);
      path.push_back(node);
      if (nodes_[node].in == kNowhere || (path.size() > 1 && nodes_[node].is_template))
        return path.clear();
      node = owners_[nodes_[node].in];
    }
    std::reverse(path.begin(), path.end());
  }
  bool stands(NodeId node) {
    path_to(node, path_);
    return !path_.empty();
  }

  bool comes_before(std::size_t a, std::size_t b) {
    path_to(bases_[a].node, path_);
    path_to(bases_[b].node, other_path_);
    if (path_.empty() || other_path_.empty()) return !path_.empty();
    std::size_t i = 0;
    while (i < path_.size() && i < other_path_.size() && path_[i] == other_path_[i]) ++i;
    if (i == path_.size() || i == other_path_.size()) return path_.size() < other_path_.size();
    return nodes_[path_[i]].key < nodes_[other_path_[i]].key;
  }

  void count_again() {
    changed_ = false;
    first_ = kNone;
    for (std::size_t i = 0; i < bases_.size() && !work::is_spent(); ++i)
      if (stands(bases_[i].node) && (first_ == kNone || comes_before(i, first_))) first_ = i;
  }

  std::vector<Node> nodes_;
  std::vector<NodeId> owners_;  // of holders
  std::vector<Base> bases_;
  std::vector<NodeId> path_, other_path_;
  std::uint32_t count_ = 0;
  std::size_t first_ = kNone;
  bool changed_ = false;
  // How often the first is looked for anew before the end of the text.
  int recounts_ = 64;
};

}  // namespace

std::vector<std::size_t> bases_in_force(std::string_view text, const Tree::Settings& settings,
                                        std::span<const std::size_t> bases,
                                        std::span<const std::size_t> places) {
  Order order;
  Tree::Settings seen = settings;
  seen.sink = &order;
  Reader reader;
  reader.reset(text, Reader::Kind::html, Tokenizer::Keep::known, seen);
  std::vector<std::size_t> found;
  while (true) {
    const Token& token = reader.next();
    if (token.kind == TokenKind::end_of_text || !work::charge(token.end - token.begin + 1)) break;
    if (token.kind != TokenKind::start_tag) continue;
    if (!places.empty() && places.front() == token.begin) {
      found.push_back(order.in_force());
      places = places.subspan(1);
    }
    if (!bases.empty() && bases.front() == token.begin) {
      if (reader.opened().space == Space::html && reader.fate() == Tree::Fate::opened)
        order.add_base(reader.tree().last_node(), token.begin);
      bases = bases.subspan(1);
    }
  }
  found.resize(found.size() + places.size(), kNoBaseTag);  // where it had to end early
  found.push_back(order.in_force_at_end());
  return found;
}

}  // namespace basewalk::html
