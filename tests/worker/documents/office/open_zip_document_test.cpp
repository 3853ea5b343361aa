// SPDX-License-Identifier: MIT
#include "worker/documents/office/open_zip_document.h"

#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>

#include <ostream>

#include "support/little.h"
#include "text/base64.h"
#include "worker/documents/office/flat/open_flat_document.h"
#include "worker/documents/office/made_zip.h"
#include "worker/documents/rows.h"

using namespace basewalk;
using namespace basewalk::worker;

namespace {

void open_any(const Document& document, DocumentSink& sink) {
  if (document.name.ends_with(".fodt") || document.name.ends_with(".xml"))
    open_flat_document(document, sink);
  else
    open_zip_document(document, sink);
}

bool is_office(const std::string& name) {
  for (const char* ending : {".docx", ".xlsx", ".pptx", ".odt", ".ods", ".epub", ".fodt"})
    if (name.ends_with(ending)) return true;
  return false;
}

Recorded opened(const std::string& file, const DocumentBounds& bounds = {}) {
  Recorded told;
  const test::ExactCopy bytes(file);
  open_zip_document(Document{bytes.view(), "a.zip", {}, bounds}, told);
  BOOST_TEST(!told.is_open());
  return told;
}

std::string joined(const std::vector<std::string>& lines) {
  std::string all;
  for (const std::string& line : lines) all += (all.empty() ? "" : "\n") + line;
  return all;
}

constexpr const char* kTypes =
    "<Types xmlns='http://schemas.openxmlformats.org/package/2006/content-types'><Default "
    "Extension='xml' ContentType='application/xml'/><Default Extension='htm' "
    "ContentType='text/html'/></Types>";

std::string relationships(std::string_view of) {
  return std::string(
             "<Relationships xmlns='http://schemas.openxmlformats.org/package/2006/"
             "relationships'>")
      .append(of)
      .append("</Relationships>");
}

std::string external(std::string_view id, std::string_view type, std::string_view target) {
  return std::string("<Relationship Id='")
      .append(id)
      .append("' Type='http://x/relationships/")
      .append(type)
      .append("' Target='")
      .append(target)
      .append("' TargetMode='External'/>");
}

// A text document with this in it, and its relationships.
std::string made_docx(std::string_view body, std::string_view of = {}) {
  return made_zip(
      {{"[Content_Types].xml", kTypes},
       {"word/document.xml",
        std::string("<w:document xmlns:w='w' xmlns:a='a' xmlns:v='urn:schemas-microsoft-com:vml' "
                    "xmlns:r='http://x/officeDocument/relationships'>")
            .append(body)
            .append("</w:document>")},
       {"word/_rels/document.xml.rels", relationships(of)}});
}

struct Body {
  const char* body;
  const char* found;
};
std::ostream& operator<<(std::ostream& out, const Body& row) { return out << row.body; }

constexpr Body kBodies[] = {
    {"<w:p><w:hyperlink r:id='a' w:anchor='x'><w:r><w:t>see</w:t></w:r></w:hyperlink></w:p>",
     "relationship[hyperlink] u#x (see)"},
    {"<w:p/>", "relationship[hyperlink] u"},
    {"<w:hyperlink w:anchor='x'/>", "relationship[hyperlink] u"},
    {"<a:r><a:rPr><a:hlinkClick r:id='a'/></a:rPr><a:t>run</a:t></a:r>",
     "relationship[hyperlink] u (run)"},
    {"<a:cNvPr><a:hlinkClick r:id='a'/></a:cNvPr>", "relationship[hyperlink] u"},
    {"<v:shape href='v'/>", "relationship[hyperlink] u"},
    {"<v:shape href='https://a.example/'/>",
     "VML shape[href] https://a.example/\nrelationship[hyperlink] u"},
    {"<w:r><w:fldChar w:fldCharType='begin'/></w:r><w:r><w:instrText>HYPER</w:instrText></w:r><w:r>"
     "<w:instrText>LINK \"f\"</w:instrText></w:r><w:r><w:fldChar "
     "w:fldCharType='separate'/></w:r><w:r><w:t>shown</w:t></w:r><w:r><w:fldChar "
     "w:fldCharType='end'/></w:r>",
     "field[HYPERLINK] f (shown)\nrelationship[hyperlink] u"},
    {"<w:r><w:fldChar w:fldCharType='begin'/><w:instrText>HYPERLINK f</w:instrText></w:r>",
     "field[HYPERLINK] f\nrelationship[hyperlink] u"},
    {"<w:fldSimple w:instr='INCLUDEPICTURE p.png'/>",
     "field[INCLUDEPICTURE] p.png\nrelationship[hyperlink] u"},
    {"<w:x w:connectString='Data Source=https://a.example/'/>",
     "x[connectString] Data Source=https://a.example/\nrelationship[hyperlink] u"},
    {"<w:x w:uri='http://a.example/name'/>", "relationship[hyperlink] u"},
};

std::string found_with_text(const Recorded& told) {
  std::vector<std::string> lines;
  for (const Recorded::Reference& each : told.references)
    lines.push_back(each.place + ' ' + each.raw + (each.text ? " (" + *each.text + ")" : ""));
  return joined(lines);
}

struct Href {
  const char* member;
  const char* href;
  const char* raw;  // empty: not told
};
std::ostream& operator<<(std::ostream& out, const Href& row) { return out << row.href; }

constexpr Href kHrefs[] = {
    {"content.xml", "https://a.example/", "https://a.example/"},
    {"content.xml", "../page.html", "page.html"},
    {"content.xml", "../../page.html", "../page.html"},
    {"content.xml", "../", "./"},
    {"content.xml", "/abs", "/abs"},
    {"content.xml", "//a.example/x", "//a.example/x"},
    {"content.xml", "Pictures/a.png", ""},
    {"content.xml", "./Object 1", ""},
    {"content.xml", "#place", ""},
    {"Object 1/content.xml", "../Pictures/a.png", ""},
    {"Object 1/content.xml", "../../page.html", "page.html"},
};

constexpr const char* kOdfSpaces =
    "xmlns:o='urn:oasis:names:tc:opendocument:xmlns:office:1.0' "
    "xmlns:t='urn:oasis:names:tc:opendocument:xmlns:text:1.0' "
    "xmlns:tb='urn:oasis:names:tc:opendocument:xmlns:table:1.0' "
    "xmlns:x='http://www.w3.org/1999/xlink'";

std::string odf_xml(std::string_view body) {
  return std::string("<o:document ")
      .append(kOdfSpaces)
      .append(">")
      .append(body)
      .append("</o:document>");
}

}  // namespace

