// SPDX-License-Identifier: MIT
//
// What viewers (PDFium, pdf.js, MuPDF, poppler) show of hostile files, where libqpdf or the
// standard has something else, or nothing.
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <ostream>
#include <string>
#include <vector>

#include "support/files.h"
#include "worker/documents/deflated.h"
#include "worker/documents/pdf/made_pdf.h"
#include "worker/documents/pdf/open_pdf.h"
#include "worker/documents/recorded.h"

using namespace basewalk;
using namespace basewalk::worker;

namespace {

Recorded opened(const std::string& file) {
  Recorded told;
  const test::ExactCopy bytes(file);
  open_pdf(Document{bytes.view(), "a.pdf"}, told);
  BOOST_TEST(!told.is_open());
  return told;
}

bool has_reference(const Recorded& told, std::string_view raw) {
  return std::any_of(told.references.begin(), told.references.end(),
                     [&](const auto& each) { return each.raw == raw; });
}

bool has_text(const Recorded& told, std::string_view text) {
  return std::any_of(told.texts.begin(), told.texts.end(),
                     [&](const auto& each) { return each.text.find(text) != each.text.npos; });
}

std::string replaced(std::string text, std::string_view what, std::string_view by) {
  const std::size_t at = text.find(what);
  BOOST_REQUIRE(at != text.npos);
  return text.replace(at, what.size(), by);
}

struct Find {
  const char* of_catalog;
  const char* of_annotation;
  const char* found;
};
std::ostream& operator<<(std::ostream& out, const Find& row) {
  return out << row.of_catalog << ' ' << row.of_annotation;
}

constexpr Find kFinds[] = {
    // The language of what follows (ISO 32000-2 7.9.2.2.1), in UTF-16 and UTF-8; up to the end
    // where it has none.
    {"", "/A << /S /URI /URI <FEFF0061001B0065006E001B0062> >>", "annotation[URI] ab"},
    {"", "/A << /S /GoToR /F <EFBBBF611B656E1B62> >>", "annotation[GoToR] ab"},
    {"", "/A << /S /GoToR /F <FEFF0061001B0062> >>", "annotation[GoToR] a"},
    // pdf.js has Latin-1 for what is no UTF-8: a soft hyphen is nothing in a host.
    {"", "/A << /S /URI /URI (https://a\\255b.example/) >>",
     "annotation[URI] https://a\xC2\xAD"
     "b.example/"},
    {"", "/A << /S /URI /URI (https://\\223.example/) >>",
     "annotation[URI] https://\xEF\xAC\x81.example/\nannotation[URI] https://\xC2\x93.example/"},
    {"", "/A << /S /URI /URI (https://a.example/\\344) >>",
     "annotation[URI] https://a.example/\xC3\xA4"},
    // A string that is an object of its own.
    {"", "/Contents 5 0 R", "annotation[Contents] see https://five.example/"},
    {"/AcroForm << /Fields [<< /FT /Ch /Opt [5 0 R] >>] >>", "",
     "field[Opt] see https://five.example/"},
    // One that nothing leads to.
    {"", "", "orphan action see https://five.example/"},
    // 12.6.4.8 resolves, PDFium, MuPDF and poppler write one behind the other.
    {"/URI << /Base (https://a.example) >>", "/A << /S /URI /URI (.b.example/) >>",
     "annotation[URI] .b.example/\nannotation[URI] https://a.example.b.example/"},
    {"/URI << /Base (https://a.example) >>", "/A << /S /URI /URI (@b.example/) >>",
     "annotation[URI] @b.example/\nannotation[URI] https://a.example@b.example/"},
    {"/URI << /Base (https) >>", "/A << /S /URI /URI (://b.example/) >>",
     "annotation[URI] ://b.example/\nannotation[URI] https://b.example/"},
    {"/URI << /Base (https://a.example/x) >>", "/A << /S /URI /URI (//b.example/) >>",
     "annotation[URI] //b.example/\nannotation[URI] https://a.example/x//b.example/"},
    // There both lead to the same host.
    {"/URI << /Base (https://a.example/x) >>", "/A << /S /URI /URI (y) >>", "annotation[URI] y"},
    {"/URI << /Base (https://a.example) >>", "/A << /S /URI /URI (/y) >>", "annotation[URI] /y"},
    {"/URI << /Base (https://a.example) >>", "/A << /S /URI /URI (https://b.example) >>",
     "annotation[URI] https://b.example"},
    {"/URI << /Base (../x/) >>", "/A << /S /URI /URI (y) >>", "annotation[URI] y"},
    // The base of another catalog.
    {"/X << /Type /Catalog /URI << /Base (https://b.example/) >> >>", "",
     "catalog[Base] https://b.example/"},
};

}  // namespace

