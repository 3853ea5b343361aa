// SPDX-License-Identifier: MIT
//
// Small ZIP archives, whose members are stored as they are.
#ifndef BASEWALK_TESTS_WORKER_DOCUMENTS_OFFICE_MADE_ZIP_H_
#define BASEWALK_TESTS_WORKER_DOCUMENTS_OFFICE_MADE_ZIP_H_

#include <zlib.h>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace basewalk::worker {

using Members = std::vector<std::pair<std::string, std::string>>;

inline void append_number(std::string& out, std::uint64_t number, int bytes) {
  for (; bytes > 0; --bytes, number >>= 8) out += static_cast<char>(number & 0xFF);
}

/// APPNOTE 4.3.7 to 4.3.16.
inline std::string made_zip(const Members& members, bool has_directory = true) {
  std::string zip, directory;
  for (const auto& [name, bytes] : members) {
    const auto sum =
        ::crc32(0, reinterpret_cast<const Bytef*>(bytes.data()), static_cast<uInt>(bytes.size()));
    std::string fields;
    append_number(fields, 20, 2);
    append_number(fields, 0, 8);
    append_number(fields, sum, 4);
    append_number(fields, bytes.size(), 4);
    append_number(fields, bytes.size(), 4);
    append_number(fields, name.size(), 2);
    append_number(fields, 0, 2);
    directory.append("PK\x01\x02").append("\x14\0", 2).append(fields);
    append_number(directory, 0, 10);
    append_number(directory, zip.size(), 4);
    directory += name;
    zip.append("PK\x03\x04").append(fields).append(name).append(bytes);
  }
  if (!has_directory) return zip;
  const std::size_t at = zip.size();
  zip.append(directory).append("PK\x05\x06");
  append_number(zip, 0, 4);
  append_number(zip, members.size(), 2);
  append_number(zip, members.size(), 2);
  append_number(zip, directory.size(), 4);
  append_number(zip, at, 4);
  append_number(zip, 0, 2);
  return zip;
}

}  // namespace basewalk::worker

#endif  // BASEWALK_TESTS_WORKER_DOCUMENTS_OFFICE_MADE_ZIP_H_
