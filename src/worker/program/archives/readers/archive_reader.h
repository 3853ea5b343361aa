// SPDX-License-Identifier: MIT
//
// One reader of libarchive over the file that the worker reads.
//
// Before this: seven_zip.cpp and rar.cpp open one, and another behind what it does not get over.
#ifndef BASEWALK_SRC_WORKER_PROGRAM_ARCHIVES_READERS_ARCHIVE_READER_H_
#define BASEWALK_SRC_WORKER_PROGRAM_ARCHIVES_READERS_ARCHIVE_READER_H_

#include <archive.h>
#include <archive_entry.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "worker/job.h"

namespace basewalk::worker {

/// RAR of all versions.
void support_rar(::archive* archive);

class ArchiveReader {
 public:
  /// `prepare` says which formats it may be.
  ArchiveReader(Input& input, const std::function<void(::archive*)>& prepare);
  ArchiveReader(const ArchiveReader&) = delete;
  ArchiveReader& operator=(const ArchiveReader&) = delete;
  ~ArchiveReader() { ::archive_read_free(archive_); }

  ::archive* get() const { return archive_; }
  /// ARCHIVE_OK, ARCHIVE_WARN, ARCHIVE_RETRY, ARCHIVE_EOF or what is worse.
  int next_header(archive_entry*& entry);
  /// Is there one, odd or not?
  bool has_header(archive_entry*& entry) {
    const int result = next_header(entry);
    return result == ARCHIVE_OK || result == ARCHIVE_WARN;
  }
  /// Has it come across something encrypted?  (libarchive must not be asked that of what it does
  /// not know.)
  bool has_encrypted() const {
    return opened_ == ARCHIVE_OK && ::archive_read_has_encrypted_entries(archive_) > 0;
  }
  /// What libarchive says; std::bad_alloc where that is want of memory.
  std::string why() const;

  /// Behind the last byte that was read.
  std::uint64_t position() const { return at_; }
  /// Where it went last, other than by reading on; none where it did not.
  std::optional<std::uint64_t> jump() const { return jump_; }
  void forget_jump() { jump_.reset(); }
  /// It fails as soon as it goes there: what is read from there is known to be damaged.
  void refuse(std::uint64_t offset) { refused_ = offset; }
  bool has_refused() const { return has_refused_; }
  /// All that were read, however often.
  std::uint64_t read() const { return read_; }

 private:
  static la_ssize_t read_more(::archive*, void* self, const void** bytes);
  static la_int64_t skip(::archive*, void* self, la_int64_t count);
  static la_int64_t seek(::archive*, void* self, la_int64_t offset, int from);

  ::archive* archive_;
  Input& input_;
  std::vector<char> buffer_;
  std::uint64_t at_ = 0, read_ = 0;
  std::optional<std::uint64_t> jump_, refused_;
  bool has_refused_ = false;
  int opened_ = ARCHIVE_OK;
};

}  // namespace basewalk::worker

#endif  // BASEWALK_SRC_WORKER_PROGRAM_ARCHIVES_READERS_ARCHIVE_READER_H_
