// SPDX-License-Identifier: MIT
//
// What opens a leaf: by its bytes, else by its name, else by its type.
#include "open/recognise.h"

#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <ostream>

using namespace basewalk::open;
using namespace std::string_view_literals;

namespace {

struct Row {
  std::string_view bytes, file_name, type, opener;
  bool by_bytes = true;
};
std::ostream& operator<<(std::ostream& out, const Row& row) {
  return out << row.file_name << ' ' << row.type << ' ' << row.opener;
}

const Row kRows[] = {
    {"%PDF-1.7\n"sv, "x.bin"sv, "application/octet-stream"sv, "pdf"sv},
    {"\r\njunk %PDF-1.4"sv, "a.png"sv, "image/png"sv, "pdf"sv},
    {"no sign of it"sv, "X.PDF. "sv, "application/octet-stream"sv, "pdf"sv, false},
    {"?"sv, ""sv, "application/pdf"sv, "pdf"sv, false},
    {"PK\3\4...."sv, "x.doc"sv, ""sv, "zip"sv},
    {"\xED\xAB\xEE\xDB\3\0"sv, ""sv, ""sv, "archive"sv},
    {"MZ...."sv, "x.zip"sv, ""sv, "zip"sv, false},
    {"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1"sv, "x"sv, ""sv, "cfb"sv},
    {"\x78\x9F\x3E\x22"sv, "x"sv, ""sv, "tnef"sv},
    {"???"sv, "WINMAIL.DAT"sv, ""sv, "tnef"sv, false},
    {"{\\rt"sv, "x.doc"sv, ""sv, "rtf"sv},
    {" \n{\\rtf1"sv, "x"sv, "text/plain"sv, "rtf"sv},
    {"\xEF\xBB\xBF{\\rt"sv, "x"sv, ""sv, "rtf"sv},
    {"7z\xBC\xAF\x27\x1C"sv, "x"sv, ""sv, "archive"sv},
    {"\x1F\x8B\10\0"sv, "page.html.gz"sv, ""sv, "archive"sv},
    {"\0\5\x16\7\0\2\0\0"sv, "._page.html"sv, "text/html"sv, "apple"sv},
    {"\0\5\x16\0\0\1\0\0"sv, "page.html"sv, ""sv, "apple"sv},
    {"bplist00"sv, "a.webloc"sv, ""sv, "plist"sv},
    {"bplist00"sv, "a.webarchive"sv, ""sv, "plist"sv},
    {"<?xml version='1.0'?><plist>"sv, "a.webarchive"sv, ""sv, "webarchive"sv, false},
    {"{ a = b; }"sv, ""sv, "application/x-webarchive"sv, "webarchive"sv, false},
    {"\0\0\0\1Bud1"sv, ".DS_Store"sv, ""sv, "folder-store"sv},
    {"L\0\0\0\1\x14\2\0"sv, "x"sv, ""sv, "lnk"sv},
    {"[InternetShortcut]"sv, "a.url"sv, "text/plain"sv, "shortcut"sv, false},
    {"[InternetShortcut]"sv, "a"sv, "application/x-mswinurl"sv, "shortcut"sv, false},
    {"[Desktop Entry]"sv, ""sv, "application/x-desktop"sv, "shortcut"sv, false},
    {"<?xml version='1.0'?><?xfa?><xdp:xdp xmlns:xdp='http://ns.adobe.com/xdp/'>"sv, "a.xdp"sv,
     ""sv, "flat"sv},
    {"[.ShellClassInfo]"sv, "a/b/Desktop.ini"sv, ""sv, "shortcut"sv, false},
    {"[Shell]"sv, "a.SCF"sv, ""sv, "shortcut"sv, false},
    {"[Theme]"sv, "a.theme"sv, ""sv, "shortcut"sv, false},
    {"[.ShellClassInfo]"sv, "Desktop.ini"sv, ""sv, "shortcut"sv, false},
    {"full address:s:h"sv, "a.rdp"sv, "application/x-rdp"sv, "shortcut"sv, false},
    {"\x30\x82\1\0\6\x09\x2A\x86\x48\x86\xF7\x0D\1\7\2"sv, "x"sv, ""sv, "smime"sv},
    {"\x30\x80\6\x0B\x2A\x86\x48\x86\xF7\x0D\1\x09\x10\1\x09"sv, "x"sv, ""sv, "smime"sv},
    {"-----BEGIN PGP MESSAGE-----"sv, "x"sv, "text/plain"sv, "openpgp"sv},
    {"\x89PNG\r\n\x1A\n"sv, "x.dat"sv, ""sv, "picture"sv},
    {"\xFF\xD8\xFF\xE0"sv, "x.html"sv, ""sv, "picture"sv},
    {"BM123456789012(\0\0\0."sv, "x"sv, ""sv, "picture"sv},
    {"?"sv, "x"sv, "application/vnd.openxmlformats-officedocument.wordprocessingml.document"sv,
     "zip"sv, false},
    {"?"sv, "x"sv, "application/vnd.oasis.opendocument.text"sv, "zip"sv, false},
    {"?"sv, "x"sv, "application/vnd.ms-excel.sheet.macroenabled.12"sv, "zip"sv, false},
    // XML by its root, whatever the file is called.
    {"<?xml version='1.0'?><w:wordDocument xmlns:w='x'"sv, "a.doc"sv, "application/msword"sv,
     "flat"sv},
    {"\xEF\xBB\xBF<?xml version='1.0'?>\n<?mso-application progid='Excel.Sheet'?>\r\n<Workbook>"sv,
     "a.xls"sv, ""sv, "flat"sv},
    {"<!-- > --><!DOCTYPE a SYSTEM 'b>c' \">\"><package/>"sv, "a.xml"sv, ""sv, "flat"sv},
    {"\n <package/>"sv, "a.xml"sv, ""sv, "flat"sv},
    {"<office:document>"sv, ""sv, "text/xml"sv, "flat"sv},
    {"<?xml version='1.0'?><FictionBook xmlns='x'>"sv, ""sv, "text/xml"sv, "flat"sv},
    {"<office:document-content >"sv, "content.xml"sv, "text/xml"sv, "flat"sv},
    // The root is not in sight.
    {"<?xml version='1.0'?><!-- and so on"sv, ""sv, "text/xml"sv, "flat"sv},
    {"<?xml version='1.0'?><!DOCTYPE a [ <!ENTITY b '>'>"sv, ""sv, "text/xml"sv, "flat"sv},
    {"<!-- and so on"sv, "a.doc"sv, ""sv, "flat"sv},
    {"\xFF\xFE<\0?\0x\0"sv, "a.doc"sv, ""sv, "flat"sv},
    {"\xFE\xFF\0<\0?"sv, "a.doc"sv, ""sv, "flat"sv},
    {"?"sv, "a.fodt"sv, ""sv, "flat"sv, false},
};

// What is none of these.
const Row kOthers[] = {
    {"Dear all,"sv, "letter.txt"sv, "text/plain"sv, ""sv},
    {""sv, ""sv, "application/octet-stream"sv, ""sv},
    {"\x30\x82\1\0\2\1\0"sv, "key.der"sv, ""sv, ""sv},
    {"ID3\3"sv, "song.mp3"sv, "audio/mpeg"sv, ""sv},
    {"BM, 16 bytes and no bitmap"sv, "x"sv, ""sv, ""sv},
    {"?"sv, "x"sv, "application/vnd.ms-cab"sv, ""sv},
    {"?"sv, ""sv, "text/html"sv, ""sv},
    // Pages, which each mail has.
    {"<!-- and so on"sv, ""sv, "text/html"sv, ""sv},
    {"<?xml version='1.0'?><!DOCTYPE html PUBLIC 'a' 'b'><html xmlns='x'>"sv, "a.xhtml"sv, ""sv,
     ""sv},
    {"<!DOCTYPE html><html>"sv, "a.html"sv, ""sv, ""sv},
    {"<documents/>"sv, "a.xml"sv, ""sv, ""sv},
    {"<!DOCTYPE html>Workbook"sv, "a.html"sv, ""sv, ""sv},
    {"\xFF\xFE<\0h\0"sv, ""sv, "text/html"sv, ""sv},
};

}  // namespace

