// SPDX-License-Identifier: MIT
#include "document.h"

#include <algorithm>

#include "html/doctype.h"
#include "html/tree/foreign_names.h"
#include "text/ascii.h"
#include "text/utf8.h"

namespace basewalk::test {

using namespace basewalk::html;

namespace {

// 13.2.6.1, "adjust SVG attributes": those that are not all lower case.
constexpr std::string_view kSvgAttributes[] = {"attributeName",
                                               "attributeType",
                                               "baseFrequency",
                                               "baseProfile",
                                               "calcMode",
                                               "clipPathUnits",
                                               "diffuseConstant",
                                               "edgeMode",
                                               "filterUnits",
                                               "glyphRef",
                                               "gradientTransform",
                                               "gradientUnits",
                                               "kernelMatrix",
                                               "kernelUnitLength",
                                               "keyPoints",
                                               "keySplines",
                                               "keyTimes",
                                               "lengthAdjust",
                                               "limitingConeAngle",
                                               "markerHeight",
                                               "markerUnits",
                                               "markerWidth",
                                               "maskContentUnits",
                                               "maskUnits",
                                               "numOctaves",
                                               "pathLength",
                                               "patternContentUnits",
                                               "patternTransform",
                                               "patternUnits",
                                               "pointsAtX",
                                               "pointsAtY",
                                               "pointsAtZ",
                                               "preserveAlpha",
                                               "preserveAspectRatio",
                                               "primitiveUnits",
                                               "refX",
                                               "refY",
                                               "repeatCount",
                                               "repeatDur",
                                               "requiredExtensions",
                                               "requiredFeatures",
                                               "specularConstant",
                                               "specularExponent",
                                               "spreadMethod",
                                               "startOffset",
                                               "stdDeviation",
                                               "stitchTiles",
                                               "surfaceScale",
                                               "systemLanguage",
                                               "tableValues",
                                               "targetX",
                                               "targetY",
                                               "textLength",
                                               "viewBox",
                                               "viewTarget",
                                               "xChannelSelector",
                                               "yChannelSelector",
                                               "zoomAndPan"};
constexpr std::string_view kForeignAttributes[] = {
    "xlink:actuate", "xlink:arcrole", "xlink:href", "xlink:role", "xlink:show",
    "xlink:title",   "xlink:type",    "xml:lang",   "xml:space",  "xmlns:xlink"};

std::string meant_name(std::string_view written) {
  std::string out;
  decode_html(written, References::keep, Nul::replace, out);
  return ascii::lowered(out);
}

template <class Names>
std::string adjusted(const std::string& name, const Names& names) {
  for (const std::string_view each : names)
    if (ascii::iequals(each, name)) return std::string(each);
  return name;
}

std::string attribute_name(Space space, const std::string& name) {
  if (space == Space::html) return name;
  if (space == Space::math && name == "definitionurl") return "definitionURL";
  for (const std::string_view each : kForeignAttributes)
    if (each == name) {
      std::string out(each);
      out[out.find(':')] = ' ';
      return out;
    }
  if (name == "xmlns") return "xmlns xmlns";
  return space == Space::svg ? adjusted(name, kSvgAttributes) : name;
}

std::u16string utf16(std::string_view text) {
  std::u16string out;
  for (std::size_t pos = 0; pos < text.size();) {
    const utf8::Sequence next = utf8::first(text.substr(pos));
    if (next.code_point >= 0x10000) {
      out += static_cast<char16_t>(0xD7C0 + (next.code_point >> 10));
      out += static_cast<char16_t>(0xDC00 + (next.code_point & 0x3FF));
    } else {
      out += static_cast<char16_t>(next.code_point);
    }
    pos += next.length;
  }
  return out;
}

}  // namespace

Document::Document() {
  Node document;
  document.kind = Node::Kind::contents;
  known_[kDocument] = add(document);
}

std::size_t Document::add(Node node) {
  nodes_.push_back(std::move(node));
  return nodes_.size() - 1;
}

// Where the children of a node are: a template has contents.
std::size_t Document::holder(std::size_t node) const {
  const Node& n = nodes_[node];
  const bool is_template =
      n.kind == Node::Kind::element && n.space == Space::html && n.name == "template";
  return is_template ? n.children.front() : node;
}

void Document::take_out(std::size_t node) {
  if (nodes_[node].parent == kNone) return;
  auto& siblings = nodes_[nodes_[node].parent].children;
  siblings.erase(std::find(siblings.begin(), siblings.end(), node));
  nodes_[node].parent = kNone;
}

void Document::place(std::size_t node, Location at) {
  take_out(node);
  const std::size_t other = known_.at(at.node);
  if (at.where == Location::Where::before) {
    const std::size_t parent = nodes_[other].parent;
    auto& siblings = nodes_[parent].children;
    siblings.insert(std::find(siblings.begin(), siblings.end(), other), node);
    nodes_[node].parent = parent;
    return;
  }
  const bool beside = at.where == Location::Where::beside && nodes_[other].parent != kNone;
  const std::size_t parent = beside ? nodes_[other].parent : holder(other);
  nodes_[parent].children.push_back(node);
  nodes_[node].parent = parent;
}

void Document::add_attributes(Node& node, const std::vector<TagAttribute>& attributes) {
  std::vector<std::string> seen;
  for (const TagAttribute& each : attributes) {
    const std::string name = meant_name(each.name);
    if (std::find(seen.begin(), seen.end(), name) != seen.end()) continue;
    seen.push_back(name);
    std::string value;
    decode_html(each.value, References::decode_in_attribute, Nul::replace, value);
    const std::string shown = attribute_name(node.space, name);
    node.attributes.try_emplace(utf16(shown), shown, value);
  }
}

void Document::element(NodeId node, Space space, std::string_view name,
                       const std::vector<TagAttribute>& attributes, Location at) {
  Node added;
  added.space = space;
  added.name = meant_name(name);
  if (space == Space::svg) added.name = std::string(svg_name(added.name));
  add_attributes(added, attributes);
  const bool is_template = space == Space::html && added.name == "template";
  const std::size_t index = add(std::move(added));
  known_[node] = index;
  place(index, at);
  if (!is_template) return;
  Node contents;
  contents.kind = Node::Kind::contents;
  contents.parent = index;
  const std::size_t inner = add(contents);
  nodes_[index].children.push_back(inner);
}

void Document::implied(NodeId node, std::string_view name, Location at) {
  element(node, Space::html, name, {}, at);
}

void Document::clone(NodeId node, NodeId original, Location at) {
  const Node& from = nodes_[known_.at(original)];
  Node added;
  added.space = from.space;
  added.name = from.name;
  added.attributes = from.attributes;
  const std::size_t index = add(std::move(added));
  known_[node] = index;
  // What is moved at once was nowhere.
  if (at.node != kDocument) place(index, at);
}

void Document::move(NodeId node, Location at) { place(known_.at(node), at); }

void Document::move_children(NodeId from, NodeId to) {
  const std::size_t target = holder(known_.at(to));
  auto children = std::move(nodes_[holder(known_.at(from))].children);
  nodes_[holder(known_.at(from))].children.clear();
  for (const std::size_t each : children) {
    nodes_[each].parent = target;
    nodes_[target].children.push_back(each);
  }
}

void Document::remove(NodeId node) { take_out(known_.at(node)); }

void Document::merge(NodeId node, const std::vector<TagAttribute>& attributes) {
  add_attributes(nodes_[known_.at(node)], attributes);
}

void Document::text(std::string_view written, TextState state, Nul nul, Location at) {
  const bool references = state == TextState::data || state == TextState::rcdata;
  std::string meant;
  decode_html(written, references ? References::decode : References::keep, nul, meant);
  if (meant.empty()) return;
  Node added;
  added.kind = Node::Kind::text;
  added.name = meant;
  const std::size_t index = add(std::move(added));
  place(index, at);
  auto& siblings = nodes_[nodes_[index].parent].children;
  const auto self = std::find(siblings.begin(), siblings.end(), index);
  if (self == siblings.begin() || nodes_[*(self - 1)].kind != Node::Kind::text) return;
  nodes_[*(self - 1)].name += meant;
  siblings.erase(self);
}

void Document::comment(const Token& token, Location at) {
  Node added;
  added.kind = Node::Kind::comment;
  decode_html(token.text, References::keep, Nul::replace, added.name);
  place(add(std::move(added)), at);
}

void Document::doctype(const Token& token) {
  const Doctype doctype = parse_doctype(token);
  Node added;
  added.kind = Node::Kind::doctype;
  added.name = doctype.name.value_or("");
  if (!doctype.public_id.value_or("").empty() || !doctype.system_id.value_or("").empty())
    added.name +=
        " \"" + doctype.public_id.value_or("") + "\" \"" + doctype.system_id.value_or("") + "\"";
  place(add(std::move(added)), {});
}

// The elements of HTML of a name below a node, in the order of the tree.
std::vector<std::size_t> Document::below(std::size_t node, std::string_view name) const {
  std::vector<std::size_t> found;
  std::vector<std::size_t> waiting(nodes_[node].children.rbegin(), nodes_[node].children.rend());
  while (!waiting.empty()) {
    const Node& next = nodes_[waiting.back()];
    if (next.kind == Node::Kind::element && next.space == Space::html && next.name == name)
      found.push_back(waiting.back());
    waiting.pop_back();
    waiting.insert(waiting.end(), next.children.rbegin(), next.children.rend());
  }
  return found;
}

std::size_t Document::copy(std::size_t node, std::size_t parent) {
  Node made = nodes_[node];
  const std::vector<std::size_t> children = std::move(made.children);
  made.children.clear();
  made.parent = parent;
  const std::size_t index = add(std::move(made));
  for (const std::size_t each : children) {
    const std::size_t child = copy(each, index);
    nodes_[index].children.push_back(child);
  }
  return index;
}

// WHATWG HTML 4.10.10, "maybe clone an option into selectedcontent".
void Document::fill_selected_content() {
  for (const std::size_t select : below(0, "select")) {
    const std::vector<std::size_t> contents = below(select, "selectedcontent");
    const std::vector<std::size_t> options = below(select, "option");
    if (contents.empty() || options.empty()) continue;
    std::size_t chosen = options.front();
    for (const std::size_t option : options)
      if (nodes_[option].attributes.contains(u"selected")) chosen = option;
    const std::vector<std::size_t> children = nodes_[chosen].children;
    for (const std::size_t each : children) {
      const std::size_t child = copy(each, contents.front());
      nodes_[contents.front()].children.push_back(child);
    }
  }
}

NodeId Document::root() const {
  for (const std::size_t each : nodes_[0].children)
    if (nodes_[each].kind == Node::Kind::element)
      for (const auto& [id, index] : known_)
        if (index == each) return id;
  return kDocument;
}

std::string Document::dump(NodeId from) const {
  std::string out;
  struct Open {
    std::size_t node, child;
  };
  std::vector<Open> open = {{known_.at(from), 0}};
  while (!open.empty()) {
    Open& top = open.back();
    const Node& parent = nodes_[top.node];
    if (top.child == parent.children.size()) {
      open.pop_back();
      continue;
    }
    const std::size_t index = parent.children[top.child++];
    const Node& node = nodes_[index];
    const std::string indent = "| " + std::string(2 * (open.size() - 1), ' ');
    switch (node.kind) {
      case Node::Kind::element:
        out += indent + "<" +
               (node.space == Space::svg    ? "svg "
                : node.space == Space::math ? "math "
                                            : "") +
               node.name + ">\n";
        for (const auto& [key, attribute] : node.attributes)
          out += indent + "  " + attribute.first + "=\"" + attribute.second + "\"\n";
        break;
      case Node::Kind::text:
        out += indent + "\"" + node.name + "\"\n";
        continue;
      case Node::Kind::comment:
        out += indent + "<!-- " + node.name + " -->\n";
        continue;
      case Node::Kind::doctype:
        out += indent + "<!DOCTYPE " + node.name + ">\n";
        continue;
      case Node::Kind::contents:
        out += indent + "content\n";
        break;
    }
    open.push_back({index, 0});
  }
  return out;
}

namespace {

std::string read_through(std::string_view text, Tree& tree, Document& document, NodeId from) {
  Tokenizer tokens(text, Tokenizer::Keep::all);
  if (tree.initial_state() != TextState::data) tokens.set_state(tree.initial_state(), "");
  while (true) {
    tokens.allow_cdata(tree.in_foreign());
    const Token& token = tokens.next();
    switch (token.kind) {
      case TokenKind::end_of_text:
        tree.finish();
        document.fill_selected_content();
        return document.dump(from);
      case TokenKind::text:
        tree.text(token);
        break;
      case TokenKind::start_tag:
        if (!token.unterminated) {
          const Tree::Opened opened = tree.start_tag(
              token, tokens.attributes(), text.substr(token.begin, token.end - token.begin));
          if (opened.content != TextState::data) tokens.set_state(opened.content, token.text);
        }
        break;
      case TokenKind::end_tag:
        if (!token.unterminated) tree.end_tag(token);
        break;
      case TokenKind::comment:
        tree.comment(token);
        break;
      case TokenKind::doctype:
        tree.doctype(token);
        break;
    }
  }
}

}  // namespace

std::string dump_of(std::string_view text, bool scripting) {
  Document document;
  Tree tree;
  tree.reset({.scripting = scripting, .srcdoc = false, .sink = &document});
  return read_through(text, tree, document, kDocument);
}

std::string dump_of_fragment(std::string_view text, std::string_view context, bool scripting) {
  Document document;
  Tree tree;
  Tree::FragmentOf of;
  of.name = context;
  if (context.starts_with("svg ")) of = {context.substr(4), Space::svg};
  if (context.starts_with("math ")) of = {context.substr(5), Space::math};
  tree.reset({.scripting = scripting, .srcdoc = false, .sink = &document}, of);
  const NodeId root = document.root();
  return read_through(text, tree, document, root);
}

}  // namespace basewalk::test
