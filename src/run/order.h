// SPDX-License-Identifier: MIT
//
// The order of the output: the results of batches, which are finished in any order, are written in
// the order of the input by whichever thread finishes the next.
//
// No thread ever waits for one that waits: only a thread whose batch is not the next one waits for
// its turn, and only the reader waits for room, so that whoever has the next batch goes on.
#ifndef BASEWALK_RUN_ORDER_H_
#define BASEWALK_RUN_ORDER_H_

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>

#include "run/results.h"

namespace basewalk::run {

class Listener;

class Order {
 public:
  /// `written` is told the tally so far, by one thread at a time.
  using Written = std::function<void(const Tally&)>;
  Order(Writer& writer, Listener& listener, const std::atomic<bool>* interrupted, Written written)
      : writer_(writer),
        listener_(listener),
        interrupted_(interrupted),
        written_(std::move(written)) {}

  bool is_turn(std::uint64_t turn) const { return next_ == turn; }
  void wait_for_turn(std::uint64_t turn);
  /// Writes part of the results of the batch whose turn it is.
  void write(Chunk& chunk);
  /// The last of a batch; `held` are bytes of memory that it gives back.
  void finish(std::uint64_t turn, Chunk&& chunk, std::uint64_t held);
  /// A batch will not be finished: whoever waits gives up.
  void abandon();

  /// The reader holds so many bytes more.
  void hold(std::uint64_t bytes);
  /// Waits until less than `most` bytes are held by batches and results.
  void wait_for_room(std::uint64_t most);

  bool stopped() const;
  bool has_gap() const { return has_gap_; }
  bool worth_a_retry() const { return worth_a_retry_; }
  const Tally& tally() const { return tally_; }

 private:
  bool is_interrupted() const { return interrupted_ != nullptr && *interrupted_; }

  struct Finished {
    Chunk chunk;
    std::uint64_t held;
  };

  Writer& writer_;
  Listener& listener_;
  const std::atomic<bool>* interrupted_;  // by a signal; may be null
  Written written_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::atomic<std::uint64_t> next_ = 0;
  std::atomic<bool> abandoned_ = false;
  std::uint64_t held_ = 0;
  std::map<std::uint64_t, Finished> finished_;
  Tally tally_;
  bool has_gap_ = false, worth_a_retry_ = false;
};

}  // namespace basewalk::run

#endif  // BASEWALK_RUN_ORDER_H_
