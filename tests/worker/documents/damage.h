// SPDX-License-Identifier: MIT
//
// What every opener is held to with files that are damaged: it ends, and is not silent.
#ifndef BASEWALK_TESTS_WORKER_DOCUMENTS_DAMAGE_H_
#define BASEWALK_TESTS_WORKER_DOCUMENTS_DAMAGE_H_

#include <boost/test/unit_test.hpp>
#include <cstddef>
#include <filesystem>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "support/files.h"
#include "worker/documents/recorded.h"

namespace basewalk::worker {

/// Each file, cut off behind each `step` bytes: something is told.
template <class Open>
void check_cut_off(const std::vector<std::filesystem::path>& files, std::size_t step,
                   const Open& open) {
  BOOST_TEST(!files.empty());
  for (const auto& path : files) {
    const std::string whole = test::read_file(path);
    for (std::size_t size = 0; size < whole.size(); size += step)
      BOOST_TEST(open(std::string_view(whole).substr(0, size)).is_told(),
                 path.filename().string() << " cut off at " << size << ": silent");
  }
}

/// Each file, so many times with three bits of it turned.
template <class Open>
void check_flipped_bits(const std::vector<std::filesystem::path>& files, unsigned seed, int times,
                        const Open& open) {
  BOOST_TEST(!files.empty());
  std::mt19937 chance(seed);
  for (const auto& path : files) {
    const std::string whole = test::read_file(path);
    for (int i = 0; i < times; ++i) {
      std::string damaged = whole;
      for (int j = 0; j < 3; ++j) {
        const std::size_t at = chance() % damaged.size();
        damaged[at] = static_cast<char>(damaged[at] ^ 1 << chance() % 8);
      }
      open(damaged);
    }
  }
}

}  // namespace basewalk::worker

#endif  // BASEWALK_TESTS_WORKER_DOCUMENTS_DAMAGE_H_
