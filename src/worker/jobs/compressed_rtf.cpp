// SPDX-License-Identifier: MIT
#include "worker/jobs/compressed_rtf.h"

#include <algorithm>

#include "text/binary/numbers.h"
#include "worker/jobs/pst_encoding.h"

namespace basewalk::worker {
namespace {

// 2.1.3.1.2
constexpr std::string_view kBegin =
    "{\\rtf1\\ansi\\mac\\deff0\\deftab720{\\fonttbl;}{\\f0\\fnil \\froman \\fswiss \\fmodern "
    "\\fscript \\fdecor MS Sans SerifSymbolArialTimes New RomanCourier{\\colortbl\\red0\\green0"
    "\\blue0\r\n\\par \\pard\\plain\\f0\\fs20\\b\\i\\u\\tab\\tx";
static_assert(kBegin.size() == 207);
constexpr std::string_view kCompressed = "LZFu", kPlain = "MELA";

}  // namespace

CompressedRtf::CompressedRtf() {
  std::copy(kBegin.begin(), kBegin.end(), window_.begin());
  write_ = kBegin.size();
}

void CompressedRtf::put(char c, std::string& out) {
  out += c;
  window_[write_] = c;
  write_ = (write_ + 1) % kWindow;
  ++made_;
}

// 2.1.3.1.5: twelve bits where, four how many; the place where is written next means the end.
void CompressedRtf::refer(std::uint32_t reference, std::string& out) {
  std::size_t at = reference >> 4;
  if (at == write_) {
    ended_ = true;
    return;
  }
  for (unsigned i = 0; i < (reference & 15) + 2; ++i, at = (at + 1) % kWindow)
    put(window_[at], out);
}

void CompressedRtf::take(unsigned char byte, std::string& out) {
  if (left_ == 0) {
    flags_ = byte;
    left_ = 8;
    return;
  }
  if ((flags_ & 1) == 0) {
    put(static_cast<char>(byte), out);
  } else if (!has_half_) {
    half_ = byte;
    has_half_ = true;
    return;
  } else {
    has_half_ = false;
    refer(half_ << 8 | byte, out);
  }
  flags_ >>= 1;
  --left_;
}

void CompressedRtf::append(std::string_view bytes, std::string& out) {
  const std::size_t to_head = std::min(kHead - head_.size(), bytes.size());
  head_ += bytes.substr(0, to_head);
  bytes.remove_prefix(to_head);
  if (head_.size() < kHead) return;
  const std::string_view kind = std::string_view(head_).substr(8, 4);
  // What stands behind the length that it says is not of it.
  const std::uint64_t size = text::little(head_, 0, 4) + 4;
  const std::uint64_t rest = size - std::min(size, kHead + taken_);
  bytes = text::slice(bytes, 0, rest);
  taken_ += bytes.size();
  if (kind == kPlain) {
    const std::uint64_t most = text::little(head_, 4, 4);
    const std::string_view text = text::slice(bytes, 0, most - std::min(most, made_));
    out += text;
    made_ += text.size();
    return;
  }
  if (kind != kCompressed) return;
  sum_ = pst_check_sum(bytes, sum_);
  for (const char c : bytes) {
    if (ended_) return;
    take(static_cast<unsigned char>(c), out);
  }
}

CompressedRtf::State CompressedRtf::state() const {
  if (head_.size() < kHead) return State::cut_off;
  const std::string_view kind = std::string_view(head_).substr(8, 4);
  if (kind != kCompressed && kind != kPlain) return State::unknown_kind;
  if (kHead + taken_ < text::little(head_, 0, 4) + 4) return State::cut_off;
  if (kind == kCompressed && sum_ != text::little(head_, 12, 4)) return State::wrong_sum;
  const std::uint64_t says = text::little(head_, 4, 4);
  // Some writers count twelve bytes of the head for text that is not compressed.
  if (made_ != says && !(kind == kPlain && made_ + 12 == says)) return State::odd_length;
  return State::whole;
}

}  // namespace basewalk::worker
