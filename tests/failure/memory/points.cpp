// SPDX-License-Identifier: MIT
#include "failure/memory/points.h"

#include <dirent.h>
#include <execinfo.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <memory>
#include <new>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "failure/memory/faults.h"

namespace basewalk::failure {
namespace {

// How allocations fail: one alone; that and all behind it; and the same in a process that has not
// run the scenario before, where tables are made for the first time.
enum class Mode : std::uint8_t { one, all_after, one_at_first, all_at_first };
constexpr std::array kModes = {Mode::one, Mode::all_after, Mode::one_at_first, Mode::all_at_first};
constexpr std::array kModeNames = {"one", "all after", "one, at first", "all after, at first"};

bool is_at_first(Mode mode) { return mode >= Mode::one_at_first; }
bool is_all_after(Mode mode) { return mode == Mode::all_after || mode == Mode::all_at_first; }
const char* name(Mode mode) { return kModeNames[static_cast<std::size_t>(mode)]; }

// What processes of a scenario tell the one that has started them.
struct Shared {
  std::uint64_t count = 0, count_at_first = 0;  // allocations of a run in which none fails
  std::uint64_t point = 0;
  std::uint64_t tried = 0, leaks = 0, wrong = 0, wrong_files = 0, crashes = 0, foreign = 0;
  std::size_t right_size = 0;
  char right[std::size_t{4} << 20];  // the answer, where no memory is short
};

// What a run was like.
struct Seen {
  Outcome outcome;
  bool threw_memory = false;
  std::string threw;  // another exception
  std::string files;  // what is wrong with them
  Counts counts;
  std::size_t left = 0;
  std::vector<Left> lefts;
};

Seen seen_of(const Scenario& scenario, const Faults& faults, bool keeps_left = false) {
  Seen seen;
  std::unique_ptr<Run> run = scenario.make();
  seen.outcome.bytes.reserve(4096);
  begin(faults, keeps_left);
  try {
    run->run(seen.outcome);
    seen.counts = end();
  } catch (const std::bad_alloc&) {
    seen.counts = end();
    seen.threw_memory = true;
  } catch (const std::exception& error) {
    seen.counts = end();
    seen.threw = error.what();
  }
  seen.files = run->look(seen.outcome);
  run.reset();
  // It may have grown meanwhile.
  seen.outcome.bytes = std::string(seen.outcome.bytes);
  if (std::array<Left, 1024> some; (seen.left = left(some)) > 0)
    seen.lefts.assign(some.begin(), some.begin() + std::min(seen.left, some.size()));
  return seen;
}

std::size_t open_descriptors() {
  std::size_t count = 0;
  DIR* folder = ::opendir("/proc/self/fd");
  if (folder == nullptr) return 0;
  while (::readdir(folder) != nullptr) ++count;
  ::closedir(folder);
  return count;
}

// The process of one scenario, or a part of its points.
class Trial {
 public:
  Trial(const Scenario& scenario, const Options& options, Mode mode, Shared& shared)
      : scenario_(scenario), options_(options), mode_(mode), shared_(shared) {}

  /// Learns the right answer.  False where it has none.
  bool learn();
  /// Makes what is made once for all.
  void warm_up() const;
  void try_point(std::uint64_t point);

 private:
  std::string_view right() const { return {shared_.right, shared_.right_size}; }
  void complain(const std::string& what) const;
  void judge(const Seen& seen);
  void look_for_leaks(const Faults& faults, const Seen& first);
  void look_at_answer();

