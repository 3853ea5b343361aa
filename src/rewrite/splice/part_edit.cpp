// SPDX-License-Identifier: MIT
#include "rewrite/splice/part_edit.h"

#include <utility>

#include "basewalk/mime/headers.h"
#include "rewrite/splice/places.h"
#include "rewrite/splice/transfer_edit.h"
#include "walk/leaf/attached.h"

namespace basewalk::rewrite {
namespace {

// What stands beside the parts of a multipart has none.
std::string declared_charset(const TextReport& report) {
  const Message& message = *report.message;
  const mime::Part& part = message.parts[report.part];
  const bool is_beside = report.span.begin != part.body.begin || report.span.end != part.body.end;
  if (is_beside || part.content_type_field == mime::kNone) return {};
  const mime::ParameterizedValue type =
      mime::parse_parameterized(message.value_of(message.fields[part.content_type_field]));
  const std::string* const charset = type.find("charset");
  return charset != nullptr ? *charset : std::string();
}

// Buffers as large as a large part are given back.
void keep_small(std::string& buffer) {
  constexpr std::size_t kKept = 1 << 20;
  buffer.clear();
  if (buffer.capacity() > kKept) buffer.shrink_to_fit();
}

}  // namespace

std::optional<Kept::Why> PartEditor::edit(const TextReport& report, const Replacements& edits,
                                          std::vector<Splice>& splices,
                                          std::vector<std::size_t>& places) {
  const std::size_t first = places.size();
  Replacements of_body;
  const std::optional<Kept::Why> why = make(report, edits, of_body, places);
  keep_small(decoded_);
  keep_small(wanted_);
  keep_small(body_);
  keep_small(again_);
  if (why || places.size() != first + edits.size()) {
    places.resize(first);
    return why ? why : Kept::Why::encoding;
  }
  const std::size_t begin = report.span.begin;
  for (std::size_t i = first; i < places.size(); ++i) places[i] += begin;
  const std::string_view body = report.span.of(report.message->bytes);
  for (Replacement& each : of_body) {
    trim(body, each);
    if (each.begin == each.end && each.with.empty()) continue;
    splices.push_back({begin + each.begin, begin + each.end, std::move(each.with)});
  }
  return std::nullopt;
}

std::optional<Kept::Why> PartEditor::make(const TextReport& report, const Replacements& edits,
                                          Replacements& of_body, std::vector<std::size_t>& places) {
  const Message& message = *report.message;
  const std::string_view body = report.span.of(message.bytes);
  std::string_view bytes = body;
  if (report.encoding != mime::Encoding::identity) {
    Notes ignored;
    mime::decode_transfer(body, report.encoding, decoded_, {ignored});
    bytes = decoded_;
  }
  Replacements of_bytes;
  if (!edits_of_bytes(bytes, report.text, report.charset, edits, of_bytes))
    return Kept::Why::charset;
  const std::string_view line_end = line_end_of(message.bytes, "\r\n");
  switch (report.encoding) {
    case mime::Encoding::identity:
      for (const Replacement& each : of_bytes) places.push_back(each.begin);
      of_body = of_bytes;
      break;
    case mime::Encoding::quoted_printable:
      if (!edit_quoted_printable(body, of_bytes, line_end, of_body, places))
        return Kept::Why::encoding;
      break;
    case mime::Encoding::base64:
      edit_base64(body, bytes, of_bytes, line_end, false, of_body, places);
      break;
    default:
      return Kept::Why::encoding;
  }
  if (reads_back(report, edits, of_bytes, of_body)) return std::nullopt;
  if (report.encoding == mime::Encoding::base64) {  // damaged where it stays
    places.resize(places.size() - edits.size());
    of_body.clear();
    edit_base64(body, bytes, of_bytes, line_end, true, of_body, places);
    if (reads_back(report, edits, of_bytes, of_body)) return std::nullopt;
  }
  const bool plain = bytes.ends_with(report.text);
  return plain ? Kept::Why::check : Kept::Why::charset;
}

bool PartEditor::reads_back(const TextReport& report, const Replacements& edits,
                            const Replacements& of_bytes, const Replacements& of_body) {
  body_.clear();
  append_replaced(report.span.of(report.message->bytes), of_body, body_);
  std::string_view bytes = body_;
  if (report.encoding != mime::Encoding::identity) {
    wanted_.clear();
    append_replaced(decoded_, of_bytes, wanted_);
    again_.clear();
    Notes ignored;
    mime::decode_transfer(body_, report.encoding, again_, {ignored});
    if (again_ != wanted_) return false;
    bytes = again_;
  }
  wanted_.clear();
  append_replaced(report.text, edits, wanted_);
  Notes ignored;
  const std::string declared = declared_charset(report);
  const mime::TextKind kind = text_kind(report.type);
  if (charsets_.to_utf8(bytes, declared, kind, {ignored}) == wanted_) return true;
  // A text that names its charset itself does so within a stretch that an edit may push it out of,
  // or into.  That must not protect a link.
  return declared.empty() && kind != mime::TextKind::plain &&
         charsets_.to_utf8(bytes, report.charset, kind, {ignored}) == wanted_;
}

}  // namespace basewalk::rewrite
