// SPDX-License-Identifier: MIT
#include "basewalk/walk/links.h"

#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <cstring>
#include <string>

#include "support/files.h"
#include "walk/collect.h"

using namespace basewalk;

namespace {

// As many texts as a Link has, one behind the other in `memory`.
Link link_of(std::string& memory) {
  memory = "1.2|text/html|a|href|mso |../x|http://b/c/|0|http://b/x|http://b/X|3.1|the text|";
  std::string_view rest = memory;
  const auto next = [&] {
    const std::string_view text = rest.substr(0, rest.find('|'));
    rest.remove_prefix(text.size() + 1);
    return text;
  };
  Link link;
  link.part = next(), link.type = next(), link.place.element = next();
  link.place.attribute = next(), link.place.around = next(), link.raw = next();
  link.base = next(), link.base_part = next(), link.url = next(), link.clicked = next();
  link.target = next(), link.text = next();
  link.base_from = BaseFrom::base_header;
  link.status = Status::resolved;
  link.flags = {Flag::userinfo, Flag::wrapped};
  return link;
}

std::string told(const Link& link) {
  std::string out;
  for (const std::string_view text :
       {link.part, link.type, link.place.element, link.place.attribute, link.place.around, link.raw,
        *link.base, link.base_part, *link.url, *link.clicked, *link.target, *link.text})
    out.append(text) += '|';
  return out;
}

// Does the object hold an address within the text?
bool points_into(const Link& link, const std::string& text) {
  const auto begin = reinterpret_cast<std::uintptr_t>(text.data());
  for (std::size_t at = 0; at + sizeof(std::uintptr_t) <= sizeof(Link); at += alignof(Link)) {
    std::uintptr_t word = 0;
    std::memcpy(&word, reinterpret_cast<const char*>(&link) + at, sizeof word);
    if (word >= begin && word < begin + text.size()) return true;
  }
  return false;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(links)

BOOST_AUTO_TEST_CASE(an_owned_link_owns_every_text) {
  std::string memory;
  const extract::Find find;
  Link link = link_of(memory);
  link.find = &find;
  const std::string wanted = memory;
  const OwnedLink owned(link);
  BOOST_TEST(points_into(link, memory));
  BOOST_TEST(!points_into(owned, memory));
  memory.assign(memory.size(), '#');
  BOOST_TEST(told(owned) == wanted);
  BOOST_TEST((owned.base_from == BaseFrom::base_header));
  BOOST_TEST((owned.status == Status::resolved));
  BOOST_TEST((owned.flags == Flags{Flag::userinfo, Flag::wrapped}));
  BOOST_TEST(owned.find == nullptr);
}

BOOST_AUTO_TEST_CASE(what_is_absent_stays_absent) {
  const OwnedLink owned{Link()};
  BOOST_TEST(!owned.base);
  BOOST_TEST(!owned.url);
  BOOST_TEST(!owned.clicked);
  BOOST_TEST(!owned.target);
  BOOST_TEST(!owned.text);
  BOOST_TEST(owned.raw.empty());
}

BOOST_AUTO_TEST_CASE(a_copy_outlives_what_it_was_copied_from) {
  std::string memory;
  std::vector<OwnedLink> copies;
  {
    const OwnedLink owned(link_of(memory));
    copies.push_back(owned);
  }
  const std::string wanted = memory;
  memory.clear();
  const std::vector<OwnedLink> moved = std::move(copies);
  BOOST_TEST(told(moved[0]) == wanted);
}

BOOST_AUTO_TEST_CASE(the_links_are_those_of_the_walk_and_outlive_the_bytes) {
  std::string mail =
      test::read_file(test::data_dir() / ".." / ".." / "samples" / "mail" / "newsletter.eml");
  const test::Collect seen = test::collect(mail);
  const std::vector<OwnedLink> links = links_of(mail);
  const std::vector<OwnedLink> of_message = links_of(read_message(mail));
  mail.assign(mail.size(), '#');
  BOOST_REQUIRE(!links.empty());
  BOOST_REQUIRE(links.size() == seen.links.size());
  BOOST_REQUIRE(of_message.size() == links.size());
  for (std::size_t i = 0; i < links.size(); ++i) {
    BOOST_TEST(links[i].part == seen.links[i].part);
    BOOST_TEST(extract::where(links[i].place) == seen.links[i].where);
    BOOST_TEST(links[i].raw == seen.links[i].raw);
    BOOST_TEST(links[i].url.value_or("") == seen.links[i].url);
    BOOST_TEST(of_message[i].raw == seen.links[i].raw);
  }
}

BOOST_AUTO_TEST_CASE(options_count) {
  WalkOptions options;
  options.retrieved = "http://h/a/b";
  const std::vector<OwnedLink> links =
      links_of(std::string("Content-Type: text/html\n\n<a href=c>"), options);
  BOOST_REQUIRE(links.size() == 1);
  BOOST_TEST(links[0].url.value_or("") == "http://h/a/c");
}

BOOST_AUTO_TEST_SUITE_END()
