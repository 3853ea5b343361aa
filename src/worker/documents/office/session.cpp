// SPDX-License-Identifier: MIT
#include "worker/documents/office/session.h"

#include <vector>

#include "text/base64.h"

namespace basewalk::worker::office {
namespace {

struct Type {
  std::string_view ending, type;
};
constexpr Type kTypes[] = {
    {"png", "image/png"},
    {"jpg", "image/jpeg"},
    {"jpeg", "image/jpeg"},
    {"jpe", "image/jpeg"},
    {"jfif", "image/jpeg"},
    {"gif", "image/gif"},
    {"bmp", "image/bmp"},
    {"dib", "image/bmp"},
    {"tif", "image/tiff"},
    {"tiff", "image/tiff"},
    {"webp", "image/webp"},
    {"svg", "image/svg+xml"},
    {"xhtml", "application/xhtml+xml"},
    {"html", "text/html"},
    {"htm", "text/html"},
    {"css", "text/css"},
    {"ncx", "application/x-dtbncx+xml"},
    {"js", "text/javascript"},
};

}  // namespace

void tell_base64(std::string_view base64, const DocumentPart& part, Session& session) {
  std::string bytes;
  text::append_base64_decoded(bytes, base64);
  if (bytes.empty()) return;
  session.sink.begin(part);
  session.sink.bytes(bytes);
  session.sink.end();
}

std::string_view type_by_name(std::string_view name) {
  const std::size_t dot = name.rfind('.');
  if (dot == name.npos) return {};
  for (const Type& each : kTypes)
    if (ascii::iequals(each.ending, name.substr(dot + 1))) return each.type;
  return {};
}

std::string path_in_package(std::string_view from, std::string_view target) {
  std::string path;
  if (!target.starts_with('/')) {
    const std::size_t slash = from.rfind('/');
    if (slash != from.npos) path = from.substr(0, slash + 1);
  }
  for (std::size_t at = 0; at <= target.size();) {
    const std::size_t end = std::min(target.find('/', at), target.size());
    const std::string_view step = target.substr(at, end - at);
    if (step == "..") {
      const std::size_t slash = path.size() < 2 ? path.npos : path.rfind('/', path.size() - 2);
      path.resize(slash == path.npos ? 0 : slash + 1);
    } else if (!step.empty() && step != ".") {
      path.append(step);
      if (end < target.size()) path += '/';
    }
    at = end + 1;
  }
  return path;
}

}  // namespace basewalk::worker::office
