// SPDX-License-Identifier: MIT
//
// What all requests share.
#ifndef BASEWALK_GUARD_SERVICE_H_
#define BASEWALK_GUARD_SERVICE_H_

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>

#include "guard/ask.h"
#include "guard/counters.h"
#include "guard/journal.h"
#include "guard/options.h"

namespace basewalk::guard {

struct Service {
  /// Reads options, files and keys again; nothing, and a complaint, where they make no sense.
  using Reread = std::function<std::optional<Configuration>()>;

  Service(Configuration given, Reread again, Meaning words)
      : options(std::move(given.options)),
        reread(std::move(again)),
        meaning(words),
        journal(options, counters),
        treatment_(std::make_shared<const Treatment>(std::move(given.treatment))) {}

  /// For the next request, which keeps it to its end.
  std::shared_ptr<const Treatment> treatment() const {
    const std::lock_guard lock(mutex_);
    return treatment_;
  }
  void treat_from_now_on(Treatment treatment) {
    auto next = std::make_shared<const Treatment>(std::move(treatment));
    const std::lock_guard lock(mutex_);
    treatment_.swap(next);
  }

  const Options options;
  const Reread reread;
  const Meaning meaning;
  Counters counters;
  Journal journal;

 private:
  mutable std::mutex mutex_;
  std::shared_ptr<const Treatment> treatment_;
};

}  // namespace basewalk::guard

#endif  // BASEWALK_GUARD_SERVICE_H_
