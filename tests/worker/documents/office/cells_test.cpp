// SPDX-License-Identifier: MIT
//
// Links of a workbook that formulas make of cells.
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <ostream>
#include <string>
#include <string_view>

#include "support/files.h"
#include "worker/documents/office/made_zip.h"
#include "worker/documents/office/open_zip_document.h"
#include "worker/documents/recorded.h"

using namespace basewalk;
using namespace basewalk::worker;

namespace {

constexpr std::string_view kTypes =
    "<Types>"
    "<Default Extension='xml' ContentType='application/xml'/>"
    "<Override PartName='/xl/workbook.xml' ContentType='application/"
    "vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml'/>"
    "<Override PartName='/xl/worksheets/s1.xml' ContentType='application/"
    "vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml'/>"
    "<Override PartName='/xl/worksheets/s2.xml' ContentType='application/"
    "vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml'/>"
    "<Override PartName='/xl/strings.xml' ContentType='application/"
    "vnd.openxmlformats-officedocument.spreadsheetml.sharedStrings+xml'/></Types>";
constexpr std::string_view kRelationships =
    "<Relationships>"
    "<Relationship Id='r1' Type='http://x/worksheet' Target='worksheets/s1.xml'/>"
    "<Relationship Id='r2' Type='http://x/worksheet' Target='/xl/worksheets/s2.xml'/>"
    "</Relationships>";
constexpr std::string_view kWorkbook =
    "<workbook xmlns:r='http://x/relationships'><sheets>"
    "<sheet name='First' sheetId='1' r:id='r1'/><sheet name='The second' sheetId='2' r:id='r2'/>"
    "</sheets></workbook>";
constexpr std::string_view kStrings =
    "<sst><si><t>htt</t></si><si><r><t>ps://a.</t></r><r><t>example/</t></r>"
    "<rPh sb='0' eb='1'><t>loud</t></rPh></si><si><t/></si></sst>";
// https://b.example/3
constexpr std::string_view kSecond =
    "<worksheet><sheetData><row r='2'><c r='B2' t='inlineStr'><is><t>https://b.</t></is></c>"
    "<c t='str'><v>example/</v></c><c><v>3</v></c></row></sheetData></worksheet>";

std::string workbook(std::string_view first, std::string_view second = kSecond,
                     std::string_view strings = kStrings) {
  // The first sheet stands before all that it needs.
  return made_zip({{"[Content_Types].xml", std::string(kTypes)},
                   {"xl/worksheets/s1.xml",
                    "<worksheet><sheetData>" + std::string(first) + "</sheetData></worksheet>"},
                   {"xl/_rels/workbook.xml.rels", std::string(kRelationships)},
                   {"xl/workbook.xml", std::string(kWorkbook)},
                   {"xl/worksheets/s2.xml", std::string(second)},
                   {"xl/strings.xml", std::string(strings)}});
}

struct Row {
  const char* name;
  const char* cells;
  const char*
      found;  // each reference with a blank behind it, '~' where it is told that more is open
};
std::ostream& operator<<(std::ostream& out, const Row& row) { return out << row.name; }

constexpr Row kRows[] = {
    {"texts of the table",
     "<row r='1'><c r='A1' t='s'><v>0</v></c><c r='B1' t='s'><v>1</v></c>"
     "<c r='C1' t='str'><f>HYPERLINK(A1&amp;B1,\"see\")</f><v>see</v></c></row>",
     "https://a.example/ "},
    {"cells behind the formula",
     "<row r='1'><c r='C1'><f>HYPERLINK(A3&amp;$B$4)</f></c></row>"
     "<row r='3'><c r='A3' t='s'><v>0</v></c></row><row r='4'><c r='B4' t='s'><v>1</v></c></row>",
     "https://a.example/ "},
    {"rows and cells that do not say where they are",
     "<row><c t='s'><v>0</v></c><c t='s'><v>1</v></c></row>"
     "<row><c><f>HYPERLINK(A1&amp;B1)</f></c></row>",
     "https://a.example/ "},
    {"a text that is empty, and a cell that is not there",
     "<row r='1'><c r='A1' t='s'><v>2</v></c><c "
     "r='B1'><f>HYPERLINK(A1&amp;\"https://c.\"&amp;Z9&amp;"
     "\"example/\")</f></c></row>",
     "https://c.example/ "},
    {"another sheet, in any case",
     "<row r='1'><c r='A1'><f>HYPERLINK('the SECOND'!B2&amp;'The second'!C2&amp;'The "
     "second'!D2)</f></c></row>",
     "https://b.example/3 "},
    {"the own one by its name",
     "<row r='1'><c r='A1' t='s'><v>0</v></c><c r='B1' t='s'><v>1</v></c>"
     "<c r='C1'><f>HYPERLINK(First!A1&amp;first!B1)</f></c></row>",
     "https://a.example/ "},
    {"a rectangle",
     "<row r='1'><c r='A1'><f>HYPERLINK(_xlfn.CONCAT('The second'!B2:D2))</f></c></row>",
     "https://b.example/3 "},
    {"a cell that nobody has computed",
     "<row r='1'><c r='A1'><f>B1&amp;C1</f></c><c r='B1' t='s'><v>0</v></c>"
     "<c r='C1'><f>D1&amp;\"x\"</f></c><c r='D1' t='s'><v>1</v></c>"
     "<c r='E1'><f>HYPERLINK(A1)</f></c></row>",
     "https://a.example/x "},
    {"one that says what another sheet has",
     "<row r='1'><c r='A1'><f>'The second'!B2&amp;'The second'!C2</f></c>"
     "<c r='E1'><f>HYPERLINK(A1)</f></c></row>",
     "https://b.example/ "},
    {"a formula for several cells",
     "<row r='1'><c r='A1'><f t='shared' ref='A1:A2' si='7'>HYPERLINK(B1&amp;C$1)</f></c>"
     "<c r='B1' t='s'><v>0</v></c><c r='C1' t='s'><v>1</v></c></row>"
     "<row r='2'><c r='A2'><f t='shared' si='7'/></c><c r='B2' "
     "t='inlineStr'><is><t>http://b.</t></is>"
     "</c></row>",
     "https://a.example/ http://b.ps://a.example/ "},
    {"one of several cells that nobody has computed",
     "<row r='1'><c r='A1'><f t='shared' ref='A1:A2' si='7'>B1&amp;\"x\"</f><v>y</v></c></row>"
     "<row r='2'><c r='A2'><f t='shared' si='7'/></c><c r='B2' "
     "t='inlineStr'><is><t>http://b.example/"
     "</t></is></c><c r='C2'><f>HYPERLINK(A2)</f></c></row>",
     "http://b.example/x "},
    {"of two formulas of one number each has those behind it",
     "<row r='1'><c r='A1'><f t='shared' si='7'>HYPERLINK(C1)</f></c>"
     "<c r='C1' t='str'><v>https://a/</v></c></row>"
     "<row r='2'><c r='A2'><f t='shared' si='7'/></c><c r='C2' t='str'><v>https://b/</v></c></row>"
     "<row r='3'><c r='A3'><f t='shared' si='7'>\"x\"</f></c></row>"
     "<row r='4'><c r='A4'><f t='shared' si='7'/></c><c r='C4' t='str'><v>https://d/</v></c></row>",
     "https://a/ https://b/ "},
    {"a formula of a number that nobody has said",
     "<row r='1'><c r='A1'><f t='shared' si='7'/></c></row>", ""},
    {"what was computed counts, until somebody computes it again",
     "<row r='1'><c r='A1' t='str'><f>X9</f><v>https://c.example/</v></c>"
     "<c r='B1'><f>HYPERLINK(A1)</f></c></row>",
     "https://c.example/ ~"},
    {"which makes something else",
     "<row r='1'><c r='A1' t='str'><f>\"https://d.\"&amp;C1</f><v>https://c.example/</v></c>"
     "<c r='B1'><f>HYPERLINK(A1)</f></c><c r='C1' t='str'><f>\"example/\"</f><v>y</v></c></row>",
     "https://c.example/ https://d.example/ ~"},
    {"or the same",
     "<row r='1'><c r='A1' t='str'><f>\"https://c.\"&amp;C1</f><v>https://c.example/</v></c>"
     "<c r='B1'><f>HYPERLINK(A1)</f></c><c r='C1' t='str'><f>\"example/\"</f><v>example/</v></c>"
     "</row>",
     "https://c.example/ "},
    {"or of what may be something else",
     "<row r='1'><c r='A1' t='str'><f>C1</f><v>https://c.example/</v></c>"
     "<c r='B1'><f>HYPERLINK(A1)</f></c><c r='C1' t='str'><f>MID(\"x\",1,1)</f>"
     "<v>https://c.example/</v></c></row>",
     "https://c.example/ ~"},
    {"what one formula makes of several cells",
     "<row r='1'><c r='A1' t='str'><f t='array' ref='A1:A2'>\"x\"</f><v>x</v></c>"
     "<c r='B1'><f>HYPERLINK(A2)</f></c></row><row r='2'><c r='A2' t='str'><v>https://c/</v></c>"
     "</row>",
     "https://c/ ~"},
    {"or of one",
     "<row r='1'><c r='A1' t='str'><f t='array' ref='A1'>\"https://c/\"</f><v>https://c/</v></c>"
     "<c r='B1'><f>HYPERLINK(A1)</f></c></row>",
     "https://c/ "},
    // SheetJS, exceljs, openpyxl, Gnumeric and LibreOffice take it, Excel repairs the file.
    {"two of one place: the last, with a doubt",
     "<row r='1'><c r='A1' t='str'><v>https://c.example/</v></c>"
     "<c r='A1' t='str'><v>https://d.example/</v></c><c r='B1'><f>HYPERLINK(A1)</f></c></row>",
     "https://d.example/ ~"},
    {"an operator has a range for its cells, each alone",
     "<row r='1'><c r='A1'><f t='array' ref='A1:A2'>HYPERLINK(\"https://\"&amp;B1:B2)</f></c>"
     "<c r='B1' t='str'><v>a.example</v></c></row>"
     "<row r='2'><c r='B2' t='str'><v>b.example</v></c></row>",
     "https:// ~"},
    {"so has a function that does not join it",
     "<row r='1'><c r='A1'><f>HYPERLINK(CONCATENATE(\"https://\",'The "
     "second'!B2:D2))</f></c></row>",
     "https:// ~"},
    {"a range with something else behind it",
     "<row r='1'><c r='A1'><f>HYPERLINK(CONCAT('The second'!B2:D2&amp;\"x\"))</f></c></row>",
     "HYPERLINK(CONCAT('The second'!B2:D2&\"x\")) ~"},
    {"true or false, or a number to LibreOffice",
     "<row r='1'><c r='A1' t='b'><v>1</v></c>"
     "<c r='B1'><f>HYPERLINK(\"https://a\"&amp;A1&amp;\".example/\")</f></c></row>",
     "https://aTRUE.example/ https://a1.example/ ~"},
    {"a number that is shown otherwise",
     "<row r='1'><c r='A1'><v>1.50</v></c><c r='B1'><v>1.5</v></c><c r='C1' t='d'><v>2026</v></c>"
     "<c r='D1'><f>HYPERLINK(\"https://a\"&amp;A1&amp;\"/\")</f></c>"
     "<c r='E1'><f>HYPERLINK(\"https://b\"&amp;B1&amp;\"/\")</f></c></row>",
     "https://a1.50/ https://b1.5/ ~"},
    {"a number that is none",
     "<row r='1'><c r='A1'><v>7</v></c>"
     "<c r='D1'><f>HYPERLINK(\"https://a\"&amp;T(A1)&amp;\"/\")</f></c></row>",
     "https://a ~"},
    {"a value and a text in one cell",
     "<row r='1'><c r='A1' t='str'><v>https://c/</v><is><t>x</t></is></c>"
     "<c r='B1'><f>HYPERLINK(A1)</f></c></row>",
     "https://c/x ~"},
    {"what is said aloud is no text of a cell",
     "<row r='1'><c r='A1' t='inlineStr'><is><t>https://c/</t><rPh sb='0' "
     "eb='1'><t>x</t></rPh></is>"
     "</c><c r='B1'><f>HYPERLINK(A1)</f></c></row>",
     "https://c/ "},
    {"an element within a value",
     "<row r='1'><c r='A1' t='str'><v>https://c<x>.d</x>.e/</v></c>"
     "<c r='B1'><f>HYPERLINK(A1)</f></c></row>",
     "https://c.d.e/ ~"},
    {"a cell in an element of somebody else",
     "<row r='1'><z:x xmlns:z='z'><c r='A1' t='str'><v>https://c/</v></c></z:x>"
     "<c r='B1'><f>HYPERLINK(A1)</f></c></row>",
     "https://c/ ~"},
    {"a formula of a number whose text stands behind it",
     "<row r='1'><c r='A1'><f t='shared' si='7'/></c><c r='B1' t='s'><v>0</v></c>"
     "<c r='C1' t='s'><v>1</v></c></row><row r='2'><c r='A2'>"
     "<f t='shared' ref='A1:A2' si='7'>HYPERLINK(B2&amp;C$1)</f></c>"
     "<c r='B2' t='str'><v>http://b.</v></c></row>",
     "http://b.ps://a.example/ https://a.example/ "},
    {"a cell made by one of those",
     "<row r='1'><c r='A1'><f t='shared' si='7'/></c><c r='B1'><f>HYPERLINK(A1)</f></c></row>"
     "<row r='2'><c r='A2'><f t='shared' ref='A1:A2' si='7'>\"https://c/\"</f></c></row>",
     "~"},
    {"the number of a text that is none",
     "<row r='1'><c r='A1' t='s'><v>x</v></c><c r='B1'><f>HYPERLINK(\"https://c\"&amp;A1)</f></c>"
     "</row>",
     "https://c ~"},
    {"a ring",
     "<row r='1'><c r='A1'><f>B1</f></c><c r='B1'><f>A1</f></c><c r='C1'><f>HYPERLINK(A1)</f>"
     "</c></row>",
     "~"},
    {"a sheet that is not there", "<row r='1'><c r='A1'><f>HYPERLINK(Third!A1)</f></c></row>", "~"},
    {"a function that is not known",
     "<row r='1'><c r='A1'><f>HYPERLINK(MID(\"xhttps://c.example/\",2,99))</f></c></row>",
     "HYPERLINK(MID(\"xhttps://c.example/\",2,99)) ~"},
    {"a cell made by one",
     "<row r='1'><c r='A1'><f>MID(B1,2,9)</f></c><c r='B1'><f>HYPERLINK(A1)</f></c></row>", "~"},
    {"a place in the workbook",
     "<row r='1'><c r='A1'><f>HYPERLINK(\"#\"&amp;MID(B1,1,2))</f></c></row>", "# "},
    {"a host that is known",
     "<row r='1'><c r='A1'><f>HYPERLINK(\"https://c/\"&amp;MID(1,1,2))</f></c></row>",
     "https://c/ "},
    {"too many cells", "<row r='1'><c r='A1'><f>HYPERLINK(CONCAT(B1:Z999))</f></c></row>",
     "HYPERLINK(CONCAT(B1:Z999)) ~"},
};

Recorded opened(std::string_view file) {
  Recorded told;
  const test::ExactCopy bytes(file);
  open_zip_document(Document{bytes.view(), "a.xlsx", {}, {}}, told);
  BOOST_TEST(!told.is_open());
  return told;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(documents_office_cells)

BOOST_DATA_TEST_CASE(formulas_make_links_of_cells, boost::unit_test::data::make(kRows), row) {
  const Recorded told = opened(workbook(row.cells));
  std::string found;
  for (const Recorded::Reference& each : told.references)
    if (each.place.starts_with("formula[")) found += each.raw + ' ';
  if (told.has(Lack::no_opener)) found += '~';
  BOOST_TEST(found == row.found);
}

BOOST_AUTO_TEST_CASE(many_formulas_end) {
  std::string rows = "<row r='1'>";
  for (int i = 0; i < 25'000; ++i) rows += "<c><f>HYPERLINK(CONCAT(A1:P256)&amp;A1)</f></c>";
  const Recorded told = opened(workbook(rows + "</row>"));
  BOOST_TEST(told.has(Lack::limit));
  // A text that many join is told as often as there is room for.
  rows = "<row r='1'><c t='str'><v>" + std::string(30'000, 'u') + "</v></c>";
  for (int i = 0; i < 20'000; ++i) rows += "<c><f>HYPERLINK(A1)</f></c>";
  const Recorded long_ones = opened(workbook(rows + "</row>"));
  BOOST_TEST(long_ones.has(Lack::limit));
  BOOST_TEST(long_ones.references.size() < 2300U);
}

// 18.4.9: programs do not count alike what stands elsewhere in the table.
BOOST_AUTO_TEST_CASE(a_table_with_other_elements_is_doubted) {
  const std::string rows =
      "<row r='1'><c r='A1' t='s'><v>1</v></c><c r='B1'><f>HYPERLINK(A1)</f></c></row>";
  const auto told_of = [&](std::string_view strings) {
    const Recorded told = opened(workbook(rows, kSecond, strings));
    std::string found;
    for (const Recorded::Reference& each : told.references)
      if (each.place.starts_with("formula[")) found += each.raw + ' ';
    return found + (told.has(Lack::no_opener) ? "~" : "");
  };
  const std::string zero = "<sst><si><t>https://a/</t></si>", one = "<si><t>https://b/</t></si>";
  BOOST_TEST(told_of(zero + one + "</sst>") == "https://b/ ");
  BOOST_TEST(told_of(zero + "<z:si xmlns:z='z'><t>https://c/</t></z:si>" + one + "</sst>") ==
             "https://c/ ~");
  BOOST_TEST(told_of(zero + "<x>" + one + "</x></sst>") == "https://b/ ~");
  BOOST_TEST(told_of(zero + "<si><t>https://b<t>.c</t>.d/</t></si></sst>").ends_with("~"));
}

// Of two sheets of one name, and of one that is not in the file.
BOOST_AUTO_TEST_CASE(sheets_that_are_not_known) {
  const auto told_of = [](std::string_view sheets) {
    const Recorded told = opened(made_zip(
        {{"[Content_Types].xml", std::string(kTypes)},
         {"xl/worksheets/s1.xml",
          "<worksheet><sheetData><row r='1'><c r='A1'><f>HYPERLINK(\"https://\"&amp;X!B2)</f></c>"
          "</row></sheetData></worksheet>"},
         {"xl/_rels/workbook.xml.rels", std::string(kRelationships)},
         {"xl/workbook.xml", "<workbook xmlns:r='http://x/relationships'><sheets>" +
                                 std::string(sheets) + "</sheets></workbook>"},
         {"xl/worksheets/s2.xml",
          "<worksheet><sheetData><row r='2'><c r='B2' t='str'><v>b.example</v></c></row>"
          "</sheetData></worksheet>"}}));
    std::string found;
    for (const Recorded::Reference& each : told.references) found += each.raw + ' ';
    return found + (told.has(Lack::no_opener) ? "~" : "");
  };
  BOOST_TEST(told_of("<sheet name='X' r:id='r2'/>") == "https://b.example ");
  BOOST_TEST(told_of("<sheet name='_x0058_' r:id='r2'/>") == "https://b.example ");
  BOOST_TEST(told_of("<sheet name='X' r:id='r1'/><sheet name='x' r:id='r2'/>") == "https:// ~");
  BOOST_TEST(told_of("<sheet name='X' r:id='r3'/>") == "https:// ~");
}

// What is not kept whole makes no link.
BOOST_AUTO_TEST_CASE(a_text_that_is_cut_is_not_known) {
  const std::string text = "https://a.example/" + std::string(32'750, 'u');
  const std::string formula = "<c r='B1'><f>HYPERLINK(A1)</f></c></row>";
  const auto told_of = [&](const std::string& cell, const std::string& strings) {
    const Recorded told = opened(workbook("<row r='1'>" + cell + formula, kSecond, strings));
    for (const Recorded::Reference& each : told.references)
      BOOST_TEST(!each.place.starts_with("formula["));
    return told.has(Lack::no_opener);
  };
  BOOST_TEST(told_of("<c r='A1' t='str'><v>" + text + "</v></c>", std::string(kStrings)));
  BOOST_TEST(told_of("<c r='A1' t='s'><v>0</v></c>", "<sst><si><t>" + text + "</t></si></sst>"));
  BOOST_TEST(told_of("<c r='A1'><f>\"" + text + "\"</f></c>", std::string(kStrings)));
}

// One that is long, in the place of each of many.
BOOST_AUTO_TEST_CASE(what_many_cells_hold_is_bounded) {
  const std::string names = "HYPERLINK(" + [] {
    std::string all;
    for (int i = 1; i <= 3000; ++i) all += "A" + std::to_string(i) + (i < 3000 ? "&amp;" : ")");
    return all;
  }();
  for (const std::string_view first :
       {"<c t='inlineStr'><is><t>", "<c><f t='shared' si='1'>MID(1,1,\""}) {
    const bool is_formula = first.find("<f") != first.npos;
    std::string rows = "<row>" + std::string(first) + std::string(20'000, 'u') +
                       (is_formula ? "\")</f></c>" : "</t></is></c>") + "<c><f>" + names +
                       "</f></c></row>";
    for (int i = 2; i <= 3000; ++i)
      rows += is_formula ? "<row><c><f t='shared' si='1'/></c></row>"
                         : "<row><c t='s'><v>0</v></c></row>";
    std::string strings = "<sst><si><t>" + std::string(20'000, 'u') + "</t></si></sst>";
    const Recorded told = opened(workbook(rows, kSecond, strings));
    BOOST_TEST(told.has(Lack::limit));
    BOOST_TEST(told.has(Lack::no_opener));
  }
}

BOOST_AUTO_TEST_SUITE_END()
