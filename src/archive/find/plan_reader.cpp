// SPDX-License-Identifier: MIT
#include "archive/find/plan_reader.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

namespace basewalk::archive {
namespace {

constexpr std::size_t kStep = std::size_t{64} << 10;
// No name and no sentence is so long that a line of it would be.
constexpr std::size_t kLongest = std::size_t{1} << 20;
// An end line is shorter.
constexpr std::size_t kEndBytes = 256;

}  // namespace

Result<std::shared_ptr<const PlanFile>> PlanFile::open(const std::string& name) {
  auto plan = std::make_shared<PlanFile>();
  plan->name_ = name;
  plan->file_.set(::open(name.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK));
  struct stat status {};
  if (!plan->file_.is_open() || ::fstat(plan->file_.number(), &status) != 0)
    return Error{errno == ENOENT ? "missing" : "unreadable", 0, std::strerror(errno)};
  if (S_ISDIR(status.st_mode))
    return Error{"folder", 0, "is a folder; a plan is a file that `basewalk plan` has written"};
  if (!S_ISREG(status.st_mode))
    return Error{"unreadable", 0, "is no regular file; a plan is read at more than one place"};
  std::array<char, kEndBytes> bytes{};
  const auto read = [&](std::uint64_t from) {
    return std::string_view(bytes.data(), plan->read_at(from, bytes.data(), bytes.size()));
  };
  std::string_view head = read(0);
  if (!head.starts_with(kPlanName))
    return Error{"no-plan", 0, "is no plan; `basewalk plan SOURCE... -o FILE` writes one"};
  if (!head.starts_with(kPlanHeader))
    return Error{"version", 0, "is a plan of another version of basewalk; make it anew"};
  const auto size = static_cast<std::uint64_t>(status.st_size);
  std::string_view tail = read(size - std::min<std::uint64_t>(size, kEndBytes));
  const bool is_whole = tail.ends_with('\n');
  if (is_whole) tail.remove_suffix(1);
  const std::size_t line = tail.rfind('\n');
  std::optional<PlanEnd> end;
  if (is_whole && line != tail.npos) end = read_plan_end(tail.substr(line + 1));
  if (!end) return Error{"incomplete", 0, "is a plan without its end; make it anew"};
  plan->lines_end_ = size - 1 - (tail.size() - (line + 1));
  plan->end_ = std::move(*end);
  return {std::shared_ptr<const PlanFile>(std::move(plan))};
}

std::size_t PlanFile::read_at(std::uint64_t offset, char* into, std::size_t size) const {
  std::size_t got = 0;
  text::read_at(file_.number(), into, size, offset, got);
  return got;
}

PlanReader::PlanReader(std::shared_ptr<const PlanFile> plan, const Share& share)
    : plan_(std::move(plan)), share_(share), at_(first_line()) {
  if (at_ == plan_->lines_begin()) expected_ = 0;
}

// The first line that begins behind a place in the plan.
std::optional<std::uint64_t> PlanReader::line_behind(std::uint64_t at) const {
  std::string bytes(kStep, '\0');
  for (std::uint64_t from = at; from < plan_->lines_end() && from - at < kLongest; from += kStep) {
    const std::size_t got = plan_->read_at(from, bytes.data(), bytes.size());
    const std::size_t end = std::string_view(bytes).substr(0, got).find('\n');
    if (end != std::string_view::npos) return from + end + 1;
    if (got < bytes.size()) break;
  }
  return {};
}

// The first field of a line.
std::optional<std::uint64_t> PlanReader::begin_of(std::uint64_t line) const {
  std::array<char, 24> bytes{};
  std::string_view text(bytes.data(), plan_->read_at(line, bytes.data(), bytes.size()));
  const std::size_t end = text.find('\t');
  if (end == text.npos || end == 0) return {};
  std::uint64_t begin = 0;
  for (const char c : text.substr(0, end)) {
    if (c < '0' || c > '9') return {};
    begin = begin * 10 + static_cast<std::uint64_t>(c - '0');
  }
  return begin;
}

// A line at or before the first that has anything of the share, and not far before it.  Where the
// lines make no sense, all are read, and it is told which.
std::uint64_t PlanReader::first_line() const {
  const std::uint64_t first = plan_->lines_begin();
  if (share_.is_all() || share_.begin() == 0) return first;
  // The line at `low` has its bytes before the share, and those from `high` on have none before.
  std::uint64_t low = first;
  std::uint64_t high = plan_->lines_end();
  while (high - low > kStep) {
    const std::optional<std::uint64_t> line = line_behind(low + (high - low) / 2);
    if (!line || *line >= high) break;
    const std::optional<std::uint64_t> begin = begin_of(*line);
    if (!begin) return first;
    if (*begin < share_.begin())
      low = *line;
    else
      high = *line;
  }
  return low;
}

std::optional<std::string_view> PlanReader::next_line() {
  for (std::size_t searched = 0;;) {
    const std::size_t end = buffer_.find('\n', taken_ + searched);
    if (end != buffer_.npos) {
      const std::string_view line = std::string_view(buffer_).substr(taken_, end - taken_);
      at_ += line.size() + 1;
      taken_ = end + 1;
      return line;
    }
    buffer_.erase(0, std::exchange(taken_, 0));
    searched = buffer_.size();
    if (searched > kLongest) return {};
    const std::uint64_t from = at_ + searched;
    const std::size_t wanted = static_cast<std::size_t>(
        std::min<std::uint64_t>(kStep, plan_->lines_end() - std::min(from, plan_->lines_end())));
    buffer_.resize(searched + wanted);
    const std::size_t got = plan_->read_at(from, buffer_.data() + searched, wanted);
    buffer_.resize(searched + got);
    if (got == 0) return {};
  }
}

Found PlanReader::damaged() {
  ended_ = true;
  Found found;
  found.name = plan_->name();
  found.failure = Failure{"is a damaged plan: the line at byte " + std::to_string(at_) +
                              " makes no sense; nothing behind it was read",
                          false, Trouble::damaged};
  // Told by each share that meets it.
  found.place = Extent{share_.begin(), 0};
  return found;
}

std::optional<Found> PlanReader::next() {
  while (!ended_) {
    if (at_ == plan_->lines_end()) {
      ended_ = true;
      if (expected_ && *expected_ != plan_->end().bytes) return damaged();
      break;
    }
    const std::uint64_t line_begin = at_;
    const std::optional<std::string_view> line = next_line();
    std::optional<Found> found;
    if (line) found = read_plan_line(*line);
    if (!found || (expected_ && *expected_ != found->place->begin)) {
      at_ = line_begin;
      return damaged();
    }
    const Extent& place = *found->place;
    expected_ = place.begin + place.length;
    if (share_.meets(place.begin, place.length)) return found;
    ended_ = share_.ends_before(place.begin);
  }
  return {};
}

}  // namespace basewalk::archive
