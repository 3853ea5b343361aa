// SPDX-License-Identifier: MIT
//
// A reader's program opens an attachment by its name or by looking inside, so a page named
// `invoice.html` is a page although its type says application/octet-stream.  Types that a
// program renders by themselves are believed.
#include "walk/leaf/attached.h"

#include <algorithm>
#include <iterator>

#include "mime/line/field_name.h"
#include "mime/parameters.h"
#include "text/ascii.h"
#include "text/hex.h"

namespace basewalk {

namespace {

std::string_view as_windows_has_it(std::string_view file_name) {
  while (file_name.ends_with('.') || file_name.ends_with(' ')) file_name.remove_suffix(1);
  return file_name;
}

}  // namespace

bool has_ending(std::string_view file_name, std::string_view ending) {
  file_name = as_windows_has_it(file_name);
  return file_name.size() >= ending.size() &&
         ascii::iequals(file_name.substr(file_name.size() - ending.size()), ending);
}

std::string_view ending_of(std::string_view file_name) {
  file_name = as_windows_has_it(file_name);
  file_name.remove_prefix(file_name.find_last_of("/\\") + 1);
  const std::size_t dot = file_name.rfind('.');
  return dot == file_name.npos ? std::string_view() : file_name.substr(dot + 1);
}

namespace {

bool is_message_type(std::string_view type) {
  return type == "message/rfc822" || type == "message/global" || type == "message/news" ||
         type == "message/rfc2822" || type == "application/x-mimearchive" ||
         type == "application/mhtml";
}

// Of these some programs make a message whatever its subtype is (Python).
bool may_be_message_type(std::string_view type) {
  constexpr std::string_view kReports[] = {"delivery-status",
                                           "disposition-notification",
                                           "feedback-report",
                                           "tracking-status",
                                           "partial",
                                           "external-body",
                                           "rfc822-headers",
                                           "global-headers",
                                           "global-delivery-status",
                                           "global-disposition-notification"};
  if (!type.starts_with("message/")) return false;
  return std::find(std::begin(kReports), std::end(kReports), type.substr(8)) == std::end(kReports);
}

bool is_document_type(std::string_view type) {
  return type.starts_with("text/") || type.starts_with("message/") ||
         type == "application/xhtml+xml" || type == "application/xml" || type.ends_with("+xml") ||
         type == "application/rss" || type == "application/ics" ||
         type == "application/calendar+json";
}

// Types that programs show by themselves, whatever the file's name.
bool is_shown_type(std::string_view type) {
  constexpr std::string_view kShown[] = {"text/html",  "text/x-amp-html", "text/watch-html",
                                         "text/css",   "text/xml",        "text/calendar",
                                         "text/vcard", "text/x-vcard",    "text/enriched"};
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
    // What a program opens at a click, and takes what is to be opened from.
    {".library-ms", {LeafKind::document, "application/xml"}},
    {".searchconnector-ms", {LeafKind::document, "application/xml"}},
    {".search-ms", {LeafKind::document, "application/xml"}},
    {".settingcontent-ms", {LeafKind::document, "application/xml"}},
    {".appinstaller", {LeafKind::document, "application/xml"}},
    {".application", {LeafKind::document, "application/xml"}},
    {".contact", {LeafKind::document, "application/xml"}},
    {".jnlp", {LeafKind::document, "application/xml"}},
    {".gpx", {LeafKind::document, "application/xml"}},
    {".kml", {LeafKind::document, "application/xml"}},
    {".xfdf", {LeafKind::document, "application/xml"}},
    {".xdp", {LeafKind::document, "application/xml"}},
    {".xspf", {LeafKind::document, "application/xml"}},
    {".eml", {LeafKind::message, {}}},
    {".mht", {LeafKind::message, {}}},
    {".mhtml", {LeafKind::message, {}}},
};

// What else says that something is a page or a picture of one.
struct Type {
  std::string_view name;
  Leaf leaf;
};
constexpr Type kLeafTypes[] = {
    {"application/hta", {LeafKind::document, "text/html"}},
    {"image/svg", {LeafKind::document, "image/svg+xml"}},
    {"image/svg-xml", {LeafKind::document, "image/svg+xml"}},
};

// Tables, logs and notes, web queries, where an application of Windows lies, lists of what is to
// be played, files encoded for a text: texts, where the first bytes show nothing else.  Whoever
// opens one by its name follows what stands in it.
constexpr std::string_view kTexts[] = {".csv",       ".tsv",  ".slk", ".log", ".md",   ".iqy",
                                       ".m3u",       ".m3u8", ".pls", ".asx", ".wax",  ".wvx",
                                       ".wmx",       ".wpl",  ".ram", ".smi", ".sml",  ".smil",
                                       ".appref-ms", ".uu",   ".uue", ".hqx", ".yenc", ".ync"};

// The types of such files.  Some stand for what is played itself as well, which is no text.
constexpr std::string_view kTextTypes[] = {
    "application/asx",
    "application/csv",
    "application/mac-binhex",
    "application/mac-binhex40",
    "application/mpegurl",
    "application/pls",
    "application/smil",
    "application/vnd.apple.mpegurl",
    "application/vnd.ms-wpl",
    "application/x-asx",
    "application/x-binhex",
    "application/x-csv",
    "application/x-iqy",
    "application/x-mpegurl",
    "application/x-scpls",
    "application/x-smil",
    "application/x-sylk",
    "application/x-uuencode",
    "application/x-yencode",
    "application/xspf",
    "audio/mpegurl",
    "audio/scpls",
    "audio/vnd.rn-realaudio",
    "audio/x-mpegurl",
    "audio/x-ms-asx",
    "audio/x-ms-wax",
    "audio/x-pls",
    "audio/x-pn-realaudio",
    "audio/x-pn-realaudio-plugin",
    "audio/x-scpls",
    "video/x-mpegurl",
    "video/x-ms-asf",
    "video/x-ms-asf-plugin",
    "video/x-ms-asx",
    "video/x-ms-wmx",
    "video/x-ms-wvx",
};
static_assert(std::is_sorted(std::begin(kTextTypes), std::end(kTextTypes)));

bool is_text_type(std::string_view media_type) {
  return std::binary_search(std::begin(kTextTypes), std::end(kTextTypes), media_type);
}

bool is_named_as_text(std::string_view file_name) {
  return std::any_of(std::begin(kTexts), std::end(kTexts),
                     [&](std::string_view ending) { return has_ending(file_name, ending); });
}

const Leaf* leaf_of_type(std::string_view media_type) {
  for (const Type& each : kLeafTypes)
    if (each.name == media_type) return &each.leaf;
  return nullptr;
}

const Extension* extension_of(std::string_view file_name) {
  for (const Extension& e : kExtensions)
    if (has_ending(file_name, e.ending)) return &e;
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
      if (colon == std::string_view::npos) return false;
      const std::string_view field = line.substr(0, colon);
      if (!mime::is_field_name(field)) return false;
      telling = telling || field == "mime-version" || field == "received" || field == "from" ||
                field == "content-type" || field == "return-path" || field == "message-id";
    }
    if (end == std::string_view::npos) break;
    start.remove_prefix(end + 1);
  }
  return telling;
}

