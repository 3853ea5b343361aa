// SPDX-License-Identifier: MIT
#include "worker/unpack/confined_archive.h"

#include <algorithm>
#include <utility>

#include "text/foreign/archive_calls.h"
#include "worker/exchange.h"
#include "worker/unpack/archive_talk.h"

namespace basewalk::worker {
namespace {

using Result = ArchiveState::Result;

// A process that has been taken over may tell of members, or want something, without end.  So often
// it may do so without any bytes, and once for each member that is empty; and the header of a
// member has at least so many.
constexpr std::uint64_t kMostIdle = 1000;
constexpr std::uint64_t kLeastHeader = 26;  // of an old cpio
constexpr std::uint64_t kToldBesides = std::uint64_t{1} << 20;

class ConfinedArchive final : public ArchiveSession {
 public:
  ConfinedArchive(ArchiveKind kind, ArchiveFeed& feed, std::unique_ptr<Exchange> exchange)
      : feed_(feed), exchange_(std::move(exchange)), is_bounded_(kind != ArchiveKind::compress) {
    std::string text = question(AskArchive::open);
    append_number(text, static_cast<std::uint8_t>(kind));
    std::string_view rest;
    (void)ask(text, rest);
  }
  ConfinedArchive(const ConfinedArchive&) = delete;
  ConfinedArchive& operator=(const ConfinedArchive&) = delete;
  ~ConfinedArchive() override {
    if (is_sound_) Exchanges::shared().give_back(std::move(exchange_));
  }

  const ArchiveState& next_header(ArchiveEntry& entry) override {
    std::string_view rest;
    told_ += kLeastHeader;
    if (!ask(question(AskArchive::header), rest)) return state_;
    if (state_.result != Result::ok && state_.result != Result::odd) {
      if (!rest.empty()) return end_for_nonsense();
      return state_;
    }
    std::optional<ArchiveEntry> told = take_entry(rest);
    if (!told || !is_within_bounds()) return end_for_nonsense();
    entry = *std::move(told);
    return state_;
  }

  const ArchiveState& next_block(std::string_view& bytes) override {
    bytes = {};
    if (!ask(question(AskArchive::block), bytes)) return state_;
    const bool is_told = state_.result == Result::ok || state_.result == Result::odd;
    told_ += bytes.size();
    idle_ = bytes.empty() ? idle_ + 1 : 0;
    const bool is_too_idle = idle_ > kMostIdle && idle_ - kMostIdle > fed_ / kLeastHeader;
    if ((!is_told && !bytes.empty()) || is_too_idle || !is_within_bounds()) {
      bytes = {};
      return end_for_nonsense();
    }
    return state_;
  }

  const ArchiveState& state() const override { return state_; }

 private:
  static std::string question(AskArchive what) { return {static_cast<char>(what)}; }
  static std::string question(AskArchive what, bool flag) {
    return {static_cast<char>(what), static_cast<char>(flag ? 1 : 0)};
  }

  bool is_within_bounds() const { return !is_bounded_ || told_ <= fed_ + kToldBesides; }

  // Asks, and gives it what it wants before it tells; false where it is gone.
  bool ask(std::string text, std::string_view& rest) {
    // The feed may throw, and then nobody answers what it wants.
    const bool was_sound = std::exchange(is_sound_, false);
    for (std::uint64_t idle = 0;;) {
      std::optional<std::string_view> payload = exchange_->ask(text);
      if (!payload) return leave();
      std::uint8_t what = 0;
      (void)take_number(*payload, what);
      std::uint64_t count = 0;
      switch (static_cast<ArchiveAnswer>(what)) {
        case ArchiveAnswer::want_bytes:
          if (!payload->empty() || idle > kMostIdle) break;
          idle = feed(text) ? 0 : idle + 1;
          continue;
        case ArchiveAnswer::want_skip: {
          if (!take_number(*payload, count) || !payload->empty() || idle > kMostIdle) break;
          const bool is_skipped = count > 0 && feed_.skip(count);
          fed_ += is_skipped ? count : 0;
          idle = is_skipped ? 0 : idle + 1;
          text = question(AskArchive::skipped, is_skipped);
          continue;
        }
        case ArchiveAnswer::told:
          if (std::optional<ArchiveState> state = take_state(*payload)) {
            state_ = *std::move(state);
            rest = *payload;
            is_sound_ = was_sound && state_.result != Result::failed;
            return true;
          }
          break;
      }
      (void)end_for_nonsense();
      return false;
    }
  }

  // Says more bytes, and makes the question that goes with them; false where there are none.
  bool feed(std::string& text) {
    std::string_view more = feed_.more();
    const bool is_any = !more.empty();
    fed_ += more.size();
    while (!more.empty()) {
      const std::string_view piece = more.substr(0, Frame::kBytes);
      exchange_->say(Frame::Kind::bytes, piece);
      more.remove_prefix(piece.size());
    }
    text = question(AskArchive::given, !is_any && feed_.has_failed());
    return is_any;
  }

  const ArchiveState& end_for_nonsense() {
    if (exchange_->is_running()) exchange_->end_for_nonsense();
    (void)leave();
    return state_;
  }

  // It is gone.
  bool leave() {
    is_sound_ = false;
    const Reason& reason = exchange_->reason();
    state_.result = Result::gone;
    state_.why = "the program that unpacks it " + reason.why;
    state_.trouble = reason.trouble;
    state_.worth_a_retry = reason.worth_a_retry;
    state_.may_be_memory = false;
    return false;
  }

  ArchiveFeed& feed_;
  std::unique_ptr<Exchange> exchange_;
  bool is_bounded_;         // what it tells has at most as many bytes as it was fed
  std::uint64_t fed_ = 0;   // or passed over
  std::uint64_t told_ = 0;  // of members, with what their headers have at least
  std::uint64_t idle_ = 0;
  bool is_sound_ = true;
  ArchiveState state_;
};

}  // namespace

std::variant<std::unique_ptr<ArchiveSession>, Reason> archive_session(ArchiveKind kind,
                                                                      ArchiveFeed& feed,
                                                                      Place place) {
  if (place == Place::here || !kCanConfine) {
    if (const std::string& why = text::libarchive().missing; !why.empty())
      return Reason{"is not there: " + why, Trouble::no_reader};
    return archive_session_here(kind, feed);
  }
  std::unique_ptr<Exchange> exchange = Exchanges::shared().take("tar");
  if (!exchange->begin()) return exchange->reason();
  return std::make_unique<ConfinedArchive>(kind, feed, std::move(exchange));
}

}  // namespace basewalk::worker
