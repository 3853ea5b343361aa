// SPDX-License-Identifier: MIT
//
// Texts with an inline PGP signature (RFC 4880 7, RFC 9580 7).
#ifndef BASEWALK_REWRITE_SIGN_CLEAR_SIGNED_H_
#define BASEWALK_REWRITE_SIGN_CLEAR_SIGNED_H_

#include <cstddef>
#include <string>
#include <string_view>

#include "rewrite/sign/digest.h"

namespace basewalk::rewrite {

/// Reads a text in pieces and hashes what is signed in it, from the line "BEGIN PGP SIGNED MESSAGE"
/// to the line "END PGP SIGNATURE", without line ends and blanks at the ends of lines, which the
/// signature does not cover.
class ClearSigned {
 public:
  ClearSigned() : digest_(HashAlgorithm::sha256) {}

  void feed(std::string_view piece);
  void finish() { end_line(); }

  /// Signed texts that have ended.
  std::size_t texts() const { return texts_; }
  /// The hash of all of them together.
  std::string hash() const { return digest_.value(); }

 private:
  enum class Place : std::uint8_t { outside, text, signature };

  void add(std::string_view bytes);
  void end_line();

  Digest digest_;
  std::string head_;     // of the line at hand, as long as it may be a line of the armor
  std::string pending_;  // blanks that count if something follows in their line
  Place place_ = Place::outside;
  std::size_t texts_ = 0;
};

}  // namespace basewalk::rewrite

#endif  // BASEWALK_REWRITE_SIGN_CLEAR_SIGNED_H_
