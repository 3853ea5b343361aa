// SPDX-License-Identifier: MIT
//
// A file that appears whole or not at all, and whose making goes on where it was killed.
//
// FILE is written as FILE.partial and gets its name when it is complete.  FILE.resume stands beside
// it meanwhile: it is locked by whoever writes, holds the options of the run, and places that take
// turns for the last checkpoint: the size of FILE.partial behind the records of a message, and
// which message that was.  A kill while one place is written leaves the other.
//
// A kill of the process loses nothing of that.  Where the machine loses its power, what was not put
// on disk is lost, or a part of it in any order; therefore all is put there at times, and a
// checkpoint that says so is the one that counts behind another start of the system.
#ifndef BASEWALK_TEXT_FILES_PARTIAL_FILE_H_
#define BASEWALK_TEXT_FILES_PARTIAL_FILE_H_

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

struct stat;

namespace basewalk::text {

/// Behind the name of a file: the names that it has while it is written, of which the last is
/// SQLite's.
inline constexpr std::string_view kEndsOfPartial[] = {".partial", ".resume", ".partial-journal"};

/// A place to go on from: how far the file is, and the message whose records end there.
struct Checkpoint {
  std::uint64_t size = 0;  ///< of FILE.partial
  std::string source;
  std::uint64_t offset = 0;                          ///< of the message in its source
  std::optional<std::uint64_t> number, name_number;  ///< as in archive::Position
  std::optional<std::uint64_t> member = {}, files = {};
  bool has_gap = false;  ///< something before it could not be read or made
};

class PartialFile {
 public:
  enum class State {
    fresh,      ///< begin at the beginning
    continued,  ///< FILE.partial holds what an earlier run has written
    complete,   ///< FILE is there: nothing to do
    busy,       ///< another process is writing it
    different,  ///< the earlier run had other options
    left,       ///< FILE.partial holds what an earlier run has written, and what to do was not
                ///< said; or it, or FILE.resume, is somebody else's
    failed,     ///< an I/O error
  };

  /// What is to be done with what an earlier run has left.
  enum class Left {
    refuse,   ///< nothing: begin() gives State::left
    go_on,    ///< go on with it
    restart,  ///< throw it away
    forget,   ///< the same, and keep() nothing of this run
  };

  /// What is a checkpoint of save() good for?
  enum class Survives {
    power,  ///< what is before it stays as it is
    kill,   ///< what is before it is written to again: behind a loss of power all begins anew
  };

  PartialFile() = default;
  PartialFile(const PartialFile&) = delete;
  PartialFile& operator=(const PartialFile&) = delete;
  /// What was not committed is removed, unless a run may go on with it: Left::go_on, or keep().
  ~PartialFile();

  /// `options` is a text of lines; all but `fresh` and `continued` come with a failure().
  State begin(const std::string& name, const std::string& options, Left left,
              Survives survives = Survives::power);

  /// FILE.partial, which exists now.
  const std::string& path() const { return path_; }
  /// What an earlier run has saved; nothing where that is nothing.
  const std::optional<Checkpoint>& saved() const { return saved_; }
  /// Once in a while puts it on disk, with what FILE.partial has.
  void save(const Checkpoint& checkpoint);
  /// It holds what is worth to go on with.
  void keep() { kept_ = kept_ || may_be_kept_; }

  /// Everything is on disk, and the file gets its name.  Otherwise an errno.
  int commit();
  /// Why begin() gave neither `fresh` nor `continued`.
  const std::string& failure() const { return failure_; }
  /// Whether it is left as it is, for a run that goes on.
  bool is_kept() const { return kept_; }
  bool is_continued() const { return continued_; }
  /// Bytes of FILE.partial that were to be gone on with, and are thrown away: nothing says up to
  /// where they hold.
  std::uint64_t thrown_away() const { return thrown_away_; }

 private:
  State cannot_open(const std::string& path);
  State found(int descriptor, const std::string& path, struct stat& status);
  State lock(const std::string& name);
  bool write_options(const std::string& options);
  std::string read_options();
  std::uint64_t hash_of_head(const std::string& options) const;
  bool write_slot(const Checkpoint& checkpoint, std::uint64_t boot);
  void read_checkpoints();
  std::uint64_t written() const;  // bytes of FILE.partial
  void remove();

  std::string name_, path_, resume_path_, failure_;
  int resume_ = -1;                   // FILE.resume
  std::uint64_t run_ = 0, boot_ = 0;  // as its head says
  std::uint64_t slots_ = 0, sequence_ = 0, newest_ = 0, syncs_ = 0;
  std::chrono::steady_clock::time_point on_disk_at_ = std::chrono::steady_clock::now();
  std::uint64_t thrown_away_ = 0;
  int sync_error_ = 0;
  std::optional<Checkpoint> saved_;
  bool is_new_ = false;  // FILE.resume was not there
  bool begun_ = false, kept_ = false, may_be_kept_ = false, continued_ = false;
};

}  // namespace basewalk::text

#endif  // BASEWALK_TEXT_FILES_PARTIAL_FILE_H_
