// SPDX-License-Identifier: MIT
#include "output/prompt/for_people.h"

#include <boost/test/unit_test.hpp>
#include <string>

using namespace basewalk;
using output::PeopleStyle;

namespace {

std::string shown(const Link& link, const PeopleStyle& how = {}) {
  std::string out;
  output::append_for_people(link, how, out);
  return out;
}

Link made(std::string_view url) {
  Link link;
  link.part = "1";
  link.place.element = "a";
  link.place.attribute = "href";
  link.raw = "x";
  link.status = Status::resolved;
  link.url = url;
  return link;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(for_people)

BOOST_AUTO_TEST_CASE(a_line_has_columns_and_the_whole_url) {
  BOOST_TEST(shown(made("http://h/")) == "1     a[href]        resolved   http://h/\n");
  Link link = made("http://h/");
  link.part = "1.2.3.4";
  link.place.element = "blockquote";
  link.place.attribute = "cite";
  BOOST_TEST(shown(link) == "1.2.3.4 blockquote[cite] resolved   http://h/\n");
  link.url.reset();
  link.status = Status::unresolved;
  BOOST_TEST(shown(link) == "1.2.3.4 blockquote[cite] unresolved x\n");
}

BOOST_AUTO_TEST_CASE(what_is_worth_a_look_stands_below) {
  Link link = made("http://h/");
  link.clicked = "http://other/";
  link.text = "Click\x1b[2J";
  link.base = "http://b/";
  link.base_from = BaseFrom::html_base;
  link.base_part = "2";
  link.flags = {Flag::base_split, Flag::host_differs};
  link.reading = Doubt::transfer;
  const std::string all = shown(link);
  BOOST_TEST(all.find("        opens  http://other/\n") != std::string::npos, all);
  BOOST_TEST(all.find("        text   Click") != std::string::npos, all);
  BOOST_TEST(all.find('\x1b') == std::string::npos);
  BOOST_TEST(all.find("        base   http://b/ (html-base of part 2)\n") != std::string::npos,
             all);
  BOOST_TEST(all.find("        flags  base-split host-differs\n") != std::string::npos, all);
  BOOST_TEST(all.find("        only as transfer: ") != std::string::npos, all);
  link.base.reset();
  link.base_part = "";
  BOOST_TEST(shown(link).find("base   (too long to repeat) (html-base)\n") != std::string::npos);
  // What has its own scheme and host stands on no base.
  link.status = Status::absolute;
  BOOST_TEST(shown(link).find("base   ") == std::string::npos);
}

// OSC 8: what a terminal opens has nothing that ends the sequence.
BOOST_AUTO_TEST_CASE(a_terminal_is_given_what_it_may_open) {
  PeopleStyle how;
  how.hyperlinks = true;
  const auto is_open = [&](const std::string& url) {
    const std::string all = shown(made(url), how);
    const bool opens = all.find("\x1b]8;;" + url + "\x1b\\") != std::string::npos;
    BOOST_TEST((all.find('\x1b') != std::string::npos) == opens, all);
    return opens;
  };
  BOOST_TEST(is_open("http://h/"));
  BOOST_TEST(is_open("HTTPS://h/"));
  for (const char* const url :
       {"ftp://h/", "file:///x", "javascript:x", "h/", "http://h/ a", "http://h/\x7f",
        "http://h/\xC3\xA4", "http://h/\x1b\\", "http://h/\a"})
    BOOST_TEST(!is_open(url), url);
  const std::string longest = "http://h/" + std::string(2083 - 9, 'x');
  BOOST_TEST(is_open(longest));
  BOOST_TEST(!is_open(longest + "x"));
  BOOST_TEST(shown(made("http://h/")).find('\x1b') == std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()
