// SPDX-License-Identifier: MIT
#include "worker/documents/office/formula.h"

#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>

#include <ostream>

using namespace basewalk::worker::office;

namespace {

struct Formula {
  const char* formula;
  const char* found;  // FUNCTION raw, with '?' before what is but words
};
std::ostream& operator<<(std::ostream& out, const Formula& row) { return out << row.formula; }

constexpr Formula kFormulas[] = {
    {R"(HYPERLINK("https://a.example/","go"))", "HYPERLINK https://a.example/"},
    {R"(=hyperlink( "https://a.example/" ))", "HYPERLINK https://a.example/"},
    {R"(IF(A1,HYPERLINK("https://"&"a.example/?"&1&("x"&2),"y")))",
     "HYPERLINK https://a.example/?1x2"},
    {R"(HYPERLINK(CONCATENATE("https://a",".example/",CHAR(97))))",
     "HYPERLINK https://a.example/a"},
    {R"(HYPERLINK("a""b"))", R"(HYPERLINK a"b)"},
    // What is known of it, if that is how it begins.
    {R"(HYPERLINK("https://a.example/"&A1))", "HYPERLINK https://a.example/"},
    {R"(HYPERLINK(A1&"x"))", ""},
    {R"(HYPERLINK(A1))", ""},
    {R"(_xlfn.WEBSERVICE("https://a.example/w"))", "WEBSERVICE https://a.example/w"},
    {R"(_xlfn.IMAGE("https://a.example/i.png","alt"))", "IMAGE https://a.example/i.png"},
    {R"(of:=HYPERLINK("https://a.example/";"go"))", "HYPERLINK https://a.example/"},
    {R"(of:=COM.MICROSOFT.WEBSERVICE("https://a.example/w"))", "WEBSERVICE https://a.example/w"},
    {R"(of:=['https://a.example/s.ods'#$Sheet1.A1])", "reference https://a.example/s.ods"},
    {R"(of:=DDE("soffice";"https://a.example/s.ods";"A1"))",
     "?DDE soffice https://a.example/s.ods A1 "},
    {R"(cmd|'/c start https://a.example/'!A0)", "?DDE /c start https://a.example/"},
    {R"(cmd|x!A0)", "?DDE cmd|x!A0"},
    {R"('Sheet one'!A1)", ""},
    {R"-("HYPERLINK(""x"")")-", ""},
    {R"(SUM(A1:A9))", ""},
    {R"-(HYPERLINK(")-", ""},
    {R"(HYPERLINK("x)", "HYPERLINK x"},
    {R"(HYPERLINK()", ""},
    {"", ""},
};

}  // namespace

BOOST_AUTO_TEST_SUITE(documents_office_formula)

BOOST_DATA_TEST_CASE(what_a_formula_leads_to, kFormulas, row) {
  std::string all;
  for (const FormulaTarget& target : formula_targets(row.formula)) {
    if (!all.empty()) all += '\n';
    all += (target.is_text ? "?" : "") + target.function + ' ' + target.raw;
  }
  BOOST_TEST(all == row.found);
}

BOOST_AUTO_TEST_CASE(what_lies_too_deep_ends) {
  std::string formula;
  for (int i = 0; i < 100'000; ++i) formula += "HYPERLINK(\"x\"&(";
  BOOST_TEST(formula_targets(formula).size() == 100'000u);
  BOOST_TEST(formula_targets("HYPERLINK(" + std::string(1'000'000, '(')).empty());
  BOOST_TEST(formula_targets(std::string(1'000'000, '|')).empty());
}

BOOST_AUTO_TEST_SUITE_END()