  const Scenario& scenario_;
  const Options& options_;
  const Mode mode_;
  Shared& shared_;
};

void Trial::complain(const std::string& what) const {
  std::fprintf(stderr, "%s, %s, allocation %llu: %s\n", scenario_.name.c_str(), name(mode_),
               static_cast<unsigned long long>(shared_.point), what.c_str());
}

bool Trial::learn() {
  for (int i = 0; i < 3; ++i) {
    const Seen seen = seen_of(scenario_, {});
    if (seen.threw_memory || !seen.threw.empty() || seen.outcome.told || !seen.files.empty()) {
      complain("fails without a failure: " + seen.threw + seen.files + seen.outcome.bytes);
      return false;
    }
    const std::string& bytes = seen.outcome.bytes;
    if (bytes.empty() || bytes.size() > sizeof shared_.right) {
      complain("has an answer of no use, of " + std::to_string(bytes.size()) + " bytes");
      return false;
    }
    if (i == 0) {
      shared_.count_at_first = seen.counts.asked;
      shared_.right_size = bytes.size();
      bytes.copy(shared_.right, bytes.size());
    } else if (bytes != right()) {
      complain("has another answer each time");
      return false;
    }
    shared_.count = seen.counts.asked;
  }
  return true;
}

// What grows has grown behind the second run.
void Trial::warm_up() const {
  for (int i = 0; i < 2; ++i) seen_of(scenario_, {});
}

void Trial::judge(const Seen& seen) {
  const bool failed = seen.counts.failed > 0;
  if (!seen.threw.empty()) {
    complain("an exception that is none of memory: " + seen.threw);
    ++shared_.wrong;
  } else if ((seen.threw_memory || seen.outcome.told) && !failed) {
    complain("memory is said to be short, and was not");
    ++shared_.wrong;
  } else if (!seen.threw_memory && !seen.outcome.told && seen.outcome.bytes != right()) {
    complain("another answer, and nothing said");
    if (options_.verbose)
      std::fprintf(stderr, "---\n%s\n---\n%s\n", std::string(right()).c_str(),
                   seen.outcome.bytes.c_str());
    ++shared_.wrong;
  }
  if (!seen.files.empty()) {
    complain(seen.files);
    ++shared_.wrong_files;
  }
}

// What stays once may be a table that has grown, or the rest of what was given up; what is more
// each time is lost.
void Trial::look_for_leaks(const Faults& faults, const Seen& first) {
  constexpr int kTimes = 4;
  Seen again = first;
  std::size_t before = 0;
  for (int i = 0; i < kTimes; ++i) {
    before = again.left;
    if (before == 0) return;
    again = seen_of(scenario_, faults, true);
    if (again.left <= before) return;
  }
  // Of the time before: what is of the last may be in use.
  const auto latest = std::ranges::max(again.lefts, {}, &Left::begun).begun;
  const auto lost = std::ranges::find(again.lefts, latest - 1, &Left::begun);
  const Left one = lost == again.lefts.end() ? again.lefts.front() : *lost;
  complain("leaks " + std::to_string(again.left - before) + " each time: allocation " +
           std::to_string(one.number) + " of " + std::to_string(one.size) + " bytes");
  ++shared_.leaks;
  if (!options_.verbose) return;
  Faults traced = faults;
  traced.traced = one.number;
  seen_of(scenario_, traced);
  const std::span<void* const> frames = trace();
  ::backtrace_symbols_fd(frames.data(), static_cast<int>(frames.size()), STDERR_FILENO);
}

// ICU does what it does once for all never again where it has failed: it has to be told then
// (in a process that had not come by there before).
void Trial::look_at_answer() {
  const Seen seen = seen_of(scenario_, {});
  if (is_at_first(mode_) && seen.files.empty() && (seen.threw_memory || seen.outcome.told)) return;
  if (!seen.threw_memory && seen.threw.empty() && !seen.outcome.told && seen.files.empty() &&
      seen.outcome.bytes == right())
    return;
  complain("no right answer afterwards: " + seen.threw + seen.files +
           (options_.verbose ? seen.outcome.bytes : ""));
  ++shared_.wrong;
}

void Trial::try_point(std::uint64_t point) {
  shared_.point = point;
  Faults faults{point, is_all_after(mode_), options_.point != 0 ? point : 0};
  const std::size_t descriptors = open_descriptors();
  const Seen seen = seen_of(scenario_, faults);
  if (options_.point != 0)
    ::backtrace_symbols_fd(trace().data(), static_cast<int>(trace().size()), STDERR_FILENO);
  faults.traced = 0;
  judge(seen);
  if (!is_at_first(mode_)) look_for_leaks(faults, seen);
  look_at_answer();
  if (!is_at_first(mode_) && open_descriptors() != descriptors) {
    complain("a descriptor is left open");
    ++shared_.leaks;
  }
  ++shared_.tried;
}

// Spread over all of them, the same for a seed.
std::vector<std::uint64_t> points_of(std::uint64_t count, std::size_t most, std::uint64_t seed) {
  std::vector<std::uint64_t> points;
  if (count == 0) return points;
  const std::uint64_t size = most == 0 ? count : std::min<std::uint64_t>(count, most);
  const std::uint64_t shift = seed * 0x9E3779B97F4A7C15U % count;
  for (std::uint64_t i = 0; i < size; ++i) points.push_back((i * count + shift) / size % count + 1);
  std::ranges::sort(points);
  return points;
}

// All modes of one scenario.
class Trials {
 public:
  Trials(const Scenario& scenario, const Options& options, Shared& shared)
      : scenario_(scenario), options_(options), shared_(shared) {}

  bool run();

 private:
  template <class Do>
  bool in_process(Do&& what);
  void try_mode(Mode mode);
  void try_warm(Mode mode, std::span<const std::uint64_t> points);

  void note_end(Mode mode);

