// SPDX-License-Identifier: MIT
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>

#include <ostream>

#include "worker/documents/pdf/made_pdf.h"
#include "worker/documents/pdf/open_pdf.h"
#include "worker/documents/recorded.h"

using namespace basewalk::worker;

namespace {

struct Shown {
  const char* content;
  const char* font;
  const char* text;
};
std::ostream& operator<<(std::ostream& out, const Shown& row) { return out << row.content; }

constexpr const char* kType1 = "";

constexpr Shown kShown[] = {
    {"BT /F1 12 Tf 10 10 Td (https://a.example/x) Tj ET", kType1, "https://a.example/x"},
    {"BT /F1 12 Tf <68693A> Tj (\\050\\)\\\nx) Tj ET", kType1, "hi:()x"},
    {"BT /F1 12 Tf (\\578) Tj ET", kType1, "/8"},
    // Kerning is no blank, a wide step is one.
    {"BT /F1 12 Tf [(ab) 30 (cd) -300 (ef)] TJ ET", kType1, "abcd ef"},
    {"BT /F1 12 Tf (one) Tj 0 -14 Td (two) Tj ET", kType1, "one\ntwo"},
    {"BT /F1 12 Tf 14 TL (one) Tj T* (two) Tj (three) ' 1 2 (four) \" ET", kType1,
     "one\ntwo\nthree\nfour"},
    // Pieces that stand next to each other are one word: a is 6.672 wide.
    {"BT /F1 12 Tf 10 10 Td (a) Tj ET BT /F1 12 Tf 16.672 10 Td (b) Tj ET", kType1, "ab"},
    {"BT /F1 12 Tf 10 10 Td (a) Tj ET BT /F1 12 Tf 26 10 Td (b) Tj ET", kType1, "a b"},
    // Turned by a right angle.
    {"BT /F1 12 Tf 0 1 -1 0 50 50 Tm (up) Tj (on) Tj ET", kType1, "upon"},
    {"q 2 0 0 2 0 0 cm BT /F1 6 Tf 1 0 0 1 5 5 Tm (a) Tj ET Q BT /F1 12 Tf 16.672 10 Td (b) Tj ET",
     kType1, "ab"},
    {"BI /W 1 /H 1 ID (garbage Tj EI BT /F1 12 Tf (x) Tj ET", kType1, "x"},
    {"BT (no font) Tj ET", kType1, ""},
    {"BT /F2 12 Tf (no such font) Tj /F1 12 Tf (x) Tj ET", kType1, "no such fontx"},
    // What an operator lacks, and what was never saved.
    {"Tj ' \" TJ Td Tm cm Tf Q Do BT 12 Tf /F1 12 Tf Q (x) Tj Tj 1 (y) \" ET", kType1, "xy"},
    {"BT /F1 12 Tf (one) Tj 0 -14 TD (two) Tj T* (three) Tj ET", kType1, "one\ntwo\nthree"},
    // What was saved is restored, in its order: a ends where b begins.
    {"BT /F1 12 Tf 10 10 Td (a) Tj ET q 1 0 0 1 50 0 cm q 1 0 0 1 50 0 cm Q Q BT /F1 12 Tf 16.672 "
     "10 "
     "Td (b) Tj ET",
     kType1, "ab"},
    {"q BT /F1 12 Tf q (a) Tj 0 Tc Q Q /F1 12 Tf (b) Tj ET", kType1, "ab"},
    // Spaces between characters and words, and how wide all is: what follows where they end follows
    // at once.
    {"BT /F1 12 Tf 5 Tc 10 10 Td (a) Tj ET BT /F1 12 Tf 21.672 10 Td (b) Tj ET", kType1, "ab"},
    {"BT /F1 12 Tf 200 Tz 10 10 Td (a) Tj ET BT /F1 12 Tf 23.344 10 Td (b) Tj ET", kType1, "ab"},
    {"BT /F1 12 Tf 20 Tw 10 10 Td (a ) Tj ET BT /F1 12 Tf 30 10 Td (b) Tj ET", kType1, "a\nb"},
    {"BT /F1 12 Tf 10 10 Td (a) Tj ET BT /F1 12 Tf 22 10 Td (b) Tj ET",
     "<< /Type /Font /Subtype /TrueType /BaseFont /X /FirstChar 97 /Widths [1000 500] >>", "ab"},
    {"BT /F1 12 Tf 10 10 Td (a) Tj ET BT /F1 12 Tf 22 10 Td (b) Tj ET",
     "<< /Type /Font /Subtype /Type3 /FontMatrix [0.01 0 0 0.01 0 0] /FirstChar 97 /Widths [100 "
     "50] >>",
     "ab"},
    // No matrix: a thousandth, as elsewhere.
    {"BT /F1 12 Tf 10 10 Td (a) Tj ET BT /F1 12 Tf 22 10 Td (b) Tj ET",
     "<< /Type /Font /Subtype /Type3 /FontMatrix [0.01] /FirstChar 97 /Widths [100 50] >>", "a b"},
    {"BT /F1 12 Tf 10 10 Td (a) Tj ET BT /F1 12 Tf 22 10 Td (b) Tj ET",
     "<< /Type /Font /Subtype /TrueType /BaseFont /X /FirstChar 98 /Widths [500] /FontDescriptor "
     "<< /MissingWidth 1000 >> >>",
     "ab"},
    {"BT /F1 12 Tf 10 10 Td (a) Tj ET BT /F1 12 Tf 17.2 10 Td (b) Tj ET",
     "<< /Type /Font /Subtype /Type1 /BaseFont /Courier >>", "ab"},
    {"BT /F1 12 Tf <8027> Tj ET",
     "<< /Type /Font /Subtype /Type1 /BaseFont /X /Encoding /MacRomanEncoding >>", "\xC3\x84'"},
    {"BT /F1 12 Tf <8027AE> Tj ET",
     "<< /Type /Font /Subtype /Type1 /BaseFont /X /Encoding << /BaseEncoding /StandardEncoding >> "
     ">>",
     "\xE2\x80\x99\xEF\xAC\x81"},
    {"BT /F1 12 Tf <61FFA462> Tj ET",
     "<< /Type /Font /Subtype /Type1 /BaseFont /X /Encoding /StandardEncoding >>",
     "a\xC3\xBF\xE2\x81\x84"
     "b"},
    // What a font of symbols has there is not known.
    {"BT /F1 12 Tf <4180> Tj ET",
     "<< /Type /Font /Subtype /TrueType /BaseFont /X /FontDescriptor << /Flags 4 >> >>", "A"},
    // A dictionary within the content, and what would be a comment if it were none.
    {"/P <</A (>%)>> BDC BT /F1 12 Tf (https://a.example/x) Tj ET EMC", kType1,
     "https://a.example/x"},
    {"BT /F1 12 Tf (abc) Tj ET",
     "<< /Type /Font /Subtype /Type1 /BaseFont /X /Encoding << /Differences [97 /h /t /slash "
     "/uni0041] >> >>",
     "ht/"},
    // There are 256 codes.
    {"BT /F1 12 Tf (abc) Tj ET",
     "<< /Type /Font /Subtype /Type1 /BaseFont /X /Encoding << /Differences [97 /h 255 /x /y 300 "
     "/z "
     "-1 /z 98 /i] >> >>",
     "hic"},
    {"BT /F1 12 Tf <80> Tj ET",
     "<< /Type /Font /Subtype /TrueType /BaseFont /X /Encoding /WinAnsiEncoding >>",
     "\xE2\x82\xAC"},
    {"BT /F1 12 Tf <00480069> Tj ET",
     "<< /Type /Font /Subtype /Type0 /Encoding /UniJIS-UCS2-H /DescendantFonts [<< /DW 500 /W [72 "
     "[500] 105 105 400] >>] >>",
     "Hi"},
    // A width is that of the codes from the first to the last.
    {"BT /F1 12 Tf 10 10 Td <0049> Tj ET BT /F1 12 Tf 22 10 Td <0061> Tj ET",
     "<< /Type /Font /Subtype /Type0 /Encoding /UniJIS-UCS2-H /DescendantFonts [<< /DW 1000 /W [72 "
     "72 500] >>] >>",
     "Ia"},
    {"BT /F1 12 Tf 10 10 Td <0049> Tj ET BT /F1 12 Tf 16 10 Td <0061> Tj ET",
     "<< /Type /Font /Subtype /Type0 /Encoding /UniJIS-UCS2-H /DescendantFonts [<< /DW 1000 /W [72 "
     "73 500] >>] >>",
     "Ia"},
    // Codes of one byte among others of two; those of collections, in either width; and codes of
    // which nothing says what they are.
    {"BT /F1 12 Tf <488140690069> Tj ET",
     "<< /Type /Font /Subtype /Type0 /Encoding /GBK-EUC-H /DescendantFonts [<< >>] >>", "Hii"},
    {"BT /F1 12 Tf <48B1698140> Tj ET",
     "<< /Type /Font /Subtype /Type0 /Encoding /90ms-RKSJ-H /DescendantFonts [<< >>] >>", "Hi"},
    {"BT /F1 12 Tf <0029004A0110013001F0> Tj ET",
     "<< /Type /Font /Subtype /Type0 /Encoding /Identity-H /DescendantFonts [<< /CIDSystemInfo << "
     "/Registry (Adobe) /Ordering (Japan1) >> >>] >>",
     "HiIi"},
    {"BT /F1 12 Tf <00290355> Tj ET",
     "<< /Type /Font /Subtype /Type0 /Encoding /Identity-H /DescendantFonts [<< /CIDSystemInfo << "
     "/Registry (Adobe) /Ordering (GB1) >> >>] >>",
     "HH"},
    {"BT /F1 12 Tf <00291FC6> Tj ET",
     "<< /Type /Font /Subtype /Type0 /Encoding /Identity-H /DescendantFonts [<< /CIDSystemInfo << "
     "/Registry (Adobe) /Ordering (Korea1) >> >>] >>",
     "HH"},
    {"BT /F1 12 Tf <00293578> Tj ET",
     "<< /Type /Font /Subtype /Type0 /Encoding /Identity-H /DescendantFonts [<< /CIDSystemInfo << "
     "/Registry (Adobe) /Ordering (CNS1) >> >>] >>",
     "HH"},
    {"BT /F1 12 Tf <004800690003> Tj ET",
     "<< /Type /Font /Subtype /Type0 /Encoding /Identity-H /DescendantFonts [<< /CIDSystemInfo << "
     "/Registry (Adobe) /Ordering (Identity) >> >>] >>",
     "Hi"},
    // Operators that stand together, as pdf.js has them.
    {"BT /F1 12 Tf (a) TjET BT/F1 12 Tf 10 0 Td(b)Tjx ET", kType1, "a b"},
    {"BT /F1 12 Tf <00480069> Tj ET",
     "<< /Type /Font /Subtype /Type0 /Encoding 9 0 R /DescendantFonts [<< >>] >>", "Hi"},
    {"BT /F1 12Tf 0 0Td (a) Tj ET", kType1, "a"},
    // A font that is not said, and one of which nothing is.
    {"BT /F112 Tf (a) Tj ET", kType1, "a"},
    // However far a text goes back.
    {"BT /F1 12 Tf [(ab) 3000 (cd)] TJ ET", kType1, "abcd"},
    {"BT /F1 12 Tf (abc) Tj ET",
     "<< /Type /Font /Subtype /Type1 /BaseFont /X /Encoding << /Differences [97 /G68 /g0069 /c106 "
     "] >> >>",
     "hij"},
};

std::string text_of(const std::string& file) {
  Recorded told;
  open_pdf(Document{file, "a.pdf"}, told);
  std::string all;
  for (const Recorded::Text& each : told.texts) all += each.text;
  return all;
}

// A font whose codes a CMap explains.
std::string mapped(std::string_view content, std::string_view map) {
  return made_pdf(
      {"<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [3 0 R] >>",
       "<< /Type /Page /Parent 2 0 R /Contents [4 0 R] /Resources << /Font << /F1 5 0 R "
       ">> >> >>",
       made_stream("", content),
       "<< /Type /Font /Subtype /Type0 /Encoding /Identity-H /ToUnicode 6 0 R >>",
       made_stream("", map)});
}

}  // namespace

