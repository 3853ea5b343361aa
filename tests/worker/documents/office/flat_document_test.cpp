// SPDX-License-Identifier: MIT
//
// Documents of Office that are one XML file: what each vocabulary leads to, and that of others
// nothing is told.
#include "worker/documents/office/flat/open_flat_document.h"

#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>

#include <ostream>
#include <string>
#include <string_view>

#include "support/files.h"
#include "worker/documents/recorded.h"

using namespace basewalk;
using namespace basewalk::worker;

namespace {

Recorded opened(std::string_view file) {
  Recorded told;
  const test::ExactCopy bytes(file);
  open_flat_document(Document{bytes.view(), "a.xml"}, told);
  BOOST_TEST(!told.is_open());
  return told;
}

std::string lines_of(const Recorded& told) {
  std::string lines;
  for (const std::string& each : told.bases) lines += "base " + each + '\n';
  for (const Recorded::Reference& each : told.references)
    lines += each.place + ' ' + each.raw + (each.text ? " (" + *each.text + ")" : "") +
             (each.is_text ? " ?" : "") + '\n';
  for (const Recorded::Text& each : told.texts) lines += each.element + ": " + each.text;
  for (const Recorded::Part& each : told.parts)
    lines += "part " + each.name + ' ' + each.type + ' ' + each.bytes + '\n';
  for (const Recorded::Missing& each : told.lacks)
    lines += "lack " + each.what + ' ' + each.sentence + '\n';
  return lines;
}

struct Row {
  const char* body;
  const char* found;
};
std::ostream& operator<<(std::ostream& out, const Row& row) { return out << row.body; }

std::string within(std::string_view begin, std::string_view body, std::string_view end) {
  return std::string(begin).append(body).append(end);
}

constexpr const char* kWord =
    "<?xml version='1.0'?><w:wordDocument "
    "xmlns:w='http://schemas.microsoft.com/office/word/2003/wordml' "
    "xmlns:v='urn:schemas-microsoft-com:vml' xmlns:o='urn:schemas-microsoft-com:office:office'>";

constexpr Row kWords[] = {
    {"<w:p><w:hlink w:dest='https://a.example/' w:bookmark='top'><w:r><w:t>see</w:t></w:r>"
     "</w:hlink></w:p>",
     "hlink[dest] https://a.example/#top (see)\ndocument.xml: see\n"},
    {"<w:hlink w:dest='page.html#x' w:bookmark='y'/>", "hlink[dest] page.html#x\n"},
    {"<w:hlink w:dest='https://a.example/' w:other='https://b.example/'/>",
     "hlink[other] https://b.example/ ?\nhlink[dest] https://a.example/\n"},
    {"<w:hlink w:bookmark='within'><w:r><w:t>up</w:t></w:r></w:hlink><w:p/>", "document.xml: up\n"},
    // What is not ended is told, too.
    {"<w:hlink w:dest='a'><w:hlink w:dest='b'/>",
     "hlink[dest] b\nhlink[dest] a\n"
     "lack a.xml is no XML from some place on, and searched as text there\n"},
    {"<w:r><w:fldChar w:fldCharType='begin'/><w:instrText>HYPER</w:instrText>"
     "<w:instrText>LINK \"f\"</w:instrText><w:fldChar w:fldCharType='separate'/><w:t>s</w:t>"
     "<w:fldChar w:fldCharType='end'/></w:r>",
     "field[HYPERLINK] f (s)\ndocument.xml: s"},
    {"<w:docPr><w:attachedTemplate w:val='\\\\host\\t.dot'/><w:zoom w:val='1000'/></w:docPr>",
     "attachedTemplate[val] \\\\host\\t.dot\n"},
    {"<w:frame><w:sourceFileName w:val='in.htm'/></w:frame>", "sourceFileName[val] in.htm\n"},
    {"<w:pict><w:binData w:name='wordml://1.png'>\ncG\n5n</w:binData><v:imagedata "
     "src='wordml://1.png'/><v:imagedata src='https://a.example/i.png'/></w:pict>",
     "VML imagedata[src] https://a.example/i.png\npart wordml://1.png  png\n"},
    {"<w:binData w:name='a'>cG5n<w:binData w:name='b'>cG5u</w:binData>",
     "part a  png\n"
     "part b  pnn\nlack a.xml is no XML from some place on, and searched as text there\n"},
    {"<o:DocumentProperties><o:Title>t</o:Title><o:HyperlinkBase>https://b.example/"
     "</o:HyperlinkBase></o:DocumentProperties><o:CustomDocumentProperties><o:x>https://c.example/"
     "</o:x></o:CustomDocumentProperties><w:hlink w:dest='page'/>",
     "base https://b.example/\nproperties[x] https://c.example/ ?\nhlink[dest] page\n"},
    // Only this element has its target there.
    {"<w:x w:dest='https://a.example/'/>", "x[dest] https://a.example/ ?\n"},
};

constexpr const char* kSheet =
    "<?xml version='1.0'?><?mso-application progid='Excel.Sheet'?><Workbook "
    "xmlns='urn:schemas-microsoft-com:office:spreadsheet' "
    "xmlns:s='urn:schemas-microsoft-com:office:spreadsheet' "
    "xmlns:x='urn:schemas-microsoft-com:office:excel' "
    "xmlns:o='urn:schemas-microsoft-com:office:office'>";

constexpr Row kSheets[] = {
    {"<Row><Cell s:HRef='https://a.example/' x:HRefScreenTip='tip'><Data>go</Data></Cell><Cell>"
     "<Data>on</Data></Cell></Row>",
     "Cell[HRef] https://a.example/ (go)\nWorkbook: go\non\n"},
    {"<Cell s:HRef='page.htm'/><Cell s:HRef='#Sheet2!A1'/>", "Cell[HRef] page.htm\n"},
    {"<Cell s:HRef='a'><Cell s:HRef='b'>",
     "Cell[HRef] a\nCell[HRef] b\n"
     "lack a.xml is no XML from some place on, and searched as text there\n"},
    {"<Cell s:Formula='=HYPERLINK(&quot;https://a&quot;&amp;&quot;.example/&quot;,&quot;go&quot;)'"
     "><Data>go</Data></Cell>",
     "formula[HYPERLINK] https://a.example/ (go)\nWorkbook: go\n"},
    {"<Cell s:Formula='HYPERLINK(&quot;https://a&quot;&amp;&quot;.example/&quot;)'/>",
     "formula[HYPERLINK] https://a.example/\n"},
    {"<Cell s:Formula='=HYPERLINK(RC[1]&amp;&quot;x&quot;)'/><Cell s:Formula='=HYPERLINK(R1C1)'/>",
     "lack  has links that formulas make of what is not computed\n"},
    {"<Cell s:Formula='=&quot;https://a.example/&quot;'/><Cell s:Formula='=R1C1'/>",
     "formula =\"https://a.example/\" ?\n"},
    {"<NamedRange s:RefersTo='=WEBSERVICE(&quot;https://a.example/&quot;)'/>",
     "formula[WEBSERVICE] https://a.example/\n"},
    {"<x:Value1>HYPERLINK(\"https://a.example/\")</x:Value1>",
     "formula[HYPERLINK] https://a.example/\n"},
    // A URL of one text in two pieces, and two of two texts.
    {"<Cell><Data>https://a<B>.example/b</B></Data><Comment><s:Data>https://c.example/</s:Data>"
     "</Comment></Cell>",
     "Workbook: https://a.example/b\nhttps://c.example/\n"},
    {"<x:SupBook><x:Path>\\\\host\\[b.xls]</x:Path></x:SupBook><x:CacheFile>c.xml</x:CacheFile>",
     "Path[text] \\\\host\\[b.xls]\nCacheFile[text] c.xml\n"},
    {"<x:URLString>get https://a.example/q</x:URLString>",
     "URLString[text] get https://a.example/q ?\n"},
    {"<Header x:Data='&amp;Lhttps://a.example/'/>", "Header[Data] &Lhttps://a.example/ ?\n"},
    {"<x:Image s:HRef='i.png'/><x:Image s:HRef=''/>", "Image[HRef] i.png\n"},
    // Each ends where it does.
    {"<Cell s:HRef='a'><Data>go&#10;</Data></Cell><Data>on</Data>",
     "Cell[HRef] a (go)\nWorkbook: go\non\n"},
    {"<x:Source>https://a.example/<x:y/> or https://b.example/</x:Source>",
     "Workbook[text] https://a.example/ ?\nSource[text] or https://b.example/ ?\n"},
    {"<o:DocumentProperties><o:HyperlinkBase>https://b.example/</o:HyperlinkBase>"
     "</o:DocumentProperties>",
     "base https://b.example/\n"},
};

constexpr const char* kPackage =
    "<?xml version='1.0'?><p:package xmlns:p='http://schemas.microsoft.com/office/2006/xmlPackage' "
    "xmlns:w='w' xmlns:r='http://x/officeDocument/relationships'>";
constexpr const char* kRelated =
    "<p:part p:name='/word/_rels/document.xml.rels'><p:xmlData><Relationships>"
    "<Relationship Id='a' Type='x/hyperlink' Target='https://a.example/' TargetMode='External'/>"
    "<Relationship Id='b' Type='x/attachedTemplate' Target='t.dotm' TargetMode='External'/>"
    "<Relationship Id='c' Type='x/aFChunk' Target='c.htm'/></Relationships></p:xmlData></p:part>";

constexpr Row kPackages[] = {
    // What leads out stands behind what refers to it.
    {"<p:part p:name='/word/document.xml'><p:xmlData><w:document><w:p><w:hyperlink r:id='a'><w:r>"
     "<w:t>see</w:t></w:r></w:hyperlink></w:p></w:document></p:xmlData></p:part>",
     "relationship[hyperlink] https://a.example/ (see)\nrelationship[attachedTemplate] t.dotm\n"
     "document.xml: see\n"},
    {"<p:part p:name='/word/media/i.png' p:contentType='image/png'><p:binaryData>cG5n"
     "</p:binaryData></p:part>",
     "relationship[hyperlink] https://a.example/\nrelationship[attachedTemplate] t.dotm\n"
     "part word/media/i.png image/png png\n"},
    {"<p:part p:name='/word/c.htm' p:contentType='text/html'><p:binaryData>PGE+</p:binaryData>"
     "</p:part><p:part p:name='/word/vbaProject.bin'><p:binaryData>cG5n</p:binaryData></p:part>",
     "relationship[hyperlink] https://a.example/\nrelationship[attachedTemplate] t.dotm\n"
     "part word/c.htm text/html <a>\npart word/vbaProject.bin  png\n"},
    {"<p:part p:name='/docProps/app.xml'><p:xmlData><Properties><HyperlinkBase>https://b.example/"
     "</HyperlinkBase></Properties></p:xmlData></p:part>",
     "base https://b.example/\nrelationship[hyperlink] https://a.example/\n"
     "relationship[attachedTemplate] t.dotm\n"},
    {"<p:part p:name='/customXml/item1.xml'><p:xmlData><x y='https://c.example/'>see "
     "https://d.example/</x></p:xmlData></p:part>",
     "x[y] https://c.example/ ?\nx[text] see https://d.example/ ?\n"
     "relationship[hyperlink] https://a.example/\nrelationship[attachedTemplate] t.dotm\n"},
    {"<p:part p:name='/customXml/item2.xml'><p:xmlData><x>https://c.example/<y/>or "
     "https://d.example/"
     "</x></p:xmlData></p:part>",
     "customXml[text] https://c.example/ ?\nx[text] or https://d.example/ ?\n"
     "relationship[hyperlink] https://a.example/\nrelationship[attachedTemplate] t.dotm\n"},
};

constexpr const char* kXdp =
    "<?xml version='1.0'?><?xfa generator='x'?><xdp:xdp xmlns:xdp='http://ns.adobe.com/xdp/'>";

constexpr Row kXdps[] = {
    {"<pdf "
     "xmlns='http://ns.adobe.com/xdp/pdf/'><document>no<chunk>\ncG\n5n</chunk></document></pdf>",
     "part document.pdf  png\n"},
    {"<pdf><document><chunk>cG5n</chunk><chunk>cG5u</chunk></document></pdf>",
     "part document.pdf  png\npart document.pdf  pnn\n"},
    {"<chunk>cG5n",
     "damaged: xdp:xdp>part document.pdf  png\nlack a.xml is no XML from some place on, and "
     "searched as text there\n"},
    {"<template><x>cG5n</x></template><chunk/>", ""},
    {"<template><x href='https://a.example/'>see https://b.example/</x></template>",
     "x[href] https://a.example/ ?\nx[text] see https://b.example/ ?\n"},
};

constexpr const char* kArchive = "<?xml version='1.0'?><plist version='1.0'><dict>";

constexpr Row kArchives[] = {
    {"<key>WebMainResource</key><dict><key>WebResourceData</key><data>PGE\n+</data>"
     "<key>WebResourceMIMEType</key><string>text/html</string><key>WebResourceURL</key>"
     "<string>https://a.example/</string></dict><key>WebSubresources</key><array><dict>"
     "<key>WebResourceData</key><data>cG5n</data><key>x</key><integer>1</integer></dict></array>",
     "string[text] https://a.example/ ?\npart  text/html <a>\npart   png\n"},
    {"<key>WebResourceData</key><data>PGE+</data><key>WebResourceData</key><data>cG5n</data>"
     "<key>WebResourceURL</key><string>a</string><key>WebResourceURL</key><string>b</string>",
     "part   <a>\npart   png\n"
     "lack  has files of which a type, charset or URL is said twice\n"},
    // Bytes that are no file are read as well, and so is a text before an element.
    {"<key>WebResourceData</key><string>https://a.example/</string><data>cG5n</data>",
     "string[text] https://a.example/ ?\npart   png\n"},
    {"<key>WebResourceResponse</key><data>PGE+</data><array><data>cG5n</data></array>",
     "part   <a>\npart   png\n"},
    {"<string>https://a.example/ <x/></string>", "property list[text] https://a.example/  ?\n"},
    {"<dict/></dict><key>WebResourceData</key><data>cG5n</data><dict>", "part   png\n"},
    {"<key>WebResourceData</key><data>cG5n",
     "part   png\nlack a.webarchive is no XML from some place on, and searched as text there\n"},
    {"<key>WebResourceResponse</key><data>cG5n",
     "part   png\nlack a.webarchive is no XML from some place on, and searched as text there\n"},
};

}  // namespace

