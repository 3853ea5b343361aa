// SPDX-License-Identifier: MIT
//
// The tree of HTML beside gumbo's: each byte of the input is a tag or a text, of those whose rules
// have been the same since gumbo was written.  And any bytes as HTML: a tree is made, the same each
// time, and a fragment of it, too.
#include <gumbo.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "fuzz/fuzzing.h"
#include "html/document.h"

namespace {

using basewalk::fuzz::require;

// What the standard has changed since (select, ruby, menus, search) is not among them, nor are
// forms, whose last text gumbo puts behind them, nor links: behind eight blocks gumbo closes the
// last copy of one, and 13.2.6.4.7 only the one that was found.
constexpr std::string_view kNames[] = {
    "div",   "p",     "span", "strong", "b",   "i",       "em",     "ul",      "li", "dl",
    "table", "tbody", "tr",   "td",     "th",  "caption", "h1",     "h2",      "dd", "dt",
    "br",    "img",   "hr",   "code",   "pre", "address", "center", "section", "u",  "font"};
// Nor is white space, which gumbo takes for a table's wherever the rules of tables are in force,
// and 13.2.6.4.9 only where the current node is one of a table.
constexpr std::string_view kTexts[] = {"x", "y&amp;z", "<!--c-->"};

// What may stand between a formatting element and the block behind it.
constexpr std::string_view kInline[] = {"b", "code", "em", "font", "i", "span", "strong", "u"};

// Four of these may be opened, three of a name.  Where 13.2.6.4.7, step 13.4, takes an element from
// the list of formatting elements (the inner loop's counter is above 3), gumbo leaves it on the
// stack; and where the end tag of one is met that 13.2.4.3 has taken from the list (three like it
// stand behind it), gumbo does nothing.
class Inlines {
 public:
  bool may_open(std::string_view name) {
    if (std::find(std::begin(kInline), std::end(kInline), name) == std::end(kInline)) return true;
    if (opened_.size() == 4 || std::count(opened_.begin(), opened_.end(), name) == 3) return false;
    opened_.push_back(name);
    return true;
  }

 private:
  std::vector<std::string_view> opened_;
};

std::string markup(std::string_view orders) {
  std::string html = "<!DOCTYPE html>";
  Inlines inlines;
  for (const char each : orders.substr(0, 300)) {
    const auto order = static_cast<unsigned char>(each);
    const unsigned kind = order / std::size(kNames);
    const std::string_view name = kNames[order % std::size(kNames)];
    if (kind < 4 && !inlines.may_open(name)) continue;
    if (kind < 4)
      html.append("<").append(name).append(name == "font" && kind % 2 == 1 ? " face=\"x\">" : ">");
    else if (kind < 7)
      html.append("</").append(name).append(">");
    else
      html += kTexts[order % std::size(kTexts)];
  }
  return html;
}

// Gumbo leaves a text that was moved out of a table beside the one before it, which 13.2.6.1 makes
// one of.
void append_text(std::string_view text, const std::string& indent, std::string& out) {
  const std::size_t line = out.rfind('\n', out.size() - 2) + 1;
  if (out.compare(line, indent.size() + 1, indent + '"') == 0)
    out.resize(out.size() - 2);
  else
    out.append(indent).append("\"");
  out.append(text).append("\"\n");
}

void append_node(const GumboNode& node, std::size_t depth, std::string& out) {
  const std::string indent = "| " + std::string(2 * depth, ' ');
  if (node.type == GUMBO_NODE_COMMENT)
    out.append(indent).append("<!-- ").append(node.v.text.text).append(" -->\n");
  else if (node.type == GUMBO_NODE_TEXT || node.type == GUMBO_NODE_WHITESPACE)
    append_text(node.v.text.text, indent, out);
  if (node.type != GUMBO_NODE_ELEMENT) return;
  const GumboElement& element = node.v.element;
  out.append(indent).append("<").append(gumbo_normalized_tagname(element.tag)).append(">\n");
  for (unsigned i = 0; i < element.attributes.length; ++i) {
    const auto* attribute = static_cast<const GumboAttribute*>(element.attributes.data[i]);
    out.append(indent).append("  ").append(attribute->name).append("=\"");
    out.append(attribute->value).append("\"\n");
  }
}

// As Document::dump() has it.
std::string gumbo_dump(const std::string& html) {
  GumboOutput* const output =
      gumbo_parse_with_options(&kGumboDefaultOptions, html.data(), html.size());
  std::string out = "| <!DOCTYPE html>\n";
  std::vector<std::pair<const GumboNode*, std::size_t>> waiting;
  const auto push = [&](const GumboVector& children, std::size_t depth) {
    for (unsigned i = children.length; i-- > 0;)
      waiting.emplace_back(static_cast<const GumboNode*>(children.data[i]), depth);
  };
  push(output->document->v.document.children, 0);
  while (!waiting.empty()) {
    const auto [node, depth] = waiting.back();
    waiting.pop_back();
    append_node(*node, depth, out);
    if (node->type == GUMBO_NODE_ELEMENT) push(node->v.element.children, depth + 1);
  }
  gumbo_destroy_output(&kGumboDefaultOptions, output);
  return out;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using basewalk::test::dump_of;
  const std::string_view input = basewalk::fuzz::view(data, size);
  const std::string html = markup(input);
  require(dump_of(html, false) == gumbo_dump(html));
  if (size > 10'000) return 0;
  require(dump_of(input, true) == dump_of(input, true));
  for (const std::string_view context : {"div", "table", "svg svg", "math mi"})
    require(basewalk::test::dump_of_fragment(input, context, false) ==
            basewalk::test::dump_of_fragment(input, context, false));
  return 0;
}
