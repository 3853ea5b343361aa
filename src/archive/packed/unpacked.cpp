// SPDX-License-Identifier: MIT
#include "archive/packed/unpacked.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace basewalk::archive {

using worker::Decoder;

namespace {

// Whole blocks, however they come and whoever asks: what is unpacked from where does not depend on
// it.
constexpr std::size_t kIn = std::size_t{128} << 10, kOut = std::size_t{64} << 10;

// Places are known to so many bytes, and of so many blocks where nobody asks.
constexpr std::uint64_t kNear = std::uint64_t{64} << 10;
constexpr std::size_t kUnasked = 64;

// So often it goes on behind damage: bytes could be made so that every few of them are told.
constexpr int kMostDamages = 1000;

// So many frames behind each other may hold nothing.  Each costs as much as thousands of bytes, and
// has some twenty: without an end to it a file would take hours, and give nothing.
constexpr int kMostEmpty = 10'000;

}  // namespace

Unpacked::Unpacked(std::unique_ptr<Decoder> decoder, Begun stream, UnpackLimit limit)
    : decoder_(std::move(decoder)),
      packing_(decoder_->packing()),
      reach_(worker::reach(packing_)),
      head_(std::move(stream.head)),
      rest_(std::move(stream.rest)),
      limit_(std::move(limit)) {
  out_.resize(kOut);
}

std::size_t Unpacked::read(char* into, std::size_t size) {
  if (failure_) return 0;
  if (out_begin_ == out_end_ && !fill()) return 0;
  const std::size_t count = std::min(size, out_end_ - out_begin_);
  std::memcpy(into, out_.data() + out_begin_, count);
  out_begin_ += count;
  return count;
}

// Fills what is to be given; false at the end and on failure.
bool Unpacked::fill() {
  note_block();
  out_begin_ = out_end_ = 0;
  while (out_end_ < kOut && !pending_ && !ended_)
    if (is_behind_doubt_)
      pass_doubt();
    else if (in_frame_ || begin_frame())
      step();
  made_ += out_end_;
  std::optional<Failure> too_much = limit_.add(out_end_, made_, position());
  if (too_much && !ended_) {
    ended_ = true;
    const std::uint64_t size = std::max(rest_->size().value_or(0), position());
    too_much->extent = Extent{position(), size - position()};
    fail(*std::move(too_much));
  }
  if (out_end_ > 0) return true;
  failure_ = std::exchange(pending_, {});
  return false;
}

bool Unpacked::go_on() {
  if (!failure_) return false;
  failure_.reset();
  return !ended_;
}

// How much was looked at before depends on who asked, and what a decoder says of damage on how much
// it sees.
std::size_t Unpacked::read_packed(char* into, std::size_t size) {
  if (head_at_ == head_.size()) return rest_->read(into, size);
  const std::size_t count = head_.copy(into, size, head_at_);
  head_at_ += count;
  if (head_at_ == head_.size()) {
    head_ = {};
    head_at_ = 0;
  }
  return count;
}

// Makes sure of so many bytes behind the cursor, where there are.
bool Unpacked::refill(std::size_t wanted) {
  while (view().size() < wanted && !in_ended_) {
    // What may be looked at again stays.
    if (const std::size_t kept = reach_; cursor_ > 2 * kept + kIn) {
      const std::size_t drop = cursor_ - kept;
      in_.erase(0, drop);
      in_begin_ += drop;
      cursor_ -= drop;
    }
    const std::size_t held = in_.size();
    in_.resize(held + kIn);
    std::size_t got = 0;
    while (got < kIn) {
      const std::size_t more = read_packed(in_.data() + held + got, kIn - got);
      if (more == 0) break;
      got += more;
    }
    in_.resize(held + got);
    if (got == kIn) continue;
    const bool is_doubt = rest_->failure() && rest_->failure()->trouble == Trouble::doubtful;
    if (!is_doubt || pending_) {
      in_ended_ = true;
    } else {
      // All bytes came, and more may.
      pending_ = rest_->failure();
      in_ended_ = !rest_->go_on();
    }
  }
  return view().size() >= wanted;
}

