// SPDX-License-Identifier: MIT
//
// What a report says of all messages together: counts by status, base, flag, host ...  They are
// those of the records of `basewalk links` over the same sources.
// What comes before: mail.h.  What comes after: archive_page.cpp.
#ifndef BASEWALK_REPORT_COUNTS_H_
#define BASEWALK_REPORT_COUNTS_H_

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "report/mail.h"
#include "text/enum_table.h"
#include "text/siphash.h"
#include "text/utf8.h"

namespace basewalk::report {

inline constexpr std::size_t kFlagCount = enumerators<Flag>();

/// How many links have each name; the rarest are let go where there are very many.
class Names {
 public:
  /// So many are known at a time.
  static constexpr std::size_t kMost = 1'000'000;

  /// A longer name counts by its beginning: no host of the Internet is so long.
  static constexpr std::size_t kLongest = 300;

  void add(std::string_view name) {
    name = utf8::cut(name, kLongest);
    ++total_;
    const auto known = counts_.find(name);
    if (known != counts_.end())
      ++known->second;
    else if (counts_.size() < kMost)
      counts_.emplace(name, 1);
    else
      ++beyond_;
  }
  /// The most frequent ones, those of equal count by name.
  std::vector<std::pair<std::string, std::uint64_t>> top(std::size_t most) const;
  std::size_t size() const { return counts_.size(); }
  std::uint64_t total() const { return total_; }
  /// Links whose name came when there were too many already, so that it may be missing.
  std::uint64_t beyond() const { return beyond_; }

 private:
  std::unordered_map<std::string, std::uint64_t, TextHash, std::equal_to<>> counts_;
  std::uint64_t total_ = 0, beyond_ = 0;
};

struct Counts {
  std::uint64_t messages = 0, bytes = 0, parts = 0, links = 0, notes = 0, documents = 0;
  std::uint64_t problems = 0, skipped = 0;
  std::uint64_t flagged_messages = 0, flagged_links = 0, through_base = 0;
  std::array<std::uint64_t, enumerators<Status>()> by_status{};
  std::array<std::uint64_t, enumerators<BaseFrom>()> by_base_from{};
  std::array<std::uint64_t, kFlagCount> by_flag{};
  std::array<std::uint64_t, enumerators<Verdict>()> by_verdict{};
  std::array<std::uint64_t, enumerators<Doubt>()> by_reading{};
  std::map<std::string, std::uint64_t, std::less<>> unread_by_why, notes_by_code;
  Names hosts, domains, through_base_hosts;
  /// Messages by verdict, by the month of their date: "2024-01".
  using Verdicts = std::array<std::uint64_t, enumerators<Verdict>()>;
  std::map<std::string, Verdicts, std::less<>> by_month;
  std::uint64_t undated = 0;

  void add(const Mail& mail);
  void add(const MailLink& link);
};

}  // namespace basewalk::report

#endif  // BASEWALK_REPORT_COUNTS_H_
