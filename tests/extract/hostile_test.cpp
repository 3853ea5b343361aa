// SPDX-License-Identifier: MIT
//
// Shapes that made scanners quadratic.  Each is as large as a mail may be, and has to be done
// before a watchdog would be needed: a scan that is not linear takes minutes.
#include <boost/test/unit_test.hpp>
#include <functional>
#include <string>

#include "extract/finds.h"

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
constexpr std::size_t kPieces = 400'000;

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
      {"text/xml", "<x>"},
      {"text/xml", "<x></y>"},
      {"text/xml", "<x xmlns:a='b'>"},
      {"text/xml", "<x xml:base='b'><l href='a'/>"},
      {"text/xml", "<description>&lt;a href=x>"},
      {"text/xml", "<?xml-stylesheet href='"},
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
