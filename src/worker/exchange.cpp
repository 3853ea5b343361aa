// SPDX-License-Identifier: MIT
#include "worker/exchange.h"

#include <poll.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <termios.h>

#include <cerrno>
#include <cstring>
#include <exception>

#include "worker/job.h"

namespace basewalk::worker {
namespace {

constexpr std::uint64_t kMib = std::uint64_t{1} << 20;

}  // namespace

bool Exchange::cannot_start(std::string why, bool worth_a_retry) {
  (void)process_.stop();
  reason_ = {std::move(why), Trouble::no_reader, worth_a_retry};
  return false;
}

bool Exchange::start() {
  served_ = 0;
  has_ready_ = false;
  if (program_.empty())
    return cannot_start(
        "there is no program basewalk-worker; install it, or say in BASEWALK_WORKER where it is");
  int ends[2];
  int error = ::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) == 0 ? 0 : errno;
  if (error == 0) {
    socket_.set(ends[0]);
    const text::Descriptor theirs(ends[1]);
    error = process_.start(
        program_, {"answer", module_, std::to_string(grant_.memory), std::to_string(grant_.cpu)},
        theirs.number());
  }
  if (error != 0)
    return cannot_start(program_ + ": " + std::strerror(error),
                        error == ENOMEM || error == EAGAIN || error == EMFILE || error == ENFILE);
  frames_.emplace(process_.output(), static_cast<Waiting*>(this));
  return hear_first();
}

bool Exchange::hear_first() {
  Frame frame;
  const FrameReader::Got got = frames_->next(frame);
  if (got == FrameReader::Got::frame && frame.kind == Frame::Kind::refused)
    return cannot_start(std::string(frame.payload.substr(0, MemberSink::kLongestSentence)));
  std::string_view payload = frame.payload;
  std::uint32_t version = 0;
  if (got == FrameReader::Got::frame && frame.kind == Frame::Kind::ready &&
      take_number(payload, version) && payload.empty() && version == kVersion) {
    has_ready_ = true;
    return true;
  }
  const bool has_told = got == FrameReader::Got::frame || got == FrameReader::Got::nonsense;
  if (has_told)
    return cannot_start(program_ + " told what makes no sense, and may be of another version");
  const Reason ended = reason_of(got, process_.stop(), grant_);
  return cannot_start(program_ + " " + ended.why + " before it began", ended.worth_a_retry);
}

// What answers takes CPU time, or has not got its turn; it does not sleep.  How long that takes
// does not matter.
bool Exchange::wait(int descriptor) {
  constexpr int kLookMs = 100;
  for (bool was_asleep = false;;) {
    struct pollfd output {
      descriptor, POLLIN, 0
    };
    const int ready = ::poll(&output, 1, kLookMs);
    if (ready > 0 || (ready < 0 && errno != EINTR)) return true;
    int unread = 0;
    const bool has_all = ::ioctl(socket_.number(), TIOCOUTQ, &unread) == 0 && unread == 0;
    const bool is_asleep = has_ready_ && ready == 0 && has_all && process_.is_asleep();
    if (is_asleep && was_asleep && ::poll(&output, 1, 0) == 0) return false;
    was_asleep = is_asleep;
  }
}

bool Exchange::begin() {
  said_.clear();
  if (!process_.is_ours() && !start()) return false;
  ++served_;
  cpu_ = process_.cpu_used();
  passed_ = 0;
  grant();
  return true;
}

void Exchange::grant() {
  granted_ = passed_;
  process_.grant_cpu(cpu_ + grant_.cpu + grant_.cpu_per_mib * (passed_ / kMib));
}

void Exchange::say(Frame::Kind kind, std::string_view payload) {
  append_frame_head(said_, kind, payload.size());
  said_ += payload;
}

// How it went: a frame where all was sent.  Who answers before it has heard the question, and reads
// nothing more until that is taken, would be waited for without end.
FrameReader::Got Exchange::send() {
  std::string_view left = said_;
  while (!left.empty()) {
    const ssize_t sent =
        ::send(socket_.number(), left.data(), left.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent > 0) {
      left.remove_prefix(static_cast<std::size_t>(sent));
      continue;
    }
    if (errno != EINTR && errno != EAGAIN) return FrameReader::Got::end;
    struct pollfd both[] = {{socket_.number(), POLLOUT, 0}, {process_.output(), POLLIN, 0}};
    if (::poll(both, 2, -1) > 0 && (both[1].revents & POLLIN) != 0)
      return FrameReader::Got::nonsense;
  }
  passed_ += said_.size();
  said_.clear();
  return FrameReader::Got::frame;
}

std::optional<std::string_view> Exchange::ask(std::string_view question) {
  if (!is_running()) return {};
  if (!process_.is_ours()) {
    end(FrameReader::Got::end);
    reason_.why = kIsParents;
    reason_.worth_a_retry = true;
    return {};
  }
  say(Frame::Kind::ask, question);
  Frame frame;
  FrameReader::Got got = send();
  if (got == FrameReader::Got::frame) got = frames_->next(frame);
  if (got != FrameReader::Got::frame || frame.kind != Frame::Kind::answer) {
    end(got == FrameReader::Got::frame ? FrameReader::Got::nonsense : got);
    return {};
  }
  passed_ += frame.payload.size();
  if (passed_ - granted_ >= kMib) grant();
  return frame.payload;
}

void Exchange::end(FrameReader::Got how) {
  reason_ = reason_of(how, process_.stop(), grant_);
  frames_.reset();
  said_.clear();
}

Exchanges& Exchanges::shared() {
  static Exchanges exchanges;
  return exchanges;
}

std::unique_ptr<Exchange> Exchanges::take(std::string_view module) { return idle_.take(module); }

void Exchanges::give_back(std::unique_ptr<Exchange> exchange) noexcept try {
  if (exchange->may_serve_more()) idle_.give_back(std::move(exchange));
} catch (const std::exception&) {
  // No memory to keep it.
}

}  // namespace basewalk::worker
