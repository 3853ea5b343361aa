// SPDX-License-Identifier: MIT
//
// [H2], [H3]: what a limit leaves out is said, and nothing multiplies.
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <string>
#include <string_view>
#include <utility>

#include "support/many.h"
#include "walk/collect.h"
#include "walk/encode.h"

using namespace basewalk;
using test::Collect;
using test::collect;
using test::html_mail;

namespace {

BOOST_AUTO_TEST_SUITE(limits)

// [H2]: what a limit leaves out is said, and what follows is still walked.
BOOST_AUTO_TEST_CASE(the_limit_of_links_gives_a_note) {
  WalkOptions options;
  options.limits.links = 3;
  std::string body;
  for (int i = 0; i < 10; ++i) body += "<a href=http://h/" + std::to_string(i) + ">";
  const Collect seen = collect(html_mail(body), options);
  BOOST_TEST(seen.links.size() == 3U);
  BOOST_TEST(seen.has_note("limit-links"));
}

// [H2]: also where the last one that is told holds another.
BOOST_AUTO_TEST_CASE(the_limit_of_links_counts_those_within_others) {
  WalkOptions options;
  options.limits.links = 1;
  const Collect seen = collect(html_mail("<a href=http://r/?u=http://h/x>"), options);
  BOOST_TEST(seen.links.size() == 1U);
  BOOST_TEST(seen.has_note("limit-links"));
  options.limits.links = 2;
  const Collect all = collect(html_mail("<a href=http://r/?u=http://h/x>"), options);
  BOOST_TEST(all.links.size() == 2U);
  BOOST_TEST(!all.has_note("limit-links"));
}

// Each part that is left unopened is read by the header in front of it; there are notes of each.
BOOST_AUTO_TEST_CASE(very_many_parts_behind_the_limit_are_searched) {
  std::string mail;
  for (std::size_t i = 0; i < test::many(60'000); ++i)
    mail += "Content-Type: multipart/mixed; boundary=b; x=\n\n--b\n";
  mail += "Content-Type: text/html\n\n<a href=http://h/>\n";
  const Collect seen = collect(mail);
  BOOST_TEST(seen.has_note("limit-depth"));
  BOOST_TEST(std::count_if(seen.links.begin(), seen.links.end(), [](const test::SeenLink& each) {
               return each.url == "http://h/" || each.url == "http://h";
             }) > 0);
}

// A destination in Markdown that is looked at up to a length is told as cut.
BOOST_AUTO_TEST_CASE(a_very_long_destination_is_told) {
  for (const std::size_t size : {100u, 3000u}) {
    const Collect seen =
        collect("Content-Type: text/markdown\n\n[x](//h/" + std::string(size, 'y') + ")\n");
    BOOST_TEST(seen.has_note("limit-links") == (size == 3000u));
  }
}

// [H3]: what is written grows with the message, and URLs within others take half of it.
BOOST_AUTO_TEST_CASE(what_may_be_written_grows_with_the_message) {
  WalkOptions options;
  options.limits.output_factor = 1;
  const auto bases = [&](std::size_t padding) {
    std::string parts = "Content-Base: http://h/" + std::string(1000, 'a') +
                        "/\nContent-Type: multipart/mixed; boundary=b\n\n";
    for (int i = 0; i < 9; ++i) parts += "--b\n\n" + std::string(padding, 'x') + "\n";
    const Collect seen = collect(parts, options);
    BOOST_TEST(seen.parts.size() == 10U);
    return std::count_if(seen.parts.begin(), seen.parts.end(),
                         [](const test::SeenPart& part) { return !part.base.empty(); });
  };
  BOOST_TEST(bases(10) == 4);
  BOOST_TEST(bases(2000) == 10);

  const std::string inner = "http://h/" + std::string(1200, 'b');
  const std::string links = "<a href=http://r/?u=" + inner + "><a href=http://r/?v=" + inner + ">";
  const Collect seen = collect(html_mail(links), options);
  BOOST_TEST(seen.links.size() == 3U);  // the one within the second is left out
  BOOST_TEST(seen.has_note("limit-output"));
  options.limits.output_factor = 2;
  BOOST_TEST(collect(html_mail(links), options).links.size() == 4U);
}

// [H3]: a long base does not multiply; every link is reported all the same.
BOOST_AUTO_TEST_CASE(output_is_bounded_and_no_link_is_lost) {
  std::string body = "<base href=\"http://h/" + std::string(20000, 'A') + "/\">";
  for (int i = 0; i < 3000; ++i) body += "<a href=\"x" + std::to_string(i) + "\">";
  const std::string mail = html_mail(body);
  const Collect seen = collect(mail);
  BOOST_TEST(seen.links.size() == 3000U);
  BOOST_TEST(seen.has_note("limit-output"));
  std::size_t written = 0;
  for (const test::SeenLink& l : seen.links) written += l.base.size() + l.url.size();
  BOOST_TEST(written <= 16 * mail.size());
  BOOST_TEST(seen.links.back().flags == "base-split,url-omitted");
  BOOST_TEST(seen.links.back().base_from == "html-base");
}

// A base of one megabyte, and many links, elements and parts that would repeat it: each of these
// took time or memory with the product of the two.
BOOST_AUTO_TEST_CASE(a_long_base_does_not_multiply) {
  const std::string base = "http://h/" + std::string(1'000'000, 'A') + "/";
  std::string links = "<base href=\"" + base + "\">", elements = links;
  for (int i = 0; i < 100'000; ++i) links += "<a href=x>";
  for (int i = 0; i < 50'000; ++i) elements += "<object codebase=x data=y>";
  BOOST_TEST(collect(html_mail(links)).links.size() == 100'000U);
  const Collect seen = collect(html_mail(elements));
  BOOST_TEST(seen.links.size() == 100'000U);
  BOOST_TEST(seen.has_note("limit-output"));

  std::string parts = "Content-Base: " + base + "\nContent-Type: multipart/mixed; boundary=b\n\n";
  for (int i = 0; i < 20'000; ++i) parts += "--b\nContent-Type: text/html\n\n<base href=x>\n";
  std::size_t written = 0;
  for (const test::SeenPart& part : collect(parts).parts) written += part.base.size();
  BOOST_TEST(written <= 16 * parts.size());
}

BOOST_AUTO_TEST_CASE(decoded_messages_count_for_the_depth_limit) {
  // Each level is a base64 message in a message.
  std::string mail = html_mail("<a href=http://deep/>");
  for (int level = 0; level < 6; ++level) {
    mail = "Content-Type: message/rfc822\nContent-Transfer-Encoding: base64\n\n" +
           test::to_base64(mail, "\n") + "\n";
  }
  WalkOptions options;
  options.limits.depth = 6;
  BOOST_TEST(collect(mail, options).links.size() == 1U);
  options.limits.depth = 5;
  const Collect cut = collect(mail, options);
  BOOST_TEST(cut.links.size() == 1U);  // read piece by piece
  BOOST_TEST(cut.has_note("limit-depth"));
}

// Four types and an encoding that does not shrink, at every level: opened each way, this would be
// four to the power of sixty.
BOOST_AUTO_TEST_CASE(readings_of_readings_do_not_multiply) {
  std::string mail;
  for (int level = 0; level < 60; ++level)
    mail +=
        "Content-Type: message/rfc822\nContent-Type: message/global\n"
        "Content-Type: message/news\nContent-Type: application/x-mimearchive\n"
        "Content-Transfer-Encoding: quoted-printable\n"
        "Content-Transfer-Encoding: x-uuencode\n\n";
  mail += html_mail("<a href=http://deep/>");
  const Collect seen = collect(mail);
  BOOST_TEST(seen.parts.size() < 1000U);
  BOOST_TEST(seen.has_note("limit-decoded"));
}

BOOST_AUTO_TEST_CASE(urls_in_urls_are_followed_to_a_limit_and_a_note) {
  std::string url;
  for (int i = 0; i < 20; ++i) url += "http://h/" + std::to_string(i) + "?u=";
  const Collect seen = collect(html_mail("<a href='" + url + "'><a href=http://last/>"));
  BOOST_TEST(seen.links.size() == 10U);
  BOOST_TEST(seen.links.back().url == "http://last/");
  BOOST_TEST(seen.has_note("limit-depth"));
}

// [H3]: a long base that holds URLs within each other, and every link with all of them.
BOOST_AUTO_TEST_CASE(urls_in_a_base_do_not_multiply) {
  std::string body = "<base href='http://a/http://b/http://c/http://d/http://e/" +
                     std::string(100'000, 'A') + "/'>";
  for (int i = 0; i < 1000; ++i) body += "<a href=x>";
  const std::string mail = html_mail(body);
  std::size_t written = 0;
  const Collect seen = collect(mail);
  for (const test::SeenLink& l : seen.links) written += l.raw.size() + l.url.size();
  BOOST_TEST(written <= 24 * mail.size());
  BOOST_TEST(seen.has_note("limit-output"));
}

// A limit is no place to hide: what lies behind it is read piece by piece.
BOOST_AUTO_TEST_CASE(what_limits_leave_is_searched) {
  const std::string html = "Content-Type: text/html\n\n<a href='&#104;ttp&#58;&#47;&#47;h/'>\n";
  const std::string encoded =
      "Content-Type: text/html\nContent-Transfer-Encoding: base64\n\n"
      "PGEgaHJlZj0naHR0cDovL2gvJz4=\n";
  std::string messages, multiparts, parts = "Content-Type: multipart/mixed; boundary=b\n\n";
  for (int i = 0; i < 150; ++i) messages += "Content-Type: message/rfc822\n\n";
  for (int i = 0; i < 150; ++i)
    multiparts += "Content-Type: multipart/mixed; boundary=b" + std::to_string(i) + ".\n\n--b" +
                  std::to_string(i) + ".\n";
  for (int i = 0; i < 50; ++i) parts += "--b\n\nx\n";
  WalkOptions few;
  few.limits.parts = 20;
  const std::string whole = messages + html;
  const auto as_base64 = [](std::string_view message) {
    return "Content-Type: message/rfc822\nContent-Transfer-Encoding: base64\n\n" +
           std::string(message) + "\n";
  };
  const auto in_cr = [](std::string bytes) {
    std::replace(bytes.begin(), bytes.end(), '\n', '\r');
    return bytes;
  };
  const std::pair<std::string, WalkOptions> rows[] = {
      {messages + html, {}},
      {messages + encoded, {}},
      {multiparts + html, {}},
      {multiparts + encoded + "--b149.--\n", {}},
      {multiparts + "Content-Type: text/plain\n\nx\n--b149.\n" + html, {}},
      {parts + "--b\n" + html + "--b--\n", few},
      {parts + "--b\n" + encoded + "--b--\n", few},
      // Content-Type: text/html, an empty line, <a href='http://h/'>
      {in_cr(messages + encoded), {}},
      {in_cr(multiparts + encoded + "--b149.--\n"), {}},
      {messages + as_base64("Q29udGVudC1UeXBlOiB0ZXh0L2h0bWwKCjxhIGhyZWY9J2h0dHA6Ly9oLyc+"), {}},
  };
  for (const auto& [bytes, options] : rows) {
    const Collect seen = collect(bytes, options);
    std::string urls;
    for (const test::SeenLink& link : seen.links) urls += link.reading + link.url + ' ';
    BOOST_TEST(urls == "http://h/ ", bytes.substr(bytes.size() - 80));
    BOOST_TEST((seen.has_note("limit-depth") || seen.has_note("limit-parts")));
    BOOST_TEST(seen.unread_things.empty());
  }
}

BOOST_AUTO_TEST_CASE(a_list_in_one_attribute_does_not_use_up_the_links_behind_it) {
  std::string srcset;
  for (int i = 0; i < 5000; ++i) srcset += "http://i/" + std::to_string(i) + " 1x, ";
  WalkOptions options;
  options.limits.links = 2000;
  const Collect seen = collect(
      "Content-Type: text/html\n\n<img srcset='" + srcset + "'><a href=http://h/>\n", options);
  BOOST_REQUIRE_EQUAL(seen.links.size(), 1001U);
  BOOST_TEST(seen.links.back().url == "http://h/");
  BOOST_TEST(seen.has_note("limit-links"));
  BOOST_REQUIRE_EQUAL(seen.unread_things.size(), 1U);
  BOOST_TEST(seen.unread_things[0].why == "limit-links");
  BOOST_TEST((seen.summary.verdict() == Verdict::unread));
}

// URLs in one another, documents in one another: what lies too deep in a text is not read.
BOOST_AUTO_TEST_CASE(what_is_too_deep_in_a_text_is_unread) {
  std::string url = "http://end/";
  for (int i = 0; i < 12; ++i) url = "http://h/?u=" + url;
  const Collect seen = collect("Content-Type: text/html\n\n<a href='" + url + "'>\n");
  BOOST_TEST(seen.has_note("limit-depth"));
  BOOST_REQUIRE_EQUAL(seen.unread_things.size(), 1U);
  BOOST_TEST(seen.unread_things[0].why == "limit-depth");
}

// What is behind a limit of the structure may say again and again that it holds a message.
BOOST_AUTO_TEST_CASE(pieces_in_pieces_are_bounded) {
  std::string bytes;
  for (int i = 0; i < 120; ++i) bytes += "Content-Type: message/rfc822\n\n";
  for (int i = 0; i < 20'000; ++i) bytes += "Content-Type: application/x\n\n";
  const Collect seen = collect(bytes + "http://h/\n");
  BOOST_TEST(seen.has_note("limit-decoded"));
  BOOST_TEST((seen.summary.verdict() == Verdict::unread));
  const std::string odd = bytes.substr(0, 3600) + std::string("\0From: x\n\nhttp://h/\n", 20);
  BOOST_TEST(collect(odd).links.size() == 1U);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
