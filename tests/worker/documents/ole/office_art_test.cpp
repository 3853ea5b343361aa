// SPDX-License-Identifier: MIT
//
// Records of [MS-ODRAW]: pictures as files, what lies elsewhere, WordArt; and bytes that are none.
#include "worker/documents/ole/office_art.h"

#include <boost/test/unit_test.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "support/files.h"
#include "worker/documents/ole/made_cfb.h"
#include "worker/documents/outlook/outlook.h"
#include "worker/documents/recorded.h"

using namespace basewalk;
using namespace std::string_literals;
using test::little;
using test::made_cfb;
using test::wide;
using worker::ArtPicture;
using worker::Recorded;

namespace {

std::string art(std::uint64_t version, std::uint64_t instance, std::uint64_t type,
                const std::string& data) {
  return little(instance << 4 | version, 2) + little(type, 2) + little(data.size(), 4) + data;
}
const std::string kId(16, 'i');
const std::string kPng = "\x89PNG and so on";
std::string png(const std::string& ids = kId) { return art(0, 0x6E0, 0xF01E, ids + '\xFF' + kPng); }

// A table, and what stands behind it.
struct Property {
  std::uint64_t id, value;
  std::string text = {};
};
std::string table(const std::vector<Property>& properties, std::uint64_t type = 0xF00B) {
  std::string rows, texts;
  for (const Property& each : properties) {
    rows += little(each.id | (each.text.empty() ? 0 : 0xC000), 2) +
            little(each.text.empty() ? each.value : each.text.size(), 4);
    texts += each.text;
  }
  return art(3, properties.size(), type, rows + texts);
}

struct Found {
  std::vector<std::pair<std::string, std::string>> pictures;  // type and bytes
  bool is_whole = true, has_any = false;
  Recorded told;
};
Found found_in(std::string_view bytes) {
  Found found;
  const test::ExactCopy copy(bytes);
  found.has_any = worker::find_art(
      copy.view(),
      [&](const ArtPicture& picture) {
        found.pictures.emplace_back(picture.type, picture.bytes);
        found.is_whole = found.is_whole && picture.is_whole;
      },
      found.told);
  return found;
}

using Pictures = std::vector<std::pair<std::string, std::string>>;

}  // namespace

BOOST_AUTO_TEST_SUITE(office_art)

BOOST_AUTO_TEST_CASE(pictures_are_files) {
  const std::string jpeg = "\xFF\xD8\xFF and so on", tiff = "II*\0 and so on"s;
  // Wherever they stand, with one identifier or two.
  const Found found = found_in("x\xF0" + png() + "\xF0\x1E\xF0" + png(kId + kId) +
                               art(0, 0x46A, 0xF01D, kId + "\xFF" + jpeg) +
                               art(0, 0x6E2, 0xF02A, kId + "\xFF" + jpeg) +
                               art(0, 0x6E4, 0xF029, kId + "\xFF" + tiff));
  BOOST_TEST((found.pictures == Pictures{{"image/png", kPng},
                                         {"image/png", kPng},
                                         {"image/jpeg", jpeg},
                                         {"image/jpeg", jpeg},
                                         {"image/tiff", tiff}}));
  BOOST_TEST(found.is_whole);
  BOOST_TEST(found.has_any);
}

BOOST_AUTO_TEST_CASE(a_bitmap_gets_its_first_header) {
  const auto bitmap = [](std::uint64_t bits, std::uint64_t compression, std::uint64_t colours) {
    return little(40, 4) + little(2, 4) + little(2, 4) + little(1, 2) + little(bits, 2) +
           little(compression, 4) + std::string(12, '\0') + little(colours, 4) + little(0, 4) +
           "pixels";
  };
  const auto offset_of = [&](const std::string& bytes) {
    const Found found = found_in(art(0, 0x7A8, 0xF01F, kId + '\xFF' + bytes));
    BOOST_REQUIRE(found.pictures.size() == 1u);
    const std::string& file = found.pictures[0].second;
    BOOST_TEST(file.substr(0, 2) == "BM");
    BOOST_TEST(file.substr(2, 4) == little(14 + bytes.size(), 4));
    BOOST_TEST(file.substr(14) == bytes);
    return file.substr(10, 4);
  };
  BOOST_TEST(offset_of(bitmap(24, 0, 0)) == little(54, 4));
  BOOST_TEST(offset_of(bitmap(32, 3, 0)) == little(66, 4));
  BOOST_TEST(offset_of(bitmap(8, 0, 0)) == little(54 + 1024, 4));
  BOOST_TEST(offset_of(bitmap(8, 0, 2)) == little(62, 4));
}

