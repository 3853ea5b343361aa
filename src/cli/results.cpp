// SPDX-License-Identifier: MIT
#include "cli/results.h"

#include "cli/compress.h"
#include "cli/order.h"
#include "cli/sink.h"

namespace basewalk::cli {
namespace {

// What a batch may collect before its turn, and how often it is looked whether that has come.
constexpr std::size_t kMost = std::size_t{4} << 20, kLook = std::size_t{1} << 18;

}  // namespace

bool Results::stopped() const { return order_.stopped(); }

void Results::flush() {
  const std::size_t size = buffer_.size() + chunk_.notices.size();
  if (!order_.is_turn(turn_)) {
    if (size < kMost) {
      full_ = size + kLook;
      return;
    }
    order_.wait_for_turn(turn_);
  }
  full_ = sink_.full();
  if (size < full_) return;
  if (!order_.stopped()) {
    append_compressed(chunk_.records, buffer_, sink_.compression());
    order_.write(chunk_);
  }
  chunk_ = Chunk{};
  buffer_.clear();
  message_end_ = 0;
  last_ = nullptr;
}

void Results::end_message(const archive::Item& item) {
  message_end_ = buffer_.size();
  last_ = &item;
}

void Results::finish(std::uint64_t held) {
  const std::string_view all = buffer_;
  if (last_ != nullptr && sink_.keeps_positions()) {
    append_compressed(chunk_.records, all.substr(0, message_end_), sink_.compression());
    append_compressed(chunk_.behind, all.substr(message_end_), sink_.compression());
    chunk_.position = {*last_->source, last_->offset, last_->number, last_->name_number};
  } else {
    append_compressed(chunk_.records, all, sink_.compression());
  }
  order_.finish(turn_, std::move(chunk_), held);
}

}  // namespace basewalk::cli
