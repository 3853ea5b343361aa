// SPDX-License-Identifier: MIT
//
// Bytes in memory as a file that is read from any place.
#ifndef BASEWALK_TESTS_ARCHIVE_MEMORY_STREAM_H_
#define BASEWALK_TESTS_ARCHIVE_MEMORY_STREAM_H_

#include <algorithm>
#include <cstring>
#include <optional>
#include <string_view>

#include "archive/byte_stream.h"

namespace basewalk::test {

class MemoryStream final : public archive::ByteStream {
 public:
  explicit MemoryStream(std::string_view bytes) : bytes_(bytes) {}
  std::size_t read(char* into, std::size_t size) override {
    const std::size_t got = read_at(at_, into, size);
    at_ += got;
    return got;
  }
  std::size_t read_at(std::uint64_t offset, char* into, std::size_t size) override {
    if (offset >= bytes_.size()) return 0;
    const std::string_view piece = bytes_.substr(static_cast<std::size_t>(offset), size);
    read_ += piece.size();
    std::memcpy(into, piece.data(), piece.size());
    return piece.size();
  }
  std::optional<std::uint64_t> size() const override { return bytes_.size(); }
  bool is_file() const override { return true; }
  std::uint64_t place(std::uint64_t offset) override { return offset; }
  /// How many bytes were handed out.
  std::uint64_t handed_out() const { return read_; }

 private:
  std::string_view bytes_;
  std::uint64_t at_ = 0, read_ = 0;
};

}  // namespace basewalk::test

#endif  // BASEWALK_TESTS_ARCHIVE_MEMORY_STREAM_H_
