// SPDX-License-Identifier: MIT
#include "archive/box/counted.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "text/ascii.h"

namespace basewalk::archive {

std::optional<Piece> CountedSplitter::next(char* window, std::size_t size, bool final) {
  const std::optional<Piece> piece =
      in_message_ ? next_message(size, final) : next_line({window, size}, final);
  if (piece) offset_ += piece->end;
  return piece;
}

std::optional<Piece> CountedSplitter::next_message(std::size_t size, bool final) {
  if (size < left_ && !final) return {};
  const std::size_t count = std::min(size, left_);
  ended_within_ = count < left_;
  in_message_ = false;
  left_ = 0;
  behind_message();
  if (why_not_.empty()) return Piece{true, count, count};
  return Piece{false, count, count, why_not_, Trouble::hidden};
}

std::optional<Piece> CountedSplitter::next_line(std::string_view window, bool final) {
  const std::size_t longest = longest_line(offset_);
  const std::size_t line_end = window.substr(0, longest).find('\n');
  const bool is_whole = line_end != window.npos;
  if (!is_whole && window.size() < longest && !final) return {};
  const std::size_t end = is_whole ? line_end + 1 : std::min(longest, window.size());
  Piece piece{false, 0, end};
  // What is longer than a line of the format is none.
  piece.is_of_last_problem = is_lost_;
  if (std::exchange(in_long_line_, !is_whole && longest == kLineBytes)) return piece;
  std::string_view line = window.substr(0, is_whole ? line_end : end);
  if (line.ends_with('\r')) line.remove_suffix(1);
  const Meaning what = meaning(line);
  switch (what.is) {
    case Meaning::Is::filler:
      break;
    case Meaning::Is::message:
      piece.is_of_last_problem = is_lost_ = false;
      has_announced_ = true;
      in_message_ = what.size > 0;
      left_ = static_cast<std::size_t>(
          std::min<std::uint64_t>(what.size, std::numeric_limits<std::size_t>::max() / 2));
      why_not_ = what.why_not;
      break;
    case Meaning::Is::lost:
      if (!std::exchange(is_lost_, true))
        piece.problem = has_announced_
                            ? "the length of the message before is wrong; what stands here was "
                              "passed over up to the next message"
                            : "what stands here announces no message; it was passed over up to the "
                              "next message";
  }
  return piece;
}

void CountedSplitter::drop(std::size_t bytes) {
  left_ -= bytes;
  offset_ += bytes;
}

std::string_view CountedSplitter::lack() const {
  return ended_within_ ? "ends before its last message does, by the length that is given for it"
                       : std::string_view();
}

Digits digits_of(std::string_view text, unsigned base) {
  Digits digits;
  while (digits.count < std::min<std::size_t>(text.size(), 18)) {
    const char c = text[digits.count];
    if (base == 16 ? !ascii::is_hex(c) : !ascii::is_digit(c)) break;
    const std::uint64_t value = ascii::hex_value(c);
    if (digits.value > (std::numeric_limits<std::uint64_t>::max() >> 5)) break;
    digits.value = digits.value * base + value;
    ++digits.count;
  }
  return digits;
}

}  // namespace basewalk::archive
