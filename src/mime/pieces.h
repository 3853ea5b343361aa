// SPDX-License-Identifier: MIT
//
// What lies behind a limit of the structure, cut into pieces that are read one by one.
//
// Before this: scan.cpp has left a stretch of entities unopened.  After it: walk/walk.cpp reads
// each piece by the header in front of it, and takes none apart.
#ifndef BASEWALK_MIME_PIECES_H_
#define BASEWALK_MIME_PIECES_H_

#include <cstddef>
#include <optional>
#include <string_view>

#include "basewalk/limits.h"
#include "basewalk/mime/part.h"

namespace basewalk::mime {

/// Lines that begin with "--" divide, whatever boundaries there are; so does the end of the header
/// of a message, behind which another header stands.  Linear, and no memory.
class Pieces {
 public:
  /// Of bytes [rest.begin, rest.end), which begin with a header or a delimiter line.  `cr_lines`: a
  /// bare CR ends a line, as it does where there is nothing else to end one.
  Pieces(std::string_view bytes, Span rest, bool cr_lines);

  /// The next one that is not empty.
  std::optional<Span> next();
  /// Where the last one ends.
  std::size_t end() const { return bytes_.size(); }
  bool cr_lines() const { return cr_lines_; }

 private:
  std::size_t line_after(std::size_t at) const;
  bool is_empty_line(std::size_t at) const;

  std::string_view bytes_;
  std::size_t at_;
  bool cr_lines_;
};

/// The entity in these bytes of a message, which nothing in it makes more than one part.
Message read_piece(std::string_view bytes, Span piece, bool cr_lines, const Limits& limits);

}  // namespace basewalk::mime

#endif  // BASEWALK_MIME_PIECES_H_
