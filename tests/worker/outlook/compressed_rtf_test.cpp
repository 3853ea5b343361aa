// SPDX-License-Identifier: MIT
#include "worker/jobs/compressed_rtf.h"

#include <boost/test/unit_test.hpp>
#include <string>
#include <string_view>

#include "text/hex.h"

using namespace basewalk;
using worker::CompressedRtf;
using State = CompressedRtf::State;

namespace {

std::string bytes_of(std::string_view hex) {
  std::string bytes;
  for (std::size_t at = 0; at + 1 < hex.size(); at += hex.substr(at + 2, 1) == " " ? 3 : 2)
    bytes += static_cast<char>(*text::hex_byte(hex, at));
  return bytes;
}

struct Read {
  std::string text;
  State state;
};

Read read(std::string_view stream, std::size_t piece = 1U << 20) {
  CompressedRtf rtf;
  std::string text;
  for (std::size_t at = 0; at < stream.size(); at += piece)
    rtf.append(stream.substr(at, piece), text);
  return {text, rtf.state()};
}

// [MS-OXRTFCP] 3.1, 3.2
const std::string kExample = bytes_of(
    "2d 00 00 00 2b 00 00 00 4c 5a 46 75 f1 c5 c7 a7 03 00 0a 00 72 63 70 67 31 32 35 42 32 0a f3 "
    "20 "
    "68 65 6c 09 00 20 62 77 05 b0 6c 64 7d 0a 80 0f a0");
constexpr std::string_view kExampleText = "{\\rtf1\\ansi\\ansicpg1252\\pard hello world}\r\n";
const std::string kRepeated = bytes_of(
    "1a 00 00 00 1c 00 00 00 4c 5a 46 75 e2 d4 4b 51 41 00 04 20 57 58 59 5a 0d 6e 7d 01 0e b0");

std::string with(std::string stream, std::size_t at, std::string_view bytes) {
  return stream.replace(at, bytes.size(), bytes);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(compressed_rtf)

BOOST_AUTO_TEST_CASE(reads_the_examples_of_the_specification) {
  for (const std::size_t piece : {1U, 3U, 17U, 1000U}) {
    BOOST_TEST(read(kExample, piece).text == kExampleText);
    BOOST_TEST((read(kExample, piece).state == State::whole));
    BOOST_TEST(read(kRepeated, piece).text == "{\\rtf1 WXYZWXYZWXYZWXYZWXYZ}");
    BOOST_TEST((read(kRepeated, piece).state == State::whole));
  }
}

BOOST_AUTO_TEST_CASE(reads_what_is_not_compressed) {
  const std::string head = bytes_of("10 00 00 00 04 00 00 00 4d 45 4c 41 00 00 00 00");
  BOOST_TEST(read(head + "{\\r}").text == "{\\r}");
  BOOST_TEST((read(head + "{\\r}").state == State::whole));
  // What fills up the last block is not of it.
  BOOST_TEST(read(head + "{\\r}xxxx").text == "{\\r}");
  BOOST_TEST((read(head + "{\\").state == State::cut_off));
  // 16 where there are four: with twelve bytes of the head.
  BOOST_TEST((read(with(head, 4, "\x10") + "{\\r}").state == State::whole));
  BOOST_TEST((read(with(head, 4, "\x11") + "{\\r}").state == State::odd_length));
}

BOOST_AUTO_TEST_CASE(says_what_is_wrong_and_gives_what_there_is) {
  const Read cut = read(std::string_view(kExample).substr(0, 40));
  BOOST_TEST((cut.state == State::cut_off));
  BOOST_TEST(kExampleText.starts_with(cut.text));
  BOOST_TEST(cut.text.size() > 20);
  BOOST_TEST((read(with(kExample, 34, "j")).state == State::wrong_sum));
  BOOST_TEST(read(with(kExample, 34, "j")).text.size() == kExampleText.size());
  BOOST_TEST((read(with(kExample, 4, "\x2c")).state == State::odd_length));
  BOOST_TEST((read(with(kExample, 8, "LZFx")).state == State::unknown_kind));
  BOOST_TEST(read(with(kExample, 8, "LZFx")).text.empty());
  BOOST_TEST((read("").state == State::cut_off));
  BOOST_TEST((read("\x01\x02").state == State::cut_off));
}

BOOST_AUTO_TEST_CASE(gives_at_most_nine_times_what_it_is_given) {
  std::string stream = with(kExample.substr(0, 16), 0, "\xff\xff\xff\xff\xff\xff\xff\xff");
  for (int i = 0; i < 10000; ++i)
    stream += std::string("\xff\0\x0f\0\x0f\0\x0f\0\x0f\0\x0f\0\x0f\0\x0f\0\x0f", 17);
  const Read bomb = read(stream);
  BOOST_TEST((bomb.state == State::cut_off));
  BOOST_TEST(bomb.text.size() <= 9 * stream.size());
}

BOOST_AUTO_TEST_SUITE_END()