BOOST_AUTO_TEST_SUITE(documents_pdf_viewers)

BOOST_DATA_TEST_CASE(strings_and_bases_are_told_as_viewers_have_them, kFinds, row) {
  std::string file =
      made_pdf({std::string("<< /Type /Catalog /Pages 2 0 R ").append(row.of_catalog).append(" >>"),
                "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
                "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Annots [4 0 R] >>",
                std::string("<< /Type /Annot /Subtype /Link /Rect [10 10 90 90] ")
                    .append(row.of_annotation)
                    .append(" >>"),
                std::string_view(row.found).find("five") == std::string_view::npos
                    ? "null"
                    : "(see https://five.example/)"});
  const Recorded told = opened(file);
  std::string found;
  for (const std::string& line : told.found()) found += (found.empty() ? "" : "\n") + line;
  BOOST_TEST(found == row.found);
  BOOST_TEST(told.lacks.empty());
}

// Viewers pass over filters that they do not know, those that are null, and those of pictures where
// there is none; digits of 7.4.2 may have anything between them.
BOOST_AUTO_TEST_CASE(filters_that_nobody_knows_hide_nothing) {
  const std::string shows = "BT /F1 12 Tf (https://a.example/) Tj ET";
  std::string digits;
  for (const char c : shows) {
    constexpr const char* kDigits = "0123456789abcdef";
    digits.append({kDigits[c >> 4], 'x', kDigits[c & 15]}).append(" ");
  }
  struct Row {
    const char* entries;
    std::string bytes;
    bool is_known;
  };
  const Row rows[] = {
      {"/Filter /Another", shows, false},
      {"/Filter /JBIG2Decode", shows, false},
      {"/Filter [/Another /AHx]", digits, false},
      {"/Filter [null /ASCIIHexDecode]", digits, false},
      {"/F /AHx", digits, false},
      {"/Filter /ASCIIHexDecode", digits + ">6161", true},
  };
  for (const Row& row : rows) {
    const Recorded told = opened(
        made_pdf({"<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
                  "<< /Type /Page /Parent 2 0 R /Contents 4 0 R /Resources << /Font << /F1 "
                  "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >> >>",
                  made_stream(row.entries, row.bytes)}));
    BOOST_TEST(has_text(told, "https://a.example/"), row.entries);
    BOOST_TEST(told.has(Lack::no_opener) == !row.is_known, row.entries);
  }
}

// Where readers take different predictors for one that there is not (7.4.4.4).
BOOST_AUTO_TEST_CASE(a_predictor_that_is_none_is_told) {
  for (const char* predictor : {"9", "16", "99"}) {
    const std::string parameters = std::string("<< /Predictor ").append(predictor).append(" >>");
    const Recorded told =
        opened(made_pdf({"<< /Type /Catalog /X 2 0 R >>",
                         made_stream("/Filter /FlateDecode /DecodeParms " + parameters,
                                     test::deflated("https://a.example/"))}));
    BOOST_TEST(told.has(Lack::damaged));
  }
}