BOOST_AUTO_TEST_SUITE(documents_office)

BOOST_AUTO_TEST_CASE(every_row_is_met) {
  const std::filesystem::path folder = test::data_dir() / "documents/office";
  check_rows(folder, expected_rows(folder / "expected.tsv"), open_any);
}

BOOST_AUTO_TEST_CASE(every_row_of_real_documents_is_met, *boost::unit_test::label("shared")) {
  const auto folder = test::shared("documents");
  if (!folder) return;
  std::vector<ExpectedRow> rows = expected_rows(*folder / "expected.tsv");
  std::erase_if(rows, [](const ExpectedRow& row) {
    return !row.file.starts_with("real-") || !is_office(row.file);
  });
  check_rows(*folder, rows, open_any);
}

BOOST_AUTO_TEST_CASE(the_kind_is_seen_by_names) {
  const auto kind = [](const Members& members) { return zip_kind(made_zip(members)); };
  BOOST_TEST((kind({{"[Content_Types].xml", "x"}}) == ZipKind::ooxml));
  // Gnumeric and exceljs ask for no types.
  BOOST_TEST((kind({{"a", ""}, {"_rels/.rels", ""}}) == ZipKind::ooxml));
  BOOST_TEST((kind({{"xl/workbook.xml", ""}}) == ZipKind::ooxml));
  BOOST_TEST((kind({{"mimetype", "application/epub+zip"}}) == ZipKind::epub));
  BOOST_TEST((kind({{"a", ""}, {"META-INF/container.xml", ""}}) == ZipKind::epub));
  BOOST_TEST((kind({{"mimetype", "application/vnd.oasis.opendocument.text"}}) == ZipKind::odf));
  BOOST_TEST((kind({{"content.xml", ""}, {"META-INF/manifest.xml", ""}}) == ZipKind::odf));
  BOOST_TEST((kind({{"mimetype", "text/plain"}, {"content.xml", ""}}) == ZipKind::other));
  BOOST_TEST((kind({}) == ZipKind::other));
  BOOST_TEST((kind({{"content.xml", ""}}) == ZipKind::other));
  BOOST_TEST((kind({{"a", ""}, {"META-INF/manifest.xml", ""}}) == ZipKind::other));
  BOOST_TEST((kind({{"META-INF/manifest.xml", ""}, {"content.xml", ""}}) == ZipKind::odf));
  BOOST_TEST((zip_kind("") == ZipKind::other));
  BOOST_TEST((zip_kind("no zip at all") == ZipKind::other));
  // One inside that is stored says nothing of the archive.
  BOOST_TEST((kind({{"a.docx", made_docx("")}}) == ZipKind::other));
  BOOST_TEST(opened(made_zip({{"a", "b"}})).is_told());
}

BOOST_AUTO_TEST_CASE(a_zip_is_found_behind_junk_and_without_a_directory) {
  const Members members = {{"[Content_Types].xml", kTypes},
                           {"_rels/.rels", relationships(external("a", "hyperlink", "u"))}};
  BOOST_TEST(joined(opened(made_zip(members)).found()) == "relationship[hyperlink] u");
  BOOST_TEST(joined(opened("junk" + made_zip(members)).found()) == "relationship[hyperlink] u");
  const Recorded told = opened("junk" + made_zip(members, false));
  BOOST_TEST(joined(told.found()) == "relationship[hyperlink] u");
  BOOST_TEST(!told.lacks.empty());
}

BOOST_DATA_TEST_CASE(what_a_text_document_leads_to, kBodies, row) {
  const Recorded told = opened(made_docx(row.body, external("a", "hyperlink", "u")));
  BOOST_TEST(found_with_text(told) == row.found);
}

