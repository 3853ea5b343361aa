// SPDX-License-Identifier: MIT
#include "output/prompt/choice.h"

#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <ostream>

using namespace basewalk;
using namespace basewalk::output;

namespace {

struct Row {
  std::string_view condition;
  bool holds;
};
std::ostream& operator<<(std::ostream& out, const Row& row) { return out << row.condition; }

// Of a link with a bit of everything.
constexpr Row kRows[] = {
    {"flag=text-differs", true},
    {"flag=userinfo", false},
    {"flag=userinfo,wrapped", true},
    {"flag=none", false},
    {"flag!=none", true},
    {"flag!=userinfo", true},
    {"flag!=text-differs", false},
    {"status=resolved", true},
    {"status=absolute,invalid", false},
    {"status!=absolute", true},
    {"base-from=html-base", true},
    {"base-from=none", false},
    {"reading=base64", true},
    {"reading=charset", false},
    {"reading=first", false},
    {"reading!=first", true},
    {"host=www.example.co.uk", true},
    {"host=WWW.Example.CO.UK", true},
    {"host=example.co.uk", false},
    {"host=.example.co.uk", true},
    {"host=.www.example.co.uk", true},
    {"host=.co.uk", true},
    {"host=.xample.co.uk", false},
    {"host=other.example, www.example.co.uk", true},
    {"host=none", false},
    {"domain=example.co.uk", true},
    {"domain=www.example.co.uk", false},
    {"scheme=https", true},
    {"scheme=HTTPS", true},
    {"scheme=http", false},
    {"part=2.1", true},
    {"part=2", true},
    {"part=2.1.1", false},
    {"part=1", false},
    {"type=text/html", true},
    {"type=TEXT/*", true},
    {"type=image/*", false},
    {"where=a[href]", true},
    {"where=*[href]", true},
    {"where=a*", true},
    {"where=*", true},
    {"where=a", false},
    {"where=*a*h*f*", true},
    {"where=*x", false},
};

// Of one of which a browser opens another host: both are where it leads.
constexpr Row kRowsOfTwo[] = {
    {"host=garden.example", true},
    {"host=evil.example", true},
    {"host=other.example", false},
    {"host!=garden.example", true},
    {"host!=evil.example", true},
    {"host!=other.example", true},
    {"host!=garden.example,evil.example", false},
    {"domain=evil.example", true},
    {"domain!=garden.example", true},
    {"scheme=https", true},
    {"scheme=http", true},
    {"scheme=ftp", false},
    {"scheme!=https", true},
    {"scheme!=http,https", false},
    {"host=none", false},
};

Link link_to_two() {
  Link link;
  link.url = "http://garden.example/";
  link.clicked = "https://evil.example/";
  link.flags = {Flag::host_differs};
  return link;
}

Link link() {
  Link link;
  link.part = "2.1";
  link.type = "text/html";
  link.place = {.element = "a", .attribute = "href"};
  link.raw = "x";
  link.base_from = BaseFrom::html_base;
  link.status = Status::resolved;
  link.url = "https://www.Example.co.uk:8443/x";
  link.flags = {Flag::text_differs, Flag::wrapped};
  link.reading = Doubt::base64;
  return link;
}

bool holds(std::initializer_list<std::string_view> conditions, const Link& link) {
  Choice choice;
  for (const std::string_view condition : conditions) {
    const Result<bool> added = choice.add(condition);
    if (!added) BOOST_FAIL(std::string(condition) + ": " + added.error().detail);
  }
  Hosts hosts;
  return choice.has(link, hosts);
}

struct Wrong {
  std::string_view condition, has;
};
std::ostream& operator<<(std::ostream& out, const Wrong& row) { return out << row.condition; }
constexpr Wrong kWrong[] = {
    {"", "give KEY=VALUE"},
    {"flag", "give KEY=VALUE"},
    {"=x", "there is no key ''; there are flag, status, base-from"},
    {"Flag=wrapped", "there is no key 'Flag'; there are flag"},
    {"flag!!=wrapped", "there is no key 'flag!'; there are flag"},
    {"flag=", "there is no value"},
    {"flag=wrapped,", "there is no value"},
    {"flag=,wrapped", "there is no value before a comma"},
    {"flag=first", "there is no 'first'; there are backslash, base-split"},
    {"reading=none", "message-end, first"},
    {"status=Resolved", "there are absolute, resolved"},
    {"verdict=clean", "there are clear, differs, unread"},
    {"host=http://h/", "is no name of a host"},
    {"host=.", "is no name of a host"},
    {"domain=.example.com", "is no name of a host"},
    {"host=*.example.com", "is no name of a host"},
    {"host=..example.com", "is no name of a host"},
    {"host=a..example", "is no name of a host"},
    {"host=example.com..", "is no name of a host"},
    {"host=example.com:80", "is no name of a host"},
    {"host=[::1]:80", "is no name of a host"},
    {"domain=example..com", "is no name of a host"},
    {"scheme=http:", "is no scheme"},
    {"scheme=http://", "is no scheme"},
    {"part=one", "is no part"},
    {"part=1.", "is no part"},
    {"part=.1", "is no part"},
    {"part=1..2", "is no part"},
};

}  // namespace