BOOST_AUTO_TEST_SUITE(flat_documents)

BOOST_DATA_TEST_CASE(archives_of_pages, kArchives, row) {
  Recorded told;
  const std::string file = within(kArchive, row.body, "</dict></plist>");
  open_web_archive(Document{file, "a.webarchive"}, told);
  BOOST_TEST(lines_of(told) == row.found);
}

BOOST_AUTO_TEST_CASE(what_is_named_as_an_archive_of_pages_and_is_none_is_told) {
  for (const char* const file : {"{ WebMainResource = { WebResourceData = <3c3c>; }; }", "<p>"}) {
    Recorded told;
    open_web_archive(Document{file, "a.webarchive"}, told);
    BOOST_TEST_REQUIRE(told.lacks.size() == 1u);
    BOOST_TEST((told.lacks[0].why == Lack::no_opener));
  }
}

BOOST_DATA_TEST_CASE(xml_data_packages, kXdps, row) {
  BOOST_TEST(lines_of(opened(within(kXdp, row.body, "</xdp:xdp>"))) == row.found);
}

BOOST_DATA_TEST_CASE(word_2003, kWords, row) {
  BOOST_TEST(lines_of(opened(within(kWord, row.body, "</w:wordDocument>"))) == row.found);
}

BOOST_DATA_TEST_CASE(excel_2003, kSheets, row) {
  BOOST_TEST(lines_of(opened(within(kSheet, row.body, "</Workbook>"))) == row.found);
}

