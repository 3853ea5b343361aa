// SPDX-License-Identifier: MIT
//
// Damaged and hostile documents: they end, within their bounds, and are not silent.
#include <boost/test/unit_test.hpp>

#include "support/files.h"
#include "worker/documents/damage.h"
#include "worker/documents/office/made_zip.h"
#include "worker/documents/office/open_zip_document.h"
#include "worker/documents/recorded.h"

using namespace basewalk;
using namespace basewalk::worker;

namespace {

Recorded opened(std::string_view file, const DocumentBounds& bounds = {}) {
  Recorded told;
  const test::ExactCopy bytes(file);
  open_zip_document(Document{bytes.view(), "a.zip", {}, bounds}, told);
  BOOST_TEST(!told.is_open());
  return told;
}

std::vector<std::filesystem::path> examples() {
  std::vector<std::filesystem::path> all = test::files_below(test::data_dir() / "documents/office");
  std::erase_if(all, [](const auto& path) {
    // Entities that multiply take their time each time.
    return path.extension() == ".tsv" || std::filesystem::file_size(path) > 10'000 ||
           path.string().find("billion") != std::string::npos;
  });
  return all;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(documents_office_damage)

BOOST_AUTO_TEST_CASE(what_is_cut_off_is_told) {
  check_cut_off(examples(), 31, [](std::string_view file) { return opened(file); });
}

BOOST_AUTO_TEST_CASE(flipped_bits_are_survived) {
  check_flipped_bits(examples(), 29, 60, [](std::string_view file) { return opened(file); });
}

BOOST_AUTO_TEST_CASE(what_is_behind_an_error_is_searched) {
  const Recorded told = opened(made_zip(
      {{"[Content_Types].xml", "<Types/>"},
       {"word/_rels/a.xml.rels", "<Relationships><x</x><R Target='https://a.example/'/>"}}));
  BOOST_TEST(told.has(Lack::damaged));
  BOOST_REQUIRE(told.texts.size() == 1u);
  BOOST_TEST(told.texts[0].text.find("https://a.example/") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(no_more_than_the_bound_is_unpacked) {
  const std::string xml = "<a>" + std::string(100'000, 'x') + "</a>";
  DocumentBounds bounds;
  bounds.bytes = 50'000;
  BOOST_TEST(
      opened(made_zip({{"[Content_Types].xml", "<Types/>"}, {"word/document.xml", xml}}), bounds)
          .has(Lack::limit));
  BOOST_TEST(opened(made_zip({{"mimetype", "application/epub+zip"}, {"a.xhtml", xml}}), bounds)
                 .has(Lack::limit));
  bounds = {};
  bounds.members = 3;
  Members members = {{"[Content_Types].xml", "<Types/>"}};
  for (int i = 0; i < 10; ++i)
    members.emplace_back("word/media/" + std::to_string(i) + ".png", "x");
  const Recorded told = opened(made_zip(members), bounds);
  BOOST_TEST(told.parts.size() == 2u);
  BOOST_TEST(told.has(Lack::limit));
}

BOOST_AUTO_TEST_CASE(deep_elements_and_fields_end) {
  std::string xml = "<w:d xmlns:w='w'>";
  for (int i = 0; i < 100'000; ++i) xml += "<w:fldSimple w:instr='QUOTE 1'>";
  const Recorded told =
      opened(made_zip({{"[Content_Types].xml", "<Types/>"}, {"word/document.xml", xml}}));
  BOOST_TEST(told.has(Lack::damaged));
}

BOOST_AUTO_TEST_CASE(one_long_target_that_many_refer_to_is_bounded) {
  std::string body = "<d xmlns:r='http://x/relationships'>";
  for (int i = 0; i < 10'000; ++i) body += "<hyperlink r:id='a'/>";
  DocumentBounds bounds;
  bounds.bytes = 10'000'000;
  const Recorded told = opened(made_zip({{"[Content_Types].xml", "<Types/>"},
                                         {"_rels/d.xml.rels",
                                          "<Relationships><Relationship Id='a' Type='x/hyperlink' "
                                          "TargetMode='External' Target='" +
                                              std::string(100'000, 'u') + "'/></Relationships>"},
                                         {"d.xml", body + "</d>"}}),
                               bounds);
  BOOST_TEST(told.references.size() < 110u);
  BOOST_TEST(told.has(Lack::limit));
}

BOOST_AUTO_TEST_SUITE_END()
