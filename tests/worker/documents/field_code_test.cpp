// SPDX-License-Identifier: MIT
#include "worker/documents/field_code.h"

#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>

#include <ostream>

using namespace basewalk::worker;

namespace {

struct Code {
  const char* code;
  const char* found;  // NAME raw, with '?' before what is but words
};
std::ostream& operator<<(std::ostream& out, const Code& code) { return out << code.code; }

constexpr Code kCodes[] = {
    {R"( HYPERLINK "https://a.example/x" )", "HYPERLINK https://a.example/x"},
    {R"(hyperlink https://a.example/x)", "HYPERLINK https://a.example/x"},
    {R"(HYPERLINK"https://a.example/x"\o"tip")", "HYPERLINK https://a.example/x"},
    {R"( HYPERLINK "https://a.example/x" \l "sec" \t "_blank" )",
     "HYPERLINK https://a.example/x#sec"},
    {R"( HYPERLINK \l "sec" "https://a.example/x" )", "HYPERLINK https://a.example/x#sec"},
    {R"( HYPERLINK \o "a tip" \n "rel/x.html" \* MERGEFORMAT)", "HYPERLINK rel/x.html"},
    {R"( HYPERLINK \l "sec" )", ""},
    {R"( HYPERLINK "" )", ""},
    {R"( HYPERLINK )", ""},
    {R"()", ""},
    {R"( HYPERLINK "file:\\\\h.example\\share\\x" )", R"(HYPERLINK file:\\h.example\share\x)"},
    {R"( HYPERLINK "\\h.example\share" )", R"(HYPERLINK \\h.example\share)"},
    {R"( HYPERLINK "c:\" )", R"(HYPERLINK c:\)"},
    {R"( HYPERLINK "a\"b" )", R"(HYPERLINK a"b)"},
    {R"( HYPERLINK “https://a.example/x” )", "HYPERLINK https://a.example/x"},
    {R"( HYPERLINK "https://a.example/x)", "HYPERLINK https://a.example/x"},
    {R"( INCLUDEPICTURE \d "https://a.example/p.png" \* MERGEFORMATINET )",
     "INCLUDEPICTURE https://a.example/p.png"},
    {R"( INCLUDETEXT "https://a.example/t.xml" b \c XML \t "https://a.example/t.xsl" )",
     "INCLUDETEXT https://a.example/t.xml INCLUDETEXT https://a.example/t.xsl"},
    {R"( LINK Excel.Sheet.8 "https://a.example/s.xls" "S!R1" \a \f 0 )",
     "LINK https://a.example/s.xls"},
    {R"( RD "sub/x.docx" )", "RD sub/x.docx"},
    {R"( DDEAUTO c:\\windows\\cmd.exe "/k start https://a.example/d" )",
     R"(?DDEAUTO c:\windows\cmd.exe ?DDEAUTO /k start https://a.example/d)"},
    {R"( DISPLAYBARCODE "https://a.example/q" QR \q 3 )", "?DISPLAYBARCODE https://a.example/q"},
    {R"( PAGE \* MERGEFORMAT )", ""},
    {R"( DATE \@ "d.M.yyyy" )", ""},
};

std::string joined(const std::vector<FieldTarget>& targets) {
  std::string all;
  for (const FieldTarget& target : targets) {
    if (!all.empty()) all += ' ';
    if (target.is_text) all += '?';
    all += target.name + ' ' + target.raw;
  }
  return all;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(field_code)

BOOST_DATA_TEST_CASE(what_a_field_leads_to, kCodes, row) {
  BOOST_TEST(joined(field_targets(row.code)) == row.found);
}

BOOST_AUTO_TEST_CASE(a_quote_is_evaluated) {
  BOOST_TEST(field_value(R"( QUOTE 104 116 116 112 "://a" 0x2E )").value_or("-") == "http://a.");
  BOOST_TEST(field_value(R"(SYMBOL 65 \f "Symbol" \s 12)").value_or("-") == "A");
  BOOST_TEST(field_value("QUOTE 128 8364 1234567890123").value_or("-") == "€€1234567890123");
  BOOST_TEST(!field_value("PAGE").has_value());
  BOOST_TEST(!field_value("").has_value());
}

BOOST_AUTO_TEST_CASE(fields_lie_in_each_other) {
  FieldReader reader;
  std::vector<FieldTarget> found;
  reader.text("outside");
  reader.begin();
  reader.text(" HYPERLINK \"");
  BOOST_TEST(!reader.is_shown());
  reader.begin();
  reader.text("QUOTE 104 105");
  reader.separate();
  reader.text("what it is not");
  reader.end(found);
  reader.begin();
  reader.text("REF a");
  reader.separate();
  reader.text("/x");
  reader.end(found);
  reader.text("\" ");
  reader.separate();
  BOOST_TEST(reader.is_shown());
  reader.text("Click ");
  reader.begin();
  reader.text("PAGE");
  reader.separate();
  reader.text("7");
  reader.end(found);
  reader.finish(found);
  BOOST_TEST(joined(found) == "HYPERLINK hi/x");
  BOOST_REQUIRE(found.size() == 1u);
  BOOST_TEST(found[0].text == "Click 7");
  BOOST_TEST(!reader.is_in_field());
}

BOOST_AUTO_TEST_CASE(fields_that_lie_too_deep_end) {
  FieldReader reader;
  std::vector<FieldTarget> found;
  for (int i = 0; i < 100'000; ++i) {
    reader.begin();
    reader.text("HYPERLINK a ");
  }
  for (int i = 0; i < 200'000; ++i) reader.end(found);
  BOOST_TEST(!found.empty());
  BOOST_TEST(!reader.is_in_field());
}

BOOST_AUTO_TEST_SUITE_END()
