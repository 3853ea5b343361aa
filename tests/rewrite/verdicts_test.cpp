// SPDX-License-Identifier: MIT
//
// What a rewritten message says of readings other than the first ([H6]).
#include <boost/test/unit_test.hpp>

#include "rewrite/rewriting.h"

using namespace basewalk;
using rewrite::Kept;
using rewrite::Options;
using rewrite::Rewritten;

namespace {

Options wrapping() {
  Options options;
  options.wrap = "https://guard.example/?u={url}";
  options.drop_base = true;
  return options;
}

constexpr std::string_view kBehindClose =
    "Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/html\n\n"
    "<a href=http://one/>\n--b--\n--b\nContent-Type: text/html\n\n"
    "<a href='&#104;ttp&#58;&#47;&#47;two/'><a href='&#104;ttp&#58;&#47;&#47;three/'>\n--b--\n";

}  // namespace

BOOST_AUTO_TEST_SUITE(verdicts)

BOOST_AUTO_TEST_CASE(a_message_without_doubt_is_clear) {
  rewrite::Rewriter rewriter = test::rewriter(wrapping());
  const std::string mail = test::html_mail("<a href=http://one/>");
  const Rewritten result = rewriter.rewrite(mail);
  BOOST_TEST((result.verdict == Verdict::clear));
  BOOST_TEST(result.edit_count == 1U);
  BOOST_TEST(result.doubt_count == 0U);
  BOOST_TEST(result.unread_count == 0U);
  BOOST_TEST(result.doubts.empty());
  BOOST_TEST(result.unread.empty());
}

BOOST_AUTO_TEST_CASE(links_of_another_reading_that_cannot_be_edited_are_kept_and_told) {
  rewrite::Rewriter rewriter = test::rewriter(wrapping());
  const std::string mail =
      "Content-Type: text/html\nno field\n<a href='&#104;ttp&#58;&#47;&#47;two/'>"
      "<a href='&#104;ttp&#58;&#47;&#47;three/'>\n\n<a href=http://one/>\n";
  const Rewritten result = rewriter.rewrite(mail);
  BOOST_TEST((result.verdict == Verdict::differs));
  BOOST_TEST(result.edit_count == 1U);
  BOOST_REQUIRE_EQUAL(result.doubts.size(), 1U);
  const rewrite::LeftDoubt& doubt = result.doubts[0];
  BOOST_TEST((doubt.doubt == Doubt::header_end));
  BOOST_TEST(doubt.part == 0U);
  BOOST_TEST(doubt.offset == mail.find("no field"));
  BOOST_TEST(doubt.links == 2U);
  BOOST_TEST(result.doubt_count == 1U);
  BOOST_REQUIRE_EQUAL(result.kept.size(), 2U);
  for (const Kept& kept : result.kept) {
    BOOST_TEST((kept.why == Kept::Why::ambiguous));
    BOOST_TEST(kept.part == 0U);
  }
  // Every byte that no edit concerns is the one that came.
  std::string bytes;
  result.append_to(bytes);
  BOOST_TEST(bytes.starts_with(mail.substr(0, mail.find("http://one"))));
}

BOOST_AUTO_TEST_CASE(what_was_not_read_is_told) {
  rewrite::Rewriter rewriter = test::rewriter(wrapping());
  const std::string mail =
      "Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/html\n\n"
      "<a href=http://one/>\n--b\nContent-Type: application/pdf; name=\"a b.pdf\"\n\n%PDF\n"
      "--b\nContent-Type: audio/ogg\n\nx\n--b--\n";
  const Rewritten result = rewriter.rewrite(mail);
  BOOST_TEST((result.verdict == Verdict::unread));
  BOOST_TEST(result.unread_count == 1U);
  BOOST_REQUIRE_EQUAL(result.unread.size(), 2U);
  BOOST_TEST(result.unread[0].section == "2");
  BOOST_TEST(result.unread[0].type == "application/pdf");
  BOOST_TEST(result.unread[0].name == "a b.pdf");
  BOOST_TEST(result.unread[0].why == "no-opener");
  BOOST_TEST(result.unread[0].offset == mail.find("%PDF"));
  BOOST_TEST(result.unread[0].size == 4U);
  BOOST_TEST(result.unread[1].why == "not-text");
}

BOOST_AUTO_TEST_CASE(a_message_that_is_too_long_is_not_read) {
  Options options = wrapping();
  options.walk.limits.message_bytes = 20;
  rewrite::Rewriter rewriter = test::rewriter(options);
  const std::string mail = test::html_mail("<a href=http://one/>");
  const Rewritten result = rewriter.rewrite(mail);
  BOOST_TEST(!result.changed());
  BOOST_TEST((result.verdict == Verdict::unread));
  BOOST_TEST(result.unread_count == 1U);
  BOOST_REQUIRE_EQUAL(result.unread.size(), 1U);
  BOOST_TEST(result.unread[0].why == "limit-message-bytes");
  BOOST_TEST(result.unread[0].size == mail.size());
}

BOOST_AUTO_TEST_CASE(the_marks_say_so) {
  Options options = wrapping();
  options.mark = true;
  rewrite::Rewriter rewriter = test::rewriter(options);
  struct Row {
    std::string mail;
    std::string_view verdict;
  };
  const Row rows[] = {
      {test::html_mail("<a href=http://one/>"), "clear"},
      {std::string(kBehindClose), "differs; links of behind-close 2"},
      {"Content-Type: application/pdf\n\nx\n", "unread; not read no-opener 1"},
      {"Content-Type: audio/ogg\n\nx\n", "clear"},
  };
  for (const Row& row : rows) {
    const Rewritten result = rewriter.rewrite(row.mail);
    BOOST_REQUIRE_EQUAL(result.marks.size(), 4U);
    BOOST_TEST(result.marks[3].name == "X-Basewalk-Verdict");
    BOOST_TEST(result.marks[3].value == row.verdict);
  }
}

