// SPDX-License-Identifier: MIT
#include "worker/program/archives/readers/entry.h"

#include <zlib.h>

#include <algorithm>
#include <string>

namespace basewalk::worker {
namespace {

// So often libarchive may say that it is to be asked again.
constexpr int kMostRetries = 1000;

bool has(std::string_view text, std::string_view word) {
  return text.find(word) != std::string_view::npos;
}

void tell_missing(MemberSink& sink, const std::string& why, std::uint64_t made,
                  std::uint64_t missing) {
  const Trouble trouble = trouble_of(why);
  const Extent extent{made, missing};
  if (trouble == Trouble::encrypted)
    sink.failure("is encrypted; it was not read", trouble, extent);
  else if (trouble == Trouble::no_reader)
    sink.failure("is packed in a way that is not read here (" + why + "); unpack it first", trouble,
                 extent);
  else
    sink.failure("is damaged in its archive: " + why + "; " + std::to_string(missing) +
                     " bytes behind " + std::to_string(made) + " of its bytes are missing",
                 trouble, extent);
}

void tell_doubt(MemberSink& sink, const std::string& why, std::uint64_t made) {
  sink.failure("is not what it was when it was packed: " + why, Trouble::doubtful, Extent{0, made});
}

}  // namespace

std::string_view name_of(archive_entry* entry) {
  const char* name = ::archive_entry_pathname_utf8(entry);
  if (name == nullptr) name = ::archive_entry_pathname(entry);
  return name != nullptr ? name : "";
}

bool is_link(archive_entry* entry) {
  return ::archive_entry_filetype(entry) == AE_IFLNK ||
         ::archive_entry_hardlink_utf8(entry) != nullptr;
}

Trouble trouble_of(std::string_view why) {
  if (has(why, "ncrypt") || has(why, "Crypto")) return Trouble::encrypted;
  if (has(why, "Unsupported block header")) return Trouble::damaged;
  if (has(why, "upported") || has(why, "Unknown codec") || has(why, "Unexpected codec") ||
      has(why, "unavailable"))
    return Trouble::no_reader;
  return Trouble::damaged;
}

bool unpack(ArchiveReader& reader, MemberSink& sink, std::optional<std::uint64_t> size,
            std::optional<std::uint32_t> crc) {
  std::uint64_t made = 0;
  unsigned long check = ::crc32_z(0, nullptr, 0);
  int retries = 0;
  bool is_doubted = false;
  for (;;) {
    const void* bytes = nullptr;
    std::size_t count = 0;
    la_int64_t offset = 0;
    const int result = ::archive_read_data_block(reader.get(), &bytes, &count, &offset);
    if (result == ARCHIVE_EOF) break;
    if (result == ARCHIVE_OK || result == ARCHIVE_WARN) {
      sink.bytes({static_cast<const char*>(bytes), count});
      made += count;
      if (count > 0) check = ::crc32_z(check, static_cast<const Bytef*>(bytes), count);
      if (result == ARCHIVE_WARN && !is_doubted) tell_doubt(sink, reader.why(), made);
      is_doubted = is_doubted || result == ARCHIVE_WARN;
      continue;
    }
    if (result == ARCHIVE_RETRY && ++retries < kMostRetries) continue;
    // All may be there, but for its check sum.
    if (made > 0 && made == size)
      tell_doubt(sink, reader.why(), made);
    else
      tell_missing(sink, reader.why(), made, std::max(size.value_or(made), made) - made);
    return false;
  }
  if (size && made < *size)
    tell_missing(sink, "it ends before its end", made, *size - made);
  else if (size && made > *size)
    tell_doubt(sink, "it has " + std::to_string(made) + " bytes, and not " + std::to_string(*size),
               made);
  else if (!is_doubted && crc && check != *crc)
    tell_doubt(sink, "its check sum is another one (CRC-32)", made);
  return true;
}

void tell_bytes_behind(Input& input, std::uint64_t end, MemberSink& sink) {
  std::string bytes(std::size_t{64} << 10, '\0');
  for (std::uint64_t at = end; at < input.size();) {
    const std::size_t got = input.read_at(at, bytes.data(), bytes.size());
    if (got == 0) return;
    if (std::string_view(bytes).substr(0, got).find_first_not_of('\0') != std::string_view::npos) {
      sink.failure("has " + std::to_string(input.size() - end) + " bytes from " +
                       std::to_string(end) + " on that belong to no member",
                   Trouble::damaged, Extent{end, input.size() - end});
      return;
    }
    at += got;
  }
}

}  // namespace basewalk::worker
