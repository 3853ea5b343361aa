// SPDX-License-Identifier: MIT
//
// What takes the results of a run in the end: standard output, a file, a database.  Runs know only
// this much of it; output/writers.h makes them.
#ifndef BASEWALK_RUN_WRITER_H_
#define BASEWALK_RUN_WRITER_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "basewalk/archive/source.h"
#include "text/files/compress.h"

namespace basewalk::run {

class Writer {
 public:
  virtual ~Writer() = default;

  /// Takes packed records, or rows.  After the first failure nothing more.
  virtual void write(std::string_view records) = 0;
  /// All records up to this message are written, and none beyond it.
  virtual void checkpoint(const archive::Position& position) = 0;
  /// Everything is where it belongs.  False where it is not: see failure().
  virtual bool commit() = 0;
  /// The records that come next could not be packed: from here on it takes nothing.
  virtual void fail(std::string_view why) = 0;
  virtual bool failed() const = 0;
  /// What failed first, as a sentence; empty where nothing did.
  virtual const std::string& failure() const = 0;
  /// It failed because whoever read it wants nothing more (`| head`).
  virtual bool reader_gone() const { return false; }
  /// What is there until commit() gives it its name: none of the sources, though it may lie among
  /// them.
  virtual std::string meanwhile() const { return {}; }

  /// How the records have to be packed, and how much should be collected before.
  virtual text::Compression compression() const { return text::Compression::none; }
  virtual std::size_t full() const { return std::size_t{1} << 18; }
  /// Are checkpoints of use?
  virtual bool keeps_positions() const { return false; }
  /// Where it fails: is there something that a later run can go on with?
  virtual bool leaves_part() const { return false; }
  /// The message that an earlier run came to.
  virtual std::optional<archive::Position> resumed() const { return {}; }
  /// Bytes of an earlier run that cannot be gone on with, and that this one has thrown away.
  virtual std::uint64_t thrown_away() const { return 0; }
  /// Something of what comes before the next checkpoint could not be read or made.
  virtual void tell_gap() {}
  /// An earlier run has told of such a gap before the message that it came to.
  virtual bool resumes_behind_gap() const { return false; }
};

}  // namespace basewalk::run

#endif  // BASEWALK_RUN_WRITER_H_
