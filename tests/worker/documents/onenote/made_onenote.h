// SPDX-License-Identifier: MIT
//
// Small files of OneNote, made: a revision store ([MS-ONESTORE] 2.3 to 2.6) from its leaves up, and
// a package (2.8) in order.
#ifndef BASEWALK_TESTS_WORKER_DOCUMENTS_ONENOTE_MADE_ONENOTE_H_
#define BASEWALK_TESTS_WORKER_DOCUMENTS_ONENOTE_MADE_ONENOTE_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace basewalk::worker::made {

using namespace std::string_view_literals;

inline std::string number(std::uint64_t value, std::size_t size) {
  std::string bytes;
  for (std::size_t i = 0; i < size; ++i) bytes += static_cast<char>(value >> (8 * i) & 0xFF);
  return bytes;
}

inline std::string utf16(std::u16string_view text) {
  std::string bytes;
  for (const char16_t unit : text) bytes += number(unit, 2);
  return bytes;
}

inline constexpr auto kSection =
    "\xE4\x52\x5C\x7B\x8C\xD8\xA7\x4D\xAE\xB1\x53\x78\xD0\x29\x96\xD3"sv;
inline constexpr auto kStore = "\x3F\xDD\x9A\x10\x1B\x91\xF5\x49\xA5\xD0\x17\x91\xED\xC8\xAE\xD8"sv;
inline constexpr auto kPackage =
    "\x2F\xE9\x8D\x63\xD4\xA6\xC1\x4B\x9A\x36\xB3\xFC\x25\x11\xA5\xB7"sv;
inline constexpr auto kFileHead =
    "\xE7\x16\xE3\xBD\x65\x26\x11\x45\xA4\xC4\x8D\x4D\x0B\x7A\x9E\xAC"sv;
inline constexpr auto kFileFoot =
    "\x22\xA7\xFB\x71\x79\x0F\x0B\x4A\xBB\x13\x89\x92\x56\x42\x6B\x24"sv;
inline constexpr auto kGuid = "0123456789abcdef"sv;
inline constexpr auto kGuidText = u"<ifndf>{33323130-3534-3736-3839-616263646566}"sv;

/// A property: its id with its type, and its data.
using Property = std::pair<std::uint32_t, std::string>;

inline std::string sized(std::string_view data) {
  return number(data.size(), 4) + std::string(data);
}

inline std::string property_set(const std::vector<Property>& properties) {
  std::string ids, data;
  for (const auto& [id, bytes] : properties) {
    ids += number(id, 4);
    data += bytes;
  }
  return number(properties.size(), 2) + ids + data;
}

/// With references to other objects, but none to spaces.
inline std::string object(const std::vector<Property>& properties,
                          const std::vector<std::uint32_t>& references = {}) {
  std::string bytes = number(references.size() | 0x80000000U, 4);
  for (const std::uint32_t each : references) bytes += number(each, 4);
  return bytes + property_set(properties);
}

inline std::string stored_file(std::string_view content) {
  std::string bytes = std::string(kFileHead) + number(content.size(), 8) + std::string(12, '\0');
  bytes += content;
  bytes.append((8 - bytes.size() % 8) % 8, '\0');
  return bytes.append(kFileFoot);
}

struct Place {
  std::uint64_t at = 0, size = 0;
};

/// The forms that the numbers of a reference may have.
struct Forms {
  unsigned at = 1, size = 0;
};

inline std::string reference(Place place, Forms forms) {
  constexpr std::size_t kAt[] = {8, 4, 2, 4}, kSize[] = {4, 8, 1, 2};
  return number(forms.at >= 2 ? place.at / 8 : place.at, kAt[forms.at]) +
         number(forms.size >= 2 ? place.size / 8 : place.size, kSize[forms.size]);
}

inline std::string node(std::uint32_t id, std::string_view data = {}) {
  return number(id | ((data.size() + 4) << 10) | 1U << 31, 4) + std::string(data);
}

/// To an object (base type 1) or to a list (2).
inline std::string node(std::uint32_t id, unsigned base, Place place, std::string_view data = {},
                        Forms forms = {}) {
  const std::string all = reference(place, forms) + std::string(data);
  return number(id | ((all.size() + 4) << 10) | forms.at << 23 | forms.size << 25 | base << 27 |
                    1U << 31,
                4) +
         all;
}

