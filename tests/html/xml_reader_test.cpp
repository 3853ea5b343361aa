// SPDX-License-Identifier: MIT
//
// What expat says of a document, where it was written, and what is read behind an error.
#include "html/xml_reader.h"

#include <boost/test/unit_test.hpp>
#include <string>

#include "support/files.h"

using namespace basewalk;
using namespace basewalk::html;

namespace {

// <name a=meaning ...>, </name>, "text", [cdata], ?instruction.  What has no place of its own is
// marked with a "*"; "|" stands where the document stops being well-formed, "!" where a limit is
// reached.
std::string seen(std::string_view text) {
  const test::ExactCopy copy(text);
  XmlReader reader;
  reader.reset(copy.view());
  std::string out;
  bool told = false;
  while (true) {
    const Token& token = reader.next();
    const auto kind = reader.fault().kind;
    const std::size_t behind = reader.fault().place;
    if (!told && kind != XmlReader::Fault::Kind::none &&
        (reader.is_lenient() || token.begin >= behind || token.kind == TokenKind::end_of_text)) {
      out += kind == XmlReader::Fault::Kind::limit ? '!' : '|';
      told = true;
    }
    const std::string star = reader.in_place() ? "" : "*";
    switch (token.kind) {
      case TokenKind::end_of_text:
        BOOST_TEST(token.begin == text.size());
        return out;
      case TokenKind::start_tag:
        out.append("<").append(star).append(token.text);
        for (const TagAttribute& each : reader.attributes()) {
          const XmlMeaning meaning = reader.meaning_of(each);
          if (meaning.in_place) {
            std::string again;
            reader.decode(meaning.place, XmlText::attribute, again, nullptr);
            BOOST_TEST(again == meaning.text);
          }
          out.append(" ").append(each.name).append("=").append(meaning.text);
          if (!meaning.in_place) out += '*';
        }
        if (reader.in_place()) BOOST_TEST(text[token.begin] == '<');
        if (token.self_closing) out += '/';
        out += '>';
        break;
      case TokenKind::end_tag:
        out.append("</").append(star).append(token.text).append(">");
        break;
      case TokenKind::text:
        if (token.text.empty()) break;
        out += token.state == TextState::cdata_section ? '[' : '"';
        out.append(reader.text_meaning().text).append(star);
        out += token.state == TextState::cdata_section ? ']' : '"';
        break;
      case TokenKind::comment:
        out.append(token.text);
        for (const TagAttribute& each : reader.attributes())
          out.append("(").append(each.name).append("=").append(reader.meaning_of(each).text) += ')';
        break;
      case TokenKind::doctype:
        out += "doctype";
        break;
    }
  }
}

struct Row {
  int line;
  std::string_view text, wanted;
};
#define ROW(...) \
  { __LINE__, __VA_ARGS__ }

constexpr Row kRows[] = {
    ROW("<a/>", "<a/>"),
    ROW("", ""),
    ROW(" \n", ""),
    ROW("<a b='1' c = \"2\" >t<d ></d ><e f='>'/></a\n>", "<a b=1 c=2>\"t\"<d></d><e f=>/></a>"),
    ROW("<_x.y-z \u00E9='1'/>", "<_x.y-z \u00E9=1/>"),
    ROW("<\u00E9 \u00E9='1'/>", "<\u00E9 \u00E9=1/>"),
    ROW("<a>b<!-- c -->d<?e f?>g<![CDATA[h<i>]]>j</a>", "<a>\"b\"\"d\"\"g\"[h<i>]\"j\"</a>"),
    ROW("<a>1&amp;2&#65;3\r\n4</a>", "<a>\"1&2A3\n4\"</a>"),
    ROW("<a b='1\t2\n3\r\n4&#10;5&amp;6'/>", "<a b=1 2 3 4\n5&6/>"),
    ROW("<?xml version='1.0' encoding='x'?><a/>", "?xml version='1.0' encoding='x'?<a/>"),
    ROW("<?xml-stylesheet href='a&amp;&#98;&c;' type=\"t\"?><?x?><a/>",
        "?xml-stylesheet href='a&amp;&#98;&c;' type=\"t\"?(href=a&b&c;)(type=t)<a/>"),
    // Entities: what comes out of them has no place of its own.
    ROW("<!DOCTYPE a [<!ENTITY e 'E'>]><a b='&e;1' c='2'>3&e;</a>", "<a b=E1* c=2>\"3E*\"</a>"),
    ROW("<!DOCTYPE a [<!ENTITY e '<b c=\"1\">t</b>'>]><a>&e;u</a>",
        "<a><*b c=1*>\"t*\"</*b>\"u\"</a>"),
    ROW("<!DOCTYPE a [<!ENTITY e '&f;'><!ENTITY f '<b/>'>]><a>&e;</a>", "<a><*b></*b></a>"),
    ROW("<!DOCTYPE a [<!ENTITY e 'x'><!ENTITY e 'y'>]><a>&e;</a>", "<a>\"x*\"</a>"),
    ROW("<!DOCTYPE a [<!ENTITY % p \"<!ENTITY e 'x'>\">%p;]><a>&e;</a>", "<a>\"x*\"</a>"),
    // Those that lie elsewhere are never opened; what is declared behind them counts.
    ROW("<!DOCTYPE a [<!ENTITY e SYSTEM 'u'>]><a>1&e;2</a>", "<a>\"12*\"</a>"),
    ROW("<!DOCTYPE a [<!ENTITY % p SYSTEM 'u'>%p;<!ENTITY e 'x'>]><a>&e;</a>", "<a>\"x*\"</a>"),
    // Attributes by default, and what their types do.
    ROW("<!DOCTYPE a [<!ATTLIST a b CDATA 'd' c CDATA #FIXED 'f' g CDATA #IMPLIED>]><a b='1'/>",
        "<a b=1 c=f*/>"),
    ROW("<!DOCTYPE a [<!ENTITY e 'E'><!ATTLIST a b CDATA '&e;'>]><a/>", "<a b=E*/>"),
    ROW("<!DOCTYPE a [<!ATTLIST a b NMTOKENS #IMPLIED>]><a b=' 1\t 2 '/>", "<a b=1 2*/>"),
    ROW("<!DOCTYPE a [<!ATTLIST a xmlns:p CDATA 'u'>]><a p:b='1'/>", "<a p:b=1 xmlns:p=u*/>"),
    // Names of HTML, where browsers know the document type.
    ROW("<!DOCTYPE html PUBLIC '-//W3C//DTD XHTML 1.1//EN' 'x'><a b='&eacute;'>&eacute;</a>",
        "<a b=\u00E9>\"\u00E9\"</a>"),
    ROW("<!DOCTYPE html PUBLIC '-//W3C//DTD XHTML 1.1//EN' 'x' [<!ENTITY eacute 'e'>]>"
        "<a b='&eacute;'/>",
        "<a b=e*/>"),
    ROW("<?xml version='1.0' standalone='yes'?>"
        "<!DOCTYPE html PUBLIC '-//W3C//DTD XHTML 1.1//EN' 'x'><a b='&LT;'/>",
        "?xml version='1.0' standalone='yes'?<a b=</>"),
    ROW("<!DOCTYPE html PUBLIC '-//x//EN' 'x'><a><b c='&eacute;'/></a>", "<a>|<b c=\u00E9/></a>"),
    ROW("<!DOCTYPE html SYSTEM 'x'><a>1&eacute;2<b/></a>",
        "<a>\"1\"|\"\u00E9"
        "2\"<b/></a>"),
    // Behind an error.
    ROW("<a b=1/>", "|<a b=1/>"),
    ROW("<a><b>1</a>2", "<a><b>\"1\"|</a>\"2\""),
    ROW("<a/><b/>", "<a/>|<b/>"),
    ROW("<a>x & y<b/></a>", "<a>\"x \"|\"& y\"<b/></a>"),
    ROW("<a><b c='1' c='2'/></a>", "<a>|<b c=1 c=2/></a>"),
    ROW("<a><b", "<a>|<b>"),
    ROW("x<a/>", "|\"x\"<a/>"),
    ROW("<a>&e;</a>", "<a>|\"&e;\"</a>"),
    ROW("<a><!-- -- --><b/></a>", "<a>| -- <b/></a>"),
    ROW("<a><b>&#0;</b></a>", "<a><b>|\"\uFFFD\"</b></a>"),
    ROW("<a>\x01</a>", "<a>|\"\x01\"</a>"),
    ROW("<a>\xFF</a>", "<a>|\"\xFF\"</a>"),
    // Namespaces.
    ROW("<a><p:b/></a>", "<a>|<p:b/></a>"),
    ROW("<a><b p:c='1'/></a>", "<a>|<b p:c=1/></a>"),
    ROW("<a xmlns:p='u'><p:b p:c='1'/></a>", "<a xmlns:p=u><p:b p:c=1/></a>"),
    ROW("<a><p:b xmlns:p=''/></a>", "<a>|<p:b xmlns:p=/></a>"),
    ROW("<a><b xmlns:xml='u'/></a>", "<a>|<b xmlns:xml=u/></a>"),
    ROW("<a><b xmlns:xmlns='u'/></a>", "<a>|<b xmlns:xmlns=u/></a>"),
    ROW("<a xml:base='u' xmlns:xml='http://www.w3.org/XML/1998/namespace'/>",
        "<a xml:base=u xmlns:xml=http://www.w3.org/XML/1998/namespace/>"),
    ROW("<a xmlns:p='u' xmlns:q='u'><b p:c='1' q:c='2'/></a>",
        "<a xmlns:p=u xmlns:q=u>|<b p:c=1 q:c=2/></a>"),
    ROW("<a xmlns:p='u'><p:b:c/></a>", "<a xmlns:p=u>|<p:b:c/></a>"),
    // XHTML takes them all the same, and entities that might be declared elsewhere.
    ROW("<html><u:a/><b c='1'/></html>", "<html>|<u:a/><b c=1/></html>"),
    ROW("<!DOCTYPE html SYSTEM 'x'><html>1&e;2<b c='3&e;4'/></html>",
        "<html>\"12*\"|<b c=34*/></html>"),
    ROW("<html><b p:c='1'/><u:a/></html>", "<html>|<b p:c=1/><u:a/></html>"),
    ROW("<html>1&e;2<b c=d /></html>", "<html>\"1\"|\"&e;2\"<b c=d/></html>"),
    ROW("<html xmlns:p='u' xmlns:q='u'><b p:c='1' q:c='2'/></html>",
        "<html xmlns:p=u xmlns:q=u>|<b p:c=1 q:c=2/></html>"),
    // In the declarations, or before them: they count all the same.
    ROW("<!DOCTYPE a [<!ENTITY % p 'x'><!ENTITY e '1%p;'>]><a>&e;</a>", "|<a>\"1x*\"</a>"),
    ROW("<!DOCTYPE a [<!ATTLIST a b CDATA '1'><!BOGUS>]><a/>", "|<a b=1*/>"),
    ROW(" <?xml version='1.0'?><!DOCTYPE a [<!-- ]> --><!ATTLIST a b CDATA ']>'>]><a/>",
        "|<a b=]>*/>"),
    ROW("<!DOCTYPE a [<!ENTITY e 'x'>]><a><b c=1/><d e='&e;'>&e;</d></a>",
        "<a>|<*b c=1/*><*d e=x*>\"x*\"</*d></*a>"),
    ROW("<!DOCTYPE a [<!ENTITY e '<b c=\"1\">t'><!ATTLIST b d CDATA '2'>]><a>&&e;</b></a>",
        "<a>|\"&*\"<*b c=1* d=2*>\"t*\"</*b></*a>"),
    ROW("<!DOCTYPE a [<!BOGUS><!ATTLIST a b CDATA '1'>]><a/>", "|<a b=1*/>"),
    ROW("<!DOCTYPE a [<!ENTITY c><!ENTITY d 2><!ATTLIST a b CDATA '1'><!ELEMENT e '>'>"
        "<!ENTITY f 'F'>]><a>&f;</a>",
        "|<a b=1*>\"F*\"</a>"),
    ROW("<!DOCTYPE a [<!-- ]> \"' --><?xml-stylesheet href='1'?><!BOGUS><?xml-stylesheet href='2'?>"
        "<!ENTITY e 'x'>]><a>&e;</a>",
        "|?xml-stylesheet href='1'?(href=1)?xml-stylesheet href='2'?(href=2)<a>\"x*\"</a>"),
    ROW("<!DOCTYPE a [%p;<!ENTITY e 'x'>]><a b='1&f;2'>&e;3&f;4<u:c/></a>",
        "|<a b=12*>\"x34*\"<u:c/></a>"),
    ROW("<?xml version='1.0' standalone='yes'?><!DOCTYPE a [<!ENTITY % p \"<!ENTITY e 'x'>\">%p;]>"
        "<a>&e;<u:c/></a>",
        "?xml version='1.0' standalone='yes'?<a>\"x*\"|<u:c/></a>"),
    ROW("<!DOCTYPE a [<!ENTITY", "|doctype"),
    // Defaults count behind an error, too.
    ROW("<!DOCTYPE a [<!ATTLIST b c CDATA '1' d CDATA '2'>]><a>&<b d='3'/></a>",
        "<a>|\"&\"<b d=3 c=1*/></a>"),
    // Limits.
    ROW("<!DOCTYPE a [<!ENTITY e '&e;'>]><a>1&e;</a>", "<a>\"1\"!\"&e;\"</a>"),
    ROW("<!DOCTYPE a [<!ENTITY e '&f;'><!ENTITY f '&e;'>]><a b='&e;'/>", "!<a b=&e;/>"),
};

BOOST_AUTO_TEST_SUITE(html_xml_reader)

BOOST_AUTO_TEST_CASE(reads_as_xml_and_goes_on_behind_errors) {
  for (const Row& row : kRows) BOOST_TEST_CONTEXT("line " << row.line)
  BOOST_TEST(seen(row.text) == row.wanted);
}

// Across blocks, and where expat was suspended, all stays in order and in its place.
BOOST_AUTO_TEST_CASE(reads_documents_of_many_blocks) {
  std::string text = "<!DOCTYPE a [<!ENTITY e '<x>t</x>'>]><a>", wanted = "<a>";
  for (int i = 0; i < 20'000; ++i) {
    text.append("<b c='").append(std::to_string(i)).append("'/>");
    wanted.append("<b c=").append(std::to_string(i)).append("/>");
    if (i % 100 != 0) continue;
    text += "&e;";
    wanted += "<*x>\"t*\"</*x>";
  }
  BOOST_TEST((seen(text + "</a>") == wanted + "</a>"));
  const std::string long_value(300'000, 'v');
  BOOST_TEST((seen("<a b='" + long_value + "'>" + long_value + "</a>") ==
              "<a b=" + long_value + ">\"" + long_value + "\"</a>"));
}

BOOST_AUTO_TEST_CASE(limits_what_is_declared) {
  // Entities that hold references, which might make a long chain.
  for (const int count : {200, 300}) {
    std::string text = "<!DOCTYPE a [";
    for (int i = 0; i < count; ++i)
      text.append("<!ENTITY e")
          .append(std::to_string(i))
          .append(" '&e")
          .append(std::to_string(i + 1)) += ";'>";
    text += "<!ENTITY e" + std::to_string(count) + " 'x'>]><a>&e0;</a>";
    BOOST_TEST((seen(text).find('!') == std::string::npos) == (count == 200), count);
  }
  // Attributes of one element, and how often they are put in.
  for (const int count : {2000, 3000}) {
    std::string text = "<!DOCTYPE a [";
    for (int i = 0; i < count; ++i)
      text.append("<!ATTLIST b a").append(std::to_string(i)).append(" CDATA '1'>");
    text += "]><a/>";
    BOOST_TEST((seen(text).find('!') == std::string::npos) == (count == 2000), count);
  }
  std::string text = "<!DOCTYPE a [<!ATTLIST b";
  for (int i = 0; i < 2000; ++i) text.append(" a").append(std::to_string(i)).append(" CDATA '1'");
  text += ">]><a>";
  for (int i = 0; i < 2000; ++i) text += "<b/>";
  BOOST_TEST((seen(text + "</a>").find('!') != std::string::npos));
}

// One reader reads many texts; nothing of the one before is left.
BOOST_AUTO_TEST_CASE(begins_anew_with_each_text) {
  XmlReader reader;
  const auto first_tag = [&](std::string_view text) {
    reader.reset(text);
    while (reader.next().kind != TokenKind::start_tag) continue;
    return reader.attributes().size();
  };
  BOOST_TEST(first_tag("<!DOCTYPE a [<!ATTLIST a b CDATA '1'>]><a/>") == 1U);
  BOOST_TEST(reader.has_declarations());
  BOOST_TEST(first_tag("x<a/>") == 0U);
  BOOST_TEST((reader.fault().kind == XmlReader::Fault::Kind::syntax));
  BOOST_TEST(first_tag("<a/>") == 0U);
  BOOST_TEST(!reader.has_declarations());
  BOOST_TEST((reader.fault().kind == XmlReader::Fault::Kind::none));
  BOOST_TEST((reader.next().kind == TokenKind::end_of_text));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
