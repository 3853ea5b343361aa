// SPDX-License-Identifier: MIT
#include "worker/frame.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>

namespace basewalk::worker {

std::optional<FrameHead> frame_head(std::string_view bytes) {
  std::uint8_t kind = 0, zeros[3] = {};
  std::uint32_t length = 0;
  if (!take_number(bytes, kind)) return {};
  for (std::uint8_t& zero : zeros)
    if (!take_number(bytes, zero) || zero != 0) return {};
  if (!take_number(bytes, length) || length > Frame::kLongest) return {};
  if (kind < static_cast<std::uint8_t>(Frame::Kind::ready) ||
      kind > static_cast<std::uint8_t>(Frame::Kind::answer))
    return {};
  return FrameHead{static_cast<Frame::Kind>(kind), length};
}

void append_frame_head(std::string& out, Frame::Kind kind, std::size_t length) {
  append_number(out, static_cast<std::uint8_t>(kind));
  out.append(3, '\0');
  append_number(out, static_cast<std::uint32_t>(length));
}

std::optional<MemberFrame> member_frame(std::string_view payload) {
  MemberFrame frame;
  std::uint64_t size = 0;
  if (!take_number(payload, frame.index) || !take_number(payload, frame.member.place) ||
      !take_number(payload, size) || payload.size() > MemberSink::kLongestName)
    return {};
  if (size != kUnknownSize) frame.member.size = size;
  frame.member.name = payload;
  return frame;
}

void append_payload(std::string& out, std::uint64_t index, const Member& member) {
  append_number(out, index);
  append_number(out, member.place);
  append_number(out, member.size.value_or(kUnknownSize));
  out += member.name.substr(0, MemberSink::kLongestName);
}

std::optional<FailureFrame> failure_frame(std::string_view payload) {
  FailureFrame frame;
  std::uint8_t trouble = 0, has_extent = 0;
  Extent extent;
  if (!take_number(payload, trouble) || !take_number(payload, has_extent) ||
      !take_number(payload, extent.begin) || !take_number(payload, extent.length))
    return {};
  if (trouble > static_cast<std::uint8_t>(Trouble::again) || has_extent > 1 ||
      extent.length > kUnknownSize - extent.begin || payload.empty() ||
      payload.size() > MemberSink::kLongestSentence)
    return {};
  frame.trouble = static_cast<Trouble>(trouble);
  if (has_extent != 0) frame.extent = extent;
  frame.sentence = payload;
  return frame;
}

void append_payload(std::string& out, const FailureFrame& failure) {
  append_number(out, static_cast<std::uint8_t>(failure.trouble));
  append_number(out, static_cast<std::uint8_t>(failure.extent ? 1 : 0));
  append_number(out, failure.extent.value_or(Extent{}).begin);
  append_number(out, failure.extent.value_or(Extent{}).length);
  out += failure.sentence.substr(0, MemberSink::kLongestSentence);
}

// Makes sure of so many bytes, which the buffer has room for; false where there are not.
bool FrameReader::fill(std::size_t size) {
  while (end_ - begin_ < size) {
    if (begin_ + size > buffer_.size()) {
      std::copy(buffer_.begin() + static_cast<std::ptrdiff_t>(begin_),
                buffer_.begin() + static_cast<std::ptrdiff_t>(end_), buffer_.begin());
      end_ -= begin_;
      begin_ = 0;
    }
    if (waiting_ != nullptr && !waiting_->wait(descriptor_)) return false;
    const ssize_t got = ::read(descriptor_, buffer_.data() + end_, buffer_.size() - end_);
    if (got > 0)
      end_ += static_cast<std::size_t>(got);
    else if (got == 0 || errno != EINTR)
      return false;
  }
  return true;
}

FrameReader::Got FrameReader::next(Frame& frame) {
  if (!fill(Frame::kHead)) return begin_ == end_ ? Got::end : Got::cut_off;
  const std::optional<FrameHead> head =
      frame_head(std::string_view(buffer_).substr(begin_, Frame::kHead));
  if (!head) return Got::nonsense;
  if (!fill(Frame::kHead + head->length)) return Got::cut_off;
  frame.kind = head->kind;
  frame.payload = std::string_view(buffer_).substr(begin_ + Frame::kHead, head->length);
  begin_ += Frame::kHead + head->length;
  return Got::frame;
}

}  // namespace basewalk::worker
