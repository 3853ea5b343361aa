// SPDX-License-Identifier: MIT
#include "worker/documents/office/formula.h"

#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>

#include <cstdint>
#include <optional>
#include <ostream>
#include <string>

using namespace basewalk::worker::office;

namespace {

struct Formula {
  const char* formula;
  const char* found;  // FUNCTION raw, with '?' before what is but words, '~' where it is open
};
std::ostream& operator<<(std::ostream& out, const Formula& row) { return out << row.formula; }

constexpr Formula kFormulas[] = {
    {R"(HYPERLINK("https://a.example/","go"))", "HYPERLINK https://a.example/"},
    {R"(=hyperlink( "https://a.example/" ))", "HYPERLINK https://a.example/"},
    {R"(IF(A1,HYPERLINK("https://"&"a.example/?"&1&("x"&2),"y")))",
     "HYPERLINK https://a.example/?1x2"},
    {R"(HYPERLINK(CONCATENATE("https://a",".example/",CHAR(97))))",
     "HYPERLINK https://a.example/a"},
    {R"(HYPERLINK(_xlfn.CONCAT("https://a",".example/")))", "HYPERLINK https://a.example/"},
    {R"(HYPERLINK("https://a.example"&CHAR(47)&"b"))", "HYPERLINK https://a.example/b"},
    // A character whose number is not known, or is none.
    {R"(HYPERLINK("https://a.example"&CHAR(47&A1)&"b"))", "~HYPERLINK https://a.example"},
    {R"(HYPERLINK("https://a.example"&CHAR(A1)&"b"))", "~HYPERLINK https://a.example"},
    {R"(HYPERLINK("https://a.example"&CHAR("4x")&"b"))", "~HYPERLINK https://a.example"},
    {R"(HYPERLINK("https://a.example"&CHAR("")&"b"))", "~HYPERLINK https://a.example"},
    {R"(HYPERLINK("a""b"))", R"(HYPERLINK a"b)"},
    // What is known of it, if that is how it begins.
    {R"(HYPERLINK("https://a.example/"&A1))", "HYPERLINK https://a.example/"},
    // Where it leads only others say.
    {R"(HYPERLINK(A1&"x"))", "?~HYPERLINK "},
    {R"(HYPERLINK(A1))", "?~HYPERLINK "},
    {R"(HYPERLINK("https://a"&A1))", "~HYPERLINK https://a"},
    {R"(HYPERLINK("https://"&A1))", "~HYPERLINK https://"},
    {R"(HYPERLINK("htt"&A1))", "~HYPERLINK htt"},
    {R"(HYPERLINK("\\host"&A1))", R"(~HYPERLINK \\host)"},
    {R"(HYPERLINK("\\host\"&A1))", R"(HYPERLINK \\host\)"},
    {R"(HYPERLINK("https:"&A1))", "~HYPERLINK https:"},
    {R"(HYPERLINK("https:/"&A1))", "~HYPERLINK https:/"},
    {R"(HYPERLINK("https:a"&A1))", "~HYPERLINK https:a"},
    {R"(HYPERLINK("https:/a"&A1))", "~HYPERLINK https:/a"},
    {R"(HYPERLINK("https:\\a"&A1))", R"(~HYPERLINK https:\\a)"},
    {R"(HYPERLINK("https:\\a\"&A1))", R"(HYPERLINK https:\\a\)"},
    // Blanks go but for one; of a number there is none.
    {R"(HYPERLINK("https://"&TRIM("  a.example/x   y ")))", "HYPERLINK https://a.example/x y"},
    {R"(HYPERLINK("https://a"&T(1)&".example"))", "~HYPERLINK https://a"},
    {R"(HYPERLINK("https://a"&T("b")&".example"))", "HYPERLINK https://ab.example"},
    {R"(HYPERLINK("https://a"&1.5&".example"))", "HYPERLINK https://a1.5.example"},
    {R"(HYPERLINK("https://a"&1.50&".example"))", "~HYPERLINK https://a1.50"},
    {R"(HYPERLINK("https://a"&007&".example"))", "~HYPERLINK https://a007"},
    {R"(HYPERLINK("https://a"&UNICHAR(233)&".example"))", "HYPERLINK https://a\u00e9.example"},
    {R"(HYPERLINK("https://a/"&UNICHAR(128)&CHAR(128)))", "HYPERLINK https://a/\u0080\u20ac"},
    {R"(HYPERLINK("https://a?"&A1))", "HYPERLINK https://a?"},
    {R"(HYPERLINK("mailto:a@"&A1))", "HYPERLINK mailto:a@"},
    {R"(HYPERLINK("#"&A1))", "HYPERLINK #"},
    {R"(HYPERLINK("c:"&A1))", "~HYPERLINK c:"},
    {R"(IF(1,IMAGE(B2),HYPERLINK(IF(A1,"https://a.example/","x"))))",
     "?~IMAGE IF(1,IMAGE(B2),HYPERLINK(IF(A1,\"https://a.example/\",\"x\")))\n?~HYPERLINK "},
    {R"(SUM(A1&B1))", ""},
    // What another operator makes of it is something else.
    {R"(HYPERLINK("https://a"="b"))", "~HYPERLINK https://a"},
    {R"(HYPERLINK(("https://a"&"b")+1,"x"))", "~HYPERLINK https://ab"},
    {R"(HYPERLINK("https://a/"="b"))", "HYPERLINK https://a/"},
    {R"(_xlfn.WEBSERVICE("https://a.example/w"))", "WEBSERVICE https://a.example/w"},
    {R"(_xlfn.IMAGE("https://a.example/i.png","alt"))", "IMAGE https://a.example/i.png"},
    {R"(of:=HYPERLINK("https://a.example/";"go"))", "HYPERLINK https://a.example/"},
    {R"(of:=COM.MICROSOFT.WEBSERVICE("https://a.example/w"))", "WEBSERVICE https://a.example/w"},
    {R"(of:=['https://a.example/s.ods'#$Sheet1.A1])", "reference https://a.example/s.ods"},
    {R"(of:='\\a.example\it''s.ods'#$Sheet1.A1)", R"(reference \\a.example\it's.ods)"},
    {R"(SUM('\\a.example\it''s\[x.xlsx]Sheet 1'!A1:B2))", R"(reference \\a.example\it's\x.xlsx)"},
    {R"('https://a.example/[x.xlsx]S'!A1)", "reference https://a.example/x.xlsx"},
    {R"('https://a.example/x.xlsx'!name)", "reference https://a.example/x.xlsx"},
    {R"('C:\[x.xlsx]S'!A1)", R"(reference C:\x.xlsx)"},
    {R"('My sheet'!A1+'[1]S'!A1+'[x.xlsx]S'!A1+'a/b'!A1+')", ""},
    {R"(of:=DDE("soffice";"https://a.example/s.ods";"A1"))",
     "?DDE soffice https://a.example/s.ods A1 "},
    {R"(cmd|'/c start https://a.example/'!A0)", "?DDE /c start https://a.example/"},
    {R"(cmd|x!A0)", "?DDE cmd|x!A0"},
    // Commands of nothing that is known.
    {R"(of:=DDE([.A1];[.B1];"x"))", "?DDE "},
    {R"(EXEC(A1))", "?EXEC "},
    {R"(RTD("prog",A1,"x"))", "?RTD prog "},
    {R"(_xlfn.MAP(A1:A9,_xleta.IMAGE))", "?~IMAGE _xlfn.MAP(A1:A9,_xleta.IMAGE)"},
    {R"(_xlfn.MAP(A1:A9,_xleta.RTD,_xleta.SUM))", "?RTD "},
    {R"(of:=HYPERLINK ([.A1]))", "?~HYPERLINK of:=HYPERLINK ([.A1])"},
    {R"(HYPERLINK + EXEC)", ""},
    // Of Google, in a workbook.
    {R"-(IFERROR(__xludf.DUMMYFUNCTION("IMPORTXML(""https://""&A1,""x"")"),1))-",
     "~IMPORTXML https://"},
    {R"-(__xludf.DUMMYFUNCTION("IMPORTDATA(""https://a.example/"")"))-",
     "IMPORTDATA https://a.example/"},
    {R"-(__xludf.DUMMYFUNCTION("__xludf.DUMMYFUNCTION(""IMAGE(A1)"")"))-", ""},
    {R"('Sheet one'!A1)", ""},
    {R"-("HYPERLINK(""x"")")-", ""},
    {R"(SUM(A1:A9))", ""},
    {R"-(HYPERLINK(")-", ""},
    {R"(HYPERLINK("x)", "HYPERLINK x"},
    {R"(HYPERLINK()", "?~HYPERLINK "},
    {"", ""},
};

}  // namespace

BOOST_AUTO_TEST_SUITE(documents_office_formula)

BOOST_DATA_TEST_CASE(what_a_formula_leads_to, kFormulas, row) {
  std::string all;
  const std::vector<FormulaTarget> targets = formula_targets(row.formula);
  // An open one is lacking, and so is what a command does.
  const std::string_view found = row.found;
  const std::vector<std::string_view> lacks = lacks_of(targets);
  BOOST_TEST(lacks.size() ==
             (found.find('~') != found.npos ? 1u : 0u) +
                 (found.find("?DDE ") != found.npos || found.find("?EXEC ") != found.npos ||
                          found.find("?RTD ") != found.npos
                      ? 1u
                      : 0u));
  for (const FormulaTarget& target : targets) {
    if (!all.empty()) all += '\n';
    all += std::string(target.is_text ? "?" : "") + (target.is_open ? "~" : "") + target.function +
           ' ' + target.raw;
  }
  BOOST_TEST(all == row.found);
}

BOOST_AUTO_TEST_CASE(a_formula_names_cells) {
  struct Row {
    const char* formula;
    const char* cells;  // sheet!left,top,right,bottom
    const char* raw;    // where each cell shows "/x#"
    Shift shift = {};
  };
  const Row rows[] = {
      {"HYPERLINK(A1)", "!1,1,1,1 ", "/x#"},
      {"HYPERLINK( $b$12 & C3 )", "!2,12,2,12 !3,3,3,3 ", "/x#/x#"},
      {"HYPERLINK(Sheet2!A1&\"y\")", "Sheet2!1,1,1,1 ", "/x#y"},
      {"HYPERLINK('It''s one'!AA1)", "It's one!27,1,27,1 ", "/x#"},
      {"HYPERLINK(\xC3\xA4!A1)", "\xC3\xA4!1,1,1,1 ", "/x#"},
      {"HYPERLINK(CONCAT(A1:B2))", "!1,1,2,2 ", "/x#"},
      {"HYPERLINK(CONCAT(B2:A1,C1))", "!1,1,2,2 !3,1,3,1 ", "/x#/x#"},
      {"HYPERLINK(XFD1048576)", "!16384,1048576,16384,1048576 ", "/x#"},
      {"HYPERLINK(XFE1)", "", ""},
      {"HYPERLINK(A1048577)", "", ""},
      {"HYPERLINK(A0)", "", ""},
      {"HYPERLINK(A)", "", ""},
      {"HYPERLINK(1A)", "", "1"},
      {"HYPERLINK(A1B)", "", ""},
      {"HYPERLINK(A1:B)", "", "HYPERLINK(A1:B)"},
      {"HYPERLINK(A1:Sheet2!B1)", "", "HYPERLINK(A1:Sheet2!B1)"},
      {"HYPERLINK(LOG10(1))", "", ""},
      {"HYPERLINK('x'A1)", "", ""},
      {"HYPERLINK('x", "", ""},
      {"HYPERLINK([1]Sheet1!A1)", "", ""},
      // In another cell than it was written for.
      {"HYPERLINK(A1&$A1&A$1&$A$1)",
       "!3,2,3,2 !1,2,1,2 !3,1,3,1 !1,1,1,1 ",
       "/x#/x#/x#/x#",
       {2, 1}},
      {"HYPERLINK(A1)", "!16384,1048576,16384,1048576 ", "/x#", {-1, -1}},
      {"HYPERLINK(XFD1048576)", "!1,1,1,1 ", "/x#", {1, 1}},
  };
  for (const Row& row : rows) {
    std::string seen;
    const auto targets = formula_targets(
        row.formula,
        [&](const CellRange& cells) -> std::optional<std::string> {
          seen += cells.sheet + '!';
          for (const std::uint32_t each : {cells.left, cells.top, cells.right})
            seen += std::to_string(each) + ',';
          seen += std::to_string(cells.bottom) + ' ';
          return "/x#";
        },
        row.shift);
    BOOST_TEST(seen == row.cells);
    BOOST_REQUIRE(targets.size() == 1U);
    BOOST_TEST(targets[0].raw == row.raw);
    BOOST_TEST(targets[0].is_open == seen.empty());
    BOOST_TEST(targets[0].is_whole == !targets[0].is_open);
  }
  // A cell of which nothing is known.
  const auto unknown = formula_targets(
      "HYPERLINK(\"a\"&A1&\"b\")", [](const CellRange&) { return std::optional<std::string>(); });
  BOOST_TEST(unknown[0].raw == "a");
  BOOST_TEST(unknown[0].is_open);
}

BOOST_AUTO_TEST_CASE(what_lies_too_deep_ends) {
  std::string formula;
  for (int i = 0; i < 100'000; ++i) formula += "HYPERLINK(\"x\"&(";
  BOOST_TEST(formula_targets(formula).size() == 100'000u);
  const auto deep = formula_targets("HYPERLINK(" + std::string(1'000'000, '('));
  BOOST_TEST(deep.size() == 1U);
  BOOST_TEST(deep[0].is_open);
  BOOST_TEST(formula_targets(std::string(1'000'000, '|')).empty());
}

BOOST_AUTO_TEST_SUITE_END()
