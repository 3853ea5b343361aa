// SPDX-License-Identifier: MIT
//
// Before this: output/records.cpp filled the results of a batch (results.h).  After it:
// output/writers.cpp brings the bytes where they belong.
#include "run/order.h"

#include "run/run.h"

namespace basewalk::run {

bool Order::stopped() const { return abandoned_ || writer_.failed() || is_interrupted(); }

void Order::wait_for_turn(std::uint64_t turn) {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return next_ == turn || abandoned_; });
}

void Order::wait_for_room(std::uint64_t most) {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return held_ < most || held_ == 0 || abandoned_; });
}

void Order::hold(std::uint64_t bytes) {
  const std::lock_guard lock(mutex_);
  held_ += bytes;
}

void Order::abandon() {
  const std::lock_guard lock(mutex_);
  abandoned_ = true;
  changed_.notify_all();
}

void Order::write(Chunk& chunk) {
  // A batch that was cut short is not whole: nothing of it, and no checkpoint behind it.
  if (is_interrupted()) return;
  if (!chunk.failure.empty()) writer_.fail(chunk.failure);
  writer_.write(chunk.records);
  if (chunk.has_gap_before) writer_.tell_gap();
  if (chunk.position) writer_.checkpoint(*chunk.position);
  writer_.write(chunk.behind);
  if (chunk.has_gap) writer_.tell_gap();
  if (!chunk.notices.empty()) listener_.notices(chunk.notices);
  tally_.add(chunk.tally);
  has_gap_ = has_gap_ || chunk.has_gap;
  worth_a_retry_ = worth_a_retry_ || chunk.worth_a_retry;
  if (written_) written_(tally_);
}

void Order::finish(std::uint64_t turn, Chunk&& chunk, std::uint64_t held) {
  Finished mine{std::move(chunk), held};
  std::unique_lock lock(mutex_);
  const std::uint64_t size =
      mine.chunk.records.size() + mine.chunk.behind.size() + mine.chunk.notices.size();
  held_ += size;
  mine.held += size;
  if (next_ != turn) {
    finished_.emplace(turn, std::move(mine));
    return;
  }
  for (;;) {
    lock.unlock();
    write(mine.chunk);
    mine.chunk = {};
    lock.lock();
    held_ -= mine.held;
    ++next_;
    changed_.notify_all();
    const auto following = finished_.find(next_);
    if (following == finished_.end()) return;
    mine = std::move(following->second);
    finished_.erase(following);
  }
}

}  // namespace basewalk::run
