// SPDX-License-Identifier: MIT
//
// The ways of packing, and what a frame of each begins with.
//
// What is compressed is a row of frames (gzip's members, the streams of xz and bzip2, lz4's and
// zstd's frames), each of which can be read without those before.
//
// Before this: somebody has the first bytes, or the name.  After it: decoder.cpp unpacks.
#ifndef BASEWALK_SRC_WORKER_UNPACK_PACKING_H_
#define BASEWALK_SRC_WORKER_UNPACK_PACKING_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace basewalk::worker {

enum class Packing : std::uint8_t {
  stored,   ///< zip's method 0; the caller knows where it ends
  deflate,  ///< RFC 1951, as zip has it
  gzip,     ///< RFC 1952
  zstd,     ///< RFC 8878
  lz4,      ///< lz4's frames
  xz,       ///< the .xz file format
  lzip,
  bzip2,
};
constexpr std::uint8_t kPackings = static_cast<std::uint8_t>(Packing::bzip2) + 1;

/// That of what begins so; none where libarchive reads it (compress).
std::optional<Packing> packing_of(std::string_view head);
/// That of what has such a name.
std::optional<Packing> packing_named(std::string_view name);
/// That of a zip's member, by its method (APPNOTE 4.4.5); none where it is not read.
std::optional<Packing> packing_of_zip(unsigned method);

/// Do the bytes, begun_bytes() or all that there are, begin a frame?
bool begins(Packing packing, std::string_view bytes);
/// The same in the midst of anything: all of what a frame begins with is looked at.
bool seems_to_begin(Packing packing, std::string_view bytes);
/// So many bytes decide whether a frame begins.
std::size_t begun_bytes(Packing packing);

/// How many bytes before what was taken a decoder may look at once it is damaged, and how many
/// behind it may want at once.
std::size_t reach(Packing packing);
/// So many of the last bytes of what was searched for a frame are to be looked at again with more
/// behind them.
std::size_t overlap(Packing packing);

}  // namespace basewalk::worker

#endif  // BASEWALK_SRC_WORKER_UNPACK_PACKING_H_
