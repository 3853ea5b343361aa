// SPDX-License-Identifier: MIT
//
// Standard error, and the one line on it that says how far a run is.  That line is written over in
// place, and taken away before anything else is said.
#ifndef BASEWALK_CLI_TERMINAL_H_
#define BASEWALK_CLI_TERMINAL_H_

#include <atomic>
#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

#include "basewalk/archive/source.h"
#include "basewalk/sink.h"
#include "run/run.h"
#include "run/tally.h"

namespace basewalk::cli {

/// Everything that goes to standard error goes through here: one thing at a time.
void write_to_stderr(std::string_view text);

/// Ctrl-C, and what ends a session, stop a run behind a message instead of ending the program at
/// once; the second time they do.
class Interruption {
 public:
  explicit Interruption(bool wanted);
  ~Interruption();
  Interruption(const Interruption&) = delete;
  Interruption& operator=(const Interruption&) = delete;

  static const std::atomic<bool>& happened();
  /// Ends the program as the signal would have.
  [[noreturn]] static void end();

 private:
  bool wanted_;
};

/// What is said where it has ended something that appears whole or not at all.
inline constexpr const char* kInterrupted = "interrupted; nothing of it is kept";

/// Takes nothing more once the program was interrupted, so that what was begun is removed.
class UntilInterrupted final : public Sink {
 public:
  explicit UntilInterrupted(Sink& to) : to_(to) {}
  bool write(std::string_view bytes) override {
    return !Interruption::happened() && to_.write(bytes);
  }

 private:
  Sink& to_;
};

/// Looks on while a run goes, and says so.
class Progress final : public run::Listener {
 public:
  using Clock = std::chrono::steady_clock;

  explicit Progress(bool shown) : shown_(shown) {}
  ~Progress() override { clear(); }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  bool is_shown() const { return shown_; }
  void notices(std::string_view lines) override { write_to_stderr(lines); }
  /// Draws the line anew, at most five times a second.
  void progress(const archive::Progress& read, const run::Tally& tally) override;
  /// The same where things are counted that are no messages: "bundles".
  void counted(std::uint64_t done, std::uint64_t total, std::string_view what);
  void clear();
  std::chrono::nanoseconds time() const { return Clock::now() - begin_; }

 private:
  bool is_due();
  static void draw(const std::string& text);

  const bool shown_;
  const Clock::time_point begin_ = Clock::now();
  Clock::time_point drawn_ = begin_;
};

}  // namespace basewalk::cli

#endif  // BASEWALK_CLI_TERMINAL_H_
