// SPDX-License-Identifier: MIT
#include "worker/documents/field_code.h"

#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>

#include <initializer_list>
#include <ostream>
#include <utility>
#include <vector>

#include "worker/documents/recorded.h"

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
     "INCLUDETEXT https://a.example/t.xsl INCLUDETEXT https://a.example/t.xml"},
    {R"( LINK Excel.Sheet.8 "https://a.example/s.xls" "S!R1" \a \f 0 )",
     "LINK https://a.example/s.xls"},
    {R"( RD "sub/x.docx" )", "RD sub/x.docx"},
    // Two instructions in one field.
    {R"( HYPERLINK "https://a.example/x" HYPERLINK "https://b.example/y" )",
     "?HYPERLINK https://b.example/y HYPERLINK https://a.example/x"},
    {R"( DDEAUTO c:\\windows\\cmd.exe "/k start https://a.example/d" )",
     R"(?DDEAUTO c:\windows\cmd.exe /k start https://a.example/d)"},
    {R"( DISPLAYBARCODE "https://a.example/q" QR \q 3 )", "?DISPLAYBARCODE https://a.example/q"},
    {R"( PAGE \* MERGEFORMAT )", ""},
    {R"( DATE \@ "d.M.yyyy" )", ""},
    // The name: letters, in any case, behind what is not seen.
    {R"(HyperLink rel/x)", "HYPERLINK rel/x"},
    {R"("HYPERLINK" rel/x)", "HYPERLINK rel/x"},
    {R"("" HYPERLINK rel/x)", "HYPERLINK rel/x"},
    {R"(HYPERLINK2 rel/x)", "HYPERLINK rel/x"},
    {R"(HYPERLINKS rel/x)", ""},
    {"\u00A0HYPERLINK\u00A0\"rel/x\"", "HYPERLINK rel/x"},
    {"HYP\u00ADERLINK rel/x", "HYPERLINK rel/x"},
    {"HYPERLINK\u00A0https://a.example/x", "?HYPERLINK HYPERLINK\u00A0https://a.example/x"},
    {"\1HYPERLINK\tx\r\ny", "HYPERLINK x"},
    {R"(\h HYPERLINK rel/x)", "HYPERLINK rel/x"},
    {R"(\* MERGEFORMAT HYPERLINK rel/x)", "HYPERLINK rel/x"},
    {R"(HYPERLINK\l"sec" rel/x)", "HYPERLINK rel/x#sec"},
    // Quotes that are none of ASCII, and those that nothing closes.
    {R"(HYPERLINK „rel/x“ \l ”sec”)", "HYPERLINK rel/x#sec"},
    {R"(HYPERLINK rel/x"y")", "HYPERLINK rel/x"},
    {R"(HYPERLINK rel/x \l "sec)", "HYPERLINK rel/x#sec"},
    // Backslashes: where the standard's rule is kept, where a path is written as it is, and where
    // both are mixed.
    {R"(HYPERLINK "C:\\a\\b.doc")", R"(HYPERLINK C:\a\b.doc)"},
    {R"(HYPERLINK C:\\a\\b.doc)", R"(HYPERLINK C:\a\b.doc)"},
    {R"(HYPERLINK C:\a\b.doc)", R"(HYPERLINK C:\a\b.doc)"},
    {R"(HYPERLINK "\\\\h.example\\x")", R"(HYPERLINK \\h.example\x)"},
    {R"(HYPERLINK "\\\\h.example\x")", R"(HYPERLINK \\h.example\x)"},
    {R"(HYPERLINK \\h.example\x)", R"(HYPERLINK \\h.example\x)"},
    {R"(HYPERLINK "a\\" "b")", R"(HYPERLINK a\)"},
    // Switches: one character, with which its word may be written in one.
    {R"(HYPERLINK rel/x \lsec)", "HYPERLINK rel/x#sec"},
    {R"(HYPERLINK \L sec rel/x)", "HYPERLINK rel/x#sec"},
    {R"(HYPERLINK \tx \oy \s z rel/x)", "HYPERLINK rel/x"},
    {R"(HYPERLINK \*MERGEFORMAT rel/x)", "HYPERLINK rel/x"},
    {R"(HYPERLINK \MERGEFORMAT rel/x)", "HYPERLINK rel/x"},
    {R"(INCLUDEPICTURE \dhttps://a.example/p.png)", "INCLUDEPICTURE https://a.example/p.png"},
    {R"(HYPERLINK rel/x \)", "HYPERLINK rel/x"},
    {R"(HYPERLINK \o \t rel/t rel/x)", "HYPERLINK rel/x"},
    // Places: the last one; with its "#" or without.
    {R"(HYPERLINK rel/x \l "#sec")", "HYPERLINK rel/x#sec"},
    {R"(HYPERLINK rel/x#a \l sec)", "HYPERLINK rel/x#a"},
    {R"(HYPERLINK rel/x \l a \l b \l "")", "HYPERLINK rel/x#b"},
    {R"(HYPERLINK \l "https://a.example/x")", ""},
    // Nothing where something should be: then a URL anywhere in it.
    {R"(HYPERLINK \o "https://a.example/x")", "?HYPERLINK https://a.example/x"},
    {R"(HYPERLINK \* "rel/x")", "HYPERLINK rel/x"},
    {R"(HYPERLINK \@ "https://a.example/x")", "?HYPERLINK https://a.example/x"},
    {R"(LINK "https://a.example/x")", "?LINK https://a.example/x"},
    {R"(LINK \a Excel.Sheet.8 rel/x.xls)", "LINK rel/x.xls"},
    {R"(HYPERLINK "" \o "https://a.example/x")", ""},
    // The other names.
    {R"(INCLUDE "rel/t" \c x \n y \x z \t rel/s)", "INCLUDE rel/s INCLUDE rel/t"},
    {R"(INCLUDETEXT \t rel/s)", "INCLUDETEXT rel/s"},
    {R"(INCLUDETEXT "" \t rel/s)", "INCLUDETEXT rel/s"},
    {R"(INCLUDETEXT x \t a \t b \t c)", "INCLUDETEXT a INCLUDETEXT b INCLUDETEXT c INCLUDETEXT x"},
    {R"(INCLUDEPICTURE \c x rel/p \t y)", "INCLUDEPICTURE rel/p"},
    {R"(IMPORT \c x rel/p)", "IMPORT rel/p"},
    {R"(HTMLCONTROL rel/x)", "HTMLCONTROL rel/x"},
    // A command, as one text.
    {R"(DDE x "y" z)", "?DDE x y z"},
    {R"(ddeauto x \* MERGEFORMAT)", R"(?DDEAUTO x \* MERGEFORMAT)"},
    {R"(DDEX x)", "?DDEX x"},
    {R"(DDE)", ""},
    // Words with a URL of any other field, and of what is none.
    {R"(AUTOTEXT "see https://a.example/" b)", "?AUTOTEXT see https://a.example/"},
    {R"(IF a = b "https://a.example/" \* "WWW.a.example")", "?IF https://a.example/ WWW.a.example"},
    {R"(QUOTE MailTo:me@a.example)", "?QUOTE MailTo:me@a.example"},
    {R"(MACROBUTTON x "\\\\h.example\\x")", R"(?MACROBUTTON \\h.example\x)"},
    {R"(=https://a.example/)", "? =https://a.example/"},
    {R"(= "https://a.example/")", "? https://a.example/"},
    {R"(https://a.example/ b)", "?HTTPS https://a.example/"},
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

BOOST_AUTO_TEST_CASE(of_very_many_styles_some_are_told) {
  std::string code = "INCLUDETEXT x";
  for (int i = 0; i < 1000; ++i) code += " \\t " + std::to_string(i);
  const std::vector<FieldTarget> found = field_targets(code);
  BOOST_REQUIRE(found.size() == 101u);
  BOOST_TEST(found[0].raw == "0");
  BOOST_TEST(found[99].raw == "999");
  BOOST_TEST(found[100].raw == "x");
}

BOOST_AUTO_TEST_CASE(a_quote_is_evaluated) {
  BOOST_TEST(field_value(R"( QUOTE 104 116 116 112 "://a" 0x2E )").value_or("-") == "http://a.");
  BOOST_TEST(field_value(R"(SYMBOL 65 \f "Symbol" \s 12)").value_or("-") == "A");
  BOOST_TEST(field_value("QUOTE 128 8364 1234567890123").value_or("-") == "€€1234567890123");
  BOOST_TEST(field_value(R"(quote "1" 0x68 \* Upper \*Lower i \@ "d" ”x”)").value_or("-") ==
             "1hix");
  BOOST_TEST(field_value(R"(SYMBOL 65 \fSymbol \s12 \h)").value_or("-") == "A");
  BOOST_TEST(!field_value("QUOTES 104").has_value());
  BOOST_TEST(!field_value("PAGE").has_value());
  BOOST_TEST(!field_value("").has_value());
}

BOOST_AUTO_TEST_CASE(a_field_stands_for_its_value_or_else_its_result) {
  BOOST_TEST(value_of({"QUOTE 104", "x", true}) == "h");
  BOOST_TEST(value_of({"QUOTE", "x", true}) == "x");
  BOOST_TEST(value_of({R"(QUOTE \* "y")", "x", true}) == "x");
  BOOST_TEST(value_of({"REF a", "x", true}) == "x");
  BOOST_TEST(value_of({"REF a", "", false}) == "");
  BOOST_TEST(value_of({"REF a", std::string(100'000, 'x'), true}).size() == 16384u);
  BOOST_TEST(value_of({"QUOTE \"" + std::string(100'000, 'x'), "", false}).size() == 100'000u);
}

// Instructions that programs do not read alike are told as all of them read them.
BOOST_AUTO_TEST_CASE(versions_of_a_field_are_told) {
  struct Row {
    std::vector<std::pair<const char*, Version>> code;
    const char* found;
    bool is_divided;
  };
  constexpr Version all = Version::all, newest = Version::newest, others = Version::others;
  const Row rows[] = {
      {{{"HYPERLINK a", all}}, "HYPERLINK a", false},
      {{{"HYPERLINK \"a", all}, {"b", newest}, {"c", others}, {"d\"", all}},
       "HYPERLINK abd HYPERLINK acd",
       true},
      {{{"HYPERLINK \"a", all}, {"b", others}, {"c\"", all}}, "HYPERLINK ac HYPERLINK abc", true},
      // Alike.
      {{{"HYPERLINK \"a", all}, {"b", newest}, {"b", others}, {"\"", all}}, "HYPERLINK ab", false},
      {{{"HYPERLINK a", all}, {" ", others}}, "HYPERLINK a", false},
      // Deleted as a whole, and new.
      {{{"HYPERLINK a", others}}, "HYPERLINK a", false},
      {{{"HYPERLINK a", newest}}, "HYPERLINK a", false},
      {{{"DDE", newest}, {"PAGE", others}, {" x", all}}, "?DDE x", true},
  };
  for (const Row& row : rows) {
    FieldReader reader;
    std::vector<FieldTarget> found;
    reader.begin(found);
    for (const auto& [text, version] : row.code) reader.text(text, version);
    reader.finish(found);
    BOOST_TEST(joined(found) == row.found);
    Recorded told;
    FieldLacks lacks;
    tell_targets(found, told, lacks);
    BOOST_TEST(lacks.divided == row.is_divided, row.found);
  }
}

// What a field stands for is put where it stands, for those who see it.
BOOST_AUTO_TEST_CASE(a_field_in_another_is_of_a_version) {
  FieldReader reader;
  std::vector<FieldTarget> found;
  reader.begin(found);
  reader.text("HYPERLINK \"a");
  reader.begin(found);
  BOOST_TEST(reader.depth() == 2u);
  reader.text("QUOTE \"b\"");
  reader.end(found, Version::others);
  reader.text("c\"");
  reader.end(found);
  BOOST_TEST(joined(found) == "HYPERLINK ac HYPERLINK abc");
}

BOOST_AUTO_TEST_CASE(what_is_found_is_told_once) {
  std::vector<FieldTarget> found;
  add_targets({"INCLUDETEXT rel/t \\t rel/s", " a b\n", true}, found);
  add_targets({"DDE x", "\n", true}, found);
  Recorded told;
  FieldLacks lacks;
  tell_targets(found, told, lacks);
  BOOST_TEST(found.empty());
  // A command, which is told once.
  BOOST_TEST_REQUIRE(told.lacks.size() == 1u);
  BOOST_TEST((told.lacks[0].why == Lack::no_opener));
  add_targets({"DDEAUTO x", "", false}, found);
  tell_targets(found, told, lacks);
  BOOST_TEST(told.lacks.size() == 1u);
  told.references.pop_back();
  BOOST_TEST(told.found() == (std::vector<std::string>{"field[INCLUDETEXT] rel/s",
                                                       "field[INCLUDETEXT] rel/t", "field[DDE] x"}),
             boost::test_tools::per_element());
  BOOST_REQUIRE(told.references.size() == 3u);
  BOOST_TEST(!told.references[0].text.has_value());
  BOOST_TEST(told.references[1].text.value_or("-") == "a b");
  BOOST_TEST(!told.references[2].text.has_value());
  BOOST_TEST(!told.references[1].is_text);
  BOOST_TEST(told.references[2].is_text);
}

// What another field is, whoever opens the document may find anew.
BOOST_AUTO_TEST_CASE(a_link_that_other_fields_make_is_told) {
  const auto is_told = [](std::initializer_list<std::string_view> pieces) {
    FieldReader reader;
    std::vector<FieldTarget> found;
    for (const std::string_view piece : pieces) {
      if (piece == "{")
        reader.begin(found);
      else if (piece == "|")
        reader.separate();
      else if (piece == "}")
        reader.end(found);
      else
        reader.text(piece);
    }
    reader.finish(found);
    Recorded told;
    FieldLacks lacks;
    tell_targets(found, told, lacks);
    BOOST_TEST(told.lacks.size() == (lacks.composed ? 1u : 0u));
    return lacks.composed;
  };
  BOOST_TEST(is_told({"{", "HYPERLINK \"h", "{", "REF a", "}", "\"", "}"}));
  BOOST_TEST(
      is_told({"{", "HYPERLINK \"", "{", "REF a", "|", "http://h/", "}", "\"", "|", "x", "}"}));
  BOOST_TEST(is_told({"{", "INCLUDEPICTURE ", "{", "IF 1=1 a b", "|", "a", "}", "}"}));
  BOOST_TEST(is_told({"{", "HYPERLINK a", "{", "QUOTE ", "{", "REF a", "}", "\"b\"", "}", "}"}));
  BOOST_TEST(is_told({"{", "{", "REF a", "|", "HYPERLINK x", "}", "}"}));
  BOOST_TEST(is_told({"{", "HYPERLINK ", "{", "REF a", "}", "}"}));
  BOOST_TEST(is_told({"{", "HYPERLINK \"", "{", "REF a", "}", "\"", "}"}));
  // It says so itself, or stands where it leads nowhere.
  BOOST_TEST(!is_told({"{", "HYPERLINK \"", "{", "QUOTE 104 105", "}", "\"", "}"}));
  BOOST_TEST(!is_told({"{", "HYPERLINK a", "{", "}", "}"}));
  BOOST_TEST(!is_told({"{", "HYPERLINK a", "|", "{", "REF a", "|", "x", "}", "}"}));
  BOOST_TEST(!is_told({"{", "INCLUDEPICTURE a", "{", "INCLUDEPICTURE a", "}", "}"}));
  BOOST_TEST(!is_told({"{", "IF \"", "{", "REF a", "}", "\" = 1", "}"}));
  BOOST_TEST(!is_told({"{", "HYPERLINK a", "}", "{", "REF a", "}"}));
}

BOOST_AUTO_TEST_CASE(fields_lie_in_each_other) {
  FieldReader reader;
  std::vector<FieldTarget> found;
  reader.text("outside");
  reader.begin(found);
  reader.text(" HYPERLINK \"");
  BOOST_TEST(!reader.is_shown());
  reader.begin(found);
  reader.text("QUOTE 104 105");
  reader.separate();
  reader.text("what it is not");
  reader.end(found);
  reader.begin(found);
  reader.text("REF a");
  reader.separate();
  reader.text("/x");
  reader.end(found);
  reader.text("\" ");
  reader.separate();
  BOOST_TEST(reader.is_shown());
  reader.text("Click ");
  reader.begin(found);
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

// LibreOffice leaves out what another field is carried out to.
BOOST_AUTO_TEST_CASE(a_link_without_what_is_carried_out_is_told) {
  FieldReader reader;
  std::vector<FieldTarget> found;
  for (const std::string_view code : {"HYPERLINK http://a", "QUOTE b"}) {
    reader.begin(found);
    reader.text(code);
  }
  reader.end(found);
  reader.text("/");
  reader.end(found);
  BOOST_TEST(joined(found) == "HYPERLINK http://ab/ HYPERLINK http://a/");
  BOOST_TEST(found.at(1).is_divided);
  // What is left leads somewhere by any scheme, or by a host.
  for (const std::string rest :
       {"ms-msdt:/x", "javascript:x", "//h/x", "\\\\\\\\h\\\\x", "www.h", "x"}) {
    found.clear();
    reader.begin(found);
    reader.text("HYPERLINK \"");
    reader.begin(found);
    reader.text("QUOTE http://g/");
    reader.end(found);
    reader.text(rest + '"');
    reader.end(found);
    // The value is told as well, and the whole.
    BOOST_TEST(found.size() == (rest == "x" ? 2U : 3U), rest);
  }
}

BOOST_AUTO_TEST_CASE(fields_that_lie_too_deep_end) {
  FieldReader reader;
  std::vector<FieldTarget> found;
  for (int i = 0; i < 100'000; ++i) {
    reader.begin(found);
    reader.text("HYPERLINK a ");
  }
  for (int i = 0; i < 200'000; ++i) reader.end(found);
  // Each by itself, however deep it lies.
  BOOST_TEST(found.size() == 100'000u);
  BOOST_TEST(!reader.is_in_field());
  BOOST_TEST(reader.is_shown());
  BOOST_TEST(reader.is_cut());
}

BOOST_AUTO_TEST_CASE(instructions_are_read_however_far_they_go) {
  FieldReader reader;
  std::vector<FieldTarget> found;
  reader.begin(found);
  BOOST_TEST(reader.is_in_code());
  reader.text("HYPERLINK ");
  for (int i = 0; i < 1000; ++i) reader.text(std::string(1000, ' '));
  reader.text("x");
  reader.separate();
  reader.separate();
  BOOST_TEST(!reader.is_in_code());
  reader.finish(found);
  BOOST_TEST(joined(found) == "HYPERLINK x");
  BOOST_TEST(!reader.is_cut());
  reader.separate();
  reader.end(found);
  BOOST_TEST(reader.is_shown());

  reader.begin(found);
  reader.text(std::string(std::size_t{17} << 20, ' '));
  reader.finish(found);
  BOOST_TEST(reader.is_cut());
}

BOOST_AUTO_TEST_CASE(what_is_put_into_others_is_bounded) {
  FieldReader reader(10);
  std::vector<FieldTarget> found;
  reader.begin(found);
  reader.text("HYPERLINK ");
  for (const char* result : {"123456", "7890ab"}) {
    reader.begin(found);
    reader.text("REF a");
    reader.separate();
    reader.text(result);
    reader.end(found);
  }
  reader.end(found);
  BOOST_TEST(joined(found) == "HYPERLINK 1234567890");
  BOOST_TEST(reader.put() == 10u);
  BOOST_TEST(reader.is_cut());
}

BOOST_AUTO_TEST_SUITE_END()
