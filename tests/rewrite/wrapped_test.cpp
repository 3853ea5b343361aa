// SPDX-License-Identifier: MIT
//
// Links that were wrapped, opened by WrappedLinks and unwrapped in other mails.
#include "basewalk/rewrite/wrapped.h"

#include <boost/test/unit_test.hpp>

#include "rewrite/rewriting.h"

using namespace basewalk;
using rewrite::Edit;
using rewrite::Options;
using rewrite::WrappedLink;
using rewrite::WrappedLinks;

namespace {

constexpr std::string_view kForm = "https://g.example/{mac}/{expires}/{flags}/{path-url}";

std::string own(std::string_view url, const std::string& key = "key") {
  return *rewrite::wrapped(kForm, key, url, "20200101", {Flag::base_split});
}

Options unwrapping() {
  Options options;
  options.unwrap_from = {std::string(kForm)};
  options.wrap_key = "now";
  options.previous_keys = {"key"};
  return options;
}

std::string mail(std::string_view url) {
  return test::html_mail("<a href=\"" + std::string(url) + "\">x</a>");
}

BOOST_AUTO_TEST_SUITE(wrapped_suite)

BOOST_AUTO_TEST_CASE(own_links_become_what_they_were) {
  const test::Outcome outcome = test::rewritten(mail(own("http://e.example/?a=b&c")), unwrapping());
  BOOST_TEST(outcome.bytes == mail("http://e.example/?a=b&amp;c"));
  BOOST_TEST_REQUIRE(outcome.edits.size() == 1U);
  BOOST_TEST((outcome.edits[0].kind == Edit::Kind::unwrap));
}

BOOST_AUTO_TEST_CASE(what_no_key_has_made_or_nobody_would_wrap_stays) {
  for (const std::string& url :
       {own("http://e.example/", "other"), own("javascript:alert(1)"), own("/relative"),
        own("http://e.example/") + "x%", std::string("https://g.example/")})
    BOOST_TEST(!test::rewritten(mail(url), unwrapping()).changed, url);
}

// Other wrappers stay, unless they are to go, too.
BOOST_AUTO_TEST_CASE(own_links_alone_are_unwrapped) {
  const std::string theirs = "https://www.google.com/url?q=http://e.example/";
  Options options = unwrapping();
  BOOST_TEST(!test::rewritten(mail(theirs), options).changed);
  options.unwrap = true;
  BOOST_TEST(test::rewritten(mail(theirs), options).bytes == mail("http://e.example/"));
  BOOST_TEST(test::rewritten(mail(own("http://f.example/")), options).bytes ==
             mail("http://f.example/"));
}

BOOST_AUTO_TEST_CASE(an_old_form_gives_way_to_a_new_one) {
  Options options = unwrapping();
  options.wrap = "https://g.example/{mac}/{path-url}";
  const std::string wanted = *rewrite::wrapped(options.wrap, options.wrap_key, "http://e.example/");
  BOOST_TEST(test::rewritten(mail(own("http://e.example/")), options).bytes == mail(wanted));
  BOOST_TEST(!test::rewritten(mail(wanted), options).changed);
}

BOOST_AUTO_TEST_CASE(links_of_keys_that_were_are_not_wrapped_again) {
  Options options;
  options.wrap = "https://g.example/{mac}/{path-url}";
  options.wrap_key = "now";
  const std::string old = *rewrite::wrapped(options.wrap, "key", "http://e.example/");
  BOOST_TEST(test::rewritten(mail(old), options).changed);
  options.previous_keys = {"key"};
  BOOST_TEST(!test::rewritten(mail(old), options).changed);
}

BOOST_AUTO_TEST_CASE(a_link_has_its_day_and_flags) {
  Options options;
  options.wrap = kForm;
  options.wrap_key = "key";
  options.wrap_lifetime = 30;
  const test::Outcome outcome = test::rewritten(
      test::html_mail("<base href=\"http://e.example/\"><a href=\"x\">y</a>"), options);
  BOOST_TEST_REQUIRE(outcome.edits.size() == 1U);
  const std::string target = outcome.edits[0].to.substr(17);
  const WrappedLinks links = *WrappedLinks::make(kForm, {"key"});
  const WrappedLink link = links.open(target, 0);
  BOOST_TEST(link.url == "http://e.example/x");
  BOOST_TEST((link.verdict == WrappedLink::Verdict::good));
  BOOST_TEST(link.flags.has(Flag::base_split));
  BOOST_TEST(link.expires.size() == 8U);
  const WrappedLink late = links.open(target, std::int64_t{1} << 36);
  BOOST_TEST((late.verdict == WrappedLink::Verdict::expired));
  BOOST_TEST(late.url == "http://e.example/x");
}

BOOST_AUTO_TEST_CASE(options_that_make_no_sense_have_a_code) {
  const auto code_of = [](const Options& options) {
    const auto made = rewrite::Rewriter::make(options);
    return made ? std::string() : made.error().code;
  };
  Options options;
  options.wrap = kForm;
  options.wrap_key = "key";
  BOOST_TEST(code_of(options) == "lifetime");
  options.wrap_lifetime = 1;
  BOOST_TEST(code_of(options) == "");
  options.wrap = "https://g.example/{mac}/{url}";
  BOOST_TEST(code_of(options) == "lifetime");
  options.wrap_lifetime = 0;
  BOOST_TEST(code_of(options) == "");
  options.unwrap_from = {"https://g.example/"};
  BOOST_TEST(code_of(options) == "unwrap-from");
  options = {};
  options.previous_keys = {"key"};
  BOOST_TEST(code_of(options) == "key");
  options = {};
  options.unwrap_from = {std::string(kForm)};
  BOOST_TEST(code_of(options) == "unwrap-from");
  BOOST_TEST(WrappedLinks::make("https://g.example/{url}", {"k"}).error().code == "template");
  BOOST_TEST(WrappedLinks::make(kForm, {}).error().code == "key");
  BOOST_TEST(WrappedLinks::make(kForm, {"key", ""}).error().code == "key");
}

// HTML 4.10.22.3: a form's fields take the place of the query, and leave the fragment.
BOOST_AUTO_TEST_CASE(what_was_filled_in_takes_the_place_of_the_query) {
  const std::string form = "https://g.example/{mac}/{path-url}";
  const WrappedLinks links = *WrappedLinks::make(form, {"key"});
  BOOST_TEST(links.serves_forms());
  for (const auto& [url, filled] :
       {std::pair("http://e.example/p?old=1#part", "http://e.example/p?new=2#part"),
        {"http://e.example/p#part?", "http://e.example/p?new=2#part?"},
        {"http://e.example/p", "http://e.example/p?new=2"}}) {
    const std::string target = rewrite::wrapped(form, "key", url)->substr(17);
    BOOST_TEST(links.open(target, 0).url == url);
    BOOST_TEST(!links.open(target, 0).has_form_query);
    const WrappedLink link = links.open(target + "?new=2", 0);
    BOOST_TEST((link.verdict == WrappedLink::Verdict::good));
    BOOST_TEST(link.url == filled);
    BOOST_TEST(link.has_form_query);
  }
  const WrappedLinks others = *WrappedLinks::make("https://g.example/?m={mac}&u={url}", {"key"});
  BOOST_TEST(!others.serves_forms());
}

// What a browser asks a server for: a path, and nothing of a fragment.
BOOST_AUTO_TEST_CASE(a_template_is_one_of_what_comes_to_a_server) {
  const WrappedLinks links = *WrappedLinks::make("https://g.example?{mac}{url}", {"key"});
  const std::string link = *rewrite::wrapped("https://g.example?{mac}{url}", "key", "a:b");
  BOOST_TEST(link.starts_with("https://g.example?"));
  BOOST_TEST(links.open("/" + link.substr(17), 0).url == "a:b");
  BOOST_TEST((links.open("//" + link.substr(17), 0).verdict == WrappedLink::Verdict::foreign));
  for (const std::string_view form :
       {"https://g.example/#{mac}{url}", "https://g.example/{mac}{url}#",
        "https://g.example#{mac}{url}", "https://g.example/../{mac}{url}"})
    BOOST_TEST(WrappedLinks::make(form, {"key"}).error().code == "template", form);
}

BOOST_AUTO_TEST_CASE(verdicts_have_names) {
  using enum WrappedLink::Verdict;
  BOOST_TEST(name(good) == "good");
  BOOST_TEST(name(expired) == "expired");
  BOOST_TEST(name(forged) == "forged");
  BOOST_TEST(name(foreign) == "foreign");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
