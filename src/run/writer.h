// SPDX-License-Identifier: MIT
//
// What takes the records in the end: standard output, a file, a database.
#ifndef BASEWALK_RUN_WRITER_H_
#define BASEWALK_RUN_WRITER_H_

#include <cstddef>
#include <memory>
#include <optional>
#include <string_view>

#include "cli/options/output_plan.h"

namespace basewalk::cli {

class Sink {
 public:
  virtual ~Sink() = default;

  /// Takes packed records, or rows.  After the first failure, which it tells, nothing more.
  virtual void write(std::string_view records) = 0;
  /// All records up to this message are written, and none beyond it.
  virtual void checkpoint(const archive::Position& position) = 0;
  /// Everything is where it belongs.  False, with a message, where it is not.
  virtual bool commit() = 0;
  virtual bool failed() const = 0;

  /// How the records have to be packed, and how much should be collected before.
  virtual Compression compression() const { return Compression::none; }
  virtual std::size_t full() const { return std::size_t{1} << 18; }
  /// Are checkpoints of use?
  virtual bool keeps_positions() const { return false; }
  /// The message that an earlier run came to.
  virtual std::optional<archive::Position> resumed() const { return {}; }
};

/// What the plan says; where there is none, `status` is what to exit with.
std::unique_ptr<Sink> open_sink(const OutputPlan& plan, int& status);

}  // namespace basewalk::cli

#endif  // BASEWALK_RUN_WRITER_H_
