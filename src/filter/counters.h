// SPDX-License-Identifier: MIT
//
// What a filter did since it started, for the log (SIGUSR1) and for Prometheus.
#ifndef BASEWALK_FILTER_COUNTERS_H_
#define BASEWALK_FILTER_COUNTERS_H_

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <tuple>

#include "basewalk/flags.h"
#include "basewalk/rewrite/rewrite.h"
#include "basewalk/walk/walk.h"
#include "text/enum_table.h"

namespace basewalk::filter {

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
  clear,    ///< messages of that verdict
  differs,  ///< of that
  unread,   ///< and of that
  forged_marks,
  connections,
  connections_refused,  ///< over the bound
};
inline constexpr std::size_t kCounts = enumerators<Count>();
inline constexpr std::size_t kFlags = std::tuple_size_v<decltype(rewrite::Rewritten::flagged)>;

class Counters {
 public:
  /// `prefix` of the metrics' names, as "basewalk_milter_"; it lives as long.
  explicit Counters(std::string_view prefix) : prefix_(prefix) {}

  void add(Count count, std::uint64_t number = 1) {
    counts_[static_cast<std::size_t>(count)].fetch_add(number, std::memory_order_relaxed);
  }
  std::uint64_t value(Count count) const { return read(counts_[static_cast<std::size_t>(count)]); }

  void add_verdict(Verdict verdict);
  /// Links of a message that have each flag, in the order of the flags.
  void add_flags(std::span<const std::size_t, kFlags> links);
  /// A message was looked at for so long.
  void add_time(std::chrono::nanoseconds spent);

  /// Connections open now.  The first gives the number with the new one.
  std::size_t open_connection() { return open_.fetch_add(1) + 1; }
  void close_connection() { open_.fetch_sub(1); }
  std::size_t open_connections() const { return open_.load(); }

  /// "rewritten=3 marked=0 ...", in one line.
  std::string line() const;
  /// The text format of Prometheus, version 0.0.4.
  std::string prometheus() const;

  /// Seconds up to which messages are counted together.
  static constexpr auto kBounds =
      std::to_array({0.0001, 0.0005, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1.0, 5.0, 10.0});

 private:
  using Number = std::atomic<std::uint64_t>;
  static std::uint64_t read(const Number& number) { return number.load(std::memory_order_relaxed); }
  std::string begin_metric(std::string_view name, std::string_view type, std::string_view help,
                           std::string& text) const;
  void append_flags(std::string& text) const;
  void append_times(std::string& text) const;

  const std::string_view prefix_;
  std::array<Number, kCounts> counts_{};
  std::array<Number, kFlags> flags_{};
  std::array<Number, kBounds.size() + 1> times_{};  // up to each bound, and above
  Number nanoseconds_{0};
  std::atomic<std::size_t> open_{0};
};

}  // namespace basewalk::filter

#endif  // BASEWALK_FILTER_COUNTERS_H_
