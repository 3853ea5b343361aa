// SPDX-License-Identifier: MIT
//
// A process that cannot hurt, and is asked and answers: for what is unpacked piece by piece from
// what this process reads.
//
//     std::unique_ptr<Exchange> exchange = Exchanges::shared().take("unpack");
//     exchange->say(Frame::Kind::bytes, packed);
//     std::optional<std::string_view> answer = exchange->ask("...");
//
// It is confined as worker.h says, but reads a socket in place of a file.  One after the other it
// serves many who ask, so that a small file costs no process of its own.  What took one of them
// over could tell lies to those after it, and do nothing else; so one that has met with damage, or
// has served kMostServed, serves nobody else.
//
// Before this: unpack/confined_decoder.cpp asks.  After it: process.cpp starts the program,
// program/talk.cpp answers.
#ifndef BASEWALK_SRC_WORKER_EXCHANGE_H_
#define BASEWALK_SRC_WORKER_EXCHANGE_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "text/files/descriptor.h"
#include "worker/frame.h"
#include "worker/idle.h"
#include "worker/process.h"
#include "worker/reason.h"

namespace basewalk::worker {

/// Not for two threads at a time.
class Exchange : private Waiting {
 public:
  /// So many pieces of work, one after the other.
  static constexpr int kMostServed = 256;

  Exchange(std::string program, std::string module, Grant grant = {})
      : program_(std::move(program)), module_(std::move(module)), grant_(grant) {}

  /// A piece of work begins: it has CPU time anew.  Starts the process where none runs; false where
  /// it cannot be had, and reason() is why.
  bool begin();
  /// Tells it something, which goes with the next question.
  void say(Frame::Kind kind, std::string_view payload);
  /// Its answer, good until the next question; none where it is gone, and reason() is why.  What
  /// has all that it was sent and sleeps will give none, and is ended.
  std::optional<std::string_view> ask(std::string_view question);
  /// Its answer made no sense: it is ended.
  void end_for_nonsense() { end(FrameReader::Got::nonsense); }

  bool is_running() const { return process_.is_running(); }
  bool may_serve_more() const { return process_.is_ours() && served_ < kMostServed; }
  const Reason& reason() const { return reason_; }
  const std::string& program() const { return program_; }
  const std::string& module() const { return module_; }

 private:
  bool wait(int descriptor) override;
  bool start();
  bool hear_first();
  bool cannot_start(std::string why, bool worth_a_retry = false);
  FrameReader::Got send();
  void grant();
  void end(FrameReader::Got how);

  std::string program_, module_;
  Grant grant_;
  Process process_;
  text::Descriptor socket_;
  std::optional<FrameReader> frames_;
  std::string said_;
  std::uint64_t cpu_ = 0;      // seconds that it had used when the piece of work began
  std::uint64_t passed_ = 0;   // bytes of it, there and back
  std::uint64_t granted_ = 0;  // passed_ when CPU time was granted last
  int served_ = 0;
  bool has_ready_ = false;  // behind the loading of libraries, which may sleep
  Reason reason_;
};

/// Those of this process that nobody uses at the moment (idle.h).
class Exchanges {
 public:
  /// Good until the process ends.
  static Exchanges& shared();

  std::unique_ptr<Exchange> take(std::string_view module);
  /// In a destructor: where it cannot be kept it ends.
  void give_back(std::unique_ptr<Exchange> exchange) noexcept;

 private:
  Idle<Exchange> idle_;
};

}  // namespace basewalk::worker

#endif  // BASEWALK_SRC_WORKER_EXCHANGE_H_