// The lists have an end, the counts have none, and a mark stays one line.
BOOST_AUTO_TEST_CASE(lists_are_cut_and_counts_are_true) {
  Options options = wrapping();
  options.mark = true;
  rewrite::Rewriter rewriter = test::rewriter(options);
  std::string mail = "Content-Type: multipart/mixed; boundary=b\n\n";
  for (int i = 0; i < 1500; ++i) mail += "--b\nContent-Type: application/pdf\n\nx\n";
  mail += "--b--\n";
  const Rewritten result = rewriter.rewrite(mail);
  BOOST_TEST(result.unread_count == 1500U);
  BOOST_TEST(result.unread.size() == 1000U);
  BOOST_TEST(result.marks[3].value == "unread; not read no-opener 1000 and 500 more");
}

BOOST_AUTO_TEST_CASE(doubts_are_cut_and_their_count_is_true) {
  rewrite::Rewriter rewriter = test::rewriter(wrapping());
  std::string mail = "Content-Type: multipart/mixed; boundary=b\n\n";
  for (int i = 0; i < 1001; ++i)
    mail +=
        "--b\nContent-Type: text/html\nContent-Transfer-Encoding: base64\n\nhttp:/\n/h/x.html\n";
  mail += "--b--\n";
  const Rewritten result = rewriter.rewrite(mail);
  BOOST_TEST(result.doubt_count == 1001U);
  BOOST_TEST(result.doubts.size() == 1000U);
  BOOST_TEST((result.verdict == Verdict::differs));
}

BOOST_AUTO_TEST_CASE(what_is_taken_back_is_kept) {
  Options options = wrapping();
  options.mark = true;
  rewrite::Rewriter rewriter = test::rewriter(options);
  const std::string mail = test::html_mail("<a href=http://one/>", "X-Basewalk-Links: 1\n");
  Rewritten result = rewriter.rewrite(mail);
  BOOST_TEST(result.edit_count == 1U);
  BOOST_TEST(result.forged.size() == 1U);
  result.take_back(Kept::Why::check);
  BOOST_TEST(!result.changed());
  BOOST_TEST(result.edit_count == 0U);
  BOOST_TEST(result.edits.empty());
  BOOST_TEST(result.marks.empty());
  BOOST_TEST(result.forged.empty());
  BOOST_REQUIRE_EQUAL(result.kept.size(), 2U);
  BOOST_TEST(result.kept_count == 2U);
  BOOST_TEST((result.kept[0].why == Kept::Why::check));
  BOOST_TEST(result.kept[0].from == "http://one/");
  BOOST_TEST((result.kept[1].why == Kept::Why::check));
  BOOST_TEST(result.kept[1].from == "X-Basewalk-Links");
  BOOST_TEST(result.kept[1].offset == mail.find("X-Basewalk-Links"));
  BOOST_TEST((result.verdict == Verdict::differs));
  std::string bytes;
  result.append_to(bytes);
  BOOST_TEST(bytes == mail);
}

// A mark is believed behind us, whoever has made it: that it stays, or is missing, is no silence.
BOOST_AUTO_TEST_CASE(marks_that_are_taken_back_are_told) {
  Options options;
  options.mark = true;
  rewrite::Rewriter rewriter = test::rewriter(options);
  for (const std::string_view forged : {"", "X-Basewalk-Verdict: clear\n"}) {
    const std::string mail = test::html_mail("<p>x", forged);
    Rewritten result = rewriter.rewrite(mail);
    BOOST_TEST((result.verdict == Verdict::clear));
    result.take_back(Kept::Why::check);
    BOOST_REQUIRE_EQUAL(result.kept.size(), 1U);
    BOOST_TEST(result.kept_count == 1U);
    BOOST_TEST(result.kept[0].from == (forged.empty() ? "" : "X-Basewalk-Verdict"));
    BOOST_TEST((result.verdict == Verdict::differs));
  }
}

// What an edit makes of the bytes is read in every way, too.
BOOST_AUTO_TEST_CASE(every_reading_of_the_result_is_looked_at) {
  Options options = wrapping();
  rewrite::Rewriter rewriter = test::rewriter(options);
  // Each of these has a reading beside the first; none may leave a link that nobody was told of.
  const std::string mails[] = {
      std::string(kBehindClose),
      "Content-Type: text/html\nno field\nX: y\n\n<a href=http://one/>\n",
      "Content-Type: text/html\nContent-Transfer-Encoding: x-quoted-printable\n\n"
      "<a href=3D\"http://one/\">\n",
      "Content-Type: text/plain\nContent-Type: text/html\n\n<a href=http://one/>http://two/</a>\n",
      "Content-Type: text/html\n\n<noscript><a href=http://one/></noscript><a href=http://two/>\n",
  };
  for (const std::string& mail : mails) {
    const Rewritten result = rewriter.rewrite(mail);
    std::string bytes;
    result.append_to(bytes);
    const Rewritten again = rewriter.rewrite(bytes);
    BOOST_TEST(again.edit_count == 0U, bytes);
    BOOST_TEST(again.kept_count <= result.kept_count, bytes);
  }
}

BOOST_AUTO_TEST_SUITE_END()
