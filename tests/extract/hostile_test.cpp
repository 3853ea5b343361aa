// SPDX-License-Identifier: MIT
//
// Shapes that made scanners quadratic.  Each is as large as a mail may be, and has to be done
// before a watchdog would be needed: a scan that is not linear takes minutes.
#include <boost/test/unit_test.hpp>
#include <functional>
#include <string>

#include "extract/finds.h"
#include "support/many.h"

using namespace basewalk;
using namespace basewalk::test;
using extract::Finds;

namespace {

std::string times(std::string_view piece, std::size_t count) {
  std::string out;
  out.reserve(piece.size() * count);
  for (std::size_t i = 0; i < count; ++i) out += piece;
  return out;
}

// A text of so many pieces takes a second where the scan is linear, and hours where it is not: then
// CTest's time limit ends the test.
constexpr std::size_t kPieces = many(400'000);

void check_linear(const char* name, const std::function<std::string(std::size_t)>& make,
                  std::string_view type) {
  const std::string text = make(kPieces);
  Finds finds;
  BOOST_TEST(extract::extract(type, text, {}, finds), name);
  for (const extract::Find& find : finds.finds)
    BOOST_REQUIRE(find.begin <= find.end && find.end <= text.size());
}

}  // namespace

BOOST_AUTO_TEST_SUITE(extract_hostile)

BOOST_AUTO_TEST_CASE(takes_time_in_proportion_to_the_text) {
  const std::pair<const char*, const char*> kShapes[] = {
      {"text/html", "<"},
      {"text/html", "<a "},
      {"text/html", "<!--"},
      {"text/html", "<!-->"},
      {"text/html", "<!--[if x]>"},
      {"text/html", "<!--[if x]>-->"},
      {"text/html", "<![CDATA["},
      {"text/html", "<svg><![CDATA["},
      {"text/html", "<script><!--<script>"},
      {"text/html", "<style>"},
      {"text/html", "<style></style"},
      {"text/html", "<title></titl"},
      {"text/html", "<svg>"},
      {"text/html", "<svg><g></x>"},
      {"text/html", "<svg><desc><math></svg>"},
      {"text/html", "<math><mi><svg><g></math>"},
      {"text/html", "<a href='"},
      {"text/html", "<iframe srcdoc='"},
      {"text/html", "<iframe/srcdoc="},
      {"text/html", "<iframe srcdoc='<iframe srcdoc=&quot;x'>"},
      {"text/html", "&"},
      {"text/html", "&amp;"},
      {"text/html", "&CounterClockwiseContourIntegra"},
      {"text/html", "&#"},
      {"text/html", "<object codebase=x data=y>"},
      {"text/html", "<x href=y style='a:url(b'>"},
      {"text/html", "<template>"},
      {"text/html", "<a href=x>"},
      {"text/html", "<a href=x>text"},
      {"text/html", "<a hidden href=x>"},
      {"text/html", "<p hidden>"},
      {"text/html", "h:<b>"},
      {"text/html", "h:<wbr>"},
      {"text/html", "http://<wbr>h/<wbr>a "},
      {"text/html", "h:<i hidden>a</i>"},
      {"text/html", "h:</li>"},
      {"text/html", "<b style=display:none><a href=x></b>"},
      {"text/html", "<a href=x><img alt='yy'>"},
      {"text/html", "<p style='displaydisplay:   '>"},
      {"text/html", "<a onclick='http://h/'>"},
      {"text/html", "<meta property=x content=http://h/>"},
      {"text/html", "<svg><set attributeName=href to=x>"},
      {"text/html", "<svg><animate attributeName=href values=';;a;'>"},
      {"text/xml", "<!DOCTYPE x ["},
      {"text/xml", "<!DOCTYPE x [<!ENTITY a '&a;'>]>"},
      {"text/xml", "<!ENTITY a '"},
      {"text/vcard", "N;QUOTED-PRINTABLE:=\n"},
      {"text/vcard", "N;QUOTED-PRINTABLE=3Dx:=3D\n"},
      {"text/vcard", ";="},
      {"text/xml", "<x>"},
      {"text/xml", "<x></y>"},
      {"text/xml", "<x xmlns:a='b'>"},
      {"text/xml", "<x xml:base='b'><l href='a'/>"},
      {"text/xml", "<description>&lt;a href=x>"},
      {"text/xml", "<?xml-stylesheet href='"},
      {"text/xml", "<a"},
      {"text/xml", "<a b='"},
      {"text/xml", "<!DOCTYPE x [<!ENTITY % a '%a;'>%a;"},
      {"text/xml", "<!DOCTYPE x [<!BOGUS>"},
      {"text/xml", "<!DOCTYPE html PUBLIC '-//W3C//DTD XHTML 1.1//EN' 'x'>&nbsp;"},
      {"text/calendar", "A\n "},
      {"text/calendar", "DESCRIPTION:http://h/\\n\n"},
      {"text/calendar", "ATTENDEE;DIR=\""},
      {"text/calendar", "X-ALT-DESC:<a href=x>\n"},
      {"text/css", "a{b:url("},
      {"text/css", "/*"},
      {"text/css", "\\"},
      {"text/css", "\\75"},
      {"text/css", "@import"},
      {"text/css", "'"},
      {"text/css", "image-set("},
      {"text/css", "--x:'a';"},
      {"text/css", "--x:var(--x"},
      {"text/css", ";/*"},
      {"text/css", ";--x/**/"},
      {"text/css", "--f({"},
      {"text/css", "({})"},
      {"text/css", "@function --f(--a:'"},
      {"text/css", "image-set(var(--x,'a'));"},
      {"text/css", "@import 'data:text/css,"},
      {"text/css", "@import 'data:text/css,@import %22x%22';"},
      {"text/html", "<style>@import 'data:text/css,"},
      {"text/html", "<p style=--x:'a'>"},
      {"text/html", "<svg><set attributeName=mask values='url(;'>"},
      {"text/css", "url('x"},
      {"text/plain", "http://a."},
      {"text/plain", "<URL:"},
      {"text/plain", "<http://"},
      {"text/plain", "<http://a\n"},
      {"text/plain", "geo:x:"},
      {"text/plain", "cid:"},
      {"text/plain", "news:a"},
      {"text/plain", "www.a/"},
      {"text/plain", "www."},
      {"text/plain", "ftp."},
      {"text/plain", "(http://a/"},
      {"text/plain", "http://a/((((]"},
      {"text/plain", ":"},
      {"text/plain", "a+"},
      {"text/plain", "<mailto:a@b "},
      {"text/plain", "> <URL:a\n>"},
  };
  for (const auto& [type, piece] : kShapes)
    check_linear(
        piece, [&](std::size_t count) { return times(piece, count); }, type);
}

BOOST_AUTO_TEST_CASE(takes_a_tag_of_many_handlers) {
  check_linear(
      "handlers",
      [](std::size_t count) { return "<a " + times("onclick=http://h/ ", count) + ">"; },
      "text/html");
  check_linear(
      "animation",
      [](std::size_t count) {
        return "<svg><set attributeName=href values='" + times("a;", count) + "'>";
      },
      "text/html");
}

BOOST_AUTO_TEST_CASE(takes_a_url_in_proportion_to_its_length) {
  for (const std::string_view piece :
       {"?u=http://a", "&u=http://a", "=//a.b", "/http:/", "/http:", "://", "%25", "%2525", "%3a",
        "www.", "=www.a.b", "=aHR0cDov", "+http://", "#", "&", "__;*", "**A", "H", "%"})
    for (const std::string_view head :
         {"http://h/", "http://h/?", "http://h/#", "https://urldefense.com/v3/__http://h/",
          "https://urldefense.com/v2/url?u=", "https://www.google.com/url?q="}) {
      const std::string url = std::string(head) + times(piece, kPieces / 4);
      Finds finds;
      extract::extract_url(url, {}, finds);
      std::size_t held = 0;
      for (const extract::Find& find : finds.finds) held += find.raw.size();
      BOOST_TEST(held <= 3 * url.size(), head << piece);
    }
}

BOOST_AUTO_TEST_CASE(takes_defanged_texts_in_proportion_to_their_length) {
  for (const std::string_view piece :
       {"[.]", "a[.]", "[.", "a.]", "(", "( ", "h t ", "hxxp", "hxxp:", "hxxp[:", "http: //", "[:]",
        "[://]", "x@a[.]", "a [dot] ", "hxxp[s", "www[.]a"}) {
    const std::string text = times(piece, kPieces);
    extract::Options options;
    options.refang = true;
    Finds finds;
    extract::extract_text(text, options, finds);
    check_properties(text, finds);
  }
}

// A billion laughs, and a billion of silence: each entity is twice the one before.
BOOST_AUTO_TEST_CASE(bounds_what_entities_expand_to) {
  for (const std::string_view first : {"http://h/ ", ""}) {
    std::string text = "<!DOCTYPE x [<!ENTITY a0 '" + std::string(first) + "'>";
    for (int i = 1; i < 60; ++i) {
      const std::string before = "&a" + std::to_string(i - 1) + ";";
      text += "<!ENTITY a" + std::to_string(i) + " '" + before + before + "'>";
    }
    text += "]><x>&a59;</x><l href='http://h/last'/>";
    Finds finds;
    extract::extract_xml(text, {}, finds);
    BOOST_TEST(finds.finds.size() < text.size());
    BOOST_REQUIRE(!finds.finds.empty());
    BOOST_TEST(finds.finds.back().raw == "http://h/last");
    BOOST_REQUIRE_EQUAL(finds.notes.size(), 1U);
    BOOST_TEST(name(finds.notes[0].code) == "limit-entities");
  }
}

BOOST_AUTO_TEST_CASE(takes_many_entities_and_references) {
  std::string text = "<!DOCTYPE x [";
  for (std::size_t i = 0; i < kPieces / 4; ++i) text += "<!ENTITY a" + std::to_string(i) + " 'b'>";
  text += "]><x>";
  for (std::size_t i = 0; i < kPieces / 4; ++i) text += "&a" + std::to_string(i) + ";";
  Finds finds;
  extract::extract_xml(text, {}, finds);
  BOOST_TEST(finds.finds.empty());
}

// What expat would take quadratic time or a deep stack for ends the reading; the last link is found
// all the same.
BOOST_AUTO_TEST_CASE(takes_large_documents_of_xml) {
  constexpr std::size_t kMany = kPieces / 4;
  const auto numbered = [](std::string_view before, std::string_view behind, std::size_t count) {
    std::string out;
    for (std::size_t i = 0; i < count; ++i)
      out.append(before).append(std::to_string(i)).append(behind);
    return out;
  };
  std::string chain = "<!DOCTYPE x [", parameters = chain;
  for (std::size_t i = 0; i < kMany; ++i) {
    const std::string name = std::to_string(i), next = std::to_string(i + 1);
    chain.append("<!ENTITY e").append(name).append(" '&e").append(next).append(";'>");
    parameters.append("<!ENTITY % p").append(name).append(" '&#37;p").append(next).append(";'>");
  }
  const std::string kShapes[] = {
      "<x>" + times("<a>", kMany) + times("</a>", kMany),
      "<x>" + times("<a>", kMany),
      "<x><a " + numbered("a", "='' ", kMany) + "/>",
      "<x><a " + numbered("xmlns:p", "='urn:u' ", kMany) + "/>",
      "<x>" + numbered("<p xmlns:p", "='urn:u'>", kMany),
      "<x>" + numbered("<p xmlns:p='urn:u", "'>", kMany) + times("</p>", kMany),
      "<x><a xmlns:p='u' " + numbered("p:a", "='' ", kMany) + "/>",
      "<x>" + times("<style>a", kMany) + times("</style>", kMany),
      "<svg xmlns='http://www.w3.org/2000/svg'>" + times("<style>a", kMany),
      "<html xmlns='http://www.w3.org/1999/xhtml'><style>" + times("a<!-- -->", kMany) + "</style>",
      "<!DOCTYPE x [" + numbered("<!ATTLIST a b", " CDATA 'c'>", kMany) + "]><x>" +
          times("<a/>", kMany),
      "<!DOCTYPE x [<!ATTLIST a " + numbered("b", " CDATA 'c' ", 2000) + ">]><x>" +
          times("<a/>", kMany),
      "<!DOCTYPE x [<!ATTLIST a " + numbered("b", " CDATA 'c' ", 2000) + ">]><x>&" +
          times("<a/>", kMany),
      chain + "]><x>&e0;",
      chain + "<!ATTLIST a b CDATA '&e0;'>]><x>",
      parameters + "%p0;]><x>",
      "<!DOCTYPE x [<!ENTITY e '" + std::string(100'000, 'e') + "'>]><x>" + times("&e;", kMany),
      "<!DOCTYPE x [<!ENTITY e '" + std::string(100'000, 'e') + "'>]><x>& " + times("&e;", kMany),
  };
  for (const std::string& shape : kShapes) {
    const std::string text = shape + "<l href='http://h/last'/>";
    Finds finds;
    extract::extract_xml(text, {}, finds);
    BOOST_REQUIRE(!finds.finds.empty());
    BOOST_TEST(finds.finds.back().raw == "http://h/last", shape.substr(0, 100));
    BOOST_TEST(finds.notes.size() <= 1U);
  }
}

BOOST_AUTO_TEST_CASE(takes_a_tag_of_many_attributes) {
  check_linear(
      "attributes",
      [](std::size_t count) {
        std::string text = "<a ";
        for (std::size_t i = 0; i < count; ++i) text += "a" + std::to_string(i) + "=1 ";
        return text + "href=x>";
      },
      "text/html");
  check_linear(
      "same attribute", [](std::size_t count) { return "<a " + times("href=1 ", count) + ">"; },
      "text/html");
}

BOOST_AUTO_TEST_CASE(takes_a_line_of_blanks_before_brackets) {
  check_linear(
      "blanks", [](std::size_t count) { return times(" ", count * 8) + times("<URL:x> ", count); },
      "text/plain");
}

BOOST_AUTO_TEST_CASE(finds_the_link_behind_padding) {
  for (const std::string_view padding :
       {"<", "<div>", "<!-->", "&amp;", "x\r", "<svg></svg>", "<p", "<!--[if x]><![endif]-->",
        "<style>a{b:url(</style>", "<svg><g/></svg>", "<title>x</title>"}) {
    const std::string text =
        times(padding, 50'000) + (padding == "<p" ? ">" : "") + "<a href='http://h/last'>";
    Finds finds;
    extract::extract_html(text, {}, finds);
    BOOST_REQUIRE_MESSAGE(!finds.finds.empty(), padding);
    BOOST_TEST(shown(finds.finds.back()) == "a[href] = http://h/last", padding);
  }
}

// A srcdoc in a srcdoc, a hundred deep and more: every '&' is written anew at each level.
BOOST_AUTO_TEST_CASE(bounds_documents_in_documents_and_says_so) {
  std::string document = "<a href=http://h/deep>";
  for (int level = 0; level < 12; ++level) {
    std::string escaped;
    for (const char c : document) {
      if (c == '&')
        escaped += "&amp;";
      else if (c == '\'')
        escaped += "&#39;";
      else
        escaped += c;
    }
    document = "<iframe srcdoc='" + escaped + "'></iframe>";
  }
  extract::Options options;
  Finds finds;
  extract::extract_html(document, options, finds);
  BOOST_REQUIRE_EQUAL(finds.finds.size(), 1U);
  BOOST_TEST(finds.finds[0].raw == "http://h/deep");
  check_properties(document, finds);

  options.depth = 11;
  finds.clear();
  extract::extract_html(document, options, finds);
  BOOST_TEST(finds.finds.empty());
  BOOST_REQUIRE_EQUAL(finds.notes.size(), 1U);
  BOOST_TEST(name(finds.notes[0].code) == "limit-depth");
}

BOOST_AUTO_TEST_SUITE_END()
