// SPDX-License-Identifier: MIT
//
// Objects within documents: those of slides ([MS-PPT] 2.10.34), and the packager's files
// (\1Ole10Native).

#include <boost/test/unit_test.hpp>
#include <string>
#include <string_view>

#include "support/files.h"
#include "worker/documents/deflated.h"
#include "worker/documents/ole/made_cfb.h"
#include "worker/documents/ole/package.h"
#include "worker/documents/ole/streams.h"
#include "worker/documents/recorded.h"

using namespace basewalk;
using namespace std::string_literals;
using test::little;
using test::wide;
using worker::Lack;
using worker::OleFile;
using worker::Recorded;

namespace {

constexpr unsigned kObject = 0x1011, kText = 0xFA0, kBytes = 0xFA8, kHyperlink = 0xFD7,
                   kString = 0xFBA, kCrypt = 0x2F14;

std::string atom(unsigned version, unsigned type, const std::string& data) {
  return little(version, 2) + little(type, 2) + little(data.size(), 4) + data;
}

Recorded slides(const std::string& bytes, worker::DocumentBounds bounds = {}) {
  const test::ExactCopy copy(bytes);
  Recorded told;
  worker::read_slides(copy.view(), bounds, told);
  BOOST_TEST(!told.is_open());
  return told;
}

// An instance of 1 says that it is packed.
const std::string kContent = "an object, an object, an object";
const std::string kPacked =
    atom(0x10, kObject, little(kContent.size(), 4) + test::deflated(kContent));

}  // namespace

BOOST_AUTO_TEST_SUITE(objects)

BOOST_AUTO_TEST_CASE(of_slides_are_unpacked) {
  for (const std::string& bytes : {atom(0, kObject, kContent), kPacked, kPacked + kPacked}) {
    const Recorded told = slides(bytes);
    BOOST_TEST(told.parts.size() == (bytes.size() > kPacked.size() * 3 / 2 ? 2u : 1u));
    for (const Recorded::Part& part : told.parts) BOOST_TEST(part.bytes == kContent);
    BOOST_TEST(told.lacks.empty());
  }
  // The check sum behind the bytes may be left out.
  const std::string without = test::deflated(kContent);
  BOOST_TEST(slides(atom(0x10, kObject,
                         little(kContent.size(), 4) + without.substr(0, without.size() - 4)))
                 .lacks.empty());
}

BOOST_AUTO_TEST_CASE(of_slides_that_are_damaged_are_told) {
  const std::string bytes = test::deflated(kContent);
  for (const std::string& data :
       {little(kContent.size(), 4) + bytes.substr(0, bytes.size() / 2),
        little(kContent.size() + 9, 4) + bytes.substr(0, bytes.size() - 4)}) {
    const Recorded told = slides(atom(0x10, kObject, data));
    BOOST_REQUIRE_EQUAL(told.parts.size(), 1u);
    BOOST_TEST(kContent.starts_with(told.parts[0].bytes));
    BOOST_REQUIRE_EQUAL(told.lacks.size(), 1u);
    BOOST_TEST(told.lacks[0].sentence == "is not whole");
  }
  for (const std::string& data :
       {""s, "\0\0"s, little(9, 4), little(9, 4) + "no zlib", little(0, 4) + bytes}) {
    const Recorded told = slides(atom(0x10, kObject, data));
    BOOST_TEST(told.parts.empty());
    BOOST_REQUIRE_EQUAL(told.lacks.size(), 1u);
    BOOST_TEST((told.lacks[0].why == Lack::damaged));
  }
}

BOOST_AUTO_TEST_CASE(of_slides_have_bounds) {
  worker::DocumentBounds one;
  one.members = 1;
  const Recorded told = slides(kPacked + kPacked, one);
  BOOST_TEST(told.parts.size() == 1u);
  BOOST_REQUIRE_EQUAL(told.lacks.size(), 1u);
  BOOST_TEST((told.lacks[0].why == Lack::limit));
  worker::DocumentBounds few;
  few.bytes = 9;
  const Recorded cut = slides(kPacked, few);
  BOOST_REQUIRE_EQUAL(cut.parts.size(), 1u);
  BOOST_TEST(cut.parts[0].bytes == kContent.substr(0, 9));
  BOOST_TEST(cut.lacks.size() == 1u);
}

// [MS-PPT] 2.8.2: what is done at a click.
BOOST_AUTO_TEST_CASE(programs_of_slides_are_told_once) {
  const auto lacks = [](int action) {
    const std::string click = atom(0, 0xFF3, little(0, 8) + little(action, 8));
    return slides(click + click).lacks.size();
  };
  BOOST_TEST(lacks(2) == 1u);
  for (const int other : {0, 1, 3, 4}) BOOST_TEST(lacks(other) == 0u);
}

