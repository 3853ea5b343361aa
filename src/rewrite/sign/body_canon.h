// SPDX-License-Identifier: MIT
//
// The canonical form of a body (RFC 6376 3.4.3, 3.4.4), piece by piece.
//
// A body in any pieces goes in, its canonical form comes out in pieces; of what was seen only a
// count of empty lines and whether a blank or a CR is pending are kept.
#ifndef BASEWALK_REWRITE_SIGN_BODY_CANON_H_
#define BASEWALK_REWRITE_SIGN_BODY_CANON_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace basewalk::rewrite {

enum class Canon : std::uint8_t { simple, relaxed };

class BodyCanonicalizer {
 public:
  using Write = std::function<void(std::string_view)>;

  /// Pieces that are handed to `write` are not empty, and good for that call.
  BodyCanonicalizer(Canon canon, Write write) : canon_(canon), write_(std::move(write)) {}

  void feed(std::string_view piece);
  /// The body ends here.  A last line without its line end gets one.
  void finish();

 private:
  void text(std::string_view bytes);
  void relaxed_text(std::string_view bytes);
  void line_end();
  void open_line();
  void put(std::string_view bytes);
  void flush();

  Canon canon_;
  Write write_;
  std::string buffer_;
  std::size_t empty_lines_ = 0;  // that count only if something follows
  bool cr_ = false;              // the last byte; part of a line end or not
  bool blank_ = false;           // relaxed: a run of blanks that counts if text follows
  bool line_open_ = false;       // the line at hand is not empty
  bool any_ = false;
};

}  // namespace basewalk::rewrite

#endif  // BASEWALK_REWRITE_SIGN_BODY_CANON_H_
