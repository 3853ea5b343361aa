// SPDX-License-Identifier: MIT
//
// Tries the passwords that a document came with, as long as that is paid for.
//
// How often a password is hashed is said by the document, and may be said to keep a reader busy.
// So the calls of hash functions are counted, and not the time: the same document gets the same
// answer everywhere.
//
// Before this: a reader has seen that something is encrypted, and knows how a key is made.  After
// it: the reader decrypts, or tells that nothing opens it.
#ifndef BASEWALK_SRC_WORKER_DOCUMENTS_CRYPT_PASSWORDS_H_
#define BASEWALK_SRC_WORKER_DOCUMENTS_CRYPT_PASSWORDS_H_

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>

#include "worker/document.h"

namespace basewalk::worker::crypt {

/// What may be spent on making keys, for one document.
class Work {
 public:
  /// Calls of a hash function: some two seconds.
  static constexpr std::uint64_t kMost = 14'000'000;

  explicit Work(std::uint64_t most = kMost) : left_(most) {}
  bool spend(std::uint64_t cost) {
    if (cost > left_) return false;
    left_ -= cost;
    return true;
  }
  /// For what was done before it was known how much it is.
  void charge(std::uint64_t cost) { left_ -= cost < left_ ? cost : left_; }
  /// Has a password opened something?  Then that is what is told of the document.
  bool has_opened = false;

 private:
  std::uint64_t left_;
};

using CostOf = std::function<std::uint64_t(std::string_view password)>;

/// The first that opens, of the empty one and those of the document; it is told by opened_with().
/// Each try costs so much; where some are left untried, that is told as a limit of `what`.
std::optional<std::string_view> password_that(const std::function<bool(std::string_view)>& opens,
                                              const CostOf& cost, std::string_view what,
                                              const Document& document, Work& work,
                                              DocumentSink& sink);
/// The same where each costs as much.
inline std::optional<std::string_view> password_that(
    const std::function<bool(std::string_view)>& opens, std::uint64_t cost, std::string_view what,
    const Document& document, Work& work, DocumentSink& sink) {
  return password_that(
      opens, [cost](std::string_view) { return cost; }, what, document, work, sink);
}

}  // namespace basewalk::worker::crypt

#endif  // BASEWALK_SRC_WORKER_DOCUMENTS_CRYPT_PASSWORDS_H_
