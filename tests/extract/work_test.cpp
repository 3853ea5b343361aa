// SPDX-License-Identifier: MIT
//
// Scanners that whoever is told of finds makes quadratic: the budget of work stops them.
#include <boost/test/unit_test.hpp>
#include <string>
#include <string_view>

#include "basewalk/note.h"
#include "extract/css/css.h"
#include "extract/plain.h"
#include "text/work.h"

using namespace basewalk;
using namespace basewalk::extract;

namespace {

// Deliberately quadratic: looks at all that was found before, for each find.
class Quadratic final : public FindVisitor {
 public:
  using FindVisitor::FindVisitor;

  bool found(Role, std::string_view, std::uint8_t, std::size_t, std::size_t) override {
    ++count;
    for (std::uint64_t i = 0; i < count; ++i) {
      work::charge(1);
      ++steps;
    }
    return true;
  }

  std::uint64_t count = 0, steps = 0;
};

constexpr std::uint64_t kWork = 20;

std::string times(std::string_view piece, std::size_t count) {
  std::string out;
  for (std::size_t i = 0; i < count; ++i) out += piece;
  return out;
}

template <class Scan>
void check(std::string_view piece, const Scan& scan) {
  std::uint64_t before = 0;
  for (std::size_t count = 4000; count <= 64'000; count *= 2) {
    const std::string text = times(piece, count);
    Finds finds;
    Quadratic visitor(finds);
    const std::uint64_t allowed = work::steps_of(kWork, text.size());
    const work::Budget budget(allowed);
    scan(text, visitor);
    BOOST_TEST(work::is_spent());
    BOOST_TEST(visitor.count < count);
    // One find more may be met before it is seen, and what a stride holds.
    BOOST_TEST(visitor.steps <= allowed + 100 * visitor.count);
    if (before != 0) BOOST_TEST(visitor.steps < before * 23 / 10);
    before = visitor.steps;
  }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(extract_work)

BOOST_AUTO_TEST_CASE(stops_a_quadratic_search_of_text) {
  check("http://h/ ", [](const std::string& text, FindVisitor& visitor) {
    const Options options;
    PlainScanner(options, visitor).scan(text);
  });
}

BOOST_AUTO_TEST_CASE(stops_a_quadratic_search_of_style_sheets) {
  check("a{b:url(c)}",
        [](const std::string& text, FindVisitor& visitor) { CssScanner(visitor).scan(text); });
}

BOOST_AUTO_TEST_CASE(says_where_it_ended) {
  const std::string text = times("<p>http://h/</p>\n", 4000);
  using Extract = void (*)(std::string_view, const Options&, Finds&);
  const Extract all[] = {extract_html, extract_text, extract_css};
  for (const Extract extract : all) {
    Finds finds;
    const work::Budget budget(text.size() / 2);
    extract(text, {}, finds);
    BOOST_TEST_REQUIRE(work::is_spent());
    BOOST_TEST(finds.cut);
    BOOST_TEST_REQUIRE(finds.notes.size() == 1U);
    BOOST_TEST((finds.notes.front().code == NoteCode::limit_work));
    BOOST_TEST(finds.notes.front().offset < text.size());
    for (const Find& find : finds.finds) BOOST_TEST(find.begin <= finds.notes.front().offset + 64);
  }
}

BOOST_AUTO_TEST_SUITE_END()
