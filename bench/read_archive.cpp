// SPDX-License-Identifier: MIT
//
// Reads archives and does nothing with the messages: what the reader alone costs.
//
//     read_archive SOURCE...
#include <sys/resource.h>

#include <chrono>
#include <cstdio>
#include <string>
#include <vector>

#include "basewalk/archive/source.h"

int main(int argc, char** argv) {
  const auto begin = std::chrono::steady_clock::now();
  basewalk::archive::SourceReader reader(std::vector<std::string>(argv + 1, argv + argc), {});
  std::uint64_t messages = 0, bytes = 0, problems = 0;
  while (const auto batch = reader.next()) {
    for (const auto& item : batch->items) {
      messages += item.problem.empty() ? 1 : 0;
      problems += item.problem.empty() ? 0 : 1;
      bytes += item.bytes.size();
    }
  }
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  std::printf(
      "%llu messages, %llu problems, %.0f MB, %.2f s, %.0f MB/s, %ld MB at most in memory\n",
      static_cast<unsigned long long>(messages), static_cast<unsigned long long>(problems),
      static_cast<double>(bytes) / 1e6, took.count(),
      static_cast<double>(bytes) / 1e6 / took.count(), usage.ru_maxrss / 1024);
}
