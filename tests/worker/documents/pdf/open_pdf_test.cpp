// SPDX-License-Identifier: MIT
#include "worker/documents/pdf/open_pdf.h"

#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>

#include <ostream>
#include <string>
#include <tuple>

#include "worker/documents/pdf/made_pdf.h"
#include "worker/documents/rows.h"

using namespace basewalk;
using namespace basewalk::worker;

namespace {

Recorded opened(const std::string& file, const DocumentBounds& bounds = {}) {
  Recorded told;
  const test::ExactCopy bytes(file);
  open_pdf(Document{bytes.view(), "a.pdf", {}, bounds}, told);
  BOOST_TEST(!told.is_open());
  return told;
}

std::string joined(const std::vector<std::string>& lines) {
  std::string all;
  for (const std::string& line : lines) all += (all.empty() ? "" : "\n") + line;
  return all;
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
    {"", "/A << /S /URI /URI (https://a.example/) >>", "annotation[URI] https://a.example/"},
    {"", "/A << /URI (https://a.example/) >>", "annotation[URI] https://a.example/"},
    {"", "/A << /S /URI /URI <68747470733A2F2F612E6578616D706C652F> >>",
     "annotation[URI] https://a.example/"},
    // UTF-16 by its mark, and what PDFDocEncoding has above Latin.
    {"", "/A << /S /URI /URI <FEFF00FC> >>", "annotation[URI] \xC3\xBC"},
    {"", "/A << /S /URI /URI <A0> >>", "annotation[URI] \xE2\x82\xAC"},
    // UTF-8 by its mark (ISO 32000-2 7.9.2.2).
    {"", "/A << /S /URI /URI <EFBBBF75C3BC> >>", "annotation[URI] u\xC3\xBC"},
    {"", "/A << /S /GoToR /F (x.pdf) >>", "annotation[GoToR] x.pdf"},
    {"", "/A << /S /GoToR /F << /Type /Filespec /F (x.pdf) /UF (y.pdf) >> >>",
     "annotation[GoToR] y.pdf\nannotation[GoToR] x.pdf"},
    {"", "/A << /S /GoToE /F << /FS /URL /F (https://a.example/e) >> >>",
     "annotation[GoToE] https://a.example/e"},
    {"", "/A << /S /SubmitForm /F << /FS /URL /F (https://a.example/s) >> >>",
     "annotation[SubmitForm] https://a.example/s"},
    {"", "/A << /S /Launch /Win << /F (cmd.exe) /P (/c x) /D (c:\\\\) >> >>",
     "annotation[Launch Win F] cmd.exe\nannotation[Launch Win P] /c x\nannotation[Launch Win D] "
     "c:\\"},
    {"", "/A << /S /Launch /Mac << /F (a.app) >> /Unix (sh -c x) >>",
     "annotation[Launch Win F] a.app\nannotation[Launch] sh -c x"},
    {"/SpiderInfo << /V 1.0 /C [<< /AU (https://a.example/from) >>] >>", "",
     "source information[AU] https://a.example/from"},
    {"", "/A << /S /Thread /F (t.pdf) >>", "annotation[Thread] t.pdf"},
    {"", "/Movie << /F (m.mov) >>", "movie[Movie] m.mov"},
    {"", "/PA << /S /URI /URI (u) >>", "annotation[URI] u"},
    {"", "/AA << /E << /S /URI /URI (u) >> >>", "annotation[URI] u"},
    {"", "/A << /S /GoTo /D [3 0 R /Fit] /Next [<< /S /URI /URI (u) >> << /S /URI /URI (v) >>] >>",
     "annotation[URI] u\nannotation[URI] v"},
    {"/OpenAction << /S /URI /URI (u) >>", "", "catalog[URI] u"},
    {"/AA << /WC << /S /URI /URI (u) >> >>", "", "catalog[URI] u"},
    {"/Outlines << /Type /Outlines /First << /Title (t) /A << /S /URI /URI (u) >> >> >>", "",
     "outline[URI] u"},
    {"/AcroForm << /Fields [<< /FT /Btn /A << /S /URI /URI (u) >> >>] >>", "", "field[URI] u"},
    {"/Names << /URLS << /Names [(https://a.example/c) << /S /SPS >>] >> >>", "",
     "names[URLS] https://a.example/c"},
    {"/AF [<< /Type /Filespec /FS /URL /F (https://a.example/f) >>]", "",
     "file specification[F] https://a.example/f"},
    {"", "/Contents (see https://a.example/)", "annotation[Contents] see https://a.example/"},
    {"/AcroForm << /Fields [<< /FT /Tx /V (www.a.example) >>] >>", "", "field[V] www.a.example"},
    {"", "/A << /S /Another /URI (u) >>", "annotation[URI] u"},
    // A name, as pdf.js has it.
    {"", "/A << /S /URI /URI /a#2Fb >>", "annotation[URI] /a/b"},
    // What a string says where it names no file.
    {"", "/A << /S /GoTo /D (https://a.example/) >>", "annotation[D] https://a.example/"},
    {"/X << /F (https://a.example/) /P (https://b.example/) >>", "",
     "catalog[F] https://a.example/\ncatalog[P] https://b.example/"},
    {"/X << /Base (https://a.example/) >>", "", "catalog[Base] https://a.example/"},
    // Strings in arrays: choices, values, names.
    {"/AcroForm << /Fields [<< /FT /Ch /Opt [(www.a.example) [(www.b.example) (x)]] >>] >>", "",
     "field[Opt] www.a.example\nfield[Opt] www.b.example"},
    {"/Names << /Dests << /Names [(https://a.example/) [3 0 R /Fit]] >> >>", "",
     "catalog[Names] https://a.example/"},
    {"/X [/Indexed /DeviceRGB 6 <5C5C5C612E6578616D706C65>]", "", ""},
    {"", "/A << /S /Named /N /NextPage >>", ""},
    {"", "/A 17", ""},
    {"/URI 5 /Names [1 2] /AcroForm (x)", "/A [/S]", ""},
};

}  // namespace

