// SPDX-License-Identifier: MIT
//
// RTF: what is found in it, as rows; what is hostile, damaged or cut off.
#include "worker/documents/rtf/rtf.h"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "support/files.h"
#include "support/many.h"
#include "support/skip.h"
#include "worker/documents/ole/made_cfb.h"
#include "worker/documents/recorded.h"
#include "worker/documents/rtf/object.h"

using namespace basewalk;
using worker::Lack;
using worker::Recorded;

namespace {

std::filesystem::path folder() { return test::data_dir() / "documents" / "rtf"; }

Recorded opened(std::string_view bytes, std::uint64_t most = std::uint64_t{64} << 20) {
  const test::ExactCopy copy(bytes);
  Recorded told;
  worker::Document document{copy.view(), "a.rtf"};
  document.bounds.bytes = most;
  worker::open_rtf(document, told);
  BOOST_TEST(!told.is_open());
  return told;
}

std::string text_of(const Recorded& told, std::string_view type = "text/plain") {
  std::string all;
  for (const Recorded::Text& text : told.texts)
    if (text.type == type) all += text.text;
  return all;
}

// The URL as written: with what \l adds to it.
std::string wanted(const test::Row& row) { return row[0] == "rtf-bookmark.rtf" ? row[4] : row[2]; }

bool is_found(const Recorded& told, const test::Row& row) {
  for (const Recorded::Reference& each : told.references)
    if (each.raw == wanted(row)) return row[3].empty() || told.bases.at(0) == row[3];
  for (const Recorded::Text& text : told.texts)
    if (text.text.find(row[2]) != text.text.npos) return true;
  return false;
}

std::string repeated(std::string_view text, std::size_t count) {
  std::string all;
  for (std::size_t i = 0; i < count; ++i) all += text;
  return all;
}

std::string hex(std::string_view bytes) {
  std::string digits;
  for (const char c : bytes)
    for (const int shift : {4, 0})
      digits += "0123456789abcdef"[static_cast<unsigned char>(c) >> shift & 15];
  return digits;
}

std::string number(std::uint32_t value) { return test::little(value, 4); }

}  // namespace

BOOST_AUTO_TEST_SUITE(rtf)

BOOST_AUTO_TEST_CASE(each_link_is_found) {
  for (const test::Row& row : test::read_table("documents/rtf/expected.tsv")) {
    const Recorded told = opened(test::read_file(folder() / row[0]));
    BOOST_TEST(is_found(told, row), row);
    BOOST_TEST(told.lacks.empty(), row);
  }
}

