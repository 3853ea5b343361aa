// SPDX-License-Identifier: MIT
#include "c/lists.h"

namespace basewalk::c {
namespace {

constexpr std::size_t kLargestBlock = std::size_t{1} << 20;

}  // namespace

bw_string Texts::keep(std::string_view text) {
  if (text.empty()) return {"", 0};
  if (text.size() > left_) {
    const std::size_t size = std::max(next_block_, text.size());
    blocks_.push_back(std::make_unique_for_overwrite<char[]>(size));
    to_ = blocks_.back().get();
    left_ = size;
    next_block_ = std::min(next_block_ * 2, kLargestBlock);
  }
  char* const kept = to_;
  to_ = std::copy(text.begin(), text.end(), to_);
  left_ -= text.size();
  return {kept, text.size()};
}

}  // namespace basewalk::c
