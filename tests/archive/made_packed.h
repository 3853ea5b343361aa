// SPDX-License-Identifier: MIT
//
// What is packed, and archives, as libarchive and liblzma write them.  RAR: rar.h.
#ifndef BASEWALK_TESTS_ARCHIVE_MADE_PACKED_H_
#define BASEWALK_TESTS_ARCHIVE_MADE_PACKED_H_

#include <archive.h>
#include <archive_entry.h>
#include <lzma.h>

#include <boost/test/unit_test.hpp>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace basewalk::test {

struct PackedMember {
  std::string name, bytes;
};

/// An archive of libarchive's format and filter (ARCHIVE_FORMAT_…, ARCHIVE_FILTER_…); with the
/// format 0 the first member alone, packed and no more.  `options`: those of libarchive's
/// archive_write_set_options.
inline std::string packed_archive(int format, int filter, const std::vector<PackedMember>& members,
                                  const char* options = nullptr) {
  std::string bytes;
  ::archive* const out = ::archive_write_new();
  ::archive_write_add_filter(out, filter);
  if (options != nullptr)
    BOOST_REQUIRE_EQUAL(::archive_write_set_options(out, options), ARCHIVE_OK);
  if (format == 0)
    ::archive_write_set_format_raw(out);
  else
    ::archive_write_set_format(out, format);
  ::archive_write_set_bytes_per_block(out, 0);
  const auto append = [](::archive*, void* to, const void* more, std::size_t size) {
    static_cast<std::string*>(to)->append(static_cast<const char*>(more), size);
    return static_cast<la_ssize_t>(size);
  };
  BOOST_REQUIRE_EQUAL(::archive_write_open(out, &bytes, nullptr, append, nullptr), ARCHIVE_OK);
  for (const PackedMember& member : members) {
    archive_entry* const entry = ::archive_entry_new();
    ::archive_entry_set_pathname(entry, member.name.c_str());
    ::archive_entry_set_filetype(entry, AE_IFREG);
    ::archive_entry_set_perm(entry, 0644);
    ::archive_entry_set_size(entry, static_cast<la_int64_t>(member.bytes.size()));
    BOOST_REQUIRE_EQUAL(::archive_write_header(out, entry), ARCHIVE_OK);
    BOOST_REQUIRE(::archive_write_data(out, member.bytes.data(), member.bytes.size()) >= 0);
    ::archive_entry_free(entry);
    if (format == 0) break;
  }
  BOOST_REQUIRE_EQUAL(::archive_write_close(out), ARCHIVE_OK);
  ::archive_write_free(out);
  return bytes;
}

/// A text, packed by a filter and no archive.
inline std::string packed_alone(int filter, const std::string& text,
                                const char* options = nullptr) {
  return packed_archive(0, filter, {{"x", text}}, options);
}

/// A stream of xz with a block for each piece.
inline std::string xz_of(const std::vector<std::string>& pieces,
                         lzma_check check = LZMA_CHECK_CRC64) {
  lzma_stream stream = LZMA_STREAM_INIT;
  BOOST_REQUIRE(::lzma_easy_encoder(&stream, 1, check) == LZMA_OK);
  std::string bytes;
  for (std::size_t i = 0; i <= pieces.size(); ++i) {
    const std::string_view piece = i < pieces.size() ? std::string_view(pieces[i]) : "";
    stream.next_in = reinterpret_cast<const std::uint8_t*>(piece.data());
    stream.avail_in = piece.size();
    for (lzma_ret result = LZMA_OK; result == LZMA_OK;) {
      std::uint8_t out[4096];
      stream.next_out = out;
      stream.avail_out = sizeof out;
      result = ::lzma_code(&stream, i < pieces.size() ? LZMA_FULL_FLUSH : LZMA_FINISH);
      bytes.append(reinterpret_cast<const char*>(out), sizeof out - stream.avail_out);
      BOOST_REQUIRE((result == LZMA_OK || result == LZMA_STREAM_END));
    }
  }
  ::lzma_end(&stream);
  return bytes;
}

}  // namespace basewalk::test

#endif  // BASEWALK_TESTS_ARCHIVE_MADE_PACKED_H_