// The first line is a field.
bool begins_with_field(std::string_view start) {
  const std::size_t colon = start.find(':');
  return colon != std::string_view::npos && mime::is_field_name(start.substr(0, colon));
}

// What a text shows by its first characters.
Leaf leaf_by_start(const std::string& start) {
  if (looks_like_html(start)) return {LeafKind::document, "text/html"};
  // Lists of what is to be played are XML without a declaration, too.
  constexpr std::string_view kXml[] = {"<?xml", "<svg", "<asx", "<smil"};
  for (const std::string_view each : kXml)
    if (start.starts_with(each)) return {LeafKind::document, "application/xml"};
  if (start.starts_with("begin:vcalendar")) return {LeafKind::document, "text/calendar"};
  if (start.starts_with("begin:vcard")) return {LeafKind::document, "text/vcard"};
  return {};
}

// Which of the types that are read alike; a name that only ends as one of them is a text.
std::string_view family_of(std::string_view type) {
  struct Family {
    std::string_view type, name;
  };
  constexpr Family kFamilies[] = {{"text/html", "html"},
                                  {"text/x-html", "html"},
                                  {"text/x-amp-html", "html"},
                                  {"text/watch-html", "html"},
                                  {"text/x-server-parsed-html", "html"},
                                  {"text/xml", "xml"},
                                  {"application/xml", "xml"},
                                  {"text/css", "css"},
                                  {"text/calendar", "calendar"},
                                  {"text/x-vcalendar", "calendar"},
                                  {"text/vcard", "card"},
                                  {"text/x-vcard", "card"}};
  if (type.ends_with("+xml")) return "xml";
  for (const Family& each : kFamilies)
    if (each.type == type) return each.name;
  return "text";
}

}  // namespace

