// SPDX-License-Identifier: MIT
#include "worker/program/document_output.h"

#include <unistd.h>

#include <algorithm>

#include "text/files/descriptor.h"
#include "worker/document_frame.h"
#include "worker/status.h"

namespace basewalk::worker {
namespace {

// What is told first goes at once, so that it counts where the opener crashes on what is behind it;
// of what is told in masses a little may be lost.
constexpr std::size_t kAtOnce = 256, kHeld = std::size_t{16} << 10;

}  // namespace

void DocumentOutput::flush() {
  if (!held_.empty() && text::write_all(descriptor_, held_) != 0) ::_exit(kNobodyAsks);
  held_.clear();
}

void DocumentOutput::told() {
  if (++told_ <= kAtOnce || held_.size() >= kHeld) flush();
}

void DocumentOutput::frame(Frame::Kind kind, std::string_view payload) {
  append_frame_head(held_, kind, payload.size());
  held_ += payload;
}

void DocumentOutput::ready() {
  payload_.clear();
  append_number(payload_, kVersion);
  frame(Frame::Kind::ready, payload_);
  flush();
}

void DocumentOutput::refused(std::string_view why) {
  frame(Frame::Kind::refused, why.substr(0, kLongestField));
  flush();
}

void DocumentOutput::done() {
  frame(Frame::Kind::done, "");
  flush();
}

void DocumentOutput::base(std::string_view url, std::string_view where) {
  if (url.size() > kLongestField) return lack(Lack::limit, where, "is a base of too many bytes");
  payload_.clear();
  append_base(payload_, url, where);
  frame(Frame::Kind::base, payload_);
  told();
}

void DocumentOutput::bytes(std::string_view bytes) {
  while (!bytes.empty()) {
    const std::string_view piece = bytes.substr(0, Frame::kBytes);
    frame(Frame::Kind::bytes, piece);
    bytes.remove_prefix(piece.size());
    if (held_.size() >= Frame::kBytes) flush();
  }
}

void DocumentOutput::end() {
  frame(Frame::Kind::end, "");
  told();
}

void DocumentOutput::reference(const DocumentReference& reference) {
  payload_.clear();
  append_reference_head(payload_, reference);
  frame(Frame::Kind::reference, payload_);
  bytes(reference.raw);
  frame(Frame::Kind::end, "");
  if (reference.text) {
    bytes(*reference.text);
    frame(Frame::Kind::end, "");
  }
  told();
}

void DocumentOutput::text(const DocumentText& text) {
  payload_.clear();
  append_text_head(payload_, text);
  frame(Frame::Kind::text, payload_);
  bytes(text.text);
  frame(Frame::Kind::end, "");
  told();
}

void DocumentOutput::begin(const DocumentPart& part) {
  payload_.clear();
  append_part_head(payload_, part);
  frame(Frame::Kind::part, payload_);
  told();
}

void DocumentOutput::lack(Lack why, std::string_view what, std::string_view sentence) {
  payload_.clear();
  append_lack(payload_, why, what, sentence);
  frame(Frame::Kind::lack, payload_);
  told();
}

void DocumentOutput::opened_with(OpenedWith how, std::size_t word) {
  payload_.clear();
  append_opened(payload_, how, word);
  frame(Frame::Kind::opened, payload_);
  told();
}

}  // namespace basewalk::worker
