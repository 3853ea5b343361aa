// SPDX-License-Identifier: MIT
#include "bundle/page/kind.h"

#include "basewalk/mime/decode.h"
#include "bundle/page/magic.h"
#include "mime/charset.h"
#include "text/ascii.h"
#include "walk/leaf/attached.h"

namespace basewalk::bundle {
namespace {

constexpr std::string_view kUnknown = "application/octet-stream";
constexpr std::string_view kSvg = "image/svg+xml";

bool is_xml(std::string_view type) {
  return type.ends_with("+xml") || type == "text/xml" || type == "application/xml" ||
         type == "text/xsl";
}

bool is_html(std::string_view type) { return type == "text/html" || type == "text/x-html"; }

PartKind kind_of_leaf(const Leaf& leaf, std::string_view media_type) {
  PartKind kind{TextForm::none, std::string(media_type)};
  if (media_type.size() > 127) kind.media_type = kUnknown;
  // What mail programs take for a message by its name is a page to the browser that shows a bundle.
  std::string_view type = leaf.type;
  if (leaf.kind != LeafKind::document) {
    if (!is_html(media_type) && !is_xml(media_type)) return kind;
    type = media_type;
  }
  if (type.size() <= 127) kind.media_type = type;
  if (is_html(type))
    kind = {TextForm::html, "text/html"};
  else if (type == "text/css")
    kind.form = TextForm::css;
  else if (is_xml(type))
    kind.form = TextForm::xml;
  else if (type.starts_with("text/"))
    kind.form = TextForm::plain;
  return kind;
}

bool is_media(std::string_view type) {
  return type.starts_with("audio/") || type.starts_with("video/") || type == "application/ogg";
}

bool is_font(std::string_view type) { return type.find("font") != std::string_view::npos; }

bool is_script(std::string_view type) {
  return type.ends_with("javascript") || type.ends_with("ecmascript") || type.ends_with("json");
}

// A label may know more of a film or a font than its first bytes.
bool agree(std::string_view label, std::string_view bytes) {
  return (is_media(label) && is_media(bytes)) || (is_font(label) && is_font(bytes));
}

}  // namespace

std::optional<Role> role_of(const extract::Place& place) {
  if (place.role == extract::Role::css_import || place.sheet) return Role::style_sheet;
  if (place.is_css()) return Role::resource;
  if (place.role != extract::Role::attribute) return {};
  constexpr std::string_view kFrames[] = {"iframe", "frame", "object", "embed"};
  if (ascii::is_one_of(kFrames, place.element)) return Role::frame;
  if (place.element == "script") return Role::script;
  constexpr std::string_view kShown[] = {"src",    "srcset", "imagesrcset", "background",
                                         "poster", "lowsrc", "dynsrc"};
  if (ascii::is_one_of(kShown, place.attribute)) return Role::resource;
  constexpr std::string_view kPictures[] = {"image", "feimage"};
  if (ascii::is_one_of(kPictures, place.element)) return Role::resource;
  return {};
}

TextForm form_of(std::string_view media_type) {
  if (media_type == "text/html") return TextForm::html;
  if (media_type == "application/xhtml+xml" || media_type == kSvg || media_type == "text/xml" ||
      media_type == "application/xml")
    return TextForm::xml;
  if (media_type == "text/css") return TextForm::css;
  return TextForm::none;
}

std::optional<TextForm> form_in_frame(std::string_view media_type) {
  if (is_html(media_type)) return TextForm::html;
  if (is_xml(media_type)) return TextForm::xml;
  constexpr std::string_view kPlain[] = {"",
                                         "text/plain",
                                         "text/css",
                                         "text/csv",
                                         "text/javascript",
                                         "application/javascript",
                                         "application/json",
                                         "application/octet-stream",
                                         "application/pdf",
                                         "application/x-missing"};
  if (ascii::is_one_of(kPlain, media_type) || media_type.starts_with("image/") ||
      is_media(media_type) || is_font(media_type))
    return TextForm::plain;
  return {};
}

bool is_page(const PartKind& kind) {
  return kind.form == TextForm::html || kind.media_type == "application/xhtml+xml" ||
         kind.media_type == kSvg;
}

const PartKinds::Seen& PartKinds::look_at(std::uint32_t index) {
  const auto [known, added] = seen_.try_emplace(index);
  Seen& seen = known->second;
  if (!added) return seen;
  const Message& message = bundle_.message();
  const mime::Part& part = message.parts[index];
  const mime::ParameterizedValue type = bundle_.content_type(index);
  std::string first_bytes;
  Notes ignored;
  // Base64 has four characters for three bytes, quoted-printable up to three for one.
  const std::size_t written = part.encoding == mime::Encoding::identity ? kMagicBytes
                              : part.encoding == mime::Encoding::base64 ? kMagicBytes * 3 / 2
                                                                        : kMagicBytes * 3;
  mime::decode_transfer(message.body_of(part).substr(0, written), part.encoding, first_bytes,
                        {ignored, index, part.body.begin});
  first_bytes.resize(std::min(first_bytes.size(), kMagicBytes));
  seen.labelled = kind_of_leaf(
      judge_leaf(part.media_type, file_name_of(message, part, type), first_bytes), part.media_type);
  seen.binary = binary_type_of(first_bytes);
  seen.svg = is_svg(first_bytes);
  const std::string* const charset = type.find("charset");
  const mime::Charset* const declared =
      charset != nullptr ? mime::find_charset(ascii::trim(*charset)) : nullptr;
  seen.text = !is_binary(first_bytes) || mime::utf16_without_mark(first_bytes) != nullptr ||
              (declared != nullptr && mime::is_utf16(*declared));
  return seen;
}

PartKind PartKinds::of(std::uint32_t part, Role role) {
  if (bundle_.message().parts[part].kind != mime::PartKind::leaf)
    return {TextForm::none, std::string(kUnknown)};
  const Seen& seen = look_at(part);
  const PartKind& labelled = seen.labelled;
  if (!seen.binary.empty()) {
    const bool label_counts =
        labelled.form == TextForm::none && agree(labelled.media_type, seen.binary);
    return {TextForm::none, label_counts ? labelled.media_type : std::string(seen.binary)};
  }
  switch (role) {
    case Role::style_sheet:
      return {TextForm::css, "text/css"};
    case Role::script:
      return is_script(labelled.media_type) ? labelled
                                            : PartKind{TextForm::plain, "text/javascript"};
    case Role::resource:
      if (seen.svg) return {TextForm::xml, std::string(kSvg)};
      // Nobody shows it as the text that its label says it is.
      if (!seen.text && labelled.form != TextForm::none)
        return {TextForm::none, std::string(kUnknown)};
      return labelled;
    case Role::link:
      // A page is one to whoever goes there, whatever odd byte is in it.
      if (!seen.text && (labelled.form == TextForm::plain || labelled.form == TextForm::css))
        return {TextForm::none, std::string(kUnknown)};
      return labelled;
    case Role::frame:
      break;
  }
  return labelled;
}

std::string_view type_in_use(const PartKind& kind, Role role, std::string_view label) {
  if (role == Role::style_sheet && kind.form == TextForm::css)
    return label == "text/css" ? std::string_view() : "text/css";
  if (role != Role::resource || kind.media_type == kUnknown || kind.media_type == label) return {};
  if (agree(label, kind.media_type)) return {};
  constexpr std::string_view kSame[][2] = {{"image/jpg", "image/jpeg"},
                                           {"image/pjpeg", "image/jpeg"},
                                           {"image/apng", "image/png"},
                                           {"image/x-png", "image/png"},
                                           {"image/vnd.microsoft.icon", "image/x-icon"},
                                           {"image/x-ms-bmp", "image/bmp"},
                                           {"image/x-bmp", "image/bmp"},
                                           {"image/heic", "image/heif"}};
  for (const auto& [one, other] : kSame)
    if (label == one && kind.media_type == other) return {};
  return kind.media_type;
}

}  // namespace basewalk::bundle
