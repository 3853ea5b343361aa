// SPDX-License-Identifier: MIT
#include "guard/journal.h"

#include <sys/stat.h>
#include <unistd.h>

#include <utility>
#include <vector>

#include "daemon/log.h"
#include "text/files/descriptor.h"
#include "text/json.h"
#include "text/siphash.h"

namespace basewalk::guard {
namespace {

constexpr std::time_t kOnceIn = 3600;
constexpr unsigned kReportsInMinute = 60;

std::string time_of(std::time_t now) {
  std::tm parts{};
  ::gmtime_r(&now, &parts);
  char text[32];
  return std::string(text, std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts));
}

bool open_file(std::string_view option, const std::string& name,
               std::unique_ptr<text::SharedFile>& file) {
  if (name.empty()) return true;
  auto opened = std::make_unique<text::SharedFile>();
  if (!opened->open(name)) {
    daemon::log(daemon::Level::error, {},
                std::string(option) + " " + name + ": " + opened->failure());
    return false;
  }
  file = std::move(opened);
  return true;
}

}  // namespace

std::string json_line(const Line& line, std::time_t now) {
  std::string out;
  text::JsonObject object(out);
  object.text("time", time_of(now));
  object.text("verdict", line.verdict);
  const auto some = [&](std::string_view key, std::string_view value) {
    if (!value.empty()) object.text(key, value);
  };
  some("host", line.host);
  some("url", line.url);
  some("client", line.client);
  if (line.has_key) object.number("key", line.key);
  some("expires", line.expires);
  if (!line.flags.empty()) {
    std::vector<std::string_view> names;
    for (const Flag flag : line.flags) names.push_back(name(flag));
    object.texts("flags", names);
  }
  some("asked", line.asked);
  if (line.form_query) object.truth("form_query", true);
  object.end();
  return out + "\n";
}

bool Journal::open() {
  const std::lock_guard lock(mutex_);
  const bool logs = open_file("--log", options_.log, log_);
  return open_file("--report", options_.report, reports_) && logs;
}

void Journal::write(const Line& line, std::time_t now) {
  const std::string text = json_line(line, now);
  const std::lock_guard lock(mutex_);
  const bool is_written = log_ ? log_->append(text) : text::write_all(STDOUT_FILENO, text) == 0;
  if (!is_written) counters_.add(Count::log_failures);
}

// A table of fixed size: two that fall together make one of them count again.
bool Journal::was_reported(const Line& line, std::time_t now) {
  std::string both(line.client);
  both.append("\n").append(line.url);
  const std::uint64_t hash = siphash(both);
  Seen& seen = seen_[static_cast<std::size_t>(hash % seen_.size())];
  if (seen.hash == hash && now < seen.until) return true;
  seen = {hash, now + kOnceIn};
  return false;
}

bool Journal::has_room(std::size_t bytes) {
  struct stat info;
  // Moved away: it begins anew, so that what was moved is not added to for ever.
  if (::stat(options_.report.c_str(), &info) != 0 &&
      (!open_file("--report", options_.report, reports_) ||
       ::stat(options_.report.c_str(), &info) != 0))
    return false;
  return static_cast<std::uint64_t>(info.st_size) + bytes <= options_.report_bytes;
}

void Journal::report(const Line& line, std::time_t now) {
  const std::lock_guard lock(mutex_);
  if (was_reported(line, now)) return counters_.add(Count::reports_again);
  if (now / 60 != minute_) {
    minute_ = now / 60;
    in_minute_ = 0;
  }
  const std::string text = json_line(line, now);
  const bool is_written = ++in_minute_ <= kReportsInMinute &&
                          (!reports_ || (has_room(text.size()) && reports_->append(text)));
  counters_.add(is_written ? Count::reports_written : Count::reports_dropped);
}

}  // namespace basewalk::guard
