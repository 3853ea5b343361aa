// SPDX-License-Identifier: MIT
//
// Which line of a message a byte stands in.
#ifndef BASEWALK_OUTPUT_FACTS_LINES_H_
#define BASEWALK_OUTPUT_FACTS_LINES_H_

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace basewalk::output {

/// Lines end with LF.  Links mostly come in the order of their bytes, and then each byte is looked
/// at once; for those that do not what was counted is kept by the block.
class Lines {
 public:
  /// `bytes` must stay until the next begin().
  void begin(std::string_view bytes) {
    bytes_ = bytes;
    before_.assign(1, 0);
    last_ = 0;
    last_count_ = 0;
  }
  /// From 1.
  std::uint64_t of(std::size_t offset) {
    const std::size_t block = offset / kBlock;
    while (before_.size() <= block) {
      const std::size_t last = before_.size() - 1;
      before_.push_back(before_.back() + count(last * kBlock, (last + 1) * kBlock));
    }
    if (offset < last_ || last_ < block * kBlock) {
      last_ = block * kBlock;
      last_count_ = before_[block];
    }
    last_count_ += count(last_, offset);
    last_ = offset;
    return 1 + last_count_;
  }

 private:
  static constexpr std::size_t kBlock = 4096, kPiece = 240;
  std::uint64_t count(std::size_t begin, std::size_t end) const {
    // Never beyond: a line may be as long as the message.
    std::string_view rest = bytes_.substr(begin, end - begin);
    std::uint64_t lines = 0;
    while (!rest.empty()) {
      // So few that their count fits a byte: then the compiler looks at many bytes at once.
      const std::string_view piece = rest.substr(0, kPiece);
      std::uint8_t ends = 0;
      for (const char c : piece) ends = static_cast<std::uint8_t>(ends + (c == '\n' ? 1 : 0));
      lines += ends;
      rest.remove_prefix(piece.size());
    }
    return lines;
  }

  std::string_view bytes_;
  std::size_t last_ = 0;  // the last place that was asked for
  std::uint64_t last_count_ = 0;
  std::vector<std::uint64_t> before_ = {0};  // line ends before each block
};

}  // namespace basewalk::output

#endif  // BASEWALK_OUTPUT_FACTS_LINES_H_
