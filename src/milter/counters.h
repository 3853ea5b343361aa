// SPDX-License-Identifier: MIT
//
// What the milter did since it started, for the log (SIGUSR1) and for Prometheus.
#ifndef BASEWALK_MILTER_COUNTERS_H_
#define BASEWALK_MILTER_COUNTERS_H_

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>

#include "text/enum_table.h"

namespace basewalk::milter {

enum class Count : std::uint8_t {
  rewritten,  ///< messages: the body was replaced
  marked,     ///< only the header was changed
  unchanged,  ///< looked at, and nothing was changed
  oversize,   ///< too large to be looked at
  tempfailed,
  rejected,     ///< --on-doubt reject
  accepted,     ///< passed unchanged after an error (--on-error accept)
  aborted,      ///< the mail server gave them up before their end
  quarantined,  ///< --on-doubt quarantine; they count as rewritten, marked or unchanged, too
  bytes,        ///< of the messages looked at
  links,
  edits,
  kept,
  differs,  ///< messages of that verdict
  unread,   ///< messages of that verdict
  forged_marks,
  connections,
  connections_refused,  ///< over the bound
  microseconds,         ///< spent on looking at messages
};
inline constexpr std::size_t kCounts = enumerators<Count>();

class Counters {
 public:
  void add(Count count, std::uint64_t number = 1) {
    counts_[static_cast<std::size_t>(count)].fetch_add(number, std::memory_order_relaxed);
  }
  std::uint64_t value(Count count) const {
    return counts_[static_cast<std::size_t>(count)].load(std::memory_order_relaxed);
  }
  /// Connections open now.  The first gives the number with the new one.
  std::size_t open_connection() { return open_.fetch_add(1) + 1; }
  void close_connection() { open_.fetch_sub(1); }
  std::size_t open_connections() const { return open_.load(); }

  /// "rewritten=3 marked=0 ...", in one line.
  std::string line() const;
  /// The text format of Prometheus, version 0.0.4.
  std::string prometheus() const;

 private:
  std::array<std::atomic<std::uint64_t>, kCounts> counts_{};
  std::atomic<std::size_t> open_{0};
};

}  // namespace basewalk::milter

#endif  // BASEWALK_MILTER_COUNTERS_H_