BOOST_AUTO_TEST_CASE(one_that_is_cut_off_is_given_as_such) {
  const Found found = found_in(png().substr(0, 8 + 17 + 6));
  BOOST_TEST((found.pictures == Pictures{{"image/png", kPng.substr(0, 6)}}));
  BOOST_TEST(!found.is_whole);
}

// Nobody else believes the length of a record that leads to nothing.
BOOST_AUTO_TEST_CASE(a_length_hides_no_picture) {
  const std::string link = table({{0x105, 0, wide("https://a/")}, {0x106, 8}});
  const std::string behind = png() + link;
  for (const std::string& before :
       {little(0x6E00, 2) + little(0xF01E, 2) + little(behind.size() + 25, 4) + kId +
            "\xFF\x89PNG....",
        little(0x3D40, 2) + little(0xF01A, 2) + little(behind.size() + 60, 4) +
            std::string(60, 'm'),
        little(0x13, 2) + little(0xF00B, 2) + little(behind.size() + 6, 4) + little(0xC380, 2) +
            little(behind.size(), 4)}) {
    const Found found = found_in(before + behind);
    BOOST_REQUIRE(!found.pictures.empty());
    BOOST_TEST(found.pictures.back().second == kPng);
    BOOST_TEST(found.told.found() == std::vector<std::string>{"picture[pibName] https://a/"},
               boost::test_tools::per_element());
  }
}

