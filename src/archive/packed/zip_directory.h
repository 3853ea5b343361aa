// SPDX-License-Identifier: MIT
//
// What a zip says of its members (APPNOTE.TXT 6.3): in the directory at its end, which a file is
// read by, and in the header before each, by which all else is.  Both are held against each other:
// who reads by the one sees other members than who reads by the other where they differ.
#ifndef BASEWALK_SRC_ARCHIVE_PACKED_ZIP_DIRECTORY_H_
#define BASEWALK_SRC_ARCHIVE_PACKED_ZIP_DIRECTORY_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "archive/byte_stream.h"

namespace basewalk::archive::zip {

using namespace std::string_view_literals;

constexpr std::string_view kLocal = "PK\x03\x04"sv, kCentral = "PK\x01\x02"sv,
                           kDescriptor = "PK\x07\x08"sv, kEnd = "PK\x05\x06"sv,
                           kEnd64 = "PK\x06\x06"sv, kLocator64 = "PK\x06\x07"sv;
constexpr std::size_t kLocalBytes = 30, kCentralBytes = 46, kEndBytes = 22, kEnd64Bytes = 56;
constexpr std::uint64_t kUnknown = ~std::uint64_t{0};
constexpr unsigned kEncrypted = 1, kHasDescriptor = 8;

/// Of at most eight bytes, the last of which counts most.
std::uint64_t number(std::string_view bytes, std::size_t at, std::size_t size);

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

/// The directory, in the order in which the members lie in the file.
struct Directory {
  std::vector<Entry> entries;
  std::uint64_t begin = 0;
  std::uint64_t end = 0;  ///< of all that belongs to the zip
};

/// What makes it impossible to read one is a clause in `why`.
std::optional<Directory> read_directory(ByteStream& file, std::string& why);

/// The members that were found in a zip, held against those that its directory names.
class Comparison {
 public:
  void found(const Entry& local);
  void named(const Entry& central);
  /// What was named so far was no directory.
  void forget_named() { named_.clear(); }
  /// The directory begins here, and says that it begins there.  What differs is a sentence each; it
  /// begins anew.
  struct Result {
    std::string missing;    ///< what is named and was not found
    std::string otherwise;  ///< all else
  };
  Result end(std::uint64_t begin, std::uint64_t claimed);

 private:
  struct Place {
    std::uint64_t begin, sign;
    bool operator<(const Place& other) const { return begin < other.begin; }
  };
  bool has_room() const { return found_.size() < kMost && named_.size() < kMost; }

  // Of 16 bytes each.
  static constexpr std::size_t kMost = std::size_t{1} << 20;
  std::vector<Place> found_, named_;
  bool is_cut_ = false;
};

}  // namespace basewalk::archive::zip

#endif  // BASEWALK_SRC_ARCHIVE_PACKED_ZIP_DIRECTORY_H_
