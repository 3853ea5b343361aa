// SPDX-License-Identifier: MIT
//
// Who looks on changes nothing: a tree goes other ways where nobody does, and all that it tells its
// reader is the same.
#include <boost/test/unit_test.hpp>
#include <random>
#include <string>

#include "html/reader.h"
#include "html/soup.h"

using namespace basewalk;
using namespace basewalk::html;

namespace {

class Nobody : public TreeSink {
 public:
  void element(NodeId, Space, std::string_view, const std::vector<TagAttribute>&,
               Location) override {}
  void implied(NodeId, std::string_view, Location) override {}
  void clone(NodeId, NodeId, Location) override {}
  void move(NodeId, Location) override {}
  void move_children(NodeId, NodeId) override {}
  void remove(NodeId) override {}
  void merge(NodeId, const std::vector<TagAttribute>&) override {}
  void text(std::string_view, TextState, Nul, Location) override {}
  void comment(const Token&, Location) override {}
  void doctype(const Token&) override {}
};

std::string shown(const Reader& reader) {
  const OpenElements::Current& current = reader.tree().current();
  return std::to_string(static_cast<int>(current.element)) + "/" +
         std::to_string(static_cast<int>(current.space)) + "/" + std::to_string(current.point);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(sink)

BOOST_AUTO_TEST_CASE(who_looks_on_changes_nothing) {
  std::mt19937 engine(1);
  std::size_t texts = 0, fostered = 0;
  for (int round = 0; round < 60'000; ++round) {
    const std::string text = test::soup(engine, 60);
    Nobody nobody;
    Reader seen, unseen;
    seen.reset(text, Reader::Kind::html, Tokenizer::Keep::known, {.sink = &nobody});
    unseen.reset(text, Reader::Kind::html, Tokenizer::Keep::known);
    std::uint32_t number = 0;
    while (true) {
      const Token a = seen.next();
      const Token b = unseen.next();
      const bool same =
          a.kind == b.kind && a.begin == b.begin && a.end == b.end && a.state == b.state &&
          seen.fate() == unseen.fate() && seen.opened().element == unseen.opened().element &&
          seen.opened().space == unseen.opened().space &&
          seen.in_template() == unseen.in_template() &&
          seen.tree().in_foreign() == unseen.tree().in_foreign() && shown(seen) == shown(unseen);
      if (!same) BOOST_FAIL("[" << text << "] at " << a.begin);
      if (a.kind == TokenKind::end_of_text) break;
      const bool is_void = a.kind == TokenKind::start_tag && a.element == Element::img;
      // Where white space in a table goes is told by what comes behind it.
      if (is_void || (a.kind == TokenKind::text && !a.blank && !a.text.empty())) {
        ++texts;
        if (!(seen.context() == unseen.context()))
          BOOST_FAIL("[" << text << "] within " << a.begin);
        if (unseen.context().link == 0 && number > 0) ++fostered;
      }
      if (a.kind != TokenKind::start_tag) continue;
      ++number;
      const bool hides = a.begin % 7 == 0;
      seen.set_own(a.element == Element::a ? number : 0, hides);
      unseen.set_own(a.element == Element::a ? number : 0, hides);
    }
  }
  BOOST_TEST(texts > 100'000U);
  BOOST_TEST(fostered > 1000U);
}

BOOST_AUTO_TEST_SUITE_END()