// Objects that libqpdf gives up, and of which viewers make what they can.
BOOST_AUTO_TEST_CASE(strings_of_damaged_objects_are_told) {
  for (const char* annotation : {
           "/A << /S /URI /URI (https://a.example/) >",
           "/A << /S /URI /URI (https://a.example/) ] >>",
           "/A << /S /URI /URI <68747470733A2F2F612E6578616D706C652Fx> >>",
           "/A << /S /URI /URI <68747470733A2F2F%x\n612E6578616D706C652F> >>",
           "/A << /S /URI /U#52I (https://a.example/) /URI (https://b.example/) >>",
       }) {
    const Recorded told = opened(made_page("", annotation));
    BOOST_TEST(has_reference(told, "https://a.example/"), annotation);
    BOOST_TEST(told.has(Lack::damaged), annotation);
  }
  // Another generation than that of the table, and a stream that none is for libqpdf.
  const std::string file = made_page("", "/A << /S /URI /URI (https://a.example/) >>");
  BOOST_TEST(has_reference(opened(replaced(replaced(file, "4 0 obj", "4 1 obj"), "4 0 R", "4 1 R")),
                           "https://a.example/"));
  // One with junk before its word, where the table is lost, too.
  BOOST_TEST(
      has_reference(opened(replaced(file.substr(0, file.find("xref\n")), "4 0 obj", "4 0 \xFFobj")),
                    "https://a.example/"));
}

// 7.5.7: objects of a stream of objects in any order, with a wrong number of them, behind a filter
// that nobody knows, in one another, or at a place that is none.
BOOST_AUTO_TEST_CASE(objects_of_damaged_streams_are_told) {
  const std::string first = "<< /S /URI /URI (https://a.example/) >> ", second = "<< /S /GoTo >> ";
  const std::string head = "7 " + std::to_string(second.size()) + " 8 0 ";
  const std::string objects = head + second + first;
  const std::string at = std::to_string(head.size());
  for (const std::string& entries :
       {"/N 2 /First " + at, "/N 20 /First " + at, "/N 0 /First " + at,
        "/N 2 /Filter /Another /First " + at, std::string("/N 2 /First 1"),
        std::string("/N 2 /First -7"), "/N 2 /Type /Another /First " + at}) {
    const std::string file = made_pdf(
        {"<< /Type /Catalog /OpenAction 7 0 R >>",
         made_stream(entries.find("/Type") != entries.npos ? entries : "/Type /ObjStm " + entries,
                     objects)});
    const Recorded told = opened(file.substr(0, file.find("xref\n")));
    BOOST_TEST(has_reference(told, "https://a.example/"), entries);
  }
}

// Where the font of a page is lost, viewers have one of their own.
BOOST_AUTO_TEST_CASE(text_in_a_font_that_is_lost_is_read) {
  for (const char* font : {"null", "17", "[1]"}) {
    const Recorded told = opened(made_text("BT /F1 12 Tf (https://a.example/) Tj ET", font));
    BOOST_TEST(has_text(told, "https://a.example/"), font);
  }
}

// MuPDF shows what it cannot decrypt as it stands.
BOOST_AUTO_TEST_CASE(a_string_in_clear_in_an_encrypted_file_is_told) {
  const std::string file =
      test::read_file(test::data_dir() / "documents/pdf/pdf-enc256-empty.pdf") +
      "99 0 obj\n<< /S /URI /URI (https://a.example/) >>\nendobj\n";
  BOOST_TEST(has_reference(opened(file), "https://a.example/"));
}

