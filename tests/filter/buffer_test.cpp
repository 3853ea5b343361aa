// SPDX-License-Identifier: MIT
#include "filter/buffer.h"

#include <boost/test/unit_test.hpp>
#include <string>

using basewalk::filter::Buffer;

namespace {

constexpr std::size_t kLarge = 1024 * 1024;

bool fill(Buffer& buffer, std::size_t size, char letter) {
  return buffer.append(std::string(size, letter));
}

}  // namespace

BOOST_AUTO_TEST_SUITE(buffer)

BOOST_AUTO_TEST_CASE(it_holds_what_was_appended_however_large_it_becomes) {
  Buffer buffer;
  std::string wanted;
  BOOST_TEST(buffer.append(""));
  BOOST_TEST(buffer.size() == 0u);
  for (int i = 0; i < 200; ++i) {
    const std::string piece(static_cast<std::size_t>(i) * 101, static_cast<char>('a' + i % 26));
    BOOST_REQUIRE(buffer.append(piece));
    wanted += piece;
    BOOST_REQUIRE_EQUAL(buffer.size(), wanted.size());
  }
  BOOST_TEST((buffer.bytes() == wanted));
  buffer.shrink(5000);
  BOOST_TEST((buffer.bytes() == wanted.substr(0, 5000)));
  BOOST_REQUIRE(buffer.append("x"));
  BOOST_TEST((buffer.bytes() == wanted.substr(0, 5000) + "x"));
  buffer.clear();
  BOOST_TEST(buffer.size() == 0u);
  BOOST_TEST((buffer.bytes() == ""));
}

// The memory of a large message is that of the next one, of whatever connection, and what was there
// before is still there.
BOOST_AUTO_TEST_CASE(the_memory_of_large_messages_is_used_again) {
  Buffer first, second;
  BOOST_REQUIRE(fill(first, kLarge, 'a'));
  const char* const large = first.bytes().data();
  first.clear();
  BOOST_REQUIRE(fill(second, 1000, 'b'));
  BOOST_TEST((second.bytes().data() != large));  // what is small needs none of it
  BOOST_REQUIRE(fill(second, kLarge / 2, 'c'));
  BOOST_TEST((second.bytes().data() == large));
  BOOST_TEST((second.bytes() == std::string(1000, 'b') + std::string(kLarge / 2, 'c')));
  // It is one message's at a time.
  BOOST_REQUIRE(fill(first, kLarge, 'd'));
  BOOST_TEST((first.bytes().data() != large));
  BOOST_TEST((first.bytes() == std::string(kLarge, 'd')));
  BOOST_TEST((second.bytes().substr(1000) == std::string(kLarge / 2, 'c')));
}

BOOST_AUTO_TEST_CASE(the_largest_is_used_first_and_only_where_it_is_large_enough) {
  Buffer small, large, next;
  BOOST_REQUIRE(fill(small, kLarge * 2, 'a'));
  BOOST_REQUIRE(fill(large, kLarge * 3, 'b'));
  const char* const largest = large.bytes().data();
  small.clear();
  large.clear();
  BOOST_REQUIRE(fill(next, kLarge, 'c'));
  BOOST_TEST((next.bytes().data() == largest));
  BOOST_REQUIRE(fill(small, kLarge * 8, 'd'));
  BOOST_TEST((small.bytes() == std::string(kLarge * 8, 'd')));
}

// What a small message needed stays with its connection.
BOOST_AUTO_TEST_CASE(a_small_buffer_is_kept) {
  Buffer buffer;
  BOOST_REQUIRE(fill(buffer, 10000, 'a'));
  const char* const at = buffer.bytes().data();
  buffer.clear();
  BOOST_REQUIRE(fill(buffer, 10000, 'b'));
  BOOST_TEST((buffer.bytes().data() == at));
}

BOOST_AUTO_TEST_SUITE_END()
