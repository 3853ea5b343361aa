// SPDX-License-Identifier: MIT
//
// Prints where the URL attributes that we find in HTML are not those of gumbo's tree.
//
//     compare_gumbo KNOWN.tsv FOLDER...
//
// For every text/html part of the messages below the folders both are written as lines, one for
// each reference: "a[href] = x".  Gumbo builds a tree, which moves elements, so the lines are
// compared as sets with counts.  Left out are tags that the text ends within (none by the standard;
// we report them all the same) and what a tree of one document does not show: style sheets,
// scripts, text, documents in attributes and conditional comments.  KNOWN.tsv explains the parts
// that differ: name, part, TAB, reason.  Ends with 1 where a part differs without a reason, or has
// one and does not.
#include <gumbo.h>

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <iterator>
#include <set>
#include <string>
#include <vector>

#include "basewalk/extract/extract.h"
#include "basewalk/mime/decode.h"
#include "basewalk/mime/headers.h"
#include "basewalk/mime/part.h"
#include "html/names.h"
#include "html/values.h"
#include "support/files.h"
#include "text/ascii.h"

namespace {

using namespace basewalk;
using html::Attribute;
using html::Element;
using html::Holds;

using Lines = std::vector<std::string>;

bool is_left_out(Attribute attribute) {
  return html::is_of_feeds(attribute) || html::is_presentation(attribute) ||
         attribute == Attribute::event;
}

bool means_itself_when_empty(Attribute attribute) {
  return attribute == Attribute::href || attribute == Attribute::xlink_href ||
         attribute == Attribute::action || attribute == Attribute::formaction;
}

Lines our_lines(std::string_view text) {
  extract::Finds finds;
  extract::extract_html(text, {}, finds);
  Lines lines;
  for (const extract::Find& find : finds.finds) {
    const std::string where = extract::where(find.place);
    if (!where.ends_with(']') || where.find(' ') != std::string::npos) continue;
    if ((find.flags & extract::kUnterminated) != 0) continue;
    // What others decide: the name of a parameter, a property, an animation.
    if (where == "meta[content]" || where.ends_with("[value]") ||
        where.starts_with("svg:animate") || where.starts_with("svg:set"))
      continue;
    if (find.kind == extract::FindKind::base && where != "base[href]") continue;
    lines.push_back(where + " = " + std::string(find.raw));
  }
  return lines;
}

std::string name_of(const GumboElement& element) {
  std::string name;
  if (element.tag_namespace == GUMBO_NAMESPACE_SVG) name = "svg:";
  if (element.tag_namespace == GUMBO_NAMESPACE_MATHML) name = "math:";
  if (element.tag != GUMBO_TAG_UNKNOWN) return name + gumbo_normalized_tagname(element.tag);
  GumboStringPiece piece = element.original_tag;
  gumbo_tag_from_original_text(&piece);
  return name + ascii::lowered({piece.data, std::min<std::size_t>(piece.length, 64)});
}

void attribute_lines(const std::string& name, Element element, bool is_html,
                     const GumboAttribute& attribute, Lines& lines) {
  const bool xlink = attribute.attr_namespace == GUMBO_ATTR_NAMESPACE_XLINK;
  const std::string attribute_name = (xlink ? "xlink:" : "") + ascii::lowered(attribute.name);
  const Attribute id = html::attribute_named(attribute_name);
  const Holds holds = html::kAttributeHolds[static_cast<std::size_t>(id)];
  if (is_left_out(id) || !html::carries_url(element, id)) return;
  if (element == Element::base && !(is_html && id == Attribute::href)) return;
  const auto take = [&](std::string_view url) {
    lines.push_back(name + '[' + attribute_name + "] = " + std::string(url));
    return true;
  };
  const std::string_view value(attribute.value);
  const std::string_view url = ascii::trim(value);
  if (holds == Holds::url && (!url.empty() || means_itself_when_empty(id))) take(url);
  if (holds == Holds::urls) html::for_each_word(value, element == Element::applet, take);
  if (holds == Holds::candidates) html::for_each_candidate(value, take);
}

void element_lines(const GumboElement& element, Lines& lines) {
  const std::string name = name_of(element);
  const bool is_html = element.tag_namespace == GUMBO_NAMESPACE_HTML;
  const Element id = html::element_named(
      is_html ? std::string_view(name) : std::string_view(name).substr(name.find(':') + 1));
  if (is_html && id == Element::param) return;
  for (unsigned i = 0; i < element.attributes.length; ++i)
    attribute_lines(name, id, is_html,
                    *static_cast<const GumboAttribute*>(element.attributes.data[i]), lines);
  if (!is_html || id != Element::meta) return;
  const GumboAttribute* const kind = gumbo_get_attribute(&element.attributes, "http-equiv");
  const GumboAttribute* const content = gumbo_get_attribute(&element.attributes, "content");
  if (kind == nullptr || content == nullptr || !ascii::iequals(kind->value, "refresh")) return;
  const std::string_view url = html::refresh_url(content->value);
  if (!url.empty()) lines.push_back("meta[refresh] = " + std::string(url));
}

Lines gumbo_lines(std::string_view text) {
  GumboOutput* const output =
      gumbo_parse_with_options(&kGumboDefaultOptions, text.data(), text.size());
  Lines lines;
  std::vector<const GumboNode*> nodes = {output->root};
  while (!nodes.empty()) {
    const GumboNode* const node = nodes.back();
    nodes.pop_back();
    if (node->type != GUMBO_NODE_ELEMENT && node->type != GUMBO_NODE_TEMPLATE) continue;
    const GumboElement& element = node->v.element;
    // What the parser made up, or made again, stands nowhere in the text.
    const unsigned made =
        GUMBO_INSERTION_RECONSTRUCTED_FORMATTING_ELEMENT | GUMBO_INSERTION_ADOPTION_AGENCY_CLONED;
    if ((node->parse_flags & made) == 0) element_lines(element, lines);
    for (unsigned i = 0; i < element.children.length; ++i)
      nodes.push_back(static_cast<const GumboNode*>(element.children.data[i]));
  }
  gumbo_destroy_output(&kGumboDefaultOptions, output);
  return lines;
}

void print_first(const char* who, const Lines& lines) {
  for (std::size_t i = 0; i < std::min<std::size_t>(lines.size(), 3); ++i)
    std::cout << "  only " << who << ": " << lines[i].substr(0, 150) << '\n';
}

// True where both agree.
bool compare(const std::string& name, std::string_view text) {
  Lines ours = our_lines(text), theirs = gumbo_lines(text);
  std::sort(ours.begin(), ours.end());
  std::sort(theirs.begin(), theirs.end());
  if (ours == theirs) return true;
  Lines only_ours, only_theirs;
  std::set_difference(ours.begin(), ours.end(), theirs.begin(), theirs.end(),
                      std::back_inserter(only_ours));
  std::set_difference(theirs.begin(), theirs.end(), ours.begin(), ours.end(),
                      std::back_inserter(only_theirs));
  std::cout << name << ": " << ours.size() << " | " << theirs.size() << '\n';
  print_first("ours", only_ours);
  print_first("gumbo", only_theirs);
  return false;
}

struct Counts {
  std::size_t parts = 0, references = 0, differ = 0, unexplained = 0;
};

void compare_message(const std::filesystem::path& path, const std::set<std::string>& known,
                     Counts& counts) {
  const std::string bytes = test::read_file(path);
  const Message message = read_message(bytes);
  mime::CharsetDecoder charsets;
  for (std::uint32_t i = 0; i < message.parts.size(); ++i) {
    const mime::Part& part = message.parts[i];
    if (part.kind != mime::PartKind::leaf || part.media_type != "text/html") continue;
    Notes notes;
    std::string decoded, charset;
    mime::decode_transfer(message.body_of(part), part.encoding, decoded, {notes, i, 0});
    if (const mime::HeaderField* field = message.find(part, "content-type")) {
      const mime::ParameterizedValue type = mime::parse_parameterized(message.value_of(*field));
      if (const std::string* found = type.find("charset")) charset = *found;
    }
    const std::string_view text =
        charsets.to_utf8(decoded, charset, mime::TextKind::html, {notes, i, 0});
    ++counts.parts;
    counts.references += our_lines(text).size();
    const std::string name = path.filename().string() + ' ' + message.section(i);
    const bool same = compare(name, text);
    if (!same) ++counts.differ;
    if (same != known.contains(name)) continue;
    ++counts.unexplained;
    std::cout << name << (same ? " is explained, and agrees\n" : " has no explanation\n");
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) return 2;
  test::need_folders(std::span(argv, static_cast<std::size_t>(argc)).subspan(2));
  std::set<std::string> known;
  for (const auto& row : test::read_table(argv[1])) known.insert(row[0]);
  Counts counts;
  for (int i = 2; i < argc; ++i) {
    for (const auto& path : test::files_below(argv[i])) compare_message(path, known, counts);
  }
  std::cout << counts.parts << " parts, " << counts.references << " references, " << counts.differ
            << " parts differ, " << counts.unexplained << " wrongly explained\n";
  return counts.unexplained > 0 ? 1 : 0;
}
