// SPDX-License-Identifier: MIT
//
// A reader's program opens an attachment by its name or by looking inside, so a page named
// `invoice.html` is a page although its type says application/octet-stream.  Types that a
// program renders by themselves are believed.
#include "walk/attached.h"

#include <algorithm>
#include <iterator>

#include "text/ascii.h"

namespace basewalk {
namespace {

bool is_message_type(std::string_view type) {
  return type == "message/rfc822" || type == "message/global" || type == "message/news" ||
         type == "application/x-mimearchive" || type == "application/mhtml";
}

bool is_document_type(std::string_view type) {
  return type.starts_with("text/") || type.starts_with("message/") ||
         type == "application/xhtml+xml" || type == "application/xml" || type.ends_with("+xml") ||
         type == "application/rss" || type == "application/ics" ||
         type == "application/calendar+json";
}

// Types that programs show by themselves, whatever the file's name.
bool is_shown_type(std::string_view type) {
  constexpr std::string_view kShown[] = {"text/html",    "text/x-amp-html", "text/css",
                                         "text/xml",     "text/calendar",   "text/vcard",
                                         "text/x-vcard", "text/enriched"};
  return !type.starts_with("text/") ||
         std::find(std::begin(kShown), std::end(kShown), type) != std::end(kShown);
}

struct Extension {
  std::string_view ending;
  Leaf leaf;
};

constexpr Extension kExtensions[] = {
    {".html", {LeafKind::document, "text/html"}},
    {".htm", {LeafKind::document, "text/html"}},
    {".shtml", {LeafKind::document, "text/html"}},
    {".shtm", {LeafKind::document, "text/html"}},
    {".htmls", {LeafKind::document, "text/html"}},
    {".hta", {LeafKind::document, "text/html"}},
    {".xhtml", {LeafKind::document, "application/xhtml+xml"}},
    {".xht", {LeafKind::document, "application/xhtml+xml"}},
    {".svg", {LeafKind::document, "image/svg+xml"}},
    {".css", {LeafKind::document, "text/css"}},
    {".txt", {LeafKind::document, "text/plain"}},
    {".url", {LeafKind::document, "text/plain"}},  // a shortcut of Windows
    {".ics", {LeafKind::document, "text/calendar"}},
    {".ical", {LeafKind::document, "text/calendar"}},
    {".vcs", {LeafKind::document, "text/calendar"}},
    {".vcf", {LeafKind::document, "text/vcard"}},
    {".vcard", {LeafKind::document, "text/vcard"}},
    {".xml", {LeafKind::document, "application/xml"}},
    {".xsl", {LeafKind::document, "application/xml"}},
    {".xslt", {LeafKind::document, "application/xml"}},
    {".atom", {LeafKind::document, "application/xml"}},
    {".rss", {LeafKind::document, "application/xml"}},
    {".opml", {LeafKind::document, "application/xml"}},
    {".webloc", {LeafKind::document, "application/xml"}},  // a shortcut of macOS
    {".eml", {LeafKind::message, {}}},
    {".mht", {LeafKind::message, {}}},
    {".mhtml", {LeafKind::message, {}}},
};

const Extension* extension_of(std::string_view file_name) {
  for (const Extension& e : kExtensions)
    if (file_name.size() > e.ending.size() &&
        ascii::iequals(file_name.substr(file_name.size() - e.ending.size()), e.ending))
      return &e;
  return nullptr;
}

// Without the byte order marks, NULs of UTF-16 and white space that a page may begin with.
std::string visible_start(std::string_view bytes) {
  std::string out;
  for (char c : bytes) {
    const auto u = static_cast<unsigned char>(c);
    if (c == '\0' || u == 0xEF || u == 0xBB || u == 0xBF || u == 0xFE || u == 0xFF) continue;
    if (out.empty() && ascii::is_space(c)) continue;
    out += ascii::to_lower(c);
  }
  return out;
}

// MIME Sniffing 7.1, and the other tags that pages begin with.
bool looks_like_html(std::string_view start) {
  if (start.starts_with("<!--")) return true;
  constexpr std::string_view kTags[] = {
      "!doctype html", "html", "head", "body", "base",   "script", "meta", "title", "style",
      "table",         "a",    "img",  "div",  "iframe", "form",   "p",    "h1",    "font",
      "center",        "b",    "br",   "link", "span",   "main",   "h2",   "input", "button"};
  if (!start.starts_with('<')) return false;
  start.remove_prefix(1);
  for (std::string_view tag : kTags)
    if (start.starts_with(tag) &&
        (start.size() == tag.size() || ascii::is_space(start[tag.size()]) ||
         start[tag.size()] == '>' || start[tag.size()] == '/'))
      return true;
  return false;
}

// The first lines are header fields, one of them of a kind that only messages have.
bool looks_like_message(std::string_view start) {
  bool telling = false;
  for (int lines = 0; lines < 8; ++lines) {
    const std::size_t end = start.find('\n');
    std::string_view line = ascii::trim_right(start.substr(0, end));
    if (line.empty()) break;
    const std::size_t colon = line.find(':');
    const bool folded = lines > 0 && ascii::is_blank(line.front());
    if (!folded) {
      if (colon == 0 || colon == std::string_view::npos) return false;
      for (char c : line.substr(0, colon))
        if (c <= ' ' || c == 127) return false;
      const std::string_view field = line.substr(0, colon);
      telling = telling || field == "mime-version" || field == "received" || field == "from" ||
                field == "content-type" || field == "return-path" || field == "message-id";
    }
    if (end == std::string_view::npos) break;
    start.remove_prefix(end + 1);
  }
  return telling;
}

// What a text shows by its first characters.
Leaf leaf_by_start(const std::string& start) {
  if (looks_like_html(start)) return {LeafKind::document, "text/html"};
  if (start.starts_with("<?xml") || start.starts_with("<svg"))
    return {LeafKind::document, "application/xml"};
  if (start.starts_with("begin:vcalendar")) return {LeafKind::document, "text/calendar"};
  if (start.starts_with("begin:vcard")) return {LeafKind::document, "text/vcard"};
  return {};
}

// Which of the types that are read alike.
std::string_view family_of(std::string_view type) {
  if (type.ends_with("xml")) return "xml";
  for (const std::string_view name : {"html", "css", "calendar", "card"})
    if (type.ends_with(name)) return name;
  return "text";
}

}  // namespace

std::vector<Leaf> other_leaves(const Leaf& first, std::string_view file_name,
                               std::string_view start) {
  std::vector<Leaf> others;
  const auto add = [&](const Leaf& leaf) {
    if (leaf.kind != LeafKind::document) return;
    const std::string_view family = family_of(leaf.type);
    if (family == "text" || family == family_of(first.type)) return;
    for (const Leaf& other : others)
      if (family_of(other.type) == family) return;
    others.push_back(leaf);
  };
  if (const Extension* extension = extension_of(file_name)) add(extension->leaf);
  // Pages may begin with a declaration of XML, too.
  const std::string_view shown = ascii::trim_left(start);
  const bool telling = shown.starts_with('<') || ascii::istarts_with(shown, "begin:");
  if (telling && family_of(first.type) != "html" && family_of(first.type) != "xml")
    add(leaf_by_start(visible_start(start)));
  return others;
}

bool is_blank_start(std::string_view bytes) { return visible_start(bytes).empty(); }

bool needs_first_bytes(std::string_view media_type, std::string_view file_name) {
  if (is_message_type(media_type)) return false;
  const Extension* extension = extension_of(file_name);
  if (is_document_type(media_type))
    return extension != nullptr && extension->leaf.kind == LeafKind::message;
  if (extension != nullptr) return false;
  // What programs render by themselves is what it says; what they would offer to open is not.
  return !(media_type.starts_with("image/") || media_type.starts_with("audio/") ||
           media_type.starts_with("video/") || media_type.starts_with("font/"));
}

Leaf judge_leaf(std::string_view media_type, std::string_view file_name,
                std::string_view first_bytes) {
  if (is_message_type(media_type)) return {LeafKind::message, {}};
  const Extension* extension = extension_of(file_name);
  if (is_document_type(media_type)) {
    if (extension == nullptr) return {LeafKind::document, media_type};
    // text/plain named `page.html` opens as a page, and text/html named `page.mht`, if that is what
    // it is, as an archive.
    const bool renamed =
        extension->leaf.kind == LeafKind::message
            ? media_type == "text/plain" || looks_like_message(visible_start(first_bytes))
            : !is_shown_type(media_type);
    return renamed ? extension->leaf : Leaf{LeafKind::document, media_type};
  }
  if (extension != nullptr) return extension->leaf;
  if (first_bytes.empty()) return {};
  const std::string start = visible_start(first_bytes);
  if (const Leaf leaf = leaf_by_start(start); leaf.kind == LeafKind::document) return leaf;
  if (looks_like_message(start)) return {LeafKind::message, {}};
  return {};
}

mime::TextKind text_kind(std::string_view type) {
  if (type == "text/html" || type == "text/x-amp-html") return mime::TextKind::html;
  if (type == "text/css") return mime::TextKind::css;
  if (type.ends_with("xml")) return mime::TextKind::xml;
  return mime::TextKind::plain;
}

std::string file_name_of(const Message& message, const mime::Part& part,
                         const mime::ParameterizedValue& content_type) {
  if (const mime::HeaderField* field = message.find(part, "content-disposition")) {
    const mime::ParameterizedValue disposition =
        mime::parse_parameterized(message.value_of(*field));
    if (const std::string* name = disposition.find("filename")) return *name;
  }
  if (const std::string* name = content_type.find("name")) return *name;
  return {};
}

}  // namespace basewalk
