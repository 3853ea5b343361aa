// SPDX-License-Identifier: MIT
//
// A thousand made targets, signed and not: a browser is sent to nothing but the bytes that were
// signed.
#include "guard/answer.h"

#include <boost/test/unit_test.hpp>
#include <random>
#include <string>
#include <vector>

using namespace basewalk;
using namespace basewalk::guard;

namespace {

constexpr std::string_view kTemplate = "https://g.example/w/{mac}/{path-url}";
constexpr std::int64_t kNow = 1'800'000'000;  // 2027-01-15

std::string meaning(Flag flag) { return "meaning of " + std::string(name(flag)); }

Treatment treating(std::string_view form = kTemplate, std::vector<std::string> keys = {"key"}) {
  return Treatment(*rewrite::WrappedLinks::make(form, std::move(keys)));
}

// What a server is asked for.
std::string target_of_link(std::string_view link) {
  return std::string(link.substr(link.find('/', std::string_view("https://").size())));
}

std::string signed_target(std::string_view url, std::string_view form = kTemplate,
                          const std::string& key = "key", std::string_view expires = {},
                          Flags flags = {}) {
  return target_of_link(*rewrite::wrapped(form, key, url, expires, flags));
}

Answer ask(const Treatment& treatment, std::string_view target, std::string_view body = {},
           std::optional<Said> said = {}) {
  const Request request{body.empty() ? Method::get : Method::post, target, body, true};
  return answer_to(treatment, request, look_at(treatment, request, kNow), said, meaning);
}

BOOST_AUTO_TEST_SUITE(answer_suite)

BOOST_AUTO_TEST_CASE(shows_a_link_and_opens_it) {
  const Treatment treatment = treating();
  const std::string target = signed_target("https://www.example.co.uk/a?b#c");
  const Answer shown = ask(treatment, target);
  BOOST_TEST(shown.status == 200U);
  BOOST_TEST(shown.location.empty());
  BOOST_TEST(shown.body.find("www.<strong>example.co.uk</strong>") != std::string::npos);
  BOOST_TEST(shown.body.find("https://www.example.co.uk/a?b#c") != std::string::npos);
  const Answer opened = ask(treatment, target, "do=go");
  BOOST_TEST(opened.status == 303U);
  BOOST_TEST(opened.location == "https://www.example.co.uk/a?b#c");
  BOOST_TEST(opened.body.empty());
  const Answer reported = ask(treatment, target, "do=report");
  BOOST_TEST(reported.status == 200U);
  BOOST_TEST(reported.is_report);
  BOOST_TEST(reported.location.empty());
}

// A form of the mail that is posted shows the page, and goes nowhere.
BOOST_AUTO_TEST_CASE(a_body_that_is_no_button_shows_the_page) {
  Treatment treatment = treating();
  treatment.direct = true;
  const std::string target = signed_target("https://example.com/");
  for (const std::string_view body : {"do=go&x=1", "do=Go", "name=value", "x"}) {
    const Answer answer = ask(treatment, target, body);
    BOOST_TEST(answer.status == 200U, body);
    BOOST_TEST(answer.location.empty(), body);
  }
}

// Also where it has what our buttons have.
BOOST_AUTO_TEST_CASE(a_form_of_the_mail_presses_no_button) {
  Treatment treatment = treating();
  treatment.direct = true;
  treatment.ask = {"command"};
  const std::string target = signed_target("https://example.com/");
  for (const std::string_view body : {"do=go", "do=report"}) {
    const Request request{Method::post, target, body};
    const Looked looked = look_at(treatment, request, kNow);
    BOOST_TEST(must_ask(treatment, looked, request), body);
    const Answer answer = answer_to(treatment, request, looked, Said::warn, meaning);
    BOOST_TEST(answer.status == 200U, body);
    BOOST_TEST(answer.location.empty(), body);
    BOOST_TEST(!answer.is_report, body);
    BOOST_TEST(answer.body.find("has gone nowhere") != std::string::npos, body);
  }
}

BOOST_AUTO_TEST_CASE(browsers_tell_whose_page_it_was) {
  struct Row {
    int line;
    Origin told;
    bool ours;
  };
#define ROW(...) \
  { __LINE__, __VA_ARGS__ }
  const Row rows[] = {
      ROW({"same-origin", "", ""}, true),
      ROW({"same-origin", "null", "guard.example"}, true),
      ROW({"cross-site", "https://guard.example", "guard.example"}, false),
      ROW({"same-site", "https://guard.example", "guard.example"}, false),
      ROW({"none", "", "guard.example"}, false),
      ROW({"same-origin, cross-site", "", ""}, false),
      ROW({"", "https://guard.example", "guard.example"}, true),
      ROW({"", "http://guard.example:8080", "Guard.example"}, true),
      ROW({"", "http://[2001:db8::1]:8080", "[2001:db8::1]"}, true),
      ROW({"", "http://[2001:db8::2]", "[2001:db8::1]"}, false),
      ROW({"", "https://mail.example", "guard.example"}, false),
      ROW({"", "https://guard.example.evil.example", "guard.example"}, false),
      ROW({"", "https://evil.guard.example", "guard.example"}, false),
      ROW({"", "null", "guard.example"}, false),
      ROW({"", "null", "null"}, false),
      ROW({"", "guard.example", "guard.example"}, false),
      ROW({"", "https://", ""}, false),
      ROW({"", "", ""}, false),
  };
#undef ROW
  for (const Row& row : rows) BOOST_TEST(is_of_our_page(row.told) == row.ours, row.line);
}

BOOST_AUTO_TEST_CASE(tells_nothing_of_what_no_key_has_made) {
  Treatment treatment = treating();
  treatment.direct = true;
  const std::string good = signed_target("https://secret.example/path");
  std::vector<std::string> wrong{"",
                                 "/",
                                 "/w/",
                                 "/w/" + good,
                                 good + "x",
                                 good + "%",
                                 good + "/",
                                 "/favicon.ico",
                                 "//evil.example/",
                                 "/w/https%3A%2F%2Fsecret.example%2F",
                                 signed_target("https://secret.example/path", kTemplate, "other")};
  for (std::size_t i = 3; i < good.size(); ++i) {
    wrong.push_back(good);
    wrong.back()[i] = good[i] == '1' ? '2' : '1';
    wrong.push_back(good.substr(0, i));
  }
  // Decoded and encoded once more.
  std::string twice;
  for (const char c : good) twice += c == '%' ? std::string("%25") : std::string(1, c);
  wrong.push_back(twice);
  wrong.push_back("/w/" + good.substr(3, 64) + "/https://secret.example/path");
  for (const std::string& target : wrong) {
    for (const std::string_view body : {"", "do=go", "do=report"}) {
      const Answer answer = ask(treatment, target, body);
      BOOST_TEST(answer.status == 403U, target);
      BOOST_TEST(answer.location.empty(), target);
      BOOST_TEST(!answer.is_report, target);
      BOOST_TEST(answer.body.find("secret") == std::string::npos, target);
      BOOST_TEST(answer.body.find("href") == std::string::npos, target);
      BOOST_TEST(answer.body.find("<form") == std::string::npos, target);
    }
  }
}

// Whatever the case of the digits, and with needless escapes: the bytes are the same.
BOOST_AUTO_TEST_CASE(decodes_once) {
  const Treatment treatment = treating();
  std::string target = signed_target("https://example.com/%252F?a=%41");
  BOOST_TEST(ask(treatment, target, "do=go").location == "https://example.com/%252F?a=%41");
  for (std::size_t at = target.find("%3A"); at != std::string::npos; at = target.find("%3A"))
    target.replace(at, 3, "%3a");
  target.replace(target.find("example"), 1, "%65");
  BOOST_TEST(ask(treatment, target, "do=go").location == "https://example.com/%252F?a=%41");
}

BOOST_AUTO_TEST_CASE(takes_keys_that_were) {
  const Treatment treatment = treating(kTemplate, {"new", "key", "older"});
  for (const std::string key : {"new", "key", "older"})
    BOOST_TEST(ask(treatment, signed_target("http://e.example/", kTemplate, key)).status == 200U);
  BOOST_TEST(ask(treatment, signed_target("http://e.example/", kTemplate, "gone")).status == 403U);
}

BOOST_AUTO_TEST_CASE(links_expire_behind_their_last_day) {
  const std::string form = "https://g.example/{mac}/{expires}/{path-url}";
  Treatment treatment = treating(form);
  treatment.direct = true;
  const auto at = [&](std::string_view day) {
    return ask(treatment, signed_target("https://e.example/", form, "key", day));
  };
  BOOST_TEST(at("20270114").status == 410U);
  BOOST_TEST(at("20270114").location.empty());
  BOOST_TEST(at("20270114").body.find("<form") == std::string::npos);
  BOOST_TEST(at("20270114").body.find("2027-01-14") != std::string::npos);
  BOOST_TEST(at("20270115").status == 302U);
  BOOST_TEST(at("20270116").status == 302U);
  // The day is covered by the code.
  std::string later = signed_target("https://e.example/", form, "key", "20270114");
  later.replace(later.find("20270114"), 8, "20370114");
  BOOST_TEST(ask(treatment, later).status == 403U);
}

BOOST_AUTO_TEST_CASE(flags_of_the_mail_come_with_the_link) {
  const std::string form = "https://g.example/{mac}/{flags}/{path-url}";
  const Treatment treatment = treating(form);
  const std::string target =
      signed_target("https://e.example/", form, "key", {}, {Flag::base_split, Flag::text_differs});
  BOOST_TEST(target.find("/base-split.text-differs/") != std::string::npos);
  const Answer answer = ask(treatment, target);
  BOOST_TEST(answer.body.find("meaning of base-split") != std::string::npos);
  BOOST_TEST(answer.body.find("two halves") != std::string::npos);
  std::string without = target;
  without.replace(without.find("base-split.text-differs"), 23, "none");
  BOOST_TEST(ask(treatment, without).status == 403U);
}

BOOST_AUTO_TEST_CASE(what_a_form_filled_in_is_seen_first) {
  Treatment treatment = treating();
  treatment.direct = true;
  const std::string target = signed_target("https://e.example/find?old=1#there") + "?q=a+b";
  const Answer shown = ask(treatment, target);
  BOOST_TEST(shown.status == 200U);
  BOOST_TEST(ask(treatment, target, "do=go").location == "https://e.example/find?q=a+b#there");
  treatment.forms = false;
  BOOST_TEST(ask(treatment, target, "do=go").status == 403U);
  // Not where the template has no room for it.
  const std::string query = "https://g.example/?u={url}&m={mac}";
  const Treatment other = treating(query);
  BOOST_TEST(ask(other, signed_target("https://e.example/", query)).status == 200U);
  BOOST_TEST(ask(other, signed_target("https://e.example/", query) + "?q").status == 403U);
  BOOST_TEST(ask(other, signed_target("https://e.example/", query) + "&q=1").status == 403U);
}

BOOST_AUTO_TEST_CASE(lists_and_the_command_decide) {
  Treatment treatment = treating();
  treatment.block = *UrlList::read(".bad.example\n");
  treatment.allow = *UrlList::read("good.example\nx.bad.example\n");
  const std::string bad = signed_target("http://a.bad.example/"),
                    both = signed_target("http://x.bad.example/"),
                    good = signed_target("http://good.example/"),
                    other = signed_target("http://other.example/");
  BOOST_TEST(ask(treatment, bad).status == 403U);
  BOOST_TEST(ask(treatment, bad, "do=go").location.empty());
  BOOST_TEST(ask(treatment, both, "do=go").location.empty());
  BOOST_TEST(ask(treatment, good).location == "http://good.example/");
  BOOST_TEST(ask(treatment, other).status == 200U);
  treatment.direct = true;
  BOOST_TEST(ask(treatment, other, {}, Said::good).location == "http://other.example/");
  BOOST_TEST(ask(treatment, other, {}, Said::warn).status == 200U);
  BOOST_TEST(ask(treatment, other, {}, Said::block).status == 403U);
  BOOST_TEST(ask(treatment, other, "do=go", Said::block).location.empty());
  BOOST_TEST(ask(treatment, other, {}, Said::nothing).status == 200U);
  BOOST_TEST(ask(treatment, other, "do=go", Said::nothing).status == 303U);
  treatment.no_answer = NoAnswer::open;
  BOOST_TEST(ask(treatment, other, {}, Said::nothing).status == 302U);
  treatment.no_answer = NoAnswer::block;
  BOOST_TEST(ask(treatment, other, "do=go", Said::nothing).status == 403U);
  // Nobody is asked about what is decided already.
  treatment.ask = {"true"};
  for (const std::string& target : {bad, good, std::string("/w/nothing")}) {
    const Request request{Method::get, target, {}};
    BOOST_TEST(!must_ask(treatment, look_at(treatment, request, kNow), request), target);
  }
  const Request request{Method::get, other, {}};
  BOOST_TEST(must_ask(treatment, look_at(treatment, request, kNow), request));
}

BOOST_AUTO_TEST_CASE(links_of_8_kb_are_opened) {
  const Treatment treatment = treating();
  const std::string begin = "https://e.example/";
  const std::string longest = begin + std::string(kLongestUrl - begin.size(), '/');
  BOOST_TEST(ask(treatment, signed_target(longest), "do=go").location == longest);
  const Answer longer = ask(treatment, signed_target(longest + "/"), "do=go");
  BOOST_TEST(longer.status == 414U);
  BOOST_TEST(longer.location.empty());
  BOOST_TEST(ask(treatment, "/" + std::string(kLongestTarget, 'x')).status == 414U);
}

BOOST_AUTO_TEST_CASE(other_methods_are_refused) {
  const Treatment treatment = treating();
  const std::string target = signed_target("https://e.example/");
  const Request request{Method::other, target, {}};
  BOOST_TEST(answer_to(treatment, request, look_at(treatment, request, kNow), {}, meaning).status ==
             405U);
}

// Even signed, nothing but http, https and ftp goes into a header field, byte for byte.
BOOST_AUTO_TEST_CASE(a_thousand_targets_lead_to_what_was_signed_or_nowhere) {
  const std::vector<std::string> pieces{"http:",
                                        "https:",
                                        "ftp:",
                                        "javascript:",
                                        "data:text/html,",
                                        "//",
                                        "/",
                                        "\\",
                                        "\r\n",
                                        "\r",
                                        "\n",
                                        "%0d%0a",
                                        "%00",
                                        "\t",
                                        " ",
                                        "@",
                                        "e.example",
                                        "evil.example",
                                        "[::1]",
                                        "127.0.0.1",
                                        "0x7f.1",
                                        ":80",
                                        ":",
                                        "?",
                                        "#",
                                        "..",
                                        ".",
                                        "xn--pple-43d.com",
                                        "\u0430pple.com",
                                        "\u202E",
                                        "\u2066",
                                        "\"",
                                        "'",
                                        "<script>",
                                        "&",
                                        "\xFF",
                                        "\x7F",
                                        "Set-Cookie: a=b",
                                        "%2F",
                                        "\u3002"};
  Treatment direct = treating();
  direct.direct = true;
  const Treatment paged = treating();
  std::mt19937 random(17);
  std::size_t opened = 0;
  for (int i = 0; i < 4000; ++i) {
    std::string url = i % 2 == 0 ? pieces[random() % 3] + "//" : std::string();
    for (auto left = 1 + random() % 5; left > 0; --left) url += pieces[random() % pieces.size()];
    const std::string target = signed_target(url);
    for (const std::string_view body : {"", "do=go"}) {
      const Answer answer = ask(body.empty() ? direct : paged, target, body);
      if (answer.location.empty()) {
        BOOST_TEST(answer.status == 403U, url);
        continue;
      }
      ++opened;
      BOOST_TEST(answer.location == url);
      BOOST_TEST(
          (url.starts_with("http://") || url.starts_with("https://") || url.starts_with("ftp://")),
          url);
      for (const char c : url) BOOST_TEST((c > ' ' && c < '\x7F'), url);
    }
    // What is shown of it is text.
    const Answer shown = ask(paged, target);
    BOOST_TEST(shown.location.empty());
    BOOST_TEST(shown.body.find("<script") == std::string::npos);
    BOOST_TEST(shown.body.find("\u202E") == std::string::npos);
    BOOST_TEST(shown.body.find('\r') == std::string::npos);
  }
  BOOST_TEST(opened > 200U);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
