// SPDX-License-Identifier: MIT
#include "filter/rewriters.h"

#include <algorithm>
#include <chrono>
#include <stdexcept>
#include <thread>

namespace basewalk::filter {
namespace {

// A rewriter keeps its buffers; behind a message larger than this it goes.
constexpr std::size_t kKeptBytes = 1024 * 1024;

}  // namespace

Turns::Turns()
    : places_(std::max<std::size_t>(2, std::thread::hardware_concurrency())), free_(places_) {}

Turns::Turn::Turn(Turns& turns, const std::function<void()>& waiting) : turns_(turns) {
  std::unique_lock lock(turns_.mutex_);
  while (!turns_.returned_.wait_for(lock, std::chrono::seconds(10),
                                    [&] { return turns_.free_ > 0; })) {
    lock.unlock();
    waiting();
    lock.lock();
  }
  --turns_.free_;
}

Turns::Turn::~Turn() {
  {
    const std::lock_guard lock(turns_.mutex_);
    ++turns_.free_;
  }
  turns_.returned_.notify_one();
}

Rewriters::Rewriters(rewrite::Options options, Turns& turns)
    : options_(std::move(options)), turns_(turns) {
  idle_.reserve(turns_.places());
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
  const Turns::Turn turn(turns_, waiting);
  std::unique_ptr<rewrite::Rewriter> rewriter = take();
  // Where it throws, the rewriter goes: nobody knows what state it is in.
  rewrite::Rewritten result = rewriter->rewrite(bytes);
  if (bytes.size() <= kKeptBytes) give_back(std::move(rewriter));
  return result;
}

}  // namespace basewalk::filter
