// SPDX-License-Identifier: MIT
#include "basewalk/bundle/survey.h"

#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <string>

#include "basewalk/note.h"

using namespace basewalk;

namespace {

struct Row {
  std::string_view markup;
  bool is_inline;  // the first link
};
std::ostream& operator<<(std::ostream& out, const Row& row) { return out << row.markup; }

constexpr Row kRows[] = {
    {"<link rel=stylesheet href=x>", true},
    {"<link href=x rel='ALTERNATE StyleSheet'>", true},
    {"<link rel='shortcut icon' href=x>", true},
    {"<link rel=apple-touch-icon href=x>", true},
    {"<link rel=preload href=x>", true},
    {"<link rel='&#115;tylesheet' href=x>", true},
    // What the words say that stand elsewhere in the tag, or within others, is nothing.
    {"<link rel=next title=stylesheet href=x>", false},
    {"<link rel=next href='stylesheet/icon/preload'>", false},
    {"<link rel=iconic href=x>", false},
    {"<link rel=canonical data-rel=stylesheet href=x>", false},
    {"<link href=x>", false},
    {"<a rel=stylesheet href=x>", false},
    {"<img src=x>", true},
    {"<a href=x>", false},
    {"<svg><image href=x>", true},
    {"<svg><a href=x>", false},
    {"<style>p { background: url(x) }</style>", true},
    {"<style>@import 'x';</style>", true},
    {"http://h/", false},
};

bool first_is_inline(const std::string& mail) {
  bool found = false, is_inline = false;
  walk(read_message(mail), {}, [&](const Link& link) {
    if (!found) is_inline = bundle::is_inline(link);
    found = true;
  });
  BOOST_TEST(found);
  return is_inline;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(survey)

BOOST_DATA_TEST_CASE(tells_what_a_page_lacks_without_it, boost::unit_test::data::make(kRows), row) {
  const std::string mail = "Content-Type: text/html\n\n" + std::string(row.markup);
  BOOST_TEST(first_is_inline(mail) == row.is_inline);
}

BOOST_AUTO_TEST_CASE(reads_the_whole_tag) {
  const std::string far(100'000, 'x');
  const std::string mail = "Content-Type: text/html\n\n<link href=x title='" + far + "' rel=icon>";
  BOOST_TEST(first_is_inline(mail));
}

// What was not looked at is told.
BOOST_AUTO_TEST_CASE(tells_which_limits_hide_references) {
  const std::string mail =
      "Content-Type: multipart/related; boundary=b\n\n--b\nContent-Type: text/html\n\n"
      "<img src=http://h/1><img src=http://h/2>\n--b\n\n--b--\n";
  WalkOptions options;
  BOOST_TEST(bundle::survey(read_message(mail), options, bundle::Profile::compat).limits.empty());
  options.limits.links = 1;
  const bundle::Survey survey =
      bundle::survey(read_message(mail), options, bundle::Profile::compat);
  BOOST_TEST(survey.external == 1u);
  BOOST_TEST_REQUIRE(!survey.limits.empty());
  BOOST_TEST((survey.limits.all().front().code == NoteCode::limit_links));
  BOOST_TEST(survey.limits.all().front().part == 1u);
}

// Who uses which part, and with which base; the multipart is 0, the page 1.
BOOST_AUTO_TEST_CASE(counts_how_the_parts_use_each_other) {
  const std::string mail =
      "Content-Type: multipart/related; boundary=b\nContent-Location: http://h/d/\n\n"
      "--b\nContent-Type: text/html\nContent-Base: http://h/\n\n"
      "<img src=a.png><img src=a.png><a href=\"#x\"><img src=http://far/><link rel=stylesheet "
      "href=cid:c>www.far.example\n"
      "--b\nContent-Type: image/png\nContent-Location: http://h/a.png\n\nx\n"
      "--b\nContent-Type: text/css\nContent-ID: <c>\n\na{b:url(a.png)}\n"
      "--b\nContent-Type: image/gif\n\nx\n--b--\n";
  const bundle::Survey survey = bundle::survey(read_message(mail), {}, bundle::Profile::compat);
  BOOST_TEST_REQUIRE(survey.parts.size() == 5U);
  const std::uint32_t references[] = {0, 0, 2, 1, 0};
  const std::string_view bases[] = {"http://h/d/", "http://h/", "http://h/a.png", "http://h/d/",
                                    "http://h/d/"};
  const BaseFrom from[] = {BaseFrom::content_location, BaseFrom::content_base,
                           BaseFrom::content_location, BaseFrom::content_location,
                           BaseFrom::content_location};
  for (std::size_t i = 0; i < 5; ++i) {
    BOOST_TEST(survey.parts[i].references == references[i], i);
    BOOST_TEST(survey.parts[i].base == bases[i], i);
    BOOST_TEST(name(survey.parts[i].base_from) == name(from[i]), i);
  }
  BOOST_TEST(survey.inside == 3U);
  BOOST_TEST(survey.external == 3U);
}

// Each attribute and element that a page lacks something without, and those beside them.
BOOST_AUTO_TEST_CASE(tells_inline_links_by_attribute_and_element) {
  for (const std::string_view markup :
       {"<img srcset=x>",         "<img lowsrc=x>",        "<img dynsrc=x>",
        "<body background=x>",    "<video poster=x>",      "<object data=x>",
        "<object classid=x>",     "<object archive=x>",    "<applet code=x>",
        "<link imagesrcset=x>",   "<svg><use href=x>",     "<svg><image xlink:href=x>",
        "<svg><script href=x>",   "<svg><feImage href=x>", "<svg><linearGradient href=x>",
        "<svg><filter href=x>",   "<svg><pattern href=x>", "<svg><radialGradient href=x>",
        "<svg><textPath href=x>", "<svg><mpath href=x>",   "<svg><cursor href=x>"})
    BOOST_TEST(first_is_inline("Content-Type: text/html\n\n" + std::string(markup)), markup);
  for (const std::string_view markup :
       {"<area href=x>", "<form action=x>", "<q cite=x>", "<img longdesc=x>", "<a ping=x>",
        "<img usemap=#x>", "<svg><text href=x>", "<button formaction=x>"})
    BOOST_TEST(!first_is_inline("Content-Type: text/html\n\n" + std::string(markup)), markup);
}

// A guess is no reference, and neither is running text.
BOOST_AUTO_TEST_CASE(tells_references_from_guesses) {
  const std::string mail =
      "Subject: http://h/\nContent-Type: text/html\n\n<a href=1></a>www.h.example http://h/ "
      "<style>a{b:url(2)}</style>";
  std::string references;
  walk(read_message(mail), {}, [&](const Link& link) {
    if (bundle::is_reference(link)) references.append(link.raw).append(" ");
  });
  BOOST_TEST(references == "1 2 ");
}

BOOST_AUTO_TEST_SUITE_END()
