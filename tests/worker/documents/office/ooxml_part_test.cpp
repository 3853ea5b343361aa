// SPDX-License-Identifier: MIT
//
// Parts of OOXML and ODF that programs do not read alike, or that hold more than their text.
#include "worker/documents/office/ooxml/ooxml_part.h"

#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>

#include <ostream>
#include <string>

#include "support/files.h"
#include "text/base64.h"
#include "worker/documents/office/made_zip.h"
#include "worker/documents/office/ooxml/escapes.h"
#include "worker/documents/office/open_zip_document.h"
#include "worker/documents/recorded.h"

using namespace basewalk;
using namespace basewalk::worker;

namespace {

constexpr const char* kType = "application/vnd.openxmlformats-officedocument.";

std::string types(const std::string& overrides = {}) {
  return "<Types xmlns='http://schemas.openxmlformats.org/package/2006/content-types'><Default "
         "Extension='xml' ContentType='application/xml'/>" +
         overrides + "</Types>";
}

std::string type(const std::string& part, const std::string& is) {
  return "<Override PartName='/" + part + "' ContentType='" + is + "'/>";
}

std::string relationships(const std::string& of) {
  return "<Relationships xmlns='http://schemas.openxmlformats.org/package/2006/relationships'>" +
         of + "</Relationships>";
}

std::string relationship(const std::string& kind, const std::string& target) {
  return "<Relationship Id='" + target + "' Type='http://x/relationships/" + kind + "' Target='" +
         target + "'/>";
}

Recorded opened(const Members& members) {
  Recorded told;
  const test::ExactCopy bytes(made_zip(members));
  open_zip_document(Document{bytes.view(), "a.zip", {}, {}}, told);
  BOOST_TEST(!told.is_open());
  return told;
}

// References and parts, and sentences of what is lacking.
std::string all_of(const Recorded& told) {
  std::string all;
  const auto add = [&](const std::string& line) { all += (all.empty() ? "" : "\n") + line; };
  for (const std::string& each : told.found()) add(each);
  for (const Recorded::Part& each : told.parts) add("part " + each.name + ' ' + each.bytes);
  for (const Recorded::Missing& each : told.lacks) add("lack " + each.sentence);
  return all;
}

Recorded told_of_body(const std::string& body) {
  return opened(
      {{"[Content_Types].xml", types()},
       {"word/document.xml",
        "<w:document xmlns:w='http://schemas.openxmlformats.org/wordprocessingml/2006/main' "
        "xmlns:mc='http://schemas.openxmlformats.org/markup-compatibility/2006' xmlns:x='urn:x' "
        "xmlns:h='http://www.w3.org/1999/xhtml' "
        "xmlns:v='http://schemas.microsoft.com/office/visio/2012/main'>" +
            body + "</w:document>"}});
}

std::string of_body(const std::string& body) { return all_of(told_of_body(body)); }

// The texts, and what is lacking.
std::string texts_of_body(const std::string& body) {
  const Recorded told = told_of_body(body);
  std::string all;
  for (const Recorded::Text& each : told.texts) all += each.text + "|";
  for (const Recorded::Missing& each : told.lacks) all += "lack " + each.sentence;
  return all;
}

// A field of Word: its instructions.
std::string code(const std::string& text) {
  return "<w:r><w:instrText>" + text + "</w:instrText></w:r>";
}
std::string mark(const std::string& is) {
  return "<w:r><w:fldChar w:fldCharType='" + is + "'/></w:r>";
}
std::string choice(const std::string& first, const std::string& other) {
  return "<mc:AlternateContent><mc:Choice Requires='wps'>" + first + "</mc:Choice><mc:Fallback>" +
         other + "</mc:Fallback></mc:AlternateContent>";
}

struct Row {
  std::string body, found;
};
std::ostream& operator<<(std::ostream& out, const Row& row) { return out << row.body; }

const std::string kBegin = mark("begin"), kEnd = mark("end"),
                  kDividedLack = "lack " + std::string(kDivided);

const Row kVersions[] = {
    {kBegin + code("HYPERLINK \"http://a") + choice(code("b"), code("c")) + code("/\"") + kEnd,
     "field[HYPERLINK] http://ab/\nfield[HYPERLINK] http://ac/\n" + kDividedLack},
    {kBegin + code("HYPERLINK \"http://a") +
         "<w:del><w:r><w:delInstrText>/</w:delInstrText></w:r>" + "</w:del>" + code(".b/\"") + kEnd,
     "field[HYPERLINK] http://a.b/\nfield[HYPERLINK] http://a/.b/\n" + kDividedLack},
    {kBegin + code("HYPERLINK \"http://a") + "<x:y>" + code("/") + "</x:y>" + code(".b/\"") + kEnd,
     "field[HYPERLINK] http://a.b/\nfield[HYPERLINK] http://a/.b/\n" + kDividedLack},
    {kBegin + code("HYPERLINK \"http://a") + "<x:instrText>/</x:instrText>" + code(".b/\"") + kEnd,
     "field[HYPERLINK] http://a.b/\nfield[HYPERLINK] http://a/.b/\n" + kDividedLack},
    // A field of which some programs see no end, or no beginning.
    {choice(kBegin + code("HYPERLINK a"), kBegin + code("HYPERLINK b")) + code("c") + kEnd,
     "field[HYPERLINK] bc\nfield[HYPERLINK] a\n" + kDividedLack},
    {kBegin + code("HYPERLINK a") + choice(kEnd + kBegin, {}) + code("HYPERLINK b") + kEnd,
     "field[HYPERLINK] a\nfield[HYPERLINK] b\n" + kDividedLack},
    {kBegin + code("HYPERLINK a") + choice(mark("separate"), {}) + code("b") + kEnd,
     "field[HYPERLINK] a\n" + kDividedLack},
    {kBegin + code("HYPERLINK a") + choice(kEnd, {}), "field[HYPERLINK] a\n" + kDividedLack},
    {kBegin + code("HYPERLINK a") + "<x:fldChar w:fldCharType='end'/>" + kEnd,
     "field[HYPERLINK] a\n" + kDividedLack},
    // A whole field in each choice, and one that was deleted.
    {choice(kBegin + code("HYPERLINK a") + kEnd, kBegin + code("HYPERLINK a") + kEnd),
     "field[HYPERLINK] a\nfield[HYPERLINK] a"},
    {"<w:del>" + kBegin + "</w:del><w:del><w:r><w:delInstrText>HYPERLINK a</w:delInstrText></w:r>" +
         "</w:del><w:del>" + kEnd + "</w:del>",
     "field[HYPERLINK] a"},
    // What is in a field and not of Word is no instruction.
    {kBegin + code("HYPERLINK a") + "<v:shape/>" + kEnd, "field[HYPERLINK] a"},
};

BOOST_DATA_TEST_CASE(instructions_are_told_as_all_programs_read_them, kVersions, row) {
  BOOST_TEST(of_body(row.body) == row.found);
}

// A word of the text: what stands within it, what is told first, and what others read.
struct Within {
  std::string body, first, others;
};
std::ostream& operator<<(std::ostream& out, const Within& row) { return out << row.body; }

std::string run(const std::string& text) { return "<w:r>" + text + "</w:r>"; }
std::string shown(const std::string& text) { return run("<w:t>" + text + "</w:t>"); }

const Within kWithin[] = {
    {choice(shown("b"), shown("c")), "b", "c"},
    {"<w:del>" + shown("b") + "</w:del>", "b", ""},
    {"<w:moveFrom>" + shown("b") + "</w:moveFrom>", "b", ""},
    {run("<w:delText>b</w:delText>"), "b", ""},
    {"<x:y>" + shown("b") + "</x:y>", "b", ""},
    {run("<w:rPr><w:vanish/></w:rPr><w:t>b</w:t>"), "b", ""},
    {run("<w:noBreakHyphen/>"), "\u2011", "-"},
    // All read these alike.
    {run("<w:rPr><w:vanish w:val='0'/></w:rPr><w:t>b</w:t>"), "b", "b"},
    {"<w:ins>" + shown("b") + "</w:ins>", "b", "b"},
    {run("<w:t>b<w:y/>c<w:t>d</w:t>e</w:t>"), "bcde", "bcde"},
    {choice(shown("b"), shown("b")), "b", "b"},
};

BOOST_DATA_TEST_CASE(a_text_is_told_as_all_programs_show_it, kWithin, row) {
  const std::string first = "http://a" + row.first + "/", others = "http://a" + row.others + "/";
  const std::string all = texts_of_body(shown("x http://a") + row.body + shown("/ x"));
  if (row.first == row.others)
    BOOST_TEST(all == "x " + first + " x|");
  else
    BOOST_TEST(all == "x " + first + " x|" + others + "\n|lack " + std::string(kDividedText));
}

// Who shows only one of two, or the same, shows no other link; what stands apart divides no word.
BOOST_AUTO_TEST_CASE(a_text_that_leads_nowhere_else_is_not_told_twice) {
  const std::string link = shown("http://a/"), box = "<w:txbxContent><w:p>" + link;
  BOOST_TEST(texts_of_body("<w:del>" + link + "</w:del>") == "http://a/|");
  BOOST_TEST(texts_of_body(choice(link, link) + shown(" x")) == "http://a/ x|");
  BOOST_TEST(texts_of_body(choice(box + "</w:p></w:txbxContent>", {})) == "http://a/\n|");
  BOOST_TEST(texts_of_body(shown("http://") + run(box + "</w:p></w:txbxContent>") + shown("b/")) ==
             "http://b/\nhttp://a/\n|");
  BOOST_TEST(texts_of_body(run("<w:ruby><w:rt>" + shown("b") + "</w:rt><w:rubyBase>" + link +
                               "</w:rubyBase></w:ruby>") +
                           shown("c")) == "http://a/c\nb\n|");
}

BOOST_AUTO_TEST_CASE(blanks_between_runs_of_a_note_divide_no_word) {
  const std::string note = "<text>\n <r>\n <t>http://</t>\n </r>\n <r><t>a/</t></r>\n</text>";
  BOOST_TEST(texts_of_body(note).find("http://a/\n") != std::string::npos);
}

// Text in instructions, which LibreOffice takes for a part of them.
BOOST_AUTO_TEST_CASE(text_in_instructions_is_told_as_all_programs_read_it) {
  BOOST_TEST(of_body(kBegin + code("HYPERLINK \"http://a") + shown("b") + code("/\"") + kEnd) ==
             "field[HYPERLINK] http://ab/\nfield[HYPERLINK] http://a/\n" + kDividedLack);
  BOOST_TEST(of_body(kBegin + code("HYPERLINK \"http://a") + run("<w:noBreakHyphen/>") +
                     code("/\"") + kEnd) ==
             "field[HYPERLINK] http://a/\nfield[HYPERLINK] http://a\u2011/\n" + kDividedLack);
}

std::string base64(const std::string& bytes) {
  std::string out;
  text::append_base64(out, bytes);
  return out;
}

BOOST_AUTO_TEST_CASE(what_hides_in_a_part_is_told) {
  // Data of a field.
  const Recorded told =
      opened({{"[Content_Types].xml", types()},
              {"word/document.xml",
               "<d><fldChar><fldData>" + base64("\1\2http://a/\3") + "</fldData></fldChar></d>"}});
  BOOST_TEST_REQUIRE(told.texts.size() == 1u);
  BOOST_TEST(told.texts[0].text.find("http://a/") != std::string::npos);
  // The page of a film.
  BOOST_TEST(of_body("<x:webVideoPr embeddedHtml='&lt;script>f()&lt;/script>'/>") ==
             "part film 1.html <script>f()</script>");
  // A formula in an attribute.
  BOOST_TEST(of_body("<x:cfvo val='WEBSERVICE(\"http\"&amp;\"://a/\")'/>") ==
             "formula[WEBSERVICE] http://a/");
  BOOST_TEST(of_body("<x:cfvo val='100'/>") == "");
  // A connection of a merge, and commands however they are spelt.
  const std::string connection =
      "lack holds a connection to a database, which is searched and not opened";
  BOOST_TEST(of_body("<w:udl val='Provider=SQLOLEDB;Data Source=h'/>") == connection);
  BOOST_TEST(of_body("<w:query val='SELECT 1'/>") == connection);
  BOOST_TEST(of_body("<w:hlinkClick action='PPAction://Program'/>") ==
             "lack holds a command, which is searched and not run");
  // What a connection and a DDE command are is no URL, and searched for one.
  BOOST_TEST(of_body("<x:dbPr connection='DSN=a' command='SELECT 1'/>").find("DSN=a") !=
             std::string::npos);
  // Visio's places and formulas.
  BOOST_TEST(of_body("<v:Cell N='Address' V='page.htm'/><v:Cell N='Address' V=''/><v:Cell N='X' "
                     "V='http://a/' F='HYPERLINK(\"http\"&amp;\"://b/\")'/><v:Cell N='Y' V='1' "
                     "F='Inh'/>") ==
             "Cell[Address] page.htm\nformula[HYPERLINK] http://b/\nCell[V] http://a/");
  BOOST_TEST(of_body("<v:Cell N='Address' V='x' F='\"http:\"&amp;\"//b.example/\"'/>") ==
             "formula[HYPERLINK] http://b.example/\nCell[Address] x");
  BOOST_TEST(of_body("<v:Cell N='Address' V='http://a/' F='\"http://\"&amp;User.h'/>") ==
             "formula[HYPERLINK] http://\nCell[Address] http://a/\n"
             "lack has links that formulas make of what is not computed");
  BOOST_TEST(of_body("<v:Cell N='Address' V='http://a.b/' F='\"http://a.b/\"'/>") ==
             "Cell[Address] http://a.b/");
  BOOST_TEST(of_body("<v:Cell N='Address' V='http://a/' F='Inh'/>") == "Cell[Address] http://a/");
  BOOST_TEST(of_body("<v:Cell N='X' V='1' F='\"http://a/\"'/><v:Cell N='Y' V='http://b/' "
                     "F='\"http://b/\"'/>") == "formula \"http://a/\"\nCell[V] http://b/");
  // A formula that leads nowhere by itself, and one that names another book.
  BOOST_TEST(of_body("<x:f>IF(A1,\"see http://a/\",1)</x:f>") ==
             "formula IF(A1,\"see http://a/\",1)");
  BOOST_TEST(of_body("<x:f>'\\\\h\\s\\[b.xlsx]S'!A1+1</x:f>") ==
             "formula[reference] \\\\h\\s\\b.xlsx");
  BOOST_TEST(of_body("<v:Cell N='EventDblClick' F='RUNADDON(\"x\")'/>") ==
             "formula[RUNADDON] x \nlack holds a command, which is searched and not run");
  // An element of a page, which a browser runs in any XML.
  BOOST_TEST(of_body("<h:script>f()</h:script>").find("part word/document.xml <w:document") == 0u);
}

BOOST_AUTO_TEST_CASE(what_refers_to_a_part_says_what_it_is) {
  const std::string footer =
      "<w:ftr xmlns:w='w'><w:fldSimple w:instr='HYPERLINK page.htm'/></w:ftr>";
  const auto found = [&](const std::string& name, const std::string& is, const std::string& kind) {
    return all_of(opened({{"[Content_Types].xml", types(type(name, is))},
                          {"_rels/.rels", relationships(relationship(kind, name))},
                          {name, footer}}));
  };
  const std::string core = "application/vnd.openxmlformats-package.core-properties+xml";
  BOOST_TEST(found("word/a.xml", core, "footer") == "field[HYPERLINK] page.htm");
  BOOST_TEST(found("docProps/a.xml", "application/xml", "footer") == "field[HYPERLINK] page.htm");
  BOOST_TEST(found("customXml/a.xml", "application/xml", "footer") == "field[HYPERLINK] page.htm");
  BOOST_TEST(found("word/a.xml", core, "core-properties") == "");
  BOOST_TEST(found("docProps/a.xml", "application/xml", "extendedProperties") == "");
  BOOST_TEST(found("customXml/a.xml", "application/xml", "customXml") == "");
  // Pages, whatever the package says that they are.
  const std::string page = "<html xmlns='http://www.w3.org/1999/xhtml'><script>f()</script></html>";
  for (const std::string name : {"docProps/a.xml", "customXml/a.xml", "a.xml", "xl/a.xml"})
    BOOST_TEST(all_of(opened({{"[Content_Types].xml", types()}, {name, page}})) ==
               "part " + name + ' ' + page);
}

// An attribute of somebody else says nothing, whichever stands first.
BOOST_AUTO_TEST_CASE(attributes_of_its_own_count) {
  BOOST_TEST(of_body("<w:fldSimple x:instr='HYPERLINK b' w:instr='HYPERLINK a'/>") ==
             "field[HYPERLINK] a");
  BOOST_TEST(of_body("<w:fldSimple x:instr='HYPERLINK b'/>") == "field[HYPERLINK] b");
  BOOST_TEST(all_of(opened({{"[Content_Types].xml", types()},
                            {"_rels/.rels",
                             relationships("<Relationship xmlns:x='urn:x' x:Target='b' Target='a' "
                                           "Type='/hyperlink' TargetMode='External'/>")}})) ==
             "relationship[hyperlink] a");
}

// Where the host of a link has letters that are not known, that is told.
BOOST_AUTO_TEST_CASE(encodings_that_are_not_known_are_told) {
  const auto found = [](const std::string& encoding) {
    return all_of(
        opened({{"[Content_Types].xml", types()},
                {"word/document.xml", "<?xml version='1.0' encoding='" + encoding +
                                          "'?><d><hlink dest='http://\xD6\xD0/'/></d>"}}));
  };
  const std::string link = "hlink[dest] http://\u00D6\u00D0/",
                    lack = "\nlack is in an encoding of which ASCII alone is read";
  BOOST_TEST(found("iso-8859-1") == link);
  BOOST_TEST(found("Windows-1252") == link);
  BOOST_TEST(found("gb2312") == link + lack);
  BOOST_TEST(found("windows-1251") == link + lack);
  BOOST_TEST(
      all_of(opened({{"[Content_Types].xml", types()},
                     {"word/document.xml",
                      "<?xml version='1.0' encoding='UTF-7'?><d><hlink dest='+AGE'/></d>"}})) ==
      "hlink[dest] +AGE" + lack);
}

// 22.9.2.19: attributes of a workbook have escapes, too, as LibreOffice reads them.
BOOST_AUTO_TEST_CASE(attributes_of_a_workbook_are_without_escapes) {
  const auto found = [](const std::string& element) {
    return all_of(
        opened({{"[Content_Types].xml", types()},
                {"xl/x.xml",
                 "<worksheet xmlns='http://schemas.openxmlformats.org/spreadsheetml/2006/main'>" +
                     element + "</worksheet>"}}));
  };
  BOOST_TEST(found("<webPr url='https_x003A_//a.example/'/>") == "webPr[url] https://a.example/");
  BOOST_TEST(found("<hyperlink ref='A1' location='https_x003A_//a.example/'/>") ==
             "hyperlink[location] https://a.example/");
}

// What somebody else has put into a text LibreOffice drops.
BOOST_AUTO_TEST_CASE(texts_of_somebody_else_divide_no_name) {
  const Recorded told = opened(
      {{"[Content_Types].xml", types()},
       {"ppt/slides/slide1.xml",
        "<p:sld xmlns:p='http://schemas.openxmlformats.org/presentationml/2006/main' "
        "xmlns:a='http://schemas.openxmlformats.org/drawingml/2006/main' xmlns:z='z'><a:p><a:r>"
        "<a:t>https://a.</a:t></a:r><z:r><z:t>b</z:t></z:r><a:r><a:t>c.example/</a:t></a:r></a:p>"
        "</p:sld>"}});
  BOOST_REQUIRE(told.texts.size() == 2U);
  BOOST_TEST(told.texts[0].text == "https://a.bc.example/\n");
  BOOST_TEST(told.texts[1].text == "https://a.c.example/\n");
  BOOST_TEST(told.has(Lack::no_opener));
}

// LibreOffice and Excel go by what refers to the table of texts, and not by its type.
BOOST_AUTO_TEST_CASE(texts_of_cells_are_those_that_are_referred_to) {
  const std::string sheet = "xl/sheet1.xml",
                    of_strings = kType + std::string("spreadsheetml.sharedStrings+xml");
  const auto found = [&](const std::string& overrides, const std::string& of, Members more) {
    Members members = {
        {"[Content_Types].xml", types(overrides)},
        {"xl/_rels/workbook.xml.rels", relationships(of)},
        {sheet,
         "<worksheet xmlns='http://schemas.openxmlformats.org/spreadsheetml/2006/main'><sheetData>"
         "<row r='1'><c r='A1' t='s'><v>0</v></c><c r='B1'><f>HYPERLINK(A1)</f></c></row>"
         "</sheetData></worksheet>"}};
    members.insert(members.end(), more.begin(), more.end());
    return all_of(opened(members));
  };
  const auto strings = [](const std::string& text) {
    return "<sst xmlns='http://schemas.openxmlformats.org/spreadsheetml/2006/main'><si><t>" + text +
           "</t></si></sst>";
  };
  BOOST_TEST(found(type("xl/a.xml", of_strings), relationship("sharedStrings", "a.xml"),
                   {{"xl/a.xml", strings("page.htm")}}) == "formula[HYPERLINK] page.htm");
  BOOST_TEST(found({}, relationship("sharedStrings", "a.xml"),
                   {{"xl/a.xml", strings("page.htm")}}) == "formula[HYPERLINK] page.htm");
  BOOST_TEST(
      found(type("xl/b.xml", of_strings), relationship("sharedStrings", "a.xml"),
            {{"xl/a.xml", strings("page.htm")}, {"xl/b.xml", strings("b.htm")}}) ==
      "formula[HYPERLINK] page.htm\nlack has links that formulas make of what is not computed");
  BOOST_TEST(found(type("xl/b.xml", of_strings), {}, {{"xl/b.xml", strings("b.htm")}}) ==
             "formula[HYPERLINK] b.htm");
  // 22.9.2.19
  BOOST_TEST(found({}, relationship("sharedStrings", "a.xml"),
                   {{"xl/a.xml", strings("http_x003A_//a/")}}) == "formula[HYPERLINK] http://a/");
  // A text that is not there is not known.
  BOOST_TEST(found({}, {}, {}) == "lack has links that formulas make of what is not computed");
}

BOOST_AUTO_TEST_CASE(escapes_of_workbooks_are_characters) {
  using office::unescaped_text;
  BOOST_TEST(unescaped_text("a") == "a");
  BOOST_TEST(unescaped_text("_x0061_") == "a");
  BOOST_TEST(unescaped_text("1_x0061__x0062_2") == "1ab2");
  BOOST_TEST(unescaped_text("_x00e4_x_X0061_") == "\u00E4x_X0061_");
  BOOST_TEST(unescaped_text("_x005F_x0061_") == "_x0061_");
  BOOST_TEST(unescaped_text("_x_x0061_") == "_xa");
  for (const std::string same : {"_x", "_x0061", "_x006g_", "_x061_", "_x00611_", "__x"})
    BOOST_TEST(unescaped_text(same) == same);
}

std::string of_content(const std::string& content) {
  return all_of(
      opened({{"mimetype", "application/vnd.oasis.opendocument.spreadsheet"},
              {"content.xml",
               "<o:x xmlns:o='urn:oasis:names:tc:opendocument:xmlns:office:1.0' "
               "xmlns:t='urn:oasis:names:tc:opendocument:xmlns:table:1.0' "
               "xmlns:d='urn:oasis:names:tc:opendocument:xmlns:database:1.0' "
               "xmlns:c='urn:c' xmlns:menu='http://openoffice.org/2001/menu' "
               "xmlns:l='http://www.w3.org/1999/xlink' xmlns:h='http://www.w3.org/1999/xhtml'>" +
                   content + "</o:x>"}}));
}

BOOST_AUTO_TEST_CASE(formulas_of_an_opendocument_stand_in_many_places) {
  const std::string formula = "WEBSERVICE(\"http\"&amp;\"://a/\")";
  for (const std::string& element : {"<t:x t:formula='of:=" + formula + "'/>",
                                     "<t:named-expression t:expression='of:=" + formula + "'/>",
                                     "<t:x t:condition='of:is-true-formula(" + formula + ")'/>",
                                     "<c:condition c:value='formula-is(" + formula + ")'/>"})
    BOOST_TEST(of_content(element) == "formula[WEBSERVICE] http://a/", element);
  BOOST_TEST(of_content("<t:x t:condition='value()&lt;0'/>") == "");
  BOOST_TEST(of_content("<t:x t:condition='see http://a/'/>") ==
             "table:x[table:condition] see http://a/");
  BOOST_TEST(
      of_content("<t:x t:formula='of:=INDIRECT(\"&apos;http\"&amp;\"://a/x.ods&apos;#A1\")'/>")
          .find("formula[INDIRECT] 'http://a/x.ods'#A1") == 0u);
  BOOST_TEST(of_content("<t:x t:formula='of:=INDIRECT(\"A\"&amp;\"1\")'/>") == "");
}

BOOST_AUTO_TEST_CASE(servers_and_menus_of_an_opendocument_are_told) {
  const std::string connection =
      "lack holds a connection to a database, which is searched and not opened";
  BOOST_TEST(of_content("<d:server-database d:hostname='h'/>") == connection);
  BOOST_TEST(of_content("<d:connection-resource l:href='sdbc:odbc:x'/>") ==
             "db:connection-resource[xlink:href] sdbc:odbc:x\n" + connection);
  BOOST_TEST(
      of_content("<menu:menu menu:id='vnd.sun.star.script:a?b'/>").find("lack holds a command") !=
      std::string::npos);
  BOOST_TEST(of_content("<menu:menu menu:id='.uno:Save'/>").find("lack") == std::string::npos);
}

// Each program has its own way to see what it is.
BOOST_AUTO_TEST_CASE(a_document_of_two_kinds_is_told) {
  const std::string lack =
      "lack is a document of another kind to other programs, which is not read";
  const Members ooxml = {{"[Content_Types].xml", types()}},
                odf = {{"mimetype", "application/vnd.oasis.opendocument.text"}},
                epub = {{"META-INF/container.xml", "<x/>"}};
  const auto both = [](Members first, const Members& second) {
    first.insert(first.end(), second.begin(), second.end());
    return all_of(opened(first));
  };
  BOOST_TEST(both(ooxml, odf).find(lack) != std::string::npos);
  BOOST_TEST(both(odf, ooxml) == lack);
  BOOST_TEST(both(odf, epub).find(lack) != std::string::npos);
  BOOST_TEST(both(epub, ooxml).find(lack) != std::string::npos);
  BOOST_TEST(both(ooxml, {}) == "");
}

// The texts of a document of OpenDocument with one paragraph, and what is lacking.
std::string texts_of_paragraph(const std::string& paragraph) {
  const auto space = [](const std::string& prefix, const std::string& name) {
    return " xmlns:" + prefix + "='urn:oasis:names:tc:opendocument:xmlns:" + name + ":1.0'";
  };
  const Recorded told =
      opened({{"mimetype", "application/vnd.oasis.opendocument.text"},
              {"content.xml",
               "<office:text" + space("office", "office") + space("text", "text") +
                   space("draw", "drawing") +
                   "><text:tracked-changes><text:changed-region text:id='c'><text:deletion>"
                   "<office:change-info>y</office:change-info><text:p>b</text:p></text:deletion>"
                   "</text:changed-region></text:tracked-changes><text:p>x http://a" +
                   paragraph + "/ x</text:p></office:text>"}});
  std::string all;
  for (const Recorded::Text& each : told.texts) all += each.text + "|";
  for (const Recorded::Missing& each : told.lacks) all += "lack " + each.sentence;
  return all.substr(all.find("\nb\n") + 3);
}

const Within kInParagraph[] = {
    {"<text:variable-set>b</text:variable-set>", "b", ""},
    {"<text:page-number>b</text:page-number>", "b", ""},
    {"<text:foo><text:span>b</text:span></text:foo>", "b", ""},
    {"<text:change text:change-id='c'/>", "", "b"},
    // All show these alike.
    {"<text:change text:change-id='d'/>", "", ""},
    {"<text:span>b</text:span>", "b", "b"},
    {"<text:note><text:note-citation>1</text:note-citation></text:note>", "1", "1"},
};

BOOST_DATA_TEST_CASE(a_paragraph_is_told_as_all_programs_show_it, kInParagraph, row) {
  const std::string all = texts_of_paragraph(row.body);
  const std::string first = "x http://a" + row.first + "/ x\n|";
  if (row.first == row.others)
    BOOST_TEST(all == first);
  else
    BOOST_TEST(all == first + "http://a" + row.others + "/\n|lack " + std::string(kDividedText));
}

BOOST_AUTO_TEST_CASE(what_stands_apart_divides_no_word_of_a_paragraph) {
  for (const std::string aside : {"office:annotation", "draw:frame"})
    BOOST_TEST(texts_of_paragraph("<" + aside + "><text:p>http://b/</text:p></" + aside + ">") ==
               "x http://a/ x\nhttp://b/\n|");
  BOOST_TEST(texts_of_paragraph("<text:ruby><text:ruby-base>b</text:ruby-base><text:ruby-text>c"
                                "</text:ruby-text></text:ruby>") == "x http://ab/ x\nc\n|");
}

}  // namespace
