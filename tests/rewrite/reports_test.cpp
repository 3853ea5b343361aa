// SPDX-License-Identifier: MIT
//
// What the lists of edits and of what was kept tell of each: kind, part, place, texts, offset.
#include <boost/test/unit_test.hpp>

#include "rewrite/rewriting.h"
#include "walk/encode.h"

using namespace basewalk;
using rewrite::Edit;
using rewrite::Kept;
using rewrite::Options;

namespace {

Options wrapping() {
  Options options;
  options.wrap = "https://guard.example/?u={url}";
  return options;
}

const std::string kBase = "Base: http://h.example/\n";

// A multipart whose second part (index 2) is the one given.
std::string second_part(const std::string& part) {
  return kBase + "Content-Type: multipart/mixed; boundary=b\n\n--b\n\nfirst\n--b\n" + part +
         "\n--b--\n";
}

BOOST_AUTO_TEST_SUITE(reports)

BOOST_AUTO_TEST_CASE(an_edit_tells_its_kind_place_and_texts) {
  struct Row {
    int line;
    Options options;
    std::string html;
    Edit::Kind kind;
    std::string_view where, from, to;
  };
#define ROW(...) {__LINE__, __VA_ARGS__}
  Options drop, unwrap, defang, images;
  drop.drop_base = unwrap.unwrap = defang.defang = images.cid_inline = true;
  drop.absolute = defang.absolute = false;
  const Row rows[] = {
      ROW({}, "<a href=x>", Edit::Kind::absolute, "a[href]", "x", "http://h.example/x"),
      ROW({}, "<img srcset='x 2x'>", Edit::Kind::absolute, "img[srcset]", "x",
          "http://h.example/x"),
      ROW(drop, "<base href=/b>", Edit::Kind::drop_base, "base[href]", "/b", ""),
      ROW(unwrap, "<a href='https://www.google.com/url?q=http%3A%2F%2Fe.example%2F'>",
          Edit::Kind::unwrap, "a[href]", "https://www.google.com/url?q=http%3A%2F%2Fe.example%2F",
          "http://e.example/"),
      ROW(defang, "<a href=http://e.example/>", Edit::Kind::defang, "a[href]", "http://e.example/",
          "hxxp://e[.]example/"),
      ROW(wrapping(), "<a href=x>", Edit::Kind::wrap, "a[href]", "x",
          "https://guard.example/?u=http%3A%2F%2Fh.example%2Fx"),
      ROW(wrapping(), "www.e.example", Edit::Kind::wrap, "text", "www.e.example",
          "https://guard.example/?u=http%3A%2F%2Fwww.e.example%2F"),
      // In a document in an attribute.
      ROW({}, "<iframe srcdoc='<a href=x>'></iframe>", Edit::Kind::absolute,
          "iframe[srcdoc] a[href]", "x", "http://h.example/x"),
  };
  for (const Row& row : rows) {
    BOOST_TEST_CONTEXT("line " << row.line) {
      const test::Outcome outcome =
          test::rewritten(second_part("Content-Type: text/html\n\n" + row.html), row.options);
      BOOST_TEST_REQUIRE(outcome.edits.size() == 1U);
      const Edit& edit = outcome.edits[0];
      BOOST_TEST((edit.kind == row.kind));
      BOOST_TEST(edit.part == 2U);
      BOOST_TEST(edit.where == row.where);
      BOOST_TEST(edit.from == row.from);
      BOOST_TEST(edit.to == row.to);
    }
  }
}

// What is already as it should be is no edit.
BOOST_AUTO_TEST_CASE(nothing_is_told_of_what_stays_as_it_should_be) {
  Options defang, unwrap;
  defang.defang = unwrap.unwrap = true;
  const std::string wrapped = "https://guard.example/?u=http%3A%2F%2Fe.example%2F";
  for (const Options& options : {Options(), defang, unwrap, wrapping()}) {
    for (const std::string& html :
         {std::string("<a href=mailto:a@b.example>"), "<a href=" + wrapped + ">",
          std::string("<a href=hxxp://e[.]example/>"),
          std::string("<img src=http://e.example/>")}) {
      if (options.defang && html.find(wrapped) != std::string::npos) continue;
      const std::string mail = second_part("Content-Type: text/html\n\n" + html);
      const test::Outcome outcome = test::rewritten(mail, options);
      BOOST_TEST(outcome.edits.empty(), html);
      BOOST_TEST(outcome.kept.empty(), html);
      BOOST_TEST(outcome.bytes == mail, html);
    }
  }
}

// A base of the message itself is what Thunderbird shows as a link in its header.
BOOST_AUTO_TEST_CASE(a_base_that_is_shown_as_a_link_is_kept) {
  const std::string mail = "Content-Base: http://h.example/\n\nsee www.i.example\n";
  const test::Outcome outcome = test::rewritten(mail, wrapping());
  BOOST_TEST_REQUIRE(outcome.kept.size() == 1U);
  BOOST_TEST((outcome.kept[0].why == Kept::Why::header));
  BOOST_TEST(outcome.kept[0].where == "header content-base");
  BOOST_TEST(outcome.kept[0].from == "http://h.example/");
}

BOOST_AUTO_TEST_CASE(each_kind_of_edit_has_its_name) {
  constexpr std::string_view kNames[] = {"absolute", "drop-base",  "unwrap",
                                         "defang",   "cid-inline", "wrap"};
  for (std::size_t i = 0; i < std::size(kNames); ++i)
    BOOST_TEST(name(static_cast<Edit::Kind>(i)) == kNames[i]);
}

// The offset is that of the first byte that the edit concerns, in the message as it came.
BOOST_AUTO_TEST_CASE(an_edit_tells_where_it_begins) {
  const std::string head = "Content-Type: text/html\n";
  for (const std::string_view lead : {"", "line\n", "a\r\nb\r\n"}) {
    const std::string text = std::string(lead) + "<a href=\"one\">1</a>\n<a href=\"two\">2</a>";
    {
      const std::string mail = second_part(head + "\n" + text);
      const test::Outcome outcome = test::rewritten(mail, {});
      BOOST_TEST_REQUIRE(outcome.edits.size() == 2U);
      BOOST_TEST(outcome.edits[0].offset == mail.find("one\""));
      BOOST_TEST(outcome.edits[1].offset == mail.find("two\""));
    }
    {
      const std::string mail =
          second_part(head + "Content-Transfer-Encoding: quoted-printable\n\n" + std::string(lead) +
                      "=3Ca href=3D\"one\">1</a>\n<a href=3D\"=74wo\">2</a>");
      const test::Outcome outcome = test::rewritten(mail, {});
      BOOST_TEST_REQUIRE(outcome.edits.size() == 2U);
      BOOST_TEST(outcome.edits[0].offset == mail.find("one\""));
      BOOST_TEST(outcome.edits[1].offset == mail.find("=74wo"));
    }
    {
      const std::string body = test::to_base64(text, "");
      const std::string mail =
          second_part(head + "Content-Transfer-Encoding: base64\n\n" + body + "\n");
      const test::Outcome outcome = test::rewritten(mail, {});
      BOOST_TEST_REQUIRE(outcome.edits.size() == 2U);
      for (std::size_t i = 0; i < 2; ++i) {  // a digit of the group that the byte stands in
        const std::size_t group = text.find(i == 0 ? "one\"" : "two\"") / 3 * 4;
        BOOST_TEST(outcome.edits[i].offset >= mail.find(body) + group);
        BOOST_TEST(outcome.edits[i].offset < mail.find(body) + group + 4);
      }
    }
  }
}

// A reference that is kept is where it stands, if its text stands in the body as it is; else the
// body tells.
BOOST_AUTO_TEST_CASE(what_is_kept_tells_its_place_text_and_offset) {
  struct Row {
    int line;
    Kept::Why why;
    std::string part;
    std::string_view where, from;
    std::string_view at;  // the offset is that of this, in the message
  };
  const std::string html = "Content-Type: text/html\n";
  const Row rows[] = {
      ROW(Kept::Why::same_document, html + "\nab <a href=\"#x\">", "a[href]", "#x", "#x\">"),
      ROW(Kept::Why::same_document, html + "\n\xC3\xA9 <a href=\"#x\">", "a[href]", "#x", "#x\">"),
      ROW(Kept::Why::same_document,
          html + "Content-Transfer-Encoding: quoted-printable\n\nab <a href=3D\"#x\">", "a[href]",
          "#x", "ab <a"),
      ROW(Kept::Why::same_document,
          "Content-Type: text/html; charset=windows-1252\n\n\xE9 <a href=\"#x\">", "a[href]", "#x",
          "\xE9 <a"),
      ROW(Kept::Why::encoding, html + "Content-Transfer-Encoding: x-own\n\nab <a href=x>",
          "a[href]", "x", "ab <a"),
      ROW(Kept::Why::header, "List-Unsubscribe: <unsub>\n\ntext", "header list-unsubscribe",
          "unsub", "List-Unsub"),
      ROW(Kept::Why::not_writable, "Content-Type: text/calendar\n\nX-ALT-DESC:<a href=x>\n",
          "calendar x-alt-desc a[href]", "x", "X-ALT-DESC"),
  };
  for (const Row& row : rows) {
    BOOST_TEST_CONTEXT("line " << row.line) {
      const std::string mail = second_part(row.part);
      const test::Outcome outcome = test::rewritten(mail, {});
      BOOST_TEST_REQUIRE(outcome.kept.size() == 1U);
      const Kept& kept = outcome.kept[0];
      BOOST_TEST(name(kept.why) == name(row.why));
      BOOST_TEST(kept.part == 2U);
      BOOST_TEST(kept.where == row.where);
      BOOST_TEST(kept.from == row.from);
      BOOST_TEST(kept.offset == mail.find(row.at));
    }
  }
}

// Where the whole part is given back, each of its edits is told as kept.
BOOST_AUTO_TEST_CASE(edits_that_are_given_back_are_kept) {
  const std::string mail = "Content-Type: text/plain\nwww.one.example www.two.example is it\n";
  rewrite::Rewriter rewriter = test::rewriter(wrapping());
  const rewrite::Rewritten result = rewriter.rewrite(mail);
  BOOST_TEST(!result.changed());
  BOOST_TEST(result.edits.empty());
  BOOST_TEST(result.edit_count == 0U);
  BOOST_TEST(result.kept_count == 2U);
  BOOST_TEST_REQUIRE(result.kept.size() == 2U);
  BOOST_TEST(result.kept[0].from == "www.one.example");
  BOOST_TEST(result.kept[0].offset == mail.find("www.one"));
  BOOST_TEST(result.kept[1].from == "www.two.example");
  BOOST_TEST(result.kept[1].offset == mail.find("www.two"));
  for (const Kept& kept : result.kept) {
    BOOST_TEST(name(kept.why) == "check");
    BOOST_TEST(kept.where == "text");
  }
}

// Long texts are cut between characters.
BOOST_AUTO_TEST_CASE(tells_at_most_500_bytes_of_a_text) {
  for (const std::size_t size : {std::size_t{499}, std::size_t{500}, std::size_t{501}}) {
    const std::string from(size, 'x');
    const test::Outcome outcome =
        test::rewritten(second_part("Content-Type: text/html\n\n<a href=" + from + ">"), {});
    BOOST_TEST_REQUIRE(outcome.edits.size() == 1U);
    BOOST_TEST(outcome.edits[0].from == from.substr(0, 500));
    BOOST_TEST(outcome.edits[0].to == ("http://h.example/" + from).substr(0, 500));
  }
  const std::string wide = std::string(499, 'x') + "\xC3\xA9";
  const test::Outcome outcome = test::rewritten(
      second_part("Content-Type: text/html; charset=utf-8\n\n<a href=" + wide + ">"), {});
  BOOST_TEST_REQUIRE(outcome.edits.size() == 1U);
  BOOST_TEST(outcome.edits[0].from == std::string(499, 'x'));
}

// Of what was kept 10,000 are listed, and all are counted.
BOOST_AUTO_TEST_CASE(lists_ten_thousand_and_counts_all) {
  for (const std::size_t count : {std::size_t{9999}, std::size_t{10000}, std::size_t{10001}}) {
    std::string links;
    for (std::size_t i = 0; i < count; ++i) links += "<a href=\"#x\">";
    const test::ExactCopy mail(second_part("Content-Type: text/html\n\n" + links));
    rewrite::Rewriter rewriter = test::rewriter({});
    const rewrite::Rewritten result = rewriter.rewrite(mail.view());
    BOOST_TEST(result.kept_count == count);
    BOOST_TEST(result.kept.size() == std::min<std::size_t>(count, 10000));
  }
}

// Where others read another message and the list is cut, nobody can say that they see nothing new.
BOOST_AUTO_TEST_CASE(a_list_that_is_cut_vouches_for_nothing) {
  std::string links;
  for (std::size_t i = 0; i < 10001; ++i) links += "<a href=\"#x\">";
  const std::string doubtful =
      second_part("Content-Type: text/html\nContent-Type: text/plain\n\n" + links + "<a href=x>");
  rewrite::Rewriter rewriter = test::rewriter({});
  const rewrite::Rewritten result = rewriter.rewrite(doubtful);
  BOOST_TEST(result.kept_count == 10002U);
  BOOST_TEST((result.verdict == Verdict::differs));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
