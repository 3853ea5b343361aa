// SPDX-License-Identifier: MIT
//
// The header of an entity: written out field by field, and what it says.
#include <algorithm>
#include <memory>

#include "basewalk/mime/headers.h"
#include "basewalk/note.h"
#include "bridge/entity_reader.h"
#include "mime/message_memory.h"
#include "text/ascii.h"

namespace basewalk::bridge {
namespace {

// Fields that decide where parts are, what they are, or what their links mean.
bool is_structural(std::string_view name) {
  return ascii::istarts_with(name, "content-") || ascii::iequals(name, "mime-version") ||
         ascii::iequals(name, "base");
}

// Content-Type values from which the scanner takes no type, so that the default counts.
bool names_no_type(std::string_view value) {
  const mime::ParameterizedValue read = mime::parse_parameterized(value);
  const std::size_t slash = read.value.find('/');
  if (slash != std::string::npos && slash > 0 && slash + 1 < read.value.size()) return false;
  if (read.value == "html" || read.value == "text/") return false;
  return !read.value.starts_with("multipart") || read.find("boundary") == nullptr;
}

// Does a line end stand in a value that does not fold it (RFC 5322 2.2.3)?
bool has_line_end(std::string_view value) {
  for (std::size_t at = value.find_first_of("\r\n"); at < value.size();
       at = value.find_first_of("\r\n", at)) {
    at += value.substr(at).starts_with("\r\n") ? 2 : 1;
    if (at == value.size() || !ascii::is_blank(value[at])) return true;
  }
  return false;
}

}  // namespace

void EntityReader::write_header(const mimetic::MimeEntity& entity, std::uint32_t index) {
  const std::size_t begin = bytes_.size();
  bool cut = false;
  for (const mimetic::Field& field : entity.header()) {
    const std::string_view name = field.name();
    if (!cut && bytes_.size() - begin > limits_.header_bytes) {
      cut = true;
      note(NoteCode::limit_header_bytes, index, bytes_.size());
    }
    if (!cut || is_structural(name)) add_field(name, field.value(), index);
  }
  mime::Part& part = message_.parts[index];
  part.fields_end = static_cast<std::uint32_t>(message_.fields.size());
  part.header = {begin, bytes_.size()};
  bytes_ += "\r\n";
  part.body = {bytes_.size(), bytes_.size()};
}

// A field without a name is a line without a colon.
void EntityReader::add_field(std::string_view name, std::string_view value, std::uint32_t index) {
  const auto number = static_cast<std::uint32_t>(message_.fields.size());
  mime::HeaderField field;
  field.name = {bytes_.size(), bytes_.size() + name.size()};
  bytes_ += name;
  if (!name.empty()) bytes_ += ':';
  field.value.begin = bytes_.size();
  if (!name.empty()) bytes_ += ' ';
  bytes_ += value;
  field.value.end = bytes_.size();
  bytes_ += "\r\n";
  field.end = bytes_.size();
  message_.fields.push_back(field);
  if (has_line_end(value) || name.find_first_of("\r\n") != std::string_view::npos)
    note(NoteCode::field_line_end, index, field.name.begin, name);
  const bool type = ascii::iequals(name, "content-type");
  // RFC 2046 5.1.5: the default of the digest, which the scratch header is not in.
  if (type && digest_ && names_no_type(value)) {
    note(NoteCode::content_type_syntax, index, field.name.begin, value);
    declare(name, "message/rfc822", number);
  } else if (type || ascii::iequals(name, "content-transfer-encoding")) {
    declare(name, value, number);
  }
}

void EntityReader::declare(std::string_view name, std::string_view value, std::uint32_t field) {
  declared_.push_back({scratch_.size(), field});
  scratch_.append(name).append(": ");
  const std::size_t begin = scratch_.size();
  scratch_ += value;
  std::replace_if(
      scratch_.begin() + static_cast<std::ptrdiff_t>(begin), scratch_.end(),
      [](char c) { return c == '\r' || c == '\n'; }, ' ');
  scratch_ += '\n';
}

// The scratch header without transfer encodings.
std::string EntityReader::scratch_types() const {
  std::string types;
  for (std::size_t i = 0; i < declared_.size(); ++i) {
    const std::size_t begin = declared_[i].begin;
    const std::size_t end = i + 1 < declared_.size() ? declared_[i + 1].begin : scratch_header_ - 1;
    const std::string_view line = std::string_view(scratch_).substr(begin, end - begin);
    if (ascii::istarts_with(line, "content-type:")) types += line;
  }
  return types + '\n';
}

std::uint32_t EntityReader::field_of(std::uint32_t scratch_field) const {
  return scratch_field < declared_.size() ? declared_[scratch_field].field : mime::kNone;
}

void EntityReader::take_header(const Message& scan, std::uint32_t index) {
  mime::Part& part = message_.parts[index];
  const mime::Part& root = scan.root();
  part.media_type = intern(root.media_type);
  part.encoding = root.encoding;
  part.content_type_field = field_of(root.content_type_field);
  for (const mime::Reading& reading : scan.other_readings(0))
    message_.readings.push_back({index, intern(reading.media_type), reading.encoding,
                                 field_of(reading.content_type_field)});
}

std::string_view EntityReader::intern(std::string_view media_type) {
  const auto found = types_.find(media_type);
  if (found != types_.end()) return *found;
  return *types_.insert(mime::MessageMemory::keep(message_, std::string(media_type))).first;
}

}  // namespace basewalk::bridge