BOOST_AUTO_TEST_SUITE(documents_pdf)

BOOST_AUTO_TEST_CASE(every_row_is_met) {
  const std::filesystem::path folder = test::data_dir() / "documents/pdf";
  check_rows(folder, expected_rows(folder / "expected.tsv"), open_pdf);
}

BOOST_AUTO_TEST_CASE(every_row_of_real_documents_is_met, *boost::unit_test::label("shared")) {
  const auto folder = test::shared("documents");
  if (!folder) return;
  std::vector<ExpectedRow> rows = expected_rows(*folder / "expected.tsv");
  std::erase_if(rows, [](const ExpectedRow& row) {
    return !row.file.starts_with("real-") || !row.file.ends_with(".pdf");
  });
  check_rows(*folder, rows, open_pdf);
}

BOOST_DATA_TEST_CASE(what_leads_somewhere_is_found, kFinds, row) {
  const Recorded told = opened(made_page(row.of_catalog, row.of_annotation));
  BOOST_TEST(joined(told.found()) == row.found);
  // A command is told.
  const bool has_command =
      std::string_view(row.found).find("Launch Win P") != std::string_view::npos ||
      std::string_view(row.found).find("[Launch] sh -c") != std::string_view::npos;
  BOOST_TEST(told.lacks.size() == (has_command ? 1u : 0u));
}

BOOST_AUTO_TEST_CASE(what_is_relative_to_the_base_is_told) {
  const Recorded told = opened(made_page(
      "/URI << /Base (https://a.example/d/) >>",
      "/A << /S /URI /URI (x) /Next [<< /S /GoToR /F (y.pdf) >> << /S /GoToR /F << /FS /URL /F (z) "
      ">> >>] >>"));
  BOOST_TEST(told.bases == std::vector<std::string>{"https://a.example/d/"});
  BOOST_REQUIRE(told.references.size() == 3u);
  BOOST_TEST(told.references[0].uses_base);
  BOOST_TEST(!told.references[1].uses_base);
  BOOST_TEST(told.references[2].uses_base);
}