BOOST_AUTO_TEST_CASE(commands_of_a_document_are_told_once) {
  const auto lacks = [](const std::string& body) {
    return opened(made_docx(body, external("a", "hyperlink", "u"))).lacks.size();
  };
  const std::string dde = "<w:fldSimple w:instr='DDE cmd x'/>",
                    link = "<x:ddeLink ddeService='cmd' ddeTopic='/c calc'/>",
                    formula = "<c r='A1'><f>cmd|'/c x'!A0</f></c>",
                    composed =
                        "<w:r><w:fldChar w:fldCharType='begin'/></w:r><w:r><w:instrText>"
                        "HYPERLINK </w:instrText></w:r><w:fldSimple w:instr='REF a'/>"
                        "<w:r><w:fldChar w:fldCharType='end'/></w:r>";
  BOOST_TEST(lacks(dde + dde) == 1u);
  BOOST_TEST(lacks(link + link) == 1u);
  BOOST_TEST(lacks(formula + formula) == 1u);
  BOOST_TEST(lacks(composed + composed) == 1u);
  const auto lacks_of_each = [&](std::initializer_list<const char*> bodies, std::size_t count) {
    for (const std::string body : bodies) BOOST_TEST(lacks(body + body) == count, body);
  };
  lacks_of_each(
      {"<a:hlinkClick action='ppaction://program' r:id='a'/>", "<x:webextension id='a'/>",
       "<dbPr connection='Provider=SQLOLEDB;Data Source=h'/>",
       "<olapPr localConnection='Data Source=h'/>", "<w:connectString w:val='DSN=a;SERVER=h'/>",
       "<w:fldSimple w:instr='DATABASE \\c \"SERVER=h\"'/>",
       "<x:ddeLink ddeService='a' ddeTopic='b'/>",
       "<dbPr connection='Provider=SQLOLEDB;Data Source=h;Location=$Workbook$'/>",
       "<dbPr connection='Provider=Microsoft.Mashup.OleDb.1;Data Source=$Workbook$;data "
       "source=h'/>",
       "<dbPr connection='Provider=Microsoft.Mashup.OleDb.1;Data Source=$Workbook$;Mashup=UEs'/>",
       "<dbPr connection='Provider=Microsoft.Mashup.OleDb.1'/>",
       "<dbPr connection='Provider=Microsoft.Mashup.OleDb.1;Data Source=h'/>",
       "<w:fldSimple w:instr='MERGEBARCODE a QR'/>"},
      1);
  lacks_of_each(
      {"<a:hlinkClick action='ppaction://hlinkshowjump' r:id='a'/>",
       "<dbPr connection='WORKSHEET;C:\\a.xlsx'/>", "<dbPr connection='Data Model Connection'/>",
       "<dbPr connection='Provider=Microsoft.Mashup.OleDb.1;Data "
       "Source=$Workbook$;Location=a'/>",
       "<dbPr connection='OLEDB; provider = Microsoft.Mashup.OleDb.1;Data "
       "Source=$EmbeddedMashup(x)$;Location=a;Extended Properties=\"\";'/>",
       "<w:fldSimple w:instr='MERGEBARCODE a CODE128'/>",
       "<w:fldSimple w:instr='DISPLAYBARCODE a QR'/>"},
      0);
}

// And vocabularies, which every document names.
BOOST_AUTO_TEST_CASE(what_stands_beside_elements_is_searched) {
  const Recorded told = opened(
      made_zip({{"[Content_Types].xml", kTypes},
                {"docProps/custom.xml",
                 "<Properties><property name='https://a.example/n' fmtid='{D5CDD505}' "
                 "u='http://schemas.microsoft.com/x'><v>w</v></property></Properties>"},
                {"word/document.xml",
                 "<?xml version='1.0'?><?xml-stylesheet href='https://a.example/i'?><?a b?><d><!-- "
                 "https://a.example/c --><!-- none --><x u='http://schemas.a.example/x' "
                 "v='http://schemas.openxmlformats.org/x'/></d>"}}));
  BOOST_TEST(joined(told.found()) ==
             "properties[name] https://a.example/n\nx[u] http://schemas.a.example/x");
  BOOST_REQUIRE(told.texts.size() == 1u);
  BOOST_TEST(told.texts[0].text ==
             "xml-stylesheet href='https://a.example/i'\n https://a.example/c \n");
  BOOST_TEST(told.texts[0].element == "comment");
}

BOOST_AUTO_TEST_CASE(external_entities_are_not_read_but_told) {
  const Recorded told = opened(
      made_zip({{"[Content_Types].xml", kTypes},
                {"word/document.xml",
                 "<!DOCTYPE d [<!ENTITY e SYSTEM 'https://a.example/e'>]><d><t>x&e;y</t></d>"}}));
  BOOST_TEST(joined(told.found()) == "entity[SYSTEM] https://a.example/e");
  BOOST_REQUIRE(told.lacks.size() == 1u);
  BOOST_TEST((told.lacks[0].why == Lack::no_opener));
  BOOST_REQUIRE(told.texts.size() == 1u);
  BOOST_TEST(told.texts[0].text == "xy");
}

BOOST_AUTO_TEST_CASE(xml_of_other_encodings_is_read) {
  const auto text = [](std::string_view xml) {
    const Recorded told = opened(
        made_zip({{"[Content_Types].xml", kTypes}, {"word/document.xml", std::string(xml)}}));
    BOOST_TEST(told.lacks.empty());
    return told.texts.empty() ? std::string() : told.texts[0].text;
  };
  BOOST_TEST(text("<?xml version='1.0' encoding='windows-1252'?><t>\x80</t>") == "\xE2\x82\xAC");
  BOOST_TEST(text("<?xml version='1.0' encoding='Shift_JIS'?><t>x</t>") == "x");
  BOOST_TEST(text(std::string_view("\xFE\xFF\0<\0t\0>\0x\0<\0/\0t\0>", 18)) == "x");
}

BOOST_AUTO_TEST_CASE(pieces_of_a_paragraph_are_one_text) {
  const Recorded told = opened(
      made_docx("<w:p><w:r><w:t>https://a.</w:t></w:r><w:r><w:t>example/</w:t></w:r></w:p><w:p>"
                "<w:r><w:t>two</w:t></w:r></w:p>"));
  BOOST_REQUIRE(told.texts.size() == 1u);
  BOOST_TEST(told.texts[0].text == "https://a.example/\ntwo\n");
}