class Store {
 public:
  Place add(std::string_view bytes) {
    bytes_.append((8 - bytes_.size() % 8) % 8, '\0');
    const Place place{bytes_.size(), bytes.size()};
    bytes_ += bytes;
    return place;
  }

  /// Nodes as a list of one fragment.
  Place list(std::string_view nodes) { return fragment(++lists_, 0, nodes, {~0ULL, 0}); }
  Place fragment(std::uint32_t list, std::uint32_t sequence, std::string_view nodes, Place next) {
    std::string bytes = number(0xA4567AB1F5F7F4C4, 8) + number(list, 4) + number(sequence, 4);
    bytes += nodes;
    bytes += node(0xFF);
    bytes.append((8 - (bytes.size() + 20) % 8) % 8, '\0');
    bytes += number(next.at, 8) + number(next.size, 4) + number(0x8BC215C38233BA4B, 8);
    return add(bytes);
  }
  std::uint32_t last_list() const { return lists_; }

  /// The file, whose root leads to a list; the log says how many nodes a list has.
  std::string file(Place root,
                   const std::vector<std::pair<std::uint32_t, std::uint32_t>>& log = {}) {
    std::string entries;
    for (const auto& [list, nodes] : log) entries += number(list, 4) + number(nodes, 4);
    entries += number(1, 4) + number(0, 4) + number(~0ULL, 8) + number(0, 4);
    const Place log_place = add(entries);
    put(0, kSection);
    put(0x30, kStore);
    put(0x60, number(1, 4));
    put(0xA0, number(log_place.at, 8) + number(log_place.size, 4));
    put(0xAC, number(root.at, 8) + number(root.size, 4));
    return bytes_;
  }

 private:
  void put(std::size_t at, std::string_view bytes) { bytes_.replace(at, bytes.size(), bytes); }

  std::string bytes_ = std::string(1024, '\0');
  std::uint32_t lists_ = 0x10;
};

/// [MS-FSSHTTPB] 2.2.1.5: the long form of a head, and the ends.
inline std::string stream_object(std::uint32_t type, std::string_view body,
                                 bool is_compound = false) {
  const std::uint32_t size =
      body.size() < 0x7FFF ? static_cast<std::uint32_t>(body.size()) : 0x7FFF;
  std::string bytes = number(2U | (is_compound ? 4U : 0U) | type << 3 | size << 17, 4);
  if (size == 0x7FFF) bytes += "\x80" + number(body.size(), 8);
  return bytes.append(body);
}
inline std::string stream_object_short(std::uint32_t type, std::string_view body) {
  return number(type << 3 | body.size() << 9, 2) + std::string(body);
}
inline std::string end_of(std::uint32_t type) { return number(type << 2 | 3, 2); }

/// An ExtendedGUID.
inline std::string id(std::uint32_t n) {
  if (n < 32) return number(n << 3 | 4, 1) + std::string(kGuid);
  if (n < 1024) return number(n << 6 | 0x20, 2) + std::string(kGuid);
  if (n < 1 << 17) return number(n << 7 | 0x40, 3) + std::string(kGuid);
  return "\x80" + number(n, 4) + std::string(kGuid);
}
inline std::string compact(std::uint64_t n) {
  if (n == 0) return std::string(1, '\0');
  if (n < 128) return number(n << 1 | 1, 1);
  if (n < 1 << 14) return number(n << 2 | 2, 2);
  return "\x80" + number(n, 8);
}
/// In so many bytes, up to seven.
inline std::string compact_of(std::uint64_t n, unsigned bytes) {
  return number(n << bytes | 1U << (bytes - 1), bytes);
}
inline std::string data_element(std::uint32_t n, unsigned type, std::string_view content) {
  return stream_object(1, id(n) + std::string(1, '\0') + compact(type), true) +
         std::string(content) + end_of(1);
}
inline std::string package(std::string_view elements) {
  return std::string(kSection) + std::string(32, '\0') + std::string(kPackage) +
         std::string(4, '\0') + stream_object(0x7A, id(1) + std::string(kGuid), true) +
         stream_object(0x15, std::string(1, '\0'), true) + std::string(elements) + end_of(0x15) +
         end_of(0x7A);
}

}  // namespace basewalk::worker::made

#endif  // BASEWALK_TESTS_WORKER_DOCUMENTS_ONENOTE_MADE_ONENOTE_H_
