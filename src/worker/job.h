// SPDX-License-Identifier: MIT
//
// What a job of the worker process reads from, and what it tells.
//
// A job takes one file apart that is hostile by nature: a function
//
//     void read_x(Input& input, MemberSink& sink);
//
// which runs in a process that can open nothing, with little memory, and with CPU
// time in proportion to the bytes of the input and of what it gives (worker.h has the figures).  It
// may crash, spin or run out of memory (std::bad_alloc and others may leave it): the process is
// started again, and goes on behind the member that it was at.  So it must find the same members in
// the same order each time, and depend on nothing but the bytes of its input: no files, no time, no
// threads, no random numbers.
//
// Before this: program/main.cpp has confined the process.  After it: what is told goes through the
// pipe (program/output.cpp) to the process that asked (worker.h), which believes none of it.
#ifndef BASEWALK_SRC_WORKER_JOB_H_
#define BASEWALK_SRC_WORKER_JOB_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace basewalk::worker {

/// The file that is read, by any offset.
class Input {
 public:
  virtual ~Input() = default;

  /// How many bytes it had when the worker was started.
  virtual std::uint64_t size() const = 0;
  /// Reads up to `size` bytes from `offset` on.  Fewer only at the end, or where the system cannot
  /// read: then the worker tells that by itself, and the job takes it for the end.
  virtual std::size_t read_at(std::uint64_t offset, char* into, std::size_t size) = 0;
};

/// Why bytes are in no member, in the order of archive::Trouble, whose meanings they have.
enum class Trouble : std::uint8_t {
  unreadable,
  missing,
  changed,
  damaged,     ///< bytes are not what they were, and something is left out
  doubtful,    ///< all was given, but a check sum or a length says that it is not what it was
  incomplete,  ///< the beginning or the end is lost
  encrypted,
  no_reader,  ///< a known kind that is not read
  too_deep,
  limit,  ///< it would take more memory, bytes or depth than is granted
  empty,
  misused,
  not_mail,  ///< from here on: passed over, and no failure
  index,
  hidden,
  again,
};

/// Bytes of the input or, for what is told within a member, of the member.
struct Extent {
  std::uint64_t begin = 0;
  std::uint64_t length = 0;
};

struct Member {
  /// With folders, divided by '/'; any bytes, at most kLongestName (what is behind is cut off).
  std::string_view name;
  /// Near which byte of the input it is found.  Only progress is told by it.
  std::uint64_t place = 0;
  /// How many bytes it is said to have.
  std::optional<std::uint64_t> size = {};
};

/// What a job finds, in order.
class MemberSink {
 public:
  static constexpr std::size_t kLongestName = std::size_t{32} << 10;
  static constexpr std::size_t kLongestSentence = 1000;

  virtual ~MemberSink() = default;

  /// A member begins, also one of which nothing but failure() can be told.  False: it was given by
  /// a worker before, and need not be read; the job calls nothing more for it, and goes on with the
  /// next one as fast as it can.
  [[nodiscard]] virtual bool begin(const Member& member) = 0;
  /// More of its bytes, any number.
  virtual void bytes(std::string_view bytes) = 0;
  /// It ends.  Each that began (with true) ends, before the next one begins.
  virtual void end() = 0;
  /// Between begin() and end(): of the member; what was given before counts.  Elsewhere: of the
  /// input itself.  `sentence` goes without a name before it ("is encrypted; it was not read").
  virtual void failure(std::string_view sentence, Trouble trouble,
                       std::optional<Extent> extent = {}) = 0;
};

}  // namespace basewalk::worker

#endif  // BASEWALK_SRC_WORKER_JOB_H_
