// SPDX-License-Identifier: MIT
//
// What a worker says, which may be another's by then: whatever comes through the pipe, frames are
// read to their end, views lie within what was read, and what is written of what was read is read
// the same.
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "fuzz/fuzzing.h"
#include "worker/document_frame.h"
#include "worker/frame.h"
#include "worker/unpack/archive_talk.h"
#include "worker/unpack/talk.h"

namespace {

using namespace basewalk::worker;
using basewalk::fuzz::require;

// Reads a head, writes what it says, and reads that: nothing may have been lost.
void check_member(std::string_view payload) {
  const std::optional<MemberFrame> frame = member_frame(payload);
  if (!frame) return;
  std::string written;
  append_payload(written, frame->index, frame->member);
  require(written == payload);
}

void check_failure(std::string_view payload) {
  const std::optional<FailureFrame> frame = failure_frame(payload);
  if (!frame) return;
  require(!frame->sentence.empty() && frame->sentence.size() <= MemberSink::kLongestSentence);
  std::string written;
  append_payload(written, *frame);
  const std::optional<FailureFrame> again = failure_frame(written);
  require(again && again->sentence == frame->sentence && again->trouble == frame->trouble);
  require(again->extent.has_value() == frame->extent.has_value());
}

void check_heads(std::string_view payload) {
  std::string written;
  if (const auto base = base_frame(payload)) {
    append_base(written, base->url, base->where);
    const auto again = base_frame(written);
    require(again && again->where == base->where && base->url.starts_with(again->url));
  }
  written.clear();
  if (const auto text = text_head(payload)) {
    append_text_head(written, *text);
    const auto again = text_head(written);
    require(again && again->type == text->type && again->element == text->element);
  }
  written.clear();
  if (const auto part = part_head(payload)) {
    append_part_head(written, *part);
    const auto again = part_head(written);
    require(again && again->name == part->name && again->type == part->type);
    require(again->content_location == part->content_location);
  }
  written.clear();
  if (const auto lack = lack_frame(payload)) {
    append_lack(written, lack->why, lack->what, lack->sentence);
    const auto again = lack_frame(written);
    require(again && again->why == lack->why && lack->what.starts_with(again->what));
  }
  written.clear();
  if (const auto opened = opened_frame(payload)) {
    append_opened(written, opened->how, static_cast<std::size_t>(opened->word));
    const auto again = opened_frame(written);
    require(again && again->how == opened->how && again->word == opened->word);
  }
  if (const auto head = reference_head(payload))
    require(head->element.size() <= kLongestPlace && head->attribute.size() <= kLongestPlace);
}

// What is told while something is unpacked (unpack/).
void check_unpacking(std::string_view payload) {
  constexpr std::size_t kGiven = 1000, kRoom = 100;
  if (const auto answer = step_answer(payload, kGiven, kRoom)) {
    require(answer->step.taken <= kGiven && answer->made.size() == answer->step.made);
    require(answer->step.made <= kRoom && answer->why.size() <= StepAnswer::kLongestWhy);
  }
  std::string_view rest = payload;
  const auto state = take_state(rest);
  if (!state) return;
  std::string written;
  append_state(written, *state);
  require(written == payload.substr(0, payload.size() - rest.size()));
  const std::string_view entry_bytes = rest;
  if (const auto entry = take_entry(rest)) {
    written.clear();
    append_entry(written, *entry);
    require(rest.empty() && written == entry_bytes);
  }
}

void check_request(std::string_view bytes) {
  const std::optional<DocumentRequest> request = read_request(bytes);
  if (!request) return;
  std::string written;
  append_request(written, *request);
  const std::optional<DocumentRequest> again = read_request(written);
  require(again && again->opener == request->opener && again->memory == request->memory);
  require(again->document.name == request->document.name && again->cpu == request->cpu);
  require(again->document.passwords == request->document.passwords);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view stream = basewalk::fuzz::view(data, size);
  int ends[2];
  // All of it fits into the pipe, which nobody else reads.
  if (size > 32'768) return 0;
  require(::pipe(ends) == 0 && ::write(ends[1], data, size) == static_cast<ssize_t>(size));
  ::close(ends[1]);
  FrameReader reader(ends[0]);
  Frame frame;
  std::size_t taken = 0;
  FrameReader::Got got;
  while ((got = reader.next(frame)) == FrameReader::Got::frame) {
    std::string head;
    append_frame_head(head, frame.kind, frame.payload.size());
    require(stream.substr(taken, head.size()) == head);
    taken += head.size();
    require(stream.substr(taken, frame.payload.size()) == frame.payload);
    taken += frame.payload.size();
  }
  ::close(ends[0]);
  require((got == FrameReader::Got::end) == (taken == size));
  require(got != FrameReader::Got::nonsense || !frame_head(stream.substr(taken)));
  for (const std::string_view payload : {stream, stream.substr(std::min<std::size_t>(size, 8))}) {
    check_member(payload);
    check_failure(payload);
    check_heads(payload);
    check_request(payload);
    check_unpacking(payload);
  }
  return 0;
}
