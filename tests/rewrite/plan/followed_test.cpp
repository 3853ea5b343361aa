// SPDX-License-Identifier: MIT
#include "rewrite/plan/followed.h"

#include <boost/test/unit_test.hpp>

namespace {

struct Row {
  std::string_view where, type;
  bool followed;
};

constexpr std::string_view kHtml = "text/html";
constexpr std::string_view kAtom = "application/atom+xml";

constexpr Row kRows[] = {
    {"a[href]", kHtml, true},
    {"area[href]", kHtml, true},
    {"form[action]", kHtml, true},
    {"button[formaction]", kHtml, true},
    {"meta[refresh]", kHtml, true},
    {"iframe[src]", kHtml, true},
    {"frame[src]", kHtml, true},
    {"object[data]", kHtml, true},
    {"v:rect[href]", kHtml, true},
    {"svg:a[xlink:href]", kHtml, true},
    {"mso a[href]", kHtml, true},
    {"iframe[srcdoc] a[href]", kHtml, true},
    {"text", kHtml, true},
    {"text", "text/plain", true},
    {"a[onclick]", kHtml, true},
    {"calendar url", "text/calendar", true},
    {"link", "application/rss+xml", true},
    {"link[href]", kAtom, true},
    {"header list-unsubscribe", "text/plain", true},
    {"img[src]", kHtml, false},
    {"img[srcset]", kHtml, false},
    {"body[background]", kHtml, false},
    {"link[href]", kHtml, false},
    {"script[src]", kHtml, false},
    {"svg:image[xlink:href]", kHtml, false},
    {"svg:use[href]", kHtml, false},
    {"style url()", kHtml, false},
    {"style @import", kHtml, false},
    {"div[style] url()", kHtml, false},
    {"url()", "text/css", false},
    {"video[poster]", kHtml, false},
    {"a[ping]", kHtml, false},
    {"q[cite]", kHtml, false},
};

BOOST_AUTO_TEST_SUITE(followed)

BOOST_AUTO_TEST_CASE(tells_what_a_reader_follows_from_what_a_program_fetches) {
  for (const Row& row : kRows)
    BOOST_TEST(basewalk::rewrite::is_followed(row.where, row.type) == row.followed, row.where);
}

BOOST_AUTO_TEST_CASE(knows_links_within_links) {
  BOOST_TEST(basewalk::rewrite::is_derived("a[href] wrapped"));
  BOOST_TEST(basewalk::rewrite::is_derived("header received nested"));
  BOOST_TEST(!basewalk::rewrite::is_derived("text"));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