BOOST_AUTO_TEST_CASE(links_that_share_an_action_are_all_told) {
  const Recorded told = opened(
      made_pdf({"<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
                "<< /Type /Page /Parent 2 0 R /Annots [4 0 R 5 0 R] >>",
                "<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /Contents (one) /A 6 0 R >>",
                "<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /Contents (two) /A 6 0 R >>",
                "<< /S /URI /URI (u) /Next 6 0 R >>"}));
  BOOST_TEST(joined(told.found()) == "annotation[URI] u\nannotation[URI] u");
  BOOST_REQUIRE(told.references.size() == 2u);
  BOOST_TEST(told.references[0].text.value_or("") == "one");
  BOOST_TEST(told.references[1].text.value_or("") == "two");
}

BOOST_AUTO_TEST_CASE(scripts_and_forms_are_texts) {
  const Recorded told = opened(made_pdf(
      {"<< /Type /Catalog /Names << /JavaScript << /Names [(a) << /S /JavaScript "
       "/JS 2 0 R >>] >> >> "
       "/OpenAction << /S /JavaScript /JS (app.launchURL\\('u'\\)) >> "
       "/AcroForm << /XFA [(a) 3 0 R (b) 4 0 R] >> /Metadata 5 0 R >>",
       made_stream("", "script"), made_stream("", "<a target='https://a.example/?a&amp;b&amp;c'>"),
       made_stream("", "</a>"), made_stream("/Type /Metadata /Subtype /XML", "<x/>")}));
  std::vector<std::string> texts;
  for (const Recorded::Text& each : told.texts)
    texts.push_back(each.type + ' ' + each.element + ' ' + each.text);
  std::sort(texts.begin(), texts.end());
  BOOST_TEST(joined(texts) ==
             "application/xml XFA <a "
             "target='https://a.example/?a&amp;b&amp;c'></a>\napplication/xml metadata <x/>\n"
             "text/javascript javascript app.launchURL('u')\ntext/javascript javascript script");
  // What they do is not known.
  BOOST_TEST_REQUIRE(told.lacks.size() == 1U);
  BOOST_TEST((told.lacks[0].why == Lack::no_opener));
  BOOST_TEST(told.lacks[0].sentence == "holds a script, which is searched and not run");
}

BOOST_AUTO_TEST_CASE(scripts_are_told_where_they_may_lead_somewhere) {
  const auto lacks = [](const std::string& catalog, const std::string& xfa = "") {
    return opened(made_pdf({"<< /Type /Catalog " + catalog + " >>", made_stream("", xfa)}))
        .lacks.size();
  };
  BOOST_TEST(lacks("/A << /S /JavaScript /JS (AFNumber_Format\\(2, 0\\);) >>") == 0U);
  BOOST_TEST(lacks("/A << /S /JavaScript /JS (f\\(2, 0\\);) >>") == 1U);
  const std::string form = "/AcroForm << /XFA 2 0 R >>";
  BOOST_TEST(lacks(form, "<x><script>f()</script></x>") == 1U);
  BOOST_TEST(lacks(form, "<x><t:script type='a'>f()</t:script></x>") == 1U);
  BOOST_TEST(lacks(form, "<!DOCTYPE x [<!ENTITY a '&#60;script>'>]><x/>") == 1U);
  BOOST_TEST(lacks(form, "<x><transcript>f()</transcript><scripts/></x>") == 0U);
  // A database that it asks.
  BOOST_TEST(
      lacks(form,
            "<x><sourceSet><source name='a'><connect>DSN=a</connect></source></sourceSet></x>") ==
      1U);
  BOOST_TEST(lacks(form, "<x><sourceSet/><resource>a</resource></x>") == 0U);
}

