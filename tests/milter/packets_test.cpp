// SPDX-License-Identifier: MIT
#include "milter/listening/packets.h"

#include <boost/test/unit_test.hpp>
#include <string>
#include <string_view>

using basewalk::milter::Packets;
using namespace std::literals;

namespace {

std::string packet(std::string_view data) {
  std::string made;
  for (const int shift : {24, 16, 8, 0}) made += static_cast<char>(data.size() >> shift);
  return made.append(data);
}

constexpr std::string_view kNoPairs = "macros came that are no names with values";
constexpr std::string_view kBelowZero = "a packet came with a length below zero";

struct Row {
  std::string_view name;
  std::string stream;
  std::string_view wrong;
};

// Behind each stands a macro without a value: what is let through is read to its very end.
const Row kRows[] = {
    {"nothing", "", {}},
    {"macros of no stage", packet("D"), {}},
    {"no macros", packet("DE"), {}},
    {"a pair", packet("DEi\0004F00\0"sv), {}},
    {"empty names and values", packet("DE\0\0\0\0"sv), {}},
    {"two pairs, and a packet without macros", packet("DEa\0b\0c\0d\0"sv) + packet("Lx\0"sv), {}},
    {"pairs, and no macros", packet("DEa\0b\0"sv) + packet("DM"), {}},
    {"a stage that there is not", packet("Dza\0b\0"sv), {}},
    {"a command alone", packet("E"), {}},
    {"a command behind a length of 0", "\0\0\0\0D"s, {}},
    {"a macro without a value", packet("DCx\0"sv), kNoPairs},
    {"a name without an end", packet("DCx"), kNoPairs},
    {"a value without an end", packet("DEi\0x"sv), kNoPairs},
    {"a third word", packet("DEa\0b\0c\0"sv), kNoPairs},
    {"a second pair without an end", packet("DEa\0b\0c\0d"sv), kNoPairs},
    {"a length of -2147483647", "\x80\0\0\x01"s, kBelowZero},
    {"a length of -1", packet("A") + "\xFF\xFF\xFF\xFF", kBelowZero},
};

}  // namespace

BOOST_AUTO_TEST_SUITE(packets)

BOOST_AUTO_TEST_CASE(what_would_crash_libmilter_is_not_let_through_however_it_is_cut) {
  for (const Row& row : kRows)
    for (const std::size_t size : {1U, 2U, 3U, 5U, 7U, 1000U}) {
      BOOST_TEST_CONTEXT(row.name << ", in pieces of " << size) {
        Packets packets;
        const std::string stream = row.stream + packet("DCx\0"sv);
        std::string_view wrong;
        std::size_t at = 0;
        for (; at < stream.size() && wrong.empty(); at += size)
          wrong = packets.take(std::string_view(stream).substr(at, size));
        BOOST_TEST(wrong == (row.wrong.empty() ? kNoPairs : row.wrong));
        // In the piece with the last byte of what is wrong, and not before.
        const std::size_t end = row.wrong.empty() ? stream.size() : row.stream.size();
        BOOST_TEST((at >= end && at < end + size));
      }
    }
}

BOOST_AUTO_TEST_CASE(a_packet_that_is_not_whole_yet_is_let_through) {
  const std::string stream = packet("DCx\0"sv);
  Packets packets;
  BOOST_TEST(packets.take(std::string_view(stream).substr(0, stream.size() - 1)) == "");
  BOOST_TEST(packets.take(std::string_view(stream).substr(stream.size() - 1)) == kNoPairs);
}

// Larger than libmilter takes, which ends the connection by itself.
BOOST_AUTO_TEST_CASE(the_longest_packet_is_let_through) {
  Packets packets;
  BOOST_TEST(packets.take("\x7F\xFF\xFF\xFF"
                          "B" +
                          packet("DCx\0"sv)) == "");
}

BOOST_AUTO_TEST_SUITE_END()