bool is_name_of_text(std::string_view file_name) {
  return extension_of(file_name) != nullptr || is_named_as_text(file_name);
}

bool is_markdown(std::string_view type, std::string_view file_name) {
  return type == "text/markdown" || type == "text/x-markdown" || type == "text/x-web-markdown" ||
         has_ending(file_name, ".md") || has_ending(file_name, ".markdown");
}

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
  // CommonMark 6.6: tags in it are tags, and character references are read in texts and URLs.
  if (is_markdown(first.type, file_name)) add({LeafKind::document, "text/html"});
  // Pages may begin with a declaration of XML, too, and what is named as XML may be a page.
  const std::string_view shown = ascii::trim_left(start);
  const bool telling = shown.starts_with('<') || ascii::istarts_with(shown, "begin:");
  if (telling && family_of(first.type) != "html") {
    const std::string visible = visible_start(start);
    const bool no_xhtml = (visible.starts_with("<!doctype html") || visible.starts_with("<html")) &&
                          visible.find("xmlns") == std::string::npos;
    if (family_of(first.type) != "xml" || no_xhtml) add(leaf_by_start(visible));
  }
  return others;
}

std::vector<Leaf> other_leaves_of_message(std::string_view media_type, std::string_view file_name) {
  std::vector<Leaf> others;
  if (is_document_type(media_type) && !is_message_type(media_type))
    others.push_back({LeafKind::document, media_type});
  const Extension* const extension = extension_of(file_name);
  if (extension == nullptr || extension->leaf.kind != LeafKind::document) return others;
  const std::string_view family = family_of(extension->leaf.type);
  if (family != "text" && (others.empty() || family != family_of(media_type)))
    others.push_back(extension->leaf);
  return others;
}

bool is_text_to_some(std::string_view media_type, const Leaf& first, bool in_bundle) {
  // Of these every program knows what they are.
  constexpr std::string_view kKnown[] = {"text/html",       "text/x-amp-html", "text/watch-html",
                                         "text/calendar",   "text/vcard",      "text/x-vcard",
                                         "text/x-vcalendar"};
  const auto is_unknown_text = [&](std::string_view type) {
    return type.starts_with("text/") &&
           std::find(std::begin(kKnown), std::end(kKnown), type) == std::end(kKnown);
  };
  if (family_of(first.type) == "text") return false;
  if (!is_unknown_text(media_type) && !is_unknown_text(first.type)) return false;
  // The sheets of a bundle are shown in its page.
  const std::string_view declared = family_of(media_type);
  return !in_bundle || (media_type.starts_with("text/") && declared != "css" && declared != "xml");
}

bool is_blank_start(std::string_view bytes) { return visible_start(bytes).empty(); }

bool needs_first_bytes(std::string_view media_type, std::string_view file_name) {
  if (is_message_type(media_type)) return false;
  const Extension* extension = extension_of(file_name);
  if (may_be_message_type(media_type)) return true;
  if (is_document_type(media_type))
    return extension != nullptr && extension->leaf.kind == LeafKind::message;
  if (extension != nullptr || leaf_of_type(media_type) != nullptr) return false;
  if (is_text_type(media_type) || is_named_as_text(file_name)) return true;
  // What programs render by themselves is what it says; what they would offer to open is not.
  return !(media_type.starts_with("image/") || media_type.starts_with("audio/") ||
           media_type.starts_with("video/") || media_type.starts_with("font/"));
}