BOOST_AUTO_TEST_SUITE(recognising)

BOOST_DATA_TEST_CASE(documents_are_known, boost::unit_test::data::make(kRows)) {
  Kinds every;
  for (unsigned i = 0; i <= static_cast<unsigned>(Kind::drawing); ++i)
    every.add(static_cast<Kind>(i));
  const std::optional<Format> format =
      recognise(sample.bytes, sample.file_name, sample.type, every);
  BOOST_REQUIRE(format.has_value());
  BOOST_TEST(format->opener == sample.opener);
  BOOST_TEST(format->by_bytes == sample.by_bytes);
  BOOST_TEST(!recognise(sample.bytes, sample.file_name, sample.type, Kinds()).has_value());
}

BOOST_DATA_TEST_CASE(others_are_not, boost::unit_test::data::make(kOthers)) {
  Kinds every;
  for (unsigned i = 0; i <= static_cast<unsigned>(Kind::drawing); ++i)
    every.add(static_cast<Kind>(i));
  BOOST_TEST(!recognise(sample.bytes, sample.file_name, sample.type, every).has_value());
}

// An OLE file is a document of Office, or a message of Outlook.
BOOST_AUTO_TEST_CASE(an_ole_file_is_opened_for_either) {
  for (const Kind kind : {Kind::office, Kind::outlook, Kind::pdf}) {
    Kinds kinds;
    kinds.add(kind);
    BOOST_TEST(recognise("\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1", "x", "", kinds).has_value() ==
               (kind != Kind::pdf));
  }
}

