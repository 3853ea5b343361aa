// SPDX-License-Identifier: MIT
#include "milter/listening/packets.h"

#include <algorithm>
#include <cstddef>

namespace basewalk::milter {
namespace {

constexpr int kLengthBytes = 4;
constexpr std::uint32_t kLongest = 0x7FFF'FFFF;
constexpr char kMacros = 'D';

}  // namespace

std::string_view Packets::take(std::string_view bytes) {
  while (!bytes.empty()) {
    if (length_bytes_ < kLengthBytes) {
      length_ = length_ << 8 | static_cast<unsigned char>(bytes.front());
      bytes.remove_prefix(1);
      if (++length_bytes_ < kLengthBytes) continue;
      if (length_ > kLongest) return "a packet came with a length below zero";
      left_ = length_;
      has_command_ = has_stage_ = is_odd_ = false;
      is_ended_ = true;
    } else if (!has_command_) {
      command_ = bytes.front();
      bytes.remove_prefix(1);
      has_command_ = true;
      // libmilter reads a command behind a length of 0, too.
      if (left_ > 0) --left_;
    } else {
      const std::size_t size = std::min<std::size_t>(left_, bytes.size());
      if (command_ == kMacros) take_macros(bytes.substr(0, size));
      bytes.remove_prefix(size);
      left_ -= static_cast<std::uint32_t>(size);
    }
    if (!has_command_ || left_ > 0) continue;
    if (command_ == kMacros && (is_odd_ || !is_ended_))
      return "macros came that are no names with values";
    length_ = 0;
    length_bytes_ = 0;
  }
  return {};
}

void Packets::take_macros(std::string_view bytes) {
  if (!has_stage_ && !bytes.empty()) {
    has_stage_ = true;
    bytes.remove_prefix(1);
  }
  if (bytes.empty()) return;
  if (std::ranges::count(bytes, '\0') % 2 != 0) is_odd_ = !is_odd_;
  is_ended_ = bytes.back() == '\0';
}

}  // namespace basewalk::milter
