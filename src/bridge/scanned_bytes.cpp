// SPDX-License-Identifier: MIT
#include <algorithm>

#include "basewalk/bridge/mimetic.h"
#include "bridge/tree_filler.h"

namespace basewalk::bridge {

ScannedBytes::ScannedBytes(std::string_view bytes, const Limits& limits)
    : bytes_(bytes), limits_(limits) {
  limits_.depth = std::min(limits_.depth, kDeepestTree);
}

void ScannedBytes::load(mimetic::MimeEntity& entity, Iterator begin, Iterator end,
                        std::size_t mask) {
  if (begin.source_ == nullptr) return;
  ScannedBytes& source = *begin.source_;
  const std::string_view bytes(begin.at_, static_cast<std::size_t>(end.at_ - begin.at_));
  Message message = read_message(bytes, source.limits_);
  fill(entity, message, mask);
  source.notes_ = std::move(message.notes);
}

}  // namespace basewalk::bridge
