// SPDX-License-Identifier: MIT
#include "worker/program/archives/cab_around.h"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "text/binary/numbers.h"
#include "worker/documents/rest.h"
#include "worker/documents/strings_in.h"

namespace basewalk::worker {
namespace {

// Blocks of a cabinet have some 32 KiB; of two gigabytes there are 65,536.
constexpr std::size_t kMostBlocks = 200'000;

class Cabinet {
 public:
  Cabinet(std::string_view bytes, DocumentSink& sink) : bytes_(bytes), sink_(sink) {}

  // Where it ends by its own account.
  std::size_t tell() {
    text::LittleEndian in(bytes_, 8);
    std::uint32_t size = 0, files = 0;
    std::uint16_t folder_count = 0, file_count = 0, flags = 0;
    if (!in.take(size) || !in.skip(4) || !in.take(files) || !in.skip(6) || !in.take(folder_count) ||
        !in.take(file_count) || !in.take(flags) || !in.skip(4))
      return bytes_.size();
    // One that would end within its header ends nowhere.
    constexpr std::uint32_t kHeader = 36;
    end_ = size < kHeader ? bytes_.size() : std::min<std::size_t>(size, bytes_.size());
    cover(0, in.at());
    // 2.1: what is reserved, the cabinet before this one and that behind it.
    constexpr unsigned kHasBefore = 1, kHasBehind = 2, kReserves = 4;
    std::uint16_t of_header = 0;
    std::uint8_t of_folder = 0;
    if ((flags & kReserves) != 0 &&
        (!in.take(of_header) || !in.take(of_folder) || !in.take(of_block_) || !in.skip(of_header)))
      return tell_gaps();
    for (const unsigned flag : {kHasBefore, kHasBehind})
      for (int names = 0; (flags & flag) != 0 && names < 2; ++names)
        if (!in.skip(zero_ended(in.at()))) return tell_gaps();
    for (; folder_count > 0; --folder_count) {
      std::uint32_t begin = 0;
      std::uint16_t blocks = 0;
      const std::size_t at = in.at();
      if (!in.take(begin) || !in.take(blocks) || !in.skip(2)) break;
      cover(at, in.at());
      if (!in.skip(of_folder)) break;
      read_blocks(begin, blocks);
    }
    read_files(files, file_count);
    return tell_gaps();
  }

 private:
  void cover(std::size_t begin, std::size_t end) {
    if (!read_.empty() && read_.back().second == begin)
      read_.back().second = end;
    else
      read_.emplace_back(begin, end);
  }
  std::size_t zero_ended(std::size_t at) const {
    return std::min(bytes_.find('\0', at), bytes_.size() - 1) + 1 - at;
  }

  // 2.4: what is left of the most blocks is searched as if it were none.
  void read_blocks(std::uint32_t begin, std::uint16_t count) {
    if (begin >= bytes_.size()) return;
    text::LittleEndian in(bytes_, begin);
    for (; count > 0 && blocks_ < kMostBlocks; --count, ++blocks_) {
      const std::size_t at = in.at();
      std::uint16_t packed = 0;
      if (!in.skip(4) || !in.take(packed) || !in.skip(2)) return;
      cover(at, in.at());
      if (!in.skip(of_block_)) return;
      const std::size_t data = in.at();
      if (!in.skip(packed)) return;
      cover(data, in.at());
    }
  }

  // 2.3
  void read_files(std::uint32_t begin, std::uint16_t count) {
    constexpr std::size_t kEntry = 16;
    if (begin >= bytes_.size()) return;
    text::LittleEndian in(bytes_, begin);
    for (; count > 0; --count) {
      const std::size_t at = in.at();
      if (!in.skip(kEntry) || in.at() >= bytes_.size() || !in.skip(zero_ended(in.at()))) return;
      cover(at, in.at());
    }
  }

  std::size_t tell_gaps() {
    read_.emplace_back(end_, end_);
    std::sort(read_.begin(), read_.end());
    std::size_t at = 0;
    for (const auto& [begin, end] : read_) {
      if (begin > at) tell_strings(bytes_.substr(at, std::min(begin, end_) - at), "header", sink_);
      at = std::min(std::max(at, end), end_);
    }
    return end_;
  }

  std::string_view bytes_;
  DocumentSink& sink_;
  std::vector<std::pair<std::size_t, std::size_t>> read_;
  std::size_t end_ = 0, blocks_ = 0;
  std::uint8_t of_block_ = 0;
};

}  // namespace

void tell_cab_around(std::string_view bytes, std::uint64_t& left, DocumentSink& sink) {
  if (!bytes.starts_with("MSCF")) return;
  tell_rest(bytes.substr(Cabinet(bytes, sink).tell()), left, sink);
}

}  // namespace basewalk::worker
