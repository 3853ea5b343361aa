// SPDX-License-Identifier: MIT
//
// Bases of the header that others take: each mail, and the links that it has for them.
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <string>

#include "walk/collect.h"
#include "walk/encode.h"

using namespace basewalk;

namespace {

// "first|other other": where each link leads, those of other readings behind it.
std::string clicked(const std::string& mail) {
  std::string out;
  for (const test::SeenLink& link : test::collect(mail).links) {
    if (link.where.starts_with("header")) continue;
    BOOST_TEST((link.reading.empty() || link.reading == "base-choice"));
    if (!out.empty()) out += link.reading.empty() ? "\n" : " | ";
    out += link.clicked;
  }
  return out;
}

const std::string kGood = "Content-Location: http://good.example/d/\n";
const std::string kEvil = "Content-Location: http://evil.example/e/\n";
const std::string kHtml = "Content-Type: text/html\n\n";

}  // namespace

BOOST_AUTO_TEST_SUITE(other_bases)

BOOST_AUTO_TEST_CASE(of_several_fields_each_counts_to_somebody) {
  const std::string both = "http://good.example/d/x | http://evil.example/e/x";
  BOOST_TEST(clicked(kGood + kEvil + kHtml + "<a href=x>") == both);
  BOOST_TEST(clicked(kGood + kEvil + kGood + kHtml + "<a href=x>") == both);
  // RFC 2110 5 has Content-Base first, a browser does not know it.
  BOOST_TEST(clicked(kEvil + "Content-Base: http://good.example/d/\n" + kHtml + "<a href=x>") ==
             both);
  BOOST_TEST(clicked(kEvil + "Base: <URL:http://good.example/d/>\n" + kHtml + "<a href=x>") ==
             both);
  // In an enclosing entity.
  BOOST_TEST(clicked(kGood + kEvil + "Content-Type: multipart/related; boundary=b\n\n--b\n" +
                     kHtml + "<a href=x>\n--b--\n") == both);
  // Around a message that was decoded, and once more behind it.
  BOOST_TEST(clicked(kGood + kEvil +
                     "Content-Type: multipart/mixed; boundary=b\n\n--b\n"
                     "Content-Type: message/rfc822\nContent-Transfer-Encoding: base64\n\n" +
                     test::to_base64(kHtml + "<a href=x>", "\n") + "\n--b\n" + kHtml +
                     "<a href=x>\n--b--\n") == both + "\n" + both);
  // A base of the page stands on them, and to Thunderbird behind the first.
  BOOST_TEST(clicked(kGood + kEvil + kHtml + "<base href=q/><a href=x>") ==
             "http://good.example/d/q/x | http://evil.example/e/q/x | http://good.example/d/x");
  // More than anybody sends.
  std::string many = kGood;
  for (char c = 'a'; c < 'i'; ++c)
    many += std::string("Content-Location: http://") + c + ".example/\n";
  const test::Collect seen = test::collect(many + kHtml + "<a href=x>");
  BOOST_TEST(std::ranges::count(seen.notes, "limit-readings", &test::SeenNote::code) == 1);
}

BOOST_AUTO_TEST_CASE(what_leads_to_the_same_place_is_told_once) {
  for (const char* link : {"<a href=#x>", "<a href=''>", "<a href=http://h.example/>",
                           "<a href=mailto:a@b.example>", "<a href=//h.example/>", "www.h.example"})
    BOOST_TEST(clicked(kGood + kEvil + kHtml + link).find(" | ") == std::string::npos, link);
  BOOST_TEST(clicked("Content-Base: http://h.example/d/\nContent-Location: "
                     "http://h.example/d/page.html\n" +
                     kHtml + "<a href=x><a href=/y>") ==
             "http://h.example/d/x\nhttp://h.example/y");
  // One that is none counts to nobody.
  BOOST_TEST(clicked(kGood + "Content-Location: e/\nContent-Location: mailto:a\n" + kHtml +
                     "<a href=x>") == "http://good.example/d/x");
  // Nor does that of a part around the one that declares.
  BOOST_TEST(clicked(kEvil + "Content-Type: multipart/related; boundary=b\n\n--b\n" + kGood +
                     kHtml + "<a href=x>\n--b--\n") == "http://good.example/d/x");
}

