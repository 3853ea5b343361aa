// SPDX-License-Identifier: MIT
#include "bridge/entity_reader.h"

#include <algorithm>
#include <limits>
#include <memory>
#include <utility>

#include "basewalk/bridge/mimetic.h"
#include "basewalk/mime/headers.h"
#include "basewalk/note.h"
#include "mime/message_memory.h"
#include "text/ascii.h"

namespace basewalk::bridge {
namespace {

// RFC 2046 5.1.1.  A longer one, written before each of many parts, would outgrow the entity.
constexpr std::size_t kLongestBoundary = 70;

constexpr std::size_t kMostDepth = std::numeric_limits<std::uint16_t>::max();

std::string_view text_of(const mimetic::MimeEntity& entity) { return entity.body(); }

// Null pointers are let into the list; mimetic's destructor minds them.
std::size_t count_parts(const mimetic::MimeEntity& entity) {
  const mimetic::MimeEntityList& parts = entity.body().parts();
  return parts.size() - static_cast<std::size_t>(std::count(parts.begin(), parts.end(), nullptr));
}

bool is_composite(std::string_view type) {
  return type.starts_with("multipart/") || type.starts_with("message/");
}

bool fits(mime::PartKind kind, std::string_view type) {
  if (kind == mime::PartKind::leaf) return is_composite(type);
  return type.starts_with(kind == mime::PartKind::multipart ? "multipart/" : "message/");
}

// The declared type that decides the structure: of several the first that the scanner would open.
std::string_view structural_type(const Message& verdict) {
  const mime::Part& root = verdict.root();
  if (fits(root.kind, root.media_type)) return root.media_type;
  for (const mime::Reading& reading : verdict.other_readings(0))
    if (fits(root.kind, reading.media_type)) return reading.media_type;
  return root.media_type;
}

// Is the header one that lets the entity have that many parts?
bool leaves_room(const Message& verdict, std::string_view type, std::size_t count) {
  const mime::Part& root = verdict.root();
  if (root.kind == mime::PartKind::multipart) return true;
  if (root.kind == mime::PartKind::message) return count == 1;
  // A transfer encoding, which composites must not have, closes them for the scanner.
  return is_composite(type) && root.encoding != mime::Encoding::identity;
}

// mimetic opens a message without a look at its transfer encoding: the text that it was, written
// again.  Only of a message that has no parts of its own.
std::string rejoined(const mimetic::MimeEntity& message) {
  std::string text;
  // A field without a name is a line without a colon.
  for (const mimetic::Field& field : message.header()) {
    if (!field.name().empty()) text.append(field.name()).append(": ");
    text.append(field.value()).append("\r\n");
  }
  if (!text.empty()) text += "\r\n";
  return text.append(text_of(message));
}

const mimetic::MimeEntity& first_part(const mimetic::MimeEntity& entity) {
  const mimetic::MimeEntityList& parts = entity.body().parts();
  return **std::find_if(parts.begin(), parts.end(),
                        [](const mimetic::MimeEntity* part) { return part != nullptr; });
}

}  // namespace

EntityReader::EntityReader(const Limits& limits) : limits_(limits) {
  limits_.depth = std::min(limits_.depth, kMostDepth);
  limits_.parts = std::clamp<std::size_t>(limits_.parts, 1, mime::kNone - 1);
  message_.notes = Notes(limits_);
}

Message EntityReader::run(const mimetic::MimeEntity& root) {
  open(root, mime::kNone, 1, false);
  while (!frames_.empty())
    if (!next_child()) close();
  message_.notes.finish();
  message_.bytes = mime::MessageMemory::keep(message_, std::move(bytes_));
  return std::move(message_);
}

std::uint32_t EntityReader::add_part(std::uint32_t parent, std::uint32_t ordinal) {
  const auto index = static_cast<std::uint32_t>(message_.parts.size());
  mime::Part& part = message_.parts.emplace_back();
  part.parent = parent;
  part.ordinal = ordinal;
  part.subtree_end = index + 1;
  if (parent != mime::kNone)
    part.depth = static_cast<std::uint16_t>(message_.parts[parent].depth + 1);
  part.first_field = part.fields_end = static_cast<std::uint32_t>(message_.fields.size());
  part.header = {bytes_.size(), bytes_.size()};
  return index;
}

void EntityReader::open(const mimetic::MimeEntity& entity, std::uint32_t parent,
                        std::uint32_t ordinal, bool digest) {
  const std::uint32_t index = add_part(parent, ordinal);
  scratch_.clear();
  declared_.clear();
  digest_ = digest;
  write_header(entity, index);
  const auto is_type = [&](const Declared& declared) {
    return ascii::iequals(message_.fields[declared.field].name.of(bytes_), "content-type");
  };
  // RFC 2046 5.1.5
  if (digest && std::none_of(declared_.begin(), declared_.end(), is_type))
    declare("Content-Type", "message/rfc822", mime::kNone);
  scratch_ += '\n';
  scratch_header_ = scratch_.size();

  Limits shallow = limits_;
  shallow.depth = 1;
  shallow.parts = Limits().parts;
  const Message verdict = mime::read_message(scratch_, shallow);
  take_header(verdict, index);
  const std::size_t count = count_parts(entity);
  if (count == 0) return open_text(entity, index, verdict);
  // A composite that is closed by a transfer encoding has parts where that was not applied: which
  // of several types they belong to is what the scanner says without it.
  const bool closed = verdict.root().kind == mime::PartKind::leaf &&
                      verdict.root().encoding != mime::Encoding::identity;
  const std::string types = closed ? scratch_types() : std::string();
  Message unencoded;
  if (closed) unencoded = mime::read_message(types, shallow);
  const std::string_view type = structural_type(closed ? unencoded : verdict);
  if (count == 1 && closed && type.starts_with("message/") &&
      count_parts(first_part(entity)) == 0 && text_of(entity).empty())
    graft(rejoined(first_part(entity)), index);
  else
    open_parts(entity, index, verdict, type, count);
}

// An entity that is its text alone.
void EntityReader::open_text(const mimetic::MimeEntity& entity, std::uint32_t index,
                             const Message& verdict) {
  std::string inside;
  bool deep = false;
  if (written_inside(entity, inside, deep)) {
    if (deep) {
      take_notes(verdict, index, false);
      note(NoteCode::limit_depth, index, bytes_.size());
      message_.parts[index].gap = true;
    } else {
      graft(inside, index);
    }
    return;
  }
  const mimetic::Body& body = entity.body();
  const mime::PartKind kind = verdict.root().kind;
  const std::string_view text = text_of(entity);
  if (kind == mime::PartKind::multipart && text.empty()) {
    take_notes(verdict, index, false);
    mime::Part& part = message_.parts[index];
    part.kind = kind;
    part.preamble = {bytes_.size(), bytes_.size() + body.preamble().size()};
    bytes_ += body.preamble();
    part.epilogue = {bytes_.size(), bytes_.size() + body.epilogue().size()};
    bytes_ += body.epilogue();
    part.body.end = bytes_.size();
  } else if (kind == mime::PartKind::leaf && !is_composite(structural_type(verdict))) {
    take_notes(verdict, index, true);
    bytes_ += text;
    message_.parts[index].body.end = bytes_.size();
  } else if (kind == mime::PartKind::multipart) {
    graft(body.preamble() + std::string(text) + body.epilogue(), index);
  } else {
    graft(text, index);
  }
}

void EntityReader::open_parts(const mimetic::MimeEntity& entity, std::uint32_t index,
                              const Message& verdict, std::string_view type, std::size_t count) {
  take_notes(verdict, index, false);
  mime::Part& part = message_.parts[index];
  const std::string_view text = text_of(entity);
  if (part.depth >= limits_.depth) {
    note(NoteCode::limit_depth, index, bytes_.size());
    part.gap = true;
    bytes_ += text;
    part.body.end = bytes_.size();
    return;
  }
  if (!leaves_room(verdict, type, count))
    note(NoteCode::entity_parts, index, part.header.begin, part.media_type);
  Frame frame;
  frame.entity = &entity;
  frame.next = entity.body().parts().begin();
  frame.part = index;
  frame.digest = type == "multipart/digest";
  part.kind = mime::PartKind::multipart;
  if (count == 1 && text.empty() && type.starts_with("message/")) {
    part.kind = mime::PartKind::message;
  } else {
    if (part.content_type_field != mime::kNone) {
      const mime::HeaderField& field = message_.fields[part.content_type_field];
      const auto value = mime::parse_parameterized(field.value.of(bytes_));
      if (const std::string* boundary = value.find("boundary"))
        frame.boundary = boundary->substr(0, kLongestBoundary);
    }
    part.preamble = {bytes_.size(), bytes_.size() + entity.body().preamble().size()};
    bytes_ += entity.body().preamble();
    if (!text.empty()) add_text_leaf(text, frame);
  }
  frames_.push_back(std::move(frame));
}

// What an entity has beside its parts.  mimetic's writer leaves it out, or the parts.
void EntityReader::add_text_leaf(std::string_view text, Frame& frame) {
  note(NoteCode::entity_text, frame.part, bytes_.size());
  if (message_.parts.size() >= limits_.parts) return;  // next_child() says so
  next_delimiter(frame);
  const std::uint32_t index = add_part(frame.part, ++frame.children);
  const mime::Part& owner = message_.parts[frame.part];
  mime::Part& part = message_.parts[index];
  part.media_type = "text/plain";
  if (!is_composite(owner.media_type)) {
    part.media_type = owner.media_type;
    part.content_type_field = owner.content_type_field;
    part.encoding = owner.encoding;
  }
  bytes_ += "\r\n";
  part.body = {bytes_.size(), bytes_.size() + text.size()};
  bytes_ += text;
}

void EntityReader::next_delimiter(Frame& frame) {
  if (bytes_.size() > message_.parts[frame.part].body.begin) bytes_ += "\r\n";
  bytes_.append("--").append(frame.boundary).append("\r\n");
}

// Opens the next part of the innermost frame; false where none is left.
bool EntityReader::next_child() {
  Frame& frame = frames_.back();
  const auto end = frame.entity->body().parts().end();
  while (frame.next != end && *frame.next == nullptr) ++frame.next;
  if (full_ || frame.next == end) return false;
  if (message_.parts.size() >= limits_.parts) {
    full_ = true;
    note(NoteCode::limit_parts, frame.part, bytes_.size());
    message_.parts[frame.part].gap = true;
    return false;
  }
  if (message_.parts[frame.part].kind == mime::PartKind::multipart) next_delimiter(frame);
  const mimetic::MimeEntity& child = **frame.next++;
  open(child, frame.part, ++frame.children, frame.digest);  // may move `frame`
  return true;
}

void EntityReader::close() {
  const Frame& frame = frames_.back();
  mime::Part& part = message_.parts[frame.part];
  if (part.kind == mime::PartKind::multipart) {
    const std::string& epilogue = frame.entity->body().epilogue();
    bytes_.append("\r\n--").append(frame.boundary).append("--");
    if (!epilogue.empty()) bytes_ += "\r\n";
    part.epilogue = {bytes_.size(), bytes_.size() + epilogue.size()};
    bytes_ += epilogue;
  }
  part.body.end = bytes_.size();
  part.subtree_end = static_cast<std::uint32_t>(message_.parts.size());
  frames_.pop_back();
}

}  // namespace basewalk::bridge

namespace basewalk {

Message bridge::from_mimetic(const mimetic::MimeEntity& entity, const Limits& limits) {
  return EntityReader(limits).run(entity);
}

WalkSummary walk(const mimetic::MimeEntity& entity, const WalkOptions& options, Visitor& visitor) {
  return walk(bridge::from_mimetic(entity, options.limits), options, visitor);
}

}  // namespace basewalk
