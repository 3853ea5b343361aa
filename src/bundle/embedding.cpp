// SPDX-License-Identifier: MIT
#include "bundle/embedding.h"

namespace basewalk::bundle {
namespace {

// Texts in one another; each is held while what it embeds is written.
constexpr std::size_t kDeepest = 16;

}  // namespace

// About as much as that will be when it comes to out_.
double Embedding::waiting() const {
  double bytes = 0, grows = 1;
  for (const BufferedSink* const buffer : buffers_) {
    bytes += static_cast<double>(buffer->held()) * grows;
    grows *= 4.0 / 3;
  }
  return bytes;
}

std::optional<LossReason> Embedding::why_not(std::uint32_t part, Budget& budget) const {
  if (is_open(part)) return LossReason::within_itself;
  if (open_.size() >= kDeepest) return LossReason::too_deep;
  const std::size_t bytes = bundle_.message().parts[part].body.size();
  const double size = static_cast<double>(bytes) * 4 / 3 * growth();
  if (static_cast<double>(out_.written()) + waiting() + size > static_cast<double>(limit_))
    return LossReason::too_long;
  if (!budget.take(bytes)) return LossReason::work;
  return {};
}

}  // namespace basewalk::bundle
