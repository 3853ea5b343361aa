// SPDX-License-Identifier: MIT
//
// The format mbx of the University of Washington's IMAP server (c-client's mbx.c defines it): a
// header of 2048 bytes, "*mbx*" first; then before each message a line with the time of its
// arrival, its size, and its flags:
//
//     19-Nov-2026 10:00:00 +0000,1234;000000000001-00000007
//
// Lines end with CRLF.  What has the flag 8000 was expunged, and waits to be written over.
#include "archive/box/counted.h"
#include "archive/box/families.h"
#include "text/ascii.h"

namespace basewalk::archive {
namespace {

constexpr std::string_view kMark = "*mbx*";
constexpr std::size_t kHeaderBytes = 2048;
constexpr std::size_t kTimeBytes = 26;  // "19-Nov-2026 10:00:00 +0000"

class MbxSplitter final : public CountedSplitter {
  Meaning meaning(std::string_view line) override;
  std::size_t longest_line(std::uint64_t offset) const override {
    return !begun_ && offset < kHeaderBytes ? kHeaderBytes - static_cast<std::size_t>(offset)
                                            : kLineBytes;
  }
  bool begun_ = false;      // the first message was announced
  bool is_padded_ = false;  // the lines of the header are behind us
};

bool is_time(std::string_view text) {
  constexpr std::string_view kLike = "?9-aaa-9999 99:99:99 ?9999";
  for (std::size_t i = 0; i < kTimeBytes; ++i) {
    const char like = kLike[i], c = text[i];
    const bool ok = like == '?'   ? c == ' ' || c == '+' || c == '-' || ascii::is_digit(c)
                    : like == '9' ? ascii::is_digit(c)
                    : like == 'a' ? ascii::is_alpha(c)
                                  : c == like;
    if (!ok) return false;
  }
  return true;
}

CountedSplitter::Meaning MbxSplitter::meaning(std::string_view line) {
  if (line.size() > kTimeBytes && line[kTimeBytes] == ',' && is_time(line)) {
    line.remove_prefix(kTimeBytes + 1);
    const Digits size = digits_of(line);
    if (size.count > 0 && line.substr(size.count).starts_with(';')) {
      begun_ = true;
      // The flags of users, then those of the system.
      const Digits flags = digits_of(line.substr(std::min(line.size(), size.count + 9)), 16);
      const bool is_expunged = flags.count == 4 && (flags.value & 0x8000) != 0;
      return {Meaning::Is::message, size.value,
              is_expunged ? "was expunged from its mailbox" : std::string_view()};
    }
  }
  if (!begun_ && offset() < kHeaderBytes) {
    // Lines, and zeros behind them.
    const std::size_t zeros = is_padded_ ? 0 : line.find('\0');
    is_padded_ = zeros != line.npos;
    if (!is_padded_) return {Meaning::Is::filler};
    line = ascii::trim(line.substr(zeros));
    line.remove_prefix(std::min(line.find_first_not_of('\0'), line.size()));
  }
  return {line.empty() ? Meaning::Is::filler : Meaning::Is::lost};
}

}  // namespace

bool is_mbx(std::string_view head) {
  return head.starts_with(kMark) && (head.substr(kMark.size()).starts_with("\r\n") ||
                                     head.substr(kMark.size()).starts_with('\n'));
}

std::unique_ptr<Splitter> split_mbx() { return std::make_unique<MbxSplitter>(); }

}  // namespace basewalk::archive
