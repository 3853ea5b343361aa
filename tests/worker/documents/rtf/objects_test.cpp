// SPDX-License-Identifier: MIT
//
// Objects and pictures of RTF: the heads of their bytes, digits in pieces, what they share.
#include <boost/test/unit_test.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "support/files.h"
#include "support/hex.h"
#include "worker/documents/ole/made_cfb.h"
#include "worker/documents/recorded.h"
#include "worker/documents/rtf/object.h"
#include "worker/documents/rtf/opened.h"

using namespace basewalk;
using namespace std::string_literals;
using test::hex;
using worker::Lack;
using worker::number;
using worker::opened;
using worker::Recorded;

BOOST_AUTO_TEST_SUITE(rtf_objects)

BOOST_AUTO_TEST_CASE(heads_of_objects_are_read) {
  const std::string native = "native";
  const auto name = [](std::string_view text) {
    return number(static_cast<std::uint32_t>(text.size() + 1)) + std::string(text) + '\0';
  };
  const std::string size = number(static_cast<std::uint32_t>(native.size()));
  struct Row {
    std::string bytes;
    std::vector<std::string> found, parts;
    std::size_t lacks;
  };
  const std::string embedded = number(0x501) + number(2), linked = number(0x501) + number(1);
  const std::string moniker =
      std::string("\xE0\xC9\xEA\x79\xF9\xBA\xCE\x11\x8C\x82\x00\xAA\x00\x4B\xA9\x0B", 16) +
      number(10) + std::string("a\0:\0b\0/\0\0\0", 10);
  const std::vector<std::string> by_moniker = {"object[URL moniker] a:b/"};
  const Row rows[] = {
      {embedded + name("X") + name("") + name("") + size + native, {}, {"X: native"}, 0},
      {embedded + number(0) + number(0) + number(0) + size + native, {}, {": native"}, 0},
      {embedded + name("X") + name("http://a") + name("i") + size + native,
       {"object[link] http://a"},
       {"X: native"},
       0},
      {embedded + name("X") + name("") + name("") + size + native + "more", {}, {"X: native"}, 0},
      {embedded + name("X") + name("") + name("") + number(7) + native, {}, {"X: native"}, 1},
      {embedded + name("X") + name("") + name("") + number(0), {}, {}, 0},
      {embedded + name(std::string(4095, 'X')) + name("") + name("") + size + native,
       {},
       {std::string(4095, 'X') + ": native"},
       0},
      {embedded + name(std::string(4096, 'X')) + name("") + name("") + size + native, {}, {}, 1},
      {embedded + name("X") + name("") + name("") +
           number(static_cast<std::uint32_t>(moniker.size())) + moniker,
       by_moniker,
       {"X: " + moniker},
       0},
      {linked + name("X") + name("http://a") + name("i"), {"object[link] http://a"}, {}, 0},
      {linked + name("X") + name("") + name("") + moniker, by_moniker, {}, 0},
      // A link to nowhere.
      {linked + name("X"), {}, {}, 0},
      // What has no such head.
      {linked, {}, {}, 1},
      {linked + name("X") + "x", {}, {}, 1},
      {linked + name("X") + name("Y"), {}, {}, 1},
      {embedded + name("X"), {}, {}, 1},
      {embedded + name("X") + number(9) + "Y", {}, {}, 1},
      {linked.substr(0, 7), {}, {}, 1},
      {number(0x501) + number(3) + name("X") + name("") + name("") + size + native, {}, {}, 1},
      {number(0x501) + number(0x01000002) + name("X") + name("") + name("") + size + native,
       {},
       {},
       1},
      {"head " + moniker, by_moniker, {}, 1},
  };
  for (const Row& row : rows) BOOST_TEST_CONTEXT(hex(row.bytes.substr(0, 60))) {
      const Recorded told = opened("{\\rtf1{\\object{\\*\\objdata " + hex(row.bytes) + "}}}");
      BOOST_TEST(told.found() == row.found, boost::test_tools::per_element());
      std::vector<std::string> parts;
      for (const Recorded::Part& part : told.parts) parts.push_back(part.name + ": " + part.bytes);
      BOOST_TEST(parts == row.parts, boost::test_tools::per_element());
      BOOST_TEST(told.lacks.size() == row.lacks);
      for (const auto& lack : told.lacks) BOOST_TEST((lack.why == Lack::damaged));
    }
  // What the packager wrote only points to a file.
  const std::string package = std::string("\2\0", 2) +
                              std::string("a.txt\0http://a/a.txt\0\0\0\1\0", 26) + number(0) +
                              number(0);
  BOOST_TEST(opened("{\\rtf1{\\object{\\*\\objdata " +
                    hex(embedded + name("Package") + name("") + name("") +
                        number(static_cast<std::uint32_t>(package.size())) + package) +
                    "}}}")
                 .found()
                 .at(0) == "object[package] http://a/a.txt");
  // A compound file behind what is no head.
  BOOST_TEST(opened("{\\rtf1{\\object{\\*\\objdata " +
                    hex("head" + test::made_cfb({{"\1Ole", moniker}})) + "}}}")
                 .found() == by_moniker);
  // The data of a field are searched.
  BOOST_TEST(
      opened("{\\rtf1{\\field{\\*\\fldinst X{\\*\\datafield " + hex(moniker) + "}}}}").found() ==
      std::vector<std::string>{"field[URL moniker] a:b/"});
}

