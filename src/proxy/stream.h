// SPDX-License-Identifier: MIT
//
// A connected socket, read by lines and by blocks; what waits for the other side waits no longer
// than a bound.  Before: server.cpp accepts one, next_hop.cpp connects one.
#ifndef BASEWALK_PROXY_STREAM_H_
#define BASEWALK_PROXY_STREAM_H_

#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>

#include "text/files/descriptor.h"

namespace basewalk::proxy {

class Stream {
 public:
  /// Owns the socket.
  Stream(int socket, std::chrono::seconds patience);

  enum class Line { whole, malformed, bare_lf, ended };
  /// The next line, without CR LF.  `malformed`: it was longer than `longest`, or has a bare CR or
  /// a NUL; it is passed over, whatever it holds.  `bare_lf`: it has an LF without a CR before it,
  /// and nobody knows whether what follows is one of its own.  `ended`: there is none any more, or
  /// none came in time.
  Line read_line(std::string& line, std::size_t longest);

  /// What was read and not used; where there is nothing, it waits for more.  Empty at the end.
  std::string_view peek();
  void use(std::size_t bytes) { begin_ += bytes; }

  /// Kept until flush(), or until there is a lot of it.  False where the other side is gone, or
  /// takes nothing in time; then and from then on.
  bool write(std::string_view bytes);
  bool flush();

 private:
  bool fill();
  bool wait(short what) const;

  text::Descriptor socket_;
  const std::chrono::milliseconds patience_;
  std::string in_, out_;
  std::size_t begin_ = 0;  // of what is not used yet, in in_
  bool broken_ = false;
};

}  // namespace basewalk::proxy

#endif  // BASEWALK_PROXY_STREAM_H_
