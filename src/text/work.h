// SPDX-License-Identifier: MIT
//
// The budget of work of the message at hand, in steps that are counted and not measured: the same
// mail costs the same on every machine.
//
// Loops whose length is not plainly bounded by the bytes they consume charge what they do, and who
// calls them again and again asks whether something is left.  Where no budget is in force, as in a
// program that calls one extractor alone, there is no end to it.  The counter is the thread's, so
// that it need not be handed through all layers; a message is read by one thread.
#ifndef BASEWALK_TEXT_WORK_H_
#define BASEWALK_TEXT_WORK_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>

namespace basewalk::work {

/// No budget.
inline constexpr std::uint64_t kEndless = std::numeric_limits<std::uint64_t>::max();

/// Steps that are left.  Where it stands is known once the library is loaded: to ask for it costs
/// no call.
[[gnu::tls_model("initial-exec")]] inline constinit thread_local std::uint64_t left = kEndless;

/// Is nothing left?
inline bool is_spent() { return left == 0; }

/// Takes steps, all that are left where there are fewer.  False where nothing is left.
inline bool charge(std::uint64_t steps) {
  const std::uint64_t before = left;
  left = before > steps ? before - steps : 0;
  return before > steps;
}

/// A message of that size may take as many steps for each byte; a small one counts as 4 KiB.
inline std::uint64_t steps_of(std::uint64_t steps_per_byte, std::uint64_t size) {
  size = std::max<std::uint64_t>(size, 4096);
  return steps_per_byte > kEndless / size ? kEndless : steps_per_byte * size;
}

/// A budget that is in force as long as it lives.  The one around it is not charged meanwhile.
class Budget {
 public:
  explicit Budget(std::uint64_t steps) : outer_(std::exchange(left, steps)) {}
  Budget(const Budget&) = delete;
  Budget& operator=(const Budget&) = delete;
  ~Budget() { left = outer_; }

 private:
  friend class Outside;
  std::uint64_t outer_;
};

/// What is done while it lives costs nothing: the checks of a debug build, so that a message takes
/// the same steps in every build.
class Unbilled {
 public:
  Unbilled() : left_(left) {}
  Unbilled(const Unbilled&) = delete;
  Unbilled& operator=(const Unbilled&) = delete;
  ~Unbilled() { left = left_; }

 private:
  std::uint64_t left_;
};

/// While it lives, what is done is charged to what is around a budget: what is called back has a
/// purse of its own.
class Outside {
 public:
  explicit Outside(Budget& budget) : budget_(budget) { std::swap(left, budget_.outer_); }
  Outside(const Outside&) = delete;
  Outside& operator=(const Outside&) = delete;
  ~Outside() { std::swap(left, budget_.outer_); }

 private:
  Budget& budget_;
};

}  // namespace basewalk::work

#endif  // BASEWALK_TEXT_WORK_H_
