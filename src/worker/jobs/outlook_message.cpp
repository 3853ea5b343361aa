// SPDX-License-Identifier: MIT
#include "worker/jobs/outlook_message.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "text/ascii.h"
#include "text/base64.h"
#include "text/binary/utf16.h"
#include "worker/jobs/compressed_rtf.h"
#include "worker/jobs/outlook_fields.h"

namespace basewalk::worker {
namespace {

constexpr std::size_t kMostHeaders = std::size_t{4} << 20, kMostText = std::size_t{16} << 10;
constexpr std::size_t kMostDepth = 32;
constexpr std::size_t kFlush = std::size_t{64} << 10;
constexpr std::size_t kLineBytes = 57;  // 76 digits

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

OutlookText name_of(OutlookItem& attachment) {
  OutlookText name = attachment.text(property::kLongName, kMostText);
  if (name.bytes.empty()) name = attachment.text(property::kShortName, kMostText);
  return name;
}

// The fields of an attachment's part, but for its encoding.
std::string part_fields(OutlookItem& attachment, std::string_view charset, std::string_view name) {
  OutlookText text = name_of(attachment);
  if (text.bytes.empty()) text = {std::string(name), true};
  std::string type = media_type(attachment.text(property::kMimeTag, kMostText).bytes);
  // A part of several parts is never encoded, but a message may be: this is how a signed one is
  // kept, with its header.
  if (type.starts_with("multipart/")) type = "message/rfc822";
  if (type.empty()) type = "application/octet-stream";
  std::string fields = "Content-Type: " + type;
  append_parameter("name", text, charset, fields);
  fields += "\r\nContent-Disposition: attachment";
  append_parameter("filename", text, charset, fields);
  fields += "\r\n";
  std::string id = attachment.text(property::kContentId, kMostText).bytes;
  if (!id.empty() && id.front() != '<') id = "<" + id + ">";
  append_field("Content-ID", id, fields);
  append_field("Content-Base", attachment.text(property::kContentBase, kMostText).bytes, fields);
  append_field("Content-Location", attachment.text(property::kContentLocation, kMostText).bytes,
               fields);
  return fields;
}

// Where it is, if that is more than the name of a file on some disk.
std::string url_of(std::string place) {
  if (place.find("://") != place.npos) return place;
  if (!place.starts_with("\\\\")) return {};
  std::replace(place.begin(), place.end(), '\\', '/');
  return "file:" + place;
}

}  // namespace

void OutlookMessage::flush() {
  if (!out_.empty()) take_(out_);
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

void OutlookMessage::give(std::unique_ptr<OutlookItem> item) {
  begin(std::move(item));
  while (!open_.empty()) {
    Open& open = open_.back();
    if (open.next < open.item->attachments() && !open.item->is_over()) {
      give_attachment(open);
      continue;
    }
    if (!open.boundary.empty()) put("--" + open.boundary + "--\r\n");
    open_.pop_back();
  }
  flush();
}

std::vector<OutlookMessage::Body> OutlookMessage::bodies_of(OutlookItem& item) const {
  std::vector<Body> bodies;
  const std::optional<std::uint32_t> internet = item.number(property::kInternetCodePage);
  const std::optional<std::uint32_t> own = item.number(property::kMessageCodePage);
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
    const Property* found = item.find(id);
    if (found == nullptr || found->value == 0) return nullptr;
    if (is_text(*found) ? may_be_text : may_be_binary && found->type == property_type::kBinary)
      return found;
    item.tell("has a body that is kept in a way that is not known (type " +
                  std::to_string(found->type) + ")",
              Trouble::no_reader);
    return nullptr;
  };
  if (const Property* plain = body(property::kBody, true, false))
    bodies.push_back({plain, text_type("plain", charset(*plain, true))});
  if (const Property* html = body(property::kHtml, true, true)) {
    bodies.push_back({html, text_type("html", charset(*html, is_text(*html)))});
    if (which_ == Bodies::shown) return bodies;
  }
  if (const Property* rtf = body(property::kRtf, false, true))
    bodies.push_back({rtf, which_ == Bodies::all ? "application/rtf" : "text/rtf", true});
  return bodies;
}

void OutlookMessage::begin(std::unique_ptr<OutlookItem> item) {
  open_.push_back({std::move(item), "", 0});
  Open& open = open_.back();
  const OutlookText headers = open.item->text(property::kHeaders, kMostHeaders);
  if (headers.bytes.size() >= kMostHeaders)
    open.item->tell("has a header of more than " + std::to_string(kMostHeaders) + " bytes",
                    Trouble::limit);
  std::string fields = kept_fields(headers.bytes);
  if (fields.empty()) fields = made_fields(*open.item);
  // The first field is ours, so that nobody takes the message for something else by its first
  // bytes.
  put("MIME-Version: 1.0\r\n");
  put(fields);
  give_bodies(open, bodies_of(*open.item));
}

void OutlookMessage::give_bodies(Open& open, const std::vector<Body>& bodies) {
  std::string own;
  append_field("Content-ID", open.item->text(property::kBodyId, kMostText).bytes, own);
  append_field("Content-Location", open.item->text(property::kBodyLocation, kMostText).bytes, own);
  // What is said of the body, and not of the message, needs a part of its own.
  const bool has_parts = open.item->attachments() > 0 || !own.empty();
  if (has_parts) {
    open.boundary = "=_basewalk_" + std::to_string(++boundaries_);
    put("Content-Type: multipart/mixed; boundary=\"" + open.boundary + "\"\r\n\r\n");
    if (bodies.empty()) return;
    put("--" + open.boundary + "\r\n" + own);
  } else if (bodies.empty()) {
    put("Content-Type: text/plain; charset=\"us-ascii\"\r\n\r\n");
    return;
  }
  if (bodies.size() == 1) return give_body(*open.item, bodies[0]);
  const std::string boundary = "=_basewalk_" + std::to_string(++boundaries_);
  put("Content-Type: multipart/alternative; boundary=\"" + boundary + "\"\r\n\r\n");
  for (const Body& body : bodies) {
    put("--" + boundary + "\r\n");
    give_body(*open.item, body);
  }
  put("--" + boundary + "--\r\n");
}

void OutlookMessage::give_body(OutlookItem& item, const Body& body) {
  put("Content-Type: " + body.type + "\r\nContent-Transfer-Encoding: base64\r\n\r\n");
  std::string plain;
  CompressedRtf rtf;
  text::Utf16Reader unicode;
  const bool is_unicode = body.property->type == property_type::kUnicode;
  const bool is_whole = item.give(*body.property, [&](std::string_view bytes) {
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
  if (!is_whole) item.tell(what + " that is not whole", Trouble::damaged);
  if (!body.is_rtf) return;
  switch (rtf.state()) {
    case CompressedRtf::State::whole:
      return;
    case CompressedRtf::State::cut_off:
      item.tell(what + " that is cut off", Trouble::damaged);
      return;
    case CompressedRtf::State::odd_length:
      item.tell(what + " that has not the length that it says", Trouble::doubtful);
      return;
    case CompressedRtf::State::wrong_sum:
      item.tell(what + " that is not what it was: its check sum is another one", Trouble::doubtful);
      return;
    case CompressedRtf::State::unknown_kind:
      item.tell(what + " that is packed in a way that is not known", Trouble::no_reader);
  }
}

void OutlookMessage::put_head(const Open& open, const std::string& fields) {
  put("--" + open.boundary + "\r\n" + fields + "Content-Transfer-Encoding: base64\r\n\r\n");
}

void OutlookMessage::give_attachment(Open& open) {
  const std::size_t number = ++open.next;
  std::string what = "has an attachment, number " + std::to_string(number);
  const std::unique_ptr<OutlookItem> item = open.item->attachment(number - 1);
  if (!item) return open.item->tell(what + ", that cannot be read", Trouble::damaged);
  what += quoted(shown(name_of(*item)));
  const std::optional<std::uint32_t> page = open.item->number(property::kMessageCodePage);
  const Attachment attachment{*item, what, page ? charset_of(*page) : std::string()};
  const Property* data = item->find(property::kData);
  const std::uint32_t method = item->number(property::kMethod).value_or(kByValue);
  switch (method) {
    case kNothing:
    case kByValue:
      if (data != nullptr) return give_data(open, attachment, *data);
      if (method == kByValue) item->tell(what + ", that has no bytes", Trouble::damaged);
      return;
    case kMessage:
      if (data == nullptr || !give_embedded(open, attachment, *data))
        item->tell(what + ", that is a message which cannot be read", Trouble::damaged);
      return;
    case kOle:
      if (data != nullptr) return give_object(open, attachment, *data);
      item->tell(what + ", that has no bytes", Trouble::damaged);
      return;
    case kByReference:
    case kByReferenceResolve:
    case kByReferenceOnly:
    case kByWebReference:
      give_place(open, attachment);
      if (data != nullptr) give_data(open, attachment, *data);
      return;
    default:
      item->tell(
          what + ", that is kept in a way that is not known (" + std::to_string(method) + ")",
          Trouble::no_reader);
      if (data != nullptr) give_data(open, attachment, *data);
  }
}

// Whatever the method says.
void OutlookMessage::give_data(const Open& open, const Attachment& attachment,
                               const Property& data) {
  OutlookItem& item = attachment.item;
  if (data.type == property_type::kObject) {
    if (!give_embedded(open, attachment, data)) give_object(open, attachment, data);
    return;
  }
  put_head(open, part_fields(item, attachment.charset, ""));
  const bool is_whole = item.give(data, [&](std::string_view bytes) {
    encode(bytes);
    return true;
  });
  if (!is_whole) item.tell(attachment.what + ", that is not whole", Trouble::damaged);
  end_encoding();
}

void OutlookMessage::give_object(const Open& open, const Attachment& attachment,
                                 const Property& data) {
  if (data.type != property_type::kObject) return give_data(open, attachment, data);
  const std::optional<OutlookObject> object = attachment.item.object(data);
  if (!object) {
    attachment.item.tell(
        attachment.what + ", that is an object of another program (OLE); it was not read",
        Trouble::no_reader);
    return;
  }
  put_head(open, part_fields(attachment.item, attachment.charset, object->name));
  encode(object->bytes);
  end_encoding();
}

// RFC 2017: a part that is not here, and where it is.
void OutlookMessage::give_place(const Open& open, const Attachment& attachment) {
  OutlookText place = attachment.item.text(property::kLongPathName, kMostText);
  if (place.bytes.empty()) place = attachment.item.text(property::kPathName, kMostText);
  attachment.item.tell(attachment.what + ", that lies elsewhere, and not in this file",
                       Trouble::no_reader);
  const std::string url = url_of(shown(place));
  if (url.empty()) return;
  std::string fields = "Content-Type: message/external-body; access-type=URL";
  append_parameter("URL", {url, true}, "", fields);
  put("--" + open.boundary + "\r\n" + fields +
      "\r\n\r\nContent-Type: application/octet-stream\r\n\r\n");
}

// False where there is none.
bool OutlookMessage::give_embedded(const Open& open, const Attachment& attachment,
                                   const Property& data) {
  std::unique_ptr<OutlookItem> message = attachment.item.embedded(data);
  if (!message) return false;
  const auto is_it = [&](const Open& above) { return above.item->place() == message->place(); };
  if (std::any_of(open_.begin(), open_.end(), is_it)) {
    attachment.item.tell(attachment.what + ", that is the message which it is attached to",
                         Trouble::damaged);
    return true;
  }
  if (open_.size() >= kMostDepth) {
    attachment.item.tell(
        "has messages in messages, more than " + std::to_string(kMostDepth) + " deep",
        Trouble::too_deep);
    return true;
  }
  put("--" + open.boundary + "\r\nContent-Type: message/rfc822\r\n\r\n");
  // The stack may move; nothing of `open` is used behind this.
  begin(std::move(message));
  return true;
}

}  // namespace basewalk::worker
