// SPDX-License-Identifier: MIT
//
// A scenario is run once to count its allocations, and then again and again with one of them
// failing, or all from one on.  Each time has to end with what is promised: the same answer,
// std::bad_alloc, or a word that memory was short; nothing is leaked, no file half-written, and
// behind it the scenario gives what it gave before.
//
// Each scenario has a process of its own, so that one that crashes is told, and the next point
// tried.
#ifndef BASEWALK_TESTS_FAILURE_MEMORY_POINTS_H_
#define BASEWALK_TESTS_FAILURE_MEMORY_POINTS_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace basewalk::failure {

/// What came of one run.
struct Outcome {
  std::string bytes;  ///< the answer; compared with that of a run without failures
  bool told = false;  ///< it was said that memory, or something for want of it, was missing
};

/// One run, made ready where nothing fails.
class Run {
 public:
  virtual ~Run() = default;
  /// Allocations fail in here.
  virtual void run(Outcome& outcome) = 0;
  /// Behind it, where nothing fails: what else came of it goes to the outcome.  Empty, or what is
  /// wrong with the files that it has left.
  virtual std::string look(Outcome&) { return {}; }
};

struct Scenario {
  std::string name;
  std::function<std::unique_ptr<Run>()> make;
  /// What a library of others does where it lacks memory is not ours to mend: such ends of the
  /// process are counted apart.
  bool may_crash = false;
};

/// A scenario that leaves nothing but an answer.
Scenario scenario(std::string name, std::function<void(Outcome&)> run);

std::vector<Scenario> library_scenarios();
std::vector<Scenario> rewriting_scenarios();
std::vector<Scenario> c_scenarios();
std::vector<Scenario> verb_scenarios();

struct Options {
  std::size_t most = 0;     ///< points of each scenario and mode; 0: all
  std::uint64_t seed = 0;   ///< which points, where not all are tried
  std::string only;         ///< scenarios whose name holds this
  std::string mode;         ///< of failing, where not all are tried
  std::uint64_t point = 0;  ///< this one alone, with where it was
  bool verbose = false;
};

/// Tries them, and prints what came of each.  False where anything was wrong.
bool try_all(std::span<const Scenario> scenarios, const Options& options);

}  // namespace basewalk::failure

#endif  // BASEWALK_TESTS_FAILURE_MEMORY_POINTS_H_
