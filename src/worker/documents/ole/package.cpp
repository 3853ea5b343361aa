// SPDX-License-Identifier: MIT
#include "worker/documents/ole/package.h"

#include <algorithm>

#include "text/binary/numbers.h"

namespace basewalk::worker {
namespace {

// Up to its end, which is taken off; nothing where it has none.
std::optional<std::string_view> take_string(std::string_view& bytes) {
  const std::size_t end = bytes.find('\0');
  if (end == bytes.npos) return {};
  const std::string_view text = bytes.substr(0, end);
  bytes.remove_prefix(end + 1);
  return text;
}

std::string_view take(std::string_view& bytes, std::uint64_t size) {
  const std::string_view taken = text::slice(bytes, 0, size);
  bytes.remove_prefix(taken.size());
  return taken;
}

std::uint64_t take_number(std::string_view& bytes, std::size_t size) {
  return text::little(take(bytes, size), 0, size);
}

constexpr std::uint64_t kEmbedded = 3, kLinked = 1;

}  // namespace

std::optional<OleFile> read_package(std::string_view bytes) {
  if (bytes.size() < 8 || take_number(bytes, 2) != 2) return {};
  const std::optional<std::string_view> name = take_string(bytes), source = take_string(bytes);
  if (!name || !source || bytes.size() < 8) return {};
  (void)take_number(bytes, 2);
  const std::uint64_t kind = take_number(bytes, 2);
  if (kind != kEmbedded && kind != kLinked) return {};
  OleFile file;
  file.name = *name;
  if (kind == kLinked) {
    file.link = *source;
    return file;
  }
  (void)take(bytes, take_number(bytes, 4));
  const std::uint64_t size = take_number(bytes, 4);
  file.bytes = take(bytes, size);
  file.is_whole = file.bytes.size() == size;
  return file;
}

OleFile read_native(std::string_view stream) {
  const std::uint64_t size = take_number(stream, 4);
  if (std::optional<OleFile> file = read_package(stream)) return *file;
  OleFile file;
  file.bytes = text::slice(stream, 0, size);
  file.is_whole = file.bytes.size() == size;
  return file;
}

std::optional<OleFile> file_in_storage(CfbFile& file, std::uint32_t storage) {
  if (const auto native = file.find(storage, "\1Ole10Native"))
    return read_native(file.read(*native));
  for (const std::string_view name : {"Package", "CONTENTS", "EmbeddedOdf"})
    if (const auto stream = file.find(storage, name))
      if (file.entry(*stream).kind == CfbFile::Kind::stream)
        return OleFile{"", file.read(*stream), "", true};
  return {};
}

}  // namespace basewalk::worker
