// SPDX-License-Identifier: MIT
#include "worker/document_frame.h"

#include <algorithm>

#include "text/ascii.h"

namespace basewalk::worker {
namespace {

void append_string(std::string& out, std::string_view text) {
  append_number(out, static_cast<std::uint32_t>(text.size()));
  out += text;
}

bool take_string(std::string_view& payload, std::string_view& text, std::size_t most) {
  std::uint32_t size = 0;
  if (!take_number(payload, size) || size > payload.size() || size > most) return false;
  text = payload.substr(0, size);
  payload.remove_prefix(size);
  return true;
}

template <typename Enum>
bool take_enum(std::string_view& payload, Enum& value, Enum last) {
  std::uint8_t number = 0;
  if (!take_number(payload, number) || number > static_cast<std::uint8_t>(last)) return false;
  value = static_cast<Enum>(number);
  return true;
}

bool take_bool(std::string_view& payload, bool& value) {
  std::uint8_t number = 0;
  if (!take_number(payload, number) || number > 1) return false;
  value = number != 0;
  return true;
}

bool is_place(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) {
    return ascii::is_alnum(c) || std::string_view(" :.-_/").find(c) != std::string_view::npos;
  });
}

// A media type, a charset: a token of RFC 2045, with the slash; it goes into a header.
bool is_token(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) {
    return c > ' ' && c < 127 &&
           std::string_view("()<>@,;:\\\"[]?=").find(c) == std::string_view::npos;
  });
}

std::string_view place(std::string_view text) { return text.substr(0, kLongestPlace); }
std::string_view field(std::string_view text) { return text.substr(0, kLongestField); }

}  // namespace

void append_base(std::string& out, std::string_view url, std::string_view where) {
  append_string(out, place(where));
  append_string(out, url);
}

std::optional<BaseFrame> base_frame(std::string_view payload) {
  BaseFrame frame;
  if (!take_string(payload, frame.where, kLongestPlace) || !is_place(frame.where) ||
      !take_string(payload, frame.url, kLongestField) || !payload.empty())
    return {};
  return frame;
}

void append_reference_head(std::string& out, const DocumentReference& reference) {
  append_number(
      out, static_cast<std::uint8_t>((reference.uses_base ? 1 : 0) | (reference.is_text ? 2 : 0) |
                                     (reference.text ? 4 : 0)));
  append_string(out, place(reference.element));
  append_string(out, place(reference.attribute));
}

std::optional<ReferenceHead> reference_head(std::string_view payload) {
  ReferenceHead head;
  std::uint8_t flags = 0;
  if (!take_number(payload, flags) || flags > 7 ||
      !take_string(payload, head.element, kLongestPlace) || !is_place(head.element) ||
      !take_string(payload, head.attribute, kLongestPlace) || !is_place(head.attribute) ||
      !payload.empty())
    return {};
  head.uses_base = (flags & 1) != 0;
  head.is_text = (flags & 2) != 0;
  head.has_text = (flags & 4) != 0;
  return head;
}

void append_text_head(std::string& out, const DocumentText& text) {
  append_string(out, field(text.type));
  append_string(out, place(text.element));
}

std::optional<DocumentText> text_head(std::string_view payload) {
  DocumentText text;
  if (!take_string(payload, text.type, kLongestField) || !is_token(text.type) ||
      !take_string(payload, text.element, kLongestPlace) || !is_place(text.element) ||
      !payload.empty())
    return {};
  return text;
}

void append_part_head(std::string& out, const DocumentPart& part) {
  append_number(out, static_cast<std::uint8_t>(part.is_entity ? 1 : 0));
  append_number(out, static_cast<std::uint8_t>(part.may_be_records ? 1 : 0));
  append_string(out, field(part.name));
  // Half of one of these would be another one.
  for (const std::string_view each :
       {part.type, part.charset, part.content_base, part.content_location})
    append_string(out, each.size() <= kLongestField ? each : std::string_view());
}

std::optional<DocumentPart> part_head(std::string_view payload) {
  DocumentPart part;
  if (!take_bool(payload, part.is_entity) || !take_bool(payload, part.may_be_records)) return {};
  for (std::string_view* each :
       {&part.name, &part.type, &part.charset, &part.content_base, &part.content_location})
    if (!take_string(payload, *each, kLongestField)) return {};
  // What a document says of a type is no frame's fault; it just does not count.
  if (!is_token(part.type)) part.type = {};
  if (!is_token(part.charset)) part.charset = {};
  return payload.empty() ? std::optional(part) : std::nullopt;
}

void append_lack(std::string& out, Lack why, std::string_view what, std::string_view sentence) {
  append_number(out, static_cast<std::uint8_t>(why));
  append_string(out, field(what));
  append_string(out, field(sentence));
}

std::optional<LackFrame> lack_frame(std::string_view payload) {
  LackFrame frame;
  if (!take_enum(payload, frame.why, Lack::repaired) ||
      !take_string(payload, frame.what, kLongestField) ||
      !take_string(payload, frame.sentence, kLongestField) || !payload.empty())
    return {};
  return frame;
}

void append_opened(std::string& out, OpenedWith how, std::size_t word) {
  append_number(out, static_cast<std::uint8_t>(how));
  append_number(out, static_cast<std::uint64_t>(word));
}

std::optional<OpenedFrame> opened_frame(std::string_view payload) {
  OpenedFrame frame;
  if (!take_enum(payload, frame.how, OpenedWith::word) || !take_number(payload, frame.word) ||
      !payload.empty())
    return {};
  return frame;
}

void append_request(std::string& out, const DocumentRequest& request) {
  const Document& document = request.document;
  append_string(out, request.opener);
  for (const std::uint64_t number :
       {request.memory, request.cpu, document.bounds.bytes, document.bounds.members,
        document.bounds.pages, document.bounds.pixels,
        static_cast<std::uint64_t>(document.passwords.size())})
    append_number(out, number);
  append_string(out, field(document.name));
  for (const std::string_view word : document.passwords) append_string(out, field(word));
}

std::optional<DocumentRequest> read_request(std::string_view bytes) {
  DocumentRequest request;
  Document& document = request.document;
  std::uint64_t words = 0;
  if (!take_string(bytes, request.opener, kLongestField)) return {};
  for (std::uint64_t* number :
       {&request.memory, &request.cpu, &document.bounds.bytes, &document.bounds.members,
        &document.bounds.pages, &document.bounds.pixels, &words})
    if (!take_number(bytes, *number)) return {};
  if (!take_string(bytes, document.name, kLongestField)) return {};
  for (; words > 0; --words) {
    std::string_view word;
    if (!take_string(bytes, word, kLongestField)) return {};
    document.passwords.push_back(word);
  }
  document.bytes = bytes;
  return request;
}

}  // namespace basewalk::worker