Leaf judge_leaf(std::string_view media_type, std::string_view file_name,
                std::string_view first_bytes) {
  if (is_message_type(media_type)) return {LeafKind::message, {}};
  const Extension* extension = extension_of(file_name);
  // Whatever its name says beside that.
  if (may_be_message_type(media_type) && begins_with_field(visible_start(first_bytes)))
    return {LeafKind::message, {}};
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
  if (const Leaf* const leaf = leaf_of_type(media_type)) return *leaf;
  if (first_bytes.empty()) return {};
  const std::string start = visible_start(first_bytes);
  if (const Leaf leaf = leaf_by_start(start); leaf.kind == LeafKind::document) return leaf;
  if (looks_like_message(start)) return {LeafKind::message, {}};
  if (is_named_as_text(file_name) || (is_text_type(media_type) && looks_like_text(first_bytes)))
    return {LeafKind::document, "text/plain"};
  return {};
}

// MIME Sniffing 7.2
bool looks_like_text(std::string_view bytes) {
  if (bytes.starts_with("\xFE\xFF") || bytes.starts_with("\xFF\xFE") ||
      bytes.starts_with("\xEF\xBB\xBF"))
    return true;
  bytes = bytes.substr(0, kFirstBytes);
  return std::none_of(bytes.begin(), bytes.end(), [](char c) {
    const auto u = static_cast<unsigned char>(c);
    return u < 0x20 && !ascii::is_space(c) && u != 0x1B;
  });
}

mime::TextKind text_kind(std::string_view type) {
  if (family_of(type) == "html") return mime::TextKind::html;
  if (type == "text/css") return mime::TextKind::css;
  if (type.ends_with("xml")) return mime::TextKind::xml;
  return mime::TextKind::plain;
}

namespace {

// RFC 5652 3: a SEQUENCE that begins with what it holds.
enum class Cms { unknown, signed_data, enveloped };

Cms cms_of(std::string_view bytes) {
  constexpr std::string_view kPkcs7("\x2A\x86\x48\x86\xF7\x0D\x01\x07", 8);
  constexpr std::string_view kSmime("\x2A\x86\x48\x86\xF7\x0D\x01\x09\x10\x01\x17", 11);
  bytes = bytes.substr(0, 64);
  if (bytes.find(kSmime) != std::string_view::npos) return Cms::enveloped;  // RFC 5083
  const std::size_t at = bytes.find(kPkcs7);
  if (at == std::string_view::npos || at + kPkcs7.size() >= bytes.size()) return Cms::unknown;
  const char type = bytes[at + kPkcs7.size()];
  return type == 3 || type == 6 ? Cms::enveloped : type == 2 ? Cms::signed_data : Cms::unknown;
}

bool is_pkcs7(std::string_view type) {
  return type == "application/pkcs7-mime" || type == "application/x-pkcs7-mime";
}

// Of these no reader makes a link.
bool is_no_text(std::string_view type) {
  constexpr std::string_view kTypes[] = {
      "application/pgp-signature",     "application/pkcs7-signature",
      "application/x-pkcs7-signature", "application/pgp-keys",
      "application/x-font-ttf",        "application/x-font-woff",
      "application/vnd.ms-fontobject", "application/font-woff",
      "application/font-woff2",        "application/font-sfnt",
      "application/x-font-opentype",   "application/x-font-truetype"};
  return type.starts_with("audio/") || type.starts_with("video/") || type.starts_with("font/") ||
         std::find(std::begin(kTypes), std::end(kTypes), type) != std::end(kTypes);
}

}  // namespace

