// SPDX-License-Identifier: MIT
#include "rewrite/plan/template.h"

#include <boost/test/unit_test.hpp>

using basewalk::rewrite::Template;

namespace {

struct Row {
  std::string_view text, key, url;
  std::string wanted;
};

std::vector<std::string> keys_of(std::string_view key) {
  return key.empty() ? std::vector<std::string>() : std::vector<std::string>{std::string(key)};
}

constexpr std::string_view kMac =  // of http://e.example/, by the key "Jefe"
    "ed7c70783b748ce340f0dd92ad851ec83ef525d049bb48a45d9f72eea8b1e32f";

const std::string kMacText(kMac);
const std::string kSigned = "https://g.example/" + kMacText + "/http%3A%2F%2Fe.example%2F";

const Row kRows[] = {
    {"https://g.example/?u={url}", "", "http://e.example/",
     "https://g.example/?u=http%3A%2F%2Fe.example%2F"},
    // A literal of characters that a URL has, too.
    {"https://g.example/{url}.html", "", "http://e.example/a.html",
     "https://g.example/http%3A%2F%2Fe.example%2Fa.html.html"},
    {"https://g.example/{url}/{url}", "", "a:b", "https://g.example/a%3Ab/a%3Ab"},
    {"https://g.example/{mac}/{url}", "Jefe", "http://e.example/", kSigned},
    // Values side by side, and literals that a value may hold, too.
    {"https://g.example/{mac}{url}", "Jefe", "http://e.example/",
     "https://g.example/" + kMacText + "http%3A%2F%2Fe.example%2F"},
    {"https://g.example/{url}{mac}", "Jefe", "http://e.example/",
     "https://g.example/http%3A%2F%2Fe.example%2F" + kMacText},
    {"https://g.example/{url}e{mac}f", "Jefe", "http://e.example/",
     "https://g.example/http%3A%2F%2Fe.example%2Fe" + kMacText + "f"},
    {"https://g.example/{url}{url}", "", "a-b", "https://g.example/a-ba-b"},
    {"https://g.example/{url}-{url}", "", "a-b", "https://g.example/a-b-a-b"},
    {"http://g.example/?", "", "", ""},
    // In the path alone.
    {"https://g.example/{path-url}", "", "http://e.example/?a&b#c",
     "https://g.example/http%3A%2F%2Fe.example%2F%3Fa%26b%23c"},
    {"https://g.example/{mac}/{path-url}", "Jefe", "http://e.example/", kSigned},
    {"https://g.example/{path-url}?u={url}", "", "a:b", "https://g.example/a%3Ab?u=a%3Ab"},
    {"https://g.example/?u={path-url}", "", "", ""},
    {"https://g.example/#{path-url}", "", "", ""},
    {"https://g.example?{path-url}", "", "", ""},
    {"https://g.example/{url}?{path-url}", "", "", ""},
    {"https://{path-url}/", "", "", ""},
    {"{path-url}", "", "", ""},
    // http and https alone, in any case, and a host that ends before the first value.
    {"http://g.example/?u={url}", "", "http://e.example/",
     "http://g.example/?u=http%3A%2F%2Fe.example%2F"},
    {"HTTPS://g.example?{url}", "", "a:b", "HTTPS://g.example?a%3Ab"},
    {"https://g.example#{url}", "", "a:b", "https://g.example#a%3Ab"},
    {"ftp://g.example/{url}", "", "", ""},
    {"httpx://g.example/{url}", "", "", ""},
    {"http:g.example/{url}", "", "", ""},
    {"http:///{url}", "", "", ""},
    {"http://?{url}", "", "", ""},
    {"http://g.example{url}", "", "", ""},
    {"http://g.example{url}/", "", "", ""},
    {"//g.example/{url}", "", "", ""},
    {"{url}", "", "", ""},
    // What a browser opens, and asks the server for as it is written.
    {"https://G.example:8080/{url}", "", "a:b", "https://G.example:8080/a%3Ab"},
    {"https://u@[::1]/{url}", "", "a:b", "https://u@[::1]/a%3Ab"},
    {"https://g.example/...//{url}", "", "a:b", "https://g.example/...//a%3Ab"},
    {"https://[::1/{url}", "", "", ""},
    {"https://g.example:99999/{url}", "", "", ""},
    {"https://g.example:x/{url}", "", "", ""},
    {"https://1.2.3.256/{url}", "", "", ""},
    {"https://g.example/../{mac}/{url}", "Jefe", "", ""},
    {"https://g.example/./{mac}/{url}", "Jefe", "", ""},
    {"https://g.example/a/%2E%2e/{mac}/{url}", "Jefe", "", ""},
    {"https://g.example/{mac}/{url}/..", "Jefe", "", ""},
    {"https://g.example/?a='b'&{mac}{url}", "Jefe", "", ""},
    {"https://g.example/a'b/{mac}/{url}", "Jefe", "", ""},
    {"https://g.example/a'b/{url}", "", "a:b", "https://g.example/a'b/a%3Ab"},
    {"https://g.example/?a='b'&{url}", "", "a:b", "https://g.example/?a='b'&a%3Ab"},
    {"{url}https://g.example/", "", "", ""},
    // Nothing of a URL stands there as it is, but for unreserved characters.
    {"https://g.example/?u={url}", "", "x:\r\n\"<>&'%7E~",
     "https://g.example/?u=x%3A%0D%0A%22%3C%3E%26%27%257E~"},
};

BOOST_AUTO_TEST_SUITE(template_suite)

BOOST_AUTO_TEST_CASE(wraps_and_knows_what_it_wrapped) {
  for (const Row& row : kRows) {
    const auto read = Template::read(row.text, keys_of(row.key));
    BOOST_TEST(read.has_value() == !row.wanted.empty(), row.text);
    if (!read) continue;
    std::string out;
    read->wrap(row.url, {}, out);
    BOOST_TEST(out == row.wanted);
    BOOST_TEST(read->is_wrapped(out));
    BOOST_TEST(!read->is_wrapped(out + "x%"));
    BOOST_TEST(!read->is_wrapped(out.substr(1)));
    BOOST_TEST(!read->is_wrapped(""));
  }
}

// Where a URL stands twice, both must be the same one.
BOOST_AUTO_TEST_CASE(knows_no_url_that_it_did_not_make) {
  const auto twice = Template::read("https://g.example/{url}/{url}", {});
  BOOST_TEST(twice->is_wrapped("https://g.example/ab/ab"));
  BOOST_TEST(!twice->is_wrapped("https://g.example/ab/ac"));
  BOOST_TEST(!twice->is_wrapped("https://g.example/ab/abc"));
  BOOST_TEST(!twice->is_wrapped("https://g.example/"));
  BOOST_TEST(!twice->is_wrapped("http://g.example/ab/ab"));
  // A character that wrap() would have written as an escape.
  const auto once = Template::read("https://g.example/?u={url}&m=1", {});
  BOOST_TEST(once->is_wrapped("https://g.example/?u=a%3Ab&m=1"));
  BOOST_TEST(!once->is_wrapped("https://g.example/?u=a:b&m=1"));
  BOOST_TEST(!once->is_wrapped("https://g.example/?u=a%3ab&m=1"));
  BOOST_TEST(!once->is_wrapped("https://g.example/?u=a%3Ab&m=2"));
  BOOST_TEST(!once->is_wrapped("https://g.example/?u=a%3Ab"));
  BOOST_TEST(once->is_wrapped("https://g.example/?u=&m=1"));
  BOOST_TEST(!once->is_wrapped("https://g.example/?u=&m="));
}

// The error says where: the brace, or the first byte that has no place in a URL.
BOOST_AUTO_TEST_CASE(says_where_a_template_is_wrong) {
  struct Wrong {
    std::string_view text, key, code;
    std::size_t offset;
  };
  for (const Wrong& wrong : {Wrong{"https://g.example/{url}/{uri}", "", "template", 24},
                             Wrong{"https://g.example/{url", "", "template", 18},
                             Wrong{"https://g.example/{url}/a b", "", "template", 25},
                             Wrong{"https://g.example/", "", "template", 0},
                             Wrong{"https://g.example/{url}{mac}", "", "key", 0},
                             Wrong{"https://g.example/{url}", "k", "key", 0}}) {
    const auto read = Template::read(wrong.text, keys_of(wrong.key));
    BOOST_TEST_REQUIRE(!read, wrong.text);
    BOOST_TEST(read.error().code == wrong.code, wrong.text);
    BOOST_TEST(read.error().offset == wrong.offset, wrong.text);
    BOOST_TEST(!read.error().detail.empty(), wrong.text);
  }
}

BOOST_AUTO_TEST_CASE(says_whether_it_needs_its_query) {
  const auto keeps = [](std::string_view text) {
    const bool mac = text.find("{mac}") != std::string_view::npos;
    return Template::read(text, keys_of(mac ? "k" : ""))->keeps_without_query();
  };
  for (const std::string_view text :
       {"https://g.example/{path-url}", "https://g.example/{url}", "https://g.example/{url}?v",
        "https://g.example/{mac}/{path-url}#{url}", "https://g.example/{path-url}?{url}"})
    BOOST_TEST(keeps(text), text);
  for (const std::string_view text :
       {"https://g.example/?{url}", "https://g.example?/{url}", "https://g.example/#{url}",
        "https://g.example/{path-url}?{mac}", "https://g.example/{mac}{path-url}#{mac}",
        "https://g.example/{mac}?{url}"})
    BOOST_TEST(!keeps(text), text);
}

BOOST_AUTO_TEST_CASE(believes_no_code_but_its_own) {
  const auto read = Template::read("https://g.example/{mac}/{url}", {"Jefe"});
  BOOST_TEST(read->is_wrapped(kSigned));
  for (std::size_t i = 18; i < kSigned.size(); ++i) {
    std::string forged = kSigned;
    forged[i] = forged[i] == '1' ? '2' : '1';
    BOOST_TEST(!read->is_wrapped(forged), i);
  }
}

BOOST_AUTO_TEST_CASE(the_code_covers_the_day_and_the_flags) {
  using basewalk::Flag;
  const auto read =
      Template::read("https://g.example/{mac}/{expires}/{flags}/{path-url}", {"Jefe", "old"});
  BOOST_TEST_REQUIRE(read.has_value());
  std::string out;
  read->wrap("http://e.example/", {"20270131", {Flag::text_differs, Flag::base_split}}, out);
  BOOST_TEST(out.ends_with("/20270131/base-split.text-differs/http%3A%2F%2Fe.example%2F"));
  const auto parts = read->take_apart(out);
  BOOST_TEST_REQUIRE(parts.has_value());
  BOOST_TEST(parts->url == "http://e.example/");
  BOOST_TEST(parts->expires == "20270131");
  BOOST_TEST((basewalk::rewrite::read_flags(parts->flags) ==
              basewalk::Flags{Flag::text_differs, Flag::base_split}));
  BOOST_TEST(read->key_of(*parts).value() == 0U);
  BOOST_TEST(read->is_wrapped(out));
  for (const auto& [from, to] : {std::pair("20270131", "20280131"),
                                 {"base-split", "userinfo"},
                                 {"text-differs/", "/"},
                                 {"e.example", "f.example"}}) {
    std::string other = out;
    other.replace(other.find(from), std::string_view(from).size(), to);
    BOOST_TEST(!read->is_wrapped(other), other);
  }
  // What a template without them has made is no link of this one, and the other way round.
  const auto plain = Template::read("https://g.example/{mac}/{path-url}", {"Jefe"});
  BOOST_TEST(!plain->is_wrapped(out));
  BOOST_TEST(!read->is_wrapped(kSigned));
  std::string without;
  read->wrap("http://e.example/", {"20270131", {}}, without);
  BOOST_TEST(without.find("/none/") != std::string::npos);
  BOOST_TEST(read->is_wrapped(without));
}

BOOST_AUTO_TEST_CASE(any_of_its_keys_has_made_a_code) {
  const std::string_view form = "https://g.example/{mac}/{path-url}";
  const auto read = Template::read(form, {"new", "Jefe"});
  const auto parts = read->take_apart(kSigned);
  BOOST_TEST_REQUIRE(parts.has_value());
  BOOST_TEST(read->key_of(*parts).value() == 1U);
  BOOST_TEST(read->is_wrapped(kSigned));
  BOOST_TEST(!Template::read(form, {"new"})->key_of(*parts));
  // As a server is asked for it.
  BOOST_TEST(read->take_apart(std::string_view(kSigned).substr(17), true).has_value());
  BOOST_TEST(!read->take_apart(kSigned, true).has_value());
}

BOOST_AUTO_TEST_CASE(days_are_written_alike) {
  using basewalk::rewrite::last_day;
  BOOST_TEST(last_day(0, 0) == "19700101");
  BOOST_TEST(last_day(1'800'000'000, 0) == "20270115");
  BOOST_TEST(last_day(1'800'000'000, 30) == "20270214");
  BOOST_TEST(last_day(1'800'057'599, 0) == "20270115");
  BOOST_TEST(last_day(1'800'057'600, 0) == "20270116");
}

BOOST_AUTO_TEST_CASE(refuses_what_it_could_not_take_apart) {
  for (const std::string_view text :
       {"https://g.example/{expires}/{url}", "https://g.example/{flags}/{url}",
        "https://g.example/{mac}/{expires}/{expires}/{url}",
        "https://g.example/{mac}/{url}/{flags}/", "https://g.example/{mac}/{flags}{url}",
        "https://g.example/{mac}/{flags}-{url}", "https://g.example/{url}/{mac}/{flags}"}) {
    const bool mac = text.find("{mac}") != std::string::npos;
    const auto read = Template::read(text, keys_of(mac ? "k" : ""));
    BOOST_TEST_REQUIRE(!read, text);
    BOOST_TEST(read.error().code == "template", text);
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
