// SPDX-License-Identifier: MIT
//
// Reads mails with GMime: a path on each line of the input, and the lines that read_python.py
// explains on the output.
#include <gmime/gmime.h>

#include <cstdio>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

std::string base64(std::string_view bytes) {
  gchar* const text = g_base64_encode(reinterpret_cast<const guchar*>(bytes.data()), bytes.size());
  std::string digits(text);
  g_free(text);
  return digits;
}

std::string or_empty(const char* text) { return text == nullptr ? "" : text; }

std::string content_of(GMimePart* part) {
  GMimeDataWrapper* const content = g_mime_part_get_content(part);
  if (content == nullptr) return "";
  GMimeStream* const stream = g_mime_stream_mem_new();
  g_mime_data_wrapper_write_to_stream(content, stream);
  const GByteArray* const array = g_mime_stream_mem_get_byte_array(GMIME_STREAM_MEM(stream));
  std::string bytes(reinterpret_cast<const char*>(array->data), array->len);
  g_object_unref(stream);
  return bytes;
}

void show(GMimePart* part, const std::string& bases) {
  GMimeContentType* const type = g_mime_object_get_content_type(GMIME_OBJECT(part));
  char* const media = g_mime_content_type_get_mime_type(type);
  std::cout << "part\t" << base64(or_empty(media)) << '\t'
            << base64(or_empty(g_mime_content_type_get_parameter(type, "charset"))) << '\t'
            << base64(or_empty(g_mime_part_get_filename(part))) << '\t' << base64(bases) << '\t'
            << base64(content_of(part)) << "\tbytes\n";
  g_free(media);
}

std::string bases_of(GMimeObject* object) {
  std::string bases;
  for (const char* const name : {"Content-Base", "Content-Location"}) {
    const std::string value = or_empty(g_mime_object_get_header(object, name));
    if (!value.empty()) bases += value + "\n";
  }
  return bases;
}

void read(GMimeMessage* message) {
  std::vector<std::pair<GMimeObject*, std::string>> left{
      {g_mime_message_get_mime_part(message), ""}};
  while (!left.empty()) {
    auto [object, bases] = std::move(left.back());
    left.pop_back();
    if (object == nullptr) continue;
    bases = bases_of(object) + bases;
    if (GMIME_IS_MULTIPART(object)) {
      for (int i = g_mime_multipart_get_count(GMIME_MULTIPART(object)); i-- > 0;)
        left.emplace_back(g_mime_multipart_get_part(GMIME_MULTIPART(object), i), bases);
    } else if (GMIME_IS_MESSAGE_PART(object)) {
      GMimeMessage* const inner = g_mime_message_part_get_message(GMIME_MESSAGE_PART(object));
      if (inner != nullptr) left.emplace_back(g_mime_message_get_mime_part(inner), bases);
    } else if (GMIME_IS_PART(object)) {
      show(GMIME_PART(object), bases);
    }
  }
}

}  // namespace

int main() {
  std::ios::sync_with_stdio(false);
  g_mime_init();
  for (std::string path; std::getline(std::cin, path); std::cout.flush()) {
    if (path.empty()) continue;
    std::ifstream file(path, std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(file), {}};
    GMimeStream* const stream = g_mime_stream_mem_new_with_buffer(bytes.data(), bytes.size());
    GMimeParser* const parser = g_mime_parser_new_with_stream(stream);
    if (GMimeMessage* const message = g_mime_parser_construct_message(parser, nullptr)) {
      read(message);
      g_object_unref(message);
    }
    g_object_unref(parser);
    g_object_unref(stream);
    std::cout << "end\t" << path << '\n';
  }
  g_mime_shutdown();
}
