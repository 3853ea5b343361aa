// SPDX-License-Identifier: MIT
#include "html/xml_entities.h"

#include <boost/test/unit_test.hpp>
#include <string>

#include "support/files.h"

using namespace basewalk;
using html::XmlEntities;

namespace {

struct Row {
  std::string_view subset;  // from behind "[" to behind the ">" of the declaration
  std::string_view text, wanted;
  bool complete = true;
};

constexpr Row kRows[] = {
    {"<!ENTITY a 'b'>]>", "x&a;y&a;", "xbyb"},
    {"<!ENTITY a \"b'c\">]>", "&a;", "b'c"},
    {" <!ENTITY\n a\t'b' > ]  >", "&a;", "b"},
    {"<!ENTITY a ''>]>", "x&a;y", "xy"},
    {"<!ENTITY a '>]'><!ENTITY b 'c'>]>", "&a;&b;", ">]c"},
    // Of several the first counts; names have case.
    {"<!ENTITY a 'b'><!ENTITY a 'c'>]>", "&a;", "b"},
    {"<!ENTITY a 'b'><!ENTITY A 'c'>]>", "&a;&A;", "bc"},
    // What is none of ours, and what is no reference.
    {"<!ENTITY % a 'b'><!ENTITY s SYSTEM 'c'><!ENTITY x>]>", "&a;&s;&x;", "&a;&s;&x;"},
    {"<!ENTITY a 'b'>]>", "&b; & &a &;a; &amp;", "&b; & &a &;a; &amp;"},
    {"<!ENTITYa 'b'><!entity c 'd'>]>", "&c;", "&c;"},
    // Comments, instructions and other declarations are passed over.
    {"<!-- ]> <!ENTITY a 'b'> --><?p ]> <!ENTITY a 'c'>?><!ELEMENT e (#PCDATA)>"
     "<!ATTLIST e f CDATA \"]>\"><!ENTITY a 'd'>]>",
     "&a;", "d"},
    // 4.4.5: character references are replaced where the entity is declared.
    {"<!ENTITY a '&#65;&#x42;&#X4a;&#x2dc;'>]>", "&a;", "ABJ\u02DC"},
    {"<!ENTITY a '&#38;b;'><!ENTITY b 'c'>]>", "&a;", "c"},
    {"<!ENTITY a '&#;&#x;&#65&#xg;&#0;&#x110000;&#xD800;&'>]>", "&a;",
     "&#;&#x;&#65&#xg;&#0;&#x110000;&#xD800;&"},
    {"<!ENTITY a 'x&#99999999999;y&#65;'>]>", "&a;", "x&#99999999999;yA"},
    {"<!ENTITY a '&#65'>]>", "&a;", "&#65"},
    // Entities in entities; none in comments, CDATA sections, and as many as are open at a time.
    {"<!ENTITY a '<&b;>'><!ENTITY b 'c&c;'><!ENTITY c 'd'>]>", "&a;&b;", "<cd>cd"},
    {"<!ENTITY a 'b'>]>", "<!--&a;--><![CDATA[&a;]]><x y='&a;'>&a;",
     "<!--&a;--><![CDATA[&a;]]><x y='b'>b"},
    {"<!ENTITY a 'b'>]>", "<!--&a;", "<!--&a;"},
    {"<!ENTITY a 'b'>]>", "<![CDATA[&a;", "<![CDATA[&a;"},
    // What contains itself stays.
    {"<!ENTITY a 'b&a;'>]>", "&a;&a;", "b&a;b&a;", false},
    {"<!ENTITY a '&b;'><!ENTITY b 'x&a;'>]>", "&a;", "x&a;", false},
};

BOOST_AUTO_TEST_SUITE(html_xml_entities)

BOOST_AUTO_TEST_CASE(replaces_what_the_subset_declares) {
  for (const Row& row : kRows) {
    const test::ExactCopy subset(row.subset), text(row.text);
    XmlEntities entities;
    BOOST_TEST(entities.read(subset.view(), 0) == row.subset.size(), row.subset);
    std::string out = "before ";
    BOOST_TEST(entities.expand(text.view(), 1000, out) == row.complete, row.text);
    BOOST_TEST(out == "before " + std::string(row.wanted));
  }
}

BOOST_AUTO_TEST_CASE(a_subset_ends_with_its_declaration) {
  for (const std::string_view text : {"", "<!ENTITY a 'b'>", "]", "] ", "<!-- ]>", "<? ]>",
                                      "<!ENTITY a ']>", "<!ELEMENT x ']>"}) {
    const test::ExactCopy copy(text);
    XmlEntities entities;
    BOOST_TEST(entities.read(copy.view(), 0) == std::string_view::npos, text);
  }
  XmlEntities entities;
  BOOST_TEST(entities.read("<!DOCTYPE x [ ]><x>", 13) == 16U);
  BOOST_TEST(entities.empty());
  BOOST_TEST(entities.read("<!ENTITY a 'b'> ] ><x>", 0) == 19U);
  BOOST_TEST(!entities.empty());
}

// A name is short; what might be a longer one is none.
BOOST_AUTO_TEST_CASE(looks_for_names_of_a_bounded_length) {
  for (const std::size_t size : {std::size_t{97}, std::size_t{98}, std::size_t{99}}) {
    const std::string name(size, 'n');
    XmlEntities entities;
    const std::string subset = "<!ENTITY " + name + " 'v'>]>";
    entities.read(subset, 0);
    std::string out;
    entities.expand("&" + name + ";", 1000, out);
    BOOST_TEST(out == (size <= 98 ? "v" : "&" + name + ";"), size);
  }
}

// A reference costs what it puts in and eight bytes more; what the budget does not reach stays.
BOOST_AUTO_TEST_CASE(puts_in_no_more_than_its_budget) {
  XmlEntities entities;
  entities.read("<!ENTITY a '12345678'><!ENTITY e ''>]>", 0);
  for (const std::size_t budget :
       {std::size_t{15}, std::size_t{16}, std::size_t{31}, std::size_t{32}}) {
    std::string out;
    BOOST_TEST(entities.expand("&a;&a;", budget, out) == (budget == 32), budget);
    BOOST_TEST(out == (budget == 15   ? "&a;&a;"
                       : budget == 32 ? "1234567812345678"
                                      : "12345678&a;"));
  }
  std::string out;
  BOOST_TEST(!entities.expand("&e;&e;&e;", 16, out));
  BOOST_TEST(out == "&e;");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
