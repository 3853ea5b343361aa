// SPDX-License-Identifier: MIT
#include "worker/server.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <optional>
#include <utility>
#include <vector>

#include "worker/document_frame.h"
#include "worker/frame.h"
#include "worker/module.h"
#include "worker/status.h"

namespace basewalk::worker {
namespace {

constexpr std::uint64_t kMib = std::uint64_t{1} << 20;

// Beyond what the opener is to keep to by itself.
constexpr std::uint64_t kToldBesides = 16 * kMib;

// Hands on what a process tells, as long as it makes sense.
class Listener {
 public:
  Listener(const Document& document, DocumentSink& sink)
      : sink_(sink),
        words_(document.passwords.size()),
        left_(document.bounds.bytes + document.bytes.size() + kToldBesides) {}

  enum class Heard : unsigned char { more, done, nonsense, too_much, refused };

  Heard take(const Frame& frame) {
    if (!is_ready_) return take_first(frame);
    if (frame.payload.size() > left_) return Heard::too_much;
    left_ -= frame.payload.size();
    const bool made_sense = state_ == State::between ? take_between(frame) : take_within(frame);
    return !made_sense ? Heard::nonsense : is_done_ ? Heard::done : Heard::more;
  }

  /// The process is gone: a part that is open ends here.
  void leave() {
    if (state_ == State::part) sink_.end();
    state_ = State::between;
  }

  bool is_ready() const { return is_ready_; }
  const std::string& refusal() const { return first_; }

 private:
  enum class State : unsigned char { between, raw, shown, text, part };

  Heard take_first(const Frame& frame) {
    std::string_view payload = frame.payload;
    std::uint32_t version = 0;
    if (frame.kind == Frame::Kind::refused) {
      first_ = payload.substr(0, kLongestField);
      return Heard::refused;
    }
    is_ready_ = frame.kind == Frame::Kind::ready && take_number(payload, version) &&
                payload.empty() && version == kVersion;
    return is_ready_ ? Heard::more : Heard::nonsense;
  }

  bool take_between(const Frame& frame) {
    switch (frame.kind) {
      case Frame::Kind::base: {
        const auto base = base_frame(frame.payload);
        if (base) sink_.base(base->url, base->where);
        return base.has_value();
      }
      case Frame::Kind::reference:
        return keep(frame, State::raw, reference_head(frame.payload).has_value());
      case Frame::Kind::text:
        return keep(frame, State::text, text_head(frame.payload).has_value());
      case Frame::Kind::part: {
        const auto part = part_head(frame.payload);
        if (!part) return false;
        state_ = State::part;
        sink_.begin(*part);
        return true;
      }
      case Frame::Kind::lack:
        return take_lack(frame);
      case Frame::Kind::opened: {
        const auto opened = opened_frame(frame.payload);
        if (!opened || (opened->how == OpenedWith::word && opened->word >= words_)) return false;
        sink_.opened_with(opened->how, static_cast<std::size_t>(opened->word));
        return true;
      }
      case Frame::Kind::done:
        is_done_ = true;
        return frame.payload.empty();
      default:
        return false;
    }
  }

  bool take_within(const Frame& frame) {
    if (frame.kind == Frame::Kind::lack) return state_ == State::part && take_lack(frame);
    if (frame.kind == Frame::Kind::bytes) {
      // Of these there could be any number, and all together would be none.
      if (frame.payload.empty()) return false;
      if (state_ == State::part)
        sink_.bytes(frame.payload);
      else
        (state_ == State::shown ? second_ : first_) += frame.payload;
      return true;
    }
    return frame.kind == Frame::Kind::end && frame.payload.empty() && end();
  }

  bool end() {
    const State state = std::exchange(state_, State::between);
    switch (state) {
      case State::part:
        sink_.end();
        return true;
      case State::text: {
        DocumentText text = *text_head(head_);
        text.text = first_;
        sink_.text(text);
        return true;
      }
      case State::raw:
      case State::shown:
        break;
      case State::between:
        return false;
    }
    const ReferenceHead head = *reference_head(head_);
    if (state == State::raw && head.has_text) {
      state_ = State::shown;
      return true;
    }
    DocumentReference reference;
    reference.raw = first_;
    reference.element = head.element;
    reference.attribute = head.attribute;
    if (head.has_text) reference.text = second_;
    reference.uses_base = head.uses_base;
    reference.is_text = head.is_text;
    sink_.reference(reference);
    return true;
  }

  bool take_lack(const Frame& frame) {
    const auto lack = lack_frame(frame.payload);
    if (lack) sink_.lack(lack->why, lack->what, lack->sentence);
    return lack.has_value();
  }

  bool keep(const Frame& frame, State state, bool makes_sense) {
    head_ = frame.payload;
    first_.clear();
    second_.clear();
    state_ = state;
    return makes_sense;
  }