BOOST_AUTO_TEST_SUITE(choice)

BOOST_DATA_TEST_CASE(a_condition_holds_for_a_link_or_not, boost::unit_test::data::make(kRows)) {
  BOOST_TEST(holds({sample.condition}, link()) == sample.holds);
}

BOOST_AUTO_TEST_CASE(links_that_have_nothing_are_none) {
  Link bare;
  bare.raw = "x";
  for (const std::string_view condition : {"flag=none", "reading=first", "host=none", "domain=none",
                                           "base-from=none", "host!=.example.com"})
    BOOST_TEST(holds({condition}, bare), condition);
  for (const std::string_view condition : {"scheme=https", "host=example.com", "flag=wrapped"})
    BOOST_TEST(!holds({condition}, bare), condition);
}

BOOST_AUTO_TEST_CASE(several_have_to_hold_together) {
  BOOST_TEST(holds({}, link()));
  BOOST_TEST(holds({"flag=wrapped", "status=resolved"}, link()));
  BOOST_TEST(!holds({"flag=wrapped", "status=absolute"}, link()));
}

BOOST_AUTO_TEST_CASE(those_of_one_key_are_alternatives) {
  BOOST_TEST(holds({"flag=userinfo", "flag=wrapped"}, link()));
  BOOST_TEST(holds({"status=absolute", "status=resolved", "part=2"}, link()));
  BOOST_TEST(!holds({"flag=userinfo", "flag=backslash"}, link()));
  // What is negated is none.
  BOOST_TEST(holds({"host=.example.co.uk", "host!=shop.example.co.uk"}, link()));
  BOOST_TEST(!holds({"host=.example.co.uk", "host!=www.example.co.uk"}, link()));
  BOOST_TEST(!holds({"flag!=userinfo", "flag!=wrapped"}, link()));
}

BOOST_AUTO_TEST_CASE(a_host_in_another_script_is_the_one_that_a_url_has) {
  Link other;
  other.url = "http://xn--bcher-kva.example/";
  BOOST_TEST(holds({"host=b\u00FCcher.example"}, other));
  BOOST_TEST(holds({"host=.B\u00DCCHER.example"}, other));
}

BOOST_AUTO_TEST_CASE(what_is_said_of_verdicts_is_asked_of_messages) {
  Choice choice;
  BOOST_TEST(choice.is_all());
  BOOST_TEST(!choice.asks_for_verdict());
  BOOST_REQUIRE(choice.add("verdict!=clear"));
  BOOST_TEST(!choice.is_all());
  BOOST_TEST(choice.asks_for_verdict());
  BOOST_TEST(!choice.has(Verdict::clear));
  BOOST_TEST(choice.has(Verdict::differs));
  BOOST_REQUIRE(choice.add("verdict=unread"));
  BOOST_TEST(!choice.has(Verdict::differs));
  BOOST_TEST(choice.has(Verdict::unread));
  BOOST_REQUIRE(choice.add("verdict=differs"));
  BOOST_TEST(choice.has(Verdict::differs));
  BOOST_TEST(choice.has(Verdict::unread));
  Hosts hosts;
  BOOST_TEST(choice.has(link(), hosts));
}

BOOST_DATA_TEST_CASE(what_is_no_condition_is_said, boost::unit_test::data::make(kWrong)) {
  Choice choice;
  const Result<bool> added = choice.add(sample.condition);
  BOOST_REQUIRE(!added);
  BOOST_TEST(added.error().detail.find(sample.has) != std::string::npos, added.error().detail);
  BOOST_TEST(choice.is_all());
}

BOOST_AUTO_TEST_CASE(a_dot_at_the_end_makes_no_other_host) {
  Link other;
  other.url = "http://www.Example.com./";
  for (const std::string_view condition :
       {"host=www.example.com", "host=www.example.com.", "host=.example.com", "host=.example.com.",
        "domain=example.com", "domain=example.com."})
    BOOST_TEST(holds({condition}, other), condition);
  other.url = "http://www.example.com/";
  BOOST_TEST(holds({"host=.example.com."}, other));
  BOOST_TEST(!holds({"host!=www.example.com."}, other));
}

BOOST_DATA_TEST_CASE(what_a_browser_opens_elsewhere_counts,
                     boost::unit_test::data::make(kRowsOfTwo)) {
  BOOST_TEST(holds({sample.condition}, link_to_two()) == sample.holds);
}

// The same host in another form is no other place.
BOOST_AUTO_TEST_CASE(what_a_browser_opens_there_does_not) {
  Link link = link_to_two();
  link.flags = {};
  BOOST_TEST(!holds({"host=evil.example"}, link));
  link.url = {};
  BOOST_TEST(holds({"host=evil.example"}, link));
  BOOST_TEST(holds({"host=none"}, link));
}

BOOST_AUTO_TEST_SUITE_END()