BOOST_AUTO_TEST_CASE(a_zip_is_opened_by_what_is_asked_for) {
  Kinds kinds;
  kinds.add(Kind::office);
  BOOST_TEST(recognise("PK\3\4", "x.zip", "", kinds)->opener == "office");
  Kinds archives;
  archives.add(Kind::archive);
  BOOST_TEST(recognise("PK\3\4", "x.docx", "", archives)->opener == "archive");
  Kinds others;
  others.add(Kind::pdf);
  BOOST_TEST(!recognise("PK\3\4", "x.docx", "", others).has_value());
}

// What looks for its document elsewhere than at the beginning, and is given the file by its name.
BOOST_AUTO_TEST_CASE(another_document_is_found_elsewhere) {
  const auto other = [](const std::string& bytes, std::string_view name,
                        std::string_view type = {}) {
    const std::optional<Format> first = recognise(bytes, name, type, Kinds::all());
    BOOST_REQUIRE(first.has_value());
    const std::optional<Format> format =
        recognise_elsewhere(bytes, *first, name, type, Kinds::all());
    return format ? std::string(format->opener) : std::string();
  };
  const std::string gif = "GIF89a", zip = gif + "PK\5\6" + std::string(18, '\0'),
                    disc = gif + std::string(0x8001 - 6, '\0') + "CD001",
                    udf = gif + std::string(0x8001 - 6, '\0') + "BEA01";
  BOOST_TEST(other(zip, "a.zip") == "zip");
  BOOST_TEST(other(zip, "a.docx") == "zip");
  BOOST_TEST(other(zip, "a", "application/zip") == "zip");
  BOOST_TEST(other(zip, "a.gif") == "");
  BOOST_TEST(other(gif, "a.zip") == "");
  BOOST_TEST(other(zip + std::string(0x10100, 'x'), "a.zip") == "");
  BOOST_TEST(other(disc, "a.iso") == "archive");
  BOOST_TEST(other(udf, "a.IMG. ") == "archive");
  BOOST_TEST(other(disc, "a.gif") == "");
  BOOST_TEST(other(gif + std::string(0x8001 - 6, '\0'), "a.iso") == "");
  BOOST_TEST(other("PK\3\4 %PDF-1.7", "a.pdf") == "pdf");
  BOOST_TEST(other("PK\3\4 %PDF-1.7", "a.zip") == "");
  BOOST_TEST(other("PK\3\4", "a.pdf") == "");
  // What is known by its name alone has been looked at by that.
  BOOST_TEST(other("? PK\5\6", "a.zip") == "");
  Kinds pictures;
  pictures.add(Kind::picture);
  const std::optional<Format> first = recognise(zip, "a.zip", {}, pictures);
  BOOST_REQUIRE(first.has_value());
  BOOST_TEST(!recognise_elsewhere(zip, *first, "a.zip", {}, pictures).has_value());
}

BOOST_AUTO_TEST_CASE(a_disc_is_known_by_its_end) {
  BOOST_TEST(ends_as_disc("conectix" + std::string(504, '\0')));
  BOOST_TEST(ends_as_disc("GIF89a" + ("conectix" + std::string(503, '\0'))));
  BOOST_TEST(ends_as_disc("GIF89a" + ("koly" + std::string(508, '\0'))));
  BOOST_TEST(!ends_as_disc(""));
  BOOST_TEST(!ends_as_disc("conectix" + std::string(505, '\0') + '.'));
  BOOST_TEST(!ends_as_disc(std::string(600, 'x')));
}

BOOST_AUTO_TEST_SUITE_END()
