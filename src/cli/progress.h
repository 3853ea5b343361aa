// SPDX-License-Identifier: MIT
//
// One line on standard error that says how far a run is.  It is written over in place, and taken
// away before anything else is said there.
#ifndef BASEWALK_CLI_PROGRESS_H_
#define BASEWALK_CLI_PROGRESS_H_

#include <chrono>
#include <string_view>

#include "basewalk/archive/source.h"
#include "run/tally.h"

namespace basewalk::cli {

/// Everything that goes to standard error goes through here: one thing at a time.
void write_to_stderr(std::string_view text);

class Progress {
 public:
  using Clock = std::chrono::steady_clock;

  explicit Progress(bool shown) : shown_(shown) {}
  ~Progress() { clear(); }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  bool is_shown() const { return shown_; }
  /// Draws the line anew, at most five times a second.
  void update(const archive::Progress& read, const Tally& tally);
  void clear();
  std::chrono::nanoseconds time() const { return Clock::now() - begin_; }

 private:
  const bool shown_;
  const Clock::time_point begin_ = Clock::now();
  Clock::time_point drawn_ = begin_;
};

/// The line's text, before it is cut to the width of the terminal.
std::string progress_text(const archive::Progress& read, const Tally& tally,
                          std::chrono::nanoseconds time);

}  // namespace basewalk::cli

#endif  // BASEWALK_CLI_PROGRESS_H_
