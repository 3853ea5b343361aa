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
    {in(Role::property, "attendee", "dir"), "text/calendar", true},
    {in(Role::script, "script"), kHtml, true},
    {in(Role::wrapped), kHtml, true},
    {in(Role::nested), kHtml, true},
    {in(Role::element, "link"), "application/rss+xml", true},
    {of("link", "href"), kAtom, true},
    {in(Role::header, "list-unsubscribe"), "text/plain", true},
    {{.offered = true, .element = "link", .attribute = "href"}, kHtml, true},
    {{.offered = true, .element = "meta", .attribute = "content"}, kHtml, true},
    {of("link", "href"), "text/watch-html", false},
    {of("meta", "content"), kHtml, false},
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
    {of("img", "data"), kHtml, false},
    {of("a", "src"), kHtml, false},
    {of("a", "target"), kHtml, false},
    {of("a", "ping"), kHtml, false},
    {of("q", "cite"), kHtml, false},
};

BOOST_AUTO_TEST_SUITE(followed)

BOOST_AUTO_TEST_CASE(tells_what_a_reader_follows_from_what_a_program_fetches) {
  for (const Row& row : kRows)
    BOOST_TEST(basewalk::rewrite::is_followed(row.place, row.type) == row.followed,
               basewalk::extract::where(row.place));
}

// Attributes that lead somewhere whatever they stand on.
BOOST_AUTO_TEST_CASE(some_attributes_are_followed_on_any_element) {
  for (const std::string_view attribute :
       {"action", "action-xhr", "data-saferedirecturl", "formaction", "originalsrc", "refresh",
        "htmlurl", "uri", "url", "xmlurl", "by", "from", "to", "values", "onload", "[href]",
        "data-amp-bind-src"})
    for (const std::string_view element : {"img", "link", "outline"})
      BOOST_TEST(basewalk::rewrite::is_followed(of(element, attribute), kHtml), attribute);
  for (const std::string_view attribute : {"actions", "ur", "bye", "on-click", "data-amp-bind"})
    BOOST_TEST(
        basewalk::rewrite::is_followed(of("img", attribute), kHtml) == attribute.starts_with("on"),
        attribute);
}

// Elements whose href names what a program fetches to show the page, and those beside them.
BOOST_AUTO_TEST_CASE(some_elements_fetch_their_href) {
  for (const std::string_view attribute : {"href", "xlink:href"}) {
    for (const std::string_view element :
         {"base", "feimage", "image", "link", "lineargradient", "radialgradient", "pattern",
          "script", "use", "mpath", "textpath"})
      BOOST_TEST(!basewalk::rewrite::is_followed(of(element, attribute), kHtml), element);
    for (const std::string_view element : {"a", "area", "animate", "text", "links", "set"})
      BOOST_TEST(basewalk::rewrite::is_followed(of(element, attribute), kHtml), element);
  }
}

BOOST_AUTO_TEST_CASE(frames_show_a_document_and_images_do_not) {
  for (const std::string_view attribute : {"src", "data"}) {
    for (const std::string_view element : {"embed", "frame", "iframe", "object"})
      BOOST_TEST(basewalk::rewrite::is_followed(of(element, attribute), kHtml), element);
    for (const std::string_view element : {"img", "input", "audio", "video", "source", "script"})
      BOOST_TEST(!basewalk::rewrite::is_followed(of(element, attribute), kHtml), element);
  }
}

// <link href> is a style sheet in a page, and the link itself in a feed; no other element changes
// with the type.
BOOST_AUTO_TEST_CASE(a_link_of_a_page_is_fetched_and_one_of_a_feed_is_followed) {
  for (const std::string_view page :
       {"text/html", "text/x-amp-html", "application/xhtml+xml", "image/svg+xml"}) {
    BOOST_TEST(!basewalk::rewrite::is_followed(of("link", "href"), page), page);
    BOOST_TEST(basewalk::rewrite::is_followed(of("a", "href"), page), page);
  }
  for (const std::string_view feed :
       {"application/atom+xml", "application/rss+xml", "application/xml", "text/xml"}) {
    BOOST_TEST(basewalk::rewrite::is_followed(of("link", "href"), feed), feed);
    BOOST_TEST(!basewalk::rewrite::is_followed(of("image", "href"), feed), feed);
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
