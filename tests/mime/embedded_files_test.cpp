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
Lines found(std::string_view text, std::size_t most = 1000) {
  Lines lines;
  for (const mime::EmbeddedFile& file : mime::embedded_files(text, 100)) {
    std::string line(file.name), bytes;
    const std::string_view wrong = mime::decode(file, most, bytes);
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

// The check sum of BinHex, in the other of its two forms.
unsigned check_sum(std::string_view bytes) {
  unsigned sum = 0;
  for (const char c : bytes) {
    sum ^= static_cast<unsigned>(static_cast<unsigned char>(c)) << 8;
    for (int i = 0; i < 8; ++i)
      sum = ((sum & 0x8000U) != 0 ? sum << 1 ^ 0x1021U : sum << 1) & 0xFFFFU;
  }
  return sum;
}

std::string big_endian(std::size_t value, int bytes) {
  std::string out;
  for (int i = bytes - 1; i >= 0; --i) out += static_cast<char>(value >> (8 * i) & 0xFF);
  return out;
}

std::string binhex_digits(std::string_view bytes) {
  constexpr std::string_view kDigits =
      "!\"#$%&'()*+,-012345689@ABCDEFGHIJKLMNPQRSTUVXYZ[`abcdefhijklmpqr";
  std::string out;
  unsigned held = 0, bits = 0;
  const auto put = [&](unsigned more, unsigned count) {
    held = held << count | more;
    for (bits += count; bits >= 6; bits -= 6) out += kDigits[held >> (bits - 6) & 63U];
    held &= 63U;
  };
  for (const char c : bytes) put(static_cast<unsigned char>(c), 8);
  if (bits > 0) put(0, 6 - bits);
  return out;
}

constexpr std::string_view kSentence = "(This file must be converted with BinHex 4.0)\n\n";

std::string binhex_bytes(const std::string& name, std::string_view data,
                         std::string_view resources) {
  const auto summed = [](const std::string& bytes) {
    return bytes + big_endian(check_sum(bytes), 2);
  };
  return summed(static_cast<char>(name.size()) + name + std::string(1, '\0') + "TEXTttxt" +
                std::string(2, '\0') + big_endian(data.size(), 4) +
                big_endian(resources.size(), 4)) +
         summed(std::string(data)) + summed(std::string(resources));
}

// Bytes of 0x90 doubled as they have to be; lines of 64 characters.
std::string binhexed(std::string_view bytes) {
  std::string escaped;
  for (const char c : bytes) {
    escaped += c;
    if (c == '\x90') escaped += '\0';
  }
  std::string out = ":" + binhex_digits(escaped) + ":";
  for (std::size_t i = 64; i < out.size(); i += 65) out.insert(i, "\n");
  return std::string(kSentence) + out + "\n";
}

}  // namespace

BOOST_AUTO_TEST_SUITE(mime_embedded_files)

BOOST_AUTO_TEST_CASE(a_text_of_nothing_has_no_file) {
  BOOST_TEST(mime::embedded_files({}, 1).empty());
}

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

BOOST_AUTO_TEST_CASE(uuencode_as_programs_take_it) {
  const std::string data = "%:&5L;&\\*\n`\nend\n";
  // Any octal number is a mode.
  for (const char* mode : {"0", "44", "644", "00644", "100644", "00000100644"})
    BOOST_TEST(found("begin " + std::string(mode) + " a\n" + data) == Lines{"a: hello"}, mode);
  for (const char* mode : {"688", "0x1", "u=rw", "000000100644", ""})
    BOOST_TEST(found("begin " + std::string(mode) + " a\n" + data).empty(), mode);
  // Lines of no bytes behind the first, blanks behind the last.
  BOOST_TEST(found("begin 644 a\n\n \n`\n" + data) == Lines{"a: hello"});
  BOOST_TEST(found("begin 644 a\r\n%:&5L;&\\*\r\nend \t\r\n") == Lines{"a: hello"});
  BOOST_TEST(found("begin-base64 644 a\n\naGVsbG8=\n==== \n") == Lines{"a: hello"});
  // What only begins so hides nothing of the file behind it.
  for (const char* decoy : {"begin 644 b\n", "begin 644 b\n\n", "begin 644\n", "begin here\n",
                            "begin 7 days ago\nAND SO ON\n", "begin 644 b\nno data\nend\n",
                            "end\nbegin 644 b\n`\nend\n", "begin-base64 644 b\n"})
    BOOST_TEST(found(decoy + ("begin 644 a\n" + data)) == Lines{"a: hello"}, decoy);
  BOOST_TEST(found("begin 644 b\n%:&5L;&\\*\nbegin 644 a\n" + data) ==
             (Lines{"b: hello!is cut off", "a: hello"}));
  BOOST_TEST(found("begin 644 b\n\n\nno end, and nothing\n").empty());
  BOOST_TEST(found("begin-encoded 644 YS5odG1s\n" + data) == Lines{"a.html: hello"});
  BOOST_TEST(found("begin-base64-encoded 644 YQ==\naGVsbG8=\n====\n") == Lines{"a: hello"});
  BOOST_TEST(found("begin-encoded 644\n" + data).empty());
  // What is missing in a line stands for zeros, in the first one as well, where the file ends.
  BOOST_TEST(found("begin 644 a\n&\n" + data).empty());
  BOOST_TEST(found("begin 644 a\n&  \n" + data).at(0).ends_with("hello!has a damaged line"));
  BOOST_TEST(found("begin 644 a\nM\"@``\n%:&5L;&\\*\nno end\n").empty());
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
  // One piece may be all of it.
  BOOST_TEST(found("=ybegin part=1 line=128 size=5 name=a\n=ypart begin=1 end=5\n" +
                   yencoded("hello") + "\n=yend size=5 part=1 pcrc32=3610a686\n") ==
             Lines{"a: hello"});
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

BOOST_AUTO_TEST_CASE(binhex) {
  // Of the CRC that XMODEM has, too.
  BOOST_TEST(check_sum("123456789") == 0x31C3U);
  const std::string data = "<a href=\"//h/\">\x90\x90 x</a>\n";
  const std::string file = binhexed(binhex_bytes("a b.html", data, ""));
  BOOST_TEST(found(file) == Lines{"a b.html: " + data});
  BOOST_TEST(found("Dear all\n" + file + "Yours\n" + file) ==
             (Lines{"a b.html: " + data, "a b.html: " + data}));
  // Both forks.
  BOOST_TEST(found(binhexed(binhex_bytes("a", "hello", "world"))) ==
             (Lines{"a: hello", "a/rsrc: world"}));
  BOOST_TEST(found(binhexed(binhex_bytes("a", "", "world"))) == (Lines{"a: ", "a/rsrc: world"}));
  // Lines that end otherwise, that are indented, that are many before the colon.
  std::string other = file;
  for (std::size_t i = 0; (i = other.find('\n', i)) != std::string::npos; i += 4)
    other.replace(i, 1, "\r\n \t");
  BOOST_TEST(found(other) == Lines{"a b.html: " + data});
  other = file;
  other.insert(kSentence.size(), "\nwords\n\n\n\n");
  BOOST_TEST(found(other) == Lines{"a b.html: " + data});
  other.insert(kSentence.size(), "\n");
  BOOST_TEST(found(other).empty());
}

BOOST_AUTO_TEST_CASE(binhex_that_repeats) {
  const auto text_of = [](std::string_view escaped) {
    return std::string(kSentence) + ":" + binhex_digits(escaped) + ":\n";
  };
  const std::string bytes = binhex_bytes("a", "xxxxx\x90\x90\x90\x90yyz", "");
  const std::size_t at = bytes.find("xxxxx");
  const auto with = [&](std::string_view escaped) {
    return text_of(bytes.substr(0, at) + std::string(escaped) + bytes.substr(at + 12));
  };
  const Lines right{"a: xxxxx\x90\x90\x90\x90yyz"};
  using namespace std::string_view_literals;
  BOOST_TEST(found(with("x\x90\x05\x90\x00\x90\x04y\x90\x02z"sv)) == right);
  // Runs of one, and one behind another.
  BOOST_TEST(
      found(with("x\x90\x01\x90\x02\x90\x04\x90\x00\x90\x00\x90\x00\x90\x00\x90\x01yyz"sv)) ==
      right);
  // A run of 0x90 over the end of the data: what is missing is told.
  BOOST_TEST(found(with("x\x90\x05\x90"sv)).at(0).find("!") != std::string::npos);

  std::string long_one = binhex_bytes("a", std::string(100'000, 'x'), "");
  const std::size_t run = long_one.find("xx");
  std::string packed = long_one.substr(0, run) + "x";
  for (int i = 0; i < 400; ++i) packed += "\x90\xFB";  // 250 more
  packed.replace(packed.size() - 1, 1, "\xFA");
  packed += long_one.substr(run + 100'000);
  BOOST_TEST(found(text_of(packed), 100'000) == Lines{"a: " + std::string(100'000, 'x')});
  BOOST_TEST(found(text_of(packed), 99'999) ==
             Lines{"a: " + std::string(99'999, 'x') + "!gives more bytes than are granted"});
}

BOOST_AUTO_TEST_CASE(damaged_binhex) {
  const std::string bytes = binhex_bytes("a", "hello", "world");
  const std::string sum = "!has another check sum than it says", cut = "!is cut off";
  std::string other = bytes;
  other[3] ^= 1;  // the type, in the header
  BOOST_TEST(found(binhexed(other)) == (Lines{"a: hello" + sum, "a/rsrc: world" + sum}));
  other = bytes;
  other[other.find("hello")] ^= 1;
  BOOST_TEST(found(binhexed(other)) == (Lines{"a: iello" + sum, "a/rsrc: world" + sum}));
  other = bytes;
  other[other.find("world")] ^= 1;
  BOOST_TEST(found(binhexed(other)) == (Lines{"a: hello", "a/rsrc: vorld" + sum}));
  // Cut off everywhere; before the end of the header there is no file.
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    const Lines lines = found(binhexed(bytes.substr(0, size)));
    BOOST_TEST(lines.empty() == (size < 23), size);
    if (size < 23) continue;
    BOOST_TEST(lines.size() == 2U);
    BOOST_TEST(lines.at(0).ends_with(cut) == (size < 30), size);
    BOOST_TEST(lines.at(1).ends_with(cut), size);
  }
  // What is no character of it ends it.
  const std::string text = binhexed(bytes);
  for (const char c : {'.', '7', '\x80', '~', 'g'}) {
    other = text;
    other[kSentence.size() + 40] = c;
    BOOST_TEST(found(other).at(0).ends_with(cut), c);
  }
  BOOST_TEST(found(text.substr(0, text.rfind(':'))) == (Lines{"a: hello", "a/rsrc: world"}));
}

BOOST_AUTO_TEST_CASE(sentences_are_none) {
  for (const std::string_view text :
       {"begin 644 words\nare not what follows\n", "begin with 644\n%:&5L;&\\*\nend\n",
        "begin 644 a\nend\n", "begin 644\n%:&5L;&\\*\nend\n", "begin 899 a\n%:&5L;&\\*\nend\n",
        "to begin 644 a\n%:&5L;&\\*\nend\n", "=ybegin line=128 size=9\nx\n=yend size=9\n", "begin",
        "=ybegin ", "-----BEGIN ", "", "\n", "begin 644 a", "(This file must be converted",
        "(This file must be converted with BinHex 4.0)\n:",
        "(This file must be converted with BinHex 4.0)\n:)::\n",
        "> (This file must be converted with BinHex 4.0)\n:"})
    BOOST_TEST(found(text).empty(), text);
}

BOOST_AUTO_TEST_CASE(no_more_than_asked_for) {
  std::string text;
  for (int i = 0; i < 1000; ++i) text += "begin 644 a\n%:&5L;&\\*\n`\nend\n";
  BOOST_TEST(mime::embedded_files(text, 10).size() == 10U);
  BOOST_TEST(mime::embedded_files(text, 10'000).size() == 1000U);
  const std::string forks = binhexed(binhex_bytes("a", "hello", "world"));
  for (std::size_t most = 1; most < 5; ++most)
    BOOST_TEST(mime::embedded_files(forks + forks, most).size() == most);
}

BOOST_AUTO_TEST_SUITE_END()
