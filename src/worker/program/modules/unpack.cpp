// SPDX-License-Identifier: MIT
//
// basewalk-unpack.so: decoders of what is compressed (unpack/talk.h).
#include <memory>
#include <string>
#include <string_view>

#include "worker/program/module.h"
#include "worker/program/talk.h"
#include "worker/unpack/talk.h"

namespace basewalk::worker {
namespace {

// What is asked of one decoder after the other.
class Unpacking {
 public:
  explicit Unpacking(Talk& talk) : talk_(talk) {}

  void go_on() {
    const Frame frame = talk_.next();
    if (frame.kind == Frame::Kind::bytes) {
      give(frame.payload);
      return;
    }
    std::string_view payload = frame.payload;
    std::uint8_t what = 0;
    if (frame.kind != Frame::Kind::ask || !take_number(payload, what)) ::_exit(kMisused);
    answer(static_cast<Ask>(what), payload);
  }

 private:
  void give(std::string_view bytes) {
    // What has been taken goes once it is as long as what has not.
    if (taken_ >= bytes_.size() - taken_) drop(taken_);
    bytes_ += bytes;
  }
  void drop(std::size_t count) {
    bytes_.erase(0, count);
    taken_ = 0;
  }
  std::string_view view() const { return std::string_view(bytes_).substr(taken_); }

  void answer(Ask what, std::string_view payload) {
    if (what == Ask::open) return open(payload);
    if (decoder_ == nullptr) ::_exit(kMisused);
    switch (what) {
      case Ask::open:
        return;
      case Ask::begin:
        drop(bytes_.size());
        return decoder_->begin();
      case Ask::go_on:
        drop(bytes_.size());
        return decoder_->go_on();
      case Ask::drop:
        return drop(bytes_.size());
      case Ask::step:
        return step(number<std::uint32_t>(payload));
      case Ask::find: {
        const auto from = number<std::uint64_t>(payload);
        return tell(decoder_->find(view(), static_cast<std::size_t>(from)));
      }
      case Ask::search_from: {
        const auto frame = number<std::uint64_t>(payload), at = number<std::uint64_t>(payload);
        return tell(decoder_->search_from(frame, at));
      }
    }
    ::_exit(kMisused);
  }

  template <typename Number>
  static Number number(std::string_view& payload) {
    Number value = 0;
    if (!take_number(payload, value)) ::_exit(kMisused);
    return value;
  }

  void open(std::string_view payload) {
    const auto packing = number<std::uint8_t>(payload);
    if (packing >= kPackings) ::_exit(kMisused);
    decoder_.reset();
    drop(bytes_.size());
    decoder_ = decoder_here(static_cast<Packing>(packing));
  }

  void step(std::size_t room) {
    if (room > Frame::kBytes) ::_exit(kMisused);
    std::string& out = talk_.begin_answer();
    made_.resize(StepAnswer::kHead + room);
    const Decoder::Step step = decoder_->step(view(), made_.data() + StepAnswer::kHead, room);
    taken_ += step.taken;
    finish_step_answer(made_, step, *decoder_);
    out += made_;
    talk_.send_answer();
  }

  void tell(std::uint64_t place) {
    append_number(talk_.begin_answer(), place);
    talk_.send_answer();
  }

  Talk& talk_;
  std::unique_ptr<Decoder> decoder_;
  std::string bytes_;  // that it was given, the first taken_ of which were taken
  std::size_t taken_ = 0;
  std::string made_;
};

void answer(Talk& talk) {
  for (Unpacking unpacking(talk);;) unpacking.go_on();
}

}  // namespace
}  // namespace basewalk::worker

extern "C"
    [[gnu::visibility("default")]] constinit const basewalk::worker::Module basewalk_module = {
        .answer = basewalk::worker::answer};
