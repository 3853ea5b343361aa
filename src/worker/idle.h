// SPDX-License-Identifier: MIT
//
// Processes that nobody uses at the moment: of each module one for each core is kept.
//
// Before this: server.cpp and exchange.cpp have one of these each.
#ifndef BASEWALK_SRC_WORKER_IDLE_H_
#define BASEWALK_SRC_WORKER_IDLE_H_

#include <sys/types.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <iterator>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "worker/process.h"

namespace basewalk::worker {

/// What starts a process has program() and module(), and is made of them.
///
/// What is forked has none: its parent goes on with those that are here.  Neither waits for a
/// thread of the other that holds a lock.
template <typename Starter>
class Idle {
 public:
  Idle() : pool_(new Pool) {}
  Idle(const Idle&) = delete;
  Idle& operator=(const Idle&) = delete;
  ~Idle() { end(pool_.load()); }

  /// One that is idle, or a new one; of the program that worker_program() now names.
  std::unique_ptr<Starter> take(std::string_view module) {
    std::string program = worker_program();
    {
      Pool& own = pool();
      const std::lock_guard lock(own.mutex);
      std::erase_if(own.idle, [&](const auto& each) { return each->program() != program; });
      const auto fits = std::find_if(own.idle.rbegin(), own.idle.rend(),
                                     [&](const auto& each) { return each->module() == module; });
      if (fits != own.idle.rend()) {
        std::unique_ptr<Starter> taken = std::move(*fits);
        own.idle.erase(std::next(fits).base());
        return taken;
      }
    }
    return std::make_unique<Starter>(std::move(program), std::string(module));
  }

  void give_back(std::unique_ptr<Starter> used) {
    Pool& own = pool();
    const std::lock_guard lock(own.mutex);
    const auto alike = std::count_if(own.idle.begin(), own.idle.end(), [&](const auto& each) {
      return each->module() == used->module();
    });
    if (static_cast<std::size_t>(alike) < std::max(1U, std::thread::hardware_concurrency()))
      own.idle.push_back(std::move(used));
  }

 private:
  struct Pool {
    const pid_t owner = ::getpid();
    std::mutex mutex;
    std::vector<std::unique_ptr<Starter>> idle;
  };

  // Of this process.
  Pool& pool() {
    Pool* known = pool_.load();
    if (known->owner == ::getpid()) return *known;
    auto made = std::make_unique<Pool>();
    Pool* parents = known;
    // Where it is not, another thread of this process was faster.
    if (!pool_.compare_exchange_strong(known, made.get())) return *known;
    end(parents);
    return *made.release();
  }

  // What a thread of the parent held when this process was forked is held for ever, and may be half
  // changed: that one stays.
  static void end(Pool* pool) {
    if (pool->owner != ::getpid()) {
      if (!pool->mutex.try_lock()) return;
      pool->mutex.unlock();
    }
    delete pool;
  }

  std::atomic<Pool*> pool_;
};

}  // namespace basewalk::worker

#endif  // BASEWALK_SRC_WORKER_IDLE_H_