// At the end of a frame, or the beginning of all: is there another?
bool Unpacked::begin_frame() {
  refill(worker::begun_bytes(packing_));
  if (worker::begins(packing_, view()) || (position() == 0 && !view().empty())) {
    decoder_->begin();
    in_frame_ = true;
    frame_begin_ = position();
    ungiven_ = 0;
    return true;
  }
  // Padding, as tapes and xz have it.
  while (refill(1)) {
    const std::size_t behind = view().find_first_not_of('\0');
    cursor_ += std::min(behind, view().size());
    if (behind != std::string_view::npos) break;
  }
  if (view().empty()) {
    if (!pending_) end_of_input();
    return false;
  }
  refill(worker::begun_bytes(packing_));
  if (!worker::begins(packing_, view()))
    lose("behind its end stands what is not packed like it", Trouble::damaged, cursor_ + 1);
  return false;
}

void Unpacked::step() {
  if (view().empty()) refill(1);
  if (pending_) return;
  const Decoder::Step step = decoder_->step(view(), out_.data() + out_end_, kOut - out_end_);
  cursor_ += step.taken;
  out_end_ += step.made;
  ungiven_ = step.made > 0 ? 0 : ungiven_ + step.taken;
  if (step.made > 0) empty_ = -1;
  if (step.state == Decoder::State::more) {
    if (step.taken > 0 || step.made > 0 || out_end_ == kOut) {
      idle_ = 0;
      return;
    }
    // A decoder may pass from one thing to the next without taking anything.
    if (++idle_ < worker::kIdle) return;
    // It wants more than there is here.
    const std::size_t held = view().size();
    if (held <= reach_ + kIn && refill(held + 1)) return;
    if (!in_ended_)
      lose("its bytes are damaged", Trouble::damaged, search_from());
    else if (!pending_)
      end_of_input();
    return;
  }
  if (step.state == Decoder::State::damaged) {
    lose(decoder_->why(), static_cast<Trouble>(decoder_->trouble()), search_from(),
         decoder_->is_worth_a_retry());
    return;
  }
  ungiven_ = 0;
  if (step.state == Decoder::State::doubted_block) {
    const std::uint64_t size = decoder_->block_bytes(), end = position();
    fail({"is not what it was when it was packed: " + decoder_->why(), false, Trouble::doubtful,
          Extent{end - std::min(size, end), size}});
    is_behind_doubt_ = true;
    return;
  }
  in_frame_ = false;
  if (step.state == Decoder::State::ended) {
    if (++empty_ > kMostEmpty) end_of_empty();
    return;
  }
  fail({"is not what it was when it was packed: " + decoder_->why(), false, Trouble::doubtful,
        Extent{frame_begin_, position() - frame_begin_}});
}

void Unpacked::end_of_empty() {
  ended_ = true;
  const std::uint64_t size = std::max(rest_->size().value_or(0), position());
  fail({"goes on with more than " + std::to_string(kMostEmpty) +
            " packed pieces that hold nothing; nothing behind them was read",
        false, Trouble::limit, Extent{position(), size - position()}});
}

std::size_t Unpacked::search_from() {
  const std::uint64_t frame = std::max(frame_begin_, in_begin_) - in_begin_;
  return static_cast<std::size_t>(decoder_->search_from(frame, cursor_));
}

// There is nothing more to unpack: at the end of a frame that is as it should be.
void Unpacked::end_of_input() {
  if (rest_->failure()) {
    pass_gap();
  } else if (in_frame_) {
    ended_ = true;
    fail({"is cut off: what it packs goes on behind its " + std::to_string(position()) + " bytes",
          false, Trouble::damaged, Extent{position() - ungiven_, ungiven_}});
  } else {
    ended_ = true;
  }
}

