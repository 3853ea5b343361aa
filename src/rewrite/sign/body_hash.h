// SPDX-License-Identifier: MIT
//
// The hashes of a body that the signatures of a message ask for: all of them in one pass.
#ifndef BASEWALK_REWRITE_SIGN_BODY_HASH_H_
#define BASEWALK_REWRITE_SIGN_BODY_HASH_H_

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "rewrite/sign/body_canon.h"
#include "rewrite/sign/digest.h"

namespace basewalk::rewrite {

inline constexpr std::size_t kWholeBody = std::numeric_limits<std::size_t>::max();

/// `length` counts bytes of the canonical form (RFC 6376 3.5 l=).
struct BodyHashKey {
  Canon canon = Canon::simple;
  HashAlgorithm algorithm = HashAlgorithm::sha256;
  std::size_t length = kWholeBody;
};

struct BodyHash {
  std::string digest;     ///< empty where the algorithm cannot be had
  bool too_short = true;  ///< the canonical form has fewer bytes than `length`
};

/// Canonicalizes and hashes once for each algorithm and form, and reads off the hash at each length
/// that is asked for.  Cost: linear in the body, and a bit for each key.
class BodyHashes {
 public:
  BodyHashes();
  ~BodyHashes();

  /// Asks for a hash, and says by what number it is had.  Before the first feed().
  std::size_t add(const BodyHashKey& key);
  /// False where the rest of the body changes nothing.
  bool feed(std::string_view piece);
  void finish();
  const BodyHash& operator[](std::size_t number) const { return hashes_[number]; }

 private:
  class Stream;
  std::unique_ptr<Stream> streams_[2][2];  // by form and algorithm
  std::vector<BodyHash> hashes_;
};

}  // namespace basewalk::rewrite

#endif  // BASEWALK_REWRITE_SIGN_BODY_HASH_H_
