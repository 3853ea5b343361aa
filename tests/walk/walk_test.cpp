// SPDX-License-Identifier: MIT
#include <algorithm>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <ostream>
#include <string>

#include "support/files.h"
#include "walk/collect.h"
#include "walk/encode.h"

using namespace basewalk;
using test::Collect;
using test::collect;
using test::html_mail;

namespace {

constexpr std::string_view kNested =
    "Content-Base: http://outer/\nContent-Type: multipart/mixed; boundary=a\n"
    "List-Unsubscribe: <leave>, <http://list/>\n\n"
    "--a\nContent-Type: text/html\n\n<a href=1>\n"
    "--a\nContent-Type: message/rfc822\nContent-Base: http://part/\n\n"
    "Content-Base: http://inner/\nContent-Type: multipart/mixed; boundary=b\n\n"
    "--b\nContent-Type: text/html\n\n<a href=2><base href=deep/>\n"
    "--b\nContent-Type: message/rfc822\nContent-Transfer-Encoding: base64\n\n"
    // "Content-Type: text/html\n\n<a href=3>\n"
    "Q29udGVudC1UeXBlOiB0ZXh0L2h0bWwKCjxhIGhyZWY9Mz4K\n"
    "--b--\n"
    "--a\nContent-Type: text/html\n\n<a href=4>\n"
    "--a--\n";

std::string lines(const Collect& seen) {
  std::string out;
  for (const test::SeenLink& l : seen.links)
    out += l.part + ' ' + l.where + ' ' + l.url + ' ' + l.base_from + ' ' + l.base_part + '\n';
  return out;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(walker)

BOOST_AUTO_TEST_CASE(hands_the_base_down_through_messages_and_decoded_messages) {
  BOOST_TEST(lines(collect(kNested)) ==
             "0 header list-unsubscribe http://outer/leave content-base 0\n"
             "0 header list-unsubscribe http://list/ content-base 0\n"
             "1 a[href] http://outer/1 content-base 0\n"
             "2.1 a[href] http://inner/deep/2 html-base 2.1\n"
             "2.2.1 a[href] http://inner/3 content-base 2.0\n"
             "3 a[href] http://outer/4 content-base 0\n");
}

// The walker remembers answers: never one that a base had a part in, or that was read otherwise.
BOOST_AUTO_TEST_CASE(gives_equal_references_the_answer_of_their_own_place) {
  const std::string text =
      "<a href='x'><a href='//h'><a href='HTTP://h:80/./'></a>www.h.test "
      "<a href='www.h.test'><a href='x'><a href='HTTP://h:80/./'>";
  std::string mail = "Content-Type: multipart/mixed; boundary=a\n\n";
  for (const char* base : {"", "Content-Base: http://p/q/\n", "", "Content-Base: ftp://r/\n", ""})
    mail += "--a\n" + std::string(base) + "Content-Type: text/html\n\n" + text + "\n";
  const auto seen = collect(mail);
  std::string out;
  for (const test::SeenLink& l : seen.links)
    if (l.reading.empty())
      out += l.part + ' ' + l.status + ' ' + l.url + ' ' + l.clicked + ' ' + l.flags + '\n';
  std::string wanted;
  const std::string same = " absolute HTTP://h:80/./ http://h/ \n";
  for (int i = 1; i <= 5; ++i) {
    const std::string n = std::to_string(i);
    const std::string guess = n + " guessed http://www.h.test http://www.h.test/ \n";
    if (i % 2 == 1) {
      const std::string none = n + " unresolved   \n";
      const std::string host = n + " unresolved  https://h/ scheme-assumed\n";
      const std::string named = n + " unresolved  http://www.h.test/ scheme-assumed\n";
      wanted += none + host + n + same + guess + named + none + n + same;
      continue;
    }
    const std::string base = i == 2 ? "http://p/q/" : "ftp://r/",
                      scheme = i == 2 ? "http:" : "ftp:";
    const std::string x = n + " resolved " + base + "x " + base + "x \n";
    wanted += x + n + " resolved " + scheme + "//h " + scheme + "//h/ \n" + n + same + guess + n +
              " resolved " + base + "www.h.test " + base + "www.h.test \n" + x + n + same;
  }
  BOOST_TEST(out == wanted);
}

// [B3]: one that is in force for a frame before it is read for the whole is the same one.
BOOST_AUTO_TEST_CASE(a_base_that_is_refused_is_told_of_once) {
  const auto seen = collect(
      "Content-Type: text/html\n\n<base href='data:,x'>"
      "<iframe srcdoc='<a href=x>'></iframe><iframe srcdoc='<a href=y>'></iframe>");
  BOOST_TEST(std::ranges::count(seen.notes, "base-refused", &test::SeenNote::code) == 1);
}

// URL Standard 4.4, query state: in the charset of the document, but for the schemes that have
// none of their own, and for documents within it, which are UTF-8.
BOOST_AUTO_TEST_CASE(a_query_is_in_the_charset_of_its_document) {
  const auto clicked = [](std::string_view body) {
    std::string out;
    const test::ExactCopy mail("Content-Type: text/html; charset=iso-8859-1\n\n" +
                               std::string(body));
    for (const test::SeenLink& link : collect(mail.view()).links)
      if (link.where.find("a[href]") != std::string::npos) out += link.clicked + '\n';
    return out;
  };
  BOOST_TEST(clicked("<a href='http://h/?\xE4#\xE4'>") == "http://h/?%E4#%C3%A4\n");
  BOOST_TEST(clicked("<a href='http://h/\xE4'>") == "http://h/%C3%A4\n");
  BOOST_TEST(clicked("<a href='ws://h/?\xE4'>") == "ws://h/?%C3%A4\n");
  BOOST_TEST(clicked("<a href='http://h/?&#1046;'>") == "http://h/?%26%231046%3B\n");
  // What the parser drops, and blanks at the end.
  BOOST_TEST(clicked("<a href='http://h/?x&#13;&#9;&#10;y\xE4'>") == "http://h/?xy%E4\n");
  BOOST_TEST(clicked("<a href='http://h/?\xE4 '>") == "http://h/?%E4\n");
  // Documents within the document.
  BOOST_TEST(clicked("<iframe srcdoc='<a href=http://h/?&auml;>'></iframe>") ==
             "http://h/?%C3%A4\n");
  BOOST_TEST(clicked("<iframe src='data:text/html;charset=utf-8,<a href=http://h/?%C3%A4>'>"
                     "</iframe>") == "http://h/?%C3%A4\n");
  BOOST_TEST(clicked("<iframe srcdoc=\"<iframe srcdoc='<a href=http://h/?&amp;auml;>'></iframe>\">"
                     "</iframe>") == "http://h/?%C3%A4\n");
}

// [B4], [R8]: what is opened at once is opened before a later <base> is read.
BOOST_AUTO_TEST_CASE(what_is_opened_at_once_knows_no_later_base) {
  const auto clicked = [](std::string_view fields, std::string_view body) {
    std::string out;
    const test::ExactCopy mail(std::string(fields) + "Content-Type: text/html\n\n" +
                               std::string(body));
    for (const test::SeenLink& link : collect(mail.view()).links)
      if (!link.where.starts_with("header")) out += link.clicked + '\n';
    return out;
  };
  const std::string base = "<base href=http://b.example/>",
                    place = "Base: <URL:http://o.example/>\n";
  const std::string_view opened[] = {
      "<meta http-equiv=refresh content='0;url=http:h.example/x'>",
      "<iframe src=http:h.example/x></iframe>",
      "<frameset><frame src=http:h.example/x></frameset>",
      "<script src=http:h.example/x></script>",
      "<link rel=stylesheet href=http:h.example/x>",
      "<iframe srcdoc='<iframe src=http:h.example/x></iframe>'></iframe>"};
  for (const std::string_view tag : opened) {
    if (tag.find("frameset") == std::string_view::npos)
      BOOST_TEST(clicked("", std::string(tag) + base) == "http://h.example/x\n", tag);
    BOOST_TEST(clicked("", base + std::string(tag)) == "http://b.example/h.example/x\n", tag);
  }
  BOOST_TEST(clicked(place, "<iframe src=x></iframe>" + base) == "http://o.example/x\n");
  const auto xhtml = [](std::string_view content) {
    const test::ExactCopy mail(
        "Content-Type: application/xhtml+xml\n\n<html xmlns='http://www.w3.org/1999/xhtml'>" +
        std::string(content) + "</html>");
    return collect(mail.view()).links.front().clicked;
  };
  const std::string frame = "<iframe src='http:h.example/x'/>",
                    xbase = "<base href='http://b.example/'/>";
  BOOST_TEST(xhtml(frame + xbase) == "http://h.example/x");
  BOOST_TEST(xhtml(frame + xbase + xbase) == "http://h.example/x");
  BOOST_TEST(xhtml("<p xml:base='http://p.example/'>" + frame + "</p>" + xbase) ==
             "http://h.example/x");
  BOOST_TEST(xhtml(xbase + frame) == "http://b.example/h.example/x");
  BOOST_TEST(clicked("", "<iframe src=//h.example/></iframe>" + base) == "https://h.example/\n");
  // What leads nowhere then is what readers make of it that look at the whole.
  BOOST_TEST(clicked("", "<iframe src=x></iframe>" + base) == "http://b.example/x\n");
  // What is asked for later, or again.
  for (const std::string_view tag : {"<a href=x>", "<object data=x>", "<embed src=x>",
                                     "<link rel=next href=x>", "<iframe longdesc=x></iframe>"})
    BOOST_TEST(clicked(place, std::string(tag) + base) == "http://b.example/x\n", tag);
}

// HTML 4.10.22.3, CSS Values 4.5, SVG 2 16.1.2: what names the document itself, or a place in it.
BOOST_AUTO_TEST_CASE(what_names_the_document_itself_knows_no_base_of_it) {
  const std::string base = "<base href=http://b.example/>",
                    place = "Base: <URL:http://o.example/>\n";
  for (const std::string_view own :
       {"<form action=''>", "<form><button formaction=' '>", "<svg><use href='#x'>",
        "<svg><rect fill='url(#x)'>",
        "<iframe srcdoc='<base href=http://c.example/><form action>'>"})
    for (const std::string_view fields : {"", place.c_str()}) {
      const test::ExactCopy mail(std::string(fields) + "Content-Type: text/html\n\n" + base +
                                 std::string(own));
      const test::SeenLink link = collect(mail.view()).links.back();
      BOOST_TEST(link.base == (fields.empty() ? "" : "http://o.example/"), own);
    }
}

// What hands a URL to a program, or redirects to one, knows no base of the document.
BOOST_AUTO_TEST_CASE(what_stands_within_a_url_knows_no_base) {
  const test::ExactCopy mail(
      "Content-Type: text/html\n\n<base href=http://b.example/><a href=feed:http:/h.example/>");
  BOOST_TEST(collect(mail.view()).links.back().clicked == "http://h.example/");
}

// What rewriting builds on: each link of a text leads back to where it was written.
BOOST_AUTO_TEST_CASE(reports_each_text_before_the_links_in_it) {
  struct Texts final : Visitor {
    std::string out;
    std::string text_of_links;
    Visit text(const TextReport& report) override {
      out += std::string(report.section) + ' ' + std::string(report.charset) + ' ' +
             std::to_string(report.finds->finds.size()) + '\n';
      text_of_links = report.text;
      BOOST_TEST(report.message->parts[report.part].media_type == report.type);
      return Visit::go_on;
    }
    Visit link(const Link& link) override {
      if (link.find == nullptr || link.beside_parts) {
        out += "  " + extract::where(link.place) + '\n';
        return Visit::go_on;
      }
      const std::size_t size = link.find->end - link.find->begin;
      out += "  " + text_of_links.substr(link.find->begin, size) + '\n';
      return Visit::go_on;
    }
  } seen;
  const std::string text =
      "List-Help: <http://list/>\nContent-Type: multipart/mixed; boundary=a\n\n"
      "--a\nContent-Type: text/html; charset=iso-8859-1\nContent-Transfer-Encoding: "
      "quoted-printable\n\n=E9<a href=3D'a&#98;c'><base href=3D'http://e/'>\n"
      "--a\nContent-Type: text/plain\n\nhttp://b/ http://c/\n"
      "--a\nContent-Type: image/png\n\nx\n--a--\n";
  walk(read_message(text), {}, static_cast<Visitor&>(seen));
  BOOST_TEST(
      seen.out ==
      "  header list-help\n1 windows-1252 2\n  a&#98;c\n2 us-ascii 2\n  http://b/\n  http://c/\n");
}

// Where each part lies, and what the walk counted.
BOOST_AUTO_TEST_CASE(reports_where_each_part_lies) {
  struct Places final : Visitor {
    std::string out;
    Visit part(const PartReport& report) override {
      const mime::Part& part = report.message->parts[report.index];
      BOOST_TEST(part.media_type == report.type);
      BOOST_TEST(part.body.size() == report.size);
      BOOST_TEST((part.kind == report.kind));
      out += std::string(report.section) + " @" + std::to_string(report.offset) + ' ' +
             std::to_string(report.size) + (report.decoded ? " decoded " : " ") +
             std::string(name(report.base_from)) + ' ' + std::string(report.base_part) + '\n';
      return Visit::go_on;
    }
  } seen;
  const std::string mail =
      "Content-Type: multipart/mixed; boundary=a\nContent-Base: http://b/\n\n"
      "--a\n\nhttp://h/\n--a\nContent-Type: message/rfc822\n"
      "Content-Transfer-Encoding: base64\n\n"
      // "Content-Type: text/html\n\n<a href=3>\n"
      "Q29udGVudC1UeXBlOiB0ZXh0L2h0bWwKCjxhIGhyZWY9Mz4K\n--a--\n";
  const WalkSummary summary = walk(read_message(mail), {}, static_cast<Visitor&>(seen));
  BOOST_TEST(seen.out ==
             "0 @0 138 content-base 0\n1 @71 9 content-base 0\n2 @86 48 content-base 0\n"
             "2.1 @150 11 decoded content-base 0\n");
  BOOST_TEST(summary.parts == 4U);
  BOOST_TEST(summary.links == 2U);
  BOOST_TEST(!summary.stopped);
}

BOOST_AUTO_TEST_CASE(flowed_lines_are_joined_where_the_type_says_so) {
  const auto urls = [](std::string_view parameters) {
    std::string out;
    for (const test::SeenLink& l :
         collect("Content-Type: text/plain" + std::string(parameters) + "\n\nhttp://h/a \nb\n")
             .links)
      out += l.url + ' ' + l.type + '\n';
    return out;
  };
  BOOST_TEST(urls("") == "http://h/a text/plain\n");
  BOOST_TEST(urls("; format=Flowed") == "http://h/a text/plain\n");
  BOOST_TEST(urls("; format=flowed; delsp=YES") == "http://h/ab text/plain\n");
  BOOST_TEST(urls("; format=flowed; delsp=no") == "http://h/a text/plain\n");
  for (const std::string_view parameters : {"; (comment) format=(x) flowed; delsp=(y)yes",
                                            "(a); format (b) = (c) flowed (d); delsp=yes",
                                            ";(;)format=flowed(\\)); (x=y)\n (z) delsp = \"yes\"",
                                            "; format=\"flowed\"(x) ; (y) delsp*=''yes"})
    BOOST_TEST(urls(parameters) == "http://h/ab text/plain\n", parameters);
  BOOST_TEST(urls("; delsp=yes") == "http://h/a text/plain\n");
}

// A header that says things twice is followed each way, and one way only once.
BOOST_AUTO_TEST_CASE(a_message_is_opened_once_for_each_encoding) {
  const std::string inner = test::to_base64(html_mail("<a href=http://in/>"), "\n") + "\n";
  const std::string types = "Content-Type: message/rfc822\nContent-Type: message/global\n";
  BOOST_TEST(lines(collect(types + "Content-Transfer-Encoding: base64\n\n" + inner)) ==
             "1.1 a[href] http://in/ none \n");
  BOOST_TEST(lines(collect(types +
                           "Content-Transfer-Encoding: base64\n"
                           "Content-Transfer-Encoding: x-uuencode\n\n" +
                           inner))
                 .find("1.1 a[href] http://in/ none \n") != std::string::npos);
  const std::string other =
      "Content-Type: application/octet-stream\nContent-Type: message/rfc822\n"
      "Content-Transfer-Encoding: base64\n\n";
  BOOST_TEST(lines(collect(other + inner)) == "1.1 a[href] http://in/ none \n");
}

BOOST_AUTO_TEST_CASE(a_stop_is_obeyed_in_every_reading) {
  const Message message = read_message(
      "Content-Type: text/plain\nContent-Type: text/html\nSubject: http://s/\n\n"
      "http://a/ <a href=http://b/>\n");
  test::StopAt all;
  BOOST_TEST(!walk(message, {}, static_cast<Visitor&>(all)).stopped);
  BOOST_TEST(all.events > 9U);
  for (std::size_t i = 1; i <= all.events; ++i) {
    test::StopAt some;
    some.left = i;
    BOOST_TEST(walk(message, {}, static_cast<Visitor&>(some)).stopped, i);
    BOOST_TEST(some.events == i);
  }
}

BOOST_AUTO_TEST_CASE(says_which_reading_a_text_is_of) {
  struct Texts final : Visitor {
    std::string out;
    Visit text(const TextReport& report) override {
      out += std::string(report.type) + (report.reading ? " other\n" : "\n");
      return Visit::go_on;
    }
  } seen;
  walk(read_message("Content-Type: text/plain\nContent-Type: text/html\n\nx\n"), {},
       static_cast<Visitor&>(seen));
  BOOST_TEST(seen.out == "text/plain\ntext/html other\n");
}

BOOST_AUTO_TEST_CASE(every_note_of_the_structure_is_told_once) {
  std::string out;
  for (const test::SeenNote& note :
       collect("Content-Type: multipart/mixed; boundary=a\nContent-Transfer-Encoding: x-odd\n\n"
               "--a\nContent-Transfer-Encoding: x-odder\n\nx\n")
           .notes)
    out += note.part + ' ' + note.code + '\n';
  BOOST_TEST(out == "0 encoding-unknown\n0 boundary-unclosed\n1 encoding-unknown\n");
}

BOOST_AUTO_TEST_CASE(a_scheme_may_be_assumed) {
  const auto urls = [](std::string_view assumed) {
    WalkOptions options;
    options.assume_scheme = assumed;
    std::string out;
    for (const test::SeenLink& l :
         collect(html_mail("<a href=//h/x><a href=x><a href=//>"), options).links)
      out += l.status + ' ' + l.url + ' ' + l.clicked + '\n';
    return out;
  };
  BOOST_TEST(urls("") == "unresolved  https://h/x\nunresolved  \nunresolved  \n");
  BOOST_TEST(urls("https") == "guessed https://h/x https://h/x\nunresolved  \nguessed https:// \n");
}

std::string by_browsers(std::string_view body, std::string_view assumed = {}) {
  WalkOptions options;
  options.rules = url::Rules::whatwg;
  options.assume_scheme = assumed;
  struct Answers final : Visitor {
    std::string out;
    Visit link(const Link& l) override {
      out.append(name(l.status)).append(" ").append(l.url.value_or("null")).append(" ");
      out.append(l.clicked.value_or("null")).append("\n");
      return Visit::go_on;
    }
  } answers;
  const std::string mail = html_mail(body);
  walk(read_message(mail), options, static_cast<Visitor&>(answers));
  return answers.out;
}

// Browsers drop line ends, tabs and what stands before (URL Standard 4.4) before they look for a
// scheme.
BOOST_AUTO_TEST_CASE(what_has_a_scheme_to_a_browser_needs_no_base) {
  for (const std::string_view written :
       {"ht\ntps://h.test/x", "ht&#9;tps://h.test/x", "&#1;https://h.test/x"})
    BOOST_TEST(by_browsers("<a href='" + std::string(written) + "'>") ==
               "absolute https://h.test/x https://h.test/x\n");
  BOOST_TEST(by_browsers("<a href='x'><a href=''><a href='//['>") ==
             "unresolved null null\nunresolved null null\nunresolved null null\n");
}

// [R9]: a URL that was refused is never an empty string.
BOOST_AUTO_TEST_CASE(what_the_rules_refuse_has_no_url) {
  BOOST_TEST(by_browsers("<a href='http://[::g]/'>") == "invalid null null\n");
  BOOST_TEST(by_browsers("<base href='http://b/'><a href='http://[::g]/'>") ==
             "invalid null null\n");
  BOOST_TEST(by_browsers("<a href='//[::g]/'>", "https") == "invalid null null\n");
  // Nor does a base take the place of what was guessed.
  BOOST_TEST(by_browsers("<base href='http://b/'>www.h.test:99999/x") == "invalid null null\n");
}

// [B2]: a base that is refused is none.
BOOST_AUTO_TEST_CASE(a_base_that_the_rules_refuse_is_no_base) {
  BOOST_TEST(by_browsers("<base href='http://[::g]/'><a href='x'><a href='http://h'>") ==
             "unresolved null null\nabsolute http://h/ http://h/\n");
}

// [R8]: a web mail's page has a scheme.
BOOST_AUTO_TEST_CASE(a_network_path_without_a_base_is_followed_by_https) {
  BOOST_TEST(
      by_browsers("<a href='\\\\h\\x'><a href=' /&#9;\\h?q'><a href='/x'><a href='//[::g]/'>") ==
      "unresolved null https://h/x\nunresolved null https://h/?q\nunresolved null null\n"
      "unresolved null null\n");
  BOOST_TEST(by_browsers("<base href='http://b/'><a href='//h/x'>") ==
             "resolved http://h/x http://h/x\n");
}

// [R6]: what is guessed is resolved as if it had been written.
BOOST_AUTO_TEST_CASE(a_guess_is_what_the_rules_make_of_it) {
  BOOST_TEST(by_browsers("www.H.test?x=1") ==
             "guessed http://www.h.test/?x=1 http://www.h.test/?x=1\n");
  BOOST_TEST(by_browsers("ftp.H.test/x/../b") == "guessed ftp://ftp.h.test/b ftp://ftp.h.test/b\n");
  BOOST_TEST(by_browsers("<a href='//H:443/./x y'>", "https") ==
             "guessed https://h/x%20y https://h/x%20y\n");
}

BOOST_AUTO_TEST_CASE(headers_are_read_in_their_charset) {
  const auto urls = [](std::string_view header) {
    std::string out;
    for (const test::SeenLink& l : collect(std::string(header) + "\n\n").links) out += l.url + '\n';
    return out;
  };
  BOOST_TEST(urls("Subject: =?utf-8?q?http://h/=C3=A9?=") == "http://h/\u00E9\n");
  // Where others decode its words otherwise, what they have in addition is told.
  BOOST_TEST(urls("Subject: http://h/a =?utf-8?b?aHR0cDovL2gvY?= =?utf-8?b?g==?=") ==
             "http://h/a\nhttp://h/\nhttp://h/b\n");
  BOOST_TEST(urls("Subject: http://h/\xE9 x") == "http://h/\u00E9\n");
  BOOST_TEST(urls("Subject: http://h/\u00E9 x") == "http://h/\u00E9\n");
  BOOST_TEST(urls("Content-Type: message/external-body; access-type=url; url=\"http://e/\"\n"
                  "List-Help: <http://l/>") == "http://l/\nhttp://e/\n");
}

BOOST_AUTO_TEST_CASE(reports_each_part_with_its_effective_base) {
  std::string out;
  for (const test::SeenPart& p : collect(kNested).parts)
    out += p.section + ' ' + p.type + ' ' + std::to_string(p.depth) + ' ' + p.base +
           (p.decoded ? " decoded\n" : "\n");
  BOOST_TEST(out ==
             "0 multipart/mixed 0 http://outer/\n"
             "1 text/html 1 http://outer/\n"
             "2 message/rfc822 1 http://part/\n"
             "2.0 multipart/mixed 2 http://inner/\n"
             "2.1 text/html 3 http://inner/deep/\n"
             "2.2 message/rfc822 3 http://inner/\n"
             "2.2.1 text/html 4 http://inner/ decoded\n"
             "3 text/html 1 http://outer/\n");
}

// A stop after any event ends the walk: nothing is reported after it, at whatever depth it came.
BOOST_AUTO_TEST_CASE(a_stop_is_obeyed_at_every_depth) {
  class StopAfter : public Visitor {
   public:
    explicit StopAfter(int events) : left_(events) {}
    Visit part(const PartReport&) override { return count(); }
    Visit link(const Link&) override { return count(); }
    Visit note(const NoteReport&) override { return count(); }
    int left() const { return left_; }

   private:
    Visit count() { return --left_ > 0 ? Visit::go_on : Visit::stop; }
    int left_;
  };
  const Message message = read_message(kNested);
  int events = 1;
  for (;; ++events) {
    StopAfter visitor(events);
    const WalkSummary summary = walk(message, {}, visitor);
    if (!summary.stopped) {
      BOOST_TEST(visitor.left() > 0);
      break;
    }
    BOOST_REQUIRE_EQUAL(visitor.left(), 0);
  }
  BOOST_TEST(events > 14);
}

BOOST_AUTO_TEST_CASE(calls_a_function_for_each_link_and_lets_it_stop) {
  const Message message = read_message(kNested);
  int all = 0, some = 0;
  walk(message, {}, [&](const Link&) { ++all; });
  walk(message, {}, [&](const Link&) { return ++some == 2 ? Visit::stop : Visit::go_on; });
  BOOST_TEST(all == 6);
  BOOST_TEST(some == 2);
}

BOOST_AUTO_TEST_CASE(a_document_in_a_data_url_inherits_no_base) {
  const Collect seen = collect(
      html_mail("<base href=http://b/><a href='data:text/html,<a href=x><a href=http://h/>'>"));
  BOOST_REQUIRE_EQUAL(seen.links.size(), 3U);
  BOOST_TEST(seen.links[1].status == "unresolved");
  BOOST_TEST(seen.links[1].base_from == "none");
  BOOST_TEST(seen.links[2].url == "http://h/");
}

// Found by the fuzzer: base64 and escapes can hold any bytes, and what is reported is text.
BOOST_AUTO_TEST_CASE(bytes_of_a_data_url_become_text) {
  const Collect seen =
      collect(html_mail("<a href='data:text/html;base64,PGEgaHJlZj0im/xnIj4='>"
                        "<a href='data:text/html,<a href=%ff%c3%a9>'>"));
  BOOST_REQUIRE_EQUAL(seen.links.size(), 4U);
  BOOST_TEST(seen.links[1].raw == "\u203A\u00FCg");
  BOOST_TEST(seen.links[3].raw == "\u00FF\u00C3\u00A9");
}

BOOST_AUTO_TEST_CASE(a_data_url_names_its_charset) {
  const std::pair<const char*, const char*> rows[] = {
      {"data:text/html;charset=iso-2022-jp,<a h%1b(Bref=http://h/>", "http://h/"},
      {"data:text/html;charset=koi8-r,<a href=http://h/%c1>", "http://h/\u0430"},
      {"data:text/html;charset=utf-7,%2bADw-a href=no>", nullptr},
      {"data:text/html,<meta charset=koi8-r><a href=http://h/%c1>", "http://h/\u0430"},
      {"data:text/css;charset=koi8-r,*{background:url(http://h/%c1)}", "http://h/\u0430"},
  };
  for (const auto& [url, raw] : rows) {
    const bool css = std::string_view(url).starts_with("data:text/css");
    const Collect seen = collect(html_mail(
        (css ? "<link rel=stylesheet href=\"" : "<iframe src=\"") + std::string(url) + "\">"));
    BOOST_TEST((seen.links.size() > 1) == (raw != nullptr), url);
    if (raw != nullptr && seen.links.size() > 1) BOOST_TEST(seen.links[1].raw == raw, url);
  }
}

// [R8]: the query is written in the document's encoding.
BOOST_AUTO_TEST_CASE(clicked_has_the_query_in_the_charset_of_its_document) {
  struct Row {
    const char *type, *text, *clicked;
  };
  const Row rows[] = {
      {"text/html; charset=koi8-r", "<a href='http://h/\xC1?\xC1#\xC1'>",
       "http://h/%D0%B0?%C1#%D0%B0"},
      {"text/html; charset=koi8-r", "<a href=' http://h/?\xC1\t\n \xC1 '>", "http://h/?%C1%20%C1"},
      {"text/html; charset=koi8-r", "<a href='http://h/?&#x4E2D;&eacute;'>",
       "http://h/?%26%2320013%3B%26%23233%3B"},
      {"text/html; charset=koi8-r", "<a href='x:/?\xC1'>", "x:/?%D0%B0"},
      {"text/html; charset=koi8-r", "<a href='ws://h/?\xC1'>", "ws://h/?%D0%B0"},
      {"text/html; charset=koi8-r", "<base href='http://h/'><a href='?\xC1'>", "http://h/?%C1"},
      {"text/html; charset=koi8-r", "<p style=\"background:url('http://h/?\xC1')\">",
       "http://h/?%C1"},
      {"text/html; charset=koi8-r", "<iframe srcdoc=\"<a href='http://h/?\xC1'>\"></iframe>",
       "http://h/?%D0%B0"},
      {"text/html; charset=iso-2022-jp", "<a href='http://h/?\x1B$BF|\x1B(B'>",
       "http://h/?%1B$BF|%1B(B"},
      {"text/html; charset=utf-8", "<a href='http://h/?\xC3\xA9'>", "http://h/?%C3%A9"},
      {"text/html", "<a href='http://h/?&eacute;'>", "http://h/?%E9"},
      {"application/xhtml+xml", "<a xmlns='http://www.w3.org/1999/xhtml' href='http://h/?&#233;'/>",
       "http://h/?%C3%A9"},
      {"text/plain; charset=koi8-r", "http://h/?\xC1", "http://h/?%D0%B0"},
  };
  for (const Row& row : rows) {
    const Collect seen = collect("Content-Type: " + std::string(row.type) + "\n\n" + row.text);
    BOOST_TEST_REQUIRE(!seen.links.empty(), row.text);
    BOOST_TEST(seen.links.back().clicked == row.clicked, row.type << " " << row.text);
  }
}

// What browsers do not read comes behind what they do, once.
BOOST_AUTO_TEST_CASE(links_of_another_charset_come_behind_those_of_the_first) {
  struct Row {
    const char* charset;
    std::string text;
    const char* urls;
  };
  const Row rows[] = {
      {"utf-7", "+ADw-a href=http+ADo-//o/+AD4- <a href=http://f/>", "http://f/ http://o/"},
      // The same link at another place is another one.
      {"utf-7", "+ADw-a href=http+ADo-//f/+AD4- <a href=http://f/>", "http://f/ http://f/"},
      // A base of the other reading is that one's.
      {"utf-7", "+ADw-base href=http+ADo-//b/+AD4-<a href=x><a href=http://f/>",
       "- http://f/ http://b/x"},
      {"utf-7", "<base href=http://b/><a href=x>", "http://b/x"},
      {"cp437", "<a href=http://f/>", "http://f/"},
      {"cp437", "<a href=http://f/\xE9>", "http://f/\u00E9 http://f/\u0398"},
      {"ibm037", "<a href=http://f/>", "http://f/"},
      {"ibm037", "\x4C\x81\x40\x88\x99\x85\x86\x7E\x88\xA3\xA3\x97\x7A\x61\x61\x96\x61\x6E",
       "http://o/"},
      {"us-ascii", "<a href=http://f/\xC3\xA9><a href=http://g/>",
       "http://f/\u00C3\u00A9 http://g/ http://f/\u00E9"},
      {"utf-16", "<a href=http://o/>", "http://o/"},
      {"utf-8", "\xFE\xFF<a href=http://o/>", "http://o/"},
      {"hz-gb-2312", "<a href=http://o/>", "http://o/"},
      {"replacement", "<a href=http://o/>", "http://o/"},
      {"iso-2022-jp", "<p title='\x1B$(Q'><a href=http://f/>\x1B(B<a href=http://g/>",
       "http://f/ http://g/"},
      {"no-such", "<a href=http://f/>", "http://f/"},
  };
  for (const Row& row : rows) {
    const Collect seen =
        collect("Content-Type: text/html; charset=" + std::string(row.charset) + "\n\n" + row.text);
    std::string urls;
    for (const auto& link : seen.links) {
      if (!urls.empty()) urls += ' ';
      urls += link.url.empty() ? std::string("-") : std::string(link.url);
    }
    BOOST_TEST(urls == row.urls, row.charset << " " << row.text);
  }
}

// Found by the fuzzer: a field's name is part of `where`, and what is reported is text.
BOOST_AUTO_TEST_CASE(bytes_of_a_field_name_become_text) {
  const Collect seen = collect("X-\xE9\xFF: <http://h/>\n\n");
  BOOST_REQUIRE_EQUAL(seen.links.size(), 2U);
  BOOST_TEST(seen.links[0].where == "header x-\xC3\xA9\xC3\xBF");
  // To others it is no field, and so text.
  BOOST_TEST(seen.links[1].reading == "header-end");
  const Collect nameless = collect("Subject: s\n: http://h/\nFrom: a@b\n\nx\n");
  BOOST_TEST_REQUIRE(!nameless.links.empty());
  BOOST_TEST(nameless.links[0].where == "header");
}

BOOST_AUTO_TEST_CASE(the_first_base_counts_also_for_links_before_it) {
  const Collect seen =
      collect(html_mail("<a href=x><base href=http://one/><base href=http://two/><a href=y>"));
  BOOST_TEST(lines(seen) ==
             "1 a[href] http://one/x html-base 1\n1 a[href] http://one/y html-base 1\n");
  BOOST_TEST(seen.has_note("base-later"));
}

BOOST_AUTO_TEST_CASE(a_refused_first_base_leaves_no_base_at_all) {
  const Collect seen =
      collect(html_mail("<base href='javascript:1'><base href=http://two/><a href=y>"));
  BOOST_REQUIRE_EQUAL(seen.links.size(), 1U);
  BOOST_TEST(seen.links[0].status == "unresolved");
  BOOST_TEST(seen.has_note("base-refused"));
}

BOOST_AUTO_TEST_CASE(an_external_body_was_retrieved_from_its_url) {
  const Collect seen = collect(
      "Content-Type: message/external-body; access-type=URL;\n URL=\"http://far/\n away/page\"\n\n"
      "Content-Type: text/html\nContent-ID: <x@y>\nList-Help: <help>\n\n");
  BOOST_TEST(lines(seen) ==
             "1 header content-type http://far/away/page none \n"
             "1.1 header list-help http://far/away/help retrieval 1\n");
}

BOOST_AUTO_TEST_CASE(text_is_the_same_whatever_the_encoding) {
  const std::string body = "<base href=http://b/><a href=x.html>";
  const std::string encodings[] = {
      "Content-Type: text/html\n\n" + body + "\n",
      "Content-Type: text/html\r\n\r\n" + body + "\r\n",
      "Content-Type: text/html\nContent-Transfer-Encoding: quoted-printable\n\n"
      "<base href=3Dhttp://b/><a h=\nref=3Dx.html>\n",
      "Content-Type: text/html\nContent-Transfer-Encoding: base64\n\n"
      "PGJhc2UgaHJlZj1odHRwOi8vYi8+PGEgaHJlZj14Lmh0bWw+\n",
      "Content-Type: text/html; charset=utf-16be\nContent-Transfer-Encoding: quoted-printable\n\n" +
          [&] {
            std::string out;
            for (char c : body) out += std::string("=00") + (c == '=' ? "=3D" : std::string(1, c));
            return out;
          }() +
          "\n",
  };
  for (const std::string& mail : encodings)
    BOOST_TEST(lines(collect(mail)) == "1 a[href] http://b/x.html html-base 1\n", mail);
}

BOOST_AUTO_TEST_CASE(an_attached_page_is_walked_by_its_name) {
  const Collect seen = collect(
      "Content-Type: application/octet-stream; name=\"invoice.html\"\n"
      "Content-Transfer-Encoding: base64\n\n"
      "PGJhc2UgaHJlZj1odHRwOi8vYi8+PGEgaHJlZj14Lmh0bWw+\n");
  BOOST_TEST(lines(seen) == "1 a[href] http://b/x.html html-base 1\n");
}

// A multipart under a transfer encoding that it must not have: its boundary stands outside.
BOOST_AUTO_TEST_CASE(an_encoded_multipart_has_parts) {
  const std::string parts =
      "--b\nContent-Type: text/html\nContent-Base: http://h/d/\n\n<a href=x>\n--b--\n";
  const Collect seen =
      collect("Content-Type: multipart/mixed; boundary=b\nContent-Transfer-Encoding: base64\n\n" +
              test::to_base64(parts, "\n") + "\n");
  BOOST_REQUIRE(seen.links.size() == 1U);
  BOOST_TEST(seen.links[0].where == "a[href]");
  BOOST_TEST(seen.links[0].url == "http://h/d/x");
  BOOST_TEST(seen.links[0].type == "text/html");
}

// [H2]: what is not opened is searched as it stands, and padding in a header hides no body.
BOOST_AUTO_TEST_CASE(what_lies_behind_a_limit_is_searched_all_the_same) {
  WalkOptions options;
  options.limits.depth = 1;
  BOOST_TEST(lines(collect("Content-Type: multipart/mixed; boundary=a\n\n--a\n"
                           "Content-Type: multipart/mixed; boundary=b\n\n--b\n\nhttp://deep/\n"
                           "--b--\n--a--\n",
                           options)) == "1 text http://deep/ none \n");
  BOOST_TEST(lines(collect("Content-Type: multipart/mixed; boundary=a\n\n--a\n"
                           "Content-Type: message/rfc822\n\nSubject: s\n\nhttp://deep/\n--a--\n",
                           options)) == "1 text http://deep/ none \n");
  options.limits = {};
  options.limits.parts = 3;
  BOOST_TEST(lines(collect("Content-Type: multipart/mixed; boundary=a\n\n--a\n\nhttp://one/\n"
                           "--a\n\nhttp://two/\n--a\n\nhttp://three/\n--a--\n",
                           options)) ==
             "1 text http://one/ none \n2 text http://two/ none \n2 text http://three/ none \n");
  options.limits = {};
  options.limits.header_bytes = 100;
  BOOST_TEST(lines(collect("X-Pad: " + std::string(200, 'x') +
                               "\nContent-Type: text/html\n\n<a href=http://h/>",
                           options)) == "1 a[href] http://h/ none \n");
}

// A reader that sees another boundary than we do shows what we take for preamble or epilogue.
BOOST_AUTO_TEST_CASE(no_boundary_hides_a_link) {
  struct Row {
    std::string_view mail, wanted;
  };
  const Row rows[] = {
      {"Content-Type: multipart/mixed; boundary=a\n\nhttp://pre/\n--a\n\nhttp://in/\n--a--\n"
       "http://post/\n",
       "0 preamble text http://pre/ none \n0 epilogue text http://post/ none \n"
       "1 text http://in/ none \n"},
      {"Content-Type: multipart/mixed; boundary=a\n\n--b\n\nhttp://in/\n--b--\n",
       "1 text http://in/ none \n"},
      {"Content-Type: multipart/mixed\n\nhttp://in/\n", "1 text http://in/ none \n"},
      {"Content-Type: multipart/mixed\n\n<html><a href=http://in/>\n",
       "1 a[href] http://in/ none \n"},
      // "--a\n\nhttp://in/\n--a--\n" in base64
      {"Content-Type: multipart/mixed; boundary=a\nContent-Transfer-Encoding: base64\n\n"
       "LS1hCgpodHRwOi8vaW4vCi0tYS0tCg==\n",
       "1.1 text http://in/ none \n"},
  };
  for (const Row& row : rows) BOOST_TEST(lines(collect(row.mail)) == row.wanted, row.mail);
}

std::string within(std::string_view body, const WalkOptions& options = {}) {
  std::string out;
  for (const test::SeenLink& l : collect(html_mail(body), options).links)
    out += l.where + ' ' + l.status + ' ' + l.url + ' ' + l.flags + '\n';
  return out;
}

BOOST_AUTO_TEST_CASE(what_stands_within_a_url_follows_it) {
  BOOST_TEST(
      within("<a href='http://r/?u=https%3A%2F%2Fs%2F%3Fv%3Dhttp%253A%252F%252Ft%252F&w=http://w/'>"
             "<a href=//n/?next=www.x.example>") ==
      "a[href] absolute http://r/?u=https%3A%2F%2Fs%2F%3Fv%3Dhttp%253A%252F%252Ft%252F&w=http://w/ "
      "\n"
      "a[href] nested absolute https://s/?v=http%3A%2F%2Ft%2F \n"
      "a[href] nested nested absolute http://t/ \n"
      "a[href] nested absolute http://w/ \n"
      "a[href] unresolved  scheme-assumed\n"
      "a[href] nested guessed http://www.x.example \n");
}

BOOST_AUTO_TEST_CASE(a_wrapper_is_known_by_where_it_leads) {
  // The host is the base's.
  BOOST_TEST(within("<base href=https://www.google.com/><a href='url?q=http://h/'>") ==
             "a[href] resolved https://www.google.com/url?q=http://h/ base-split,wrapped\n"
             "a[href] wrapped absolute http://h/ \n");
  BOOST_TEST(within("<a href='HTTPS://www.g&shy;oogle.com\\url?q=//h.example/'>") ==
             "a[href] absolute HTTPS://www.g\u00ADoogle.com\\url?q=//h.example/ "
             "backslash,host-differs,invalid-syntax,wrapped\n"
             "a[href] wrapped guessed http://h.example/ \n");
}

// The text of a wrapped link is held against what is wrapped.
BOOST_AUTO_TEST_CASE(a_wrapped_link_has_the_text_of_its_wrapper) {
  const Collect seen =
      collect(html_mail("<a href='https://www.google.com/url?q=http://evil.test/'>www.bank.com</a>"
                        "<a href='https://www.google.com/url?q=http://www.bank.com/'>bank.com</a>"
                        "<a href='http://h.test/?u=http://i.test/'>h.test</a>"));
  BOOST_REQUIRE_EQUAL(seen.links.size(), 7U);
  std::string out;
  for (const test::SeenLink& l : seen.links) out += l.where + " (" + l.text + ") " + l.flags + '\n';
  BOOST_TEST(out ==
             "a[href] (www.bank.com) wrapped\na[href] wrapped (www.bank.com) text-differs\n"
             "text ((none)) \n"
             "a[href] (bank.com) wrapped\na[href] wrapped (bank.com) \n"
             "a[href] (h.test) \na[href] nested ((none)) \n");
}

BOOST_AUTO_TEST_CASE(defanged_links_are_links_where_that_is_asked) {
  const std::string mail =
      "Subject: hxxp://s[.]example/\n\nhxxp[:]//a[.]example/b and c[.]example\n";
  BOOST_TEST(lines(collect(mail)).empty());
  WalkOptions options;
  options.refang = true;
  BOOST_TEST(lines(collect(mail, options)) ==
             "1 header subject http://s.example/ none \n1 text http://a.example/b none \n"
             "1 text http://c.example none \n");
}

// Two kilobytes of blanks are no page yet.
BOOST_AUTO_TEST_CASE(padding_does_not_hide_what_an_attachment_is) {
  const std::string page = std::string(5000, ' ') + "<html><a href=http://h/>";
  for (const bool encoded : {false, true})
    BOOST_TEST(lines(collect(
                   "Content-Type: application/octet-stream\n" +
                   (encoded ? "Content-Transfer-Encoding: base64\n\n" + test::to_base64(page, "\n")
                            : "\n" + page))) == "1 a[href] http://h/ none \n");
}

BOOST_AUTO_TEST_CASE(a_walker_is_used_again) {
  Walker walker((WalkOptions()));
  const std::string one = html_mail("<base href=http://one/><a href=x>"),
                    two = html_mail("<a href=y>");
  Collect first, second;
  walker.walk(read_message(one), first);
  walker.walk(read_message(two), second);
  BOOST_TEST(first.links[0].url == "http://one/x");
  BOOST_TEST(second.links[0].status == "unresolved");
}

BOOST_AUTO_TEST_SUITE_END()
