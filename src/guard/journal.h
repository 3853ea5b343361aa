// SPDX-License-Identifier: MIT
//
// What is written down: a line for each request, and the reports of people.  Both are JSON, one
// object a line.
//
// Reports come from anybody: the same client and link count once an hour, no more than sixty are
// written in a minute, and the file of --report never grows beyond its bound.
#ifndef BASEWALK_GUARD_JOURNAL_H_
#define BASEWALK_GUARD_JOURNAL_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <ctime>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

#include "guard/counters.h"
#include "guard/options.h"
#include "text/files/shared_file.h"

namespace basewalk::guard {

/// One request and what became of it.
struct Line {
  std::string_view verdict, host, url, client, expires, asked;
  Flags flags;
  bool has_key = false, form_query = false;
  std::size_t key = 0;
};
/// With the time, in UTC, and a line end.
std::string json_line(const Line& line, std::time_t now);

class Journal {
 public:
  Journal(const Options& options, Counters& counters) : options_(options), counters_(counters) {}

  /// Opens the files, at the start and again at a reload (they may have been moved away).  False,
  /// with a message; what was open stays open then.
  bool open();

  void write(const Line& line, std::time_t now);
  void report(const Line& line, std::time_t now);

 private:
  bool was_reported(const Line& line, std::time_t now);
  bool has_room(std::size_t bytes);

  const Options& options_;
  Counters& counters_;
  std::mutex mutex_;
  std::unique_ptr<text::SharedFile> log_, reports_;
  struct Seen {
    std::uint64_t hash = 0;
    std::time_t until = 0;
  };
  std::array<Seen, 4096> seen_{};
  std::time_t minute_ = 0;
  unsigned in_minute_ = 0;
};

}  // namespace basewalk::guard

#endif  // BASEWALK_GUARD_JOURNAL_H_
