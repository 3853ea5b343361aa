// SPDX-License-Identifier: MIT
//
// What read_message() says about a scratch header, and about the text behind it, brought to where
// it belongs in the message that is being made.
#include "bridge/entity_reader.h"

#include "basewalk/note.h"

namespace basewalk::bridge {
namespace {

// Notes on a body that the scratch header did not have, and on the scratch header itself.
bool is_of_body(NoteCode code) {
  return code == NoteCode::boundary_unclosed || code == NoteCode::boundary_unused ||
         code == NoteCode::boundary_absent || code == NoteCode::limit_depth ||
         code == NoteCode::limit_parts;
}
bool is_of_scratch(NoteCode code) {
  return code == NoteCode::header_only || code == NoteCode::limit_header_bytes ||
         code == NoteCode::header_8bit || code == NoteCode::header_nul;
}

void shift(mime::Span& span, std::size_t from, std::size_t to) {
  span.begin = span.begin - from + to;
  span.end = span.end - from + to;
}

}  // namespace

// Text that may hold entities: read by the scanner, behind the scratch header.
void EntityReader::graft(std::string_view text, std::uint32_t index) {
  const std::size_t from = scratch_header_;
  const std::size_t to = bytes_.size();
  bytes_ += text;
  scratch_ += text;
  Limits limits = limits_;
  limits.depth -= message_.parts[index].depth;
  limits.parts -= index;  // read_message() counts this part, too
  const Message inner = mime::read_message(scratch_, limits);

  take_notes(inner, index, true);
  const mime::Part& root = inner.root();
  const auto old_fields = root.fields_end;
  const auto new_fields = static_cast<std::uint32_t>(message_.fields.size());
  const auto field = [&](std::uint32_t i) {
    return i == mime::kNone ? mime::kNone : i - old_fields + new_fields;
  };
  for (std::uint32_t i = 0; i < inner.parts.size(); ++i) {
    mime::Part part = inner.parts[i];
    shift(part.body, from, to);
    if (part.kind == mime::PartKind::multipart) {
      shift(part.preamble, from, to);
      shift(part.epilogue, from, to);
    }
    part.subtree_end += index;
    if (i == 0) {
      mime::Part& own = message_.parts[index];
      own.kind = part.kind;
      own.gap = part.gap;
      own.body = part.body;
      own.preamble = part.preamble;
      own.epilogue = part.epilogue;
      own.subtree_end = part.subtree_end;
      continue;
    }
    shift(part.header, from, to);
    part.parent += index;
    part.depth = static_cast<std::uint16_t>(part.depth + message_.parts[index].depth);
    part.first_field = field(part.first_field);
    part.fields_end = field(part.fields_end);
    part.content_type_field = field(part.content_type_field);
    part.media_type = intern(part.media_type);
    message_.parts.push_back(part);
  }
  for (std::uint32_t i = old_fields; i < inner.fields.size(); ++i) {
    mime::HeaderField moved = inner.fields[i];
    shift(moved.name, from, to);
    shift(moved.value, from, to);
    moved.end = moved.end - from + to;
    message_.fields.push_back(moved);
  }
  for (mime::Reading reading : inner.readings) {
    if (reading.part == 0) continue;  // take_header() has them
    reading.part += index;
    reading.media_type = intern(reading.media_type);
    reading.content_type_field = field(reading.content_type_field);
    message_.readings.push_back(reading);
  }
}

void EntityReader::take_notes(const Message& scan, std::uint32_t index, bool text_was_there) {
  for (const Note& n : scan.notes.all()) {
    if (n.part > 0 && !text_was_there) continue;
    if (n.part == 0 && (is_of_scratch(n.code) || (!text_was_there && is_of_body(n.code)))) continue;
    note(n.code, index + n.part, place_of(n.offset, index), n.text);
  }
}

// An offset in the scratch text as one in the message.
std::size_t EntityReader::place_of(std::size_t offset, std::uint32_t index) const {
  const mime::Part& part = message_.parts[index];
  if (offset >= scratch_header_) return offset - scratch_header_ + part.body.begin;
  std::size_t place = part.header.begin;
  for (const Declared& declared : declared_)
    if (declared.begin <= offset && declared.field != mime::kNone)
      place = message_.fields[declared.field].name.begin;
  return place;
}

}  // namespace basewalk::bridge