BOOST_AUTO_TEST_CASE(parts_are_given_by_what_they_are) {
  const Recorded told = opened(made_zip(
      {{"[Content_Types].xml", kTypes},
       {"word/_rels/document.xml.rels",
        relationships("<Relationship Id='c' Type='http://x/aFChunk' Target='chunk.htm'/>"
                      "<Relationship Id='d' Type='http://x/aFChunk' Target='/word/c2.xml'/>")},
       {"word/chunk.htm", "<p>"},
       {"word/c2.xml", "<a/>"},
       {"word/media/image1.png", "png"},
       {"word/media/image2.emf", "emf"},
       {"word/media/image3.WMF", "wmf"},
       {"word/embeddings/oleObject1.bin", "ole"},
       {"word/embeddings/a.xlsx", "zip"},
       {"word/vbaProject.bin", "vba"},
       {"customXml/item1.xml", "<u>https://a.example/</u>"}}));
  std::vector<std::string> parts;
  for (const Recorded::Part& each : told.parts)
    parts.push_back(each.name + ' ' + each.type + ' ' + each.bytes);
  BOOST_TEST(joined(parts) ==
             "word/chunk.htm text/html <p>\nword/c2.xml application/xml <a/>\n"
             "word/media/image1.png image/png png\nword/embeddings/oleObject1.bin  ole\n"
             "word/embeddings/a.xlsx  zip\nword/vbaProject.bin  vba");
  // Metafiles are told once for all.
  BOOST_REQUIRE(told.lacks.size() == 1u);
  BOOST_TEST((told.lacks[0].why == Lack::no_opener));
  BOOST_TEST(told.lacks[0].sentence == "has metafiles, in which no codes are looked for");
  BOOST_REQUIRE(told.texts.size() == 1u);
  BOOST_TEST(told.texts[0].type == "application/xml");
}

struct Part {
  const char* name;
  const char* type;      // of what has its ending
  const char* relation;  // that leads to it; empty: none does
  const char* found;     // F a file, X the URL of a field, T it is told that it is not read
};
std::ostream& operator<<(std::ostream& out, const Part& row) { return out << row.name; }

// Programs go by what refers to a part, and by the type that the package gives it.
constexpr Part kParts[] = {
    {"word/media/a.png", "image/png", "image", "F"},
    {"word/media/a.bin", "image/png", "image", "F"},
    {"word/media/a.odttf", "image/png", "image", "F"},
    {"word/media/a.mp3", "audio/mpeg", "image", "F"},
    {"word/media/a.wdp", "image/png", "image", "F"},
    {"word/media/a.xml", "image/png", "image", "F"},
    {"word/media/a.svg", "image/svg+xml", "image", "F"},
    {"word/media/A%20b.mp3", "audio/mpeg", "image", "F"},
    {"docProps/a.png", "image/png", "image", "F"},
    {"xl/printerSettings/a.bin", "image/png", "image", "F"},
    {"xl/a.bin", "application/x", "oleObject", "F"},
    {"word/a.mp3", "application/x", "package", "F"},
    {"word/a.bin", "application/x", "anything", "F"},
    // LibreOffice goes by the relation alone.
    {"ppt/a.bin", "application/x", "slide", "FX"},
    {"ppt/a.png", "image/png", "notesSlide", "FX"},
    {"ppt/a.emf", "image/x-emf", "slide", "XT"},
    {"ppt/a.mp4", "video/mp4", "slide", "FX"},
    {"word/a.bin", "application/vnd.ms-office.vbaProject", "", "F"},
    {"word/a.bin", "application/vnd.ms-office.vbaProject", "vbaProject", "F"},
    {"xl/vbaProject.bin", "application/x", "vbaProject", "F"},
    // Formulas that are a program.
    {"xl/a.xml", "application/vnd.ms-excel.macrosheet+xml", "xlMacrosheet", "XT"},
    {"xl/a.xml", "application/vnd.ms-excel.intlmacrosheet+xml", "xlIntlMacrosheet", "XT"},
    {"xl/macrosheets/a.xml", "application/xml", "worksheet", "XT"},
    {"word/media/a.emf", "image/x-emf", "image", "T"},
    // What nobody sees.
    {"docProps/thumbnail.jpeg", "image/jpeg", "thumbnail", ""},
    {"word/fonts/a.odttf", "application/x", "font", ""},
    {"ppt/media/a.mp4", "video/mp4", "video", ""},
    {"xl/printerSettings/a.bin", "application/x", "printerSettings", ""},
    // What nothing refers to is what it looks like.
    {"docProps/a.html", "text/html", "", "F"},
    {"word/media/a.mp3", "audio/mpeg", "", "F"},
    {"word/fonts/a.odttf", "application/x", "", "F"},
    {"a.bin", "application/x", "", "F"},
    // The document itself.
    {"docProps/document.xml",
     "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml",
     "officeDocument", "X"},
    {"customXml/document.xml", "application/vnd.ms-word.document.macroEnabled.main+xml",
     "officeDocument", "X"},
    {"word/document.xml",
     "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml", "image",
     "X"},
    {"word/document.xml",
     "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml", "aFChunk",
     "X"},
    {"word/a.xml", "application/xml", "aFChunk", "F"},
    {"word/document.rels",
     "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml",
     "officeDocument", "X"},
};

BOOST_DATA_TEST_CASE(what_a_part_is, kParts, row) {
  const std::string name(row.name);
  const std::string ending = name.substr(name.rfind('.') + 1);
  const std::string types =
      std::string(
          "<Types xmlns='http://schemas.openxmlformats.org/package/2006/content-types'><Default "
          "Extension='")
          .append(ending)
          .append("' ContentType='")
          .append(row.type)
          .append("'/></Types>");
  const std::string relation = std::string("<Relationship Id='a' Type='http://x/")
                                   .append(row.relation)
                                   .append("' Target='/")
                                   .append(name)
                                   .append("'/>");
  const Recorded told =
      opened(made_zip({{"[Content_Types].xml", types},
                       {"_rels/.rels", relationships(*row.relation != '\0' ? relation : "")},
                       {name,
                        "<d><fldChar fldCharType='begin'/><instrText>HYPERLINK \"https://a.</"
                        "instrText><instrText>example/\"</instrText></d>"}}));
  std::string found;
  if (!told.parts.empty()) found += 'F';
  if (joined(told.found()) == "field[HYPERLINK] https://a.example/") found += 'X';
  if (!told.lacks.empty()) found += 'T';
  BOOST_TEST(found == row.found);
}

