// SPDX-License-Identifier: MIT
//
// HMAC-SHA-256 (RFC 2104) under one key, which is worked in once: for short texts that is half of
// it.
#ifndef BASEWALK_REWRITE_PLAN_MAC_H_
#define BASEWALK_REWRITE_PLAN_MAC_H_

#include <cstddef>
#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>

namespace basewalk::rewrite {

class Mac {
 public:
  /// Of a code, in hexadecimal.
  static constexpr std::size_t kDigits = 64;

  explicit Mac(std::string_view key);

  /// Appends the code of these texts, one behind the other, in hexadecimal.
  void append(std::initializer_list<std::string_view> texts, std::string& out) const;

 private:
  struct State;
  std::shared_ptr<const State> state_;
};

}  // namespace basewalk::rewrite

#endif  // BASEWALK_REWRITE_PLAN_MAC_H_