// Each of these says that it goes on to the end.
BOOST_AUTO_TEST_CASE(records_in_one_another_are_bounded) {
  std::string bytes;
  for (int i = 0; i < 2000; ++i)
    bytes += little(0x6E00, 2) + little(0xF01E, 2) + little(900'000, 4) + kId + "\xFF\x89PNG";
  const Found found = found_in(bytes);
  std::size_t given = 0;
  for (const auto& [type, file] : found.pictures) given += file.size();
  BOOST_TEST(given > 3 * bytes.size());
  BOOST_TEST(given <= 4 * bytes.size());
  BOOST_REQUIRE(found.told.lacks.size() == 1u);
  BOOST_TEST((found.told.lacks[0].why == worker::Lack::limit));
}

BOOST_AUTO_TEST_CASE(metafiles_are_no_pictures_and_others_are_nothing) {
  const Found metafile = found_in(art(0, 0x3D4, 0xF01A, std::string(60, 'm')));
  BOOST_TEST(metafile.pictures.empty());
  BOOST_TEST(metafile.has_any);
  BOOST_REQUIRE(metafile.told.lacks.size() == 1u);
  BOOST_TEST(metafile.told.lacks[0].what == "metafiles");
  for (const std::string& bytes :
       {""s, "\xF0"s, "\x1E\xF0"s, art(0, 0x6E0, 0xF01E, kId + "\xFFGIF89a"),
        art(1, 0x6E0, 0xF01E, kId + '\xFF' + kPng), art(0, 0x6E0, 0xF0FF, kId + '\xFF' + kPng),
        art(0, 0, 0xF01A, std::string(60, 'm')), art(0, 0x3D4, 0xF01A, "short")}) {
    const Found found = found_in(bytes);
    BOOST_TEST(found.pictures.empty());
    BOOST_TEST(!found.has_any);
    BOOST_TEST(found.told.references.empty());
    BOOST_TEST(found.told.lacks.empty());
  }
}

BOOST_AUTO_TEST_CASE(a_picture_that_lies_elsewhere_is_told) {
  const std::string url = wide("https://a.example/i.png\0"s);
  const Found found =
      found_in(table({{0x7F, 1}, {0x105, 0, url}, {0x106, 0x0A}}) +
               table({{0x187, 0, wide("\\\\h\\s\\fill.png")},
                      {0x188, 0x0E},
                      {0x1C6, 0, wide("line.png")},
                      {0x1C7, 8},
                      {0x10E, 0, wide("print.png")},
                      {0x10F, 4}},
                     0xF121) +
               // Saved here, or called nothing.
               table({{0x105, 0, url}, {0x106, 2}}) + table({{0x105, 0, url}}, 0xF122) +
               table({{0x106, 0x0A}}) + table({{0x380, 0, url}, {0x106, 0x0A}}));
  BOOST_TEST(found.told.found() ==
                 (std::vector<std::string>{
                     "picture[pibName] https://a.example/i.png", "picture[pibName] print.png",
                     "picture[pibName] \\\\h\\s\\fill.png", "picture[pibName] line.png"}),
             boost::test_tools::per_element());
  BOOST_TEST(found.told.texts.empty());
}

BOOST_AUTO_TEST_CASE(word_art_is_text) {
  const Found found = found_in(table({{0x105, 0, wide("x")}, {0xC0, 0, wide("https://a/\0"s)}}) +
                               table({{0xC0, 0, wide("b")}}));
  BOOST_REQUIRE(found.told.texts.size() == 1u);
  BOOST_TEST(found.told.texts[0].text == "https://a/\nb\n");
  BOOST_TEST(found.told.texts[0].element == "WordArt");
}

BOOST_AUTO_TEST_CASE(tables_that_say_more_than_they_have) {
  for (const std::string& bytes :
       {art(3, 900, 0xF00B, std::string(12, 'x')), art(3, 0, 0xF00B, ""),
        art(3, 1, 0xF00B, little(0xC105, 2) + little(900, 4)), art(3, 2, 0xF00B, "x"),
        table({{0x105, 0, wide("name")}, {0x106, 8}}).substr(0, 14)})
    BOOST_TEST(found_in(bytes).told.references.empty());
}

// Each stream that drawings stand in; a presentation's pictures are no stream that is not read.
BOOST_AUTO_TEST_CASE(each_stream_is_looked_through) {
  const std::string link = table({{0x105, 0, wide("https://a/")}, {0x106, 8}});
  const std::string begin =
      little(0x809, 2) + little(16, 2) + little(0x600, 2) + little(5, 2) + std::string(12, '\0');
  const std::string records = little(0xEB, 2) + little(20, 2) + png().substr(0, 20) +
                              little(0x3C, 2) + little(png().size() - 20, 2) + png().substr(20) +
                              little(0xEC, 2) + little(link.size(), 2) + link;
  for (const auto& [name, bytes] :
       std::vector<std::pair<std::string, std::string>>{{"Data", png() + link},
                                                        {"1Table", png() + link},
                                                        {"PowerPoint Document", png() + link},
                                                        {"Pictures", png() + link},
                                                        {"Workbook", begin + records}}) {
    Recorded told;
    const test::ExactCopy file(made_cfb({{name, bytes}}));
    worker::open_cfb({file.view(), "a.doc"}, told);
    BOOST_REQUIRE_MESSAGE(told.parts.size() == 1u, name);
    BOOST_TEST(told.parts[0].bytes == kPng);
    BOOST_TEST(told.found() == std::vector<std::string>{"picture[pibName] https://a/"},
               boost::test_tools::per_element());
    BOOST_TEST(told.lacks.empty());
  }
  Recorded told;
  const test::ExactCopy file(made_cfb({{"Pictures", "no records"}}));
  worker::open_cfb({file.view(), "a.ppt"}, told);
  BOOST_REQUIRE(told.lacks.size() == 1u);
  BOOST_TEST(told.lacks[0].what == "stream Pictures");
}

BOOST_AUTO_TEST_SUITE_END()