// It has the type of its main part.
BOOST_AUTO_TEST_CASE(a_document_that_is_taken_over_is_a_part) {
  const std::string inner = made_docx("<p/>");
  const Recorded told = opened(
      made_zip({{"[Content_Types].xml",
                 "<Types><Default Extension='docx' ContentType='application/"
                 "vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml'/></Types>"},
                {"word/_rels/document.xml.rels",
                 relationships("<Relationship Id='c' Type='http://x/aFChunk' Target='a.docx'/>")},
                {"word/a.docx", inner}}));
  BOOST_REQUIRE(told.parts.size() == 1U);
  BOOST_TEST(told.parts[0].bytes == inner);
  BOOST_TEST(told.lacks.empty());
}

BOOST_AUTO_TEST_CASE(properties_are_known_by_their_type) {
  const Recorded told = opened(
      made_zip({{"_rels/.rels",
                 relationships("<Relationship Id='a' Type='http://x/image' Target='/a/app.xml'/>")},
                {"a/app.xml",
                 "<Properties><HyperlinkBase>https://a.example/b/</HyperlinkBase></Properties>"},
                {"[Content_Types].xml",
                 "<Types><Override PartName='/a/app.xml' ContentType='application/"
                 "vnd.openxmlformats-officedocument.extended-properties+xml'/></Types>"}}));
  BOOST_REQUIRE(told.bases.size() == 1U);
  BOOST_TEST(told.bases[0] == "https://a.example/b/");
}

BOOST_AUTO_TEST_CASE(properties_of_ones_own_are_searched) {
  const Recorded told =
      opened(made_zip({{"word/document.xml", "<d/>"},
                       {"[Content_Types].xml", "<Types/>"},
                       {"docProps/app.xml",
                        "<Properties><HLinks><v><lpwstr>https://a.example/</lpwstr><lpwstr>b"
                        "</lpwstr></v></HLinks><lpwstr>https://c.example/</lpwstr></Properties>"},
                       {"docProps/custom.xml",
                        "<Properties><property><lpwstr>https://d.example/</lpwstr></property>"
                        "<property><lpwstr>no link</lpwstr></property></Properties>"}}));
  BOOST_TEST(joined(told.found()) ==
             "properties[HLinks] https://a.example/#b\nproperties[lpwstr] https://c.example/\n"
             "properties[lpwstr] https://d.example/");
}

// A drawing's words, a chart's copies of cells: whatever its element is called.
BOOST_AUTO_TEST_CASE(text_of_any_element_is_searched) {
  const Recorded told = opened(made_docx(
      "<c:v xmlns:c='c'>https://a.example/</c:v><Text>see https://<cp IX='0'/>b.example/</Text>"
      "<x>http://schemas.microsoft.com/x</x><y>none</y>"));
  BOOST_TEST(joined(told.found()) ==
             "v[text] https://a.example/\nText[text] see https://b.example/");
}

BOOST_AUTO_TEST_CASE(what_leads_out_without_saying_so_is_told) {
  const auto found = [](std::string_view target) {
    return joined(opened(made_docx("", std::string("<Relationship Id='a' Type='http://x/hyperlink' "
                                                   "Target='")
                                           .append(target)
                                           .append("'/>")))
                      .found());
  };
  BOOST_TEST(found("https:a.example/") == "relationship[hyperlink] https:a.example/");
  BOOST_TEST(found("mailto:a@a.example") == "relationship[hyperlink] mailto:a@a.example");
  BOOST_TEST(found("//a.example/b") == "relationship[hyperlink] //a.example/b");
  BOOST_TEST(found("media/a.png") == "");
}

// [MS-QDEFF] 2.2: a version, a length, a package; what is behind it.
BOOST_AUTO_TEST_CASE(queries_of_a_workbook_are_a_part) {
  const Recorded told =
      opened(made_zip({{"[Content_Types].xml", kTypes},
                       {"customXml/item1.xml",
                        "<DataMashup xmlns='http://schemas.microsoft.com/DataMashup'>"
                        "AAAAAAMAAABQS3hodHRwczovL2EuZXhhbXBsZS8=</DataMashup>"},
                       {"customXml/item2.xml", std::string(std::size_t{5} << 20, ' ')}}));
  BOOST_REQUIRE(told.parts.size() == 1U);
  BOOST_TEST(told.parts[0].name == "queries.zip");
  BOOST_TEST(told.parts[0].bytes == "PKx");
  BOOST_REQUIRE(told.texts.size() == 2U);
  BOOST_TEST(told.texts[1].text == "https://a.example/");
  BOOST_REQUIRE(told.lacks.size() == 1U);
  BOOST_TEST((told.lacks[0].why == Lack::limit));
}

