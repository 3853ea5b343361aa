// SPDX-License-Identifier: MIT
#include "worker/unpack/talk.h"

#include <cstring>

#include "worker/frame.h"

namespace basewalk::worker {

std::optional<StepAnswer> step_answer(std::string_view payload, std::size_t given,
                                      std::size_t room) {
  StepAnswer answer;
  std::uint32_t taken = 0, made = 0;
  std::uint8_t state = 0, trouble = 0;
  if (!take_number(payload, taken) || !take_number(payload, made) || !take_number(payload, state) ||
      !take_number(payload, trouble) || !take_number(payload, answer.block_bytes))
    return {};
  if (taken > given || made > room || made > payload.size() ||
      state > static_cast<std::uint8_t>(Decoder::State::damaged) ||
      payload.size() - made > StepAnswer::kLongestWhy)
    return {};
  // What a decoder can meet with.
  answer.trouble = static_cast<Trouble>(trouble);
  if (answer.trouble != Trouble::damaged && answer.trouble != Trouble::limit &&
      answer.trouble != Trouble::no_reader)
    return {};
  answer.step = {taken, made, static_cast<Decoder::State>(state)};
  answer.made = payload.substr(0, made);
  answer.why = payload.substr(made);
  return answer;
}

void finish_step_answer(std::string& out, const Decoder::Step& step, const Decoder& decoder) {
  std::string head;
  append_number(head, static_cast<std::uint32_t>(step.taken));
  append_number(head, static_cast<std::uint32_t>(step.made));
  append_number(head, static_cast<std::uint8_t>(step.state));
  append_number(head, static_cast<std::uint8_t>(decoder.trouble()));
  append_number(head, static_cast<std::uint64_t>(decoder.block_bytes()));
  std::memcpy(out.data(), head.data(), head.size());
  out.resize(StepAnswer::kHead + step.made);
  const bool is_told = step.state != Decoder::State::more && step.state != Decoder::State::ended;
  if (is_told) out += std::string_view(decoder.why()).substr(0, StepAnswer::kLongestWhy);
}

}  // namespace basewalk::worker
