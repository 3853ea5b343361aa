// SPDX-License-Identifier: MIT
//
// basewalk-tar.so: archives that are read from front to end (unpack/archive_talk.h).
#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "worker/program/module.h"
#include "worker/program/talk.h"
#include "worker/unpack/archive_talk.h"

namespace basewalk::worker {
namespace {

using Result = ArchiveState::Result;

// What the other end has to give.
class TalkFeed final : public ArchiveFeed {
 public:
  explicit TalkFeed(Talk& talk) : talk_(talk) {}

  std::string_view more() override {
    bytes_.clear();
    append_number(talk_.begin_answer(), static_cast<std::uint8_t>(ArchiveAnswer::want_bytes));
    talk_.send_answer();
    has_failed_ = reply(AskArchive::given);
    return bytes_;
  }
  bool has_failed() const override { return has_failed_; }
  bool skip(std::uint64_t count) override {
    std::string& answer = talk_.begin_answer();
    append_number(answer, static_cast<std::uint8_t>(ArchiveAnswer::want_skip));
    append_number(answer, count);
    talk_.send_answer();
    return reply(AskArchive::skipped);
  }

 private:
  // Of this kind, and what it says; the bytes that come before it are kept.
  bool reply(AskArchive wanted) {
    for (;;) {
      const Frame frame = talk_.next();
      if (frame.kind == Frame::Kind::bytes) {
        bytes_ += frame.payload;
        continue;
      }
      if (frame.kind != Frame::Kind::ask || frame.payload.size() != 2 ||
          static_cast<AskArchive>(frame.payload[0]) != wanted)
        ::_exit(kMisused);
      return frame.payload[1] != 0;
    }
  }

  Talk& talk_;
  std::string bytes_;
  bool has_failed_ = false;
};

class Untarring {
 public:
  explicit Untarring(Talk& talk) : talk_(talk), feed_(talk) {}

  void go_on() {
    const Frame frame = talk_.next();
    if (frame.kind != Frame::Kind::ask || frame.payload.empty()) ::_exit(kMisused);
    switch (static_cast<AskArchive>(frame.payload[0])) {
      case AskArchive::open:
        return open(frame.payload.substr(1));
      case AskArchive::header:
        return header();
      case AskArchive::block:
        return block();
      case AskArchive::given:
      case AskArchive::skipped:
        break;
    }
    ::_exit(kMisused);
  }

 private:
  void open(std::string_view payload) {
    std::uint8_t kind = 0;
    if (!take_number(payload, kind) || kind >= kArchiveKinds) ::_exit(kMisused);
    left_ = {};
    pending_.reset();
    session_.reset();
    session_ = archive_session_here(static_cast<ArchiveKind>(kind), feed_);
    (void)tell(session_->state());
    talk_.send_answer();
  }

  void header() {
    if (!session_) ::_exit(kMisused);
    left_ = {};
    pending_.reset();
    ArchiveEntry entry;
    const ArchiveState& state = session_->next_header(entry);
    std::string& answer = tell(state);
    if (state.result == Result::ok || state.result == Result::odd) append_entry(answer, entry);
    talk_.send_answer();
  }

  // As many of the member's bytes as go into one answer.
  void block() {
    if (!session_) ::_exit(kMisused);
    ArchiveState told;
    std::string bytes;
    if (pending_) {
      told = *std::exchange(pending_, {});
      take(bytes);
    } else {
      told = session_->state();
      told.result = Result::ok;
      take(bytes);
      while (left_.empty() && bytes.size() < Frame::kBytes && !pending_) {
        const ArchiveState& state = session_->next_block(left_);
        // What is odd, or ends it, is told behind what came before.
        if (state.result != Result::ok && !bytes.empty()) {
          pending_ = state;
        } else {
          told = state;
          take(bytes);
          if (told.result != Result::ok) break;
        }
      }
    }
    tell(told) += bytes;
    talk_.send_answer();
  }

  void take(std::string& bytes) {
    const std::size_t count = std::min(left_.size(), Frame::kBytes - bytes.size());
    bytes += left_.substr(0, count);
    left_.remove_prefix(count);
  }

  std::string& tell(const ArchiveState& state) {
    std::string& answer = talk_.begin_answer();
    append_number(answer, static_cast<std::uint8_t>(ArchiveAnswer::told));
    append_state(answer, state);
    return answer;
  }

  Talk& talk_;
  TalkFeed feed_;
  std::unique_ptr<ArchiveSession> session_;
  std::string_view left_;                // of a block that was too long for one answer
  std::optional<ArchiveState> pending_;  // behind what was told last; its bytes are left_
};

void answer(Talk& talk) {
  for (Untarring untarring(talk);;) untarring.go_on();
}

}  // namespace
}  // namespace basewalk::worker

extern "C"
    [[gnu::visibility("default")]] constinit const basewalk::worker::Module basewalk_module = {
        .answer = basewalk::worker::answer};
