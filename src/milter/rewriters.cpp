// SPDX-License-Identifier: MIT
#include "milter/rewriters.h"

#include <algorithm>
#include <chrono>
#include <stdexcept>
#include <thread>

namespace basewalk::milter {
namespace {

// A rewriter keeps its buffers; behind a message larger than this it goes.
constexpr std::size_t kKeptBytes = 1024 * 1024;

}  // namespace

// Holds one of the places, also where something is thrown.
class Rewriters::Turn {
 public:
  Turn(Rewriters& rewriters, const std::function<void()>& waiting) : rewriters_(rewriters) {
    std::unique_lock lock(rewriters_.mutex_);
    while (!rewriters_.returned_.wait_for(lock, std::chrono::seconds(10),
                                          [&] { return rewriters_.free_ > 0; })) {
      lock.unlock();
      waiting();
      lock.lock();
    }
    --rewriters_.free_;
  }
  ~Turn() {
    {
      const std::lock_guard lock(rewriters_.mutex_);
      ++rewriters_.free_;
    }
    rewriters_.returned_.notify_one();
  }
  Turn(const Turn&) = delete;
  Turn& operator=(const Turn&) = delete;

 private:
  Rewriters& rewriters_;
};

Rewriters::Rewriters(rewrite::Options options)
    : options_(std::move(options)),
      free_(std::max<std::size_t>(2, std::thread::hardware_concurrency())) {
  idle_.reserve(free_);
}

std::unique_ptr<rewrite::Rewriter> Rewriters::take() {
  {
    const std::lock_guard lock(mutex_);
    if (!idle_.empty()) {
      std::unique_ptr<rewrite::Rewriter> rewriter = std::move(idle_.back());
      idle_.pop_back();
      return rewriter;
    }
  }
  Result<rewrite::Rewriter> made = rewrite::Rewriter::make(options_);
  if (!made) throw std::runtime_error(made.error().detail);
  return std::make_unique<rewrite::Rewriter>(*std::move(made));
}

void Rewriters::give_back(std::unique_ptr<rewrite::Rewriter> rewriter) {
  const std::lock_guard lock(mutex_);
  idle_.push_back(std::move(rewriter));  // reserved: there are never more than places
}

std::size_t Rewriters::idle() {
  const std::lock_guard lock(mutex_);
  return idle_.size();
}

rewrite::Rewritten Rewriters::rewrite(std::string_view bytes,
                                      const std::function<void()>& waiting) {
  const Turn turn(*this, waiting);
  std::unique_ptr<rewrite::Rewriter> rewriter = take();
  // Where it throws, the rewriter goes: nobody knows what state it is in.
  rewrite::Rewritten result = rewriter->rewrite(bytes);
  if (bytes.size() <= kKeptBytes) give_back(std::move(rewriter));
  return result;
}

}  // namespace basewalk::milter
