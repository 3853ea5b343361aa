// SPDX-License-Identifier: MIT
//
// One reader of libarchive over a stream.
#ifndef BASEWALK_SRC_ARCHIVE_PACKED_LIBARCHIVE_READER_H_
#define BASEWALK_SRC_ARCHIVE_PACKED_LIBARCHIVE_READER_H_

#include <archive.h>
#include <archive_entry.h>

#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "archive/byte_stream.h"

namespace basewalk::archive {

class LibarchiveReader {
 public:
  /// `prepare` says what it may read; `begin` is where in its source the stream is now.
  LibarchiveReader(ByteStream& stream, std::string head, std::uint64_t begin,
                   void (*prepare)(::archive*));
  LibarchiveReader(const LibarchiveReader&) = delete;
  LibarchiveReader& operator=(const LibarchiveReader&) = delete;
  ~LibarchiveReader() = default;

  /// ARCHIVE_OK, ARCHIVE_WARN, ARCHIVE_RETRY, ARCHIVE_EOF or ARCHIVE_FATAL.
  int next_header(archive_entry*& entry);
  /// More of the member's bytes; empty at its end and on failure.
  std::string_view next_block();
  /// True where there is a block to read from; else the end, or a failure.
  bool has_block();
  std::size_t take(char* into, std::size_t size);

  /// Doubts about what it is read from, which do not stop it.
  std::vector<Failure> take_doubts() { return std::exchange(doubts_, {}); }
  const std::optional<Failure>& failure() const { return failure_; }
  /// Where the last header begins, and how far it has come, in the source.
  std::uint64_t header_begin() const;
  std::uint64_t consumed() const;
  std::uint64_t read() const { return read_; }
  /// The last bytes that it was given, up to read().
  std::string last_given() const;
  int format() const { return ::archive_format(archive_.get()); }
  int filters() const { return ::archive_filter_count(archive_.get()); }
  /// What libarchive says.
  std::string why() const;

 private:
  // libarchive is C: nothing is thrown through it.
  static la_ssize_t read_more(::archive*, void* self, const void** bytes) noexcept;
  static la_int64_t skip(::archive*, void* self, la_int64_t count) noexcept;
  la_ssize_t read_on(const void** bytes);
  la_int64_t skip(la_int64_t count);
  void pass_on();
  void fail();

  struct Free {
    void operator()(::archive* archive) const { ::archive_read_free(archive); }
    void operator()(archive_entry* entry) const { ::archive_entry_free(entry); }
  };
  std::unique_ptr<::archive, Free> archive_;
  // libarchive would write to one of its own without a look whether there was memory for that.
  std::unique_ptr<archive_entry, Free> entry_;
  std::exception_ptr thrown_;  // by what it has called
  ByteStream& stream_;
  std::uint64_t begin_;
  std::string head_;
  bool head_given_ = false;
  std::uint64_t read_;                 // bytes of the source up to what has been given
  std::vector<char> buffer_, before_;  // given last, and before that
  bool was_jumped_ = false;            // in the stream, so that head_ is not before them
  std::string_view block_;
  std::optional<Failure> failure_;
  std::vector<Failure> doubts_;
};

}  // namespace basewalk::archive

#endif  // BASEWALK_SRC_ARCHIVE_PACKED_LIBARCHIVE_READER_H_
