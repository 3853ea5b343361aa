// SPDX-License-Identifier: MIT
//
// RTF: what is found in it, as rows; what is hostile, damaged or cut off.
#include "worker/documents/rtf/rtf.h"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "support/files.h"
#include "support/hex.h"
#include "support/many.h"
#include "support/skip.h"
#include "worker/documents/ole/made_cfb.h"
#include "worker/documents/recorded.h"
#include "worker/documents/rtf/opened.h"

using namespace basewalk;
using namespace std::string_literals;
using test::hex;
using worker::Lack;
using worker::number;
using worker::opened;
using worker::Recorded;

namespace {

std::filesystem::path folder() { return test::data_dir() / "documents" / "rtf"; }

std::string text_of(const Recorded& told, std::string_view type = "text/plain") {
  std::string all;
  for (const Recorded::Text& text : told.texts)
    if (text.type == type && text.element != "others") all += text.text;
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
      {R"({\field{\*\fldinst HYPERLINK "http://a{\field{\*\fldinst QUOTE b}}/"}{\fldrslt b}})",
       {"field[HYPERLINK] http://ab/", "field[HYPERLINK] http://a/ | b"}},
      {R"({\field{\*\fldinst HYPERLINK "{\field{\*\fldinst REF x}{\fldrslt http://a/}}"}})",
       {"field[HYPERLINK] http://a/"}},
      // Not all programs read it alike: what was deleted, and what is for those without Unicode.
      {R"({\field{\*\fldinst HYPERLINK "http://a{\deleted /}.b/"}})",
       {"field[HYPERLINK] http://a.b/", "field[HYPERLINK] http://a/.b/"}},
      {R"({\field{\*\fldinst HYPERLINK "http://a\deleted /\plain .b/\deleted0 c"}})",
       {"field[HYPERLINK] http://a.b/c", "field[HYPERLINK] http://a/.b/c"}},
      {R"({\field{\*\fldinst HYPERLINK {\upr{"http://a/"}{\*\ud{"http://b/"}}}}})",
       {"field[HYPERLINK] http://b/", "field[HYPERLINK] http://a/"}},
      {R"({\field{\*\fldinst {\deleted HYPERLINK "http://a/"}}})", {"field[HYPERLINK] http://a/"}},
      // Within the text of another.
      {R"({\field{\*\fldinst HYPERLINK "http://a/"}{\fldrslt b{\field{\*\fldinst HYPERLINK "http://c/"}{\fldrslt d}}e}})",
       {"field[HYPERLINK] http://c/ | d", "field[HYPERLINK] http://a/ | bde"}},
      // Without a field around it.
      {R"({\*\fldinst HYPERLINK "http://a/"}{\fldrslt b})", {"field[HYPERLINK] http://a/ | b"}},
      {R"({\unknown{\*\other 1{\field{\*\fldinst HYPERLINK "http://a/"}}}})",
       {"field[HYPERLINK] http://a/"}},
      // What changes how a result looks.
      {R"({\field{\*\fldinst HYPERLINK "http://a/"}{\fldrslt \plain\f1\uc1\ansi\deff0 b\b0 c}})",
       {"field[HYPERLINK] http://a/ | bc"}},
      // Several within one group, and instructions behind a result.
      {R"({\field\fldinst HYPERLINK "http://a/"\fldrslt b\fldinst HYPERLINK "http://c/"\fldrslt d})",
       {"field[HYPERLINK] http://a/ | b", "field[HYPERLINK] http://c/ | d"}},
      {R"({\field{\fldrslt a\field b\fldinst HYPERLINK "http://c/"}})",
       {"field[HYPERLINK] http://c/"}},
      {R"({\fldrslt a\field\field b\fldinst HYPERLINK "http://c/"\fldrslt d})",
       {"field[HYPERLINK] http://c/ | d"}},
      // What is in a field's text, and no instruction.
      {R"({\field{\*\fldinst{\header HYPERLINK "http://a/"}}{\fldrslt b}})", {}},
      {R"({\field{\*\fldinst HYPERLINK "http://a/"}{\fldrslt b{\header c}}d})",
       {"field[HYPERLINK] http://a/ | b"}},
      // Where the group in which it stands ends, so does a field without one.
      {R"({{\*\fldinst HYPERLINK "http://a/"}b}{\fldrslt c})", {"field[HYPERLINK] http://a/"}},
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
      {R"({\info{\title a}{\author see http://a/}{\company www.b.c}})",
       {"info see http://a/", "info www.b.c"}},
      // Two things in one group.
      {R"({\hlsrc http://a/\file http://b/})",
       {"filetbl[file] http://b/", "shape[hlsrc] http://a/"}},
      {R"({\file http://a/{\file http://b/}c})",
       {"filetbl[file] http://b/", "filetbl[file] http://a/c"}},
      // A place is that of the next link alone.
      {R"({\sp{\sv{\hl{\hlloc x}{\hlsrc http://a/}{\hlsrc http://b/}}}})",
       {"shape[hlsrc] http://a/#x", "shape[hlsrc] http://b/"}},
      {R"({\sp{\sv{\hl{\hlsrc ;}}}}{\*\template http://a/;;})", {"template[] http://a/"}},
      {R"({\sp{\sn pibName}{\sv see a}}{\sp{\sn pib{\b N\'61m}e}{\sv http://a/}})",
       {"shape[pibName] http://a/"}},
      // What an escape, a symbol or a character says is said there.
      {R"({\*\template http://a/\'e4\u228 ?\~\bin1 x\endash b})",
       {"template[] http://a/\xC3\xA4\xC3\xA4\xC2\xA0\xE2\x80\x93"
        "b"}},
      {R"({\*\template http://a/\'zz})", {"template[] http://a/zz"}},
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
  // What only has a URL somewhere in it is told as a text.
  BOOST_TEST(opened(R"({\rtf1{\info{\title see http://a/}}})").references.at(0).is_text);
  BOOST_TEST(opened(R"({\rtf1{\sp{\sn x}{\sv see http://a/}}})").references.at(0).is_text);
  BOOST_TEST(!opened(R"({\rtf1{\*\template http://a/}})").references.at(0).is_text);
  BOOST_TEST(opened(R"({\rtf1{\info{\hlinkbase http://a/b/}}})").bases.at(0) == "http://a/b/");
}

BOOST_AUTO_TEST_CASE(text_is_read) {
  struct Row {
    std::string rtf;
    std::string text;
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
      {R"({\header h}{\footnote n}{\*\annotation t}b)", "bh\nn\nt"},
      {R"({\*\background{\shp{\*\shpinst{\shptxt x}}}}b)", "bx"},
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
      {R"({\fonttbl{\f0\fcharset204 A;}{\f1\fcharset0 B;}}\f1\ansi\'e4)", "\xC3\xA4"},
      {R"({\pict\wmetafile1251 41}\'e4)", "\xC3\xA4"},
      {"\\ansicpg932{\\pict 41\x82}x", "x"},
      // Letters of ASCII are themselves on each page, behind half a character, too.
      {R"(\ansicpg1251\'41\'e4)", "A\xD0\xB4"},
      {R"(\ansicpg932\'82\'3cx)", "\xEF\xBF\xBD<x"},
      {R"(\ansicpg932\'82 x\'82)", "\xEF\xBF\xBD x\xEF\xBF\xBD"},
      {R"(\ansicpg932 a\'82)", "a\xEF\xBF\xBD"},
      {R"(\ansicpg65001 \'ffa\'e2\'82b\'c3)",
       "\xEF\xBF\xBD"
       "a\xEF\xBF\xBD"
       "b\xEF\xBF\xBD"},
      // Half a character takes nothing from behind its group, or from behind a word.
      {R"(\ansicpg932{\*\unknown \'82}http://a/)", "http://a/"},
      {R"(\ansicpg932{\*\unknown a\'82\b}{\info{\title \'82}}http://a/)", "http://a/"},
      {R"(\ansicpg932{\'82}http://a/)", "\xEF\xBF\xBDhttp://a/"},
      {R"(\ansicpg932\'82{http://a/})", "\xEF\xBF\xBDhttp://a/"},
      {R"(\ansicpg932\'82\b http://a/)", "\xEF\xBF\xBDhttp://a/"},
      {R"(\ansicpg932{\field{\*\fldinst X\'82}{\fldrslt http://a/}})", "http://a/"},
      {"\\ansicpg932{\\*\\unknown \x82}x", "x"},
      // Halves of characters.
      {R"(\uc0\u-10179\u-8704\u-8704 x)", "\xF0\x9F\x98\x80\xEF\xBF\xBDx"},
      {R"(\uc0\u-10179\u-10179\u-8704 x)", "\xEF\xBF\xBD\xF0\x9F\x98\x80x"},
      {R"(\uc0\u-10179 http://a/\u-8704 x)", "\xEF\xBF\xBDhttp://a/\xEF\xBF\xBDx"},
      {R"(\uc0 http://a\u-10179 b/)",
       "http://a\xEF\xBF\xBD"
       "b/"},
      {R"(\uc0{\u-10179}\u-8704 x)", "\xEF\xBF\xBD\xEF\xBF\xBDx"},
      {R"(\uc0{\*\unknown\u-10179}\u-8704 x)", "\xEF\xBF\xBDx"},
      {R"(\uc0\u-10179{\u-8704 x})", "\xEF\xBF\xBD\xEF\xBF\xBDx"},
      {R"(\uc1\u-10179 ?\b\u-8704 ?x)", "\xF0\x9F\x98\x80x"},
      // What is behind a symbol is no number.
      {R"(a\-41b\~42c)",
       "a41b\xC2\xA0"
       "42c"},
      {R"(a\uc-b\uc- c)", "a-b- c"},
      {R"(\*\unknown a)", "a"},
      {R"({\known\*\unknown a})", "a"},
      {"a\0b\0\0c"s, "abc"},
      // Symbols.
      {"a\\\nb\\\rc\\\td\\:e", "a\nb\nc\tde"},
  };
  for (const Row& row : rows) BOOST_TEST_CONTEXT(row.rtf)
  BOOST_TEST(text_of(opened("{\\rtf1 " + row.rtf + "}")) == row.text);
}

// What others read in the instructions of a field, in a text; an empty one where all read it alike.
BOOST_AUTO_TEST_CASE(other_readings_are_told) {
  struct Row {
    std::string rtf, first, others;
  };
  const Row rows[] = {
      {"\\zwj ", "\u200D", ""},
      {"\\zwnj ", "\u200C", ""},
      {"\\zwbo ", "\u200B", ""},
      {"\\zwnbo ", "\u2060", ""},
      {"\\emspace ", "\u2003", ""},
      {"\\enspace ", "\u2002", ""},
      {"\\qmspace ", "\u2005", ""},
      {"\\_", "\u2011", "-"},
      {"\\softline ", "", "\n"},
      {"\\softpage ", "", "\n"},
      {"\\lbr0 ", "\n", ""},
      {"\\\t", "\t", ""},
      {"\\cell ", "\t", ""},
      {"\\chpgn ", "", "1"},
      {"\\uc0\\u-10179 ", "\uFFFD", ""},
      // Bytes that should be digits, and what is skipped behind a number.
      {"\\'zz", "zz", ""},
      {"\\'4x", "4x", ""},
      {"\\u97{?}x", "a?x", "a"},
      {"\\u97\\foo x", "a", "a"},
      {"\\u97\\tab x", "ax", "a\t"},
      {"\\u97\\~x", "ax", "a\u00A0"},
      {"\\u97\\'62x", "ax", "ax"},
      {"\\uc3\\u97 ?b\\'63x", "ax", "ax"},
      {"\\bin0 x", "x", ""},
      {"\\u97\\bin1 ?x", "ax", "a"},
      {"{\\uc0\\u97}x", "ax", "ax"},
      {"\\u 97?", "7?", "7?"},
      {"\\u0 ?", "", ""},
      {"\\'00", "", ""},
      // Groups.
      {"{\\listtext x}", "", "x"},
      {"{\\nonesttables x}", "", "x"},
      {"{\\pntext x}", "", "x"},
      {"{\\stylesheet x}", "", "x"},
      {"{\\*\\b x}", "", "x"},
      {"{\\*\\moMath x}", "", "x"},
      {"{\\upr{x}{\\*\\ud y}}", "y", "x"},
      {"{\\*\\bkmkstart x}", "", ""},
      {"{\\*\\atnauthor x}", "", ""},
      {"{\\atnauthor x}", "", "x"},
  };
  for (const Row& row : rows) BOOST_TEST_CONTEXT(row.rtf) {
      const Recorded text = opened("{\\rtf1 see https://h" + row.rtf + ".example/ x}");
      const std::string first = "https://h" + row.first + ".example/";
      BOOST_TEST(text_of(text).starts_with("see " + first + " x"));
      const bool is_one = row.first == row.others;
      BOOST_TEST(text.lacks.size() == (is_one ? 0U : 1U));
      BOOST_TEST(text.texts.back().text ==
                 (is_one ? text_of(text) : "https://h" + row.others + ".example/\n"));
      const Recorded field =
          opened("{\\rtf1{\\field{\\*\\fldinst HYPERLINK \"https://h" + row.rtf + ".example/\"}}}");
      BOOST_TEST_REQUIRE(field.references.size() == (is_one ? 1U : 2U));
      BOOST_TEST(field.references[0].raw == first);
      BOOST_TEST(field.references.back().raw == "https://h" + row.others + ".example/");
    }
  // Only one of both shows it, or it leads nowhere.
  for (const char* rtf :
       {"a {\\v https://h.example/} b", "a {\\deleted https://h.example/}", "a:b\\zwnj c:d",
        "\\trowd\\intbl https://h.example/\\cell b", "{\\stylesheet x;}https://h.example/",
        "https://h.example/{\\footnote x}", "https://h{\\header x}.example/"})
    BOOST_TEST(opened(std::string("{\\rtf1 ") + rtf + "}").lacks.empty(), rtf);
  // What is deleted, or not seen.
  for (const char* rtf : {"{\\v x}", "\\v x\\v0 ", "\\v x\\plain ", "{\\deleted x}"})
    BOOST_TEST(
        opened(std::string("{\\rtf1 https://h") + rtf + "y/}").texts.back().text == "https://hy/\n",
        rtf);
  // What LibreOffice takes into instructions, and not into the text.
  for (const char* group : {"\\footnote", "\\*\\annotation", "\\shptxt"}) {
    const Recorded told = opened(
        std::string("{\\rtf1{\\field{\\*\\fldinst HYPERLINK \"https://h{") + group + " x}/\"}}}");
    BOOST_TEST(told.references.back().raw == "https://hx/", group);
    BOOST_TEST(!told.lacks.empty(), group);
  }
  // A value.
  BOOST_TEST(!opened("{\\rtf1{\\*\\template https://h\\zwj /t.dot}}").lacks.empty());
  BOOST_TEST(opened("{\\rtf1{\\*\\template c:\\'5ct\\zwj /t.dot}}").lacks.empty());
  BOOST_TEST(opened("{\\rtf1{\\*\\template https://h/t.dot}}").lacks.empty());
}

// What others pass over in the mark-up that Outlook keeps, or do not.
BOOST_AUTO_TEST_CASE(other_readings_of_html_are_told) {
  struct Row {
    std::string rtf, first, others;
  };
  const Row rows[] = {
      {"{\\*\\foo x}", "", "x"},
      {"{\\*\\mhtmltag x}", "", "x"},
      {"{\\pntext x}", "", "x"},
      {"{\\stylesheet x}", "", "x"},
      {"{\\info{\\title x}}", "", "x"},
      {"\\htmlrtf x\\htmlrtf0 ", "x", ""},
      {"\\zwj ", "\u200D", ""},
      {"\\f1\\'e4\\f0 ", "\u0434", "\u00E4"},
      {"\\f1 x\\f0 ", "x", "x"},
      {"\\'e4", "\u00E4", "\u00E4"},
      {"\\u97 ?", "a", "a"},
  };
  for (const Row& row : rows) BOOST_TEST_CONTEXT(row.rtf) {
      const Recorded told = opened(
          "{\\rtf1\\ansicpg1252\\fromhtml1{\\fonttbl{\\f0 A;}{\\f1\\fcharset204 B;}}"
          "{\\*\\htmltag64 <a href=\"https://h" +
          row.rtf + ".example/\">}x}");
      BOOST_TEST(text_of(told, "text/html") == "<a href=\"https://h" + row.first + ".example/\">x");
      const bool is_one = row.first == row.others;
      BOOST_TEST(told.lacks.size() == (is_one ? 0U : 1U));
      BOOST_TEST(told.texts.size() == (is_one ? 1U : 2U));
      if (!is_one)
        BOOST_TEST(told.texts[1].text == "href=\"https://h" + row.others + ".example/\">x\n");
    }
  // Mark-up of others beside that of Outlook is none within it.
  BOOST_TEST(opened("{\\rtf1\\fromhtml1{\\*\\htmltag64 <a href=\"https://h/\">}"
                    "{\\*\\mhtmltag64 <a href=\"https://i/\">}x{\\pntext y}https://h/}")
                 .lacks.empty());
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
      {R"(a\htmlrtf1 b\htmlrtf0 c>d\par e)", "ac&gt;d\r\ne"},
      {R"({\htmlrtf a}b{\*\htmltag \'3c})", "b<"},
      {R"({\fldrslt a<b})", "a&lt;b"},
  };
  for (const Row& row : rows) {
    const Recorded told = opened("{\\rtf1\\ansi\\fromhtml1 " + std::string(row.rtf) + "}");
    BOOST_TEST(text_of(told, "text/html") == row.html, row.rtf);
    BOOST_TEST(told.references.empty(), row.rtf);
  }
  // The link counts, and no other word that a field has in quotes.
  const auto hidden = [](std::string_view html, std::string_view field) {
    return opened("{\\rtf1\\fromhtml1{\\*\\htmltag " + std::string(html) +
                  "}\\htmlrtf{\\field{\\*\\fldinst " + std::string(field) + "}{\\fldrslt b}}}")
        .found();
  };
  const std::vector<std::string> none, told{"field[HYPERLINK] http://h/?a&b"};
  BOOST_TEST(hidden("<a href=\"http://h/?a&b\">", R"(HYPERLINK "http://h/?a&b")") == none);
  BOOST_TEST(hidden("<a href='http://h/?a&amp;b'>", R"(HYPERLINK "http://h/?a&b")") == none);
  BOOST_TEST(hidden("<a href=\"http://h/?a&b#x\">", R"(HYPERLINK "http://h/?a&b" \\l "x")") ==
             none);
  BOOST_TEST(hidden("<a class=\"MsoNormal\">", R"(HYPERLINK "http://h/?a&b" \\o "MsoNormal")") ==
             told);
  BOOST_TEST(hidden("\"HYPERLINK \"", R"(HYPERLINK "http://h/?a&b")") == told);
  BOOST_TEST(hidden("<a href=\"http://h/?a\">", R"(HYPERLINK "http://h/?a&b")") == told);
  // Without \fromhtml all is shown.
  BOOST_TEST(
      opened(
          R"({\rtf1{\*\htmltag <a href="http://b/">}\htmlrtf{\field{\*\fldinst HYPERLINK "http://b/"}}})")
          .references.size() == 1u);
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

// What is no lack: blanks and the like behind the end.  What is one: anything else.
BOOST_AUTO_TEST_CASE(what_is_behind_the_end_is_told) {
  BOOST_TEST(opened("{\\rtf1 a}\r\n\t \x1A\0"s).lacks.empty());
  const Recorded told = opened("{\\rtf1 a}{b}");
  BOOST_TEST(text_of(told) == "a");
  BOOST_TEST_REQUIRE(told.lacks.size() == 1u);
  BOOST_TEST(told.lacks[0].sentence == "has 3 bytes behind it; they were not read");
  const Recorded open = opened("{\\rtf1 {a{b");
  BOOST_TEST(text_of(open) == "ab");
  BOOST_TEST_REQUIRE(open.lacks.size() == 1u);
  BOOST_TEST(open.lacks[0].sentence == "ends within a group, 3 deep");
  // Nothing that is shown is no text.
  BOOST_TEST(opened("{\\rtf1 \\par\\tab }").texts.empty());
  BOOST_TEST(opened("{\\rtf1\\fromhtml1 }").texts.empty());
}

BOOST_AUTO_TEST_CASE(heads_are_looked_at) {
  for (const char* bytes : {"{\\rtf1 a}", "{\\rt a}", " \r\n{\\rtf a}", "\xEF\xBB\xBF{\\rtf1 a}"})
    BOOST_TEST(opened(bytes).lacks.empty(), bytes);
  // What is none is read all the same.
  for (const char* bytes : {"{\\rx a}", "{\\*\\rtf1{\\b a}}", "a}", "\\rtf1 a}", "\\'61}"}) {
    const Recorded told = opened(bytes);
    BOOST_TEST_REQUIRE(told.lacks.size() == 1u, bytes);
    BOOST_TEST(told.lacks[0].what == "header");
  }
  // Without a group the same holds as within one.
  const char* rows[] = {"\\template http://a/}", "\\field\\fldinst HYPERLINK \"http://a/\"}",
                        "\\fldinst HYPERLINK \"http://a/\"",
                        "\\fldrslt b\\fldinst HYPERLINK \"http://a/\""};
  for (const char* bytes : rows)
    BOOST_TEST(opened(bytes).references.at(0).raw == "http://a/", bytes);
  BOOST_TEST(opened("\\*\\unknown a}").texts.empty());
  BOOST_TEST(opened("\\pict 4142}").parts.at(0).bytes == "AB");
  BOOST_TEST(opened("\\pict 4142").parts.at(0).bytes == "AB");
}

// Bytes that begin a character of two, on the pages that have such.
BOOST_AUTO_TEST_CASE(characters_of_two_bytes_are_one) {
  for (const int page : {932, 936, 949, 950, 1361, 1252, 1251})
    for (int byte = 0x80; byte <= 0xFF; ++byte) {
      const bool is_lead = page == 932
                               ? (byte >= 0x81 && byte <= 0x9F) || (byte >= 0xE0 && byte <= 0xFC)
                           : page == 1252 || page == 1251 ? false
                                                          : byte >= 0x81 && byte <= 0xFE;
      const std::string text =
          text_of(opened("{\\rtf1\\ansicpg" + std::to_string(page) + " \\'" +
                         hex(std::string(1, static_cast<char>(byte))) + "\\'40x}"));
      BOOST_TEST(text.ends_with(is_lead ? "\xEF\xBF\xBDx" : "@x"), page << " " << byte);
      BOOST_TEST((text == "\xEF\xBF\xBDx") == is_lead);
    }
}

BOOST_AUTO_TEST_CASE(charsets_of_fonts_are_pages) {
  const std::vector<std::pair<int, int>> rows = {{0, 1252},
                                                 {77, 10000},
                                                 {128, 932},
                                                 {129, 949},
                                                 {130, 1361},
                                                 {134, 936},
                                                 {136, 950},
                                                 {161, 1253},
                                                 {162, 1254},
                                                 {163, 1258},
                                                 {177, 1255},
                                                 {178, 1256},
                                                 {186, 1257},
                                                 {204, 1251},
                                                 {222, 874},
                                                 {238, 1250},
                                                 {254, 437},
                                                 {255, 850},
                                                 // Those that there are not are the document's.
                                                 {1, 866},
                                                 {2, 42},
                                                 {3, 866},
                                                 {256, 866}};
  std::string digits;
  for (int byte = 0x80; byte <= 0xFF; ++byte)
    digits += "\\'" + hex(std::string(1, static_cast<char>(byte)));
  for (const auto& [charset, page] : rows) {
    const std::string by_font =
        text_of(opened("{\\rtf1\\ansicpg866{\\fonttbl{\\f1\\fcharset" + std::to_string(charset) +
                       " A;}{\\f2\\fcharset0 B;}}\\f1 " + digits + "}"));
    const std::string by_page =
        text_of(opened("{\\rtf1\\ansicpg" + std::to_string(page) + " " + digits + "}"));
    BOOST_TEST(by_font == by_page, charset);
  }
}

BOOST_AUTO_TEST_CASE(names_of_shapes_are_short) {
  const std::string name = repeated("a", 64);
  const std::vector<std::string> wanted = {"shape[" + name + "] http://a/"};
  BOOST_TEST(opened("{\\rtf1{\\sp{\\sn " + name + "b}{\\sv http://a/}}}").found() == wanted);
}

// As many bytes as a \u says stand for it, but no more than are ever needed.
BOOST_AUTO_TEST_CASE(what_stands_for_a_character_has_a_bound) {
  BOOST_TEST(text_of(opened("{\\rtf1\\uc9999\\u65 " + repeated("x", 1025) + "}")) == "Ax");
}

BOOST_AUTO_TEST_CASE(groups_may_be_deep) {
  for (const std::size_t deep : {std::size_t{4094}, std::size_t{4095}}) {
    const Recorded told =
        opened("{\\rtf1 " + repeated("{", deep) + "x" + repeated("}", deep) + "}");
    BOOST_TEST(text_of(told) == "x");
    BOOST_TEST(told.lacks.size() == (deep == 4095 ? 1u : 0u));
  }
  for (const std::size_t deep : {std::size_t{999'998}, std::size_t{999'999}}) {
    const Recorded told =
        opened("{\\rtf1 " + repeated("{", deep) + "x" + repeated("}", deep) + "}");
    BOOST_TEST(text_of(told) == (deep == 999'998 ? "x" : ""));
    BOOST_TEST((told.lacks.at(0).why == (deep == 999'998 ? Lack::damaged : Lack::limit)));
  }
}

// What is made of the text, and of digits, is counted together.
BOOST_AUTO_TEST_CASE(bounds_hold_to_the_byte) {
  const auto lacks = [](std::string_view rtf, std::uint64_t most) {
    const Recorded told = opened("{\\rtf1" + std::string(rtf) + "}", most);
    for (const auto& lack : told.lacks) {
      BOOST_TEST((lack.why == Lack::limit));
      BOOST_TEST(lack.what == "text");
    }
    return told.lacks.size();
  };
  for (const char* rtf :
       {" 0123456789", "{\\*\\template 0123}012345", "{\\pict 30313233}012345",
        "{\\pict\\bin4 0123}012345", "{\\fldrslt 01234}", "{\\field{\\*\\fldinst 0123456789}}"}) {
    BOOST_TEST(lacks(rtf, 10) == 0u, rtf);
    BOOST_TEST(lacks(rtf, 9) == 1u, rtf);
  }
  // Told once; nothing is kept behind it.
  const Recorded told = opened("{\\rtf1 0123456789{\\pict 4142}{\\pict 4142}abc}", 9);
  BOOST_TEST(told.lacks.size() == 1u);
  BOOST_TEST(told.parts.empty());
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

// In destinations that nobody knows, that some programs show, or that are shown elsewhere.
BOOST_AUTO_TEST_CASE(text_that_is_not_shown_where_it_stands_is_searched) {
  for (const char* group : {"\\*\\another", "\\info", "\\fonttbl", "\\*\\themedata", "\\sp",
                            "\\colortbl", "\\tc", "\\xe", "\\pntxtb", "\\pntext", "\\*\\bkmkstart",
                            "\\*\\generator", "\\*\\another{\\b x}", "\\*\\mhtmltag"}) {
    const Recorded told =
        opened(std::string("{\\rtf1 {") + group + " see https://a.example/}{\\*\\x cid:a@b}}");
    BOOST_TEST_REQUIRE(told.references.size() == 1U, group);
    BOOST_TEST(told.references[0].place == "hidden", group);
    BOOST_TEST(told.references[0].is_text, group);
  }
  // Names, and no places.
  BOOST_TEST(opened("{\\rtf1 {\\*\\xmlnstbl{\\xmlns1 https://a.example/;}}}").references.empty());
}

BOOST_AUTO_TEST_CASE(binary_data_of_no_object_are_a_part) {
  for (const char* before : {"", "{\\*\\another", "\\u65"}) {
    const Recorded told = opened(std::string("{\\rtf1 ") + before + "\\bin3 <p>}}");
    BOOST_TEST_REQUIRE(told.parts.size() == 1U, before);
    BOOST_TEST(told.parts[0].bytes == "<p>", before);
  }
}

// [MS-OXRTFEX]: what programs show that know no HTML in RTF.
BOOST_AUTO_TEST_CASE(text_of_rtf_beside_html_is_searched) {
  const std::string head = "{\\rtf1\\fromhtml1 {\\*\\htmltag64 <p>}a\\htmlrtf ";
  BOOST_TEST(text_of(opened(head + "https://a.example/\\htmlrtf0 b}")) == "https://a.example/");
  BOOST_TEST(text_of(opened(head + "b\\htmlrtf0 c}")).empty());
}

BOOST_AUTO_TEST_CASE(what_stands_behind_the_bytes_of_an_object_is_searched) {
  const std::string object = number(0x501) + number(2) + number(2) + "a\0"s + number(0) +
                             number(0) + number(1) + "x" + "see https://a.example/";
  const Recorded told = opened("{\\rtf1{\\object{\\*\\objdata " + hex(object) + "}}}");
  BOOST_TEST(text_of(told) == "see https://a.example/");
}

BOOST_AUTO_TEST_CASE(connections_to_databases_are_told_once) {
  for (const char* body :
       {"{\\*\\mailmerge{\\mmconnectstr DSN=a}{\\mmquery SELECT 1}}",
        "{\\*\\mailmerge{\\*\\mmodsoudldata 44534E3D61}}",
        "{\\field{\\*\\fldinst DATABASE \\\\c \"DSN=a\"}}{\\*\\mailmerge{\\mmquery a}}"}) {
    const Recorded told = opened(std::string("{\\rtf1").append(body).append("}"));
    BOOST_REQUIRE(told.lacks.size() == 1u);
    BOOST_TEST((told.lacks[0].why == Lack::no_opener));
  }
  BOOST_TEST(opened("{\\rtf1{\\*\\mailmerge{\\mmquery}}}").lacks.empty());
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
