// SPDX-License-Identifier: MIT
//
// OpenSSL 3.0 that lacked memory at its very first call crashes at the next one.
#ifndef BASEWALK_SRC_TEXT_FOREIGN_OPENSSL_ROOM_H_
#define BASEWALK_SRC_TEXT_FOREIGN_OPENSSL_ROOM_H_

#include <cstddef>
#include <new>

namespace basewalk::text {

/// Before that call: is there as much as it takes?  Throws std::bad_alloc where there is not.
inline void expect_room_for_openssl() {
  constexpr std::size_t kRoom = std::size_t{1} << 18;
  static const bool there_was = [] {
    ::operator delete(::operator new(kRoom));
    return true;
  }();
  (void)there_was;
}

}  // namespace basewalk::text

#endif  // BASEWALK_SRC_TEXT_FOREIGN_OPENSSL_ROOM_H_
