// SPDX-License-Identifier: MIT
#include "archive/packed/loose_object.h"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <new>
#include <string>
#include <string_view>
#include <system_error>

#include "text/ascii.h"

namespace basewalk::archive {
namespace {

// libgit2 makes so much of the first bytes for a header, and no less.
constexpr std::size_t kHeader = 64, kHeaderBytes = 1024;

class Inflater {
 public:
  Inflater() {
    if (::inflateInit(&stream_) != Z_OK) throw std::bad_alloc();
  }
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;
  ~Inflater() { ::inflateEnd(&stream_); }

  /// False where no more is wanted: at its end, where it has more bytes than its header says, or
  /// where it is damaged, which libgit2 sees.
  bool take(std::string_view packed) {
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
    stream_.avail_in = static_cast<unsigned>(packed.size());
    for (;;) {
      std::array<char, 16384> made;
      stream_.next_out = reinterpret_cast<Bytef*>(made.data());
      stream_.avail_out = static_cast<unsigned>(made.size());
      const int result = ::inflate(&stream_, Z_NO_FLUSH);
      if (result == Z_MEM_ERROR) throw std::bad_alloc();
      const std::size_t count = made.size() - stream_.avail_out;
      if (head_.size() < kHeader)
        head_.append(made.data(), std::min(count, kHeader - head_.size()));
      made_ += count;
      if (result != Z_OK && result != Z_BUF_ERROR) return false;
      if (has_more_than_it_says()) return false;
      if (count == 0) return true;
    }
  }
  std::uint64_t made() const { return made_; }

 private:
  // libgit2 asks for as many bytes as the header says, and the rest does not matter.
  bool has_more_than_it_says() const {
    if (made_ <= kHeader) return false;
    const std::size_t space = head_.find(' ');
    const std::size_t end = head_.find('\0');
    if (space == head_.npos || end == head_.npos || end < space) return true;  // it is no object
    std::uint64_t size = 0;
    for (std::size_t i = space + 1; i < end && size < made_; ++i) {
      if (!ascii::is_digit(head_[i])) return true;
      size = size * 10 + static_cast<std::uint64_t>(head_[i] - '0');
    }
    return made_ > end + 1 + size;
  }

  z_stream stream_{};
  std::string head_;
  std::uint64_t made_ = 0;
};

// CMF and FLG, RFC 1950 2.2.
bool is_zlib(std::string_view bytes) {
  if (bytes.size() < 2) return false;
  const unsigned word =
      static_cast<unsigned char>(bytes[0]) * 256U + static_cast<unsigned char>(bytes[1]);
  return (word & 0x8F00U) == 0x0800U && word % 31 == 0;
}

}  // namespace

bool can_be_asked_for(const std::string& path, Loose what) {
  namespace fs = std::filesystem;
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (!fs::exists(status)) return true;
  if (!fs::is_regular_file(status)) return false;
  std::ifstream file(path, std::ios::binary);
  Inflater inflater;
  std::array<char, 16384> block;
  const std::size_t step = what == Loose::header ? kHeaderBytes : block.size();
  for (bool is_first = true;; is_first = false) {
    file.read(block.data(), static_cast<std::streamsize>(step));
    const std::string_view packed(block.data(), static_cast<std::size_t>(file.gcount()));
    if (packed.empty() || (is_first && !is_zlib(packed))) return false;
    if (!inflater.take(packed)) return true;
    if (what == Loose::header) return inflater.made() >= kHeader;
  }
}

}  // namespace basewalk::archive