// What cannot be unpacked is told once it is known how far that goes.
void Unpacked::lose(std::string why, Trouble trouble, std::size_t search, bool worth_a_retry) {
  const std::uint64_t from = position() - ungiven_;
  const bool found = find_place(search);
  tell_lost(std::move(why), trouble, from, found, worth_a_retry);
}

// Of a block in doubt all was given that could be.  What follows it may not be found, or not at
// once; where another frame does, it was the last.
void Unpacked::pass_doubt() {
  is_behind_doubt_ = false;
  refill(worker::begun_bytes(packing_));
  if (worker::begins(packing_, view())) {
    in_frame_ = false;
    return;
  }
  const std::uint64_t from = position();
  const bool found = find_place(search_from());
  if (position() > from || (!found && rest_->failure()))
    tell_lost("its bytes are damaged", Trouble::damaged, from, found, false);
  else
    ended_ = !found;
}

void Unpacked::tell_lost(std::string why, Trouble trouble, std::uint64_t from, bool found,
                         bool worth_a_retry) {
  const std::uint64_t to = std::max(from, position());
  fail({"is damaged: " + why + "; " + std::to_string(to - from) + " packed bytes from " +
            std::to_string(from) + " on are left out",
        worth_a_retry, trouble, Extent{from, to - from}});
  if (!found && rest_->failure()) {
    Failure lost = std::move(*pending_);
    pass_gap();
    lost.problem += "; then it " + pending_->problem;
    lost.worth_a_retry = pending_->worth_a_retry;
    pending_ = std::move(lost);
  } else if (!found) {
    ended_ = true;
  }
}

// What it is read from has failed, and may go on.
void Unpacked::pass_gap() {
  pending_ = rest_->failure();
  ended_ = !rest_->go_on() || ++damages_ >= kMostDamages;
  if (ended_) return;
  in_begin_ += in_.size();
  in_.clear();
  cursor_ = 0;
  in_ended_ = false;
  // A second gap, or nothing behind it, is found by who asks to go on.
  in_frame_ = false;
  ended_ = !find_place(0) && !rest_->failure();
}

// Goes where decoding can go on, at `search` or behind; false at the end of what can be read.
bool Unpacked::find_place(std::size_t search) {
  in_frame_ = false;
  std::size_t from = std::min(search, in_.size());
  for (;;) {
    const std::size_t at = decoder_->find(in_, from);
    if (at != std::string_view::npos) {
      cursor_ = at;
      decoder_->go_on();
      in_frame_ = true;
      frame_begin_ = position();
      ungiven_ = 0;
      return true;
    }
    from = std::max(from, in_.size() - std::min(in_.size(), worker::overlap(packing_)));
    cursor_ = in_.size();
    // Nothing before that is looked at again.
    in_begin_ += from;
    in_.erase(0, from);
    cursor_ -= from;
    from = 0;
    if (!refill(1)) return false;
  }
}

void Unpacked::fail(Failure failure) {
  // In what was packed twice these are no bytes of the source.
  if (++damages_ == kMostDamages) {
    ended_ = true;
    failure.problem +=
        "; after " + std::to_string(damages_) + " damaged places nothing more of it was read";
    failure.trouble = Trouble::damaged;
    if (failure.extent)
      failure.extent->length =
          std::max(rest_->lies(), failure.extent->begin) - failure.extent->begin;
  }
  if (rest_->is_unpacked()) failure.extent.reset();
  pending_ = std::move(failure);
}

// The next block comes from here.  Only slices ask, and they ask from the beginning on.
void Unpacked::note_block() {
  const bool is_near = !blocks_.empty() && made_ - blocks_.back().begin < kNear;
  if (is_near || (!asked_ && blocks_.size() == kUnasked)) return;
  blocks_.push_back({made_, position()});
}

std::uint64_t Unpacked::place(std::uint64_t offset) {
  asked_ = true;
  while (blocks_.size() > 1 && blocks_[1].begin <= offset) blocks_.pop_front();
  return rest_->place(blocks_.empty() ? 0 : blocks_.front().from);
}

}  // namespace basewalk::archive
