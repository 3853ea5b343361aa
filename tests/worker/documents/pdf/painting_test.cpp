// SPDX-License-Identifier: MIT
//
// Codes that pages draw: each way of painting a module gives the picture that a page shows.
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>

#include <functional>
#include <ostream>
#include <string>
#include <vector>

#include "support/files.h"
#include "worker/documents/pdf/made_pdf.h"
#include "worker/documents/pdf/open_pdf.h"
#include "worker/documents/recorded.h"

using namespace basewalk;
using namespace basewalk::worker;

namespace {

using Rows = std::vector<std::string>;

// '#' is a dark module.
Rows code() {
  Rows rows;
  const std::string text = test::read_file(test::data_dir() / "documents/drawn/code.txt");
  for (std::size_t at = 0, end = 0; (end = text.find('\n', at)) != text.npos; at = end + 1)
    rows.push_back(text.substr(at, end - at));
  return rows;
}

// Operands, each with a blank behind it.
std::string numbers(const std::vector<std::size_t>& all) {
  std::string text;
  for (const std::size_t each : all) text.append(std::to_string(each)).append(" ");
  return text;
}

// For each run of dark modules in a row: where it begins, from below, and how long it is.
using Run = std::function<std::string(std::size_t x, std::size_t y, std::size_t length)>;

std::string painted(const Rows& rows, std::size_t most, const Run& run, char dark = '#') {
  std::string content;
  for (std::size_t row = 0; row < rows.size(); ++row)
    for (std::size_t x = 0; x < rows[row].size();) {
      if (rows[row][x] != dark) {
        ++x;
        continue;
      }
      const std::size_t end = std::min(rows[row].find_first_not_of(dark, x), rows[row].size());
      const std::size_t length = std::min(end - x, most);
      content += run(x, rows.size() - 1 - row, length);
      x += length;
    }
  return content;
}

std::string box(std::size_t x, std::size_t y, std::size_t length) {
  return numbers({x, y, length, 1}) + "re ";
}
std::string lines(std::size_t x, std::size_t y, std::size_t length) {
  return numbers({x, y}) + "m " + numbers({x + length, y}) + "l " + numbers({x + length, y + 1}) +
         "l " + numbers({x, y + 1}) + "l h ";
}
// A round module, of curves.
std::string dot(std::size_t x, std::size_t y, std::size_t) {
  const auto at = [&](double right, double up) {
    return std::to_string(static_cast<double>(x) + 0.5 + right) + ' ' +
           std::to_string(static_cast<double>(y) + 0.5 + up) + ' ';
  };
  constexpr double k = 0.276;
  return at(.5, 0) + "m " + at(.5, k) + at(k, .5) + at(0, .5) + "c " + at(-k, .5) + at(-.5, k) +
         at(-.5, 0) + "c " + at(-.5, -k) + at(-k, -.5) + at(0, -.5) + "c " + at(k, -.5) +
         at(.5, -k) + at(.5, 0) + "c ";
}
// A line as wide as a module.
std::string stroke(std::size_t x, std::size_t y, std::size_t length) {
  const std::string middle = std::to_string(y) + ".5 ";
  return numbers({x}) + middle + "m " + numbers({x + length}) + middle + "l S ";
}

constexpr const char* kLarger = "3 0 0 3 50 70 cm ";

struct Way {
  const char* name;
  std::string content;
};
std::ostream& operator<<(std::ostream& out, const Way& way) { return out << way.name; }

Run filled(const Run& run) {
  return
      [run](std::size_t x, std::size_t y, std::size_t length) { return run(x, y, length) + "f "; };
}

std::vector<Way> ways() {
  const Rows rows = code();
  return {
      {"a box for each", kLarger + painted(rows, 1, filled(box))},
      {"a box for some in a row", kLarger + painted(rows, 100, filled(box))},
      {"all of them one shape", kLarger + painted(rows, 1, box) + "f*"},
      {"lines", kLarger + painted(rows, 100, lines) + "F"},
      {"dots", kLarger + painted(rows, 1, dot) + "B"},
      {"strokes", kLarger + std::string("1 w ") + painted(rows, 100, stroke)},
      {"on a page of many feet", "400 0 0 400 0 0 cm " + painted(rows, 1, filled(box))},
      {"on a page of a millimetre", ".01 0 0 .01 0 0 cm " + painted(rows, 1, filled(box))},
      {"coloured", kLarger + std::string("0 0 .4 rg ") + painted(rows, 1, filled(box))},
      {"of ink", kLarger + std::string("0 .5 0 1 k ") + painted(rows, 1, filled(box))},
      {"light on dark",
       kLarger + std::string("0 0 25 25 re f 1 g ") + painted(rows, 1, filled(box), '.')},
      {"behind a clip and a page of text",
       "0 0 600 800 re W n .95 g 0 600 600 100 re f 0 g BT /F1 12 Tf (text) Tj ET q " +
           (kLarger + painted(rows, 1, filled(box))) + "Q"},
      {"what was put aside before",
       "q .2 0 0 .2 0 0 cm Q " + (kLarger + painted(rows, 1, filled(box)))},
  };
}

Recorded opened_file(const std::string& file, const DocumentBounds& bounds = {}) {
  Recorded told;
  const test::ExactCopy bytes(file);
  open_pdf(Document{bytes.view(), "a.pdf", {}, bounds}, told);
  BOOST_TEST(!told.is_open());
  return told;
}

Recorded opened(const std::string& content, const DocumentBounds& bounds = {}) {
  return opened_file(made_text(content), bounds);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(painting)

BOOST_DATA_TEST_CASE(a_code_that_is_drawn_is_a_picture, boost::unit_test::data::make(ways()), way) {
  const Rows rows = code();
  const Recorded told = opened(way.content);
  BOOST_TEST(told.lacks.empty());
  BOOST_REQUIRE_EQUAL(told.parts.size(), 1U);
  const Recorded::Part& part = told.parts[0];
  BOOST_TEST(part.name == "drawing 1");
  // Four pixels a module, and a margin of four modules.
  constexpr std::size_t kPixels = 4, kMargin = 4;
  const std::size_t width = (rows.size() + 2 * kMargin) * kPixels + 1;
  const std::string head = "P5 " + numbers({width, width}) + "255\n";
  BOOST_REQUIRE(part.bytes.starts_with(head));
  BOOST_REQUIRE_EQUAL(part.bytes.size(), head.size() + width * width);
  std::size_t wrong = 0;
  for (std::size_t y = 0; y < rows.size(); ++y)
    for (std::size_t x = 0; x < rows[y].size(); ++x) {
      const std::size_t at = ((y + kMargin) * kPixels + 2) * width + (x + kMargin) * kPixels + 2;
      const bool is_dark = static_cast<unsigned char>(part.bytes[head.size() + at]) < 128;
      wrong += is_dark == (rows[y][x] == '#') ? 0 : 1;
    }
  BOOST_TEST(wrong == 0U);
}

BOOST_AUTO_TEST_CASE(what_holds_no_code_is_none) {
  std::string graph;
  for (std::size_t i = 0; i < 500; ++i) graph += numbers({i, 10, 1, 5 + i % 50}) + "re f ";
  const Rows rows = code();
  for (const std::string& content :
       {std::string("0 0 600 800 re f"), graph, std::string("re f m l c v y h S n B* W 1 w 2 RG"),
        // Drawn, and not painted.
        painted(rows, 1, box) + "n",
        // Fewer than a code has.
        painted(Rows(rows.begin(), rows.begin() + 4), 1, filled(box))})
    BOOST_TEST(opened(content).parts.empty());
}

// What an annotation looks like, a page that nothing leads to, and what another reader takes for
// the stream of a page.
BOOST_AUTO_TEST_CASE(codes_beside_the_pages_are_told) {
  const std::string code_alone = kLarger + painted(code(), 1, filled(box));
  const std::string stream = made_stream("", code_alone);
  const std::string none = made_text("BT /F1 12 Tf (text) Tj ET");
  struct {
    std::string file;
    const char* name;
  } const rows[] = {
      {none + "4 0 obj\n" + stream + "\nendobj\n", "drawing of stream 7"},
      {none + "7 0 obj\n<< /Type /Page /Contents 8 0 R >>\nendobj\n8 0 obj\n" + stream +
           "\nendobj\n",
       "drawing of stream 9"},
      {made_pdf({"<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
                 "<< /Type /Page /Parent 2 0 R /Annots [<< /Type /Annot /Subtype /Stamp /Rect "
                 "[10 10 90 90] /AP << /N 4 0 R >> >>] >>",
                 made_stream("/Type /XObject /Subtype /Form /BBox [0 0 600 800]", code_alone)}),
       "drawing of stream 4"},
      {made_pdf({"<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [] /Count 0 >>",
                 "<< /Type /Page /Contents 4 0 R >>", stream}),
       "drawing of orphan page 1"},
  };
  for (const auto& row : rows) {
    const Recorded told = opened_file(row.file);
    // What stands behind the end is one, too.
    std::string names;
    for (const Recorded::Part& part : told.parts) names += part.name;
    BOOST_TEST(names == row.name);
  }
}

// Many boxes of another size, which make a picture of their own or none.
BOOST_AUTO_TEST_CASE(other_boxes_hide_no_code) {
  const std::string code_alone = kLarger + painted(code(), 1, filled(box));
  std::string grounds, table;
  for (std::size_t i = 0; i < 2000; ++i) grounds += "1 g 0 0 600 800 re f 0 g ";
  for (std::size_t i = 0; i < 2000; ++i)
    table += numbers({100 + i % 20 * 20, 100 + i / 20 % 20 * 20, 18, 18}) + "re f ";
  BOOST_TEST(opened(grounds + code_alone).parts.size() == 1U);
  const Recorded both = opened("q " + code_alone + "Q " + table);
  BOOST_REQUIRE_EQUAL(both.parts.size(), 2U);
  BOOST_TEST(both.parts[0].name == "drawing 1");
  BOOST_TEST(both.parts[1].name == "drawing 1.2");
}

// Lines from edge to edge, and boxes that make them worth a look.
BOOST_AUTO_TEST_CASE(what_is_too_much_to_draw_is_told) {
  const std::string boxes = kLarger + painted(code(), 1, filled(box));
  std::string zigzag = "0 0 m ", many;
  for (std::size_t i = 0; i < 400'000; ++i) zigzag += numbers({i % 7, i % 2 * 25}) + "l ";
  for (std::size_t i = 0; i < 200'000; ++i) many += "0 0 600 800 re f ";
  for (const std::string& more : {zigzag + "f", many}) {
    const Recorded told = opened(boxes + more);
    BOOST_REQUIRE_EQUAL(told.lacks.size(), 1U);
    BOOST_TEST((told.lacks[0].why == Lack::limit));
  }
  DocumentBounds few;
  few.pixels = 1000;
  const Recorded told = opened(boxes, few);
  BOOST_TEST(told.parts.empty());
  BOOST_REQUIRE_EQUAL(told.lacks.size(), 1U);
  BOOST_TEST((told.lacks[0].why == Lack::limit));
}

BOOST_AUTO_TEST_SUITE_END()