// In whatever holds one, of whatever name.
BOOST_AUTO_TEST_CASE(scripts_and_texts_in_streams_are_read) {
  const Recorded told = opened(
      made_pdf({"<< /Type /Catalog /A << /JS (a) >> /B 2 0 R /C << /RC 3 0 R /Contents (x) >> "
                "/Metadata 4 0 R /PieceInfo << /Private 5 0 R >> /D 6 0 R >>",
                made_stream("/Type /3D /OnInstantiate 7 0 R", "U3D"),
                made_stream("", "<body><a href='https&#58;//b.example/'>x</a></body>"),
                made_stream("/Subtype /XML", "<c/>"), made_stream("", "see https://d.example/"),
                made_stream("", "<e f='https://e.example/'/>"), made_stream("", "g")}));
  std::vector<std::string> texts;
  for (const Recorded::Text& each : told.texts)
    texts.push_back(each.type + ' ' + each.element + ' ' + each.text);
  std::sort(texts.begin(), texts.end());
  BOOST_TEST(joined(texts) ==
             "application/xml metadata <c/>\napplication/xml stream <e f='https://e.example/'/>\n"
             "text/html catalog <body><a href='https&#58;//b.example/'>x</a></body>\n"
             "text/javascript javascript a\ntext/javascript javascript g\n"
             "text/plain stream see https://d.example/");
}

// Readers of scripts take filters of pictures for no hindrance, and we have them not.
BOOST_AUTO_TEST_CASE(a_script_in_a_filter_that_is_not_read_is_told) {
  for (const char* filter : {"/JBIG2Decode", "/CCITTFaxDecode", "/DCTDecode", "/Another"}) {
    const Recorded told =
        opened(made_pdf({"<< /Type /Catalog /OpenAction << /S /JavaScript /JS 2 0 R >> >>",
                         made_stream(std::string("/Filter ") + filter, "x")}));
    // The filter, and the script that is read without it.
    BOOST_TEST_REQUIRE(told.lacks.size() == 2U);
    BOOST_TEST((told.lacks[0].why == Lack::no_opener));
    BOOST_TEST((told.lacks[1].why == Lack::no_opener));
    BOOST_TEST(told.texts.size() == 1U);
  }
}

BOOST_AUTO_TEST_CASE(files_inside_are_parts) {
  const Recorded none = opened(made_page(
      "/Names << /EmbeddedFiles << /Names [(a) << /F (a.txt) /EF << /F 4 0 R >> >>] >> >>", ""));
  // Number 4 is no stream there.
  BOOST_TEST(none.parts.empty());
  const Recorded with =
      opened(made_pdf({"<< /Type /Catalog /Names << /EmbeddedFiles << /Names [(a) 2 0 R] >> >> >>",
                       "<< /Type /Filespec /UF (b.html) /F (a.txt) /EF << /F 3 0 R /UF 3 0 R >> >>",
                       made_stream("/Type /EmbeddedFile /Subtype /text#2Fhtml", "<p>"),
                       made_stream("/Type /EmbeddedFile", "lost")}));
  BOOST_REQUIRE(with.parts.size() == 2u);
  BOOST_TEST(with.parts[0].name == "b.html");
  BOOST_TEST(with.parts[0].type == "text/html");
  BOOST_TEST(with.parts[0].bytes == "<p>");
  BOOST_TEST(with.parts[1].bytes == "lost");
  BOOST_TEST(with.references.empty());
}

BOOST_AUTO_TEST_CASE(what_nothing_leads_to_is_told_as_such) {
  const Recorded told = opened(made_pdf(
      {"<< /Type /Catalog >>", "<< /Type /Annot /Subtype /Link /A << /S /URI /URI (u) >> >>",
       "<< /S /URI /URI (v) >>"}));
  BOOST_TEST(joined(told.found()) == "orphan annotation[URI] u\norphan action[URI] v");
}