// The pages and streams that another reader takes for those of the same number.
BOOST_AUTO_TEST_CASE(pages_that_nothing_leads_to_are_read) {
  const std::string shows = "BT /F1 12 Tf [(https://) 1 (two) 1 (.example/)] TJ ET";
  const std::string page =
      "<< /Type /Page /Parent 2 0 R /Contents 5 0 R /Resources << /Font << /F1 << /Type /Font "
      "/Subtype /Type1 /BaseFont /Helvetica >> >> >> >>";
  const std::string file = made_pdf(
      {"<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
       replaced(page, "5 0 R", "4 0 R"), made_stream("", "BT /F1 12 Tf (one) Tj ET"), "null"});
  // The table names the first one, a reader of its own table has the last.
  for (const std::string& again : {std::string("3 0 obj\n")
                                       .append(page)
                                       .append("\nendobj\n5 0 obj\n")
                                       .append(made_stream("", shows)),
                                   std::string("4 0 obj\n").append(made_stream("", shows))}) {
    const Recorded told = opened(file + again + "\nendobj\n");
    BOOST_TEST(has_text(told, "https://two.example/"), again);
  }
  // A page that the trailer leads to is told once.
  const Recorded old = opened(file + "3 0 obj\n" + replaced(page, "5 0 R", "4 0 R") + "\nendobj\n");
  BOOST_TEST(old.texts.size() == 1u);
}

// A page shows something else to who has another font, CMap, form or stream by its number than the
// table has, or one where that has none.
BOOST_AUTO_TEST_CASE(pages_are_read_with_what_stands_last_in_the_file) {
  const std::string letters =
      "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding << /Differences "
      "[65 /h /t /p /s /colon /slash /e /period /x] >> >>";
  const std::string shown = "ABBCDEFFGHGI";
  // What stands before that, an older revision, is nobody's.
  const std::string file = made_pdf(
      {"<< /Type /Catalog /Pages 2 0 R >>",
       "<< /Type /Pages /Kids [3 0 R] /Count 1 >>\nendobj\n5 0 obj\n" + letters,
       "<< /Type /Page /Parent 2 0 R /Contents 4 0 R /Resources << /Font << /F1 5 0 R /F2 7 0 R >> "
       "/XObject << /X 8 0 R >> >> >>",
       made_stream(
           "", "BT /F1 12 Tf (" + shown + ") Tj 0 -50 Td /F2 12 Tf (" + shown + ") Tj ET /X Do"),
       "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
       "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /ToUnicode 7 0 R >>"});
  const std::string map = made_stream(
      "",
      "1 begincodespacerange <00> <FF> endcodespacerange 9 beginbfchar <41> <0068> <42> <0074> "
      "<43> <0070> <44> <0073> <45> <003A> <46> <002F> <47> <0065> <48> <002E> <49> <0078> "
      "endbfchar");
  const std::string form =
      made_stream("/Type /XObject /Subtype /Form /Resources << /Font << /F1 5 0 R >> >>",
                  "BT /F1 12 Tf (" + shown + ") Tj ET");
  struct {
    std::string behind;
    const char* found;
  } const rows[] = {
      {"5 0 obj\n" + letters + "\nendobj\n", "https://e.ex"},
      {"5 3 obj" + letters + "endobj\n", "https://e.ex"},
      {"7 0 obj\n" + letters + "\nendobj\n", "https://e.ex"},
      {"5 0 obj\n<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /ToUnicode 9 0 R >>\nendobj\n"
       "9 0 obj\n" +
           map + "\nendobj\n",
       "https://e.ex"},
      {"8 0 obj\n" + form + "\nendobj\n 5 0 obj" + letters + " endobj\n", "https://e.ex"},
      {"4 0 obj\n" + made_stream("", "BT /F1 12 Tf (https:) Tj (//b.example/) Tj ET") +
           "\nendobj\n",
       "https://b.example/"},
  };
  for (const auto& row : rows)
    BOOST_TEST(has_text(opened(file + row.behind), row.found), row.behind);
  BOOST_TEST(!has_text(opened(file), "https://e.ex"));
  // The same text is told once.
  BOOST_TEST(
      opened(made_text("BT /F1 12 Tf (https://a.example/) Tj ET") + "9 0 obj\n<< /A 1 >>\nendobj\n")
          .texts.size() == 1u);
}

BOOST_AUTO_TEST_SUITE_END()