BOOST_AUTO_TEST_CASE(pictures_are_counted) {
  worker::Document document;
  document.bounds.members = 2;
  Recorded told;
  worker::rtf::Objects objects(document, told);
  for (const char* bytes : {"a", "", "b", "c", "d"}) objects.give_picture(bytes, "image/png");
  BOOST_TEST_REQUIRE(told.parts.size() == 2u);
  BOOST_TEST(told.parts[0].name == "picture 1");
  BOOST_TEST(told.parts[1].name == "picture 3");
  BOOST_TEST_REQUIRE(told.lacks.size() == 1u);
  BOOST_TEST((told.lacks[0].why == Lack::limit));
}

BOOST_AUTO_TEST_CASE(digits_are_read_in_pieces) {
  worker::rtf::HexReader digits;
  std::string out;
  for (const char* piece : {"4", "1 4", "g2", "fF", "6"}) digits.append(piece, out);
  BOOST_TEST(out == "AB\xFF");
  digits.forget_half();
  digits.append("43", out);
  BOOST_TEST(out ==
             "AB\xFF"
             "C");
}

// Digits of hexadecimal, or bytes as they are; what stands between the digits is none.
BOOST_AUTO_TEST_CASE(pictures_are_given) {
  struct Row {
    const char* rtf;
    const char* type;
    std::string bytes;
  };
  const Row rows[] = {
      {R"({\pict\pngblip 89504e47})", "image/png", "\x89PNG"},
      {R"({\pict\jpegblip\picw9\bin4 ABCD})", "image/jpeg", "ABCD"},
      {R"({\pict\emfblip 4 1
 4	2})",
       "image/x-emf", "AB"},
      {R"({\pict\wmetafile8 41})", "image/x-wmf", "A"},
      {R"({\pict\dibitmap0 41})", "image/bmp", "A"},
      {R"({\pict\macpict 41})", "image/x-pict", "A"},
      {R"({\pict 41})", "", "A"},
      // Said in a picture, and of something else.
      {R"({\pict\pngblip\uc1\ansi\deff0\f1\plain 41})", "image/png", "A"},
      {R"({\pict\pngblip 41{\*\x 99}42})", "image/png", "AB"},
      {R"({\*\shppict{\pict\pngblip 41}}{\nonshppict{\pict\pngblip}})", "image/png", "A"},
      // Half a byte in front of a byte as text, or of what is none, has none behind it.
      {R"({\pict\pngblip 414\'g42})", "image/png", "AB"},
      {R"({\pict\pngblip 414\'9942})", "image/png", "AB"},
      {R"({\pict\pngblip 41})text {\*\template http://a/})", "image/png", "A"},
      // Its kind is said within it alone.
      {R"(\jpegblip{\pict\pngblip 41}\jpegblip)", "image/png", "A"},
      // It ends with the text.
      {R"({\pict\pngblip 4142)", "image/png", "AB"},
  };
  for (const Row& row : rows) {
    const Recorded told = opened("{\\rtf1 " + std::string(row.rtf) + "}");
    BOOST_TEST_CONTEXT(row.rtf) {
      BOOST_TEST_REQUIRE(told.parts.size() == 1u);
      BOOST_TEST(told.parts[0].name == "picture 1");
      BOOST_TEST(told.parts[0].type == row.type);
      BOOST_TEST(told.parts[0].bytes == row.bytes);
    }
  }
}

// What is unpacked of all objects together is what is bounded.
BOOST_AUTO_TEST_CASE(objects_share_a_bound) {
  const std::string file = test::made_cfb({{"Package", "x"}});
  worker::Document document;
  document.bounds.bytes = 6000;
  Recorded told;
  worker::rtf::Objects objects(document, told);
  for (int i = 0; i < 3; ++i) objects.read(file);
  std::size_t bytes = 0;
  for (const Recorded::Part& part : told.parts) bytes += part.bytes.size();
  BOOST_TEST(bytes == 6000u);
  BOOST_TEST(std::count_if(told.lacks.begin(), told.lacks.end(),
                           [](const auto& lack) { return lack.why == worker::Lack::limit; }) == 2);
}

BOOST_AUTO_TEST_SUITE_END()
