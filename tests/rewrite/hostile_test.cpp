// SPDX-License-Identifier: MIT
//
// Messages that are made to be slow, or to break what is rewritten.
#include <boost/test/unit_test.hpp>

#include "rewrite/rewriting.h"
#include "support/many.h"
#include "walk/encode.h"

using namespace basewalk;
using rewrite::Options;

namespace {

const std::string kHead = "Content-Base: http://h.example/\nContent-Type: text/html; charset=";

std::string many_links(std::size_t count, std::string_view line_end) {
  std::string body;
  for (std::size_t i = 0; i < count; ++i)
    body.append("<a href=\"x").append(std::to_string(i)).append("\">y</a>").append(line_end);
  return body;
}

std::size_t count_of(std::string_view text, std::string_view word) {
  std::size_t count = 0;
  for (std::size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1))
    ++count;
  return count;
}

BOOST_AUTO_TEST_SUITE(hostile)

BOOST_AUTO_TEST_CASE(edits_very_many_links_of_one_part) {
  for (const std::size_t count : {std::size_t{10000}, test::many(200000)}) {
    for (const std::string_view encoding : {"8bit", "quoted-printable", "base64"}) {
      const std::string text = many_links(count, "\n");
      const std::string body = encoding == "base64" ? test::to_base64(text, "\n")
                               : encoding == "quoted-printable"
                                   ? test::to_quoted_printable(text, "\n")
                                   : text;
      const std::string mail =
          kHead + "utf-8\nContent-Transfer-Encoding: " + std::string(encoding) + "\n\n" + body;
      rewrite::Rewriter rewriter = test::rewriter({});
      const rewrite::Rewritten result = rewriter.rewrite(mail);
      BOOST_TEST(result.edit_count == count);
      BOOST_TEST(result.edits.size() == 10000U);
      std::string after;
      result.append_to(after);
      BOOST_TEST(rewriter.rewrite(after).changed() == false);
    }
  }
}

BOOST_AUTO_TEST_CASE(edits_a_message_of_a_hundred_megabytes) {
  const std::string line = std::string(75, 'x') + "\n";
  std::string mail = "Content-Type: multipart/mixed; boundary=b\n\n--b\n" + kHead +
                     "utf-8\n\n<a href=x>\n--b\nContent-Type: application/octet-stream\n\n";
  while (mail.size() < test::many(50'000'000)) mail += line;
  mail += "\n--b\n" + kHead + "utf-8\n\n<a href=y>";
  while (mail.size() < test::many(100'000'000)) mail += line;
  mail += "<a href=z>\n--b--\n";
  rewrite::Rewriter rewriter = test::rewriter({});
  const rewrite::Rewritten result = rewriter.rewrite(mail);
  BOOST_TEST(result.edit_count == 3U);
  BOOST_TEST(result.size() == mail.size() + 3 * std::string_view("http://h.example/").size());
  Options nothing;
  nothing.absolute = false;
  BOOST_TEST(!test::rewriter(nothing).rewrite(mail).changed());
}

BOOST_AUTO_TEST_CASE(keeps_base64_without_line_breaks_without) {
  const std::string text = std::string(1'000'000, ' ') + "<a href=x>" + std::string(1'000'000, ' ');
  const std::string mail =
      kHead + "utf-8\nContent-Transfer-Encoding: base64\n\n" + test::to_base64(text, "") + "\n";
  const test::Outcome outcome = test::rewritten(mail, {});
  BOOST_TEST(outcome.edits.size() == 1U);
  const std::size_t body = outcome.bytes.find("\n\n") + 2;
  BOOST_TEST(outcome.bytes.find('\n', body) == outcome.bytes.size() - 1);
}

