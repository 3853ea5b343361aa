// SPDX-License-Identifier: MIT
#include "run/results.h"

#include "run/order.h"
#include "run/writer.h"
#include "text/files/compress.h"

namespace basewalk::run {
namespace {

// What a batch may collect before its turn, and how often it is looked whether that has come.
constexpr std::size_t kMost = std::size_t{4} << 20, kLook = std::size_t{1} << 18;

}  // namespace

Results::Results(Order& order, const Writer& writer, std::uint64_t turn)
    : order_(order), writer_(writer), turn_(turn) {
  // Growing to that step by step would copy everything once more.
  buffer_.reserve(writer.full() + writer.full() / 4);
}

void Results::pack(std::string_view records, std::string& to) {
  const std::string why = text::append_compressed(to, records, writer_.compression());
  if (chunk_.failure.empty()) chunk_.failure = why;
}

void Results::pack_buffer() {
  if (writer_.compression() == text::Compression::none && chunk_.records.empty())
    chunk_.records.swap(buffer_);
  else
    pack(buffer_, chunk_.records);
}

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
  full_ = writer_.full();
  if (size < full_) return;
  if (!order_.stopped()) {
    pack_buffer();
    order_.write(chunk_);
    // Where nothing was compressed, this is the memory that was written to.
    if (buffer_.capacity() < chunk_.records.capacity()) buffer_.swap(chunk_.records);
  }
  chunk_ = Chunk{};
  buffer_.clear();
  message_end_ = 0;
  has_gap_before_ = false;
  last_ = nullptr;
}

void Results::end_message(const archive::Item& item) {
  message_end_ = buffer_.size();
  has_gap_before_ = chunk_.has_gap;
  last_ = &item;
}

void Results::finish(std::uint64_t held) {
  if (last_ != nullptr && writer_.keeps_positions()) {
    pack(std::string_view(buffer_).substr(message_end_), chunk_.behind);
    buffer_.resize(message_end_);
    chunk_.position = {*last_->source,     last_->offset, last_->number,
                       last_->name_number, last_->member, last_->files};
    chunk_.has_gap_before = has_gap_before_;
  }
  pack_buffer();
  order_.finish(turn_, std::move(chunk_), held);
}

}  // namespace basewalk::run
