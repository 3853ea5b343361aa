// SPDX-License-Identifier: MIT
#include "worker/worker.h"

#include <algorithm>
#include <cstring>
#include <string>
#include <utility>

#include "worker/reason.h"

namespace basewalk::worker {
namespace {

constexpr std::uint64_t kMib = std::uint64_t{1} << 20;
// Of a member, and of the file: more than these are no news, and may be without end.
constexpr int kMostFailures = 10'000;

}  // namespace

void Reading::give(Told told, std::string_view text) {
  told.text = text;
  now_ = told;
}

// Of the member that it is in, or of the file.
void Reading::tell(std::string sentence, Trouble trouble, bool worth_a_retry) {
  Told told;
  told.kind = Told::Kind::failure;
  told.trouble = trouble;
  told.worth_a_retry = worth_a_retry;
  later_.push_back({told, std::move(sentence)});
}

void Reading::cannot_start(const std::string& why, bool worth_a_retry) {
  tell("is read in a process of its own only, which cannot be had here: " + why +
           "; unpack it with another program first",
       Trouble::no_reader, worth_a_retry);
  is_finished_ = true;
}

void Reading::grant() {
  granted_ = given_;
  process_.grant_cpu(task_.grant.cpu + task_.grant.cpu_per_mib * ((task_.size + given_) / kMib));
}

bool Reading::start() {
  if (task_.program.empty()) {
    cannot_start(
        "there is no program basewalk-worker; install it, or say in BASEWALK_WORKER where "
        "it is",
        false);
    return false;
  }
  const int error = process_.start(
      task_.program,
      {task_.job, std::to_string(next_), std::to_string(task_.grant.memory),
       std::to_string(task_.grant.cpu + task_.grant.cpu_per_mib * (task_.size + given_) / kMib)},
      task_.descriptor);
  if (error != 0) {
    cannot_start(task_.program + ": " + std::strerror(error),
                 error == ENOMEM || error == EAGAIN || error == EMFILE || error == ENFILE);
    return false;
  }
  frames_.emplace(process_.output());
  is_ready_ = false;
  grant();
  return true;
}

Told Reading::next() {
  now_.reset();
  for (;;) {
    if (!later_.empty()) {
      text_ = std::move(later_.front().text);
      Told told = later_.front().told;
      later_.pop_front();
      told.text = text_;
      return told;
    }
    if (is_finished_) return {};
    if (process_.is_running() && !process_.is_ours()) {
      leave();
      continue;
    }
    if (!process_.is_running() && !start()) continue;
    Frame frame;
    FrameReader::Got got = frames_->next(frame);
    if (got == FrameReader::Got::frame && !take(frame)) got = FrameReader::Got::nonsense;
    if (got != FrameReader::Got::frame) died(got);
    if (now_) return *now_;
  }
}

// What a worker may say at this time; false where it makes no sense.
bool Reading::take(const Frame& frame) {
  if (!is_ready_) {
    std::string_view payload = frame.payload;
    if (frame.kind == Frame::Kind::refused) {
      (void)process_.stop();
      cannot_start(std::string(payload.substr(0, MemberSink::kLongestSentence)), false);
      return true;
    }
    std::uint32_t version = 0;
    is_ready_ = frame.kind == Frame::Kind::ready && take_number(payload, version) &&
                payload.empty() && version == kVersion;
    return is_ready_;
  }
  switch (frame.kind) {
    case Frame::Kind::member:
      return take_member(frame.payload);
    case Frame::Kind::failure:
      return take_failure(frame.payload);
    case Frame::Kind::bytes:
      if (!is_in_member_ || frame.payload.empty()) return false;
      given_ += frame.payload.size();
      member_given_ += frame.payload.size();
      if (given_ - granted_ >= kMib) grant();
      give({Told::Kind::bytes, {}, 0, {}, Trouble::damaged, {}, false}, frame.payload);
      return true;
    case Frame::Kind::end:
      if (!is_in_member_ || !frame.payload.empty()) return false;
      is_in_member_ = false;
      ++next_;
      give({Told::Kind::end, {}, 0, {}, Trouble::damaged, {}, false}, "");
      return true;
    case Frame::Kind::done:
      if (is_in_member_ || !frame.payload.empty()) return false;
      is_finished_ = true;
      (void)process_.stop();
      return true;
    default:
      return false;
  }
}

bool Reading::take_member(std::string_view payload) {
  const std::optional<MemberFrame> frame = member_frame(payload);
  if (!frame || is_in_member_ || frame->index != next_) return false;
  is_in_member_ = true;
  member_given_ = 0;
  member_failures_ = 0;
  member_size_ = frame->member.size;
  give({Told::Kind::member,
        {},
        std::min(frame->member.place, task_.size),
        member_size_,
        Trouble::damaged,
        {},
        false},
       frame->member.name);
  return true;
}

bool Reading::take_failure(std::string_view payload) {
  const std::optional<FailureFrame> frame = failure_frame(payload);
  int& failures = is_in_member_ ? member_failures_ : failures_;
  if (!frame || ++failures > kMostFailures) return false;
  tell(std::string(frame->sentence), frame->trouble);
  later_.back().told.extent = frame->extent;
  return true;
}

void Reading::died(FrameReader::Got how) {
  const Exit exit = process_.stop();
  frames_.reset();
  Reason reason = reason_of(how, exit, task_.grant);
  if (!is_ready_) {
    cannot_start(task_.program + " " + reason.why +
                     (how == FrameReader::Got::nonsense ? ", and may be of another version" : "") +
                     " before it began",
                 reason.worth_a_retry);
    return;
  }
  const std::string subject = "the program that takes it apart " + reason.why;
  if (!is_in_member_) {
    tell("could not be read to its end: " + subject + "; nothing behind was read", reason.trouble,
         reason.worth_a_retry);
    is_finished_ = true;
    return;
  }
  tell("could not be read to its end: " + subject + " behind " + std::to_string(member_given_) +
           " of its bytes",
       reason.trouble, reason.worth_a_retry);
  const std::uint64_t whole = std::max(member_size_.value_or(0), member_given_);
  later_.back().told.extent = Extent{member_given_, whole - member_given_};
  go_on_behind();
}

// This is a child of the process that began: what is told goes there.
void Reading::leave() {
  (void)process_.stop();
  frames_.reset();
  tell("could not be read to its end: the program that takes it apart " + std::string(kIsParents),
       Trouble::damaged, true);
  if (is_in_member_) {
    is_in_member_ = false;
    Told end;
    end.kind = Told::Kind::end;
    later_.push_back({end, ""});
  }
  is_finished_ = true;
}

// Another worker goes on with the next member.
void Reading::go_on_behind() {
  is_in_member_ = false;
  ++next_;
  Told end;
  end.kind = Told::Kind::end;
  later_.push_back({end, ""});
  if (restarts_++ < task_.grant.restarts) return;
  tell("was not read to its end: the program that takes it apart ended " +
           std::to_string(restarts_) + " times before it was done; no member behind was read",
       Trouble::damaged);
  is_finished_ = true;
}

}  // namespace basewalk::worker
