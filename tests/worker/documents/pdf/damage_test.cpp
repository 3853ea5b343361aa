// SPDX-License-Identifier: MIT
//
// Damaged and hostile PDF: it ends, within its bounds, and is not silent.
#include <boost/test/unit_test.hpp>

#include "support/files.h"
#include "worker/documents/damage.h"
#include "worker/documents/pdf/made_pdf.h"
#include "worker/documents/pdf/open_pdf.h"
#include "worker/documents/recorded.h"

using namespace basewalk;
using namespace basewalk::worker;

namespace {

Recorded opened(std::string_view file, const DocumentBounds& bounds = {}) {
  Recorded told;
  const test::ExactCopy bytes(file);
  open_pdf(Document{bytes.view(), "a.pdf", {}, bounds}, told);
  BOOST_TEST(!told.is_open());
  return told;
}

std::string joined_places(const Recorded& told) {
  std::string all;
  for (const Recorded::Reference& each : told.references) all += each.place;
  return all;
}

std::vector<std::filesystem::path> examples() {
  std::vector<std::filesystem::path> all = test::files_below(test::data_dir() / "documents/pdf");
  std::erase_if(all, [](const auto& path) {
    return path.extension() != ".pdf" || std::filesystem::file_size(path) > 10'000;
  });
  return all;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(documents_pdf_damage)

BOOST_AUTO_TEST_CASE(what_is_cut_off_is_told) {
  check_cut_off(examples(), 37, [](std::string_view file) { return opened(file); });
}

BOOST_AUTO_TEST_CASE(flipped_bits_are_survived) {
  check_flipped_bits(examples(), 23, 40, [](std::string_view file) { return opened(file); });
}

BOOST_AUTO_TEST_CASE(objects_of_streams_are_found_without_a_table) {
  // As pdf-objstm-base.pdf, cut off before its table.
  std::string file = test::read_file(test::data_dir() / "documents/pdf/pdf-objstm-base.pdf");
  const std::size_t at = file.rfind("startxref");
  BOOST_REQUIRE(at != file.npos);
  const Recorded told = opened(file.substr(0, at) + "startxref\n7\n%%EOF\n");
  BOOST_TEST(told.references.size() >= 2u);
  BOOST_TEST(told.has(Lack::repaired));
  // A place that no stream has; its lower 32 bits are the right one.
  const std::size_t place = file.find("/First 52");
  BOOST_REQUIRE(place != file.npos);
  file.replace(place, 9, "/First 4294967348");
  // No object is made of it; its strings are told.
  const Recorded lost = opened(file.substr(0, at) + "startxref\n7\n%%EOF\n");
  for (const Recorded::Reference& each : lost.references)
    BOOST_TEST(each.place.starts_with("orphan "));
  BOOST_TEST(lost.references.size() >= 2u);
}

// 7.5.4: what has no place in the table is free, whatever is said of it.
BOOST_AUTO_TEST_CASE(an_object_at_no_place_is_none) {
  std::string file = made_page("", "/A << /S /URI /URI (u) >>");
  const std::size_t entry = file.find("0000000000 65535 f \n");
  file.replace(file.find("0 5\n"), 4, "0 6\n");
  file.insert(file.find("trailer"), "0000000000 00000 n \n");
  BOOST_REQUIRE(entry != file.npos);
  const Recorded told = opened(file);
  BOOST_TEST(told.references.size() == 1u);
  BOOST_TEST(told.lacks.empty());
}

BOOST_AUTO_TEST_CASE(what_stands_around_a_file_is_told) {
  const std::string file = made_page("", "/A << /S /URI /URI (u) >>");
  BOOST_TEST(opened(file).lacks.empty());
  BOOST_TEST(opened("MZ something\n" + file).is_told());
  BOOST_TEST(opened(file + "behind https://a.example/").is_told());
}

// Without a trailer it is looked for: not the first object, but what says that it is the catalog.
BOOST_AUTO_TEST_CASE(a_catalog_is_found_without_a_trailer) {
  const std::string link = "<< /S /URI /URI (u) >>";
  const std::string file =
      made_pdf({link, "<< /A 1 0 R /B /Other >>", "<< /Type /Catalog /OpenAction 1 0 R >>"});
  const Recorded told = opened(file.substr(0, file.find("xref\n")));
  BOOST_TEST(joined_places(told) == "catalog[URI]");
  BOOST_TEST(told.has(Lack::repaired));
}

// 7.5.7: the head of a stream of objects has pairs.
BOOST_AUTO_TEST_CASE(a_stream_of_objects_with_half_a_pair_has_those_before) {
  const std::string head = "7 0 9 ";
  const std::string file =
      made_pdf({"<< /Type /Catalog /OpenAction 7 0 R >>",
                made_stream("/Type /ObjStm /N 1 /First " + std::to_string(head.size()),
                            head + "<< /S /URI /URI (u) >>")});
  const Recorded told = opened(file.substr(0, file.find("xref\n")));
  BOOST_TEST(joined_places(told) == "catalog[URI]");
}

BOOST_AUTO_TEST_CASE(what_is_no_pdf_is_told) {
  for (const char* file :
       {"", "%PDF-1.7", "obj", "1 0 obj", "%PDF-1.7\n1 0 obj\n<< /Type /Catalog"})
    BOOST_TEST(opened(file).is_told(), file);
}

BOOST_AUTO_TEST_CASE(circles_end) {
  const Recorded told =
      opened(made_pdf({"<< /Type /Catalog /Pages 2 0 R /Outlines 4 0 R >>",
                       "<< /Type /Pages /Kids [2 0 R 3 0 R] /Parent 2 0 R >>",
                       "<< /Type /Page /Parent 3 0 R /Annots 5 0 R /Contents [3 0 R 5 0 R] >>",
                       "<< /Type /Outlines /First 4 0 R /Next 4 0 R /A 4 0 R >>", "[5 0 R 5 0 R]",
                       "<< /S /URI /URI 6 0 R /Next [6 0 R 6 0 R] >>"}));
  BOOST_TEST(told.references.empty());
}

BOOST_AUTO_TEST_CASE(many_links_are_all_told) {
  std::vector<std::string> objects = {"<< /Type /Catalog /Pages 2 0 R >>",
                                      "<< /Type /Pages /Kids [3 0 R] >>", ""};
  std::string annotations;
  for (int i = 0; i < 20'000; ++i) {
    annotations += std::to_string(i + 4) + " 0 R ";
    objects.push_back("<< /Subtype /Link /Rect [0 0 1 1] /A << /S /URI /URI (u) >> >>");
  }
  objects[2] = "<< /Type /Page /Annots [" + annotations + "] >>";
  BOOST_TEST(opened(made_pdf(objects)).references.size() == 20'000u);
}

BOOST_AUTO_TEST_CASE(no_more_than_the_bound_is_decoded) {
  // Each digit is a thousand bytes.
  const std::string zeros(40'000, '0');
  DocumentBounds bounds;
  bounds.bytes = 10'000;
  const Recorded told =
      opened(made_pdf({"<< /Type /Catalog /A 2 0 R /B << /S /URI /URI (u) >> >>",
                       made_stream("/Type /EmbeddedFile /Filter /ASCIIHexDecode", zeros)}),
             bounds);
  BOOST_TEST(told.has(Lack::limit));
  BOOST_TEST(told.references.size() == 1u);
  bounds = {};
  bounds.pixels = 2000;
  const std::string picture =
      made_stream("/Subtype /Image /Width 40 /Height 40 /ColorSpace /DeviceGray", zeros);
  BOOST_TEST(opened(made_pdf({"<< /Type /Catalog /A 2 0 R /B 3 0 R >>", picture, picture}), bounds)
                 .parts.size() == 1u);
  const Recorded huge = opened(made_pdf(
      {"<< /Type /Catalog /A 2 0 R >>",
       made_stream("/Subtype /Image /Width 1000000 /Height 1000000 /ColorSpace /DeviceGray",
                   "x")}));
  BOOST_TEST(huge.parts.empty());
  BOOST_TEST(huge.has(Lack::limit));
  bounds = {};
  bounds.members = 1;
  const std::string file = made_stream("/Type /EmbeddedFile", "x");
  BOOST_TEST(opened(made_pdf({"<< /Type /Catalog /A 2 0 R /B 3 0 R >>", file, file}), bounds)
                 .parts.size() == 1u);
}

BOOST_AUTO_TEST_SUITE_END()
