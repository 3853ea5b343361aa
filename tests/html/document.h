// SPDX-License-Identifier: MIT
//
// The nodes that a Tree tells of, kept, and written down as html5lib's suites have them.
#ifndef BASEWALK_TESTS_HTML_DOCUMENT_H_
#define BASEWALK_TESTS_HTML_DOCUMENT_H_

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "html/tree/tree.h"

namespace basewalk::test {

class Document final : public html::TreeSink {
 public:
  Document();

  /// The nodes below one, a line each.
  std::string dump(html::NodeId from = html::kDocument) const;
  /// What a `selectedcontent` holds: a copy of what the chosen option of its select does.
  void fill_selected_content();
  /// The first element below the document.
  html::NodeId root() const;

  void element(html::NodeId node, html::Space space, std::string_view name,
               const std::vector<html::TagAttribute>& attributes, html::Location at) override;
  void implied(html::NodeId node, std::string_view name, html::Location at) override;
  void clone(html::NodeId node, html::NodeId original, html::Location at) override;
  void move(html::NodeId node, html::Location at) override;
  void move_children(html::NodeId from, html::NodeId to) override;
  void remove(html::NodeId node) override;
  void merge(html::NodeId node, const std::vector<html::TagAttribute>& attributes) override;
  void text(std::string_view written, html::TextState state, html::Nul nul,
            html::Location at) override;
  void comment(const html::Token& token, html::Location at) override;
  void doctype(const html::Token& token) override;

 private:
  struct Node {
    enum class Kind { element, text, comment, doctype, contents } kind = Kind::element;
    html::Space space = html::Space::html;
    std::string name;  // or what it says
    std::map<std::u16string, std::pair<std::string, std::string>> attributes;
    std::size_t parent = kNone;
    std::vector<std::size_t> children;
  };
  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

  std::size_t add(Node node);
  void place(std::size_t node, html::Location at);
  void take_out(std::size_t node);
  std::size_t copy(std::size_t node, std::size_t parent);
  std::vector<std::size_t> below(std::size_t node, std::string_view name) const;
  std::size_t holder(std::size_t node) const;
  void add_attributes(Node& node, const std::vector<html::TagAttribute>& attributes);

  std::vector<Node> nodes_;
  std::map<html::NodeId, std::size_t> known_;
};

/// A whole text read with a Tree.
std::string dump_of(std::string_view text, bool scripting);
/// A fragment; `context` is a name, with "svg " or "math " before it.
std::string dump_of_fragment(std::string_view text, std::string_view context, bool scripting);

}  // namespace basewalk::test

#endif  // BASEWALK_TESTS_HTML_DOCUMENT_H_
