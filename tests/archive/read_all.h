// SPDX-License-Identifier: MIT
//
// All that a SourceReader gives, as plain values that outlive its batches.
#ifndef BASEWALK_TESTS_ARCHIVE_READ_ALL_H_
#define BASEWALK_TESTS_ARCHIVE_READ_ALL_H_

#include <cstdint>
#include <optional>
#include <ostream>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "basewalk/archive/source.h"

namespace basewalk::test {

struct Got {
  std::string source;
  std::uint64_t number = 0;  // 0: none
  std::uint64_t offset = 0;
  std::string bytes;
  std::string problem;

  bool operator==(const Got&) const = default;
};

inline std::ostream& operator<<(std::ostream& out, const Got& got) {
  return out << got.source << " #" << got.number << " @" << got.offset << " '" << got.bytes << "' "
             << got.problem;
}

inline std::vector<Got> read_all(archive::SourceReader reader) {
  std::vector<Got> all;
  bool ended = false;
  while (const std::optional<archive::Batch> batch = reader.next()) {
    // No batch comes without need, and none behind the last.
    if (batch->items.empty() || ended) throw std::runtime_error("a batch too much");
    ended = batch->last;
    for (const archive::Item& item : batch->items)
      all.push_back({*item.source, item.number.value_or(0), item.offset, std::string(item.bytes),
                     item.problem});
  }
  return all;
}

inline std::vector<Got> read_all(std::vector<std::string> names,
                                 archive::ReadOptions options = {}) {
  return read_all(archive::SourceReader(std::move(names), std::move(options)));
}

}  // namespace basewalk::test

#endif  // BASEWALK_TESTS_ARCHIVE_READ_ALL_H_
