// SPDX-License-Identifier: MIT
//
// Compound files, made of a list of streams.
#ifndef BASEWALK_TESTS_WORKER_DOCUMENTS_OLE_MADE_CFB_H_
#define BASEWALK_TESTS_WORKER_DOCUMENTS_OLE_MADE_CFB_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "support/little.h"

namespace basewalk::test {

inline std::string wide(std::string_view ascii) {
  std::string bytes;
  for (const char c : ascii) bytes.append(1, c).append(1, '\0');
  return bytes;
}

/// All streams lie in the root, those that are small too in sectors of their own: each is filled up
/// to 4096 bytes.  `large` has sectors of 4096 bytes.
inline std::string made_cfb(const std::vector<std::pair<std::string, std::string>>& streams,
                            bool large = false) {
  const std::size_t size = large ? 4096 : 512;
  const auto fill = [&](std::string bytes, std::size_t unit) {
    bytes.resize((bytes.size() + unit - 1) / unit * unit);
    return bytes;
  };
  std::vector<std::uint32_t> next;
  std::string sectors;
  const auto add = [&](const std::string& bytes) {
    const auto first = static_cast<std::uint32_t>(next.size());
    for (std::size_t i = size; i < bytes.size(); i += size)
      next.push_back(static_cast<std::uint32_t>(next.size() + 1));
    next.push_back(0xFFFFFFFE);
    sectors += bytes;
    return first;
  };
  const auto entry = [](const std::string& name, int kind, std::uint32_t right, std::uint32_t child,
                        std::uint32_t start, std::uint64_t length) {
    std::string bytes = wide(name);
    bytes.resize(64);
    return bytes + little(name.size() * 2 + 2, 2) + little(static_cast<std::uint64_t>(kind), 1) +
           '\1' + little(0xFFFFFFFF, 4) + little(right, 4) + little(child, 4) +
           std::string(36, '\0') + little(start, 4) + little(length, 8);
  };
  std::string directory =
      entry("Root Entry", 5, 0xFFFFFFFF, streams.empty() ? 0xFFFFFFFF : 1, 0xFFFFFFFE, 0);
  for (std::size_t i = 0; i < streams.size(); ++i) {
    const std::string bytes = fill(streams[i].second, 4096);
    const auto right = i + 1 < streams.size() ? static_cast<std::uint32_t>(i + 2) : 0xFFFFFFFF;
    directory += entry(streams[i].first, 2, right, 0xFFFFFFFF, add(bytes), bytes.size());
  }
  const std::uint32_t first_entry = add(fill(directory, size));
  // The table of sectors, which has itself in it; what the header does not hold of its places.
  constexpr std::size_t kInHead = 109;
  const std::size_t numbers = size / 4;
  std::size_t tables = 1, more = 0;
  while (tables * numbers < next.size() + tables + more) {
    ++tables;
    more = tables > kInHead ? (tables - kInHead + numbers - 2) / (numbers - 1) : 0;
  }
  const auto first_table = static_cast<std::uint32_t>(next.size());
  const auto first_more = static_cast<std::uint32_t>(first_table + tables);
  std::string table;
  for (const std::uint32_t each : next) table += little(each, 4);
  for (std::size_t i = 0; i < tables; ++i) table += little(0xFFFFFFFD, 4);
  for (std::size_t i = 0; i < more; ++i) table += little(0xFFFFFFFC, 4);
  while (table.size() < tables * size) table += little(0xFFFFFFFF, 4);
  std::size_t at = kInHead;
  for (std::size_t i = 0; i < more; ++i) {
    for (std::size_t n = 0; n + 1 < numbers; ++n, ++at)
      table += little(at < tables ? first_table + at : 0xFFFFFFFF, 4);
    table += little(i + 1 < more ? first_more + i + 1 : 0xFFFFFFFE, 4);
  }
  std::string head = "\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1" + std::string(16, '\0') + little(0x3E, 2) +
                     little(large ? 4 : 3, 2) + little(0xFFFE, 2) + little(large ? 12 : 9, 2) +
                     little(6, 2) + std::string(6, '\0') + little(0, 4) + little(tables, 4) +
                     little(first_entry, 4) + little(0, 4) + little(4096, 4) +
                     little(0xFFFFFFFE, 4) + little(0, 4) +
                     little(more > 0 ? first_more : 0xFFFFFFFE, 4) + little(more, 4);
  for (std::size_t i = 0; i < kInHead; ++i)
    head += little(i < tables ? first_table + i : 0xFFFFFFFF, 4);
  head.resize(size);
  return head + sectors + table;
}

}  // namespace basewalk::test

#endif  // BASEWALK_TESTS_WORKER_DOCUMENTS_OLE_MADE_CFB_H_
