// SPDX-License-Identifier: MIT
//
// What all connections of a filter share, and what each keeps.  Before: options.h.  Next: judge.h
// has it for each message, serve.h for the process.
#ifndef BASEWALK_FILTER_SERVICE_H_
#define BASEWALK_FILTER_SERVICE_H_

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string_view>
#include <utility>

#include "filter/counters.h"
#include "filter/options.h"
#include "filter/report.h"
#include "filter/rewriters.h"

namespace basewalk::filter {

/// One way to treat messages.
struct Way {
  Way(const policy::Treatment& given, Turns& turns)
      : treatment(given), rewriters(given.rewriting, turns) {}

  const policy::Treatment treatment;
  Rewriters rewriters;
};

/// How messages are treated, ready for use.  A connection keeps what it began with: the mail server
/// was asked then for what may be done to its messages.
struct Treating : Treatment {
  Treating(Treatment given, Turns& turns) : Treatment(std::move(given)), own(*this, turns) {
    if (policy)
      for (const policy::Rule& rule : policy->rules) of_rules.emplace_back(rule.treatment, turns);
    for (const bool in_dry_run : {false, true}) {
      const auto look_at = [&](Way& way) {
        const policy::Treatment& treatment = way.treatment;
        if (marking == nullptr && !treatment.off && treatment.rewriting.mark &&
            treatment.dry_run == in_dry_run)
          marking = &way;
      };
      look_at(own);
      for (Way& way : of_rules) look_at(way);
    }
  }

  /// Does any of the ways ask for it?
  template <class Asks>
  bool any(Asks asks) const {
    return asks(own.treatment) ||
           std::ranges::any_of(of_rules, [&](const Way& way) { return asks(way.treatment); });
  }
  Way& way_of(const policy::Rule* rule) {
    return rule == nullptr ? own : of_rules[static_cast<std::size_t>(rule - policy->rules.data())];
  }

  Way own;                   ///< where no rule matches
  std::deque<Way> of_rules;  ///< of the policy, in its order
  /// One that marks, and best one that does so in truth: whoever believes marks must never see one
  /// that came with a message, whatever rule that meets.  Null where nobody marks.
  Way* marking = nullptr;
};

struct Service {
  /// Reads options, files and keys again; nothing, and a complaint, where they make no sense.
  using Reread = std::function<std::optional<Configuration>()>;

  /// `metrics` begins the names of the metrics; it lives as long.
  Service(Configuration given, Reread again, std::string_view metrics)
      : options(std::move(given.options)),
        reread(std::move(again)),
        counters(metrics),
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
  Report report;
  std::atomic<bool> stopping{false};  ///< messages that end from now on come again later
  std::atomic<int> busy{0};           ///< messages being looked at

 private:
  mutable std::mutex mutex_;
  std::shared_ptr<Treating> treating_;
};

}  // namespace basewalk::filter

#endif  // BASEWALK_FILTER_SERVICE_H_
