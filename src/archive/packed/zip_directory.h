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
#include <vector>

#include "archive/byte_stream.h"
#include "worker/zip_headers.h"

namespace basewalk::archive::zip {

using namespace worker::zip;

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
