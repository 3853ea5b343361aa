// SPDX-License-Identifier: MIT
//
// What two views say of two files: each row changes one thing of a page with a frame.
#include "browser/compare.h"

#include <boost/test/unit_test.hpp>
#include <functional>
#include <string>

namespace basewalk::browser {
namespace {

constexpr Box kPlace{10, 10, 14, 14}, kFrame{20, 20, 40, 40};

View page() {
  View view;
  view.title = "title";
  view.frames = {{"one two three", {{8, 8, {}}, {0, 0, kPlace}}, {}}, {"", {}, kFrame}};
  view.fonts = {"Serif"};
  view.bitmaps = {1, 2};
  view.requests = {"http://known.example/"};
  view.pixels = {50, 50, std::vector<std::uint8_t>(std::size_t{3} * 50 * 50, 255)};
  return view;
}

void paint(View& view, const Box& box) {
  for (std::uint32_t y = box.top; y < box.bottom; y++)
    for (std::uint32_t x = box.left; x < box.right; x++)
      view.pixels.rgb[3 * (std::size_t{y} * 50 + x)] = 0;
}

struct Row {
  int line;
  Verdict verdict;
  std::string findings;  // their aspects, in order
  std::function<void(View& original, View& result)> change;
};
#define ROW(...) \
  { __LINE__, __VA_ARGS__ }

const Row kRows[] = {
    ROW(Verdict::same, "", [](View&, View&) {}),
    ROW(Verdict::differs, "text ", [](View&, View& result) { result.title = "Title"; }),
    ROW(Verdict::differs, "text ",
        [](View&, View& result) { result.frames[0].text = "one tow three"; }),
    ROW(Verdict::differs, "text ", [](View&, View& result) { result.frames[0].text = "one two"; }),
    ROW(Verdict::differs, "text ",
        [](View&, View& result) { result.frames[0].text = "three two one"; }),
    ROW(Verdict::differs, "text ", [](View&, View& result) { result.frames.pop_back(); }),
    ROW(Verdict::differs, "picture ",
        [](View&, View& result) { result.frames[0].pictures[0] = {}; }),
    ROW(Verdict::differs, "picture ",
        [](View&, View& result) { result.frames[0].pictures[0].width = 9; }),
    ROW(Verdict::differs, "picture ",
        [](View&, View& result) { result.frames[0].pictures.pop_back(); }),
    ROW(Verdict::differs, "picture ",
        [](View&, View& result) { result.frames[0].pictures.emplace_back(); }),
    ROW(Verdict::differs, "picture ",
        [](View&, View& result) {
          result.bitmaps = {1, 3};
        }),
    ROW(Verdict::differs, "picture ", [](View&, View& result) { result.bitmaps = {1}; }),
    ROW(Verdict::same, "", [](View& original, View&) { original.preloaded = {7}; }),
    ROW(Verdict::same, "",
        [](View& original, View& result) {
          original.preloaded = {7};
          result.bitmaps.insert(7);
        }),
    ROW(Verdict::differs, "font font ", [](View&, View& result) { result.fonts = {"Sans"}; }),
    ROW(Verdict::differs, "font ", [](View&, View& result) { result.fonts.insert("Sans"); }),
    ROW(Verdict::differs, "request ",
        [](View&, View& result) { result.requests.insert("http://new.example/"); }),
    ROW(Verdict::differs, "request ", [](View&, View& result) { result.further_requests = 1; }),
    ROW(Verdict::same, "", [](View&, View& result) { result.requests.clear(); }),
    ROW(Verdict::differs, "pixels ",
        [](View&, View& result) {
          paint(result, {0, 0, 1, 1});
        }),
    // What did not come in the original, and its place.
    ROW(Verdict::more, "picture ",
        [](View&, View& result) {
          result.frames[0].pictures[1] = {4, 4, kPlace};
          paint(result, kPlace);
        }),
    ROW(Verdict::differs, "picture pixels ",
        [](View&, View& result) {
          result.frames[0].pictures[1] = {4, 4, kPlace};
          paint(result, {kPlace.left, kPlace.top, kPlace.right + 1, kPlace.bottom});
        }),
    ROW(Verdict::differs, "picture pixels ",
        [](View&, View& result) {
          result.frames[0].pictures[1] = {4, 4, {0, 0, 50, 50}};  // all over the page
          paint(result, {0, 0, 50, 50});
        }),
    ROW(Verdict::more, "picture ", [](View&, View& result) { result.bitmaps.insert(3); }),
    ROW(Verdict::more, "text font ",
        [](View&, View& result) {
          result.frames[1].text = "came";
          result.fonts.insert("Sans");
          paint(result, kFrame);
        }),
    ROW(Verdict::differs, "text pixels ",
        [](View&, View& result) {
          result.frames[1].text = "came";
          paint(result, {0, 0, 1, 1});
        }),
    ROW(Verdict::more, "text ",
        [](View&, View& result) { result.frames[0].text = "one two and three"; }),
    ROW(Verdict::differs, "text pixels ",
        [](View&, View& result) {
          result.frames[0].text = "one not two three";
          paint(result, {5, 5, 6, 6});
        }),
};

BOOST_AUTO_TEST_SUITE(comparing)

BOOST_AUTO_TEST_CASE(each_change_is_named) {
  for (const Row& row : kRows) {
    View original = page(), result = page();
    row.change(original, result);
    const Comparison found = compare(original, result);
    std::string findings;
    for (const Finding& finding : found.findings) findings.append(name(finding.aspect)) += ' ';
    BOOST_TEST(name(found.verdict) == name(row.verdict), "line " << row.line);
    BOOST_TEST(findings == row.findings, "line " << row.line << ": " << findings);
  }
}

BOOST_AUTO_TEST_CASE(words_stand_around_the_place_where_texts_part) {
  View original = page(), result = page();
  original.frames[0].text = std::string(1000, 'a') + "\xC3\xBC" + std::string(30, 'b') + "x";
  result.frames[0].text = std::string(1000, 'a') + "\xC3\xBC" + std::string(30, 'b') + "y";
  const Comparison found = compare(original, result);
  BOOST_REQUIRE(found.findings.size() == 1U);
  BOOST_TEST(found.findings[0].detail ==
             "was \"" + std::string(20, 'b') + "x\" and is \"" + std::string(20, 'b') + "y\"");
}

BOOST_AUTO_TEST_CASE(findings_without_end_are_counted) {
  View original = page(), result = page();
  for (int i = 0; i < 5000; i++) result.requests.insert("http://h/" + std::to_string(i));
  const Comparison found = compare(original, result);
  BOOST_TEST(found.findings.size() == 1000U);
  BOOST_TEST(found.further == 4000U);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace basewalk::browser