// 7.5.6: what a later revision has replaced, and what no table has ever named.
BOOST_AUTO_TEST_CASE(objects_without_a_name_are_told_as_such) {
  const std::string link = "<< /S /URI /URI (";
  std::string file = made_pdf({"<< /Type /Catalog /OpenAction 2 0 R >>", link + "u) >>"});
  const std::size_t table = file.find("xref\n"), place = file.size();
  file.append("2 0 obj\n" + link + "v) >>\nendobj\n9 0 obj\n" + link + "v) >>\nendobj\n");
  file.append("8 0 obj\n" + made_stream("", "see https://a.example/") + "\nendobj\n");
  const std::size_t last = file.size();
  const std::string digits = std::to_string(place);
  file.append("xref\n2 1\n" + std::string(10 - digits.size(), '0') + digits + " 00000 n \n");
  file.append("trailer\n<< /Size 3 /Root 1 0 R /Prev " + std::to_string(table) +
              " >>\nstartxref\n" + std::to_string(last) + "\n%%EOF\n");
  const Recorded told = opened(file);
  // The third is what the second revision says as well.
  BOOST_TEST(joined(told.found()) == "catalog[URI] v\norphan action[URI] u");
  BOOST_TEST_REQUIRE(told.texts.size() == 1U);
  BOOST_TEST(told.texts[0].text == "see https://a.example/\n");
  BOOST_TEST(told.lacks.empty());
}

// A PDF in a stream that is not packed has its own numbers.
BOOST_AUTO_TEST_CASE(objects_of_a_file_inside_are_not_those_around_it) {
  const std::string inner = made_pdf({"<< /Type /Catalog /OpenAction << /S /URI /URI (u) >> >>"});
  const Recorded told = opened(made_pdf({"<< /Type /Catalog /AF [<< /EF << /F 2 0 R >> >>] >>",
                                         made_stream("/Type /EmbeddedFile", inner)}));
  BOOST_TEST(told.references.empty());
  BOOST_TEST(told.parts.size() == 1U);
}

BOOST_AUTO_TEST_CASE(the_properties_are_searched) {
  const Recorded told = opened(
      made_pdf({"<< /Type /Catalog >>", "<< /Title (see https://a.example/) /Author (me) >>"},
               "/Info 2 0 R"));
  BOOST_REQUIRE(told.references.size() == 1u);
  BOOST_TEST(told.references[0].place == "info[Title]");
  BOOST_TEST(told.references[0].is_text);
}

BOOST_AUTO_TEST_CASE(a_password_opens) {
  const std::string file = test::read_file(test::data_dir() / "documents/pdf/pdf-password.pdf");
  Recorded told;
  open_pdf(Document{file, "a.pdf", {"wrong", "secret"}}, told);
  BOOST_TEST((told.opened == OpenedWith::word));
  BOOST_TEST(told.word == 1u);
  BOOST_TEST(told.bases.size() == 1u);
  // "//other.example/n" is told behind its base, too.
  BOOST_TEST(told.references.size() == 6u);
  Recorded without;
  open_pdf(Document{file, "a.pdf", {"wrong"}}, without);
  BOOST_REQUIRE(without.lacks.size() == 1u);
  BOOST_TEST((without.lacks[0].why == Lack::encrypted));
  BOOST_TEST(without.references.empty());
}