  const Scenario& scenario_;
  const Options& options_;
  Shared& shared_;
  bool is_exit_ = false;  // and no signal
};

// A process did not come to its end.  libarchive calls exit() where it lacks memory for a text; the
// tool says so (src/cli/beginning.h).  mimetic leaves a pointer to what it has deleted.
void Trials::note_end(Mode mode) {
  const bool is_foreign = is_exit_ || scenario_.may_crash;
  ++(is_foreign ? shared_.foreign : shared_.crashes);
  ++shared_.tried;
  if (!is_foreign)
    std::fprintf(stderr, "%s, %s, allocation %llu: crash\n", scenario_.name.c_str(), name(mode),
                 static_cast<unsigned long long>(shared_.point));
}

// False where it crashed.
template <class Do>
bool Trials::in_process(Do&& what) {
  std::fflush(nullptr);
  const pid_t child = ::fork();
  if (child < 0) {
    std::perror("fork");
    std::exit(1);
  }
  if (child == 0) {
    what();
    std::fflush(nullptr);
    ::_exit(0);
  }
  int status = 0;
  while (::waitpid(child, &status, 0) < 0) {
  }
  is_exit_ = WIFEXITED(status);
  return is_exit_ && WEXITSTATUS(status) == 0;
}

// Behind a crash a new process goes on with the next point.
void Trials::try_warm(Mode mode, std::span<const std::uint64_t> points) {
  while (!points.empty()) {
    const std::uint64_t before = shared_.tried;
    const bool ended = in_process([&] {
      Trial trial(scenario_, options_, mode, shared_);
      trial.warm_up();
      for (const std::uint64_t point : points) trial.try_point(point);
    });
    points = points.subspan(static_cast<std::size_t>(shared_.tried - before));
    if (ended) return;
    if (points.empty()) return;
    note_end(mode);
    points = points.subspan(1);
  }
}

void Trials::try_mode(Mode mode) {
  // A process for each point: not for all of them.
  constexpr std::size_t kMostAtFirst = 250;
  std::size_t most = options_.most;
  if (is_at_first(mode)) most = most == 0 ? kMostAtFirst : std::max<std::size_t>(1, most / 4);
  std::vector<std::uint64_t> points =
      points_of(is_at_first(mode) ? shared_.count_at_first : shared_.count, most, options_.seed);
  if (options_.point != 0) points = {options_.point};
  if (!is_at_first(mode)) return try_warm(mode, points);
  for (const std::uint64_t& point : points) {
    const std::uint64_t before = shared_.tried;
    shared_.point = point;
    if (in_process([&] { Trial(scenario_, options_, mode, shared_).try_point(point); })) continue;
    if (shared_.tried != before) continue;
    note_end(mode);
  }
}

bool Trials::run() {
  bool learnt = false;
  const bool ended = in_process([&] {
    if (!Trial(scenario_, options_, Mode::one, shared_).learn()) ::_exit(1);
  });
  learnt = ended && shared_.right_size != 0;
  if (!learnt) {
    std::fprintf(stderr, "%s: has no answer\n", scenario_.name.c_str());
    ++shared_.wrong;
    return false;
  }
  for (const Mode mode : kModes)
    if (options_.mode.empty() || options_.mode == name(mode)) try_mode(mode);
  return true;
}

void print(const char* what, const Shared& counts) {
  const auto number = [](std::uint64_t n) { return static_cast<unsigned long long>(n); };
  std::printf(
      "%s: points tried %llu, leaks %llu, wrong answers %llu, wrong files %llu, crashes %llu, "
      "ended by foreign libraries %llu\n",
      what, number(counts.tried), number(counts.leaks), number(counts.wrong),
      number(counts.wrong_files), number(counts.crashes), number(counts.foreign));
  std::fflush(stdout);
}

}  // namespace

Scenario scenario(std::string name, std::function<void(Outcome&)> run) {
  class Calls final : public Run {
   public:
    explicit Calls(const std::function<void(Outcome&)>& run) : run_(run) {}
    void run(Outcome& outcome) override { run_(outcome); }

   private:
    const std::function<void(Outcome&)>& run_;
  };
  auto calls = std::make_shared<std::function<void(Outcome&)>>(std::move(run));
  return {std::move(name), [calls] { return std::make_unique<Calls>(*calls); }};
}

bool try_all(std::span<const Scenario> scenarios, const Options& options) {
  void* memory =
      ::mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return false;
  auto total = std::make_unique<Shared>();  // too large for a stack
  Shared& all = *total;
  for (const Scenario& each : scenarios) {
    if (each.name.find(options.only) == std::string::npos) continue;
    auto* shared = new (memory) Shared;
    Trials(each, options, *shared).run();
    print(each.name.c_str(), *shared);
    all.tried += shared->tried;
    all.leaks += shared->leaks;
    all.wrong += shared->wrong;
    all.wrong_files += shared->wrong_files;
    all.crashes += shared->crashes;
    all.foreign += shared->foreign;
  }
  print("in all", all);
  return all.tried > 0 && all.leaks + all.wrong + all.wrong_files + all.crashes == 0;
}

}  // namespace basewalk::failure