// Nearly every mail program: URL Standard 4.4, scheme state.
BOOST_AUTO_TEST_CASE(who_knows_no_base_of_a_header_opens_a_host) {
  BOOST_TEST(clicked(kGood + kHtml + "<a href=http:/evil.example/x>") ==
             "http://good.example/evil.example/x | http://evil.example/x");
  BOOST_TEST(clicked(kGood + kHtml + "<a href='&#9;HTTP:evil.example'>") ==
             "http://good.example/d/evil.example | http://evil.example/");
  BOOST_TEST(clicked(kGood + kHtml + "<a href='ht&#10;tp:/evil.example'>") ==
             "http://good.example/evil.example | http://evil.example/");
  BOOST_TEST(
      clicked(kGood + kHtml + "<base href=http:/evil.example/><a href=x>") ==
      "http://good.example/evil.example/x | http://evil.example/x | http://good.example/d/x");
  BOOST_TEST(clicked(kGood + kHtml + "<a href=https:/evil.example/>") == "https://evil.example/");
  // That has no other one then, wherever the message was fetched from.
  WalkOptions fetched;
  fetched.retrieved = "http://fetched.example/";
  fetched.honor.thismessage = true;
  for (const test::SeenLink& link : test::collect(kGood + kHtml + "<a href=x>", fetched).links)
    BOOST_TEST(link.reading.empty());
  BOOST_TEST(clicked(kGood + kHtml + "<a href=x>") == "http://good.example/d/x");
}

// Thunderbird: what the header of a page declares is an attribute of HTML, before the page.
BOOST_AUTO_TEST_CASE(a_header_is_read_as_an_attribute) {
  const auto below = [](const std::string& field, const std::string& html = {}) {
    return clicked(field + kHtml + html + "<a href=x>");
  };
  BOOST_TEST(below("Content-Base: https&#58;//h.example/\n") == "https://h.example/x");
  BOOST_TEST(below("Content-Location: &#104;ttps://h.\n example/\n") == "https://h.example/x");
  BOOST_TEST(below("Content-Base: ht\"tp\"s://\vh.example/\n").ends_with("https://h.example/x"));
  BOOST_TEST(below("Content-Base: https:h.example/\n") == "https://h.example/x");
  BOOST_TEST(below("Content-Base: http://i.example/\n", "<base href=http://j.example/>") ==
             "http://j.example/x | http://i.example/x");
  // No other field, and what is no absolute URL is none.
  BOOST_TEST(below("Base: https&#58;//h.example/\n") == "");
  BOOST_TEST(below("Content-Base: d/\nContent-Location: https&#58;//h.example/\n") == "");
  WalkOptions options;
  options.honor.content_base = false;
  BOOST_TEST(test::collect("Content-Base: https&#58;//h/\n" + kHtml + "<a href=x>", options)
                 .links.size() == 1U);
}

// It shows all pages as one document, those of messages in the mail as well.
BOOST_AUTO_TEST_CASE(the_first_base_of_all_pages_counts_for_all) {
  const auto parts = [](std::initializer_list<std::string> all,
                        const std::string& subtype = "mixed") {
    std::string mail = "Content-Type: multipart/" + subtype + "; boundary=b\n\n";
    for (const std::string& part : all) mail += "--b\n" + part + "\n";
    std::string out;
    for (const test::SeenLink& link : test::collect(mail + "--b--\n").links)
      if (!link.reading.empty()) out += link.reading + ' ' + link.part + ' ' + link.clicked + '\n';
    return out;
  };
  const std::string page = kHtml + "<a href=x>",
                    base = "Content-Base: https://h.example/\n" + kHtml;
  const std::string tag = kHtml + "<base href=https://h.example/>";
  const std::string message = "Content-Type: message/rfc822\n";
  const std::string first = "part-joined 1 https://h.example/x\n";
  BOOST_TEST(parts({page, base}) == first);
  BOOST_TEST(parts({base, page}) == "part-joined 2 https://h.example/x\n");
  BOOST_TEST(parts({page, message + '\n' + base}) == first);
  BOOST_TEST(parts({page, message + '\n' + tag}) == first);
  BOOST_TEST(parts({page, message + "Content-Transfer-Encoding: base64\n\n" +
                              test::to_base64(tag, "\n")}) == first);
  BOOST_TEST(parts({page, message + "Content-Disposition: attachment\n\n" + message + '\n' +
                              tag}) == first);
  BOOST_TEST(parts({tag, message + '\n' + page}) == "part-joined 2.1 https://h.example/x\n");
  BOOST_TEST(parts({page, base}, "related; start=\"<a@b>\"") == first);
  // The tag of another page of the same message is told once.
  BOOST_TEST(parts({page, tag}) == first);
  // What is not shown beside it: attached, another form, of a bundle.
  BOOST_TEST(parts({page, "Content-Disposition: attachment\n" + base}) == "");
  BOOST_TEST(parts({base, page}, "alternative") == "");
  BOOST_TEST(parts({page, base}, "related") == "");
  // The first that is a base to HTML counts, also where it is none to the references.
  BOOST_TEST(parts({page, "Content-Base: d/\n" + kHtml, base}) == "");
  // What needs no base.
  BOOST_TEST(parts({kHtml + "<a href=#x><a href=http://i.example/><a href=''>", base}) == "");
}