BOOST_DATA_TEST_CASE(packages, kPackages, row) {
  BOOST_TEST(lines_of(opened(within(kPackage, std::string(row.body) + kRelated, "</p:package>"))) ==
             row.found);
}

BOOST_AUTO_TEST_CASE(a_flat_file_of_opendocument_has_nothing_inside) {
  const Recorded told = opened(
      "<o:document xmlns:o='urn:oasis:names:tc:opendocument:xmlns:office:1.0' "
      "xmlns:t='urn:oasis:names:tc:opendocument:xmlns:text:1.0' "
      "xmlns:tb='urn:oasis:names:tc:opendocument:xmlns:table:1.0' "
      "xmlns:x='http://www.w3.org/1999/xlink'><t:a x:href='page.html'/><t:a x:href='../up.html'/>"
      "<tb:table-cell tb:formula='of:=HYPERLINK(&quot;f&quot;)'/>"
      "<tb:table-cell tb:formula='of:=HYPERLINK([.A1])'/>"
      "<o:binary-data>cG5n</o:binary-data></o:document>");
  BOOST_TEST(lines_of(told) ==
             "text:a[xlink:href] page.html\ntext:a[xlink:href] ../up.html\nformula[HYPERLINK] f\n"
             "formula[HYPERLINK] of:=HYPERLINK([.A1]) ?\n"
             "part   png\n"
             "lack  has links that formulas make of what is not computed\n");
}