BOOST_AUTO_TEST_CASE(keeps_mixed_line_ends_as_they_are) {
  for (const std::string_view encoding : {"8bit", "quoted-printable"}) {
    const std::string equals = encoding == "8bit" ? "=" : "=3D";
    const std::string mail =
        "Content-Base: http://h.example/\r\nContent-Type: text/html\n"
        "Content-Transfer-Encoding: " +
        std::string(encoding) + "\r\n\na\r\nb\n\rc\r\r\n<a href" + equals + "'x'>\n\r\n<a href" +
        equals + "'y'>\r\n\r";
    const test::Outcome outcome = test::rewritten(mail, {});
    std::string wanted = mail;
    wanted.replace(wanted.find("'x'>"), 2, "'http://h.example/x");
    wanted.replace(wanted.find("'y'>"), 2, "'http://h.example/y");
    BOOST_TEST(outcome.bytes == wanted);
  }
}

BOOST_AUTO_TEST_CASE(bounds_what_is_added) {
  // A long base, and many links that would each repeat it.
  const std::string mail = "Content-Base: http://h.example/" + std::string(20000, 'a') +
                           "/\nContent-Type: text/html\n\n" + many_links(2000, "\n");
  Options options;
  rewrite::Rewriter rewriter = test::rewriter(options);
  const rewrite::Rewritten result = rewriter.rewrite(mail);
  BOOST_TEST(result.size() <= options.walk.limits.output_factor * mail.size());
  BOOST_TEST(result.kept_count > 0U);
  BOOST_TEST(result.edit_count + result.kept_count == 2000U);
  BOOST_TEST_REQUIRE(!result.kept.empty());
  BOOST_TEST((result.kept.front().why == rewrite::Kept::Why::limit));
}

BOOST_AUTO_TEST_CASE(one_image_shown_very_often_is_put_in_up_to_the_limit) {
  std::string html;
  for (int i = 0; i < 10000; ++i) html += "<img src=cid:i>\n";
  const std::string mail =
      "Content-Type: multipart/related; boundary=b\n\n--b\nContent-Type: text/html\n\n" + html +
      "--b\nContent-Type: image/png\nContent-ID: <i>\nContent-Transfer-Encoding: base64\n\n" +
      test::to_base64(std::string(100000, 'i'), "\n") + "\n--b--\n";
  Options options;
  options.cid_inline = true;
  rewrite::Rewriter rewriter = test::rewriter(options);
  const rewrite::Rewritten result = rewriter.rewrite(mail);
  BOOST_TEST(result.size() <= options.walk.limits.output_factor * mail.size());
  BOOST_TEST(result.edit_count + result.kept_count == 10000U);
}

BOOST_AUTO_TEST_CASE(very_many_forged_marks_are_removed) {
  std::string mail;
  for (int i = 0; i < 100000; ++i) mail += "X-Basewalk-" + std::to_string(i) + ": x\n";
  mail += "\ntext\n";
  Options options;
  options.mark = true;
  const test::Outcome outcome = test::rewritten(mail, options);
  BOOST_TEST(count_of(outcome.bytes, "X-Basewalk") == 4U);
}

BOOST_AUTO_TEST_CASE(very_many_parts_are_edited) {
  std::string mail = "Content-Type: multipart/mixed; boundary=b\n\n";
  for (int i = 0; i < 20000; ++i) mail += "--b\n" + kHead + "utf-8\n\n<a href=x>\n";
  mail += "--b--\n";
  rewrite::Rewriter rewriter = test::rewriter({});
  BOOST_TEST(rewriter.rewrite(mail).edit_count == 20000U);
}

// Each line is a field, in which a CR is looked for.
BOOST_AUTO_TEST_CASE(a_header_of_very_many_lines_is_settled) {
  std::string mail = "Subject: a\rb\n";
  for (std::size_t i = 0; i < test::many(300'000); ++i) mail += "A line without a colon\n";
  mail += "Content-Type: text/html\n\n<a href=http://h.example/>x</a>\n";
  Options options;
  options.settle = true;
  const test::Outcome outcome = test::rewritten(mail, options);
  BOOST_TEST(outcome.bytes.starts_with("Subject: a b\n"));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
