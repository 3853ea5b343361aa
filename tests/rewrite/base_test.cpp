// SPDX-License-Identifier: MIT
//
// Links that a base has a part in: one that is left out because it is too long, one that browsers
// join with though the rules do not, and one that is dropped.
#include <algorithm>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "rewrite/rewriting.h"
#include "walk/encode.h"

using namespace basewalk;
using rewrite::Edit;
using rewrite::Kept;
using rewrite::Options;

namespace {

const std::string kXhtml =
    "Content-Type: application/xhtml+xml\n\n<html xmlns='http://www.w3.org/1999/xhtml'>";

Options wrapping() {
  Options options;
  options.wrap = "https://guard.example/?u={url}";
  return options;
}
Options defanging() {
  Options options;
  options.defang = true;
  return options;
}
Options dropping() {
  Options options;
  options.drop_base = true;
  return options;
}

std::string repeated(std::string_view text, int count) {
  std::string all;
  for (int i = 0; i < count; ++i) all += text;
  return all;
}

// Is each link of the mail edited, or kept and told?
void check_told(const std::string& mail, Options options, std::size_t links) {
  for (const bool absolute : {true, false}) {
    options.absolute = absolute;
    const test::Outcome outcome = test::rewritten(mail, options);
    BOOST_TEST(
        outcome.edits.size() + outcome.kept.size() == links,
        absolute << ": " << outcome.edits.size() << " edited, " << outcome.kept.size() << " kept");
    BOOST_TEST(outcome.has_kept(Kept::Why::limit), absolute);
  }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(bases)

// Found by attack: what had no answer within the bounds of the output stayed bare, and nothing was
// said: below a base without a scheme, and where relative links are not made absolute.
BOOST_AUTO_TEST_CASE(a_link_whose_answer_is_left_out_is_told) {
  for (const std::string_view scheme : {"", "https:"}) {
    const std::string page = "<base href=\"" + std::string(scheme) + "//evil.example/" +
                             std::string(3000, 'a') + "/\">" + repeated("<a href=x>y</a>\n", 400) +
                             "<a href=/login>y</a>";
    for (const Options& options : {wrapping(), defanging()})
      check_told(test::html_mail(page), options, 401);
    Options some = wrapping();
    some.only = {*rewrite::read_condition("host=evil.example")};
    check_told(test::html_mail(page), some, 401);
  }
}

// Of one that needs no base there is an answer all the same.
BOOST_AUTO_TEST_CASE(padding_protects_no_link_that_needs_no_base) {
  const std::string page = "<base href=\"https://h.example/" + std::string(3000, 'a') + "/\">" +
                           repeated("<a href=x>y</a>\n", 400) +
                           "<a href=\"https://evil.example/\">y</a>\n<a href=\"https:evil\">y</a>";
  const test::Outcome outcome = test::rewritten(test::html_mail(page), wrapping());
  BOOST_TEST(outcome.bytes.find("u=https%3A%2F%2Fevil.example%2F\"") != std::string::npos);
  BOOST_TEST(outcome.bytes.find("<a href=\"https:evil\">") != std::string::npos);
  BOOST_TEST(outcome.kept.back().from == "https:evil");
}

// Found by attack: bases for which there was no room any more counted as none, so that what was
// relative to them led nowhere, and needed nothing.
BOOST_AUTO_TEST_CASE(a_base_that_there_is_no_room_for_is_a_base) {
  std::string frames;
  for (int i = 0; i < 40; ++i)
    frames += "<iframe srcdoc=\"&lt;base href=b" + std::to_string(i) + "/&gt;\"></iframe>\n";
  const std::string mail =
      "Content-Type: text/html\nContent-Base: http://outer.example/" + std::string(20'000, 'x') +
      "/\n\n" + frames + "<iframe srcdoc=\"&lt;base href=z/&gt;&lt;a href=pay.html&gt;\"></iframe>";
  for (Options options : {wrapping(), defanging(), dropping()}) {
    const test::Outcome outcome = test::rewritten(mail, options);
    BOOST_TEST(outcome.has_kept(Kept::Why::limit));
    BOOST_TEST(outcome.bytes.find("&lt;base href=z/&gt;") != std::string::npos);
  }
}

// One that is no base does not make an end of it.
BOOST_AUTO_TEST_CASE(what_is_no_base_does_not_end_one_that_is_left_out) {
  for (const std::string_view inner :
       {"data:text/plain,x", "javascript:1", "https://", "https://[/"}) {
    std::string frames;
    for (int i = 0; i < 40; ++i)
      frames += "<iframe srcdoc=\"&lt;base href=b" + std::to_string(i) + "/&gt;\"></iframe>\n";
    const std::string mail =
        "Content-Type: text/html\nContent-Base: http://outer.example/" + std::string(20'000, 'x') +
        "/\n\n" + frames +
        "<iframe srcdoc=\"&lt;base href=z/&gt;&lt;iframe srcdoc='&amp;lt;base href=" +
        std::string(inner) + "&amp;gt;&amp;lt;a href=pay.html&amp;gt;'&gt;\"></iframe>";
    for (const Options& options : {wrapping(), defanging(), dropping()}) {
      const test::Outcome outcome = test::rewritten(mail, options);
      BOOST_TEST(std::any_of(outcome.kept.begin(), outcome.kept.end(),
                             [](const Kept& each) { return each.from == "pay.html"; }),
                 inner);
    }
  }
}

// An absolute base takes no room for what is around it.
BOOST_AUTO_TEST_CASE(bases_of_other_parts_leave_room_for_an_absolute_one) {
  std::string frames;
  for (int i = 0; i < 40; ++i)
    frames += "<iframe srcdoc=\"&lt;base href=b" + std::to_string(i) + "/&gt;\"></iframe>\n";
  const std::string mail =
      "Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/html\nContent-Base: "
      "http://outer.example/" +
      std::string(20'000, 'x') + "/\n\n" + frames +
      "\n--b\nContent-Type: text/html\n\n<base href=\"https://evil.example/\"><a "
      "href=\"pay.html\">x</a>\n--b--\n";
  const test::Outcome outcome = test::rewritten(mail, wrapping());
  BOOST_TEST(outcome.bytes.find("u=https%3A%2F%2Fevil.example%2Fpay.html\"") != std::string::npos);
}

// Found by attack: nothing stayed of such a body, which hooks take for a body that was lost.
BOOST_AUTO_TEST_CASE(a_blank_stays_of_a_text_that_is_a_base_alone) {
  struct Row {
    std::string_view body, left;
  };
  for (const Row& row :
       {Row{"<base href=\"https://evil.example/\">", " "}, Row{"<base href=/b>\n", " \n"},
        Row{"\r\n<base href=/b><base href=/c>\r\n", "\r\n \r\n"},
        Row{"<base href=/b>\n<base href=/c>\n", " \n\n"}, Row{"<base href=/b>\nx", "\nx"},
        Row{"x<base href=/b>\n", "x\n"}, Row{" <base href=/b>\n", " \n"}}) {
    const test::Outcome outcome = test::rewritten(test::html_mail(row.body), dropping());
    BOOST_TEST(outcome.bytes == test::html_mail(row.left), row.body);
    BOOST_TEST(!test::rewritten(outcome.bytes, dropping()).changed, row.body);
  }
}

// Found by attack: "https:evil.example" is relative to a base with https, in browsers, and leads to
// that host where there is none.
BOOST_AUTO_TEST_CASE(a_link_with_a_scheme_may_need_the_base) {
  const auto page = [](std::string_view href) {
    return test::html_mail("<base href=\"https://good.example/d/\"><a href=\"" + std::string(href) +
                           "\">x</a>");
  };
  struct Row {
    std::string_view href, after;
  };
  for (const Row& row : {Row{"https:evil.example/p", "https://good.example/d/evil.example/p"},
                         Row{"https:/evil.example", "https://good.example/evil.example"},
                         Row{"https:?q", "https://good.example/d/?q"},
                         Row{"http:evil.example", "http://evil.example/"},
                         Row{"https://evil.example", "https://evil.example"},
                         Row{"mailto:a@b.example", "mailto:a@b.example"}}) {
    const test::Outcome outcome = test::rewritten(page(row.href), dropping());
    BOOST_TEST(outcome.bytes.find("<base") == std::string::npos, row.href);
    BOOST_TEST(outcome.bytes.find("href=\"" + std::string(row.after) + "\"") != std::string::npos,
               row.href << ": " << outcome.bytes);
    Options only = dropping();
    only.absolute = false;
    const test::Outcome kept = test::rewritten(page(row.href), only);
    BOOST_TEST((kept.bytes.find("<base") != std::string::npos) == (row.after != row.href),
               row.href);
    BOOST_TEST(kept.has_kept(Kept::Why::needed_base) == (row.after != row.href), row.href);
  }
}

// From the page of a web mail, which has https, "https:/h" would lead to that page.
BOOST_AUTO_TEST_CASE(a_link_that_stood_apart_from_its_base_stands_apart_from_the_page) {
  for (const std::string_view base : {"http://good.example/d/", "x-own://good.example/"}) {
    const test::Outcome outcome =
        test::rewritten(test::html_mail("<base href=\"" + std::string(base) +
                                        "\"><a href=\"https:/h.example\\@i.example/\">x</a>"),
                        dropping());
    BOOST_TEST(
        outcome.bytes.find("\n<a href=\"https://h.example/@i.example/\">") != std::string::npos,
        outcome.bytes);
  }
  // What has a scheme by RFC 1808 alone is joined with the base.
  const test::Outcome outcome = test::rewritten(
      test::html_mail("<base href=\"http://good.example/d/\"><a href=\"1:y\">x</a>"), dropping());
  BOOST_TEST(outcome.bytes.find("\n<a href=\"http://good.example/d/1:y\">") != std::string::npos,
             outcome.bytes);
}

// What browsers refuse leads nowhere, and what RFC 1808 makes of it would be a link to them.
BOOST_AUTO_TEST_CASE(a_reference_that_browsers_refuse_becomes_no_link) {
  struct Row {
    std::string_view base, href;
    bool is_dropped;
  };
  for (const Row& row :
       {Row{"https://b.example/d/", "//", true}, Row{"https://b.example/", "///", true},
        Row{"mailto:a@b.example", "x y", false}, Row{"x-own:y", "../x", false},
        Row{"ftp:", "../x", false}}) {
    const std::string mail = test::html_mail("<base href=\"" + std::string(row.base) +
                                             "\"><a href=\"" + std::string(row.href) + "\">x</a>");
    BOOST_TEST(test::rewritten(mail, {}).bytes == mail, row.base);
    const test::Outcome outcome = test::rewritten(mail, dropping());
    BOOST_TEST((outcome.bytes.find("<base") == std::string::npos) == row.is_dropped, row.base);
    BOOST_TEST(outcome.has_kept(Kept::Why::needed_base) == !row.is_dropped, row.base);
    BOOST_TEST(
        outcome.bytes.find("<a href=\"" + std::string(row.href) + "\">") != std::string::npos,
        row.base);
  }
  // Feeds, and XML of others, have a base that browsers do not know.
  const std::string feed =
      "Content-Type: application/atom+xml\n\n<feed xmlns='http://www.w3.org/2005/Atom' "
      "xml:base='http://b.example/'><link href='x'/></feed>";
  BOOST_TEST(test::rewritten(feed, {}).bytes.find("<link href='http://b.example/x'/>") !=
             std::string::npos);
}

// A base that browsers cannot read is none to them.
BOOST_AUTO_TEST_CASE(below_a_base_that_is_none_to_browsers_a_link_leads_where_it_led) {
  const test::Outcome outcome = test::rewritten(
      test::html_mail("<base href=\"http://good.example:99999/\"><img src=\"\\/h.example/x\">"),
      {});
  BOOST_TEST(outcome.bytes.find("<img src=\"https://h.example/x\">") != std::string::npos,
             outcome.bytes);
}

// Without a base around it "//host/" is one to browsers alone ([R8]).
BOOST_AUTO_TEST_CASE(what_a_base_without_a_scheme_leads_to_is_written_where_it_goes) {
  const test::Outcome outcome = test::rewritten(
      test::html_mail("<base href=\"//evil.example/\"><a href=\"x\">x</a><img src=\"https:\\y\">"
                      "<a href=\"//h.example/\">x</a><a href=\"h.example/x\">x</a>"),
      dropping());
  BOOST_TEST(outcome.bytes ==
             test::html_mail("<a href=\"https://evil.example/x\">x</a>"
                             "<img src=\"https://evil.example/y\"><a href=\"//h.example/\">x</a>"
                             "<a href=\"https://evil.example/h.example/x\">x</a>"));
  const std::string apart = "<a href=\"//h.example/\">x</a><a href=\"h.example/x\">x</a>";
  BOOST_TEST(
      test::rewritten(test::html_mail("<base href=\"data:,x\">" + apart), dropping()).bytes ==
      test::html_mail(apart));
}

// [R8]: what is opened before a base is read knows none of it.
BOOST_AUTO_TEST_CASE(what_is_opened_before_a_base_is_written_where_it_goes) {
  const test::Outcome outcome =
      test::rewritten(test::html_mail("<meta http-equiv=\"refresh\" content=\"0;url=/x\"><base "
                                      "href=\"https://evil.example/\">",
                                      "Content-Base: https://good.example/d/\n"),
                      {});
  BOOST_TEST(outcome.bytes.find("content=\"0;url=https://good.example/x\"") != std::string::npos,
             outcome.bytes);
}

// A refresh and a srcset hold words, in which a tab would be written as an escape.
BOOST_AUTO_TEST_CASE(what_browsers_drop_is_not_written_as_an_escape) {
  const test::Outcome outcome = test::rewritten(
      test::html_mail("<base href=\"https://b.example/\"><meta http-equiv=\"refresh\" "
                      "content=\"0;url=x&#9;y\">"),
      {});
  BOOST_TEST(outcome.bytes.find("0;url=https://b.example/xy\"") != std::string::npos,
             outcome.bytes);
}

// HTML 4.10.22.3, CSS Values 4.5, SVG 2 16.1.2: these lead nowhere else, whatever base there is.
BOOST_AUTO_TEST_CASE(what_names_the_document_itself_needs_no_base) {
  const std::string_view page =
      "<form action=\"\"><button formaction=\" \">x</button></form><svg><rect filter=\"url(#f)\"/>"
      "<use href=\"#g\"/></svg><p style=\"fill:url('#h')\">x</p>";
  const std::string mail =
      test::html_mail("<base href=\"https://evil.example/\">" + std::string(page));
  BOOST_TEST(test::rewritten(mail, wrapping()).bytes == mail);
  const test::Outcome outcome = test::rewritten(mail, dropping());
  BOOST_TEST(outcome.bytes == test::html_mail(page));
  BOOST_TEST(outcome.kept.empty());
}

// Found by attack: the rules keep the query of the base, browsers do not.
BOOST_AUTO_TEST_CASE(an_answer_with_another_query_than_a_browsers_is_not_written) {
  const test::Outcome outcome = test::rewritten(
      test::html_mail("<base href=\"https://redir.example/go?to=https://evil.example/\">"
                      "<a href=\"?\">home</a><a href=\"x?a b#c\">x</a>"),
      {});
  BOOST_TEST(outcome.bytes.find("<a href=\"https://redir.example/go?\">") != std::string::npos,
             outcome.bytes);
  // What both open is written as the rules have it.
  BOOST_TEST(outcome.bytes.find("<a href=\"https://redir.example/x?a b#c\">") != std::string::npos,
             outcome.bytes);
}

// Found by attack: what the rules refuse leads where browsers go.
BOOST_AUTO_TEST_CASE(a_link_that_the_rules_refuse_is_followed) {
  Options options = wrapping();
  options.walk.rules = url::Rules::whatwg;
  for (const std::string& page :
       {kXhtml + "<a xml:base='mailto:a@b' href='//evil.example/x'>x</a></html>",
        test::html_mail("<object codebase=\"tel:1\" data=\"//evil.example/x\"></object>", {},
                        "\n")}) {
    const test::Outcome outcome = test::rewritten(page, options);
    BOOST_TEST(outcome.bytes.find("evil.example%2Fx") != std::string::npos, outcome.bytes);
  }
}

// Found by attack: which prefix stands for XLink the document says.
BOOST_AUTO_TEST_CASE(an_animation_leads_by_any_prefix) {
  const std::string page =
      kXhtml +
      "<svg xmlns='http://www.w3.org/2000/svg' "
      "xmlns:foo='http://www.w3.org/1999/xlink'><a><set "
      "attributeName='foo:href' to='https://evil.example/x'/></a></svg></html>";
  const test::Outcome outcome = test::rewritten(page, wrapping());
  BOOST_TEST(outcome.bytes.find("evil.example%2Fx") != std::string::npos, outcome.bytes);
}

// Found by attack: parameters of a property are followed as its value is.
BOOST_AUTO_TEST_CASE(parameters_of_a_calendar_are_followed) {
  const std::string mail =
      "Content-Type: text/calendar; charset=utf-8\r\n\r\nBEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\n"
      "LOCATION;ALTREP=\"https://evil.example/x\":Room\r\n"
      "ORGANIZER;DIR=\"https://evil.example/y\":mailto:a@b.example\r\n"
      "END:VEVENT\r\nEND:VCALENDAR\r\n";
  const test::Outcome outcome = test::rewritten(mail, wrapping());
  BOOST_TEST(outcome.edits.size() + outcome.kept.size() == 2u);
  BOOST_TEST(outcome.edits.size() == 2u, outcome.bytes);
}

// Found by attack: what a property is shown as may stand in a data: URL.
BOOST_AUTO_TEST_CASE(a_page_in_a_parameter_of_a_calendar_is_searched) {
  const std::string mail =
      "Content-Type: text/calendar; charset=utf-8\r\n\r\nBEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\n"
      "DESCRIPTION;ALTREP=\"data:text/html,%3Ca%20href=https://evil.example/x%3Ex\":Room\r\n"
      "ATTACH:data:text/html,%3Ca%20href=https://evil.example/y%3Ex\r\n"
      "END:VEVENT\r\nEND:VCALENDAR\r\n";
  const test::Outcome outcome = test::rewritten(mail, wrapping());
  std::vector<std::string> kept;
  for (const Kept& each : outcome.kept) kept.push_back(each.from);
  const std::vector<std::string> wanted = {"https://evil.example/x", "https://evil.example/y"};
  BOOST_TEST(kept == wanted, boost::test_tools::per_element());
}

// Who takes another field for the base has the same wrapper to click, and is told of.
BOOST_AUTO_TEST_CASE(links_below_another_base_of_the_header_are_wrapped_with_the_first) {
  Options options;
  options.wrap = "https://g.example/?u={url}";
  const std::string head =
      "Content-Location: http://good.example/\nContent-Location: http://evil.example/\n"
      "Content-Type: text/html\n\n";
  const test::Outcome result = test::rewritten(head + "<a href=x>", options);
  BOOST_TEST(result.bytes ==
             head + "<a href=https://g.example/?u&#61;http%3A%2F%2Fgood.example%2Fx>");
  BOOST_TEST(!result.has_kept(rewrite::Kept::Why::ambiguous));
  BOOST_TEST((result.verdict == Verdict::differs));
  // What cannot be edited is kept for both.
  const std::string decoded =
      "Content-Type: message/rfc822\nContent-Transfer-Encoding: base64\n\n" +
      test::to_base64(head + "<a href=x>", "\n") + "\n";
  BOOST_TEST(!test::rewritten(decoded, options).kept.empty());
}

BOOST_AUTO_TEST_SUITE_END()
