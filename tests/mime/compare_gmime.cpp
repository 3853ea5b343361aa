// SPDX-License-Identifier: MIT
//
// Prints where our tree of a message differs from GMime's.
//
//     compare_gmime KNOWN.tsv FOLDER...
//
// Both trees are written as lines, one a part: depth, type, number of children, and for leaves the
// length and a hash of the body as it stands, undecoded.  Every file whose lines differ is named
// with the first pair that does; the last line counts.  KNOWN.tsv explains the files that differ:
// name, TAB, reason.  Ends with 1 where a file differs without a reason, or has one and does not.
#include <gmime/gmime.h>

#include <cstdio>
#include <filesystem>
#include <functional>
#include <iostream>
#include <set>
#include <string>
#include <vector>

#include "basewalk/mime/part.h"
#include "support/files.h"

namespace {

using basewalk::Message;
using basewalk::mime::Part;
using basewalk::mime::PartKind;

std::string leaf_text(std::string_view body) {
  return std::to_string(body.size()) + " " + std::to_string(std::hash<std::string_view>()(body));
}

std::string line(std::size_t depth, const std::string& type, const std::string& rest) {
  return std::string(2 * depth, ' ') + type + " " + rest;
}

std::vector<std::string> our_lines(const Message& message) {
  std::vector<std::string> lines;
  for (const Part& part : message.parts) {
    std::string rest;
    if (part.kind == PartKind::leaf) {
      rest = leaf_text(message.body_of(part));
    } else {
      std::size_t children = 0;
      for (const Part& other : message.parts)
        if (other.parent == static_cast<std::uint32_t>(&part - message.parts.data())) ++children;
      rest = "children " + std::to_string(children);
    }
    lines.push_back(line(part.depth, std::string(part.media_type), rest));
  }
  return lines;
}

std::string type_of(GMimeObject* object) {
  char* const text = g_mime_content_type_get_mime_type(g_mime_object_get_content_type(object));
  std::string type(text);
  g_free(text);
  for (char& c : type)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c | 0x20);
  return type;
}

std::string bytes_of(GMimeStream* stream) {
  std::string bytes;
  g_mime_stream_reset(stream);
  char buffer[8192];
  for (ssize_t n; (n = g_mime_stream_read(stream, buffer, sizeof buffer)) > 0;)
    bytes.append(buffer, static_cast<std::size_t>(n));
  return bytes;
}

// GMime's own trees are no deeper than its limit, so this may recurse.
void their_lines(GMimeObject* object, std::size_t depth, std::vector<std::string>& lines) {
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

std::vector<std::string> gmime_lines(const std::string& bytes) {
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

// True where both agree.
bool compare(const std::filesystem::path& path) {
  const std::string bytes = basewalk::test::read_file(path);
  const Message message = basewalk::read_message(bytes);
  const std::vector<std::string> ours = our_lines(message);
  const std::vector<std::string> theirs = gmime_lines(bytes);
  if (ours == theirs) return true;
  std::size_t i = 0;
  while (i < ours.size() && i < theirs.size() && ours[i] == theirs[i]) ++i;
  std::cout << path.filename().string() << ": parts " << ours.size() << " | " << theirs.size()
            << "\n  ours:  " << (i < ours.size() ? ours[i] : "(no more)")
            << "\n  gmime: " << (i < theirs.size() ? theirs[i] : "(no more)") << '\n';
  return false;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) return 2;
  basewalk::test::need_folders(std::span(argv, static_cast<std::size_t>(argc)).subspan(2));
  std::set<std::string> known;
  for (const auto& row : basewalk::test::read_table(argv[1])) known.insert(row[0]);
  g_mime_init();
  std::size_t files = 0, differ = 0, unexplained = 0;
  for (int i = 2; i < argc; ++i) {
    for (const auto& path : basewalk::test::files_below(argv[i])) {
      if (path.extension() == ".tsv") continue;
      ++files;
      const bool same = compare(path);
      if (!same) ++differ;
      if (same != known.contains(path.filename().string())) continue;
      ++unexplained;
      std::cout << path << (same ? " is explained, and agrees\n" : " has no explanation\n");
    }
  }
  std::cout << files << " files, " << differ << " differ, " << unexplained
            << " wrongly explained\n";
  g_mime_shutdown();
  return unexplained > 0 ? 1 : 0;
}
