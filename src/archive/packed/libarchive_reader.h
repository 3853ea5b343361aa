// SPDX-License-Identifier: MIT
//
// A stream that libarchive reads, in a process that cannot hurt or here.
//
// Before this: tar.cpp or packed.cpp knows what the stream is.  After it:
// worker/unpack/confined_archive.cpp has it read, and asks for its bytes.
#ifndef BASEWALK_SRC_ARCHIVE_PACKED_LIBARCHIVE_READER_H_
#define BASEWALK_SRC_ARCHIVE_PACKED_LIBARCHIVE_READER_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "archive/byte_stream.h"
#include "worker/unpack/archive_session.h"
#include "worker/unpack/place.h"

namespace basewalk::archive {

class LibarchiveReader final : private worker::ArchiveFeed {
 public:
  using Result = worker::ArchiveState::Result;

  /// `begin` is where in its source the stream is now.
  LibarchiveReader(ByteStream& stream, std::string head, std::uint64_t begin,
                   worker::ArchiveKind kind, worker::Place place);

  /// The entry is of a result that is ok or odd.
  Result next_header(worker::ArchiveEntry& entry);
  /// True where there is a block to read from; else the end, or a failure.
  bool has_block();
  std::size_t take(char* into, std::size_t size);

  /// Doubts about what it is read from, which do not stop it.
  std::vector<Failure> take_doubts() { return std::exchange(doubts_, {}); }
  const std::optional<Failure>& failure() const { return failure_; }
  /// Nobody can be had who reads it: nothing else of the kind can be read either.
  bool is_refused() const { return session_ == nullptr; }
  /// Who read it is gone, and this is why; or what libarchive says.
  const worker::ArchiveState& state() const { return state_; }

  /// Where the last header begins, and how far it has come, in the source.
  std::uint64_t header_begin() const;
  std::uint64_t consumed() const;
  std::uint64_t read() const { return read_; }
  /// The last bytes that it was given, up to read().
  std::string last_given() const;
  /// So many bytes of the source from there on, where they are among those; else empty.
  std::string given_at(std::uint64_t begin, std::size_t size) const;

 private:
  std::string_view more() override;
  bool has_failed() const override { return has_failed_; }
  bool skip(std::uint64_t count) override;

  void note(const worker::ArchiveState& state) { state_ = state; }
  std::string_view next_block();
  void fail();

  ByteStream& stream_;
  std::uint64_t begin_;
  std::string head_;
  bool head_given_ = false;
  std::uint64_t read_;                 // bytes of the source up to what has been given
  std::vector<char> buffer_, before_;  // given last, and before that
  bool was_jumped_ = false;            // in the stream, so that head_ is not before them
  bool has_failed_ = false;            // what was to be given
  std::unique_ptr<worker::ArchiveSession> session_;
  worker::ArchiveState state_;
  std::string_view block_;
  std::optional<Failure> failure_;
  std::vector<Failure> doubts_;
};

}  // namespace basewalk::archive

#endif  // BASEWALK_SRC_ARCHIVE_PACKED_LIBARCHIVE_READER_H_
