// SPDX-License-Identifier: MIT
#include "worker/program/output.h"

#include <unistd.h>

#include <algorithm>

#include "text/files/descriptor.h"
#include "worker/status.h"

namespace basewalk::worker {

void Output::frame(Frame::Kind kind, std::string_view payload) {
  frame_.clear();
  append_frame_head(frame_, kind, payload.size());
  frame_ += payload;
  if (text::write_all(descriptor_, frame_) != 0) ::_exit(kNobodyAsks);
}

void Output::ready() {
  std::string payload;
  append_number(payload, kVersion);
  frame(Frame::Kind::ready, payload);
}

void Output::refused(std::string_view why) {
  frame(Frame::Kind::refused, why.substr(0, kLongestSentence));
}

void Output::done() { frame(Frame::Kind::done, ""); }

bool Output::begin(const Member& member) {
  const std::uint64_t index = next_++;
  is_in_member_ = index >= first_;
  if (!is_in_member_) return false;
  std::string payload;
  append_payload(payload, index, member);
  frame(Frame::Kind::member, payload);
  return true;
}

// Small pieces go together.
void Output::bytes(std::string_view bytes) {
  if (!is_in_member_) return;
  while (!bytes.empty()) {
    const std::size_t count = std::min(bytes.size(), Frame::kBytes - held_.size());
    held_ += bytes.substr(0, count);
    bytes.remove_prefix(count);
    if (held_.size() == Frame::kBytes) flush();
  }
}

void Output::flush() {
  if (held_.empty()) return;
  frame(Frame::Kind::bytes, held_);
  held_.clear();
}

void Output::end() {
  if (!is_in_member_) return;
  flush();
  is_in_member_ = false;
  frame(Frame::Kind::end, "");
}

void Output::failure(std::string_view sentence, Trouble trouble, std::optional<Extent> extent) {
  // What is wrong before the first member that is wanted has been told.
  if (!is_in_member_ && next_ < first_) return;
  flush();
  std::string payload;
  append_payload(payload, FailureFrame{trouble, extent, sentence});
  frame(Frame::Kind::failure, payload);
}

}  // namespace basewalk::worker