BOOST_AUTO_TEST_CASE(slides_have_texts_and_links) {
  const Recorded told = slides(
      atom(0, kText, wide("one\rtwo")) + atom(0, kBytes, "caf\xE9") + atom(0, kString, wide("c")) +
      atom(0xF, kHyperlink,
           atom(0x10, kString, wide("http://h/#a")) + atom(0x30, kString, wide("b"))) +
      atom(0xF, kHyperlink, atom(0, kString, wide("no url"))) +
      atom(0, 0x1234, wide("http://other/")) +
      atom(0, 0xF00B, atom(0, kString, wide("http://art/"))));
  BOOST_TEST(told.found() == std::vector<std::string>{"ExHyperlink http://h/#a"});
  BOOST_REQUIRE_EQUAL(told.texts.size(), 1u);
  BOOST_TEST(told.texts[0].text == "one\ntwo\ncaf\xC3\xA9\nc\nhttp://other/\nhttp://art/\n");
  // Of two in one link each is told, and what stands there besides.
  const Recorded twice =
      slides(atom(0xF, kHyperlink,
                  atom(0x10, kString, wide("http://h/")) + atom(0x10, kString, wide("http://i/")) +
                      atom(0, kString, wide("a")) + atom(0, kString, wide("b")) +
                      atom(0x20, kString, wide("c"))));
  BOOST_TEST(twice.found() ==
             (std::vector<std::string>{"ExHyperlink http://h/", "ExHyperlink http://i/"}));
  BOOST_TEST(twice.texts.at(0).text == "a\nc\n");
  BOOST_TEST(slides(atom(0, kCrypt, "x")).lacks.size() == 1u);
  BOOST_TEST((slides(atom(0, kCrypt, "x")).lacks.at(0).why == Lack::encrypted));
  const Recorded cut = slides(atom(0, kBytes, "text").substr(0, 10));
  BOOST_TEST(cut.texts.at(0).text == "te\n");
  BOOST_TEST((cut.lacks.at(0).why == Lack::damaged));
}

// A name, where it came from, what it is, a path, the bytes.
std::string package(unsigned kind, const std::string& bytes, std::size_t size) {
  return little(2, 2) + "n.html\0"s + "C:\\n.html\0"s + little(0, 2) + little(kind, 2) +
         little(3, 4) + "C:\0"s + little(size, 4) + bytes;
}

BOOST_AUTO_TEST_CASE(the_packager_embeds_and_links) {
  const auto file = worker::read_package(package(3, "<a>", 3));
  BOOST_TEST_REQUIRE(file.has_value());
  BOOST_TEST(file->name == "n.html");
  BOOST_TEST(file->bytes == "<a>");
  BOOST_TEST(file->link.empty());
  BOOST_TEST(file->is_whole);
  const auto longer = worker::read_package(package(3, "<a> and more", 3));
  BOOST_TEST(longer.value().bytes == "<a>");
  const auto cut = worker::read_package(package(3, "<a", 3));
  BOOST_TEST(cut.value().bytes == "<a");
  BOOST_TEST(!cut.value().is_whole);
  const auto linked = worker::read_package(package(1, "", 0));
  BOOST_TEST(linked.value().link == "C:\\n.html");
  BOOST_TEST(linked.value().bytes.empty());
  BOOST_TEST(!worker::read_package(package(2, "<a>", 3)).has_value());
  for (const std::string& bytes :
       {""s, little(2, 2), little(3, 2) + "abcdefgh", little(2, 2) + "no end",
        little(2, 2) + "n\0no end"s, little(2, 2) + "n\0s\0short"s})
    BOOST_TEST(!worker::read_package(bytes).has_value());
}

BOOST_AUTO_TEST_CASE(what_is_no_package_is_the_bytes_themselves) {
  const std::string inner = package(3, "<a>", 3);
  BOOST_TEST(worker::read_native(little(inner.size(), 4) + inner).name == "n.html");
  const OleFile file = worker::read_native(little(5, 4) + "%PDF-, more");
  BOOST_TEST(file.name.empty());
  BOOST_TEST(file.bytes == "%PDF-");
  BOOST_TEST(file.is_whole);
  BOOST_TEST(!worker::read_native(little(50, 4) + "%PDF-").is_whole);
  BOOST_TEST(worker::read_native("").bytes.empty());
}

BOOST_AUTO_TEST_SUITE_END()
