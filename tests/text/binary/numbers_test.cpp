// SPDX-License-Identifier: MIT
#include "text/binary/numbers.h"

#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <limits>
#include <string_view>

using namespace basewalk::text;
using namespace std::string_view_literals;

namespace {

constexpr std::uint64_t kFar = std::numeric_limits<std::uint64_t>::max();

}  // namespace

BOOST_AUTO_TEST_SUITE(binary)

BOOST_AUTO_TEST_CASE(numbers_are_read_in_both_orders) {
  constexpr std::string_view kBytes = "\x01\x02\x03\x04\x05\x06\x07\xF8\x09"sv;
  BOOST_TEST(little(kBytes, 0, 1) == 0x01u);
  BOOST_TEST(little(kBytes, 1, 2) == 0x0302u);
  BOOST_TEST(little(kBytes, 0, 8) == 0xF807060504030201u);
  BOOST_TEST(little_size(kBytes, 4, 4) == 0xF8070605u);
  BOOST_TEST(big(kBytes, 0, 1) == 0x01u);
  BOOST_TEST(big(kBytes, 1, 2) == 0x0203u);
  BOOST_TEST(big(kBytes, 0, 8) == 0x01020304050607F8u);
  BOOST_TEST(little(kBytes, 3, 0) == 0u);
  BOOST_TEST(big(kBytes, 3, 0) == 0u);
}

BOOST_AUTO_TEST_CASE(bytes_that_are_not_there_are_zeros) {
  constexpr std::string_view kBytes = "\x01\x02\x03"sv;
  BOOST_TEST(little(kBytes, 1, 4) == 0x0302u);
  BOOST_TEST(big(kBytes, 1, 4) == 0x02030000u);
  for (const std::uint64_t at : {std::uint64_t{3}, std::uint64_t{4}, kFar - 1, kFar}) {
    BOOST_TEST(little(kBytes, at, 8) == 0u);
    BOOST_TEST(big(kBytes, at, 8) == 0u);
  }
  BOOST_TEST(little({}, 0, 4) == 0u);
  BOOST_TEST(big({}, 0, 4) == 0u);
}

BOOST_AUTO_TEST_CASE(a_slice_is_what_is_there) {
  constexpr std::string_view kBytes = "abcdef"sv;
  BOOST_TEST(slice(kBytes, 1, 3) == "bcd");
  BOOST_TEST(slice(kBytes, 4, 3) == "ef");
  BOOST_TEST(slice(kBytes, 0, kFar) == "abcdef");
  BOOST_TEST(slice(kBytes, 2, kFar) == "cdef");
  BOOST_TEST(slice(kBytes, 6, 1) == "");
  BOOST_TEST(slice(kBytes, kFar, kFar) == "");
}

BOOST_AUTO_TEST_CASE(bytes_are_taken_in_order) {
  LittleEndian in("\x01\x02\x03\x04\x05\x06\x07"sv, 1);
  std::uint16_t number = 0;
  BOOST_TEST(in.take(number));
  BOOST_TEST(number == 0x0302u);
  std::string_view bytes;
  BOOST_TEST(in.take(bytes, 2));
  BOOST_TEST(bytes == "\x04\x05");
  BOOST_TEST(in.at() == 5u);
  std::uint32_t longer = 7;
  BOOST_TEST(!in.take(longer));
  BOOST_TEST(longer == 7u);
  BOOST_TEST(!in.skip(kFar));
  // Cut to 32 bits it would be two bytes, which are there.
  BOOST_TEST(!in.skip((std::uint64_t{1} << 32) + 2));
  BOOST_TEST(!in.take(bytes, (std::uint64_t{1} << 32) + 2));
  BOOST_TEST(in.at() == 5u);
  BOOST_TEST(in.skip(2));
  BOOST_TEST(!in.skip(1));
  BOOST_TEST(in.skip(0));
  BOOST_TEST(!LittleEndian("abc"sv, 9).take(number));
}

BOOST_AUTO_TEST_SUITE_END()
