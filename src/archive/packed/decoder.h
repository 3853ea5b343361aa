// SPDX-License-Identifier: MIT
//
// The ways of compressing, each by the library of those who made it.
//
// What is compressed is a row of frames (gzip's members, the streams of xz and bzip2, lz4's and
// zstd's frames), each of which can be read without those before.  A decoder reads one after the
// other and, where bytes are damaged, says where the next one may begin.
//
// Before this: content.cpp has told what it is.  After it: unpacked.cpp gives the bytes on.
#ifndef BASEWALK_SRC_ARCHIVE_PACKED_DECODER_H_
#define BASEWALK_SRC_ARCHIVE_PACKED_DECODER_H_

#include <algorithm>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "basewalk/archive/source.h"

namespace basewalk::archive {

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

  virtual ~Decoder() = default;

  /// Unpacks more.  Where nothing is taken, made or said in kIdle steps, it wants more bytes.
  virtual Step step(std::string_view bytes, char* into, std::size_t room) = 0;

  /// A frame begins with the next bytes.
  virtual void begin() = 0;

  /// Do the bytes, `begun_bytes()` or all that there are, begin a frame?
  virtual bool begins(std::string_view bytes) const = 0;
  /// The same in the midst of anything: all of what a frame begins with is looked at.
  virtual bool seems_to_begin(std::string_view bytes) const { return begins(bytes); }
  /// So many bytes decide whether a frame begins.
  virtual std::size_t begun_bytes() const = 0;

  /// How many bytes before what was taken it may look at once it is damaged, and how many behind it
  /// may want at once.
  virtual std::size_t reach() const = 0;
  /// Where to look for a place to go on at: it has failed at `at`, in a frame that began at
  /// `frame`.
  virtual std::uint64_t search_from(std::uint64_t frame, std::uint64_t at) const {
    return std::max(frame + 1, at - std::min<std::uint64_t>(at, reach()));
  }
  /// Where in `bytes`, at `from` or behind, a frame or an independent part of one begins; npos
  /// where none does.  The last overlap() bytes are to be looked at again with more behind them.
  virtual std::size_t find(std::string_view bytes, std::size_t from);
  virtual std::size_t overlap() const { return begun_bytes(); }
  /// The next bytes are those of the place that find() gave last.
  virtual void go_on() { begin(); }

  /// Of doubted_block: in how many of the bytes that were taken last the block was packed.
  virtual std::size_t block_bytes() const { return 0; }
  /// Why it is damaged or doubted: a clause.
  const std::string& why() const { return why_; }
  /// damaged, limit or encrypted
  Trouble trouble() const { return trouble_; }

 protected:
  Step fail(std::string why, Step step, Trouble trouble = Trouble::damaged) {
    why_ = std::move(why);
    trouble_ = trouble;
    step.state = State::damaged;
    return step;
  }
  std::string why_;
  Trouble trouble_ = Trouble::damaged;
};

/// The decoder for what begins so; null where libarchive reads it (compress).
std::unique_ptr<Decoder> decoder_for(std::string_view head);

/// The same for what has such a name.
std::unique_ptr<Decoder> decoder_for_name(std::string_view name);

/// For what a zip's member holds: by its method (APPNOTE 4.4.5); null where it is not read.
std::unique_ptr<Decoder> decoder_for_zip(unsigned method);

}  // namespace basewalk::archive

#endif  // BASEWALK_SRC_ARCHIVE_PACKED_DECODER_H_
