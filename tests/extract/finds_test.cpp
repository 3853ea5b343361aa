// SPDX-License-Identifier: MIT
#include "extract/finds.h"

#include <boost/test/unit_test.hpp>

using namespace basewalk;
using namespace basewalk::test;
using extract::Finds;
using extract::Options;

BOOST_AUTO_TEST_SUITE(extract_finds)

BOOST_AUTO_TEST_CASE(keeps_texts_of_every_size_until_clear) {
  Finds finds;
  std::vector<std::pair<std::string, std::string_view>> kept;
  for (int round = 0; round < 3; ++round) {
    for (std::size_t size = 0; size < 100'000; size = size * 2 + 1) {
      const std::string text(size, static_cast<char>('a' + round));
      kept.emplace_back(text + "b", finds.keep(text, "b"));
    }
    for (const auto& [text, view] : kept) BOOST_TEST(text == view);
    kept.clear();
    finds.clear();
  }
}

BOOST_AUTO_TEST_CASE(begins_with_one_scope_and_so_does_clear) {
  Finds finds;
  BOOST_TEST(finds.scopes.size() == 1U);
  extract::extract_html("<base href=http://h/><object codebase=c data=d><!--[if x]>", {}, finds);
  BOOST_TEST(finds.scopes.size() == 3U);
  finds.clear();
  BOOST_TEST(finds.scopes.size() == 1U);
  BOOST_TEST(finds.finds.empty());
}

// [B3], [B4]
BOOST_AUTO_TEST_CASE(says_which_base_counts_for_a_scope) {
  Finds finds;
  const auto bases = [&](std::string_view text) {
    finds.clear();
    extract::extract_xml(text, {}, finds);
    std::string out;
    for (const extract::Find* base : bases_of(finds))
      out.append(base != nullptr ? base->raw : "-").append(" ");
    return out;
  };
  const std::string html = "<html xmlns='http://www.w3.org/1999/xhtml' xml:base='x'>";
  BOOST_TEST(bases("<a/>") == "- ");
  BOOST_TEST(bases(html + "<p xml:base='y'/></html>") == "- x y ");
  BOOST_TEST(bases(html + "<p xml:base='y'/><base href='b'/><base href='c'/></html>") == "b - - ");
  BOOST_TEST(bases(html + "<base href='b'/><object codebase='o'/></html>") == "b - o ");
}

BOOST_AUTO_TEST_CASE(stops_at_the_limit_of_links_and_says_so) {
  Options options;
  options.links = 2;
  for (const std::string_view type : {"text/html", "text/css", "text/plain"}) {
    const std::string_view text = type == "text/html"  ? "<a href=1><a href=2><a href=3>"
                                  : type == "text/css" ? "url(1) url(2) url(3)"
                                                       : "http://1/ http://2/ http://3/";
    Finds finds;
    BOOST_TEST(extract::extract(type, text, options, finds));
    BOOST_TEST(finds.finds.size() == 2U, type);
    BOOST_TEST(finds.cut, type);
  }
}

BOOST_AUTO_TEST_CASE(reads_a_text_by_its_media_type) {
  const std::string_view text = "<a href='http://h/'>";
  Finds finds;
  BOOST_TEST(extract::extract("Text/HTML", text, {}, finds));
  BOOST_TEST(shown(finds.finds.at(0)) == "a[href] = http://h/");
  finds.clear();
  BOOST_TEST(extract::extract("text/x-unheard-of", text, {}, finds));
  BOOST_TEST(shown(finds.finds.at(0)) == "text = http://h/");
  finds.clear();
  BOOST_TEST(!extract::extract("image/png", text, {}, finds));
  BOOST_TEST(finds.finds.empty());
}

BOOST_AUTO_TEST_SUITE_END()
