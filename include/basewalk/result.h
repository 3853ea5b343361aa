// SPDX-License-Identifier: MIT
//
// Result<T>: a value, or the reason why there is none.
//
// A stand-in for std::expected until the floor is C++23.  Who reads one uses names that
// std::expected<T, Error> has, too; who makes one returns the Error itself, which std::expected
// would want as a std::unexpected.
#ifndef BASEWALK_RESULT_H_
#define BASEWALK_RESULT_H_

#include <cassert>
#include <cstddef>
#include <string>
#include <utility>
#include <variant>

#pragma GCC visibility push(default)

namespace basewalk {

/// Why there is no answer.  Bad mail is never an Error: it gives a Note (notes.h).
struct Error {
  std::string code;        ///< stable and short: "not-absolute", "unreadable"
  std::size_t offset = 0;  ///< byte offset into the text that was given
  std::string detail;      ///< one sentence for people: what is wrong and what to do
};

template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}
  Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}

  bool has_value() const { return state_.index() == 0; }
  explicit operator bool() const { return has_value(); }

  T& operator*() & { return *std::get_if<0>(&checked()); }
  const T& operator*() const& { return *std::get_if<0>(&checked()); }
  T&& operator*() && { return std::move(*std::get_if<0>(&checked())); }
  T* operator->() { return &**this; }
  const T* operator->() const { return &**this; }

  const Error& error() const {
    assert(!has_value());
    return *std::get_if<1>(&state_);
  }

 private:
  std::variant<T, Error>& checked() {
    assert(has_value());
    return state_;
  }
  const std::variant<T, Error>& checked() const {
    assert(has_value());
    return state_;
  }

  std::variant<T, Error> state_;
};

}  // namespace basewalk

#pragma GCC visibility pop

#endif  // BASEWALK_RESULT_H_
