// SPDX-License-Identifier: MIT
//
// Holds rewritten mail against GMime.
//
//     compare_rewritten_gmime KNOWN.tsv FOLDER...
//
// Every file is rewritten twice.  GMime must read the same tree before and after: depth, type and
// number of children of each part, and its headers.  Where GMime decodes the leaves of the message
// that came as we do, it must do so with those of the result.  KNOWN.tsv explains the files that
// differ: name, reader, reason.
#include <gmime/gmime.h>

#include <filesystem>
#include <iostream>
#include <set>
#include <string>
#include <vector>

#include "basewalk/mime/decode.h"
#include "basewalk/rewrite/rewrite.h"
#include "support/files.h"

namespace {

using namespace basewalk;

struct Tree {
  std::vector<std::string> lines;
  std::vector<std::string> leaves;  // decoded
};

std::string decoded(GMimePart* part) {
  GMimeDataWrapper* const content = g_mime_part_get_content(part);
  if (content == nullptr) return {};
  GMimeStream* const out = g_mime_stream_mem_new();
  g_mime_data_wrapper_write_to_stream(content, out);
  GByteArray* const bytes = g_mime_stream_mem_get_byte_array(GMIME_STREAM_MEM(out));
  std::string text(reinterpret_cast<const char*>(bytes->data), bytes->len);
  g_object_unref(out);
  return text;
}

// GMime's own trees are no deeper than its limit, so this may recurse.
void add(GMimeObject* object, std::size_t depth, Tree& tree) {
  if (object == nullptr) return;
  char* const type = g_mime_content_type_get_mime_type(g_mime_object_get_content_type(object));
  char* const headers = g_mime_object_get_headers(object, nullptr);
  std::string line = std::to_string(depth) + " " + type + "\n" + headers;
  g_free(type);
  g_free(headers);
  if (GMIME_IS_MULTIPART(object)) {
    const int count = g_mime_multipart_get_count(GMIME_MULTIPART(object));
    tree.lines.push_back(line + std::to_string(count));
    for (int i = 0; i < count; ++i)
      add(g_mime_multipart_get_part(GMIME_MULTIPART(object), i), depth + 1, tree);
    return;
  }
  tree.lines.push_back(line);
  if (GMIME_IS_MESSAGE_PART(object)) {
    GMimeMessage* const inner = g_mime_message_part_get_message(GMIME_MESSAGE_PART(object));
    if (inner != nullptr) add(g_mime_message_get_mime_part(inner), depth + 1, tree);
  } else if (GMIME_IS_PART(object)) {
    tree.leaves.push_back(decoded(GMIME_PART(object)));
  }
}

Tree gmime_tree(const std::string& bytes) {
  GMimeStream* const stream = g_mime_stream_mem_new_with_buffer(bytes.data(), bytes.size());
  GMimeParser* const parser = g_mime_parser_new_with_stream(stream);
  GMimeMessage* const message = g_mime_parser_construct_message(parser, nullptr);
  Tree tree;
  if (message != nullptr) {
    char* const headers = g_mime_object_get_headers(GMIME_OBJECT(message), nullptr);
    tree.lines.push_back(headers);
    g_free(headers);
    add(g_mime_message_get_mime_part(message), 0, tree);
    g_object_unref(message);
  }
  g_object_unref(parser);
  g_object_unref(stream);
  return tree;
}

std::vector<std::string> our_leaves(std::string_view bytes) {
  const Message message = read_message(bytes);
  std::vector<std::string> leaves;
  for (const mime::Part& part : message.parts) {
    if (part.kind != mime::PartKind::leaf) continue;
    Notes ignored;
    mime::decode_transfer(message.body_of(part), part.encoding, leaves.emplace_back(), {ignored});
  }
  return leaves;
}

// Why GMime reads the result otherwise; empty where it does not.
std::string difference(const std::string& before, const std::string& after) {
  const Tree old_tree = gmime_tree(before);
  const Tree new_tree = gmime_tree(after);
  if (old_tree.lines != new_tree.lines) return "the tree differs";
  const std::vector<std::string> old_leaves = our_leaves(before);
  const std::vector<std::string> new_leaves = our_leaves(after);
  if (old_tree.leaves.size() != new_tree.leaves.size()) return "the leaves differ";
  if (old_leaves.size() != old_tree.leaves.size()) return {};  // another tree than ours
  for (std::size_t i = 0; i < new_leaves.size(); ++i)
    if (old_leaves[i] == old_tree.leaves[i] && new_leaves[i] != new_tree.leaves[i])
      return "leaf " + std::to_string(i) + " decodes otherwise";
  return {};
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) return 2;
  test::need_folders(std::span(argv, static_cast<std::size_t>(argc)).subspan(2));
  std::set<std::string> known;
  for (const auto& row : test::read_table(argv[1]))
    if (row[1] == "gmime") known.insert(row[0]);
  g_mime_init();
  std::size_t files = 0, changed = 0, wrong = 0;
  for (const bool wrap : {false, true}) {
    rewrite::Options options;
    options.edit_signed = true;
    options.walk.retrieved = "http://retrieved.example/dir/page?q";
    options.drop_base = true;
    if (wrap) options.wrap = "https://guard.example/?u={url}";
    Result<rewrite::Rewriter> rewriter = rewrite::Rewriter::make(options);
    for (int i = 2; i < argc; ++i) {
      for (const auto& path : test::files_below(argv[i])) {
        if (path.extension() == ".tsv") continue;
        ++files;
        const std::string bytes = test::read_file(path);
        const rewrite::Rewritten result = rewriter->rewrite(bytes);
        if (!result.changed()) continue;
        ++changed;
        std::string after;
        result.append_to(after);
        const std::string why = difference(bytes, after);
        if (why.empty() || known.contains(path.filename().string())) continue;
        ++wrong;
        std::cout << path << (wrap ? " wrapped: " : ": ") << why << '\n';
      }
    }
  }
  std::cout << files << " rewritings, " << changed << " changed, " << wrong
            << " read otherwise by GMime without an explanation\n";
  g_mime_shutdown();
  return wrong > 0 ? 1 : 0;
}
