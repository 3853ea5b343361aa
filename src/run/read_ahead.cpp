// SPDX-License-Identifier: MIT
#include "run/read_ahead.h"

#include <utility>

namespace basewalk::run {

ReadAhead::ReadAhead(archive::SourceReader& reader, std::uint64_t most)
    : reader_(reader), most_(most), thread_([this] { read(); }) {}

ReadAhead::~ReadAhead() {
  {
    const std::lock_guard lock(mutex_);
    given_up_ = true;
    changed_.notify_all();
  }
  thread_.join();
}

void ReadAhead::read() {
  try {
    for (;;) {
      std::optional<archive::Batch> batch = reader_.next();
      std::unique_lock lock(mutex_);
      if (!batch) break;
      bytes_ += batch->bytes;
      ready_.push_back(std::move(*batch));
      changed_.notify_all();
      changed_.wait(lock, [&] { return bytes_ < most_ || bytes_ == 0 || given_up_; });
      if (given_up_) return;
    }
  } catch (...) {
    failure_ = std::current_exception();
  }
  const std::lock_guard lock(mutex_);
  ended_ = true;
  changed_.notify_all();
}

std::optional<archive::Batch> ReadAhead::next() {
  std::unique_lock lock(mutex_);
  // Only now has the caller done with the one before.
  bytes_ -= std::exchange(given_, 0);
  changed_.notify_all();
  changed_.wait(lock, [&] { return !ready_.empty() || ended_; });
  if (ready_.empty()) {
    if (failure_) std::rethrow_exception(failure_);
    return {};
  }
  archive::Batch batch = std::move(ready_.front());
  ready_.pop_front();
  given_ = batch.bytes;
  return batch;
}

}  // namespace basewalk::run
