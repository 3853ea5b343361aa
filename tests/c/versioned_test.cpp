// SPDX-License-Identifier: MIT
//
// Programs and libraries of different age: structs that have grown, by the library's own functions.
#include "c/versioned.h"

#include <boost/test/unit_test.hpp>
#include <cstddef>
#include <cstring>

namespace {

struct Old {
  std::size_t size;
  int a;
  int b;
};
struct New {
  std::size_t size;
  int a;
  int b;
  std::size_t c;
};

}  // namespace

// The library knows the new one, which came as the old one.
template <>
inline constexpr std::size_t basewalk::c::kFirstSize<New> = sizeof(Old);

namespace {

using namespace basewalk::c;

template <class T, class From>
const T& as(const From& from) {
  return *reinterpret_cast<const T*>(&from);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(versioned)

BOOST_AUTO_TEST_CASE(an_older_program_has_defaults_for_what_it_does_not_know) {
  alignas(New) unsigned char room[sizeof(New)];
  std::memset(room, 0xFF, sizeof room);
  const Old old = {sizeof(Old), 1, 2};
  std::memcpy(room, &old, sizeof old);
  New read = {sizeof(New), 7, 8, 9};
  BOOST_TEST(read_struct(as<New>(room), read));
  BOOST_TEST(read.size == sizeof(New));
  BOOST_TEST(read.a == 1);
  BOOST_TEST(read.b == 2);
  BOOST_TEST(read.c == 9U);
}

BOOST_AUTO_TEST_CASE(a_newer_program_may_say_nothing_that_an_older_library_does_not_know) {
  New given = {sizeof(New), 1, 2, 0};
  Old read = {sizeof(Old), 7, 8};
  BOOST_TEST(read_struct(as<Old>(given), read));
  BOOST_TEST(read.a == 1);
  BOOST_TEST(read.size == sizeof(Old));
  given.c = std::size_t{1} << 63;
  BOOST_TEST(!read_struct(as<Old>(given), read));
}

BOOST_AUTO_TEST_CASE(a_size_that_no_version_has_is_refused) {
  New read = {sizeof(New), 7, 8, 9};
  for (const std::size_t size : {std::size_t{0}, std::size_t{8}, sizeof(Old) - 1, std::size_t{4097},
                                 static_cast<std::size_t>(-1)}) {
    const New given = {size, 1, 2, 3};
    New filled = given;
    BOOST_TEST(!read_struct(given, read));
    BOOST_TEST(!write_struct(read, &filled));
    BOOST_TEST(filled.size == size);
    BOOST_TEST(filled.a == 1);
    init_struct(read, &filled, size);
    BOOST_TEST(filled.a == 1);
  }
}

BOOST_AUTO_TEST_CASE(nothing_is_written_behind_an_older_program_s_struct) {
  New room = {sizeof(Old), 1, 2, 3};
  BOOST_TEST(write_struct(New{sizeof(New), 4, 5, 6}, &room));
  BOOST_TEST(room.size == sizeof(Old));
  BOOST_TEST(room.a == 4);
  BOOST_TEST(room.b == 5);
  BOOST_TEST(room.c == 3U);
  init_struct(New{sizeof(New), 7, 8, 9}, &room, sizeof(Old));
  BOOST_TEST(room.b == 8);
  BOOST_TEST(room.c == 3U);
}

BOOST_AUTO_TEST_CASE(what_an_older_library_does_not_know_is_zero) {
  New room = {sizeof(New), 1, 2, 3};
  BOOST_TEST(write_struct(Old{sizeof(Old), 4, 5}, reinterpret_cast<Old*>(&room)));
  BOOST_TEST(room.size == sizeof(New));
  BOOST_TEST(room.a == 4);
  BOOST_TEST(room.c == 0U);
}

BOOST_AUTO_TEST_SUITE_END()
