// SPDX-License-Identifier: MIT
//
// What goes through the pipe between the worker and the process that asked: frames of a kind, a
// length and so many bytes.
//
//     kind (1 byte) | 0 0 0 | length (4 bytes) | payload
//
//     ready    version (4)                                                first of all
//     refused  a sentence: why it may not read here
//     member   index (8), place (8), size (8; all ones: unknown), name
//     bytes    of the member
//     end      of the member
//     failure  trouble (1), has an extent (1), its begin (8), length (8), a sentence
//     done     last of all
//
// and, of a document (document_frame.h):
//
//     base, reference, text, part, lack, opened
//
// and, of what is unpacked piece by piece (exchange.h), both ways:
//
//     bytes    that are to be unpacked
//     ask      what is wanted
//     answer
//
// Both ends are on one machine: numbers are as it has them.  Whoever reads frames believes nothing:
// a kind, a length or an order that cannot be is the end of the reading.
//
// Before this: program/output.cpp writes them.  After it: worker.cpp reads them.
#ifndef BASEWALK_SRC_WORKER_FRAME_H_
#define BASEWALK_SRC_WORKER_FRAME_H_

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

#include "worker/job.h"

namespace basewalk::worker {

/// Of all that the two sides, and the program and its modules, have to mean alike.
constexpr std::uint32_t kVersion = 4;

struct Frame {
  enum class Kind : std::uint8_t {
    ready = 1,
    refused,
    member,
    bytes,
    end,
    failure,
    done,
    base,
    reference,
    text,
    part,
    lack,
    opened,
    ask,
    answer,
  };
  static constexpr std::size_t kHead = 8;
  static constexpr std::size_t kBytes = std::size_t{64} << 10;  // that come together
  static constexpr std::size_t kLongest = kBytes + (2U << 10);  // of a payload

  Kind kind = Kind::done;
  std::string_view payload;
};

/// The head of a frame; none where that is no head of ours.
struct FrameHead {
  Frame::Kind kind;
  std::uint32_t length;
};
std::optional<FrameHead> frame_head(std::string_view bytes);
void append_frame_head(std::string& out, Frame::Kind kind, std::size_t length);

constexpr std::uint64_t kUnknownSize = ~std::uint64_t{0};

/// Numbers in a payload.
template <typename Number>
void append_number(std::string& out, Number number) {
  static_assert(std::is_unsigned_v<Number>);
  char bytes[sizeof number];
  std::memcpy(bytes, &number, sizeof number);
  out.append(bytes, sizeof number);
}
template <typename Number>
bool take_number(std::string_view& payload, Number& number) {
  static_assert(std::is_unsigned_v<Number>);
  if (payload.size() < sizeof number) return false;
  std::memcpy(&number, payload.data(), sizeof number);
  payload.remove_prefix(sizeof number);
  return true;
}

/// What a frame of the kind `member` says; none where it cannot be.
struct MemberFrame {
  std::uint64_t index = 0;
  Member member;
};
std::optional<MemberFrame> member_frame(std::string_view payload);
void append_payload(std::string& out, std::uint64_t index, const Member& member);

struct FailureFrame {
  Trouble trouble = Trouble::damaged;
  std::optional<Extent> extent;
  std::string_view sentence;
};
std::optional<FailureFrame> failure_frame(std::string_view payload);
void append_payload(std::string& out, const FailureFrame& failure);

/// Waits until there is something to read, or it is the end.
class Waiting {
 public:
  virtual ~Waiting() = default;
  /// False where nothing will come any more.
  virtual bool wait(int descriptor) = 0;
};

/// Reads frames from a descriptor that stays another's.
class FrameReader {
 public:
  /// `waiting`: asked before each read; or null.
  explicit FrameReader(int descriptor, Waiting* waiting = nullptr)
      : descriptor_(descriptor), waiting_(waiting) {
    buffer_.resize(Frame::kHead + Frame::kLongest);
  }

  enum class Got : unsigned char { frame, end, cut_off, nonsense };
  /// The next frame, which is good until the next is asked for.
  Got next(Frame& frame);

 private:
  bool fill(std::size_t size);

  int descriptor_;
  Waiting* waiting_;
  std::string buffer_;
  std::size_t begin_ = 0, end_ = 0;
};

}  // namespace basewalk::worker

#endif  // BASEWALK_SRC_WORKER_FRAME_H_