// One part has one of them: a thousand would be a thousand files.
// A query may make a URL of anything.
BOOST_AUTO_TEST_CASE(queries_of_a_workbook_are_programs) {
  const auto lacks = [](const std::string& name, const std::string& section) {
    const std::string package = made_zip({{"Config/Package.xml", "<x a='b'/>"}, {name, section}});
    std::string base64;
    text::append_base64(base64, std::string(4, '\0') + test::little(package.size(), 4) + package);
    const Recorded told =
        opened(made_zip({{"[Content_Types].xml", kTypes},
                         {"word/document.xml", "<d/>"},
                         {"customXml/item1.xml", "<DataMashup>" + base64 + "</DataMashup>"}}));
    return told.lacks.size();
  };
  BOOST_TEST(lacks("Formulas/Section1.m", "section Section1; shared a = Web.Contents(b);") == 1u);
  BOOST_TEST(lacks("formulas/section1.M", "a=b") == 1u);
  BOOST_TEST(lacks("Formulas/Section1.m", std::string(1 << 16, ' ')) == 1u);
  BOOST_TEST(lacks("Formulas/Section1.m", "section Section1;") == 0u);
  BOOST_TEST(lacks("Formulas\\Section1.m", "a=b") == 1u);
  BOOST_TEST(lacks("Formulas/Section1.x", "a=b") == 0u);
}

BOOST_AUTO_TEST_CASE(more_queries_than_a_part_has_are_told) {
  const std::string query = "<DataMashup>AAAAAAMAAABQS3g=</DataMashup>";
  const Recorded told =
      opened(made_zip({{"[Content_Types].xml", kTypes},
                       {"customXml/item1.xml", "<a>" + query + query + query + "</a>"},
                       {"customXml/item2.xml", query}}));
  BOOST_TEST(told.parts.size() == 2U);
  BOOST_REQUIRE(told.lacks.size() == 1U);
  BOOST_TEST((told.lacks[0].why == Lack::limit));
}

BOOST_AUTO_TEST_CASE(a_password_opens) {
  const std::string file =
      test::read_file(test::data_dir() / "documents/office/docx-password.docx");
  Recorded told;
  open_zip_document(Document{file, "a.docx", {"wrong", "secret"}}, told);
  BOOST_TEST((told.opened == OpenedWith::word));
  BOOST_TEST(told.word == 1u);
  BOOST_TEST(told.references.size() == 4u);
  Recorded without;
  open_zip_document(Document{file, "a.docx"}, without);
  BOOST_REQUIRE(!without.lacks.empty());
  BOOST_TEST((without.lacks[0].why == Lack::encrypted));
}

// What one cell shows ends before what the next one does, and before the text of the sheet.
BOOST_AUTO_TEST_CASE(what_hyperlinks_of_cells_show_is_a_line_each) {
  const Recorded told = opened(made_zip(
      {{"[Content_Types].xml", kTypes},
       {"xl/worksheets/sheet1.xml",
        "<worksheet xmlns:r='http://x/officeDocument/relationships'><sheetData><c><is><t>a</t></is>"
        "</c><c t='str'><v>b</v></c></sheetData><hyperlinks><hyperlink r:id='a' "
        "display='https://c.example/'/><hyperlink location='x' display='https://d.example/'/>"
        "</hyperlinks><x>e</x></worksheet>"},
       {"xl/worksheets/_rels/sheet1.xml.rels", relationships(external("a", "hyperlink", "u"))}}));
  BOOST_TEST(found_with_text(told) == "relationship[hyperlink] u (https://c.example/)");
  BOOST_REQUIRE(told.texts.size() == 1u);
  BOOST_TEST(told.texts[0].text == "a\nb\nhttps://c.example/\nhttps://d.example/\n");
}

BOOST_DATA_TEST_CASE(references_that_leave_the_package_are_told, kHrefs, row) {
  const Recorded told = opened(made_zip(
      {{"mimetype", "application/vnd.oasis.opendocument.text"},
       {row.member,
        odf_xml(std::string("<t:p><t:a x:href='").append(row.href).append("'>see</t:a></t:p>"))}}));
  const std::string raw(row.raw);
  BOOST_TEST(found_with_text(told) == (raw.empty() ? "" : "text:a[xlink:href] " + raw + " (see)"));
}

struct Odf {
  const char* body;
  const char* found;
};
std::ostream& operator<<(std::ostream& out, const Odf& row) { return out << row.body; }

constexpr Odf kOdf[] = {
    {"<t:a x:href='https://a.example/'>a<t:line-break/>b<t:tab/>c<t:s/>d</t:a>",
     "text:a[xlink:href] https://a.example/ (a\nb\tc d)"},
    {"<t:a x:href='https://a.example/'><t:span>a</t:span><t:span>b</t:span></t:a>",
     "text:a[xlink:href] https://a.example/ (ab)"},
    // One within another, one of no address, one that is not ended.
    {"<t:a x:href='https://a.example/1'>a<t:a x:href='https://a.example/2'>b</t:a>c</t:a>",
     "text:a[xlink:href] https://a.example/2 (b)\ntext:a[xlink:href] https://a.example/1 (abc)"},
    {"<t:a>a<t:a x:href='https://a.example/'>b</t:a></t:a>",
     "text:a[xlink:href] https://a.example/ (b)"},
    {"<t:a x:href=''>a</t:a><t:a x:href='#b'>b</t:a>", ""},
    // Prefixes as the standard writes them, whatever the file has.
    {"<d:image xmlns:d='urn:oasis:names:tc:opendocument:xmlns:drawing:1.0' "
     "x:href='https://a.example/'/>",
     "draw:image[xlink:href] https://a.example/"},
    {"<d:sound xmlns:d='urn:oasis:names:tc:opendocument:xmlns:animation:1.0' "
     "x:href='https://a.example/'/>",
     "anim:sound[xlink:href] https://a.example/"},
    {"<d:style xmlns:d='urn:oasis:names:tc:opendocument:xmlns:datastyle:1.0' "
     "d:u='https://a.example/'/>",
     "number:style[number:u] https://a.example/"},
    {"<d:table xmlns:d='urn:oasis:names:tc:opendocument:xmlns:database:1.0' "
     "d:u='https://a.example/'/>",
     "db:table[db:u] https://a.example/"},
    {"<d:x xmlns:d='urn:another' d:href='https://a.example/' d:name='https://a.example/n' "
     "d:namespace='https://a.example/s'/>",
     "x[xlink:href] https://a.example/"},
    {"<d:image-map xmlns:d='urn:x' d:image-data='https://a.example/i'/>",
     "image-map[xlink:href] https://a.example/i"},
    // Dynamic data exchange: a program, its topic, and what of that.
    {"<o:dde-source o:dde-application='soffice' o:dde-topic='c:\\x' o:dde-item='a1'/>",
     "office:dde-source[office:dde-application] soffice\noffice:dde-source[office:dde-topic] "
     "c:\\x\noffice:dde-source[office:dde-item] a1"},
    {"<tb:cell tb:formula=''/>", ""},
    // What configures it, though nobody has typed it.
    {"<o:config-item>https://a.<o:x>example/</o:x></o:config-item>",
     "office:config-item[text] https://a.example/"},
    {"<o:config-item>a<o:x>b</o:x></o:config-item>", ""},
};

