// SPDX-License-Identifier: MIT
//
// What is said of unpacking, there and back (exchange.h): a question begins with one of these.
//
// Before this: confined_decoder.cpp asks.  After it: program/modules/unpack.cpp answers.
#ifndef BASEWALK_SRC_WORKER_UNPACK_TALK_H_
#define BASEWALK_SRC_WORKER_UNPACK_TALK_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "worker/unpack/decoder.h"

namespace basewalk::worker {

enum class Ask : std::uint8_t {
  open = 1,     ///< a packing (1): a new decoder, and no bytes
  begin,        ///< a frame begins with the bytes that follow; those from before are dropped
  go_on,        ///< the same, at the place that was found last
  step,         ///< room (4).  Answered by an Unpacked step
  drop,         ///< the bytes from before
  find,         ///< from (8), in all the bytes since.  Answered by a place (8)
  search_from,  ///< frame (8), at (8).  Answered by a place (8)
};

/// The answer to a step: taken (4), made (4), state (1), trouble (1), bytes of a block (8), then
/// the bytes that were made, and a clause.
struct StepAnswer {
  Decoder::Step step;
  Trouble trouble = Trouble::damaged;
  std::uint64_t block_bytes = 0;
  std::string_view made, why;

  static constexpr std::size_t kHead = 18, kLongestWhy = 500;
};
/// None where it cannot be: it gives more than there was room for, or takes more than it was given.
std::optional<StepAnswer> step_answer(std::string_view payload, std::size_t given,
                                      std::size_t room);
/// `made` is in `out` already, behind `kHead` bytes.
void finish_step_answer(std::string& out, const Decoder::Step& step, const Decoder& decoder);

}  // namespace basewalk::worker

#endif  // BASEWALK_SRC_WORKER_UNPACK_TALK_H_
