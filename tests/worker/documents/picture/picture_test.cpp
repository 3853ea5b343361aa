// SPDX-License-Identifier: MIT
//
// Pictures as they come with a mail, with the right answers beside them: which decoder is asked,
// and what is told of what it says.
#include <boost/test/unit_test.hpp>
#include <string>
#include <string_view>

#include "support/files.h"
#include "support/little.h"
#include "worker/documents/picture/picture.h"
#include "worker/documents/recorded.h"
#include "worker/documents/rows.h"

using namespace basewalk;
using namespace std::string_literals;
using namespace basewalk::worker;

namespace {

worker::Recorded opened(std::string_view bytes, worker::DocumentBounds bounds = {}) {
  worker::Recorded sink;
  const test::ExactCopy copy(bytes);
  worker::open_picture({copy.view(), "", {}, bounds}, sink);
  return sink;
}
void check_one_lack(const worker::Recorded& sink, Lack why, std::string_view sentence) {
  BOOST_REQUIRE_EQUAL(sink.lacks.size(), 1u);
  BOOST_TEST((sink.lacks[0].why == why));
  BOOST_TEST(sink.lacks[0].sentence == sentence);
}
std::string data(const char* name) {
  return test::read_file(test::data_dir() / "documents/picture" / name);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(picture)

BOOST_AUTO_TEST_CASE(each_kind_is_known_by_its_first_bytes) {
  for (const char* head :
       {"\x89PNG\r\n\x1A\n", "\xFF\xD8\xFF", "GIF8", "RIFF    WEBP", "BM", "P5", "P6"})
    check_one_lack(opened(head), Lack::damaged, "is a damaged picture");
  for (const std::string& head : {"II*\0"s, "MM\0*"s})
    check_one_lack(opened(head), Lack::damaged, "is a damaged picture");
  for (const std::string& head :
       {""s, "B"s, "RIFF    WEB"s, "RIFF   WEBP "s, "P4"s, "II*\1"s, "\xFF\xD8\xFE"s})
    check_one_lack(opened(head), Lack::no_opener, "is a picture of a kind that is not read");
}

BOOST_AUTO_TEST_CASE(what_is_not_looked_at_is_told) {
  worker::DocumentBounds few;
  few.pixels = 5'000;
  check_one_lack(opened(data("qr-plain.gif"), few), Lack::limit,
                 "has more pixels than are looked at");
  // A page of one pixel, over and over.
  std::string pages = "II*\0\x08\0\0\0"s;
  for (int page = 1; page <= 101; ++page) {
    constexpr std::uint32_t kFields[][2] = {{256, 1}, {257, 1}, {258, 8}, {259, 1}, {262, 1},
                                            {273, 0}, {277, 1}, {278, 1}, {279, 1}};
    pages += test::little(std::size(kFields), 2);
    for (const auto& [tag, value] : kFields)
      pages +=
          test::little(tag, 2) + test::little(4, 2) + test::little(1, 4) + test::little(value, 4);
    pages += test::little(page < 101 ? pages.size() + 4 : 0, 4);
  }
  check_one_lack(opened(pages), Lack::limit, "has more pages than are looked at");
  constexpr std::size_t kBehindHead = 33;
  const std::string png = data("qr-16bit-gray.png");
  const worker::Recorded animated = opened(png.substr(0, kBehindHead) +
                                           "\0\0\0\x08"
                                           "acTL\0\0\0\2\0\0\0\0\xF3\x8D\x93\x70"s +
                                           png.substr(kBehindHead));
  check_one_lack(animated, Lack::no_opener, "is animated, and only its first picture is looked at");
  BOOST_TEST(animated.references.size() == 1u);
}

// It may be shown as far as it goes, so what it has is searched where nothing says its end.
BOOST_AUTO_TEST_CASE(what_stands_behind_it_is_a_part) {
  const std::string gif = data("qr-plain.gif");
  BOOST_TEST(opened(gif).parts.empty());
  BOOST_TEST(opened(gif + "\0\r\n "s).parts.empty());
  worker::Recorded sink = opened(gif + "\0\0 more"s);
  BOOST_REQUIRE_EQUAL(sink.parts.size(), 1u);
  BOOST_TEST(sink.parts[0].bytes == "more");
  BOOST_TEST(sink.parts[0].type.empty());
  BOOST_TEST(sink.lacks.empty());
  // A film, which begins with its length.
  for (const auto& [behind, type] : {std::pair{"\0\0\0\x14"s + "ftypmp42"s, "video/mp4"},
                                     {"\0\0\0\x14"s + "ftypm"s, "video/mp4"},
                                     {"\0\0\0\x14"s + "ftyp"s, ""},
                                     {"    free...."s, ""}}) {
    sink = opened(gif + behind);
    BOOST_REQUIRE_EQUAL(sink.parts.size(), 1u);
    BOOST_TEST(sink.parts[0].type == type);
  }
  worker::DocumentBounds few;
  few.bytes = 3;
  sink = opened(gif + "more", few);
  BOOST_TEST(sink.parts.empty());
  check_one_lack(sink, Lack::limit, "has more bytes around it than are read");
}

// What shows no end is searched as a whole; a damaged one is told in any case.
BOOST_AUTO_TEST_CASE(a_picture_without_an_end_is_searched) {
  const Recorded sink = opened("P5 1 1 255\nx see http://h/x");
  BOOST_REQUIRE_EQUAL(sink.texts.size(), 1u);
  BOOST_TEST(sink.texts[0].element == "picture");
  BOOST_TEST(sink.texts[0].text.find("http://h/x") != std::string::npos);
  BOOST_TEST(sink.lacks.empty());
  const Recorded damaged = opened("P5 1 2 255\nx");
  BOOST_TEST(damaged.texts.empty());
  BOOST_TEST(damaged.has(Lack::damaged));
}

BOOST_AUTO_TEST_CASE(pictures_have_the_right_answers) {
  const auto folder = test::data_dir() / "documents/picture";
  check_rows(folder, expected_rows(folder / "expected.tsv"), worker::open_picture);
}

BOOST_AUTO_TEST_SUITE_END()
