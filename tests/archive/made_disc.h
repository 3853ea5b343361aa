// SPDX-License-Identifier: MIT
//
// Images of discs (ECMA-119), small ones: one folder, and a second tree or a volume that only some
// systems know.
#ifndef BASEWALK_TESTS_ARCHIVE_MADE_DISC_H_
#define BASEWALK_TESTS_ARCHIVE_MADE_DISC_H_

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "support/little.h"

namespace basewalk::test::disc {

using namespace std::string_literals;

inline constexpr std::size_t kSector = 2048;
inline constexpr std::uint64_t kRoot = 19, kTable = 21, kFirst = 22;

inline std::string big(std::uint64_t value, std::size_t size) {
  std::string bytes = little(value, size);
  return {bytes.rbegin(), bytes.rend()};
}
inline std::string both(std::uint64_t value, std::size_t size) {
  return little(value, size) + big(value, size);
}
inline std::string filled(std::string bytes, std::size_t size = kSector) {
  BOOST_TEST_REQUIRE(bytes.size() <= size);
  bytes.resize(size);
  return bytes;
}
// 9.1
inline std::string record(const std::string& name, std::uint64_t sector, std::uint64_t size,
                          bool is_folder = false, const std::string& fields = "") {
  std::string out = "\0"s + both(sector, 4) + both(size, 4) + std::string(7, '\0') +
                    (is_folder ? '\2' : '\0') + std::string(2, '\0') + both(1, 2) +
                    static_cast<char>(name.size()) + name;
  if (name.size() % 2 == 0) out += '\0';
  out += fields;
  return static_cast<char>(out.size() + 1) + out;
}
// 8.4; `kind` 2 is another tree, in the characters that `escape` names.
inline std::string descriptor(char kind, std::uint64_t sectors, std::uint64_t root,
                              const std::string& escape = "", const std::string& application = "") {
  std::string out = kind + "CD001\1"s + '\0' + std::string(32, ' ') + std::string(32, ' ');
  out += std::string(8, '\0') + both(sectors, 4) + filled(escape, 32) + both(1, 2) + both(1, 2) +
         both(kSector, 2);
  out += both(10, 4) + little(kTable, 4) + little(0, 4) + big(kTable, 4) + big(0, 4);
  out += record("\0"s, root, kSector, true);
  out = filled(out, 190) + std::string(623, ' ') + std::string(68, '0') + "\1"s;
  return filled(filled(out, 883) + application);
}
struct Image {
  std::string system, application, volume_fields, behind;
  std::string records;               // of the root
  std::vector<std::string> sectors;  // from kFirst on
  std::string other_kind = "";       // escape of a second tree, whose root has `other_records`
  std::string other_records = "";
};
inline std::string image(const Image& made) {
  // libarchive knows none that is shorter.
  constexpr std::uint64_t kFewest = 24;
  const std::uint64_t all = std::max(kFirst + made.sectors.size(), kFewest);
  std::string out = filled(made.system, 16 * kSector);
  out += descriptor(1, all, kRoot, "", made.application);
  // A volume of a kind that only some systems know, where there is no other tree.
  out += made.other_kind.empty() ? filled("\0CD001\1"s + made.volume_fields)
                                 : descriptor(2, all, kRoot + 1, made.other_kind);
  out += filled(
      "\xFF"
      "CD001\1");
  const std::string own = record("\0"s, kRoot, kSector, true) + record("\1"s, kRoot, kSector, true);
  out += filled(own + made.records);
  out += filled(made.other_kind.empty()
                    ? ""
                    : record("\0"s, kRoot + 1, kSector, true) +
                          record("\1"s, kRoot + 1, kSector, true) + made.other_records);
  // A table of paths, which nobody goes by.
  out += filled("\1\0"s + little(kRoot, 4) + little(1, 2));
  for (const std::string& sector : made.sectors) out += filled(sector);
  return filled(out, static_cast<std::size_t>(all) * kSector) + made.behind;
}

}  // namespace basewalk::test::disc

#endif  // BASEWALK_TESTS_ARCHIVE_MADE_DISC_H_
