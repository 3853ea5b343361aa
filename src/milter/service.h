// SPDX-License-Identifier: MIT
//
// What all connections share, and what each keeps.
#ifndef BASEWALK_MILTER_SERVICE_H_
#define BASEWALK_MILTER_SERVICE_H_

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>

#include "milter/counters.h"
#include "milter/options.h"
#include "milter/rewriters.h"

namespace basewalk::milter {

/// How messages are treated, ready for use.  A connection keeps what it began with: the mail server
/// was asked then for what may be done to its messages.
struct Treating : Treatment {
  Treating(Treatment given, Turns& turns)
      : Treatment(std::move(given)), rewriters(rewriting, turns) {}

  Rewriters rewriters;
};

struct Service {
  /// Reads options, files and keys again; nothing, and a complaint, where they make no sense.
  using Reread = std::function<std::optional<Configuration>()>;

  Service(Configuration given, Reread again)
      : options(std::move(given.options)),
        reread(std::move(again)),
        treating_(std::make_shared<Treating>(std::move(given.treatment), turns)) {}

  /// For the next connection.
  std::shared_ptr<Treating> treating() const {
    const std::lock_guard lock(mutex_);
    return treating_;
  }
  void treat_from_now_on(Treatment treatment) {
    auto next = std::make_shared<Treating>(std::move(treatment), turns);
    const std::lock_guard lock(mutex_);
    treating_.swap(next);
  }

  const Options options;
  const Reread reread;
  Turns turns;
  Counters counters;
  std::atomic<bool> stopping{false};  ///< messages that end from now on come again later
  std::atomic<int> busy{0};           ///< messages being looked at

 private:
  mutable std::mutex mutex_;
  std::shared_ptr<Treating> treating_;
};

}  // namespace basewalk::milter

#endif  // BASEWALK_MILTER_SERVICE_H_
