// SPDX-License-Identifier: MIT
//
// A code that a page draws in ways that are written otherwise than in tests/cli/drawings.py, and
// ways in which a browser draws none.
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <functional>
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

constexpr std::size_t kSide = 25;  // modules

std::vector<std::string> code() {
  std::vector<std::string> lines;
  const std::string text = test::read_file(test::data_dir() / "documents/drawn/code.txt");
  for (std::size_t at = 0; at < text.size(); at = text.find('\n', at) + 1)
    lines.push_back(text.substr(at, text.find('\n', at) - at));
  return lines;
}

// Each module by its place and colour, with something around each row.
std::string drawn(const std::function<std::string(std::size_t, std::size_t, bool)>& module,
                  std::string_view row = "", std::string_view row_end = "") {
  const std::vector<std::string> lines = code();
  std::string all;
  for (std::size_t y = 0; y < kSide; ++y) {
    all += row;
    for (std::size_t x = 0; x < kSide; ++x) all += module(x, y, lines[y][x] == '#');
    all += row_end;
  }
  return all;
}
// <b class=k> and <b class=w>
std::string boxes(std::string_view row = "", std::string_view row_end = "") {
  return drawn([](std::size_t, std::size_t,
                  bool dark) { return dark ? std::string("<b class=k></b>") : "<b class=w></b>"; },
               row, row_end);
}
std::string page(std::string_view css, std::string_view body) {
  return "<!doctype html><html><head><style>" + std::string(css) +
         "</style></head><body style='background:#fff'>" + std::string(body) + "</body></html>";
}
std::string grid(const std::string& css, const std::string& more = "") {
  return page("div{" + css + "}.k{background:#000}" + more, "<div>" + boxes() + "</div>");
}
std::string table(const std::string& dark, const std::string& light,
                  const std::string& attributes = "cellspacing=0 cellpadding=0",
                  const std::string& row = "<tr>", const std::string& css = "") {
  return page(css,
              "<table " + attributes + ">" +
                  drawn([&](std::size_t, std::size_t,
                            bool is_dark) { return "<td " + (is_dark ? dark : light) + "></td>"; },
                        row, "</tr>") +
                  "</table>");
}
// Full blocks, two for each module, with something around those of one colour.
std::string blocks(const std::string& dark, const std::string& light, const std::string& end,
                   std::string_view row_end = "<br>") {
  return drawn(
      [&](std::size_t, std::size_t, bool is_dark) { return (is_dark ? dark : light) + "██" + end; },
      "", row_end);
}
std::string times(int count, std::string_view words) {
  std::string all;
  for (int i = 0; i < count; ++i) all.append(words).append(" ");
  return all;
}
// Shadows of one box, at each dark module.
std::string shadows(const std::string& box, const std::string& kind, int size = 6) {
  std::string all;
  (void)drawn([&](std::size_t x, std::size_t y, bool dark) {
    if (dark) {
      std::string one = kind;
      const auto put = [&](std::string_view name, std::size_t number) {
        one.replace(one.find(name), 1, std::to_string(number * static_cast<std::size_t>(size)));
      };
      put("X", x);
      put("Y", y);
      all += (all.empty() ? "" : ",") + one;
    }
    return std::string();
  });
  return page("", "<div style='margin:30px;" + box + ";box-shadow:" + all + "'></div>");
}

struct Row {
  const char* name;
  std::string html;
  bool is_found = true;
};
std::ostream& operator<<(std::ostream& out, const Row& row) { return out << row.name; }

const std::string kInLine = "b{display:inline-block;width:6px;height:6px}.k{background:#000}";
std::string spaced(std::string_view row, std::string_view row_end) {
  return drawn([](std::size_t, std::size_t,
                  bool dark) { return dark ? std::string("<b class=k></b> ") : "<b></b> "; },
               row, row_end);
}
const std::string kSixth = "b{width:6px;height:6px}";

