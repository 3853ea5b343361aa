// SPDX-License-Identifier: MIT
#include "worker/program/archives/readers/filters.h"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <limits>
#include <new>

#include "worker/program/archives/readers/archive_reader.h"

namespace basewalk::worker {
namespace {

// All but those for which libarchive would start a program (lrzip, lzop, grzip), which the worker
// may not, and that of uuencode: what stands around it is passed over, and texts are searched for
// it elsewhere.
constexpr struct {
  int code;
  int (*support)(::archive*);
} kFilters[] = {
    {ARCHIVE_FILTER_BZIP2, ::archive_read_support_filter_bzip2},
    {ARCHIVE_FILTER_COMPRESS, ::archive_read_support_filter_compress},
    {ARCHIVE_FILTER_GZIP, ::archive_read_support_filter_gzip},
    {ARCHIVE_FILTER_LZ4, ::archive_read_support_filter_lz4},
    {ARCHIVE_FILTER_LZIP, ::archive_read_support_filter_lzip},
    {ARCHIVE_FILTER_LZMA, ::archive_read_support_filter_lzma},
    {ARCHIVE_FILTER_RPM, ::archive_read_support_filter_rpm},
    {ARCHIVE_FILTER_XZ, ::archive_read_support_filter_xz},
    {ARCHIVE_FILTER_ZSTD, ::archive_read_support_filter_zstd},
};

}  // namespace

void support_filters(::archive* archive, std::optional<int> only) {
  for (const auto& each : kFilters)
    if (!only || *only == each.code) each.support(archive);
}

int outermost_filter(::archive* archive) {
  const int count = ::archive_filter_count(archive);
  return count < 2 ? ARCHIVE_FILTER_NONE : ::archive_filter_code(archive, count - 2);
}

bool is_sound_gzip(std::string_view bytes, std::uint64_t most,
                   const std::function<void(std::string_view)>& each) {
  constexpr int kGzip = MAX_WBITS + 16;
  constexpr std::size_t kAtOnce = std::numeric_limits<uInt>::max();
  z_stream stream{};
  if (::inflateInit2(&stream, kGzip) != Z_OK) throw std::bad_alloc();
  std::array<Bytef, 32768> out;
  int result = Z_OK;
  const std::string_view all = bytes;
  each(all);
  while (result == Z_OK && most > 0) {
    if (stream.avail_in == 0) {
      const std::string_view piece = bytes.substr(0, kAtOnce);
      bytes.remove_prefix(piece.size());
      // zlib does not write to it.
      stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(piece.data()));
      stream.avail_in = static_cast<uInt>(piece.size());
    }
    stream.next_out = out.data();
    stream.avail_out = static_cast<uInt>(out.size());
    result = ::inflate(&stream, Z_NO_FLUSH);
    most -= std::min<std::uint64_t>(most, out.size() - stream.avail_out);
    // Another one may follow.
    if (result == Z_STREAM_END && stream.avail_in > 1 && stream.next_in[0] == 0x1F &&
        stream.next_in[1] == 0x8B) {
      each(all.substr(all.size() - bytes.size() - stream.avail_in));
      result = ::inflateReset(&stream);
    }
  }
  ::inflateEnd(&stream);
  return result != Z_DATA_ERROR;
}

Unpacked unpacked(Input& input, int filter, std::uint64_t most) {
  ArchiveReader reader(input, [filter](::archive* archive) {
    support_filters(archive, filter);
    ::archive_read_support_format_raw(archive);
  });
  Unpacked out;
  archive_entry* entry = nullptr;
  if (!reader.has_header(entry)) {
    out.error = reader.why();
    return out;
  }
  for (int retries = 0;;) {
    const void* bytes = nullptr;
    std::size_t count = 0;
    la_int64_t offset = 0;
    const int result = ::archive_read_data_block(reader.get(), &bytes, &count, &offset);
    if (result == ARCHIVE_EOF) break;
    if (result == ARCHIVE_RETRY && ++retries < 100) continue;
    if (result != ARCHIVE_OK && result != ARCHIVE_WARN) {
      out.error = reader.why();
      break;
    }
    if (result == ARCHIVE_WARN && out.error.empty()) out.error = reader.why();
    const std::uint64_t room = most - out.bytes.size();
    out.is_cut = count > room;
    out.bytes.append(static_cast<const char*>(bytes),
                     static_cast<std::size_t>(std::min<std::uint64_t>(count, room)));
    if (out.is_cut) break;
  }
  out.taken = static_cast<std::uint64_t>(::archive_filter_bytes(reader.get(), -1));
  return out;
}

}  // namespace basewalk::worker
