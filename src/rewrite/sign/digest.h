// SPDX-License-Identifier: MIT
//
// A running hash, by nettle.
#ifndef BASEWALK_REWRITE_SIGN_DIGEST_H_
#define BASEWALK_REWRITE_SIGN_DIGEST_H_

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace basewalk::rewrite {

enum class HashAlgorithm : std::uint8_t { sha1, sha256 };

class Digest {
 public:
  explicit Digest(HashAlgorithm algorithm);
  ~Digest();
  Digest(Digest&&) noexcept;
  Digest& operator=(Digest&&) noexcept;

  void update(std::string_view bytes);
  /// The hash of what came so far; more may follow.
  std::string value() const;
  /// Begins anew, with the same memory.
  void restart();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace basewalk::rewrite

#endif  // BASEWALK_REWRITE_SIGN_DIGEST_H_
