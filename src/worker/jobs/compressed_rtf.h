// SPDX-License-Identifier: MIT
//
// RTF as Outlook stores it: LZ77 over a window of 4096 bytes that begins with words which RTF often
// has ([MS-OXRTFCP]).
//
// Before this: outlook_message.cpp has found the property.
#ifndef BASEWALK_SRC_WORKER_JOBS_COMPRESSED_RTF_H_
#define BASEWALK_SRC_WORKER_JOBS_COMPRESSED_RTF_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace basewalk::worker {

/// Reads it in pieces of any size; what it gives is at most nine times what it is given.
class CompressedRtf {
 public:
  enum class State : unsigned char {
    whole,
    cut_off,       ///< there should be more
    odd_length,    ///< it has not the length that it says
    wrong_sum,     ///< its check sum is another one
    unknown_kind,  ///< neither compressed nor plain: nothing was given
  };

  CompressedRtf();
  /// Appends what can be read to `out`.
  void append(std::string_view bytes, std::string& out);
  /// How it was, at the end.
  State state() const;

 private:
  void take(unsigned char byte, std::string& out);
  void put(char c, std::string& out);
  void refer(std::uint32_t reference, std::string& out);

  static constexpr std::size_t kHead = 16, kWindow = 4096;
  std::string head_;
  std::array<char, kWindow> window_{};
  std::size_t write_ = 0;
  unsigned flags_ = 0, left_ = 0;  // of the run of eight that it is in
  bool has_half_ = false, ended_ = false;
  unsigned half_ = 0;
  std::uint64_t taken_ = 0, made_ = 0;
  std::uint32_t sum_ = 0;
};

}  // namespace basewalk::worker

#endif  // BASEWALK_SRC_WORKER_JOBS_COMPRESSED_RTF_H_
