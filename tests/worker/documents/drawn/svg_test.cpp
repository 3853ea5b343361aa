// SPDX-License-Identifier: MIT
//
// A code in SVG, as a file and within a page: how large it is drawn, and what is told of SVG that
// is none.
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "support/files.h"
#include "worker/documents/drawn/drawn.h"
#include "worker/documents/recorded.h"

using namespace basewalk;
using namespace basewalk::worker;

namespace {

// The code in a square of 33 units, four of them around it.
std::string modules(const std::string& kind = "rect", const std::string& more = "") {
  const std::string text = test::read_file(test::data_dir() / "documents/drawn/code.txt");
  std::string all;
  std::size_t x = 4, y = 4;
  for (const char c : text) {
    if (c == '#')
      all += "<" + kind + " x=\"" + std::to_string(x) + "\" y=\"" + std::to_string(y) +
             "\" width=\"1\" height=\"1\"" + more + "></" + kind + ">";
    ++x;
    if (c == '\n') x = 4, ++y;
  }
  return all;
}
std::string svg(const std::string& attributes, const std::string& content) {
  return "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" " +
         attributes + ">" + content + "</svg>";
}
enum class Outcome { found, nothing, damaged };

struct Row {
  const char* name;
  std::string svg;
  Outcome outcome = Outcome::found;
};
std::ostream& operator<<(std::ostream& out, const Row& row) { return out << row.name; }

const std::string kBox = "viewBox=\"0 0 33 33\"";
const std::string kGround = "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>";

const std::vector<Row> kFiles = {
    {"width, height and box", svg("width=\"100\" height=\"100\" " + kBox, modules())},
    {"a box alone", svg(kBox, modules())},
    {"half as high as it is wide: the code stands in the midst",
     svg("viewBox=\"-20 0 66 33\"", modules())},
    {"twice as high", svg("viewBox=\"0 -20 33 66\"", modules())},
    {"neither size nor box", svg("", modules())},
    {"a size alone", svg("width=\"33\" height=\"33\"", modules())},
    {"shares of what is around it, and a box",
     svg("width=\"100%\" height=\"100%\" " + kBox, modules())},
    {"a width in one unit and a height in another",
     svg("width=\"3cm\" height=\"90\" " + kBox, modules())},
    {"a width alone", svg("width=\"50\" " + kBox, modules())},
    // No browser shows it; to look at it does no harm.  Of a box of no size librsvg 2.54 shows all,
    // and 2.60 nothing, as browsers do.
    {"no width", svg("width=\"0\" height=\"33\" " + kBox, modules())},
    {"what is hidden", svg(kBox, "<g display=\"none\">" + modules() + "</g>"), Outcome::nothing},
    {"texts are left out",
     svg(kBox, modules() + "<text x=\"0\" y=\"33\" font-size=\"60\">X</text>")},
    {"on black, white",
     svg(kBox, "<rect width=\"33\" height=\"33\"/>" + modules("rect", " fill=\"#fff\""))},
    {"not ended", svg(kBox, modules()).substr(0, 3000), Outcome::damaged},
    {"no SVG", "<html xmlns=\"http://www.w3.org/1999/xhtml\"></html>", Outcome::damaged},
    {"no XML", "hello", Outcome::damaged},
    {"nothing", "", Outcome::damaged},
};

// As a page of HTML has it, which knows neither XML's names nor its ends.
const std::vector<Row> kPages = {
    {"as in a file", svg(kBox + " width=200 height=200", kGround + modules())},
    {"names in capitals",
     "<SVG VIEWBOX=\"0 0 33 33\" WIDTH=200 HEIGHT=200>" + kGround + modules("RECT") + "</SVG>"},
    {"names that have both",
     svg(kBox + " width=200 height=200",
         kGround + "<linearGradient id=g><stop stop-color=#000></stop></linearGradient>" +
             modules("rect", " fill=\"url(#g)\""))},
    {"references", svg(kBox + " width=200 height=200", kGround + "<defs><g id=c>" + modules() +
                                                           "</g></defs><use xlink:href=\"#c\"/>")},
    {"references of today",
     svg(kBox + " width=200 height=200",
         kGround + "<defs><g id=c>" + modules() + "</g></defs><use href=\"#c\"/>")},
    {"a style within", svg(kBox + " width=200 height=200",
                           "<style><![CDATA[ .k{fill:#000} rect{fill:#fff} ]]></style>" + kGround +
                               modules("rect", " class=k"))},
    {"a style within, as text",
     svg(kBox + " width=200 height=200",
         "<style> .k{fill:#000} rect{fill:#fff} </style>" + kGround + modules("rect", " class=k"))},
    {"a link in capitals",
     svg(kBox + " width=200 height=200", kGround + "<A>" + modules() + "</A>")},
    {"a group in capitals", svg(kBox + " width=200 height=200",
                                kGround + "<G TRANSFORM=\"translate(0)\">" + modules() + "</G>")},
    {"black on green", svg(kBox + " width=200 height=200",
                           "<rect width=\"100%\" height=\"100%\" fill=\"#00c000\"/>" + modules())},
    {"attributes that XML would not take",
     svg(kBox + " width=200 height=200 xmlns:odd=x odd:a=b @click=c 1=2 x\x01=y",
         kGround + modules("rect", " @a=\"b\" data-x='<&\"\x02'"))},
    {"elements that XML would not take",
     svg(kBox + " width=200 height=200",
         kGround + "<a:b><c@d></c@d></a:b>" + modules() + "<1></1>")},
    {"a page within, which is none of it",
     svg(kBox + " width=200 height=200",
         kGround + modules() + "<foreignObject><p>text<b>more</b></p></foreignObject>")},
    {"a comment within",
     svg(kBox + " width=200 height=200", kGround + "<!-- <rect -->" + modules())},
};

Recorded opened(void (*open)(const Document&, DocumentSink&), std::string_view text) {
  Recorded told;
  const test::ExactCopy bytes(text);
  open(Document{bytes.view(), {}, {}, {}}, told);
  BOOST_TEST(!told.is_open());
  return told;
}

void check(const Recorded& told, Outcome outcome) {
  BOOST_TEST(told.references.size() == (outcome == Outcome::found ? 1U : 0U));
  for (const Recorded::Reference& each : told.references)
    BOOST_TEST(each.raw == "https://drawn.example/a?b=1");
  const bool is_whole = outcome == Outcome::found || outcome == Outcome::nothing;
  BOOST_TEST(told.lacks.size() == (is_whole ? 0U : 1U));
  for (const Recorded::Missing& each : told.lacks)
    BOOST_TEST((each.why == Lack::damaged), each.sentence);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(documents_drawn)

BOOST_DATA_TEST_CASE(a_file_of_svg_is_drawn, boost::unit_test::data::make(kFiles), row) {
  check(opened(open_drawn_svg, row.svg), row.outcome);
}

BOOST_DATA_TEST_CASE(svg_in_a_page_is_drawn, boost::unit_test::data::make(kPages), row) {
  check(opened(open_drawn_page,
               "<!doctype html><body style='background:#fff'>" + row.svg + "</body>"),
        row.outcome);
}

BOOST_AUTO_TEST_SUITE_END()
