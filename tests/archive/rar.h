// SPDX-License-Identifier: MIT
//
// RAR archives, byte by byte: there is no free packer.  Members are stored, as methods go.
#ifndef BASEWALK_TESTS_ARCHIVE_RAR_H_
#define BASEWALK_TESTS_ARCHIVE_RAR_H_

#include <zlib.h>

#include <cstdint>
#include <string>
#include <string_view>

#include "support/little.h"

namespace basewalk::test {

inline std::uint32_t crc_of(std::string_view bytes) {
  return static_cast<std::uint32_t>(
      ::crc32_z(0, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
}

struct RarMember {
  std::string name, bytes;
  std::uint32_t crc_is_off_by = 0;
  bool is_encrypted = false, is_folder = false, is_link = false;
  unsigned method = 0;            ///< from 0, which is store, to 5
  std::uint64_t claims_more = 0;  ///< bytes than there are
};

/// RAR 1.5 to 4 (technote.txt): each block has a CRC of 16 bits, a type, flags and its size.
namespace rar4 {

constexpr unsigned kVolume = 1, kPassword = 0x80;

inline std::string block(unsigned type, unsigned flags, const std::string& fields) {
  const std::string covered =
      little(type, 1) + little(flags, 2) + little(fields.size() + 7, 2) + fields;
  return little(crc_of(covered) & 0xFFFFU, 2) + covered;
}
inline std::string begin(unsigned flags = 0) {
  return std::string("Rar!\x1A\x07\0", 7) + block(0x73, flags, std::string(6, '\0'));
}
/// What is packed as a file is and is none: "CMT", the comment, "STM", a stream of NTFS.
inline std::string service(const std::string& name, const std::string& bytes) {
  return block(0x7A, 0x8000,
               little(bytes.size(), 4) + little(bytes.size(), 4) + little(2, 1) +
                   little(crc_of(bytes), 4) + little(0, 4) + little(29, 1) + little(0x30, 1) +
                   little(name.size(), 2) + little(0, 4) + name) +
         bytes;
}
inline std::string member(const RarMember& member) {
  constexpr unsigned kLong = 0x8000, kEncrypted = 4, kFolder = 0xE0, kUnix = 3;
  const unsigned flags =
      kLong | (member.is_encrypted ? kEncrypted : 0U) | (member.is_folder ? kFolder : 0U);
  const unsigned mode = member.is_folder ? 0040755U : member.is_link ? 0120777U : 0100644U;
  const std::uint64_t size = member.bytes.size() + member.claims_more;
  return block(0x74, flags,
               little(member.bytes.size(), 4) + little(size, 4) + little(kUnix, 1) +
                   little(crc_of(member.bytes) + member.crc_is_off_by, 4) + little(0, 4) +
                   little(29, 1) + little(0x30U + member.method, 1) +
                   little(member.name.size(), 2) + little(mode, 4) + member.name) +
         member.bytes;
}
inline std::string end() { return block(0x7B, 0x4000, ""); }

}  // namespace rar4

/// RAR 5.0 ("RAR 5.0 archive format"): each header has a CRC of 32 bits, its size, a type and
/// flags, in numbers of seven bits a byte.
namespace rar5 {

constexpr unsigned kVolume = 1;

inline std::string vint(std::uint64_t value) {
  std::string bytes;
  for (; value >= 0x80; value >>= 7) bytes += static_cast<char>((value & 0x7FU) | 0x80U);
  return bytes += static_cast<char>(value);
}
inline std::string header(const std::string& fields) {
  const std::string covered = vint(fields.size()) + fields;
  return little(crc_of(covered), 4) + covered;
}
inline std::string begin(unsigned flags = 0) {
  return std::string("Rar!\x1A\x07\x01\0", 8) + header(vint(1) + vint(0) + vint(flags));
}
/// As above.
inline std::string service(const std::string& name, const std::string& bytes) {
  return header(vint(3) + vint(2) + vint(bytes.size()) + vint(4) + vint(bytes.size()) + vint(0) +
                little(crc_of(bytes), 4) + vint(0) + vint(0) + vint(name.size()) + name) +
         bytes;
}
inline std::string encrypted_begin() {
  return std::string("Rar!\x1A\x07\x01\0", 8) +
         header(vint(4) + vint(0) + vint(0) + vint(0) + std::string(17, 's'));
}
inline std::string member(const RarMember& member) {
  constexpr unsigned kFile = 2, kExtra = 1, kData = 2, kFolder = 1, kHasCrc = 4, kUnix = 1;
  // Version, flags, the binary logarithm of the count of rounds, salt, initialisation vector.
  const std::string record = vint(1) + vint(0) + vint(0) + std::string(1, '\x0F') +
                             std::string(16, 's') + std::string(16, 'i');
  const std::string encryption = vint(record.size()) + record;
  // A symbolic link: type, flags, the name that it leads to.
  const std::string to = vint(5) + vint(1) + vint(0) + vint(4) + "here";
  const std::string link = vint(to.size()) + to;
  const std::string extra = (member.is_encrypted ? encryption : "") + (member.is_link ? link : "");
  return header(vint(kFile) + vint((extra.empty() ? 0U : kExtra) | kData) +
                (extra.empty() ? "" : vint(extra.size())) + vint(member.bytes.size()) +
                vint((member.is_folder ? kFolder : 0U) | kHasCrc) +
                vint(member.bytes.size() + member.claims_more) +
                vint(member.is_folder ? 0040755U : 0100644U) +
                little(crc_of(member.bytes) + member.crc_is_off_by, 4) + vint(member.method << 7) +
                vint(kUnix) + vint(member.name.size()) + member.name + extra) +
         member.bytes;
}
inline std::string end() { return header(vint(5) + vint(0) + vint(0)); }

}  // namespace rar5

}  // namespace basewalk::test

#endif  // BASEWALK_TESTS_ARCHIVE_RAR_H_
