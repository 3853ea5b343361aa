// SPDX-License-Identifier: MIT
#include "worker/jobs/outlook_message.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "text/ascii.h"
#include "text/base64.h"
#include "worker/jobs/compressed_rtf.h"
#include "worker/jobs/outlook_fields.h"

namespace basewalk::worker {
namespace {

constexpr std::size_t kMostHeaders = std::size_t{4} << 20, kMostText = std::size_t{16} << 10;
constexpr std::size_t kMostDepth = 32;
constexpr std::size_t kFlush = std::size_t{64} << 10;
constexpr std::size_t kLineBytes = 57;       // 76 digits
constexpr std::uint32_t kAttachment = 0x05;  // kind of a node ([MS-PST] 2.2.2.1)

// [MS-OXCMSG] 2.2.2.9
enum Method : std::uint32_t {
  kNothing = 0,
  kByValue = 1,
  kByReference = 2,
  kByReferenceResolve = 3,
  kByReferenceOnly = 4,
  kMessage = 5,
  kOle = 6,
  kByWebReference = 7,
};

std::string text_type(std::string_view subtype, std::string_view charset) {
  std::string type("text/");
  type += subtype;
  if (!charset.empty()) type.append("; charset=\"").append(charset).append("\"");
  return type;
}

// A media type that may stand in a field; else empty.
std::string media_type(std::string_view text) {
  const std::size_t slash = text.find('/');
  const bool is_one =
      slash != text.npos && slash > 0 && slash + 1 < text.size() && text.size() < 200 &&
      std::all_of(text.begin(), text.end(),
                  [](char c) {
                    return ascii::is_alnum(c) ||
                           std::string_view("/!#$&-^_.+").find(c) != std::string_view::npos;
                  }) &&
      text.find('/', slash + 1) == text.npos;
  if (!is_one) return {};
  std::string type(text);
  for (char& c : type) c = ascii::to_lower(c);
  return type;
}

std::string quoted(std::string_view name) {
  return name.empty() ? std::string() : " (" + std::string(name.substr(0, 200)) + ")";
}

}  // namespace

void OutlookMessage::flush() {
  if (!out_.empty()) sink_.bytes(out_);
  out_.clear();
}

void OutlookMessage::put(std::string_view text) {
  out_ += text;
  if (out_.size() >= kFlush) flush();
}

void OutlookMessage::encode(std::string_view bytes) {
  while (!bytes.empty()) {
    const std::size_t count = std::min(kLineBytes - line_.size(), bytes.size());
    line_ += bytes.substr(0, count);
    bytes.remove_prefix(count);
    if (line_.size() == kLineBytes) end_encoding();
  }
}

void OutlookMessage::end_encoding() {
  if (line_.empty()) return;
  text::append_base64(out_, line_);
  line_.clear();
  put("\r\n");
}

void OutlookMessage::give(PstContext context, std::uint64_t data) {
  begin(std::move(context), data);
  while (!open_.empty()) {
    Open& open = open_.back();
    if (open.next < open.attachments.size() && !file_.is_over()) {
      give_attachment(open);
      continue;
    }
    if (!open.boundary.empty()) put("--" + open.boundary + "--\r\n");
    open_.pop_back();
  }
  flush();
}

// [MS-OXBBODY] 2.1.3: each body that there is; RTF only where there is no HTML.
std::vector<OutlookMessage::Body> OutlookMessage::bodies_of(const PstContext& context) {
  std::vector<Body> bodies;
  const std::optional<std::uint32_t> internet = context.number(property::kInternetCodePage);
  const std::optional<std::uint32_t> own = context.number(property::kMessageCodePage);
  const auto charset = [&](const Property& text, bool prefers_own) -> std::string {
    if (text.type == property_type::kUnicode) return "utf-8";
    const std::optional<std::uint32_t> page =
        prefers_own ? (own ? own : internet) : (internet ? internet : own);
    return page ? charset_of(*page) : std::string();
  };
  const auto is_text = [](const Property& text) {
    return text.type == property_type::kUnicode || text.type == property_type::kString8;
  };
  // What has a type that no body has is told.
  const auto body = [&](std::uint16_t id, bool may_be_text, bool may_be_binary) -> const Property* {
    const Property* found = context.find(id);
    if (found == nullptr || found->value == 0) return nullptr;
    if (is_text(*found) ? may_be_text : may_be_binary && found->type == property_type::kBinary)
      return found;
    file_.tell("has a body that is kept in a way that is not known (type " +
                   std::to_string(found->type) + ")",
               Trouble::no_reader);
    return nullptr;
  };
  if (const Property* plain = body(property::kBody, true, false))
    bodies.push_back({plain, text_type("plain", charset(*plain, true))});
  if (const Property* html = body(property::kHtml, true, true)) {
    bodies.push_back({html, text_type("html", charset(*html, is_text(*html)))});
    return bodies;
  }
  if (const Property* rtf = body(property::kRtf, false, true))
    bodies.push_back({rtf, "text/rtf", true});
  return bodies;
}

void OutlookMessage::begin(PstContext context, std::uint64_t data) {
  Open open{std::move(context), data, "", {}};
  const PstText headers = open.context.text(property::kHeaders, kMostHeaders);
  if (headers.bytes.size() >= kMostHeaders)
    file_.tell("has a header of more than " + std::to_string(kMostHeaders) + " bytes",
               Trouble::limit);
  std::string fields = kept_fields(headers.bytes);
  if (fields.empty()) fields = made_fields(file_, open.context);
  // The first field is ours, so that nobody takes the message for something else by its first
  // bytes.
  put("MIME-Version: 1.0\r\n");
  put(fields);
  for (const PstSubnode& node : open.context.subnodes())
    if ((node.id & 0x1F) == kAttachment) open.attachments.push_back(node);
  const std::vector<Body> bodies = bodies_of(open.context);
  give_bodies(open, bodies);
  open_.push_back(std::move(open));
}

void OutlookMessage::give_bodies(Open& open, const std::vector<Body>& bodies) {
  std::string own;
  append_field("Content-ID", open.context.text(property::kBodyId, kMostText).bytes, own);
  append_field("Content-Location", open.context.text(property::kBodyLocation, kMostText).bytes,
               own);
  // What is said of the body, and not of the message, needs a part of its own.
  const bool has_parts = !open.attachments.empty() || !own.empty();
  if (has_parts) {
    open.boundary = "=_basewalk_" + std::to_string(++boundaries_);
    put("Content-Type: multipart/mixed; boundary=\"" + open.boundary + "\"\r\n\r\n");
    if (bodies.empty()) return;
    put("--" + open.boundary + "\r\n" + own);
  } else if (bodies.empty()) {
    put("Content-Type: text/plain; charset=\"us-ascii\"\r\n\r\n");
    return;
  }
  if (bodies.size() == 1) return give_body(open.context, bodies[0]);
  const std::string boundary = "=_basewalk_" + std::to_string(++boundaries_);
  put("Content-Type: multipart/alternative; boundary=\"" + boundary + "\"\r\n\r\n");
  for (const Body& body : bodies) {
    put("--" + boundary + "\r\n");
    give_body(open.context, body);
  }
  put("--" + boundary + "--\r\n");
}

void OutlookMessage::give_body(PstContext& context, const Body& body) {
  put("Content-Type: " + body.type + "\r\nContent-Transfer-Encoding: base64\r\n\r\n");
  std::string plain;
  CompressedRtf rtf;
  Utf16Reader unicode;
  const bool is_unicode = body.property->type == property_type::kUnicode;
  const bool is_whole = context.give(*body.property, [&](std::string_view bytes) {
    plain.clear();
    if (body.is_rtf)
      rtf.append(bytes, plain);
    else if (is_unicode)
      unicode.append(bytes, plain);
    encode(body.is_rtf || is_unicode ? plain : bytes);
    return true;
  });
  plain.clear();
  if (is_unicode) unicode.finish(plain);
  encode(plain);
  end_encoding();
  const std::string what = "has a body (" + body.type.substr(0, body.type.find(';')) + ")";
  if (!is_whole) file_.tell(what + " that is not whole", Trouble::damaged);
  if (!body.is_rtf) return;
  switch (rtf.state()) {
    case CompressedRtf::State::whole:
      return;
    case CompressedRtf::State::cut_off:
      file_.tell(what + " that is cut off", Trouble::damaged);
      return;
    case CompressedRtf::State::odd_length:
      file_.tell(what + " that has not the length that it says", Trouble::doubtful);
      return;
    case CompressedRtf::State::wrong_sum:
      file_.tell(what + " that is not what it was: its check sum is another one",
                 Trouble::doubtful);
      return;
    case CompressedRtf::State::unknown_kind:
      file_.tell(what + " that is packed in a way that is not known", Trouble::no_reader);
  }
}

// The fields of an attachment's part, but for its encoding.
std::string OutlookMessage::part_fields(PstContext& attachment, std::string_view charset,
                                        std::string& type) {
  PstText name = attachment.text(property::kLongName, kMostText);
  if (name.bytes.empty()) name = attachment.text(property::kShortName, kMostText);
  type = media_type(attachment.text(property::kMimeTag, kMostText).bytes);
  // A part of several parts is never encoded, but a message may be: this is how a signed one is
  // kept, with its header.
  if (type.starts_with("multipart/")) type = "message/rfc822";
  if (type.empty()) type = "application/octet-stream";
  std::string fields = "Content-Type: " + type;
  append_parameter("name", name, charset, fields);
  fields += "\r\nContent-Disposition: attachment";
  append_parameter("filename", name, charset, fields);
  fields += "\r\n";
  std::string id = attachment.text(property::kContentId, kMostText).bytes;
  if (!id.empty() && id.front() != '<') id = "<" + id + ">";
  append_field("Content-ID", id, fields);
  append_field("Content-Base", attachment.text(property::kContentBase, kMostText).bytes, fields);
  append_field("Content-Location", attachment.text(property::kContentLocation, kMostText).bytes,
               fields);
  return fields;
}

void OutlookMessage::give_attachment(Open& open) {
  const PstSubnode node = open.attachments[open.next++];
  const std::size_t number = open.next;
  const std::string what = "has an attachment, number " + std::to_string(number);
  PstContext attachment(file_, node.data, node.subnodes);
  if (!attachment.read_properties()) {
    file_.tell(what + ", that cannot be read", Trouble::damaged);
    return;
  }
  const std::optional<std::uint32_t> page = open.context.number(property::kMessageCodePage);
  const std::string charset = page ? charset_of(*page) : std::string();
  std::string type;
  const std::string fields = part_fields(attachment, charset, type);
  std::string name = shown(attachment.text(property::kLongName, kMostText));
  if (name.empty()) name = shown(attachment.text(property::kShortName, kMostText));
  const Property* data = attachment.find(property::kData);
  const std::uint32_t method = attachment.number(property::kMethod).value_or(kByValue);
  switch (method) {
    case kNothing:
    case kByValue:
      break;
    case kMessage:
      if (data == nullptr || !give_embedded(open, attachment, *data, number))
        file_.tell(what + ", that is a message which cannot be read", Trouble::damaged);
      return;
    case kOle:
      file_.tell(
          what + quoted(name) + ", that is an object of another program (OLE); it was not read",
          Trouble::no_reader);
      return;
    case kByReference:
    case kByReferenceResolve:
    case kByReferenceOnly:
    case kByWebReference:
      file_.tell(what + quoted(name) + ", that lies elsewhere, and not in this file",
                 Trouble::no_reader);
      return;
    default:
      file_.tell(what + quoted(name) + ", that is kept in a way that is not known (" +
                     std::to_string(method) + ")",
                 Trouble::no_reader);
      return;
  }
  if (data == nullptr) {
    if (method == kByValue)
      file_.tell(what + quoted(name) + ", that has no bytes", Trouble::damaged);
    return;
  }
  put("--" + open.boundary + "\r\n" + fields + "Content-Transfer-Encoding: base64\r\n\r\n");
  if (!attachment.give(*data, [&](std::string_view bytes) {
        encode(bytes);
        return true;
      }))
    file_.tell(what + quoted(name) + ", that is not whole", Trouble::damaged);
  end_encoding();
}

// [MS-PST] 2.4.6.2.2: the value names a node within the attachment.  False where it is not there.
bool OutlookMessage::give_embedded(const Open& open, PstContext& attachment, const Property& data,
                                   std::size_t number) {
  if (data.type != property_type::kObject) return false;
  std::string object;
  Property place = data;
  attachment.give(place, [&](std::string_view bytes) {
    object += bytes.substr(0, 8);
    return false;
  });
  const PstSubnode* found = attachment.subnode(static_cast<std::uint32_t>(little(object, 0, 4)));
  if (object.size() < 4 || found == nullptr) return false;
  const PstSubnode node = *found;
  const auto is_it = [&](const Open& above) { return above.data == node.data; };
  if (std::any_of(open_.begin(), open_.end(), is_it)) {
    file_.tell("has an attachment, number " + std::to_string(number) +
                   ", that is the message which it is attached to",
               Trouble::damaged);
    return true;
  }
  if (open_.size() >= kMostDepth) {
    file_.tell("has messages in messages, more than " + std::to_string(kMostDepth) + " deep",
               Trouble::too_deep);
    return true;
  }
  PstContext message(file_, node.data, node.subnodes);
  if (!message.read_properties()) return false;
  put("--" + open.boundary + "\r\nContent-Type: message/rfc822\r\n\r\n");
  // The stack may move; nothing of `open` is used behind this.
  begin(std::move(message), node.data);
  return true;
}

}  // namespace basewalk::worker
