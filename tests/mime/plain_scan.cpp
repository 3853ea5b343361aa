// SPDX-License-Identifier: MIT
#include "mime/plain_scan.h"

#include <algorithm>
#include <vector>

namespace basewalk::test {
namespace {

struct TextLine {
  std::string text;  // without its line end
  std::size_t begin;
  std::size_t next;
};

struct Node {
  std::string type;
  std::string structure;  // the type that decides what is inside
  std::vector<std::string> boundaries;
  std::size_t body_begin = 0;
  std::size_t body_end = 0;
  std::vector<Node> children;
  bool multipart = false;
  bool message = false;
};

struct Hit {
  std::size_t owner = 0;  // index into the open boundaries
  bool close = false;
  bool any = false;
};

class PlainScan {
 public:
  explicit PlainScan(std::string_view bytes) : size_(bytes.size()) {
    std::size_t at = 0;
    while (at < bytes.size()) {
      const std::size_t lf = bytes.find('\n', at);
      const std::size_t end = std::min(lf, bytes.size());
      const std::size_t next = lf == std::string_view::npos ? end : end + 1;
      lines_.push_back({std::string(bytes.substr(at, end - at)), at, next});
      at = next;
    }
  }

  std::string run() {
    const Node root = entity("text/plain");
    write(root, "", true);
    return out_;
  }

 private:
  // Whose delimiter is the line?  The innermost that fits.
  Hit delimiter(const std::string& line) const {
    if (!line.starts_with("--")) return {};
    std::string text = line.substr(2);
    while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.pop_back();
    for (std::size_t i = open_.size(); i-- > 0;) {
      if (open_[i].empty()) continue;
      if (text == open_[i]) return {i, false, true};
      if (text == open_[i] + "--") return {i, true, true};
    }
    return {};
  }

  bool at_end() const { return line_ == lines_.size(); }
  std::size_t here() const { return at_end() ? size_ : lines_[line_].begin; }

  static bool is_composite(const std::string& type) {
    return type.starts_with("multipart/") || type == "message/rfc822";
  }

  static bool is_field(const std::string& line) {
    const std::size_t colon = line.find(':');
    return colon != std::string::npos && colon > 0 && line.find(' ') > colon;
  }

  bool field_follows(std::size_t i) const {
    for (++i; i < lines_.size(); ++i) {
      const std::string& text = lines_[i].text;
      if (text.empty() || text.starts_with("--")) return false;
      if (is_field(text)) return true;
    }
    return false;
  }

  static bool is_own_delimiter(const Node& node, std::string text) {
    while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.pop_back();
    for (const std::string& own : node.boundaries)
      if (text == "--" + own || text == "--" + own + "--") return true;
    return false;
  }

  // Is there an empty line before any delimiter, and a field in the lines from `begin` to it?
  bool ends_with_empty_line(const Node& node, std::size_t begin) const {
    bool any_field = false;
    for (std::size_t i = begin; i < lines_.size(); ++i) {
      const std::string& text = lines_[i].text;
      if (text.empty()) return any_field;
      if (i > line_ && (delimiter(text).any || is_own_delimiter(node, text))) return false;
      any_field = any_field || is_field(text);
    }
    return false;
  }

  // Reads the entity at line_; stops at the first delimiter that is not its own.
  Node entity(const std::string& default_type) {
    Node node;
    node.type = node.structure = default_type;
    header(node);
    node.body_begin = here();
    node.multipart = node.structure.starts_with("multipart/");
    node.message = node.structure == "message/rfc822";
    if (node.multipart) {
      const std::size_t first = line_;
      multipart(node);
      // A text, as without a boundary.
      if (node.children.empty() && has_text(first)) node.multipart = false;
    } else if (node.message) {
      node.children.push_back(entity("text/plain"));
    } else {
      while (!at_end() && !delimiter(lines_[line_].text).any) ++line_;
    }
    // The line end before a delimiter is the delimiter's.
    const std::size_t end = at_end() ? size_ : here() - 1;
    node.body_end = std::max(node.body_begin, end);
    for (const Node& child : node.children) node.body_end = std::max(node.body_end, child.body_end);
    return node;
  }

