// SPDX-License-Identifier: MIT
#include "rewrite/plan/followed.h"

#include <boost/test/unit_test.hpp>

namespace {

using basewalk::extract::Place;
using basewalk::extract::Role;
using basewalk::html::Space;

struct Row {
  Place place;
  std::string_view type;
  bool followed;
};

constexpr Place of(std::string_view element, std::string_view attribute,
                   Space space = Space::html) {
  return {.space = space, .element = element, .attribute = attribute};
}
constexpr Place in(Role role, std::string_view element = {}, std::string_view attribute = {}) {
  return {.role = role, .element = element, .attribute = attribute};
}

constexpr std::string_view kHtml = "text/html";
constexpr std::string_view kAtom = "application/atom+xml";

constexpr Row kRows[] = {
    {of("a", "href"), kHtml, true},
    {of("area", "href"), kHtml, true},
    {of("form", "action"), kHtml, true},
    {of("button", "formaction"), kHtml, true},
    {of("meta", "refresh"), kHtml, true},
    {of("iframe", "src"), kHtml, true},
    {of("frame", "src"), kHtml, true},
    {of("object", "data"), kHtml, true},
    {of("v:rect", "href"), kHtml, true},
    {of("a", "xlink:href", Space::svg), kHtml, true},
    {in(Role::text), kHtml, true},
    {in(Role::text), "text/plain", true},
    {of("a", "onclick"), kHtml, true},
    {in(Role::property, "url"), "text/calendar", true},
    {in(Role::property, "attendee", "dir"), "text/calendar", false},
    {in(Role::script, "script"), kHtml, true},
    {in(Role::wrapped), kHtml, true},
    {in(Role::nested), kHtml, true},
    {in(Role::element, "link"), "application/rss+xml", true},
    {of("link", "href"), kAtom, true},
    {in(Role::header, "list-unsubscribe"), "text/plain", true},
    {of("img", "src"), kHtml, false},
    {of("img", "srcset"), kHtml, false},
    {of("body", "background"), kHtml, false},
    {of("link", "href"), kHtml, false},
    {of("script", "src"), kHtml, false},
    {of("image", "xlink:href", Space::svg), kHtml, false},
    {of("use", "href", Space::svg), kHtml, false},
    {in(Role::css_url, "style"), kHtml, false},
    {in(Role::css_import, "style"), kHtml, false},
    {in(Role::css_url, "div", "style"), kHtml, false},
    {in(Role::css_url), "text/css", false},
    {in(Role::css_image_set, "style"), kHtml, false},
    {in(Role::css_src, "style"), kHtml, false},
    {of("video", "poster"), kHtml, false},
    {of("a", "ping"), kHtml, false},
    {of("q", "cite"), kHtml, false},
};

BOOST_AUTO_TEST_SUITE(followed)

BOOST_AUTO_TEST_CASE(tells_what_a_reader_follows_from_what_a_program_fetches) {
  for (const Row& row : kRows)
    BOOST_TEST(basewalk::rewrite::is_followed(row.place, row.type) == row.followed,
               basewalk::extract::where(row.place));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
