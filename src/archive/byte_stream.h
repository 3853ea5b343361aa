// SPDX-License-Identifier: MIT
//
// Bytes that are read from front to end: a file, a pipe, what is packed in either.
#ifndef BASEWALK_SRC_ARCHIVE_BYTE_STREAM_H_
#define BASEWALK_SRC_ARCHIVE_BYTE_STREAM_H_

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>

#include "basewalk/archive/source.h"
#include "worker/unpack/place.h"

namespace basewalk::archive {

/// Why there is nothing (more) to read.
struct Failure {
  std::string problem;  ///< a sentence without the name
  bool worth_a_retry = false;
  Trouble trouble = Trouble::unreadable;
  /// The bytes that could not be read, or are in doubt, in the stream that they were read from.
  std::optional<Extent> extent = {};
  std::string_view limit = {};  ///< Item::limit
};

/// How much may be unpacked (Limits::unpack_factor), and where: of one compressed file or member,
/// and of all that is packed in one file, in whatever is unpacked from it, together.  Copies count
/// together.
class UnpackLimit {
 public:
  /// `packed` is how many bytes the file has, as far as that is known while it is read.
  UnpackLimit(std::uint64_t factor, std::shared_ptr<const std::uint64_t> packed,
              worker::Place place = worker::Place::apart);

  worker::Place place() const { return place_; }

  /// Takes note of `more` bytes, the last of `made` that came out of `packed` ones of one file or
  /// member.  Where that is too much: why nothing more is read of it.
  std::optional<Failure> add(std::uint64_t more, std::uint64_t made, std::uint64_t packed);

  /// All of the file together is over it: nothing in it is to be unpacked any more.
  bool is_file_over() const { return is_over(file_->made, *file_->packed); }
  Failure file_failure() const;

 private:
  static constexpr std::uint64_t kFree = std::uint64_t{64} << 20;
  struct File {
    std::shared_ptr<const std::uint64_t> packed;
    std::uint64_t made = 0;
  };

  bool is_over(std::uint64_t made, std::uint64_t packed) const {
    return made > kFree && made / factor_ > packed;
  }

  std::uint64_t factor_;
  worker::Place place_;
  std::shared_ptr<File> file_;
};

/// What the system says about an errno.
Failure system_failure(int number);

class ByteStream {
 public:
  ByteStream() = default;
  ByteStream(const ByteStream&) = delete;
  ByteStream& operator=(const ByteStream&) = delete;
  virtual ~ByteStream() = default;

  /// Reads up to `size` bytes; 0 at the end and on failure.
  virtual std::size_t read(char* into, std::size_t size) = 0;

  /// Goes on at `offset`, which is not before what has been read; false where bytes must be read to
  /// be passed over.
  virtual bool seek(std::uint64_t) { return false; }

  /// How many bytes there are in all, where that is known.
  virtual std::optional<std::uint64_t> size() const { return {}; }

  /// Reads up to `size` bytes from `offset` on and leaves alone where read() is; 0 where there are
  /// none, or where only read() can read.
  virtual std::size_t read_at(std::uint64_t, char*, std::size_t) { return 0; }
  /// Can it seek to where it has not been, and read_at?
  virtual bool is_file() const { return false; }
  /// Of a regular file all of which is the stream, from its first byte on: what another process can
  /// read it by; else -1.
  virtual int descriptor() const { return -1; }

  /// Where in the file on disk the byte at `offset` lies; for what is packed, a place near that,
  /// not before that of any byte before, and the same one each time that the stream is read so.
  /// `offset` is not before that of an earlier call, and has been read.
  virtual std::uint64_t place(std::uint64_t offset) = 0;

  /// How many bytes it has as it lies in its file or archive, of what is packed the packed ones; as
  /// far as that is known.
  virtual std::uint64_t lies() const { return size().value_or(0); }

  /// Are its bytes unpacked ones, and not as they lie in a file or archive?
  virtual bool is_unpacked() const { return false; }

  /// Does a check sum at its end tell of damage?
  virtual bool is_checked() const { return is_unpacked(); }

  const std::optional<Failure>& failure() const { return failure_; }
  /// Goes on behind what failed, which is a failure no longer; false where there is nothing behind.
  /// Bytes are missing before what comes then, unless the failure was a doubt (doubtful).
  virtual bool go_on() { return false; }

 protected:
  std::optional<Failure> failure_;
};

/// A stream with bytes that were already read put back before it.
struct Begun {
  std::string head;
  std::unique_ptr<ByteStream> rest;
};

/// A file or a pipe.  Counts what is read in `done`.
class FileStream final : public ByteStream {
 public:
  enum class From : unsigned char { name, folder };  ///< who named the file

  /// "-" is standard input.  A folder is a failure with EISDIR; what is no regular file is passed
  /// over (null) where a folder named it: a pipe there would be waited for without end.
  static std::variant<std::unique_ptr<FileStream>, Failure> open(const std::string& path, From from,
                                                                 std::atomic<std::uint64_t>& done);
  /// A regular file that had so many bytes when it was listed; it is not asked for them again.
  static std::variant<std::unique_ptr<FileStream>, Failure> open_listed(
      const std::string& path, std::uint64_t size, std::atomic<std::uint64_t>& done);

  ~FileStream() override;
  std::size_t read(char* into, std::size_t size) override;
  bool seek(std::uint64_t offset) override;
  std::optional<std::uint64_t> size() const override;
  std::size_t read_at(std::uint64_t offset, char* into, std::size_t size) override;
  bool is_file() const override { return regular_; }
  int descriptor() const override { return regular_ && begin_ == 0 ? descriptor_ : -1; }
  std::uint64_t lies() const override { return *lies_; }
  /// lies(), also once it is moved away.
  std::shared_ptr<const std::uint64_t> watch_lies() const { return lies_; }
  std::uint64_t place(std::uint64_t offset) override { return offset; }

 private:
  FileStream(int descriptor, std::atomic<std::uint64_t>& done)
      : descriptor_(descriptor), done_(done) {}
  void read_sequentially();
  void go_to(std::uint64_t at) {
    at_ = at;
    *lies_ = std::max(at_, size_);
  }

  int descriptor_;
  std::atomic<std::uint64_t>& done_;
  bool regular_ = false;
  bool is_listed_ = false;
  std::uint64_t begin_ = 0;  // of what is to be read: standard input may have been read from
  std::uint64_t at_ = 0;     // from there
  std::uint64_t size_ = 0;
  std::shared_ptr<std::uint64_t> lies_ = std::make_shared<std::uint64_t>(0);
};

}  // namespace basewalk::archive

#endif  // BASEWALK_SRC_ARCHIVE_BYTE_STREAM_H_