// What is run, or asked, at an event or a click.
BOOST_AUTO_TEST_CASE(commands_of_flat_documents_are_told_once) {
  const auto lacks = [](const std::string& body, const char* begin, const char* end) {
    return opened(within(begin, body + body, end)).lacks.size();
  };
  const auto of_odf = [&](const std::string& body) {
    return lacks(body,
                 "<o:document xmlns:o='urn:oasis:names:tc:opendocument:xmlns:office:1.0' "
                 "xmlns:t='urn:oasis:names:tc:opendocument:xmlns:text:1.0' "
                 "xmlns:s='urn:oasis:names:tc:opendocument:xmlns:script:1.0' "
                 "xmlns:f='urn:oasis:names:tc:opendocument:xmlns:form:1.0' "
                 "xmlns:p='urn:oasis:names:tc:opendocument:xmlns:presentation:1.0' "
                 "xmlns:x='http://www.w3.org/1999/xlink'>",
                 "</o:document>");
  };
  for (const char* body :
       {"<s:event-listener x:href='vnd.sun.star.script:a?language=Python&amp;location=user'/>",
        "<s:event-listener s:macro-name='application:A.B.c'/>", "<t:a x:href='.uno:Open'/>",
        "<t:a x:href='MACRO:///A.B.c()'/>", "<p:event-listener p:action='execute' x:href='/a'/>",
        "<f:form f:datasource='sdbc:mysql:h'/>", "<f:connection-resource x:href='sdbc:mysql:h'/>"})
    BOOST_TEST(of_odf(body) == 1U, body);
  for (const char* body : {"<p:event-listener p:action='next-page'/>", "<s:a s:macro-name='b'/>",
                           "<f:form f:datasource='Bibliography'/>", "<t:a x:href='https://h/'/>"})
    BOOST_TEST(of_odf(body) == 0U, body);
  const char* const sheets = "<Workbook xmlns='urn:schemas-microsoft-com:office:spreadsheet'>";
  BOOST_TEST(lacks("<Connection>DSN=a</Connection>", sheets, "</Workbook>") == 1U);
  BOOST_TEST(lacks("<Connection/>", sheets, "</Workbook>") == 0U);
  const char* const form = "<xdp xmlns='http://ns.adobe.com/xdp/'>";
  BOOST_TEST(lacks("<script>f()</script>", form, "</xdp>") == 1U);
  BOOST_TEST(lacks("<source><connect>DSN=a</connect></source>", form, "</xdp>") == 1U);
}