// rcube_washtml::resolve_base, rcube_base_replacer: what Roundcube 1.6.5 was seen to open.
BOOST_AUTO_TEST_CASE(to_roundcube_a_base_stands_anywhere) {
  const auto page = [](const std::string& text) { return clicked(kHtml + text); };
  const std::string evil = "<base href=\"https://evil.example/\">";
  // In a comment, in raw text, in a value, as another attribute.
  BOOST_TEST(page("<!-- " + evil + " --><a href=login>") == "https://evil.example/login");
  BOOST_TEST(page("<textarea>" + evil + "</textarea><a href=login>") ==
             "https://evil.example/login");
  BOOST_TEST(page("<p title='" + evil + "'><a href=login>") == "https://evil.example/login");
  BOOST_TEST(page("<base data-href='https://evil.example/'>\n<a href=login>") ==
             "https://evil.example/login");
  BOOST_TEST(page("<iframe srcdoc='" + evil + "'></iframe><a href=login>") ==
             "https://evil.example/login");
  BOOST_TEST(page("<!--[if mso]>" + evil + "<![endif]--><a href=login>") ==
             "https://evil.example/login");
  // The last URL of the first line that has one; of several bases a note tells.
  const std::string good = "<base href=http://good.example/d/>";
  BOOST_TEST(
      page(good + "<!--" + evil + "-->\n<!-- <base href=http://h.example/> -->\n<a href=x>") ==
      "http://good.example/d/x | https://evil.example/x");
  BOOST_TEST(page(good + "\n<!--" + evil + "-->\n<a href=x>") == "http://good.example/d/x");
  BOOST_TEST(page(good + evil + "<a href=x>") == "http://good.example/d/x");
  // It knows no user info, and other characters of hosts end it.
  BOOST_TEST(page("<base href=https://evil.example@good.example/>\n<a href=x>") ==
             "https://evil.example@good.example/x | https://evil.example/x");
  BOOST_TEST(page("<base href=https://evil.example!.good.example/>\n<a href=x>") ==
             "https://evil.example!.good.example/x | https://evil.example/x");
  // A path behind "https:" loses the host.
  BOOST_TEST(page("<base href=https://good.example/d/>\n<a href=/evil.com/x>") ==
             "https://good.example/evil.com/x | https://evil.com/x");
  BOOST_TEST(page("<base href=https://good.example/>\n<a href=/images/x><a href=/x.html>") ==
             "https://good.example/images/x\nhttps://good.example/x.html");
  BOOST_TEST(page("<base href=http://good.example/d/>\n<a href=/evil.com/x>") ==
             "http://good.example/evil.com/x");
  // What it does not see as a URL of its own is joined as well.
  BOOST_TEST(page("<!--" + evil + "--><a href=mailto:a@h.example>") ==
             "mailto:a@h.example | https://evil.example/mailto:a@h.example");
  BOOST_TEST(
      page("<base href=https://h.example/>\n<a href=mailto:a@h.example><a href=//i.example/>") ==
      "mailto:a@h.example\nhttps://i.example/");
  BOOST_TEST(page("<!-- " + evil + " --><a href=https://good.example/>") ==
             "https://good.example/");
  // Attributes that it does not know, and values with blanks.
  BOOST_TEST(page("<!-- " + evil + " --><form action=x><a href='x y'>").empty());
  // The last URL of a line is a link to all.
  BOOST_TEST(page("<base target=x><a href=https://h.example/><a href=x>") ==
             "https://h.example/\n");
}

BOOST_AUTO_TEST_SUITE_END()
