// SPDX-License-Identifier: MIT
//
// What was compressed, as a stream.
//
// Where bytes are damaged the stream fails, and says which; asked to go on it gives what lies
// behind: the next frame, or block, that can be read for itself.  What is behind the last frame,
// and is none, is told as well.
//
// Before this: a decoder of worker/unpack/ unpacks.  After it: opener.cpp looks what it is that was
// packed.
#ifndef BASEWALK_SRC_ARCHIVE_PACKED_UNPACKED_H_
#define BASEWALK_SRC_ARCHIVE_PACKED_UNPACKED_H_

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "archive/byte_stream.h"
#include "worker/unpack/decoder.h"

namespace basewalk::archive {

class Unpacked final : public ByteStream {
 public:
  Unpacked(std::unique_ptr<worker::Decoder> decoder, Begun stream, UnpackLimit limit);

  std::size_t read(char* into, std::size_t size) override;
  bool go_on() override;
  std::uint64_t place(std::uint64_t offset) override;
  bool is_unpacked() const override { return true; }
  std::uint64_t lies() const override { return rest_->lies(); }

 private:
  bool fill();
  bool begin_frame();
  void step();
  bool refill(std::size_t wanted);
  std::size_t read_packed(char* into, std::size_t size);
  std::size_t search_from();
  void end_of_input();
  void end_of_empty();
  void lose(std::string why, Trouble trouble, std::size_t search, bool worth_a_retry = false);
  void pass_doubt();
  void tell_lost(std::string why, Trouble trouble, std::uint64_t from, bool found,
                 bool worth_a_retry);
  void pass_gap();
  bool find_place(std::size_t search);
  void fail(Failure failure);
  std::string_view view() const { return std::string_view(in_).substr(cursor_); }
  std::uint64_t position() const { return in_begin_ + cursor_; }
  void note_block();

  std::unique_ptr<worker::Decoder> decoder_;
  worker::Packing packing_;
  std::size_t reach_;        // worker::reach() of that
  std::string head_;         // what was read before all else, and
  std::size_t head_at_ = 0;  // how much of it has been given
  std::unique_ptr<ByteStream> rest_;
  UnpackLimit limit_;

  // What is compressed: from in_begin_ on, and taken up to the cursor.
  std::string in_;
  std::uint64_t in_begin_ = 0;
  std::size_t cursor_ = 0;
  bool in_ended_ = false;

  bool in_frame_ = false;
  std::uint64_t frame_begin_ = 0;
  std::uint64_t ungiven_ = 0;  // packed bytes taken of which nothing has been given yet
  bool ended_ = false;
  bool is_behind_doubt_ = false;  // which has been told
  int damages_ = 0;
  int idle_ = 0;   // steps that did nothing
  int empty_ = 0;  // frames that ended since one that held anything; -1 within that
  std::optional<Failure> pending_;  // once what was unpacked before has been given

  std::vector<char> out_;
  std::size_t out_begin_ = 0, out_end_ = 0;

  // Where what was unpacked comes from.
  struct Block {
    std::uint64_t begin;  // offset of its first byte
    std::uint64_t from;   // bytes that had been unpacked before
  };
  std::uint64_t made_ = 0;
  bool asked_ = false;
  std::deque<Block> blocks_;
};

}  // namespace basewalk::archive

#endif  // BASEWALK_SRC_ARCHIVE_PACKED_UNPACKED_H_
