// SPDX-License-Identifier: MIT
//
// What is common to mailboxes that tell before each message how long it is: lines of the format,
// one of which announces a message, then so many bytes of message, then lines again.
//
// A length that leads to anything but such lines was wrong.  What stands there is told once and
// passed over up to the next line that announces a message; a length that leads behind the end
// gives what there is.
#ifndef BASEWALK_SRC_ARCHIVE_BOX_COUNTED_H_
#define BASEWALK_SRC_ARCHIVE_BOX_COUNTED_H_

#include <cstdint>

#include "archive/box/splitter.h"

namespace basewalk::archive {

class CountedSplitter : public Splitter {
 public:
  std::optional<Piece> next(char* window, std::size_t size, bool final) final;
  std::size_t done_with() const final { return in_message_ ? left_ : 0; }
  void drop(std::size_t bytes) final;
  std::string_view lack() const override;

 protected:
  /// What a line between messages is.
  struct Meaning {
    enum class Is : unsigned char { filler, message, lost } is = Is::filler;
    std::uint64_t size = 0;  ///< of the message that it announces
    /// A sentence why that is not to be given; else empty.
    std::string_view why_not = {};
  };
  /// Called for each line between messages once, in order; without its line end, and cut off at the
  /// longest line that is read.
  virtual Meaning meaning(std::string_view line) = 0;
  /// The message that was announced is behind us.
  virtual void behind_message() {}
  /// The longest line at this offset, the line end included.
  virtual std::size_t longest_line(std::uint64_t /*offset*/) const { return kLineBytes; }

  static constexpr std::size_t kLineBytes = 4096;

  /// Of the line between messages that is asked about.
  std::uint64_t offset() const { return offset_; }

 private:
  std::optional<Piece> next_line(std::string_view window, bool final);
  std::optional<Piece> next_message(std::size_t size, bool final);

  bool in_message_ = false;
  bool has_announced_ = false;  // a message, so far
  bool is_lost_ = false;        // up to the next line that announces a message
  bool in_long_line_ = false;   // the window begins within a line
  bool ended_within_ = false;
  std::size_t left_ = 0;  // of the message
  std::string_view why_not_;
  std::uint64_t offset_ = 0;  // of the window
};

/// The digits that a text begins with as a number, at most 18 of them; none where there are none.
struct Digits {
  std::uint64_t value = 0;
  std::size_t count = 0;
};
Digits digits_of(std::string_view text, unsigned base = 10);

}  // namespace basewalk::archive

#endif  // BASEWALK_SRC_ARCHIVE_BOX_COUNTED_H_
