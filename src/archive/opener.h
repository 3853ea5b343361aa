// SPDX-License-Identifier: MIT
//
// From files to streams of messages: opens what a finder gives, finds out from the first bytes what
// it is, and goes into archives.  Files before the place to go on at, and files of other slices,
// are not opened.
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

#include "archive/box/splitter.h"
#include "archive/byte_stream.h"
#include "archive/find/finder.h"
#include "archive/find/line.h"
#include "archive/packed/packed.h"
#include "archive/slice.h"
#include "basewalk/archive/source.h"

namespace basewalk::archive {

/// A stream that may hold messages.
struct Stream {
  std::shared_ptr<const std::string> source;
  std::unique_ptr<ByteStream> bytes;
  Kind kind = Kind::automatic;  ///< what it must be: eml, mbox, or what its bytes say
  bool named = false;           ///< by the user, and not found in a folder or archive
  int layers = 0;               ///< of packing around it
  Form form = Form::message;    ///< what it is, when that is known
  std::size_t first = 0;        ///< the offset of the first message of an mbox
  bool is_recoded = false;
  std::uint64_t member = 0;  ///< Item::member
};

/// What cannot be read.
struct Problem {
  std::shared_ptr<const std::string> source;
  std::optional<std::uint64_t> number = 1;
  std::uint64_t offset = 0;
  Failure failure;
  std::uint64_t place = 0;  ///< among all bytes
  bool is_all = false;      ///< Item::is_all
  std::optional<SourceEnd> end = {};
  std::uint64_t member = 0;  ///< Item::member
};

class Opener {
 public:
  using Report = std::function<void(Problem)>;

  /// `done` outlives it.
  Opener(Line line, const ReadOptions& options, std::atomic<std::uint64_t>& done, Report report);

  /// The next stream; none at the end of all.  The one before is no longer read.
  std::optional<Stream> next();

  enum class Head : unsigned char {
    mail,      ///< messages begin with the head
    unpacked,  ///< the stream is now what was packed; its head is to be read
    no_mail,   ///< there is none in it, unless it is damaged: to be read to its end
    nothing    ///< there is no message in it, or it is an archive: ask for the next
  };
  /// What a stream is that begins so.  `is_mail`: it is known to have messages.
  Head look(Stream& stream, std::string_view head, bool is_mail = false);

  /// Nothing of this slice follows in the file that is being read.
  void leave_file() { containers_.clear(); }

  const Share& share() const { return share_; }
  /// The place of the first byte of a stream's message among all bytes.
  std::uint64_t place(Stream& stream, std::uint64_t offset);
  /// The place of the first byte of the file that is being read.
  std::uint64_t file_begin() const { return file_begin_; }
  /// Behind its last byte, as far as it was known when the line was made.
  std::uint64_t file_end() const { return file_begin_ + file_size_; }

  /// It has been read to its end.
  void pass_over_no_mail(Stream& stream);
  /// What a stream is whose first bytes are lost.
  Head look_behind(Stream& stream);

  /// Goes on behind this message, which is in the stream that `look` was last called for.
  std::optional<Position> take_after();

  /// Is the place to go on behind in this stream, or in what lies in it?
  bool leads_to_after(const Stream& stream) const;
  /// Has the run before told what is wrong here with a stream that is no mail?  (That it is none is
  /// told last, and of its beginning.)
  bool is_told(const Stream& stream, std::uint64_t offset) const {
    return leads_to_after(stream) && (after_->offset == 0 || offset <= after_->offset);
  }
  /// Nothing more can be read of this stream: if the place was in it, it is behind.
  void leave_after(const Stream& stream) {
    if (is_after(*stream.source, stream.member)) after_.reset();
  }

  /// Bytes of all files of this slice, where they are known.
  std::optional<std::uint64_t> total() const { return total_; }
  /// Which of the names is being read, from 0.
  std::uint64_t name_number() const { return name_number_; }
  /// Item::files
  std::uint64_t files() const { return files_found_; }

 private:
  // An archive whose members are being read.
  struct Container {
    std::shared_ptr<const std::string> source;
    std::unique_ptr<Members> members;
    Kind kind;
    int layers;
    bool is_repository = false;    // each member is a file of its own there
    std::uint64_t at = 0;          // where the last member begins
    std::string passed_over = {};  // the last that was told
    std::uint64_t member = 0;      // Item::member
    std::uint64_t count = 0;       // of its members so far

    /// Item::member of its last one.  Names of a repository are those of commits.
    std::uint64_t last() const;
  };

  std::optional<Stream> open(Found found);
  void open_repository(const Found& found);
  std::optional<Stream> next_member();
  void leave_container();
  void pass_member_over(Container& container, const std::string& name, Trouble why);
  bool unpack(Stream& stream, std::string_view head, Content content);
  Content content_at(const Stream& stream, std::string_view head) const;
  Head look_at_mail(Stream& stream, std::string_view head, bool is_mail);
  bool is_wanted(const std::string& source) const;
  void tell_other_files(const std::string& path);
  bool is_before_after(const std::string& source, bool is_name, std::uint64_t member = 0) const;
  bool is_after(const std::string& source, std::uint64_t member) const;
  void report(std::shared_ptr<const std::string> source, Failure failure, bool is_all = true,
              std::uint64_t member = 0);
  // Where it was named by the user, it is a failure that there is no message in it.
  void pass_over(Stream& stream, Trouble why, std::string sentence);
  void tell_unreadable(Stream& stream, std::string sentence);

  std::atomic<std::uint64_t>& done_;
  Report report_;
  std::uint64_t unpack_factor_;
  worker::Place unpack_place_;
  std::optional<UnpackLimit> unpack_;  // of the file that is being read
  bool account_;
  std::size_t message_bytes_;
  std::unique_ptr<Finder> files_;
  std::vector<Container> containers_;  // outermost first
  std::string only_;                   // the one member that is wanted; empty: all
  bool only_found_ = false;
  std::optional<Position> after_;
  Share share_;
  std::uint64_t file_begin_ = 0;  // among all bytes
  std::uint64_t file_size_ = 0;
  std::uint64_t last_place_ = 0;  // that was asked for: what fails then fails there
  std::uint64_t name_number_ = 0;
  std::uint64_t files_found_ = 0;
  std::optional<std::uint64_t> total_;
  std::optional<Found> not_seen_;  // told before all else
};

}  // namespace basewalk::archive

#endif  // BASEWALK_SRC_ARCHIVE_OPENER_H_
