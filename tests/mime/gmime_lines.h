// SPDX-License-Identifier: MIT
//
// Our tree of a message and GMime's, as lines, one a part: depth, type, number of children, and for
// leaves the length and a hash of the body as it stands, undecoded.
#ifndef BASEWALK_TESTS_MIME_GMIME_LINES_H_
#define BASEWALK_TESTS_MIME_GMIME_LINES_H_

#include <gmime/gmime.h>

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "basewalk/mime/part.h"

namespace basewalk::test {

inline std::string leaf_text(std::string_view body) {
  return std::to_string(body.size()) + " " + std::to_string(std::hash<std::string_view>()(body));
}

inline std::string line(std::size_t depth, const std::string& type, const std::string& rest) {
  return std::string(2 * depth, ' ') + type + " " + rest;
}

inline std::vector<std::string> our_lines(const Message& message) {
  std::vector<std::string> lines;
  for (const mime::Part& part : message.parts) {
    std::string rest;
    if (part.kind == mime::PartKind::leaf) {
      rest = leaf_text(message.body_of(part));
    } else {
      std::size_t children = 0;
      for (const mime::Part& other : message.parts)
        if (other.parent == static_cast<std::uint32_t>(&part - message.parts.data())) ++children;
      rest = "children " + std::to_string(children);
    }
    lines.push_back(line(part.depth, std::string(part.media_type), rest));
  }
  return lines;
}

inline std::string type_of(GMimeObject* object) {
  char* const text = g_mime_content_type_get_mime_type(g_mime_object_get_content_type(object));
  std::string type(text);
  g_free(text);
  for (char& c : type)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c | 0x20);
  return type;
}

inline std::string bytes_of(GMimeStream* stream) {
  std::string bytes;
  g_mime_stream_reset(stream);
  char buffer[8192];
  for (ssize_t n; (n = g_mime_stream_read(stream, buffer, sizeof buffer)) > 0;)
    bytes.append(buffer, static_cast<std::size_t>(n));
  return bytes;
}

// GMime's own trees are no deeper than its limit, so this may recurse.
inline void their_lines(GMimeObject* object, std::size_t depth, std::vector<std::string>& lines) {
  if (object == nullptr) return;
  const std::string type = type_of(object);
  if (GMIME_IS_MULTIPART(object)) {
    const int count = g_mime_multipart_get_count(GMIME_MULTIPART(object));
    lines.push_back(line(depth, type, "children " + std::to_string(count)));
    for (int i = 0; i < count; ++i)
      their_lines(g_mime_multipart_get_part(GMIME_MULTIPART(object), i), depth + 1, lines);
  } else if (GMIME_IS_MESSAGE_PART(object)) {
    GMimeMessage* const inner = g_mime_message_part_get_message(GMIME_MESSAGE_PART(object));
    lines.push_back(line(depth, type, inner == nullptr ? "children 0" : "children 1"));
    if (inner != nullptr) their_lines(g_mime_message_get_mime_part(inner), depth + 1, lines);
  } else if (GMIME_IS_PART(object)) {
    GMimeDataWrapper* const content = g_mime_part_get_content(GMIME_PART(object));
    const std::string body =
        content == nullptr ? "" : bytes_of(g_mime_data_wrapper_get_stream(content));
    lines.push_back(line(depth, type, leaf_text(body)));
  }
}

inline std::vector<std::string> gmime_lines(const std::string& bytes) {
  GMimeStream* const stream = g_mime_stream_mem_new_with_buffer(bytes.data(), bytes.size());
  GMimeParser* const parser = g_mime_parser_new_with_stream(stream);
  GMimeMessage* const message = g_mime_parser_construct_message(parser, nullptr);
  std::vector<std::string> lines;
  if (message != nullptr) {
    their_lines(g_mime_message_get_mime_part(message), 0, lines);
    g_object_unref(message);
  }
  g_object_unref(parser);
  g_object_unref(stream);
  return lines;
}

}  // namespace basewalk::test

#endif  // BASEWALK_TESTS_MIME_GMIME_LINES_H_
