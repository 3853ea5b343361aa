// SPDX-License-Identifier: MIT
//
// Processes that nobody uses at the moment: of each module one for each core is kept.
//
// Before this: server.cpp and exchange.cpp have one of these each.
#ifndef BASEWALK_SRC_WORKER_IDLE_H_
#define BASEWALK_SRC_WORKER_IDLE_H_

#include <algorithm>
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
template <typename Starter>
class Idle {
 public:
  /// One that is idle, or a new one; of the program that worker_program() now names.
  std::unique_ptr<Starter> take(std::string_view module) {
    std::string program = worker_program();
    {
      const std::lock_guard lock(mutex_);
      std::erase_if(idle_, [&](const auto& each) { return each->program() != program; });
      const auto fits = std::find_if(idle_.rbegin(), idle_.rend(),
                                     [&](const auto& each) { return each->module() == module; });
      if (fits != idle_.rend()) {
        std::unique_ptr<Starter> taken = std::move(*fits);
        idle_.erase(std::next(fits).base());
        return taken;
      }
    }
    return std::make_unique<Starter>(std::move(program), std::string(module));
  }

  void give_back(std::unique_ptr<Starter> used) {
    const std::lock_guard lock(mutex_);
    const auto alike = std::count_if(idle_.begin(), idle_.end(), [&](const auto& each) {
      return each->module() == used->module();
    });
    if (static_cast<std::size_t>(alike) < std::max(1U, std::thread::hardware_concurrency()))
      idle_.push_back(std::move(used));
  }

 private:
  std::mutex mutex_;
  std::vector<std::unique_ptr<Starter>> idle_;
};

}  // namespace basewalk::worker

#endif  // BASEWALK_SRC_WORKER_IDLE_H_
