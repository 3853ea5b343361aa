// SPDX-License-Identifier: MIT
#include "html/xml_tree.h"

#include <utility>

namespace basewalk::html {
namespace {

// How many open elements an end tag that matches none is compared with.
constexpr std::size_t kCompareMax = 256;

// The numbers of the namespaces that are told apart; others get one when they are first seen.
enum Uri : std::uint32_t { kNoUri, kXhtml, kSvg, kMathMl, kXLink, kXml, kXmlns, kRdf };
constexpr std::pair<std::string_view, Uri> kUris[] = {
    {"", kNoUri},
    {"http://www.w3.org/1999/xhtml", kXhtml},
    {"http://www.w3.org/2000/svg", kSvg},
    {"http://www.w3.org/1998/Math/MathML", kMathMl},
    {"http://www.w3.org/1999/xlink", kXLink},
    {"http://www.w3.org/XML/1998/namespace", kXml},
    {"http://www.w3.org/2000/xmlns/", kXmlns},
    {"http://www.w3.org/1999/02/22-rdf-syntax-ns#", kRdf},
};

Space vocabulary(std::uint32_t uri) {
  switch (uri) {
    case kXhtml:
      return Space::html;
    case kSvg:
      return Space::svg;
    case kMathMl:
      return Space::math;
    default:
      return Space::other;
  }
}

// What a document without a namespace declaration means by its root.
Space vocabulary_by_root(std::string_view name) {
  switch (element_named(name)) {
    case Element::html:
      return Space::html;
    case Element::svg:
      return Space::svg;
    case Element::math:
      return Space::math;
    default:
      return Space::other;
  }
}

struct Parts {
  std::string_view prefix, local;
};
Parts parts_of(std::string_view name) {
  const std::size_t colon = name.find(':');
  if (colon == std::string_view::npos || colon == 0) return {{}, name};
  return {name.substr(0, colon), name.substr(colon + 1)};
}

// Namespaces 4: a name has one colon at most, and something on either side of it.
bool is_qualified(std::string_view name) {
  const std::size_t colon = name.find(':');
  return colon == std::string_view::npos || (colon > 0 && colon + 1 < name.size() &&
                                             name.find(':', colon + 1) == std::string_view::npos);
}

}  // namespace

XmlTree::XmlTree() { reset(); }

void XmlTree::reset() {
  open_.clear();
  bindings_.clear();
  last_.clear();
  uris_.clear();
  for (const auto& [uri, number] : kUris) uris_.emplace(uri, number);
  templates_ = 0;
}

std::uint32_t XmlTree::number_of(std::string_view uri) {
  const auto known = uris_.find(uri);
  if (known != uris_.end()) return known->second;
  return uris_.emplace(uri, static_cast<std::uint32_t>(uris_.size())).first->second;
}

std::uint32_t XmlTree::uri_of(std::string_view prefix) const {
  if (prefix == "xml") return kXml;
  const auto last = last_.find(prefix);
  return last == last_.end() || last->second == 0 ? kUnbound : bindings_[last->second - 1].uri;
}

XmlTree::Open& XmlTree::open(std::string_view name) {
  Open open;
  open.name = name;
  open.bindings = bindings_.size();
  open.guessed = vocabulary_by_root(name);
  if (!open_.empty()) {
    open.inside = open_.back().inside;
    // Inside HTML they are often written without their namespace.
    if (open_.back().guessed != Space::html || open.guessed == Space::other)
      open.guessed = open_.back().guessed;
    open.scope = open_.back().scope;
  }
  return open_.emplace_back(open);
}

bool XmlTree::bind(std::string_view attribute, std::string_view uri) {
  const std::string_view prefix = attribute.substr(attribute.size() == 5 ? 5 : 6);
  const std::uint32_t number = number_of(uri);
  if (prefix == "xml") return number == kXml;
  std::size_t& last = last_[prefix];
  bindings_.push_back({prefix, number, last});
  last = bindings_.size();
  return number != kXml && number != kXmlns && prefix != "xmlns" &&
         (attribute.size() == 5 || number != kNoUri) && is_qualified(attribute);
}

bool XmlTree::settle() {
  Open& open = open_.back();
  const Parts parts = parts_of(open.name);
  open.local = parts.local;
  const std::uint32_t uri = uri_of(parts.prefix);
  if (uri != kUnbound)
    open.space = vocabulary(uri);
  else
    open.space = parts.prefix.empty() ? open.guessed : vocabulary_by_root(parts.prefix);
  open.is_template = open.space == Space::html && open.local == "template";
  if (open.is_template) ++templates_;
  return is_qualified(open.name) && (parts.prefix.empty() || uri != kUnbound);
}

XmlTree::Name XmlTree::attribute(std::string_view name) const {
  if (declares_namespace(name)) return {Attribute::other, kXmlns, name, true};
  const Parts parts = parts_of(name);
  if (parts.prefix.empty()) return {attribute_named(name), kNoUri, name, is_qualified(name)};
  const std::uint32_t uri = uri_of(parts.prefix);
  const bool bound = uri != kUnbound && is_qualified(name);
  switch (uri) {
    case kXLink:
      return {parts.local == "href" ? Attribute::xlink_href : Attribute::other, uri, parts.local,
              bound};
    case kXml:
      return {parts.local == "base" ? Attribute::xml_base : Attribute::other, uri, parts.local,
              bound};
    case kRdf:
      return {parts.local == "about"      ? Attribute::rdf_about
              : parts.local == "resource" ? Attribute::rdf_resource
                                          : Attribute::other,
              uri, parts.local, bound};
    default:
      break;
  }
  // Other vocabularies are known by the prefixes that they usually have.
  const Attribute usual = attribute_named(name);
  const bool is_other = usual == Attribute::xlink_href && uri != kUnbound;
  return {is_other ? Attribute::other : usual, uri, parts.local, bound};
}

void XmlTree::end_tag(const Token& tag) {
  for (std::size_t i = open_.size(); i > 0 && open_.size() - i < kCompareMax; --i) {
    if (open_[i - 1].name != tag.text) continue;
    while (open_.size() >= i) close_last();
    return;
  }
}

void XmlTree::close_last() {
  const Open& open = open_.back();
  if (open.is_template) --templates_;
  while (bindings_.size() > open.bindings) {
    last_[bindings_.back().prefix] = bindings_.back().before;
    bindings_.pop_back();
  }
  open_.pop_back();
}

}  // namespace basewalk::html
