// SPDX-License-Identifier: MIT
//
// Makes allocations fail in each scenario:
//
//     failure_tests                           some points, the same each time
//     failure_tests --all                     every point
//     failure_tests --points 100 --seed 7     as many of each way to fail, others
//     failure_tests --only walk --mode one --point 12 --verbose
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string_view>

#include "failure/memory/faults.h"
#include "failure/memory/points.h"
#include "support/folder.h"

namespace {

using basewalk::failure::Scenario;

// Where each access is looked at a point takes five times as long.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr std::size_t kFew = 5;
#else
constexpr std::size_t kFew = 12;
#endif

bool read(std::string_view word, const char* value, basewalk::failure::Options& options) {
  if (value == nullptr) return false;
  if (word == "--points")
    options.most = std::strtoull(value, nullptr, 10);
  else if (word == "--seed")
    options.seed = std::strtoull(value, nullptr, 10);
  else if (word == "--point")
    options.point = std::strtoull(value, nullptr, 10);
  else if (word == "--only")
    options.only = value;
  else if (word == "--mode")
    options.mode = value;
  else
    return false;
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  basewalk::failure::Options options;
  options.most = kFew;
  for (int i = 1; i < argc; ++i) {
    const std::string_view word = argv[i];
    if (word == "--all") {
      options.most = 0;
    } else if (word == "--verbose") {
      options.verbose = true;
    } else if (!read(word, argv[i + 1], options)) {
      std::fprintf(stderr, "%s: see the head of main.cpp\n", argv[i]);
      return 2;
    } else {
      ++i;
    }
  }
  ::setenv("BASEWALK_WORKER", BASEWALK_TOOL_WORKER, 1);
  // What a process that has crashed leaves goes with it.
  const basewalk::test::Folder place;
  ::setenv("TMPDIR", place.path().c_str(), 1);
  std::vector<Scenario> scenarios;
  for (auto* make : {basewalk::failure::library_scenarios, basewalk::failure::rewriting_scenarios,
                     basewalk::failure::c_scenarios, basewalk::failure::verb_scenarios})
    for (Scenario& each : make()) scenarios.push_back(std::move(each));
  if (!basewalk::failure::reaches_malloc()) std::puts("operator new alone: malloc is another's");
  return basewalk::failure::try_all(scenarios, options) ? 0 : 1;
}