  DocumentSink& sink_;
  std::uint64_t words_;
  std::uint64_t left_;  // bytes that it may still tell
  bool is_ready_ = false, is_done_ = false;
  State state_ = State::between;
  std::string head_, first_, second_;
};

Opening died(Lack why, std::string sentence) {
  return {Opening::End::died, why, std::move(sentence)};
}

Opening refused(const std::string& why) {
  return {Opening::End::refused, Lack::no_opener,
          "is opened in a process of its own only, which cannot be had here: " + why};
}

Opening opening_of(const Exit& exit) {
  if (!exit.is_known) return died(Lack::damaged, "ended before it was done");
  switch (exit.signal) {
    case 0:
      break;
    case SIGXCPU:
      return died(Lack::limit, "took more CPU time than it is granted");
    case SIGSYS:
      return died(Lack::damaged, "was stopped: it asked the system for what it may not have");
    default:
      return died(Lack::damaged, "crashed (signal " + std::to_string(exit.signal) + ")");
  }
  if (exit.status == kNoMemory) return died(Lack::limit, "needs more memory than it is granted");
  if (exit.status == kGaveUp) return died(Lack::damaged, "gave up");
  return died(Lack::damaged, "ended before it was done");
}

// A file in memory, with nothing of ours in it but what is written to it.
int memory_file() {
#if defined(__linux__)
  return ::memfd_create("document", MFD_CLOEXEC);
#else
  errno = ENOSYS;
  return -1;
#endif
}

}  // namespace

int Server::start() {
  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return errno;
  socket_.set(ends[0]);
  const text::Descriptor theirs(ends[1]);
  std::vector<std::string> words = {"serve"};
  if (!module_.empty()) words.push_back(module_);
  const int error = process_.start(program_, words, theirs.number());
  if (error != 0) socket_.close();
  return error;
}

// Hands over what is asked, and where to tell it; an errno, or 0.
int Server::ask(const std::string& request, std::string_view document, text::Descriptor& output) {
  const text::Descriptor file(memory_file());
  if (!file.is_open()) return errno;
  if (const int error = text::write_all(file.number(), request); error != 0) return error;
  if (const int error = text::write_all(file.number(), document); error != 0) return error;
  int ends[2];
  if (const int error = make_pipe(ends); error != 0) return error;
  output.set(ends[0]);
  const text::Descriptor theirs(ends[1]);

  char byte = 0;
  struct iovec data {
    &byte, 1
  };
  const int numbers[2] = {file.number(), theirs.number()};
  alignas(struct cmsghdr) char control[CMSG_SPACE(sizeof numbers)] = {};
  struct msghdr message {};
  message.msg_iov = &data;
  message.msg_iovlen = 1;
  message.msg_control = control;
  message.msg_controllen = sizeof control;
  struct cmsghdr* head = CMSG_FIRSTHDR(&message);
  head->cmsg_level = SOL_SOCKET;
  head->cmsg_type = SCM_RIGHTS;
  head->cmsg_len = CMSG_LEN(sizeof numbers);
  std::memcpy(CMSG_DATA(head), numbers, sizeof numbers);
  for (;;) {
    if (::sendmsg(socket_.number(), &message, MSG_NOSIGNAL) == 1) return 0;
    if (errno != EINTR) return errno;
  }
}

// How the process of the last document ended.
Exit Server::answer(std::uint64_t& microseconds) {
  std::string bytes(kAnswer, '\0');
  std::size_t done = 0;
  while (done < bytes.size()) {
    const ssize_t got = ::read(process_.output(), bytes.data() + done, bytes.size() - done);
    if (got > 0)
      done += static_cast<std::size_t>(got);
    else if (got == 0 || errno != EINTR)
      break;
  }
  Exit exit;
  exit.is_known = done == bytes.size();
  std::string_view payload = bytes;
  std::uint32_t signal = 0, status = 0;
  (void)(take_number(payload, signal) && take_number(payload, status) &&
         take_number(payload, microseconds));
  exit.signal = static_cast<int>(signal);
  exit.status = static_cast<int>(status);
  if (!exit.is_known) (void)process_.stop();
  return exit;
}

Opening Server::open(std::string_view opener, const Document& document, const DocumentGrant& grant,
                     DocumentSink& sink) {
  if (program_.empty())
    return refused(
        "there is no program basewalk-worker; install it, or say in BASEWALK_WORKER where it is");
  std::string request;
  append_request(request,
                 {opener, grant.memory,
                  grant.cpu + grant.cpu_per_mib * (document.bytes.size() / kMib), document});
  text::Descriptor output;
  // A server that has died since is replaced, once.
  for (int tries = 0;; ++tries) {
    int error = process_.is_ours() ? 0 : start();
    if (error == 0) error = ask(request, document.bytes, output);
    if (error == 0) break;
    (void)process_.stop();
    if (tries > 0 || error != EPIPE) return refused(program_ + ": " + std::strerror(error));
  }

  Listener listener(document, sink);
  FrameReader frames(output.number());
  Listener::Heard heard = Listener::Heard::more;
  while (heard == Listener::Heard::more) {
    Frame frame;
    const FrameReader::Got got = frames.next(frame);
    if (got == FrameReader::Got::nonsense) heard = Listener::Heard::nonsense;
    if (got != FrameReader::Got::frame) break;
    heard = listener.take(frame);
  }
  listener.leave();
  if (heard == Listener::Heard::nonsense || heard == Listener::Heard::too_much) {
    // It may not end by itself.
    (void)process_.stop();
    return heard == Listener::Heard::nonsense ? died(Lack::damaged, "told what makes no sense")
                                              : died(Lack::limit, "told more bytes than it may");
  }
  std::uint64_t microseconds = 0;
  const Exit exit = answer(microseconds);
  if (heard == Listener::Heard::refused) return refused(listener.refusal());
  if (!listener.is_ready())
    return refused(program_ + " ended before it began, and may be of another version");
  Opening opening = heard == Listener::Heard::done ? Opening{} : opening_of(exit);
  opening.microseconds = microseconds;
  return opening;
}

Servers& Servers::shared() {
  static Servers servers;
  return servers;
}

std::unique_ptr<Server> Servers::take(std::string_view opener) {
  return idle_.take(module_of(opener));
}

void Servers::give_back(std::unique_ptr<Server> server) { idle_.give_back(std::move(server)); }

}  // namespace basewalk::worker