// "element[attribute] raw" of each reference, and "| text" behind it.
BOOST_AUTO_TEST_CASE(fields_are_read) {
  struct Row {
    const char* rtf;
    std::vector<std::string> found;
  };
  const Row rows[] = {
      {R"({\field{\*\fldinst HYPERLINK "http://a/" \\o "tip" \\t "_blank"}{\fldrslt b c}})",
       {"field[HYPERLINK] http://a/ | b c"}},
      {R"({\field{\*\fldinst HYPERLINK http://a/}{\fldrslt b}})",
       {"field[HYPERLINK] http://a/ | b"}},
      {R"({\field{\*\fldinst hyperlink \\l "x" "http://a/"}})", {"field[HYPERLINK] http://a/#x"}},
      // A place in the document itself.
      {R"({\field{\*\fldinst HYPERLINK \\l "x"}{\fldrslt b}})", {}},
      {R"({\field{\*\fldinst HYPERLINK "C:\\\\a\\\\b.doc"}})", {R"(field[HYPERLINK] C:\a\b.doc)"}},
      {R"({\field{\*\fldinst INCLUDEPICTURE \\d "http://a/p.png" \\* MERGEFORMAT}})",
       {"field[INCLUDEPICTURE] http://a/p.png"}},
      {R"({\field{\*\fldinst INCLUDETEXT "http://a/t" \\t "http://a/s.xsl"}})",
       {"field[INCLUDETEXT] http://a/s.xsl", "field[INCLUDETEXT] http://a/t"}},
      {R"({\field{\*\fldinst LINK Excel.Sheet.8 "http://a/x.xls" "R1C1" \\a \\f 0}})",
       {"field[LINK] http://a/x.xls"}},
      {R"({\field{\*\fldinst DDEAUTO c:\\\\cmd.exe "/k start http://a/"}})",
       {R"(field[DDEAUTO] c:\cmd.exe /k start http://a/ (text))"}},
      {R"({\field{\*\fldinst DDE x "y" z}})", {"field[DDE] x y z (text)"}},
      {R"({\field{\*\fldinst AUTOTEXT "see http://a/"}})",
       {"field[AUTOTEXT] see http://a/ (text)"}},
      {R"({\field{\*\fldinst PAGE}{\fldrslt 1}})", {}},
      // The instruction is made by a field in it.
      {R"({\field{\*\fldinst HYPERLINK "{\field{\*\fldinst QUOTE 104 116 116 112}}://a/"}{\fldrslt b}})",
       {"field[HYPERLINK] http://a/ | b"}},
      {R"({\field{\*\fldinst HYPERLINK "{\field{\*\fldinst REF x}{\fldrslt http://a/}}"}})",
       {"field[HYPERLINK] http://a/"}},
      // Within the text of another.
      {R"({\field{\*\fldinst HYPERLINK "http://a/"}{\fldrslt b{\field{\*\fldinst HYPERLINK "http://c/"}{\fldrslt d}}e}})",
       {"field[HYPERLINK] http://c/ | d", "field[HYPERLINK] http://a/ | bde"}},
      // Without a field around it.
      {R"({\*\fldinst HYPERLINK "http://a/"}{\fldrslt b})", {"field[HYPERLINK] http://a/ | b"}},
      {R"({\unknown{\*\other 1{\field{\*\fldinst HYPERLINK "http://a/"}}}})",
       {"field[HYPERLINK] http://a/"}},
      // Not closed.
      {R"({\field{\*\fldinst HYPERLINK "http://a/)", {"field[HYPERLINK] http://a/"}},
      // Characters.
      {R"({\field{\*\fldinst HYPERLINK "http://a/\u246\'f6\u8364 ?\'80"}})",
       {"field[HYPERLINK] http://a/\xC3\xB6\xE2\x82\xAC\xE2\x82\xAC"}},
      {R"({\uc0\field{\*\fldinst HYPERLINK "http://a/\u-10179\u-8704x"}})",
       {"field[HYPERLINK] http://a/\xF0\x9F\x98\x80x"}},
      {R"({\fonttbl{\f5\fcharset204 A;}}{\field{\*\fldinst \f5 HYPERLINK "http://\'ff/"}})",
       {"field[HYPERLINK] http://\xD1\x8F/"}},
      {R"({\ansicpg1251{\field{\*\fldinst HYPERLINK "http://\'ff/"}}})",
       {"field[HYPERLINK] http://\xD1\x8F/"}},
      {"{\\field{\\*\\fldinst HYP\r\nERLINK \"ht\ntp://a/\\bin3 xyzb\"}}",
       {"field[HYPERLINK] http://a/b"}},
  };
  for (const Row& row : rows) {
    const Recorded told = opened("{\\rtf1 " + std::string(row.rtf) + "}");
    std::vector<std::string> found;
    for (const Recorded::Reference& each : told.references)
      found.push_back(each.place + ' ' + each.raw + (each.is_text ? " (text)" : "") +
                      (each.text ? " | " + *each.text : ""));
    BOOST_TEST(found == row.found, row.rtf << ": " << (found.empty() ? "-" : found[0]));
  }
}

BOOST_AUTO_TEST_CASE(other_places_are_read) {
  struct Row {
    const char* rtf;
    std::vector<std::string> found;
  };
  const Row rows[] = {
      {R"({\*\template http://a/t.dotm})", {"template[] http://a/t.dotm"}},
      {R"({\*\template \\\\h\\t.dot})", {R"(template[] \\h\t.dot)"}},
      {R"({\*\filetbl{\file\fid1\fnetwork http://a/f.rtf;}})", {"filetbl[file] http://a/f.rtf"}},
      {R"({\shp{\*\shpinst{\sp{\sn pibName}{\sv http://a/p.png}}}})",
       {"shape[pibName] http://a/p.png"}},
      {R"({\sp{\sn pihlShape}{\sv{\*\hl{\hlloc x}{\hlsrc http://a/}{\hlfr b}}}})",
       {"shape[hlsrc] http://a/#x"}},
      {R"({\info{\title a}{\doccomm see http://a/}})", {"info see http://a/"}},
      {R"({\*\mmdatasource http://a/d.mdb})", {"info http://a/d.mdb"}},
      {R"({\*\nextfile http://a/n.rtf;})", {"nextfile[] http://a/n.rtf"}},
      {R"({\sp{\sn x y}{\sv see http://a/}})", {"shape[xy] see http://a/"}},
      // What leads nowhere.
      {R"({\sp{\sn pibName}{\sv a}}{\*\nextfile ;}{\*\mmdatasource a}{\*\template http://a/})",
       {"template[] http://a/"}},
      // Said twice within a group it goes on; what ends with the text ends there.
      {R"({\*\template http://a\template /b})", {"template[] http://a/b"}},
      {R"({\*\template http://a/c)", {"template[] http://a/c"}},
  };
  for (const Row& row : rows) {
    std::vector<std::string> found = opened("{\\rtf1 " + std::string(row.rtf) + "}").found();
    for (std::string& each : found)
      if (row.found[0].find("[]") != std::string::npos) each.insert(each.find(' '), "[]");
    BOOST_TEST(found == row.found, row.rtf << ": " << (found.empty() ? "-" : found[0]));
  }
  BOOST_TEST(opened(R"({\rtf1{\info{\hlinkbase http://a/b/}}})").bases.at(0) == "http://a/b/");
}

BOOST_AUTO_TEST_CASE(text_is_read) {
  struct Row {
    const char* rtf;
    const char* text;
  };
  const Row rows[] = {
      {R"(a\par b\line c\tab d)", "a\nb\nc\td"},
      {R"(a{\v hidden}b)", "ahiddenb"},
      {R"({\stylesheet{\s0 Normal;}}{\fonttbl{\f0 A;}}{\colortbl;\red0;}x)", "x"},
      {R"({\*\unknown y}{\known z}x)", "zx"},
      {R"(a\{b\}\\c\~d\_e\-f)",
       "a{b}\\c\xC2\xA0"
       "d\xE2\x80\x91"
       "ef"},
      {R"({\header h}{\footnote n}{\*\annotation t}b)", "hntb"},
      {R"({\*\background{\shp{\*\shpinst{\shptxt x}}}}b)", "xb"},
      {R"(\uc2\u8364 xy z)", "\xE2\x82\xAC z"},
      {R"(\uc1\u8364{a}b)",
       "\xE2\x82\xAC"
       "ab"},
      {R"(\lquote a\rquote)",
       "\xE2\x80\x98"
       "a\xE2\x80\x99"},
      {R"({\f1{\fonttbl{\f1\fcharset128 x;}}\'82\'60y})", "\xEF\xBF\xBDy"},
      {R"({\ansicpg65001 \'c3\'a4\'ff})", "\xC3\xA4\xEF\xBF\xBD"},
      {R"(a\'4 b\'zzc)", "a4 bzzc"},
      {"\\unknown99999999999999 a\\-b", "ab"},
      // What stands for a character where it is not known: so many bytes, words or symbols, but no
      // further than the group.
      {R"(\uc2\u8364\'e4\'e4x)", "\xE2\x82\xACx"},
      {R"(\uc2\u8364\lquote\par x)", "\xE2\x82\xACx"},
      {R"(\uc1\u8364\~x)", "\xE2\x82\xACx"},
      {R"(\uc1\u8364\bin3 abcx)", "\xE2\x82\xACx"},
      {R"(\uc2\u8364 x{y}z)", "\xE2\x82\xACyz"},
      {R"({\uc2\u8364 x}yz)", "\xE2\x82\xACyz"},
      {R"(\uc0\u8364 x)", "\xE2\x82\xACx"},
      {R"(\uc\u8364 xy)", "\xE2\x82\xACy"},
      {R"(\uc-1\u8364 x)", "\xE2\x82\xACx"},
      // Code pages: of the document, of a font, of the font that holds if none is chosen.
      // Those of DOS and of the Macintosh are tables, too.
      {R"(\mac\'e4\'8e)", "\xE2\x80\xB0\xC3\xA9"},
      {R"(\pc\'e4\'82)", "\xCE\xA3\xC3\xA9"},
      {R"(\ansicpg1251\'e4\pca\'e4\ansicpg1251\'e4\ansi\'e4)", "\xD0\xB4\xC3\xB5\xD0\xB4\xC3\xA4"},
      {R"({\ansicpg866\'af\'e0}{\ansicpg852\'9f}{\ansicpg864\'ff})",
       "\xD0\xBF\xD1\x80\xC4\x8D\xEF\xBF\xBD"},
      {R"({\fonttbl{\f1\fcharset77 A;}{\f2\fcharset254 B;}}\f1\'8a\f2\'84)", "\xC3\xA4\xC3\xA4"},
      // One that has none is taken for the usual one.
      {R"(\ansicpg10006\'e4)", "\xC3\xA4"},
      {R"(\ansicpg0\'e4)", "\xC3\xA4"},
      {R"(\ansicpg70000\'e4)", "\xC3\xA4"},
      {R"({\fonttbl{\f1\fcharset204 A;}}\f1\'ff\plain\'ff)", "\xD1\x8F\xC3\xBF"},
      {R"({\fonttbl{\f1\fcharset204 A;}}{\f1\'ff}\'ff)", "\xD1\x8F\xC3\xBF"},
      {R"({\fonttbl{\f1\cpg1251 A;}}\f1\'ff)", "\xD1\x8F"},
      {R"(\deff1{\fonttbl{\f1\fcharset204 A;}}\'ff\f9\'ff)", "\xD1\x8F\xC3\xBF"},
      {R"({\fonttbl{\f-1\fcharset204 A;}{\f99999999\fcharset204 B;}}\'ff)", "\xC3\xBF"},
      // Symbols.
      {"a\\\nb\\\rc\\\td\\:e", "a\nb\nc\tde"},
  };
  for (const Row& row : rows) BOOST_TEST_CONTEXT(row.rtf)
  BOOST_TEST(text_of(opened("{\\rtf1 " + std::string(row.rtf) + "}")) == row.text);
}

BOOST_AUTO_TEST_CASE(html_comes_back) {
  struct Row {
    const char* rtf;
    const char* html;
  };
  const Row rows[] = {
      {R"({\*\htmltag64 <p>}a\htmlrtf\par x\htmlrtf0 b{\*\htmltag72 </p>})", "<p>ab</p>"},
      {R"({\*\htmltag1 <a href="x\'7by\{z">}<&\{{\*\htmltag </a>})",
       "<a href=\"x{y{z\">&lt;&amp;{</a>"},
      {R"({\*\htmltag84 <b>\par\tab }\htmlrtf {\b \htmlrtf0 x\htmlrtf }\htmlrtf0 {\*\htmltag92 </b>})",
       "<b>\r\n\tx</b>"},
      {R"({\*\mhtmltag64 <p>}a)", "a"},
      {R"({\*\htmltag <a href="http://h/?a&amp;b">}\htmlrtf{\field{\*\fldinst HYPERLINK "http://h/?a&b"}{\fldrslt \htmlrtf0 c\htmlrtf }}\htmlrtf0 )",
       "<a href=\"http://h/?a&amp;b\">c"},
      {R"({\pntext \'b7}a)", "a"},
  };
  for (const Row& row : rows) {
    const Recorded told = opened("{\\rtf1\\ansi\\fromhtml1 " + std::string(row.rtf) + "}");
    BOOST_TEST(text_of(told, "text/html") == row.html, row.rtf);
    BOOST_TEST(told.references.empty(), row.rtf);
  }
  // What HTML does not say is told.
  BOOST_TEST(opened(R"({\rtf1\fromhtml1 \htmlrtf{\field{\*\fldinst HYPERLINK "http://b/"}}})")
                 .references.size() == 1u);
}

BOOST_AUTO_TEST_CASE(objects_are_read) {
  const std::string url =
      std::string("\xE0\xC9\xEA\x79\xF9\xBA\xCE\x11\x8C\x82\x00\xAA\x00\x4B\xA9\x0B", 16) +
      number(10) + std::string("a\0:\0b\0/\0\0\0", 10);
  const std::string head =
      number(0x501) + number(2) + number(8) + std::string("Package\0", 8) + number(0) + number(0);
  std::string package = std::string("\2\0", 2) + std::string("a.txt\0C:\\a.txt\0\0\0\3\0", 19) +
                        number(2) + std::string("x\0", 2) + number(5) + "http:";
  const std::string file = head + number(static_cast<std::uint32_t>(package.size())) + package;
  const std::string link = number(0x501) + number(1) + number(2) + std::string("X\0", 2) +
                           number(9) + std::string("http://a\0", 9) + number(0);
  const auto object = [](const std::string& digits) {
    return opened("{\\rtf1{\\object\\objemb{\\*\\objclass X}{\\*\\objdata " + digits +
                  "}{\\result r}}}");
  };
  BOOST_TEST(object(hex(file)).parts.at(0).name == "a.txt");
  BOOST_TEST(object(hex(file)).parts.at(0).bytes == "http:");
  BOOST_TEST(object(hex(link)).found().at(0) == "object[link] http://a");
  const std::string moniker =
      hex(number(0x501) + number(1) + number(0) + number(0) + number(0) + url);
  BOOST_TEST(object(moniker).found().at(0) == "object[URL moniker] a:b/");
  // As malware writes it.
  std::string odd;
  for (const char c : moniker) odd += std::string(1, c) + "\r\n\t ";
  BOOST_TEST(object(odd).found().at(0) == "object[URL moniker] a:b/");
  BOOST_TEST(
      object("{\\*\\garbage 414141}" + moniker.substr(0, 20) + "{\\*\\x 99}" + moniker.substr(20))
          .found()
          .at(0) == "object[URL moniker] a:b/");
  BOOST_TEST(opened("{\\rtf1{\\object{\\*\\objdata \\bin" + std::to_string(moniker.size() / 2) +
                    " " + number(0x501) + number(1) + number(0) + number(0) + number(0) + url +
                    "}}}")
                 .found()
                 .at(0) == "object[URL moniker] a:b/");
  BOOST_TEST(object("0102").lacks.size() == 1u);
  // A compound file; its base is its own.
  const std::string compound =
      test::made_cfb({{"\1Ole", url}, {"\5DocumentSummaryInformation", "x"}});
  const Recorded within =
      object(hex(head + number(static_cast<std::uint32_t>(compound.size())) + compound));
  BOOST_TEST(within.found().at(0) == "object[URL moniker] a:b/");
  BOOST_TEST(!within.references.at(0).uses_base);
  const Recorded picture = opened(
      "{\\rtf1{\\pict{\\*\\blipuid 00ff}\\pngblip\\picw1 89504e47}{\\nonshppict{\\pict 00}}}");
  BOOST_TEST(picture.parts.at(0).type == "image/png");
  BOOST_TEST(picture.parts.at(0).bytes == "\x89PNG");
}

// What is unpacked of all objects together is what is bounded.
// Digits of hexadecimal, or bytes as they are; what stands between the digits is none.
BOOST_AUTO_TEST_CASE(pictures_are_given) {
  struct Row {
    const char* rtf;
    const char* type;
    std::string bytes;
  };
  const Row rows[] = {
      {R"({\pict\pngblip 89504e47})", "image/png", "\x89PNG"},
      {R"({\pict\jpegblip\picw9\bin4 ABCD})", "image/jpeg", "ABCD"},
      {R"({\pict\emfblip 4 1
 4	2})",
       "image/x-emf", "AB"},
      {R"({\pict\wmetafile8 41})", "image/x-wmf", "A"},
      {R"({\pict\dibitmap0 41})", "image/bmp", "A"},
      {R"({\pict\macpict 41})", "image/x-pict", "A"},
      {R"({\pict 41})", "", "A"},
      {R"({\pict\pngblip 41{\*\x 99}42})", "image/png", "AB"},
      {R"({\*\shppict{\pict\pngblip 41}}{\nonshppict{\pict\pngblip}})", "image/png", "A"},
      // Half a byte in front of a byte as text has none behind it.
      {R"({\pict\pngblip 414\'9942})", "image/png", "AB"},
      {R"({\pict\pngblip 41})text {\*\template http://a/})", "image/png", "A"},
      // Its kind is said within it alone.
      {R"(\jpegblip{\pict\pngblip 41}\jpegblip)", "image/png", "A"},
      // It ends with the text.
      {R"({\pict\pngblip 4142)", "image/png", "AB"},
  };
  for (const Row& row : rows) {
    const Recorded told = opened("{\\rtf1 " + std::string(row.rtf) + "}");
    BOOST_TEST_CONTEXT(row.rtf) {
      BOOST_TEST_REQUIRE(told.parts.size() == 1u);
      BOOST_TEST(told.parts[0].name == "picture 1");
      BOOST_TEST(told.parts[0].type == row.type);
      BOOST_TEST(told.parts[0].bytes == row.bytes);
    }
  }
}

BOOST_AUTO_TEST_CASE(objects_share_a_bound) {
  const std::string file = test::made_cfb({{"Package", "x"}});
  worker::Document document;
  document.bounds.bytes = 6000;
  Recorded told;
  worker::rtf::Objects objects(document, told);
  for (int i = 0; i < 3; ++i) objects.read(file);
  std::size_t bytes = 0;
  for (const Recorded::Part& part : told.parts) bytes += part.bytes.size();
  BOOST_TEST(bytes == 6000u);
  BOOST_TEST(std::count_if(told.lacks.begin(), told.lacks.end(),
                           [](const auto& lack) { return lack.why == worker::Lack::limit; }) == 2);
}

BOOST_AUTO_TEST_CASE(hostile_shapes_end) {
  const std::string shapes[] = {
      "{\\rtf1 " + repeated("{", 500000) + "x" + repeated("}", 500000) + "}",
      repeated("{\\rtf1{\\field{\\*\\fldinst HYPERLINK \"http://a/", 60000),
      "{\\rtf1 " + repeated("{\\field{\\fldrslt a", 100000) + repeated("}}", 100000),
      "{\\rtf1 " + repeated("{\\field{\\*\\fldinst a", 100000) + repeated("}}", 100000),
      "{\\rtf1 " + repeated("{\\object{\\*\\objdata 01", 100000),
      "{\\rtf1 " + repeated("{\\pict 01}", 100000),
      "{\\rtf1 " + repeated("\\'", 500000),
      "{\\rtf1 " + repeated("\\u65", 500000),
      "{\\rtf1 \\uc1024 " + repeated("\\u65 ", 500000),
      "{\\rtf1 " + repeated("\\bin9999999999 ", 1000),
      "{\\rtf1 {\\fonttbl" + repeated("{\\f2147483647\\fcharset0}{\\f65535\\fcharset1}", 50000),
      "{\\rtf1\\fromhtml1 " + repeated("{\\field{\\*\\fldinst \\htmlrtf x \"y", 100000),
      repeated("}", 500000),
      "{\\rtf1 " + repeated("{", 1500000),
      "{\\rtf1}" + repeated("{", 500000),
  };
  for (const std::string& shape : shapes)
    BOOST_TEST(!opened(shape).lacks.empty(), shape.substr(0, 40));
  BOOST_TEST(!opened("{\\rtf1 " + repeated("abc ", 1000) + "}", 100).lacks.empty());
}

BOOST_AUTO_TEST_CASE(cut_off_files_are_told) {
  for (const std::filesystem::path& path : test::files_below(folder())) {
    if (path.extension() != ".rtf") continue;
    const std::string whole = test::read_file(path);
    const std::size_t end = whole.rfind('}');
    for (std::size_t size = 0; size <= end; size += test::kNextPlace)
      BOOST_TEST(!opened(std::string_view(whole).substr(0, size)).lacks.empty(),
                 path.filename() << " " << size);
  }
}

BOOST_AUTO_TEST_CASE(damaged_files_are_read) {
  for (const std::filesystem::path& path : test::files_below(folder())) {
    if (path.extension() != ".rtf") continue;
    std::string bytes = test::read_file(path);
    for (std::size_t at = 0; at < bytes.size(); at += test::kNextPlace)
      for (const int flip : {1, 4, 0x20, 0x80}) {
        bytes[at] = static_cast<char>(bytes[at] ^ flip);
        (void)opened(bytes);
        bytes[at] = static_cast<char>(bytes[at] ^ flip);
      }
  }
}

BOOST_AUTO_TEST_CASE(real_files_are_read, *boost::unit_test::label("shared")) {
  const auto all = test::shared("documents");
  if (!all) return;
  const Recorded told = opened(test::read_file(*all / "real-testRTFVarious.rtf"));
  BOOST_TEST(told.found().at(1) == "field[HYPERLINK] http://tika.apache.org");
  BOOST_TEST(!opened(test::read_file(*all / "hostile-rtf-unclosed.rtf")).lacks.empty());
  BOOST_TEST(!opened(test::read_file(*all / "hostile-rtf-deep-groups.rtf")).lacks.empty());
}

BOOST_AUTO_TEST_SUITE_END()
