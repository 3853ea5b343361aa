// SPDX-License-Identifier: MIT
//
// A program in the place of basewalk-worker that answers as one may that hostile bytes have taken
// over.  What it does is the name that it is started by.
#include <unistd.h>

#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <utility>

#include "text/files/descriptor.h"
#include "worker/frame.h"
#include "worker/unpack/archive_talk.h"
#include "worker/unpack/talk.h"

using namespace basewalk::worker;

namespace {

void send(Frame::Kind kind, std::string_view payload) {
  std::string frame;
  append_frame_head(frame, kind, payload.size());
  frame += payload;
  if (basewalk::text::write_all(STDOUT_FILENO, frame) != 0) std::_Exit(0);
}

struct Step {
  std::uint32_t taken = 0, made = 0;
  std::uint8_t state = 0, trouble = static_cast<std::uint8_t>(Trouble::damaged);
  std::uint64_t block = 0;
};
std::string text_of(const Step& step, std::size_t bytes) {
  std::string text;
  append_number(text, step.taken);
  append_number(text, step.made);
  append_number(text, step.state);
  append_number(text, step.trouble);
  append_number(text, step.block);
  return text + std::string(bytes, 'x');
}

std::string number(std::uint64_t value) {
  std::string text;
  append_number(text, value);
  return text;
}

std::string told(ArchiveState::Result result) {
  std::string text(1, static_cast<char>(ArchiveAnswer::told));
  ArchiveState state;
  state.result = result;
  state.header_begin = ~std::uint64_t{0};
  state.is_packed = true;
  append_state(text, state);
  return text;
}

// What it says of a decoder's work; nothing where that is not answered.
std::string of_decoder(std::string_view how, std::string_view question) {
  const auto ask = static_cast<Ask>(question.empty() ? 0 : question[0]);
  // Once it was told what is packed, it says where to go on, and goes no further.
  static bool is_open = false;
  is_open = is_open || ask == Ask::open;
  if (how == "dies-in-a-step") {
    if (ask == Ask::step || !is_open) ::raise(SIGILL);
    if (ask == Ask::find || ask == Ask::search_from)
      return std::string(question.substr(question.size() - 8));
    return {};
  }
  if (how == "ends-a-second-time" && ask == Ask::step) {
    static bool has_ended = false;
    return text_of({.taken = std::exchange(has_ended, true) ? 0U : 10U, .state = 1}, 0);
  }
  if (ask == Ask::find) {
    if (how == "finds-nowhere") return number(~std::uint64_t{0} - 1);
    return number(0);
  }
  if (ask == Ask::search_from) return number(how == "finds-behind" ? ~std::uint64_t{0} : 0);
  if (ask != Ask::step) return {};
  if (how == "makes-too-much") return text_of({.made = 0xFFFF'FFFF}, 10);
  if (how == "takes-too-much") return text_of({.taken = 0xFFFF'FFFF}, 0);
  if (how == "has-no-such-state") return text_of({.state = 9}, 0);
  if (how == "has-no-such-trouble") return text_of({.state = 4, .trouble = 99}, 0);
  if (how == "chatters") return text_of({.state = 4}, 2000);
  if (how == "is-cut-off") return "x";
  if (how == "does-nothing") return text_of({}, 0);
  if (how == "gives-without-end") return text_of({.made = 60'000}, 60'000);
  if (how == "ends-without-end") return text_of({.state = 1}, 0);
  if (how == "doubts-without-end") return text_of({.state = 3, .block = ~std::uint64_t{0}}, 0);
  return text_of({.state = 4}, 0);  // damaged
}

std::string of_archive(std::string_view how, std::string_view question) {
  const auto ask = static_cast<AskArchive>(question.empty() ? 0 : question[0]);
  if (how == "wants-without-end") return {static_cast<char>(ArchiveAnswer::want_bytes)};
  if (how == "skips-nothing") return static_cast<char>(ArchiveAnswer::want_skip) + number(0);
  if (how == "skips-too-much")
    return static_cast<char>(ArchiveAnswer::want_skip) + number(~std::uint64_t{0});
  if (how == "has-no-such-answer") return "\x09";
  if (how == "tells-too-little") return {static_cast<char>(ArchiveAnswer::told)};
  if (ask == AskArchive::open) return told(ArchiveState::Result::ok);
  if (ask == AskArchive::header) {
    if (how == "tries-again-without-end") return told(ArchiveState::Result::again);
    if (how == "says-more-at-the-end") return told(ArchiveState::Result::end) + "x";
    std::string text =
        told(how == "is-odd-without-end" ? ArchiveState::Result::odd : ArchiveState::Result::ok);
    ArchiveEntry entry;
    entry.is_file = true;
    entry.size = 7;
    entry.name = "m";
    append_entry(text, entry);
    return text;
  }
  if (how == "gives-nothing-without-end") return told(ArchiveState::Result::ok);
  if (how == "gives-without-end") return told(ArchiveState::Result::ok) + std::string(60'000, 'x');
  return told(ArchiveState::Result::end);
}

}  // namespace

int main(int argc, char** argv) {
  std::string_view how(argv[0]);
  how.remove_prefix(how.rfind('/') + 1);
  if (argc != 5 || how == "is-not-ready") return 0;
  const bool is_archive = std::string_view(argv[2]) == "tar";
  if (how == "babbles") send(Frame::Kind::bytes, "x");
  if (how == "is-of-another-version") send(Frame::Kind::ready, "\xFF\xFF\xFF\x7F");
  std::string version;
  append_number(version, kVersion);
  send(Frame::Kind::ready, version);
  for (FrameReader frames(STDIN_FILENO);;) {
    Frame frame;
    if (frames.next(frame) != FrameReader::Got::frame) return 0;
    // Before it has heard the question, and hears nothing until somebody takes it.
    if (how == "answers-before")
      for (const std::string text(60'000, 'x');;) send(Frame::Kind::answer, text);
    if (frame.kind != Frame::Kind::ask || how == "sleeps") continue;
    if (how == "dies") ::raise(SIGILL);
    // Nothing that a compiler could know.
    for (volatile bool spins = how == "spins"; spins;) {
    }
    if (how == "needs-memory") return 3;
    const std::string answer =
        is_archive ? of_archive(how, frame.payload) : of_decoder(how, frame.payload);
    if (answer.empty()) continue;
    if (how == "sleeps-within") {
      (void)!::write(STDOUT_FILENO, "\x0F", 1);
      continue;
    }
    send(how == "answers-another-kind" ? Frame::Kind::bytes : Frame::Kind::answer, answer);
  }
}
