// SPDX-License-Identifier: MIT
//
// Strings that are gone too soon.
//
// What keeps a view of its argument takes a std::string_view, and has a deleted overload for such
// strings: `read_message(load())` does not compile.  Literals, views and strings with a name do.
#ifndef BASEWALK_TEMPORARY_H_
#define BASEWALK_TEMPORARY_H_

#include <string_view>
#include <type_traits>

namespace basewalk {

/// A string whose memory goes with the expression that it stands in.  `T` is what a forwarding
/// reference deduces.
template <class T>
concept TemporaryString = !std::is_lvalue_reference_v<T> &&
                          std::is_convertible_v<T, std::string_view> && requires(T & text) {
  text.get_allocator();
};

}  // namespace basewalk

#endif  // BASEWALK_TEMPORARY_H_
