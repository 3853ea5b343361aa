// SPDX-License-Identifier: MIT
//
// The packets that a mail server sends, byte by byte as they are read: four bytes of length, a
// command, its data.
#ifndef BASEWALK_MILTER_LISTENING_PACKETS_H_
#define BASEWALK_MILTER_LISTENING_PACKETS_H_

#include <cstdint>
#include <string_view>

namespace basewalk::milter {

class Packets {
 public:
  /// The next bytes.  What is wrong with them where libmilter must not see them, or nothing: macros
  /// (command D) that are no pairs of a name and a value, each with a NUL at its end; a length that
  /// libmilter takes for one below zero, and goes on behind the command as if there were no data.
  std::string_view take(std::string_view bytes);

 private:
  void take_macros(std::string_view bytes);

  std::uint32_t length_ = 0;  // as far as it has been read
  int length_bytes_ = 0;
  std::uint32_t left_ = 0;  // of the packet
  char command_ = 0;
  bool has_command_ = false;
  bool has_stage_ = false;  // of macros: the command that they belong to
  bool is_odd_ = false;     // a name without its value
  bool is_ended_ = true;    // the last byte was a NUL
};

}  // namespace basewalk::milter

#endif  // BASEWALK_MILTER_LISTENING_PACKETS_H_
