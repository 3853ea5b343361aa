// SPDX-License-Identifier: MIT
//
// File descriptors: closed on every way out, written to until all is written.
#ifndef BASEWALK_TEXT_FILES_DESCRIPTOR_H_
#define BASEWALK_TEXT_FILES_DESCRIPTOR_H_

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

namespace basewalk::text {

/// An open file, or none.
class Descriptor {
 public:
  explicit Descriptor(int number = -1) : number_(number) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() { close(); }

  int number() const { return number_; }
  bool is_open() const { return number_ >= 0; }
  /// Closes what was open.
  void set(int number);
  /// It is somebody else's from now on.
  int release() { return std::exchange(number_, -1); }
  /// False, with an errno, where what was written may be lost.
  bool close();

 private:
  int number_;
};

/// Writes all, however often it takes and the descriptor makes it wait.  An errno, or 0.
int write_all(int descriptor, std::string_view bytes);

/// Reads so many bytes from a place in a file on, or as many as there are, however often it takes:
/// `got`.  An errno, or 0; what was read before an error counts.
int read_at(int descriptor, char* into, std::size_t size, std::uint64_t at, std::size_t& got);

}  // namespace basewalk::text

#endif  // BASEWALK_TEXT_FILES_DESCRIPTOR_H_
