// SPDX-License-Identifier: MIT
#include "worker/unpack/confined_decoder.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "worker/exchange.h"
#include "worker/unpack/talk.h"

namespace basewalk::worker {
namespace {

// So often another process goes on behind damage that has ended one.
constexpr int kMostRestarts = 8;

// It is sent more where it has less than this; and of a new frame no more at first.
constexpr std::size_t kLow = std::size_t{32} << 10;
// Behind a frame that was short the next one may be, and what it does not take is sent again with
// the one after it: it is sent no more than this, or twice what that took.
constexpr std::size_t kShort = 256;

std::string question(Ask what) { return {static_cast<char>(what)}; }
template <typename... Numbers>
std::string question(Ask what, Numbers... numbers) {
  std::string text = question(what);
  (append_number(text, numbers), ...);
  return text;
}

class ConfinedDecoder final : public Decoder {
 public:
  ConfinedDecoder(Packing packing, std::unique_ptr<Exchange> exchange)
      : Decoder(packing), exchange_(std::move(exchange)) {
    open();
  }
  ConfinedDecoder(const ConfinedDecoder&) = delete;
  ConfinedDecoder& operator=(const ConfinedDecoder&) = delete;
  ~ConfinedDecoder() override {
    if (is_sound_) Exchanges::shared().give_back(std::move(exchange_));
  }

  void begin() override {
    say(question(Ask::begin));
    first_ = std::clamp(2 * frame_, kShort, kLow);
    frame_ = 0;
    start_anew();
  }
  void go_on() override {
    say(question(Ask::go_on));
    first_ = kLow;
    frame_ = 0;
    start_anew();
  }

  Step step(std::string_view bytes, char* into, std::size_t room) override {
    room = std::min(room, Frame::kBytes);
    for (;;) {
      if (!goes_on()) return fail_step();
      give(bytes);
      const auto payload = exchange_->ask(question(Ask::step, static_cast<std::uint32_t>(room)));
      if (!payload) return fail_step();
      const auto answer = step_answer(*payload, sent_, room);
      if (answer) has_taken_ = has_taken_ || answer->step.taken > 0;
      // No frame is empty, and who says so would say so of the same bytes again.
      if (!answer || (answer->step.state == State::ended && !has_taken_)) {
        exchange_->end_for_nonsense();
        return fail_step();
      }
      sent_ -= answer->step.taken;
      frame_ += answer->step.taken;
      std::memcpy(into, answer->made.data(), answer->made.size());
      is_idle_ = answer->step.taken == 0 && answer->step.made == 0;
      // It may not have been given all that there is.
      if (answer->step.state == State::more && is_idle_ && sent_ < bytes.size()) continue;
      return take(*answer);
    }
  }

  std::size_t block_bytes() const override { return block_bytes_; }

  std::uint64_t search_from(std::uint64_t frame, std::uint64_t at) override {
    const std::optional<std::uint64_t> place = ask_place(question(Ask::search_from, frame, at));
    return place ? std::max(frame + 1, *place) : Decoder::search_from(frame, at);
  }

  std::size_t find(std::string_view bytes, std::size_t from) override {
    if (!goes_on()) return std::string_view::npos;
    say(question(Ask::drop));
    start_anew();
    for (std::string_view left = bytes; !left.empty();) {
      const std::string_view piece = left.substr(0, Frame::kBytes);
      exchange_->say(Frame::Kind::bytes, piece);
      left.remove_prefix(piece.size());
    }
    const auto at = ask_place(question(Ask::find, static_cast<std::uint64_t>(from)));
    if (!at || *at < from || *at >= bytes.size()) return std::string_view::npos;
    return static_cast<std::size_t>(*at);
  }

 private:
  void open() { say(question(Ask::open, static_cast<std::uint8_t>(packing()))); }
  void say(const std::string& what) { exchange_->say(Frame::Kind::ask, what); }

  // Another process, where the one before has ended.
  bool goes_on() {
    if (exchange_->is_running()) return true;
    if (restarts_++ >= kMostRestarts || !exchange_->begin()) return false;
    open();
    begin();
    return true;
  }

  // It has none of the bytes.
  void start_anew() {
    sent_ = 0;
    has_taken_ = false;
    is_fresh_ = true;
    is_idle_ = false;
  }

  // Gives it more of the bytes, of which it has the first sent_.
  void give(std::string_view bytes) {
    if (sent_ > bytes.size()) {
      say(question(Ask::drop));
      start_anew();
    }
    if (sent_ >= kLow && !is_idle_) return;
    const std::string_view piece = bytes.substr(sent_, is_fresh_ ? first_ : Frame::kBytes);
    is_fresh_ = false;
    if (piece.empty()) return;
    exchange_->say(Frame::Kind::bytes, piece);
    sent_ += piece.size();
  }

  Step take(const StepAnswer& answer) {
    why_ = answer.why;
    trouble_ = answer.trouble;
    block_bytes_ =
        static_cast<std::size_t>(std::min<std::uint64_t>(answer.block_bytes, reach(packing())));
    if (answer.step.state != State::more && answer.step.state != State::ended) is_sound_ = false;
    return answer.step;
  }

  Step fail_step() {
    is_sound_ = false;
    is_worth_a_retry_ = exchange_->reason().worth_a_retry;
    return fail("the program that unpacks it " + exchange_->reason().why, {},
                exchange_->reason().trouble);
  }

  std::optional<std::uint64_t> ask_place(const std::string& what) {
    is_sound_ = false;
    if (!goes_on()) return {};
    auto payload = exchange_->ask(what);
    std::uint64_t place = 0;
    if (!payload) return {};
    if (take_number(*payload, place) && payload->empty()) return place;
    exchange_->end_for_nonsense();
    return {};
  }

  std::unique_ptr<Exchange> exchange_;
  std::size_t sent_ = 0;                     // of the bytes that it was given and has not taken
  bool is_fresh_ = true;                     // nothing was sent of the frame: many are short
  std::size_t first_ = kLow, frame_ = kLow;  // sent of it at first; taken of it
  bool has_taken_ = false;                   // anything of the frame
  bool is_idle_ = false;
  bool is_sound_ = true;  // nothing odd was met with
  int restarts_ = 0;
  std::size_t block_bytes_ = 0;
};

}  // namespace

std::variant<std::unique_ptr<Decoder>, Reason> decoder_for(Packing packing, Place place) {
  // Where nothing is unpacked, or no program is made for this system.
  if (place == Place::here || packing == Packing::stored || !kCanConfine)
    return decoder_here(packing);
  std::unique_ptr<Exchange> exchange = Exchanges::shared().take("unpack");
  if (!exchange->begin()) return exchange->reason();
  return std::make_unique<ConfinedDecoder>(packing, std::move(exchange));
}

}  // namespace basewalk::worker
