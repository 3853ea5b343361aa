// SPDX-License-Identifier: MIT
//
// What the guard did since it started, for the log (SIGUSR1) and for Prometheus.
#ifndef BASEWALK_GUARD_COUNTERS_H_
#define BASEWALK_GUARD_COUNTERS_H_

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "text/enum_table.h"

namespace basewalk::guard {

enum class Count : std::uint8_t {
  shown,     ///< requests: the page was shown
  opened,    ///< somebody went on
  direct,    ///< sent on without a page
  reported,  ///< somebody reported the link
  blocked,   ///< by the block list or the answer of --ask
  expired,
  forged,
  foreign,     ///< no link of the template
  unopenable,  ///< made by a key, and nothing that a browser may be sent to
  too_long,
  bad_request,   ///< another method, a body that makes no sense
  previous_key,  ///< links of a key before the one of now; they count above, too
  form_query,    ///< links with what a form filled in; they count above, too
  reports_written,
  reports_again,    ///< the same client and link, not written again
  reports_dropped,  ///< too many, the file is full, or it cannot be written
  asked,
  unanswered,  ///< --ask failed, took too long, or was asked too much
  slow,        ///< connections that took longer than --timeout
  log_failures,
};
std::string_view name(Count count);  ///< "shown", "bad-request", ...
inline constexpr std::size_t kCounts = enumerators<Count>();

class Counters {
 public:
  void add(Count count, std::uint64_t number = 1) {
    counts_[static_cast<std::size_t>(count)].fetch_add(number, std::memory_order_relaxed);
  }
  std::uint64_t value(Count count) const {
    return counts_[static_cast<std::size_t>(count)].load(std::memory_order_relaxed);
  }

  /// Connections open now.
  void open_connection() { open_.fetch_add(1); }
  void close_connection() { open_.fetch_sub(1); }
  std::size_t open_connections() const { return open_.load(); }

  /// "shown=3 opened=0 ...", in one line.
  std::string line() const;
  /// The text format of Prometheus, version 0.0.4.
  std::string prometheus() const;

 private:
  std::array<std::atomic<std::uint64_t>, kCounts> counts_{};
  std::atomic<std::size_t> open_{0};
};

}  // namespace basewalk::guard

#endif  // BASEWALK_GUARD_COUNTERS_H_
