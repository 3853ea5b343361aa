// SPDX-License-Identifier: MIT
//
// Half of the texts follow the grammar, each part chosen from what is odd about that part; some are
// parts in any order; all of them may then be damaged.
#include "url/hostile_urls.h"

#include <cstddef>
#include <span>
#include <string_view>

#include "text/utf8.h"

namespace basewalk::test {
namespace {

// splitmix64: any seed will do, and neighbours are nothing alike.
class Dice {
 public:
  explicit Dice(std::uint64_t seed) : state_(seed) {}

  std::size_t below(std::size_t n) { return static_cast<std::size_t>(next() >> 11) % n; }
  bool one_in(std::size_t n) { return below(n) == 0; }
  std::string_view of(std::span<const std::string_view> all) { return all[below(all.size())]; }

 private:
  std::uint64_t next() {
    state_ += 0x9E3779B97F4A7C15U;
    std::uint64_t z = state_;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9U;
    z = (z ^ z >> 27) * 0x94D049BB133111EBU;
    return z ^ z >> 31;
  }
  std::uint64_t state_;
};

using Words = std::string_view[];

constexpr Words kSchemes = {
    "http:",  "https:",      "HTTP:",       "hTtPs:",  "ws:",      "wss:",    "ftp:",
    "file:",  "FILE:",       "s:",          "S:",      "mailto:",  "data:",   "blob:",
    "about:", "javascript:", "x+-.1:",      "1s:",     ":",        "h%74tp:", "http",
    "file",   "cid:",        "blob:https:", "gopher:", "git+ssh:", "tel:",    "view-source:"};
constexpr Words kSlashes = {"//",   "//",   "//", "//",  "/",   "",    "///",
                            "////", "\\\\", "\\", "/\\", "\\/", "/\t/"};
constexpr Words kUserInfo = {"u@",     "u:p@", ":p@",       "@",      ":@",  "u:@",  "u@v@",
                             "a:b:c@", "%40@", "\xC3\xA9@", "u p@",   "[@",  "]:|@", "^`{}@",
                             "'@",     "%zz@", "a\tb@",     "u;v=1@", "\\@", "u%@",  "<\">@"};
constexpr Words kHosts = {"h",
                          "example.com",
                          "EXAMPLE.com",
                          "www.Example.CO.uk",
                          "a.b",
                          "a..b",
                          "a.",
                          ".",
                          "..",
                          ".a",
                          "-a-",
                          "a_b",
                          "*",
                          "a~b",
                          "a,b;c=d",
                          "a!$&'()+",
                          "\"`{}",
                          "a b",
                          "a^b",
                          "a|b",
                          "a<b",
                          "a>b",
                          "a%41b",
                          "%41",
                          "%2e",
                          "a%2Eb",
                          "%00",
                          "%7F",
                          "%zz",
                          "%",
                          "a%",
                          "%25",
                          "%5B",
                          "%E3%80%82",
                          "localhost",
                          "LocalHost",
                          "%6cocalhost",
                          "C:",
                          "c|",
                          "C%3A",
                          "1.2.3.4",
                          "1.2.3.4.",
                          "1.2.3",
                          "1.2",
                          "1",
                          "0",
                          "256",
                          "1.256",
                          "1.2.3.256",
                          "1.2.3.4.5",
                          "0x7f.1",
                          "0X7F000001",
                          "0x",
                          "0x.0x",
                          "0xg",
                          "0300.1",
                          "08",
                          "09.1",
                          "0377.0",
                          "0400.1",
                          "4294967295",
                          "4294967296",
                          "0xffffffff",
                          "0x100000000",
                          "1.16777216",
                          "1.0xffffff",
                          "1..2",
                          "1.2.",
                          "1.2..",
                          "a.1",
                          "a.0x1",
                          "a.08",
                          "a.0xg",
                          "1.a",
                          "0.0x0.0",
                          "99999999999999999999",
                          "00000000000000000000000001",
                          "1.2.3.0x0000000000000000004",
                          "[::]",
                          "[::1]",
                          "[1::]",
                          "[1:2:3:4:5:6:7:8]",
                          "[1:2:3:4:5:6:7::]",
                          "[::2:3:4:5:6:7:8]",
                          "[1:2:3:4:5:6:7]",
                          "[1:2:3:4:5:6:7:8:9]",
                          "[1::2::3]",
                          "[:1]",
                          "[1:]",
                          "[12345::]",
                          "[::g]",
                          "[0:0:0:1:0:0:0:0]",
                          "[1:0:0:2:0:0:0:3]",
                          "[0:1:0:1:0:1:0:1]",
                          "[ABCD::EF01]",
                          "[::01.2.3.4]",
                          "[::1.2.3.4]",
                          "[::1.2.3]",
                          "[::1.2.3.4.5]",
                          "[::1.2.3.256]",
                          "[::1.2.3.04]",
                          "[1:2:3:4:5:6:1.2.3.4]",
                          "[1:2:3:4:5:6:7:1.2.3.4]",
                          "[::1.2.3.4:5]",
                          "[::ffff:1.2.3.4]",
                          "[::1%25e]",
                          "[::1",
                          "::1]",
                          "[]",
                          "[",
                          "]",
                          "[::1]x",
                          "[v1.a]",
                          "[::.1]",
                          "[1.2.3.4::]",
                          "[:::]",
                          "[::1:]",
                          "\xC3\x9F.de",
                          "fa\xC3\x9F",
                          "stra\xE1\xBA\x9E"
                          "e",
                          "xn--strae-oqa",
                          "xn--fa-hia",
                          "XN--FA-HIA",
                          "xn--",
                          "xn--a",
                          "xn--zca",
                          "xn--99zzzz",
                          "xn--a-yoc",
                          "xn--1",
                          "xn--a.b",
                          "a.xn--b",
                          "xn--mgba3gch31f060k",
                          "xn--ls8h=",
                          "a\xC2\xAD"
                          "b",
                          "\xC2\xAD",
                          "\xE6\x97\xA5\xE6\x9C\xAC",
                          "a\xE3\x80\x82"
                          "b",
                          "\xEF\xBD\x81.\xEF\xBD\x82",
                          "\xEF\xBC\x91.\xEF\xBC\x92",
                          "\xE2\x91\xA0",
                          "\xCC\x80"
                          "a",
                          "e\xCC\x81",
                          "\xD7\x90.a",
                          "\xD7\x90"
                          "a",
                          "a\xD7\x90",
                          "1\xD7\x90",
                          "\xD8\xA7\xE2\x80\x8C\xD8\xA8",
                          "a\xE2\x80\x8D"
                          "b",
                          "\xE0\xA4\x95\xE0\xA5\x8D\xE2\x80\x8D\xE0\xA4\xB7",
                          "\xF0\x9F\x92\xA9",
                          "\xF0\x9D\x92\x9C",
                          "\xE2\x84\xAA",
                          "\xCF\x82",
                          "\xEF\xBC\x8F",
                          "\xEF\xBC\x9A",
                          "\xEF\xBC\xA0",
                          "\xE2\x80\xA4",
                          "\xE2\x80\x8B",
                          "\xEF\xB7\x90",
                          "\xC2\xA0",
                          "a\xCC\xB8",
                          "=\xCC\xB8",
                          "<\xCC\xB8",
                          "\xE2\x89\xA0",
                          "ab--\xC3\xA9",
                          "-\xC3\xA9",
                          "\xC3\xA9-"};
constexpr Words kPorts = {
    ":",  ":80", ":443", ":21",  ":0",   ":8080",  ":65535", ":65536",       ":00080",       ":000",
    ":a", ":8a", ":-1",  ": 80", ":%38", ":80:81", ":8\t0",  ":99999999999", ":\xEF\xBC\x98"};
constexpr Words kSegments = {"a",
                             "bc",
                             ".",
                             "..",
                             "...",
                             "%2e",
                             "%2E%2e",
                             ".%2e",
                             "%2e.",
                             "%2",
                             "%",
                             "%zz",
                             "",
                             "",
                             "c:",
                             "C|",
                             "c:x",
                             "C|x",
                             "d|",
                             "C%7C",
                             "a b",
                             " ",
                             "a;b=c",
                             "\xC3\xA9",
                             "%C3%A9",
                             "^",
                             "|",
                             "'",
                             "`",
                             "{",
                             "}",
                             "<",
                             ">",
                             "\"",
                             "[",
                             "]",
                             "~",
                             "!$&'()*+,;=:@",
                             "\xF0\x9F\x92\xA9",
                             "\xEF\xBF\xBF",
                             "\x7F",
                             "\x01",
                             "a\tb",
                             "a\nb",
                             ".\t.",
                             "%2\te",
                             "\xE2\x80\x8E",
                             "0",
                             "http:",
                             "x:y",
                             "%00",
                             ".a",
                             "..a",
                             "a.",
                             "\xC2\x80"};
constexpr Words kSeparators = {"/", "/", "/", "/", "\\", "//", "/./", "/../", "", "/\r"};
constexpr Words kQueries = {"?",          "?q",        "?a b", "?'\"<>`#", "??",
                            "?a=b&c=%zz", "?\xC3\xA9", "?\\",  "?^{|}",    "?\x7F\x01",
                            "?\t",        "? ",        "?%",   "?../.."};
constexpr Words kFragments = {"#",         "#f",  "# `<>\"", "##", "#\xC3\xA9", "#^{|}\\'",
                              "#\x01\x7F", "#\n", "# ",      "#?", "#%zz"};
constexpr Words kSpaces = {" ",    "\t",   "\n",       "\r",           "\x01",
                           "\x1F", "\x7F", "\xC2\xA0", "\xE2\x80\x83", "\xEF\xBB\xBF"};

// Blocks whose characters behave oddly in a domain.
struct Block {
  char32_t first, last;
};
constexpr Block kBlocks[] = {
    {0x00, 0x7F},       {0x80, 0xFF},       {0x100, 0x17F},     {0x300, 0x36F},
    {0x370, 0x3FF},     {0x400, 0x4FF},     {0x530, 0x58F},     {0x590, 0x5FF},
    {0x600, 0x6FF},     {0x900, 0x97F},     {0xD00, 0xD7F},     {0x10A0, 0x10FF},
    {0x1100, 0x11FF},   {0x13A0, 0x13FF},   {0x1E00, 0x1EFF},   {0x2000, 0x206F},
    {0x2070, 0x209F},   {0x2100, 0x218F},   {0x2460, 0x24FF},   {0x2E80, 0x2FFF},
    {0x3000, 0x30FF},   {0x3200, 0x33FF},   {0x4E00, 0x4EFF},   {0xA640, 0xA69F},
    {0xAC00, 0xACFF},   {0xF900, 0xFAFF},   {0xFB00, 0xFB4F},   {0xFB50, 0xFDFF},
    {0xFE00, 0xFE0F},   {0xFF00, 0xFFEF},   {0x1D400, 0x1D7FF}, {0x1F100, 0x1F1FF},
    {0x1F600, 0x1F64F}, {0x2F800, 0x2FA1F}, {0xE0000, 0xE01EF}};

void add_character(Dice& dice, std::string& out) {
  const Block block = kBlocks[dice.below(std::size(kBlocks))];
  const auto c = static_cast<char32_t>(block.first + dice.below(block.last - block.first + 1));
  utf8::append(c, out);
}

void add_host(Dice& dice, std::string& out) {
  if (!dice.one_in(4)) {
    out += dice.of(kHosts);
    if (dice.one_in(4)) out.append(".").append(dice.of(kHosts));
    return;
  }
  switch (dice.below(4)) {
    case 0:  // a label of anything
      for (auto n = 1 + dice.below(4); n > 0; --n) add_character(dice, out);
      if (dice.one_in(2)) out += ".com";
      break;
    case 1: {  // an address of anything
      static constexpr Words kPieces = {"0", "1", "255", "256", "0x1", "010", "f", "", "65536"};
      for (auto n = 1 + dice.below(5); n > 0; --n)
        out.append(dice.of(kPieces)).append(n > 1 ? "." : "");
      break;
    }
    case 2: {  // pieces of IPv6
      static constexpr Words kPieces = {"0", "0", "1",       "ffff", "::",    ":", ":",
                                        ":", ":", "1.2.3.4", "F00",  "00001", "."};
      out += '[';
      for (auto n = 1 + dice.below(16); n > 0; --n) out += dice.of(kPieces);
      out += ']';
      break;
    }
    default:  // an A-label of anything
      out += dice.one_in(3) ? "XN--" : "xn--";
      for (auto n = 1 + dice.below(8); n > 0; --n)
        out += "abcdefghijklmnopqrstuvwxyz0123456789-"[dice.below(37)];
      if (dice.one_in(2)) out += ".org";
  }
}

void add_path(Dice& dice, std::string& out) {
  for (auto n = dice.below(5); n > 0; --n)
    out.append(dice.of(kSegments)).append(dice.of(kSeparators));
  if (dice.one_in(2)) out += dice.of(kSegments);
}

void add_tail(Dice& dice, std::string& out) {
  if (dice.one_in(3)) out += dice.of(kQueries);
  if (dice.one_in(3)) out += dice.of(kFragments);
}

void add_absolute(Dice& dice, std::string& out) {
  out += dice.of(kSchemes);
  out += dice.of(kSlashes);
  if (dice.one_in(4)) out += dice.of(kUserInfo);
  add_host(dice, out);
  if (dice.one_in(4)) out += dice.of(kPorts);
  if (!dice.one_in(4)) out += dice.one_in(8) ? "\\" : "/";
  add_path(dice, out);
  add_tail(dice, out);
}

void add_relative(Dice& dice, std::string& out) {
  switch (dice.below(6)) {
    case 0:
      out += dice.of(kSlashes);
      add_host(dice, out);
      break;
    case 1:
      out += dice.of(kSchemes);
      break;
    case 2:
      out += "/";
      break;
    default:
      break;
  }
  add_path(dice, out);
  add_tail(dice, out);
}

void add_soup(Dice& dice, std::string& out) {
  for (auto n = dice.below(8); n > 0; --n) {
    switch (dice.below(10)) {
      case 0:
        out += dice.of(kSchemes);
        break;
      case 1:
        out += dice.of(kSlashes);
        break;
      case 2:
        out += dice.of(kUserInfo);
        break;
      case 3:
        add_host(dice, out);
        break;
      case 4:
        out += dice.of(kPorts);
        break;
      case 5:
        out += dice.of(kQueries);
        break;
      case 6:
        out += dice.of(kFragments);
        break;
      case 7:
        out += dice.of(kSpaces);
        break;
      case 8:
        add_character(dice, out);
        break;
      default:
        out += dice.of(kSegments);
    }
  }
}

// A byte goes, comes, or becomes another or its escape.
void damage(Dice& dice, std::string& text) {
  static constexpr std::string_view kBytes(
      "/\\:@?#%.[]|^ \t\n\r\0\x7F"
      "Aa0-_~\"<>`{}'\x80\xC3\xFF",
      35);
  static constexpr char kHex[] = "0123456789abcdefABCDEF";
  const std::size_t at = text.empty() ? 0 : dice.below(text.size());
  switch (dice.below(6)) {
    case 0:
      if (!text.empty()) text.erase(at, 1);
      break;
    case 1:
      text.insert(at, 1, kBytes[dice.below(kBytes.size())]);
      break;
    case 2:
      if (!text.empty()) text[at] = kBytes[dice.below(kBytes.size())];
      break;
    case 3:
      if (!text.empty()) {
        const auto byte = static_cast<unsigned char>(text[at]);
        text.replace(at, 1, {'%', kHex[byte >> 4], kHex[byte & 15]});
      }
      break;
    case 4:
      text.insert(at, dice.of(kSpaces));
      break;
    default: {
      std::string character;
      add_character(dice, character);
      text.insert(at, character);
    }
  }
}

std::string hostile_text(Dice& dice, bool relative) {
  std::string text;
  if (dice.one_in(6))
    add_soup(dice, text);
  else if (relative)
    add_relative(dice, text);
  else
    add_absolute(dice, text);
  if (dice.one_in(8)) text.insert(0, dice.of(kSpaces));
  if (dice.one_in(8)) text += dice.of(kSpaces);
  while (dice.one_in(4)) damage(dice, text);
  return text;
}

}  // namespace

UrlPair hostile_pair(std::uint64_t seed, std::uint64_t number) {
  Dice dice(seed * 0x2545F4914F6CDD1DU + number);
  UrlPair pair;
  if (!dice.one_in(4)) pair.base = hostile_text(dice, dice.one_in(20));
  pair.reference = hostile_text(dice, dice.below(10) < (pair.base.empty() ? 1U : 6U));
  return pair;
}

}  // namespace basewalk::test
