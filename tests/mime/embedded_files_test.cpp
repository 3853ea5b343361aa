// SPDX-License-Identifier: MIT
//
// Files that are encoded in a text.
#include "mime/transfer/embedded_files.h"

#include <boost/test/unit_test.hpp>
#include <string>
#include <string_view>
#include <vector>

using namespace basewalk;
using Kind = mime::EmbeddedFile::Kind;

namespace {

using Lines = std::vector<std::string>;

// "name: bytes", and what is wrong behind "!".
Lines found(std::string_view text) {
  Lines lines;
  for (const mime::EmbeddedFile& file : mime::embedded_files(text, 100)) {
    std::string line(file.name), bytes;
    const std::string_view wrong = mime::decode(file, bytes);
    line.append(": ").append(bytes);
    if (!wrong.empty()) line.append("!").append(wrong);
    lines.push_back(line);
  }
  return lines;
}

std::string yencoded(std::string_view bytes) {
  std::string out;
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(static_cast<unsigned char>(c) + 42);
    if (byte == 0 || byte == '\n' || byte == '\r' || byte == '=') {
      out += '=';
      out += static_cast<char>(byte + 64);
    } else {
      out += static_cast<char>(byte);
    }
  }
  return out;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(mime_embedded_files)

BOOST_AUTO_TEST_CASE(uuencode) {
  const std::string file = "begin 644 a b.txt\n%:&5L;&\\*\n`\nend\n";
  BOOST_TEST(found(file) == Lines{"a b.txt: hello"});
  BOOST_TEST(found("Dear all\n\n" + file + "\nYours\n") == Lines{"a b.txt: hello"});
  BOOST_TEST(found("Dear all\r\nbegin 0644 a\r\n%:&5L;&\\*\r\n`\r\nend\r\n") == Lines{"a: hello"});
  BOOST_TEST(found(file + file) == (Lines{"a b.txt: hello", "a b.txt: hello"}));
  // Without the line of no bytes, and without an end.
  BOOST_TEST(found("begin 644 a\n%:&5L;&\\*\nend\n") == Lines{"a: hello"});
  BOOST_TEST(found("begin 644 a\n%:&5L;&\\*\nthat was all\n") == Lines{"a: hello!is cut off"});
  BOOST_TEST(found("begin 644 a\n%:&5L;&\\*") == Lines{"a: hello!is cut off"});
}

BOOST_AUTO_TEST_CASE(base64) {
  BOOST_TEST(found("x\nbegin-base64 644 a\naGVsbG8=\n====\ny\n") == Lines{"a: hello"});
  BOOST_TEST(found("x\nbegin-base64 644 a\naGVsbG8=\n") == Lines{"a: hello!is cut off"});
}

BOOST_AUTO_TEST_CASE(yenc) {
  const std::string data = yencoded(std::string_view("hello\x16\xE0\xE3\xD6", 9));
  const std::string head = "=ybegin line=128 size=9 name=a b.bin\r\n";
  const std::string bytes("hello\x16\xE0\xE3\xD6", 9);
  BOOST_TEST(found("x\r\n" + head + data + "\r\n=yend size=9\r\ny") == Lines{"a b.bin: " + bytes});
  BOOST_TEST(found(head + data + "\r\n=yend size=9 crc32=00000000\r\n") ==
             Lines{"a b.bin: " + bytes + "!has another check sum than it says"});
  BOOST_TEST(found("=ybegin line=128 size=5 name=a\n" + yencoded("hello") +
                   "\n=yend size=5 crc32=3610a686\n") == Lines{"a: hello"});
  BOOST_TEST(found(head + data + "\r\n=yend size=8\r\n") ==
             Lines{"a b.bin: " + bytes + "!has not the size that it says"});
  for (const std::string_view no_number : {"99999999999999999999", "x", ""})
    BOOST_TEST(found(head + data + "\r\n=yend size=" + std::string(no_number) + "\r\n") ==
               Lines{"a b.bin: " + bytes + "!has not the size that it says"});
  BOOST_TEST(found(head + data) == Lines{"a b.bin: " + bytes + "!is cut off"});
  BOOST_TEST(found("=ybegin part=1 line=128 size=9 name=a\n=ypart begin=1 end=5\n" +
                   yencoded("hello") + "\n=yend size=5 part=1 pcrc32=3610a686\n") ==
             Lines{"a: hello!is one piece of a file"});
}

BOOST_AUTO_TEST_CASE(armour) {
  const std::string message =
      "-----BEGIN PGP MESSAGE-----\n\nyFgBAA==\n-----END PGP MESSAGE-----\n";
  BOOST_TEST(found("See below.\n" + message + "Bye\n") == Lines{": " + message});
  BOOST_TEST(found("-----BEGIN PGP PUBLIC KEY BLOCK-----\n").empty());
  BOOST_TEST(found("> -----BEGIN PGP MESSAGE-----\n").empty());
}

BOOST_AUTO_TEST_CASE(sentences_are_none) {
  for (const std::string_view text :
       {"begin 644 words\nare not what follows\n", "begin with 644\n%:&5L;&\\*\nend\n",
        "begin 644 a\nend\n", "begin 644\n%:&5L;&\\*\nend\n", "begin 899 a\n%:&5L;&\\*\nend\n",
        "to begin 644 a\n%:&5L;&\\*\nend\n", "=ybegin line=128 size=9\nx\n=yend size=9\n", "begin",
        "=ybegin ", "-----BEGIN ", "", "\n", "begin 644 a"})
    BOOST_TEST(found(text).empty(), text);
}

BOOST_AUTO_TEST_CASE(no_more_than_asked_for) {
  std::string text;
  for (int i = 0; i < 1000; ++i) text += "begin 644 a\n%:&5L;&\\*\n`\nend\n";
  BOOST_TEST(mime::embedded_files(text, 10).size() == 10U);
  BOOST_TEST(mime::embedded_files(text, 10'000).size() == 1000U);
}

BOOST_AUTO_TEST_SUITE_END()
