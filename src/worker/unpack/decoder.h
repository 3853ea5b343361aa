// SPDX-License-Identifier: MIT
//
// Unpacking, each way of packing by the library of those who made it.
//
// A decoder reads one frame (packing.h) after the other and, where bytes are damaged, says where
// the next one may begin.  It is at work in a process that cannot hurt (unpack_talk.h), or here.
//
// Before this: packing.cpp knows how it is packed.  After it: archive/packed/ gives the bytes on.
#ifndef BASEWALK_SRC_WORKER_UNPACK_DECODER_H_
#define BASEWALK_SRC_WORKER_UNPACK_DECODER_H_

#include <algorithm>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "worker/job.h"
#include "worker/unpack/packing.h"

namespace basewalk::worker {

/// What one file may make its decoder hold: `xz -9` and `zstd --ultra -22` stay under it.
inline constexpr std::size_t kDecoderBytes = std::size_t{160} << 20;

/// After so many steps that did nothing a decoder wants more bytes.
inline constexpr int kIdle = 3;

class Decoder {
 public:
  enum class State : unsigned char {
    more,           ///< it goes on
    ended,          ///< a frame ends here, and was found to be what it was
    doubted,        ///< a frame ends here, and is not what it was: check sum or length
    doubted_block,  ///< so does a block within a frame, which goes on
    damaged         ///< it cannot go on
  };
  struct Step {
    std::size_t taken = 0;  ///< bytes of what is compressed
    std::size_t made = 0;   ///< bytes of what was
    State state = State::more;
  };

  explicit Decoder(Packing packing) : packing_(packing) {}
  Decoder(const Decoder&) = delete;
  Decoder& operator=(const Decoder&) = delete;
  virtual ~Decoder() = default;

  Packing packing() const { return packing_; }

  /// Unpacks more.  Where nothing is taken, made or said in kIdle steps, it wants more bytes.
  virtual Step step(std::string_view bytes, char* into, std::size_t room) = 0;

  /// A frame begins with the next bytes.
  virtual void begin() = 0;

  /// Where to look for a place to go on at: it has failed at `at`, in a frame that began at
  /// `frame`.
  virtual std::uint64_t search_from(std::uint64_t frame, std::uint64_t at) {
    return std::max(frame + 1, at - std::min<std::uint64_t>(at, reach(packing_)));
  }
  /// Where in `bytes`, at `from` or behind, a frame or an independent part of one begins; npos
  /// where none does.
  virtual std::size_t find(std::string_view bytes, std::size_t from);
  /// The next bytes are those of the place that find() gave last.
  virtual void go_on() { begin(); }

  /// Of doubted_block: in how many of the bytes that were taken last the block was packed.
  virtual std::size_t block_bytes() const { return 0; }
  /// Why it is damaged or doubted: a clause.
  const std::string& why() const { return why_; }
  Trouble trouble() const { return trouble_; }
  /// It may go well at another time: memory was short, or somebody stopped it.
  bool is_worth_a_retry() const { return is_worth_a_retry_; }

 protected:
  Step fail(std::string why, Step step, Trouble trouble = Trouble::damaged) {
    why_ = std::move(why);
    trouble_ = trouble;
    step.state = State::damaged;
    return step;
  }
  std::string why_;
  Trouble trouble_ = Trouble::damaged;
  bool is_worth_a_retry_ = false;

 private:
  Packing packing_;
};

/// A decoder in this process.
std::unique_ptr<Decoder> decoder_here(Packing packing);

}  // namespace basewalk::worker

#endif  // BASEWALK_SRC_WORKER_UNPACK_DECODER_H_
