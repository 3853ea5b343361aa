// SPDX-License-Identifier: MIT
#include "worker/unpack/archive_talk.h"

#include "worker/frame.h"

namespace basewalk::worker {
namespace {

bool take_flag(std::string_view& payload, bool& flag) {
  std::uint8_t value = 0;
  if (!take_number(payload, value) || value > 1) return false;
  flag = value != 0;
  return true;
}
void append_flag(std::string& out, bool flag) {
  append_number(out, static_cast<std::uint8_t>(flag ? 1 : 0));
}

}  // namespace

void append_state(std::string& out, const ArchiveState& state) {
  const std::string_view why = std::string_view(state.why).substr(0, kLongestArchiveWhy);
  append_number(out, static_cast<std::uint8_t>(state.result));
  append_number(out, state.header_begin);
  append_number(out, state.consumed);
  append_flag(out, state.is_packed);
  append_flag(out, state.may_be_memory);
  append_number(out, static_cast<std::uint16_t>(why.size()));
  out += why;
}

std::optional<ArchiveState> take_state(std::string_view& payload) {
  ArchiveState state;
  std::uint8_t result = 0;
  std::uint16_t length = 0;
  if (!take_number(payload, result) || !take_number(payload, state.header_begin) ||
      !take_number(payload, state.consumed) || !take_flag(payload, state.is_packed) ||
      !take_flag(payload, state.may_be_memory) || !take_number(payload, length) ||
      result > static_cast<std::uint8_t>(ArchiveState::Result::failed) ||
      length > kLongestArchiveWhy || length > payload.size())
    return {};
  state.result = static_cast<ArchiveState::Result>(result);
  state.why = payload.substr(0, length);
  payload.remove_prefix(length);
  return state;
}

void append_entry(std::string& out, const ArchiveEntry& entry) {
  append_flag(out, entry.is_file);
  append_flag(out, entry.is_second_name);
  append_flag(out, entry.has_holes);
  append_flag(out, entry.is_rest);
  append_number(out, entry.size.value_or(kUnknownSize));
  out += std::string_view(entry.name).substr(0, MemberSink::kLongestName);
}

std::optional<ArchiveEntry> take_entry(std::string_view& payload) {
  ArchiveEntry entry;
  std::uint64_t size = 0;
  if (!take_flag(payload, entry.is_file) || !take_flag(payload, entry.is_second_name) ||
      !take_flag(payload, entry.has_holes) || !take_flag(payload, entry.is_rest) ||
      !take_number(payload, size) || payload.size() > MemberSink::kLongestName)
    return {};
  if (size != kUnknownSize) entry.size = size;
  entry.name = payload;
  payload = {};
  return entry;
}

}  // namespace basewalk::worker