// A viewer asks neither a picture nor a page what it calls itself.
BOOST_AUTO_TEST_CASE(what_calls_itself_something_else_is_read) {
  for (const char* type : {"", "/Type /Page", "/Type /Pages", "/Type /X"})
    for (const char* of_stream : {"", "/Type /XObject", "/Type /XRef", "/Type /ObjStm"}) {
      const std::string gray(1600, '\x80');
      const Recorded told = opened(made_pdf(
          {"<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
           std::string("<< /Parent 2 0 R /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> "
                       "/XObject << /X1 6 0 R >> >> ")
               .append(type)
               .append(" >>"),
           made_stream("", "BT /F1 12 Tf (text) Tj ET"),
           "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
           made_stream(std::string("/Subtype /Form /Resources << /XObject << /X2 7 0 R >> >> ")
                           .append(of_stream),
                       "/X2 Do"),
           made_stream(std::string("/Subtype /Image /Width 40 /Height 40 /ColorSpace /DeviceGray "
                                   "/BitsPerComponent 8 ")
                           .append(of_stream),
                       gray)}));
      BOOST_TEST_CONTEXT(type << ' ' << of_stream) {
        BOOST_TEST(told.parts.size() == 1U);
        BOOST_REQUIRE(told.texts.size() == 1U);
        BOOST_TEST(told.texts[0].text == "text");
      }
    }
}

BOOST_AUTO_TEST_CASE(pictures_are_parts) {
  const auto picture = [](std::string_view entries, std::string_view bytes) {
    return opened(
        made_pdf({"<< /Type /Catalog /Picture 2 0 R >>",
                  made_stream(std::string("/Subtype /Image /Width 40 /Height 40 ").append(entries),
                              bytes)}));
  };
  const std::string gray(1600, '\x80');
  Recorded told = picture("/ColorSpace /DeviceGray /BitsPerComponent 8", gray);
  BOOST_REQUIRE(told.parts.size() == 1u);
  BOOST_TEST(told.parts[0].type == "image/x-portable-graymap");
  BOOST_TEST(told.parts[0].bytes == "P5 40 40 255\n" + gray);
  told = picture("/ImageMask true /Decode [1 0]", std::string(200, '\xF0'));
  BOOST_REQUIRE(told.parts.size() == 1u);
  BOOST_TEST(told.parts[0].bytes.substr(13, 8) == std::string("\0\0\0\0\xFF\xFF\xFF\xFF", 8));
  told = picture("/ColorSpace [/Indexed /DeviceRGB 1 <FF000000FF00>] /BitsPerComponent 1",
                 std::string(200, '\x55'));
  BOOST_REQUIRE(told.parts.size() == 1u);
  BOOST_TEST(told.parts[0].type == "image/x-portable-pixmap");
  BOOST_TEST(told.parts[0].bytes.substr(13, 6) == std::string("\xFF\0\0\0\xFF\0", 6));
  told = picture("/ColorSpace /DeviceCMYK /BitsPerComponent 8", std::string(6400, '\0'));
  BOOST_REQUIRE(told.parts.size() == 1u);
  BOOST_TEST(told.parts[0].bytes.substr(13, 3) == "\xFF\xFF\xFF");
  // Samples over the ends of bytes, as the standard has none.
  for (const auto& [bits, three, rows] :
       {std::tuple(3, "\xE3\x8E\x38", 200), std::tuple(12, "\xFF\xF0\x00", 800)}) {
    std::string samples;
    for (int i = 0; i < rows; ++i) samples.append(three, 3);
    told = picture("/ColorSpace /DeviceGray /BitsPerComponent " + std::to_string(bits), samples);
    BOOST_REQUIRE(told.parts.size() == 1u);
    BOOST_TEST(told.parts[0].bytes.substr(13, 6) == std::string("\xFF\0\xFF\0\xFF\0", 6));
  }
  told = picture("/Filter /DCTDecode /ColorSpace /DeviceGray", "\xFF\xD8 jpeg");
  BOOST_REQUIRE(told.parts.size() == 1u);
  BOOST_TEST(told.parts[0].type == "image/jpeg");
  BOOST_TEST(told.parts[0].bytes == "\xFF\xD8 jpeg");
  told = picture("/Filter /JPXDecode", "x");
  BOOST_TEST(told.parts.empty());
  BOOST_REQUIRE(told.lacks.size() == 1u);
  BOOST_TEST((told.lacks[0].why == Lack::no_opener));
}

BOOST_AUTO_TEST_SUITE_END()