BOOST_AUTO_TEST_SUITE(documents_pdf_page)

BOOST_DATA_TEST_CASE(text_is_read, kShown, row) {
  BOOST_TEST(text_of(made_text(row.content, row.font)) == row.text);
}

// 14.6.2, 14.9.4
BOOST_AUTO_TEST_CASE(what_marked_content_stands_for_is_searched) {
  Recorded told;
  const std::string file = made_text(
      "/Span << /ActualText (https://a.example/) >> BDC BT /F1 9 Tf (x) Tj ET EMC /X << /E "
      "<FEFF00680074007400700073003A002F002F0062> >> DP");
  open_pdf(Document{file, "a.pdf"}, told);
  BOOST_TEST_REQUIRE(told.references.size() == 2U);
  BOOST_TEST(told.references[0].place == "page[marked]");
  BOOST_TEST(told.references[0].raw == "https://a.example/");
  BOOST_TEST(told.references[1].raw == "https://b");
}

BOOST_AUTO_TEST_CASE(what_is_not_read_of_a_page_is_told) {
  std::string operands = "BT /F1 9 Tf [";
  for (int i = 0; i <= 100'000; ++i) operands += "(a)";
  const std::string many = made_text(operands + "] TJ ET");
  const std::string text(std::size_t{8} << 20, 'a');
  const std::string much = made_text("BT /F1 9 Tf (" + text + ") Tj (behind) Tj ET");
  const std::string entries = "BI /X (" + std::string(5000, 'x') + ") ID " + std::string(20, 'x');
  for (const std::string& file : {many, much, made_text(entries + " EI")}) {
    Recorded told;
    open_pdf(Document{file, "a.pdf"}, told);
    BOOST_TEST(told.has(Lack::limit));
  }
}

// Patterns, and how an annotation looks; once, where a page draws it as well.
BOOST_AUTO_TEST_CASE(the_text_of_forms_that_no_page_draws_is_searched) {
  const std::string font = "/Resources << /Font << /F1 << /Subtype /Type1 >> >> >>";
  const std::string file = made_pdf(
      {"<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
       "<< /Type /Page /Parent 2 0 R /Contents 4 0 R /Resources << /XObject << /X 7 0 R >> "
       "/Pattern << /P 5 0 R >> >> /Annots [<< /Subtype /FreeText /Rect [0 0 9 9] /AP << /N 6 0 R "
       ">> >>] >>",
       made_stream("", "/X Do"),
       made_stream("/PatternType 1 " + font, "BT /F1 9 Tf [(https://a) 1 (.example/)] TJ ET"),
       made_stream("/Subtype /Form " + font, "BT /F1 9 Tf [(https://b) 1 (.example/)] TJ ET"),
       made_stream("/Subtype /Form " + font, "BT /F1 9 Tf (https://c.example/) Tj ET")});
  BOOST_TEST(text_of(file) == "https://c.example/https://b.example/\nhttps://a.example/\n");
}

BOOST_AUTO_TEST_CASE(codes_are_mapped) {
  const char* const map =
      "1 begincodespacerange <0000> <FFFF> endcodespacerange\n"
      "2 beginbfchar <0001> <0066> <0002> <00660069> endbfchar\n"
      "2 beginbfrange <0010> <0012> <0061> <0020> <0021> [<0078> <D83DDE00>] endbfrange";
  BOOST_TEST(text_of(mapped("BT /F1 9 Tf <000100020010001100120020002100FF> Tj ET", map)) ==
             "ffiabcx\xF0\x9F\x98\x80");
  BOOST_TEST(text_of(mapped("BT /F1 9 Tf <0001> Tj ET",
                            "1 begincodespacerange <0000> <FFFF> endcodespacerange "
                            "1 beginbfchar <0001> <66> endbfchar")) == "f");
  BOOST_TEST(text_of(mapped("BT /F1 9 Tf <0001> Tj ET", "beginbfchar <00")) == "");
  // Half of a unit is none.
  BOOST_TEST(text_of(mapped("BT /F1 9 Tf <0001> Tj ET",
                            "1 beginbfchar <0001> <006641> endbfchar")) == "f");
  BOOST_TEST(text_of(mapped("BT /F1 9 Tf <00FF> Tj ET",
                            "beginbfrange <0000> <FFFFFFFF> <0041> endbfrange")) == "\xC5\x80");
}

BOOST_AUTO_TEST_CASE(a_link_is_told_with_what_is_written_there) {
  Recorded told;
  const std::string file = made_pdf(
      {"<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [3 0 R] >>",
       "<< /Type /Page /Parent 2 0 R /Annots [6 0 R] /Contents 4 0 R /Resources << /Font << /F1 5 "
       "0 "
       "R >> >> >>",
       made_stream("", "BT /F1 10 Tf 10 100 Td (before ) Tj (bank.example) Tj ( behind) Tj ET"),
       "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
       "<< /Subtype /Link /Rect [42 98 104 112] /A << /S /URI /URI (https://a.example/) >> >>"});
  open_pdf(Document{file, "a.pdf"}, told);
  BOOST_REQUIRE(told.references.size() == 1u);
  BOOST_TEST(told.references[0].text.value_or("") == "bank.example");
}

// By where it stands: above the line it is within another rectangle.
BOOST_AUTO_TEST_CASE(what_is_raised_is_linked_where_it_is_seen) {
  for (const auto& [rise, text] : {std::pair("0", ""), {"20", "up"}}) {
    Recorded told;
    const std::string file = made_pdf(
        {"<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [3 0 R] >>",
         "<< /Type /Page /Parent 2 0 R /Annots [6 0 R] /Contents 4 0 R /Resources << /Font << /F1 "
         "5 0 R >> >> >>",
         made_stream("", "BT /F1 10 Tf 10 100 Td " + std::string(rise) + " Ts (up) Tj ET"),
         "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
         "<< /Subtype /Link /Rect [0 115 99 135] /A << /S /URI /URI (https://a.example/) >> >>"});
    open_pdf(Document{file, "a.pdf"}, told);
    BOOST_REQUIRE(told.references.size() == 1u);
    BOOST_TEST(told.references[0].text.value_or("") == text);
  }
}

BOOST_AUTO_TEST_CASE(pictures_within_a_page_are_parts) {
  Recorded told;
  open_pdf(Document{made_text("BI /W 40 /H 40 /BPC 8 /CS /G /F /AHx ID " + std::string(3200, '7') +
                              "> EI BT /F1 9 Tf (x) Tj ET"),
                    "a.pdf"},
           told);
  BOOST_REQUIRE(told.parts.size() == 1u);
  BOOST_TEST(told.parts[0].bytes == "P5 40 40 255\n" + std::string(1600, 'w'));
  BOOST_REQUIRE(told.texts.size() == 1u);
  BOOST_TEST(told.texts[0].text == "x");
  BOOST_TEST(told.lacks.empty());
}

BOOST_AUTO_TEST_CASE(forms_are_read_once) {
  const std::string file = made_pdf(
      {"<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [3 0 R] >>",
       "<< /Type /Page /Parent 2 0 R /Contents 4 0 R /Resources << /XObject << /X 6 0 R >> >> >>",
       made_stream("", "/X Do /X Do"), "<< /Type /Font /Subtype /Type1 /BaseFont /Courier >>",
       made_stream("/Subtype /Form /Resources << /Font << /F1 5 0 R >> /XObject << /X 6 0 R >> >>",
                   "BT /F1 10 Tf (x) Tj ET /X Do")});
  BOOST_TEST(text_of(file) == "x");
}

// 8.10.1: a form has its own place; 16.672 is where the first letter ends.
BOOST_AUTO_TEST_CASE(a_form_stands_where_its_matrix_says) {
  for (const auto& [matrix, text] : {std::pair("[1 0 0 1 16.672 10]", "ab"),
                                     {"[1 0 0 1 16.672 100]", "a\nb"},
                                     {"[1 0 0 1 26 10]", "a b"},
                                     {"[1 0 0 1 16.672]", "a\nb"},
                                     {"[1 0 0 /x 16.672 10]", "ab"},
                                     {"7", "a\nb"}}) {
    const std::string file = made_pdf(
        {"<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [3 0 R] >>",
         "<< /Type /Page /Parent 2 0 R /Contents 4 0 R /Resources << /Font << /F1 << /Type /Font "
         "/Subtype /Type1 /BaseFont /Helvetica >> >> /XObject << /X 5 0 R >> >> >>",
         made_stream("", "BT /F1 12 Tf 10 10 Td (a) Tj ET /X Do"),
         made_stream("/Subtype /Form /Matrix " + std::string(matrix),
                     "BT /F1 12 Tf 0 0 Td (b) Tj ET")});
    BOOST_TEST(text_of(file) == text, matrix);
  }
}

BOOST_AUTO_TEST_CASE(a_picture_within_a_page_has_the_colours_of_the_page) {
  const auto told_of = [](const std::string& colours, const std::string& entries) {
    Recorded told;
    open_pdf(
        Document{made_pdf({"<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [3 0 R] >>",
                           "<< /Type /Page /Parent 2 0 R /Contents 4 0 R /Resources << "
                           "/ColorSpace << /N " +
                               colours + " >> >> >>",
                           made_stream("", "BI " + entries + " /F /AHx ID " +
                                               std::string(3200, '0') + "> EI")}),
                 "a.pdf"},
        told);
    return told;
  };
  const std::string square = "/W 40 /H 40 /BPC 8 /CS /N";
  const Recorded white = told_of("[/Indexed /DeviceRGB 0 <FFFFFF>]", square);
  BOOST_REQUIRE_EQUAL(white.parts.size(), 1U);
  BOOST_TEST(white.parts[0].bytes.ends_with(std::string(1600, '\xFF')));
  const Recorded grey = told_of("/DeviceGray", square);
  BOOST_REQUIRE_EQUAL(grey.parts.size(), 1U);
  BOOST_TEST(grey.parts[0].bytes == "P5 40 40 255\n" + std::string(1600, '\0'));
  const Recorded named = told_of("/DeviceGray", "/W 40 /H 40 /BPC 8 /CS [/I /RGB 0 <FFFFFF>]");
  BOOST_REQUIRE_EQUAL(named.parts.size(), 1U);
  BOOST_TEST(named.parts[0].bytes == white.parts[0].bytes);
  // What is longer than any has entries of no picture.
  BOOST_TEST(told_of("/DeviceGray", square + " /A (" + std::string(4096, ' ') + ")").parts.empty());
  const Recorded bad = told_of("/DeviceGray", "/W 40 /H [ /CS /N");
  BOOST_TEST(bad.parts.empty());
  BOOST_REQUIRE_EQUAL(bad.lacks.size(), 1U);
  BOOST_TEST(bad.lacks[0].sentence == "has damaged pictures in its pages");
}

BOOST_AUTO_TEST_SUITE_END()
