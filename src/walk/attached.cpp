// SPDX-License-Identifier: MIT
//
// A reader's program opens an attachment by its name or by looking inside, so a page named
// `invoice.html` is a page although its type says application/octet-stream.  Types that a
// program renders by themselves are believed.
#include "walk/attached.h"

#include "support/ascii.h"

namespace basewalk {
namespace {

bool is_message_type(std::string_view type) {
  return type == "message/rfc822" || type == "message/global" || type == "message/news" ||
         type == "application/x-mimearchive";
}

bool is_document_type(std::string_view type) {
  return type.starts_with("text/") || type.starts_with("message/") ||
         type == "application/xhtml+xml" || type == "application/xml" || type.ends_with("+xml") ||
         type == "application/rss" || type == "application/calendar+json";
}

struct Extension {
  std::string_view ending;
  Leaf leaf;
};

constexpr Extension kExtensions[] = {
    {".html", {LeafKind::document, "text/html"}},
    {".htm", {LeafKind::document, "text/html"}},
    {".shtml", {LeafKind::document, "text/html"}},
    {".xhtml", {LeafKind::document, "application/xhtml+xml"}},
    {".xht", {LeafKind::document, "application/xhtml+xml"}},
    {".svg", {LeafKind::document, "image/svg+xml"}},
    {".css", {LeafKind::document, "text/css"}},
    {".txt", {LeafKind::document, "text/plain"}},
    {".ics", {LeafKind::document, "text/calendar"}},
    {".vcf", {LeafKind::document, "text/vcard"}},
    {".xml", {LeafKind::document, "application/xml"}},
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

bool looks_like_html(std::string_view start) {
  constexpr std::string_view kTags[] = {
      "<!doctype html", "<html",  "<head",  "<body", "<base",   "<script", "<meta",
      "<title",         "<style", "<table", "<a ",   "<img",    "<div",    "<iframe",
      "<form",          "<p>",    "<h1",    "<font", "<center", "<!--"};
  for (std::string_view tag : kTags)
    if (start.starts_with(tag)) return true;
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

}  // namespace

bool needs_first_bytes(std::string_view media_type, std::string_view file_name) {
  if (is_message_type(media_type) || is_document_type(media_type)) return false;
  if (extension_of(file_name) != nullptr) return false;
  // What programs render by themselves is what it says; what they would offer to open is not.
  return !(media_type.starts_with("image/") || media_type.starts_with("audio/") ||
           media_type.starts_with("video/") || media_type.starts_with("font/"));
}

Leaf judge_leaf(std::string_view media_type, std::string_view file_name,
                std::string_view first_bytes) {
  if (is_message_type(media_type)) return {LeafKind::message, {}};
  const Extension* extension = extension_of(file_name);
  if (is_document_type(media_type)) {
    // text/plain named `page.html` opens as a page.
    const bool renamed = media_type == "text/plain" && extension != nullptr;
    return renamed ? extension->leaf : Leaf{LeafKind::document, media_type};
  }
  if (extension != nullptr) return extension->leaf;
  if (first_bytes.empty()) return {};
  const std::string start = visible_start(first_bytes);
  if (looks_like_html(start)) return {LeafKind::document, "text/html"};
  if (start.starts_with("<?xml") || start.starts_with("<svg"))
    return {LeafKind::document, "application/xml"};
  if (looks_like_message(start)) return {LeafKind::message, {}};
  return {};
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