  // Does anything stand in the lines from `first` up to line_?
  bool has_text(std::size_t first) const {
    return std::any_of(lines_.begin() + static_cast<std::ptrdiff_t>(first),
                       lines_.begin() + static_cast<std::ptrdiff_t>(line_), [](const auto& line) {
                         return line.text.find_first_not_of(" \t\r") != std::string::npos;
                       });
  }

  void header(Node& node) {
    bool any_type = false;
    const std::size_t begin = line_;
    for (; !at_end(); ++line_) {
      const std::string& text = lines_[line_].text;
      if (text.empty()) {
        ++line_;
        return;
      }
      if (delimiter(text).any) return;
      if (!is_field(text)) {
        if (is_own_delimiter(node, text)) return;
        if (ends_with_empty_line(node, begin)) continue;
        if (text.starts_with("--") || !field_follows(line_)) return;
        continue;
      }
      constexpr std::string_view kType = "Content-Type: ";
      if (!text.starts_with(kType)) continue;
      const std::string value = text.substr(kType.size());
      const std::string type = value.substr(0, value.find(';'));
      if (!any_type) node.type = node.structure = type;
      any_type = true;
      // Of several types the first that has a structure is opened.
      if (!is_composite(node.structure) && is_composite(type)) node.structure = type;
      const std::size_t at = value.find("boundary=");
      if (at != std::string::npos) node.boundaries.push_back(value.substr(at + 9));
    }
  }

  // Of several boundaries the first that begins a line of what is left, or else the first.
  std::string chosen_boundary(const Node& node) const {
    if (node.boundaries.empty()) return "";
    for (const std::string& boundary : node.boundaries)
      for (std::size_t i = line_; i < lines_.size(); ++i)
        if (lines_[i].text.starts_with("--" + boundary)) return boundary;
    return node.boundaries[0];
  }

  void multipart(Node& node) {
    const std::size_t mine = open_.size();
    open_.push_back(chosen_boundary(node));
    while (!at_end()) {
      const Hit hit = delimiter(lines_[line_].text);
      if (!hit.any) {
        ++line_;
        continue;
      }
      if (hit.owner != mine) break;
      ++line_;
      if (hit.close) {
        open_.pop_back();
        while (!at_end() && !delimiter(lines_[line_].text).any) ++line_;
        return;
      }
      if (at_end() || delimiter(lines_[line_].text).any) continue;
      node.children.push_back(
          entity(node.structure == "multipart/digest" ? "message/rfc822" : "text/plain"));
    }
    open_.pop_back();
  }

  void write(const Node& node, const std::string& prefix, bool top) {
    // `prefix` is the section of the message around a top entity, or of the part itself.
    std::string section = prefix;
    if (top) section += std::string(prefix.empty() ? "" : ".") + (node.multipart ? "0" : "1");
    out_ += section + '\t' + node.type + "\tidentity\t" + std::to_string(node.body_begin) + '-' +
            std::to_string(node.body_end);
    if (node.multipart) out_ += "\tmultipart";
    if (node.message) out_ += "\tmessage";
    out_ += '\n';
    const std::string inner = node.multipart && top ? prefix : section;
    for (std::size_t i = 0; i < node.children.size(); ++i) {
      if (node.message)
        write(node.children[i], section, true);
      else
        write(node.children[i], inner + (inner.empty() ? "" : ".") + std::to_string(i + 1), false);
    }
  }

  std::size_t size_;
  std::vector<TextLine> lines_;
  std::size_t line_ = 0;
  std::vector<std::string> open_;
  std::string out_;
};

}  // namespace

std::string plain_tree_text(std::string_view bytes) { return PlainScan(bytes).run(); }

}  // namespace basewalk::test
