// SPDX-License-Identifier: MIT
//
// base64 read in pieces: what one piece leaves over goes with the next.
#ifndef BASEWALK_MIME_BASE64_H_
#define BASEWALK_MIME_BASE64_H_

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "mime/transfer.h"

namespace basewalk::mime {

class Base64Reader {
 public:
  explicit Base64Reader(std::string_view body) : body_(body) {}

  /// Decodes up to (not including) byte `end` of the body, which nothing before it was given for.
  /// There must be room for three bytes for each four, and six more.  Returns behind the last one.
  char* run(std::size_t end, char* out);
  /// What is left at the end of the body; up to two bytes.
  char* finish(char* out);

  std::size_t position() const { return at_; }

  Base64Damage damage;

 private:
  static void meet(std::size_t& where, std::size_t i) {
    if (where == Base64Damage::kNot) where = i;
  }
  void groups(std::size_t end);
  void put(std::uint32_t bits, unsigned bytes);
  void step(std::size_t i);
  void flush(std::size_t i, bool padding);
  bool url_alphabet();

  enum class Url { not_known, no, yes };

  std::string_view body_;
  std::size_t at_ = 0;
  char* out_ = nullptr;
  std::uint32_t bits_ = 0;
  unsigned count_ = 0;   // digits in bits_
  unsigned wanted_ = 0;  // "=" that the padding at hand still needs
  bool padded_ = false;  // padding was seen
  Url url_ = Url::not_known;
};

}  // namespace basewalk::mime

#endif  // BASEWALK_MIME_BASE64_H_