// What else is in a book is found in its text.
BOOST_AUTO_TEST_CASE(pictures_of_a_book_are_parts) {
  const Recorded told = opened(
      "<FictionBook xmlns='x'><body><p>https://a.example/</p></body>"
      "<binary id='a.png' content-type='image/png'>cG\n5n</binary><binary id='b'/>"
      "<binary>cG5n");
  BOOST_TEST(lines_of(told) ==
             "part a.png image/png png\npart   png\n"
             "lack a.xml is no XML from some place on, and searched as text there\n");
}

// A name space may be written with references to characters, behind any prolog.
BOOST_AUTO_TEST_CASE(the_root_decides_whatever_stands_before_it) {
  const Recorded told =
      opened(within("<?xml version='1.0'?><!DOCTYPE x [<!ENTITY e 'sheet'>]><!--" +
                        std::string(20'000, ' ') + "-->",
                    "<Workbook xmlns='urn:schemas-microsoft-com:office:spread&#115;heet' "
                    "xmlns:s='urn:schemas-microsoft-com:office:spread&e;'><Cell s:HRef='a.htm'/>",
                    "</Workbook>"));
  BOOST_TEST(lines_of(told) == "Cell[HRef] a.htm\n");
}

BOOST_AUTO_TEST_CASE(others_are_none) {
  for (const char* file :
       {"<Workbook><Cell HRef='https://a.example/'/></Workbook>", "<package xmlns='urn:x'/>", "<",
        "", "no XML at all https://a.example/", "<?xml version='1.0'?><!-- no root -->"}) {
    const Recorded told = opened(file);
    BOOST_TEST(lines_of(told) == "lack  is no document of Office, or damaged before its root\n");
    BOOST_REQUIRE(told.lacks.size() == 1u);
    BOOST_TEST((told.lacks[0].why == Lack::damaged));
  }
}

BOOST_AUTO_TEST_SUITE_END()
