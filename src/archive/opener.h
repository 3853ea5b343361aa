// SPDX-License-Identifier: MIT
//
// From names to streams of messages: opens what the tree of names gives, finds out from the first
// bytes what it is, and goes into archives.  Files before the place to go on at, and files of other
// slices, are not opened.
#ifndef BASEWALK_SRC_ARCHIVE_OPENER_H_
#define BASEWALK_SRC_ARCHIVE_OPENER_H_

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "archive/byte_stream.h"
#include "archive/packed.h"
#include "archive/slice.h"
#include "archive/tree.h"
#include "basewalk/archive/source.h"

namespace basewalk::archive {

/// A stream that may hold messages.
struct Stream {
  std::shared_ptr<const std::string> source;
  std::unique_ptr<ByteStream> bytes;
  Kind kind = Kind::automatic;  ///< what it must be; eml or mbox when that is known
  bool named = false;           ///< by the user, and not found in a folder or archive
  int layers = 0;               ///< of packing around it
};

/// What cannot be read.
struct Problem {
  std::shared_ptr<const std::string> source;
  std::optional<std::uint64_t> number = 1;
  std::uint64_t offset = 0;
  Failure failure;
  std::uint64_t place = 0;  ///< among all bytes
};

class Opener {
 public:
  using Report = std::function<void(Problem)>;

  /// `done` outlives it.
  Opener(SourceReader::NextName names, const ReadOptions& options, std::atomic<std::uint64_t>& done,
         Report report);

  /// The next stream; none at the end of all.  The one before is no longer read.
  std::optional<Stream> next();

  enum class Head : unsigned char {
    mail,      ///< messages begin with the head
    unpacked,  ///< the stream is now what was packed; its head is to be read
    nothing    ///< there is no message in it, or it is an archive: ask for the next
  };
  /// What a stream is that begins so.
  Head look(Stream& stream, std::string_view head);

  /// The stream that is being read has failed, and that has been told.
  void told_failure() { failure_told_ = !containers_.empty(); }
  /// Nothing of this slice follows in the file that is being read.
  void leave_file() { containers_.clear(); }

  const Share& share() const { return share_; }
  /// The place of the first byte of a stream's message among all bytes.
  std::uint64_t place(Stream& stream, std::uint64_t offset);
  /// The place of the first byte of the file that is being read.
  std::uint64_t file_begin() const { return file_begin_; }

  /// Goes on behind this message, which is in the stream that `look` was last called for.
  std::optional<Position> take_after();

  /// Bytes of all files of this slice, where they are known.
  std::optional<std::uint64_t> total() const { return total_; }
  /// Which of the names is being read, from 0.
  std::uint64_t name_number() const { return name_number_; }

 private:
  // An archive whose members are being read.
  struct Container {
    std::shared_ptr<const std::string> source;
    std::unique_ptr<Members> members;
    Kind kind;
    int layers;
  };

  std::optional<Stream> open(Found found);
  std::optional<Stream> next_member();
  bool unpack(Stream& stream, std::string_view head, Content content);
  bool is_wanted(const std::string& source) const;
  bool is_before_after(const std::string& source, bool is_name) const;
  void report(std::shared_ptr<const std::string> source, Failure failure);

  std::atomic<std::uint64_t>& done_;
  Report report_;
  std::optional<Tree> tree_;
  std::vector<Container> containers_;  // outermost first
  std::string only_;                   // the one member that is wanted; empty: all
  bool only_found_ = false;
  bool failure_told_ = false;  // of the innermost container
  std::optional<Position> after_;
  Share share_;
  std::uint64_t file_begin_ = 0;  // among all bytes
  std::uint64_t file_size_ = 0;
  std::uint64_t last_place_ = 0;  // that was asked for: what fails then fails there
  std::uint64_t name_number_ = 0;
  std::optional<std::uint64_t> total_;
};

}  // namespace basewalk::archive

#endif  // BASEWALK_SRC_ARCHIVE_OPENER_H_