BOOST_DATA_TEST_CASE(what_an_open_document_leads_to, kOdf, row) {
  const Recorded told = opened(made_zip({{"mimetype", "application/vnd.oasis.opendocument.text"},
                                         {"content.xml", odf_xml(row.body)}}));
  BOOST_TEST(found_with_text(told) == row.found);
  // A command is told.
  const bool has_command =
      std::string_view(row.found).find("dde-application") != std::string_view::npos;
  BOOST_TEST(told.lacks.size() == (has_command ? 1u : 0u));
}

BOOST_AUTO_TEST_CASE(macros_of_an_open_document_are_told) {
  for (const char* member : {"Basic/Standard/a.xml", "Scripts/python/a.py"}) {
    const Recorded told =
        opened(made_zip({{"mimetype", "application/vnd.oasis.opendocument.text"},
                         {member, odf_xml("<t:p>Shell \"https://a.example/\"</t:p>")},
                         {"Basic/b.xml", odf_xml("")}}));
    BOOST_TEST_REQUIRE(told.lacks.size() == 1U);
    BOOST_TEST((told.lacks[0].why == Lack::no_opener));
    BOOST_TEST(told.texts.size() + told.parts.size() == 1U);
  }
  // In one file.
  const Recorded flat = opened(
      made_zip({{"mimetype", "application/vnd.oasis.opendocument.text"},
                {"content.xml", odf_xml("<o:scripts><x:module xmlns:x='urn:x'/></o:scripts>")}}));
  BOOST_TEST_REQUIRE(flat.lacks.size() == 1U);
  BOOST_TEST(flat.lacks[0].sentence == "holds macros, which are searched and not run");
}

// Nobody has typed what configures it, and what is hidden within that is none either.
BOOST_AUTO_TEST_CASE(an_open_document_has_text_and_parts) {
  const Recorded told = opened(
      made_zip({{"mimetype", "application/vnd.oasis.opendocument.text"},
                {"META-INF/documentsignatures.xml", odf_xml("<t:p>a</t:p>")},
                {"Thumbnails/thumbnail.png", "png"},
                {"manifest.rdf", odf_xml("<t:p>rdf</t:p>")},
                {"content.xml", odf_xml("<o:config-item>c<t:p>d</t:p></o:config-item><t:p>one</t:p>"
                                        "<o:generator>g</o:generator><t:p>two</t:p>"
                                        "<o:binary-data></o:binary-data>")},
                {"Pictures/p.png", "picture"}}));
  std::string text;
  for (const Recorded::Text& each : told.texts) text += each.element + ": " + each.text + ";";
  BOOST_TEST(text == "manifest.rdf: rdf\n;content.xml: one\ntwo\n;");
  BOOST_REQUIRE_EQUAL(told.parts.size(), 1U);
  BOOST_TEST(told.parts[0].name == "Pictures/p.png");
  BOOST_TEST(told.parts[0].type == "image/png");
  BOOST_TEST(told.parts[0].bytes == "picture");
  BOOST_TEST(told.lacks.empty());
}

// A page may show what the package has for itself.
BOOST_AUTO_TEST_CASE(an_open_document_gives_what_a_page_may_show) {
  const auto names = [](std::string_view href) {
    const Recorded told = opened(made_zip(
        {{"mimetype", "application/vnd.oasis.opendocument.text"},
         {"content.xml",
          odf_xml(std::string("<d:image xmlns:d='urn:d' x:href='").append(href).append("'/>"))},
         {"META-INF/a.png", "picture"},
         {"Thumbnails/thumbnail.png", "preview"},
         {"Configurations2/images/a.png", "picture"},
         {"Configurations2/menubar/m.xml", odf_xml("<t:p>menu</t:p>")},
         {"ObjectReplacements/Object 1", "picture"},
         {"ObjectReplacements/Object 2", "VCLMTF"}}));
    BOOST_TEST(told.texts.size() == 1U);
    BOOST_REQUIRE_EQUAL(told.lacks.size(), 1U);
    BOOST_TEST(told.lacks[0].sentence == "has metafiles, in which no codes are looked for");
    std::vector<std::string> lines;
    for (const Recorded::Part& each : told.parts) lines.push_back(each.name);
    return joined(lines);
  };
  const std::string shown =
      "META-INF/a.png\nConfigurations2/images/a.png\nObjectReplacements/Object 1";
  BOOST_TEST(names("Pictures/a.png") == shown);
  BOOST_TEST(names("./Thumbnails/thumbnail.png") == shown + "\nThumbnails/thumbnail.png");
}