Unread why_unread(const Message& message, const mime::Part& part,
                  const mime::ParameterizedValue& content_type, mime::Encoding encoding) {
  for (std::uint32_t i = part.parent; i != mime::kNone; i = message.parts[i].parent)
    if (message.parts[i].media_type == "multipart/encrypted") return Unread::encrypted;
  if (part.media_type == "application/pgp-encrypted") return Unread::encrypted;
  if (is_pkcs7(part.media_type)) {
    const std::string* type = content_type.find("smime-type");
    std::string first;
    Notes ignored;
    mime::decode_transfer(message.body_of(part).substr(0, 512), encoding, first,
                          {ignored, 0, part.body.begin});
    Cms cms = cms_of(first);
    if (cms == Cms::unknown && type != nullptr)
      cms = ascii::lowered(*type).find("enveloped") != std::string::npos ? Cms::enveloped
                                                                         : Cms::signed_data;
    return cms == Cms::enveloped ? Unread::encrypted : Unread::signed_opaque;
  }
  return is_no_text(part.media_type) ? Unread::not_text : Unread::no_opener;
}

bool is_attachment(const Message& message, const mime::Part& part) {
  const mime::HeaderField* const field = message.find(part, "content-disposition");
  return field != nullptr &&
         ascii::istarts_with(ascii::trim(message.value_of(*field)), "attachment");
}

std::string file_name_of(const Message& message, const mime::Part& part,
                         const mime::ParameterizedValue& content_type) {
  if (const mime::HeaderField* field = message.find(part, "content-disposition")) {
    const mime::ParameterizedValue disposition =
        mime::parse_parameterized(message.value_of(*field));
    // An empty one is none.
    if (const std::string* name = disposition.find("filename"); name != nullptr && !name->empty())
      return *name;
  }
  if (const std::string* name = content_type.find("name")) return *name;
  return {};
}

std::vector<std::string> other_names_of(const Message& message, const mime::Part& part,
                                        const mime::ParameterizedValue& content_type,
                                        std::string_view first) {
  constexpr std::string_view kEndsUrl("?\0", 2);
  std::vector<std::string> names;
  const auto add = [&](std::string_view name) {
    if (!name.empty() && name != first && names.size() <= kMostOtherNames &&
        std::find(names.begin(), names.end(), name) == names.end())
      names.emplace_back(name);
  };
  const auto add_all = [&](std::string_view name) {
    add(name);
    if (name.find('%') == name.npos && name.find_first_of(kEndsUrl) == name.npos) return;
    const std::string unescaped = text::unescaped(name);
    add(unescaped);
    add(name.substr(0, name.find_first_of(kEndsUrl)));
    add(std::string_view(unescaped).substr(0, unescaped.find_first_of(kEndsUrl)));
  };
  const auto add_parameters = [&](const mime::ParameterizedValue& value, std::string_view name) {
    for (const mime::Parameter& each : value.parameters)
      if (each.name == name) add_all(each.value);
  };
  const mime::HeaderField* const disposition = message.find(part, "content-disposition");
  const std::string_view disposed =
      disposition != nullptr ? message.value_of(*disposition) : std::string_view();
  if (first.empty() && !mime::begins_with_parameter(disposed)) return names;
  add_all(first);
  add_parameters(content_type, "name");
  // Of this field the first name is known.
  const std::size_t equals = std::min(disposed.find('='), disposed.size());
  if (disposed.find('=', equals + 1) != disposed.npos)
    add_parameters(mime::parse_parameterized(disposed), "filename");
  const auto add_as_others = [&](std::string_view field, std::string_view name) {
    for (const std::string& each : mime::names_as_others(field, name)) add_all(each);
  };
  if (const mime::HeaderField* field = message.find(part, "content-type"))
    add_as_others(message.value_of(*field), "name");
  add_as_others(disposed, "filename");
  return names;
}

void add_leaf_of_name(const Leaf& leaf, const Leaf& first, std::vector<Leaf>& leaves) {
  const auto is_alike = [&](const Leaf& other) {
    return other.kind == leaf.kind &&
           (leaf.kind == LeafKind::message || family_of(other.type) == family_of(leaf.type));
  };
  if (leaf.kind == LeafKind::opaque || is_alike(first)) return;
  const bool is_text = leaf.kind == LeafKind::document && family_of(leaf.type) == "text";
  if (is_text && first.kind == LeafKind::document) return;
  if (std::none_of(leaves.begin(), leaves.end(), is_alike)) leaves.push_back(leaf);
}

}  // namespace basewalk