const std::vector<Row> kRows = {
    // CSS Grid 1, 7.2 to 7.4
    {"a grid by its template", grid("display:grid;grid-template:repeat(25,6px) / repeat(25,6px)")},
    {"a grid whose columns are listed",
     grid("display:grid;grid-auto-rows:6px;grid-template-columns:" + times(25, "6px"))},
    {"a grid of columns that are repeated by fives",
     grid("display:grid;grid-auto-rows:6px;grid-template-columns:repeat(5,6px 6px 6px 6px 6px)")},
    {"a grid that shares its width",
     grid("display:grid;width:150px;grid-auto-rows:6px;grid-template-columns:repeat(25,1fr)")},
    {"a grid that shares its width, listed",
     grid("display:grid;width:150px;grid-auto-rows:6px;grid-template-columns:" + times(25, "1fr"))},
    {"a grid within a line",
     grid("display:inline-grid;grid-template-columns:repeat(25,6px)", "b{height:6px}")},
    {"a grid whose boxes have their own width",
     grid("display:grid;grid-template-columns:repeat(25,6px);grid-auto-rows:6px", kSixth)},
    {"a grid of columns that make no sense",
     grid("display:grid;grid-template-columns:repeat(25 6px)", "b{height:6px}"), false},
    {"a grid of no columns", grid("display:grid;grid-auto-rows:6px"), false},
    {"a grid that nobody sees",
     grid("display:none;grid-auto-rows:6px;grid-template-columns:repeat(25,6px)"), false},
    {"what stands elsewhere takes no place in a grid",
     page("div{display:grid;grid-template-columns:repeat(25,6px)}b{height:6px}.k{background:#000}"
          ".a{position:absolute;left:-90px}.f{position:fixed;left:-90px}.n{display:none}",
          "<div><b class=a></b><b class=f></b><b class=n></b>" + boxes() + "</div>")},
    // CSS Flexbox 1, 5.1
    {"rows of boxes that are flexible, within a line",
     page(kSixth + ".r{display:inline-flex}.k{background:#000}div{font-size:0;line-height:0}",
          "<div>" + boxes("<p class=r style='margin:0'>", "</p><br>") + "</div>")},
    {"columns of boxes that are flexible",
     page(kSixth + ".g{display:flex}.r{display:flex;flex-direction:column}.k{background:#000}",
          "<div class=g>" + boxes("<div class=r>", "</div>") + "</div>")},
    {"columns by the short property",
     page(kSixth + ".g{display:flex}.r{display:flex;flex-flow:column nowrap}.k{background:#000}",
          "<div class=g>" + boxes("<div class=r>", "</div>") + "</div>")},
    {"a row of all boxes is none", grid("display:flex", kSixth), false},
    // CSS Backgrounds 3, 7.1
    {"shadows that are spread", shadows("width:2px;height:2px", "Xpx Ypx 0 2px #000")},
    {"shadows with their colour first", shadows("width:6px;height:6px", "#000 Xpx Ypx")},
    {"shadows of a colour with commas", shadows("width:6px;height:6px", "Xpx Ypx 0 rgb(0, 0, 0)")},
    {"shadows without a colour have that of the text", shadows("width:6px;height:6px", "Xpx Ypx")},
    {"shadows of a padded box", shadows("width:2px;height:2px;padding:2px", "Xpx Ypx #000")},
    {"shadows within", shadows("width:6px;height:6px", "inset Xpx Ypx #000"), false},
    {"shadows that nobody sees", shadows("width:6px;height:6px", "Xpx Ypx rgba(0,0,0,0)"), false},
    // HTML 15.3.8 to 15.3.10
    {"cells by their padding alone",
     table("bgcolor=black", "bgcolor=white", "cellspacing=0 cellpadding=3", "<tr>",
           "td{font-size:0;line-height:0}")},
    {"cells by the height of their rows", table("bgcolor=black width=6", "bgcolor=white width=6",
                                                "cellspacing=0 cellpadding=0", "<tr height=6>")},
    {"cells with units and blanks", table("bgcolor=' BLACK ' width='6px' height=' 6'",
                                          "bgcolor=' White' width='6px' height=' 6'")},
    {"cells with no size", table("bgcolor=black width=x height=", "bgcolor=white width=x height="),
     false},
    {"cells of a share of the table",
     table("bgcolor=black width='4%' height=6", "width='4%' height=6",
           "cellspacing=0 cellpadding=0 width=150")},
    {"cells of no colour", table("width=6 height=6 bgcolor=transparent", "width=6 height=6"),
     false},
    // What a line has between boxes takes no room where its characters have none.
    {"boxes in lines with blanks of no size",
     page(kInLine + "p{font-size:0;line-height:0;margin:0}", spaced("<p>", "</p>"))},
    {"boxes in lines with blanks of no size, further within",
     page(kInLine + "p{font-size:0;line-height:0;margin:0}", spaced("<p><i><u>", "</u></i></p>"))},
    {"boxes in lines with blanks",
     page(kInLine + "p{line-height:0;margin:0}", spaced("<p>", "</p>")), false},
    {"characters in the colours of fonts",
     page("",
          "<pre>" + blocks("<font color=black>", "<font color=' #FFF'>", "</font>") + "</pre>")},
    {"characters in boxes of their own",
     page("span{color:#fff}.k{color:#000}div{line-height:1}",
          "<div>" + blocks("<span class=k>", "<span>", "</span>") + "</div>")},
    {"characters of another size",
     page("span{color:#fff}.k{color:#000}div{line-height:1;font-size:60px;white-space:nowrap}",
          "<div>" + blocks("<span class=k>", "<span>", "</span>") + "</div>")},
    // CSS Values 4, 6.1.2; Media Queries 4
    {"sizes that are shares of the window",
     page("b{width:1vw;height:1vw;display:inline-block}"
          ".k{background:#000}p{font-size:0;line-height:0;margin:0}",
          boxes("<p>", "</p>"))},
    {"colours of a wide screen",
     page(kInLine + "p{font-size:0;line-height:0;margin:0}.k{background:#fff}"
                    "@media screen and (min-width:600px){.k{background:#000}}",
          boxes("<p>", "</p>"))},
    {"colours of paper",
     page(kInLine + "p{font-size:0;line-height:0;margin:0}.k{background:#fff}"
                    "@media print{.k{background:#000}}",
          boxes("<p>", "</p>")),
     false},
    {"colours of a narrow screen",
     page(kInLine + "p{font-size:0;line-height:0;margin:0}.k{background:#fff}"
                    "@media (max-width:600px){.k{background:#000}}",
          boxes("<p>", "</p>")),
     false},
    // HTML 13.2.5.33: U+FFFD is a part of the attribute's name.
    {"NUL in a tag",
     page(kInLine + "p{font-size:0;line-height:0;margin:0}",
          "<p>" + drawn(
                      [](std::size_t, std::size_t, bool dark) {
                        return dark ? std::string("<b cla\0ss=k></b>", 17) : "<b></b>";
                      },
                      "", "</p><p>")),
     false},
    {"NUL between tags", page(kInLine + "p{font-size:0;line-height:0;margin:0}",
                              boxes("<p>" + std::string(1, '\0'), "</p>"))},
    {"cells that do not break",
     page("b{display:inline-block;width:6px;height:6px}.k{background:#000}"
          "td{font-size:0;line-height:0;padding:0}",
          "<table cellspacing=0 width=30>" +
              boxes("<tr><td nowrap width=30 height=6>", "</td></tr>") + "</table>")},
};

Recorded opened(std::string_view html) {
  Recorded told;
  const test::ExactCopy bytes(html);
  open_drawn_page(Document{bytes.view(), {}, {}, {}}, told);
  BOOST_TEST(!told.is_open());
  return told;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(documents_drawn)

BOOST_DATA_TEST_CASE(a_page_draws_what_a_browser_shows, boost::unit_test::data::make(kRows), row) {
  const Recorded told = opened(row.html);
  BOOST_TEST(told.references.size() == (row.is_found ? 1U : 0U));
  for (const Recorded::Reference& each : told.references)
    BOOST_TEST(each.raw == "https://drawn.example/a?b=1");
  BOOST_TEST(told.lacks.empty());
}

BOOST_AUTO_TEST_SUITE_END()