BOOST_AUTO_TEST_CASE(marks_within_a_line_of_an_open_document_do_not_end_it) {
  const Recorded told = opened(
      made_zip({{"mimetype", "application/vnd.oasis.opendocument.text"},
                {"content.xml", odf_xml("<t:p>https://<t:bookmark-start/>a<t:soft-page-break/>"
                                        ".<t:bookmark-end/>example/</t:p><t:p>b</t:p>")}}));
  BOOST_REQUIRE(told.texts.size() == 1U);
  BOOST_TEST(told.texts[0].text == "https://a.example/\nb\n");
}

BOOST_AUTO_TEST_CASE(encrypted_members_are_told) {
  const Recorded told = opened(made_zip(
      {{"mimetype", "application/vnd.oasis.opendocument.text"},
       {"META-INF/manifest.xml",
        "<m:manifest xmlns:m='m'><m:file-entry m:full-path='content.xml'><m:encryption-data/></"
        "m:file-entry></m:manifest>"},
       {"content.xml", "\x17\x01"}}));
  BOOST_REQUIRE(told.lacks.size() == 1u);
  BOOST_TEST((told.lacks[0].why == Lack::encrypted));
}

BOOST_AUTO_TEST_CASE(books_give_their_documents) {
  const Recorded told =
      opened(made_zip({{"mimetype", "application/epub+zip"},
                       {"META-INF/container.xml",
                        "<container><rootfiles><rootfile full-path='o/c.opf'/><rootfile "
                        "full-path='META-INF/container.xml'/></rootfiles></container>"},
                       {"o/c.opf",
                        "<package><metadata><source>https://a.example/s</source><link "
                        "href='https://a.example/l'/><link "
                        "href='//b.example/l'/></metadata><manifest><item href='a%20b.x' "
                        "media-type='application/xhtml+xml'/><item href='https://a.example/r.mp3' "
                        "media-type='audio/mpeg'/></manifest></package>"},
                       {"o/a b.x", "<html/>"},
                       {"o/s.css", "a{}"},
                       {"o/f.mp3", "f"}}));
  BOOST_TEST(joined(told.found()) ==
             "opf[source] https://a.example/s\nopf link[href] https://a.example/l\n"
             "opf link[href] //b.example/l\n"
             "opf item[href] https://a.example/r.mp3");
  BOOST_REQUIRE(told.parts.size() >= 2u);
  BOOST_TEST(told.parts[0].name == "o/a b.x");
  BOOST_TEST(told.parts[0].type == "application/xhtml+xml");
  BOOST_TEST(told.parts[1].type == "text/css");
}

BOOST_AUTO_TEST_CASE(all_that_a_book_has_for_itself_is_searched) {
  const Recorded told = opened(made_zip(
      {{"mimetype", "application/epub+zip"},
       {"META-INF/container.xml",
        "<container><rootfiles><rootfile full-path='c.opf'/></rootfiles><links><link "
        "href='https://a.example/1'/></links></container>"},
       {"META-INF/encryption.xml",
        "<encryption><EncryptedData><EncryptionMethod Algorithm='http://a.example/'/>"
        "<RetrievalMethod URI='https://a.example/2' Type='http://a.example/'/></EncryptedData>"
        "</encryption>"},
       {"META-INF/rights.xml", "<rights><u>https://a.example/3</u></rights>"},
       {"META-INF/signatures.xml", "<s><Reference URI='#a'/></s>"},
       {"c.opf",
        "<package prefix='x: http://a.example/'><metadata><meta name='x' "
        "content='https://a.example/4'/></metadata><manifest><item href='a.xhtml' "
        "fallback='https://a.example/5'/></manifest></package>"}}));
  BOOST_TEST(joined(told.found()) ==
             "container link[href] https://a.example/1\n"
             "container RetrievalMethod[URI] https://a.example/2\n"
             "opf meta[content] https://a.example/4\nopf item[fallback] https://a.example/5\n"
             "container[u] https://a.example/3");
  BOOST_TEST(told.parts.empty());
}

BOOST_AUTO_TEST_CASE(long_pages_of_books_are_given_whole) {
  const std::string page = "<html>" + std::string(1'000'000, 'x') + "<a href='b'/></html>";
  const Recorded told = opened(made_zip({{"mimetype", "application/epub+zip"},
                                         {"META-INF/container.xml", "<container/>"},
                                         {"a.xhtml", page}}));
  BOOST_REQUIRE(told.parts.size() == 1u);
  BOOST_TEST((told.parts[0].bytes == page));
}

// A reader shows what is a page or a picture, whatever the book says, and wherever it lies.
BOOST_AUTO_TEST_CASE(books_give_what_only_calls_itself_a_film) {
  const Recorded told = opened(made_zip(
      {{"mimetype", "application/epub+zip"},
       {"META-INF/container.xml",
        "<container><rootfiles><rootfile full-path='c.opf'/></rootfiles></container>"},
       {"META-INF/page.xhtml", "<html/>"},
       {"c.opf",
        "<package><manifest><item href='a.mp3' media-type='audio/mpeg'/><item href='b.mp3' "
        "media-type='audio/mpeg'/><item href='c.ttf' media-type='font/ttf'/></manifest></package>"},
       {"a.mp3", " <html/>"},
       {"b.mp3", "ID3"},
       {"c.ttf", "\x89PNG"}}));
  std::vector<std::string> names;
  for (const Recorded::Part& each : told.parts) names.push_back(each.name + ' ' + each.type);
  BOOST_TEST(joined(names) == "META-INF/page.xhtml application/xhtml+xml\na.mp3 \nc.ttf ");
}

BOOST_AUTO_TEST_SUITE_END()
