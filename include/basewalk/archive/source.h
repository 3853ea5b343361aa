// SPDX-License-Identifier: MIT
//
// The messages of whatever an archivist has: files, folders, mailboxes, compressed or packed, in
// order and in bounded memory.
//
//     basewalk::archive::SourceReader reader({"mail.mbox.zst", "Maildir"}, {});
//     while (std::optional<basewalk::archive::Batch> batch = reader.next())
//       for (const basewalk::archive::Item& item : batch->items) ...
#ifndef BASEWALK_ARCHIVE_SOURCE_H_
#define BASEWALK_ARCHIVE_SOURCE_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "basewalk/limits.h"

#pragma GCC visibility push(default)

namespace basewalk::archive {

/// What a source is.  The kind is found from the content, never from the name alone.
enum class Kind : std::uint8_t { automatic, eml, mbox, maildir, mh };

/// Slice `index` (from 0) of `count`: the messages whose first byte lies in that share of the
/// bytes of all sources, as they are on disk.  The slices of one set of sources are disjoint,
/// and one after the other they are all of it in its order.  An mbox is cut without being read
/// before the cut; what is packed is read by each slice that has a share in it, up to the end of
/// that share (docs/archives.md).
struct Shard {
  std::size_t index = 0;
  std::size_t count = 1;
};

/// A message: the source that it lies in and the offset of its first byte there (in the
/// uncompressed stream).
struct Position {
  std::string source;
  std::uint64_t offset = 0;
  /// Item::number: with it, the messages behind are numbered as if those before had been read.
  std::optional<std::uint64_t> number = {};
  /// Item::name_number: needed where one source can be reached by two names.
  std::optional<std::uint64_t> name_number = {};
  /// Item::member: needed where an archive has several members of one name.
  std::optional<std::uint64_t> member = {};
  /// Item::files: with it, it is told where files have come since that would lie before it, which
  /// are not read.
  std::optional<std::uint64_t> files = {};
};

struct ReadOptions {
  Kind as = Kind::automatic;
  /// A longer message is an item with a problem; it is passed over without being kept in memory.
  std::size_t message_bytes = Limits{}.message_bytes;
  /// See Limits: what a compressed file or member may unpack to.
  std::size_t unpack_factor = Limits{}.unpack_factor;
  /// Unpack in this process, and not in one that cannot hurt: for what nobody hostile has packed.
  /// Many small files take less time so.  What is read apart in any case (7z, RAR, Outlook's) is
  /// read apart.
  bool unpack_here = false;
  /// Messages come in batches of about so many bytes; a longer message is a batch of its own.
  std::size_t batch_bytes = std::size_t{1} << 20;
  Shard shard;
  /// Go on behind this message, without reading what is before it where that can be done.
  std::optional<Position> after;
  /// Find out how many bytes there are before the first is read, for Progress::total: looks at each
  /// file of each folder once more.
  bool measure = false;
  /// Files that the program itself is writing: one that lies in a folder is none of the source's,
  /// whatever name the folder goes by.
  std::vector<std::string> written;
  /// Give an item at the end of each source (Item::end), so that its bytes can be accounted for:
  /// what was in no problem was read.
  bool account = false;
};

/// Why bytes of a source are in no message.
enum class Trouble : std::uint8_t {
  unreadable,  ///< the system says why
  missing,     ///< there is nothing of that name
  changed,     ///< the file became shorter, or another one, while it was read
  damaged,     ///< bytes of something packed are not what they were
  doubtful,    ///< all was read, but a check sum or a length says that it is not what it was
  incomplete,  ///< a message whose beginning or end was lost
  encrypted,
  no_reader,  ///< a known kind that is not read
  too_deep,   ///< packed in packed in packed
  limit,      ///< behind a limit (Item::limit)
  empty,
  misused,  ///< it is not what was asked for
  // What is passed over, and has not failed:
  not_mail,  ///< it has no header that a mail could have
  index,     ///< what mail programs keep beside messages
  hidden,    ///< by its name
  again,     ///< a second name of what has been read
};
std::string_view name(Trouble trouble);
std::optional<Trouble> trouble_named(std::string_view name);
/// Was it passed over, and has not failed?
constexpr bool is_skip(Trouble trouble) { return trouble >= Trouble::not_mail; }

/// Bytes of a source as it lies on disk or in its archive: of what is packed the packed ones.
struct Extent {
  std::uint64_t begin = 0;
  std::uint64_t length = 0;
};

/// All of a source has been looked at (ReadOptions::account).
struct SourceEnd {
  std::uint64_t bytes = 0;     ///< that it has, as an Extent counts them
  std::uint64_t messages = 0;  ///< that were given
  std::string_view kind;       ///< "message", "mbox", "archive"
};

/// One message, or what is none.
struct Item {
  /// As named, or for what lies in a folder or archive the name, a slash and the name within:
  /// "mail.tar.gz/cur/1:2,S".  A name of that form can be given as a source again.
  std::shared_ptr<const std::string> source;
  /// In its source, from 1; none in a slice that begins inside an mbox, where what stands before
  /// has not been read.
  std::optional<std::uint64_t> number;
  std::uint64_t offset = 0;
  std::uint64_t name_number = 0;  ///< which of the names given led here, from 0
  /// Of what lies in an archive, a number that no other member of its name has there; else 0.
  std::uint64_t member = 0;
  /// Says which files were found in folders until here: another number where others have come or
  /// gone.  A message of a Maildir that gets other flags, or moves from `new` to `cur`, is no
  /// other.
  std::uint64_t files = 0;
  std::string_view bytes;  ///< good as long as the batch's memory
  /// A sentence without the name, where this is no message but what could not be read or was passed
  /// over; else empty.
  std::string problem;
  Trouble trouble = Trouble::unreadable;  ///< where there is a problem
  /// The bytes of the source that are meant, where they are known.
  std::optional<Extent> extent;
  /// There is a problem, and nothing else is told of this source.
  bool is_all = false;
  /// This is neither a message nor a problem, but the end of the source.
  std::optional<SourceEnd> end;
  /// The limit that it is over, by its name for people ("message-bytes"); else empty.
  std::string_view limit;
  /// What failed may succeed if tried again later (out of memory, an I/O error, a vanished server).
  bool worth_a_retry = false;
};

struct Batch {
  std::vector<Item> items;
  std::shared_ptr<const void> memory;  ///< keeps the bytes of the items
  std::uint64_t bytes = 0;             ///< of memory held by it
  bool last = false;                   ///< nothing follows
};

/// How far a reader is.
struct Progress {
  std::uint64_t done = 0;  ///< bytes read of the files as they lie on disk
  /// Bytes of those files, of a slice its share; none where that is not known, as of a pipe, or was
  /// not asked for (ReadOptions::measure).
  std::optional<std::uint64_t> total;
};

/// One message found again: the last item of a batch is the message that begins at `offset` of
/// `source`, behind what is in doubt about it, or a problem.  What is before is not read if
/// possible.
Batch message_at(const std::string& source, std::uint64_t offset, ReadOptions options = {});

class Plan;

/// Reads sources in order.  Not for two threads at a time; the batches it gave may be used by
/// others.  "-" is standard input.  Memory: the batches that are held by the caller, one that is
/// being read, and the buffers of decompression.
class SourceReader {
 public:
  /// Gives the next name of a source; none at the end.
  using NextName = std::function<std::optional<std::string>()>;

  SourceReader(std::vector<std::string> names, ReadOptions options);
  /// For a list of names that is itself read as a stream (--files-from).  Slices want to know all
  /// names first and read the list to its end.
  SourceReader(NextName names, ReadOptions options);
  /// For the files of a plan: folders are not listed again, and no size is asked for.
  /// ReadOptions::as and ::measure do not matter then.
  SourceReader(const Plan& plan, ReadOptions options);
  ~SourceReader();
  SourceReader(SourceReader&&) noexcept;
  SourceReader& operator=(SourceReader&&) noexcept;

  /// The next messages in order; none at the end.  Never fails: what cannot be read is an item with
  /// a problem, and reading goes on behind it.
  std::optional<Batch> next();

  /// May be called while another thread is in next().
  Progress progress() const;

 private:
  class [[gnu::visibility("hidden")]] Impl;
  friend Batch message_at(const std::string&, std::uint64_t, ReadOptions);
  std::unique_ptr<Impl> impl_;
};

}  // namespace basewalk::archive

#pragma GCC visibility pop

#endif  // BASEWALK_ARCHIVE_SOURCE_H_
