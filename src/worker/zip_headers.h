// SPDX-License-Identifier: MIT
//
// The headers of a ZIP, taken apart (APPNOTE.TXT 6.3): that before each member, which all programs
// go by that read from a pipe, and its entry in the directory, which most others go by.
//
// After this: archive/packed/zip_directory.cpp reads archives of mail by them, and
// documents/zip/by_directory.cpp holds one against the other.
#ifndef BASEWALK_SRC_WORKER_ZIP_HEADERS_H_
#define BASEWALK_SRC_WORKER_ZIP_HEADERS_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace basewalk::worker::zip {

using namespace std::string_view_literals;

constexpr std::string_view kLocal = "PK\x03\x04"sv, kCentral = "PK\x01\x02"sv,
                           kDescriptor = "PK\x07\x08"sv, kEnd = "PK\x05\x06"sv,
                           kEnd64 = "PK\x06\x06"sv, kLocator64 = "PK\x06\x07"sv;
constexpr std::size_t kLocalBytes = 30, kCentralBytes = 46, kEndBytes = 22, kEnd64Bytes = 56,
                      kLocator64Bytes = 20;
constexpr std::uint64_t kUnknown = ~std::uint64_t{0};
constexpr unsigned kEncrypted = 1, kHasDescriptor = 8;

/// What a header says of a member.
struct Entry {
  std::uint64_t begin = 0;  ///< of its local header
  std::uint64_t packed = kUnknown, size = kUnknown;
  std::uint32_t check = 0;
  bool has_check = false;
  unsigned method = 0, flags = 0;
  bool is_folder = false, is_link = false;
  std::string name;

  bool is_encrypted() const { return (flags & kEncrypted) != 0 || method == 99; }
};

/// How long a header is that begins with these (kLocalBytes or kCentralBytes), names and all.
std::size_t local_bytes(std::string_view bytes);
std::size_t central_bytes(std::string_view bytes);
/// All of a header, taken apart; `begin` is that of the local one, which it does not say.
Entry local_entry(std::string_view header, std::uint64_t begin);
Entry central_entry(std::string_view header);

/// What the header before a member says otherwise than the directory: a sentence; empty if nothing.
std::string difference(const Entry& local, const Entry& central);

}  // namespace basewalk::worker::zip

#endif  // BASEWALK_SRC_WORKER_ZIP_HEADERS_H_
