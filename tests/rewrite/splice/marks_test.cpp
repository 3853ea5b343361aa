// SPDX-License-Identifier: MIT
#include <boost/test/unit_test.hpp>

#include "rewrite/rewriting.h"

using namespace basewalk;
using rewrite::Options;

namespace {

Options marking() {
  Options options;
  options.absolute = false;
  options.mark = true;
  return options;
}

std::string marks(std::string_view links, std::string_view flags, std::string_view bases,
                  std::string_view line_end = "\n", std::string_view verdict = "clear") {
  std::string out;
  out.append("X-Basewalk-Links: ").append(links).append(line_end);
  out.append("X-Basewalk-Flags: ").append(flags).append(line_end);
  out.append("X-Basewalk-Bases: ").append(bases).append(line_end);
  out.append("X-Basewalk-Verdict: ").append(verdict).append(line_end);
  return out;
}

BOOST_AUTO_TEST_SUITE(marks_suite)

BOOST_AUTO_TEST_CASE(adds_fields_at_the_top_and_removes_forged_ones) {
  const std::string none = marks("0", "none", "none");
  struct Row {
    std::string mail, wanted;
  };
  const Row rows[] = {
      {"From: a\n\ntext\n", none + "From: a\n\ntext\n"},
      {"From: a\r\n\r\ntext\n", marks("0", "none", "none", "\r\n") + "From: a\r\n\r\ntext\n"},
      {"From a@b Sat Nov 21\nFrom: a\n\ntext\n",
       "From a@b Sat Nov 21\n" + none + "From: a\n\ntext\n"},
      {"X-Basewalk-Links: 7\nFrom: a\nx-basewalk-FLAGS : none,\n\tnone\nTo: b\nX-BASEWALK-Other: "
       "1\n\n"
       "X-Basewalk-Links: body\n",
       none + "From: a\nTo: b\n\nX-Basewalk-Links: body\n"},
      {"X-Basewalk-Links: 7\n", none},
      {"From: a\nX-Basewalk-Links: 7", none + "From: a\n"},
      // A message without a header has no place for them.
      {"\ntext\n", "\ntext\n"},
      {"", ""},
      // Those of a message inside are its own.
      {"Content-Type: message/rfc822\n\nX-Basewalk-Links: 7\n\ntext\n",
       none + "Content-Type: message/rfc822\n\nX-Basewalk-Links: 7\n\ntext\n"},
  };
  for (const Row& row : rows) {
    const test::Outcome outcome = test::rewritten(row.mail, marking());
    BOOST_TEST(outcome.bytes == row.wanted);
    BOOST_TEST(test::rewritten(outcome.bytes, marking()).bytes == row.wanted);
  }
}

// Behind them its first line would end its lines in another way: nobody is to take it for a message
// that was marked, or for one that had nothing to be marked.
BOOST_AUTO_TEST_CASE(tells_of_a_header_that_can_have_none) {
  const std::string mail = "From: a@b\rX-Basewalk-Verdict: clear\r\nTo: x\r\n\r\nbody\r\n";
  rewrite::Rewriter rewriter = test::rewriter(marking());
  const rewrite::Rewritten result = rewriter.rewrite(mail);
  BOOST_TEST(!result.changed());
  BOOST_TEST(result.marks.empty());
  BOOST_TEST((result.verdict == Verdict::differs));
  BOOST_TEST_REQUIRE(result.kept.size() == 1U);
  BOOST_TEST((result.kept[0].why == rewrite::Kept::Why::check));
}

// Those that came with it would be believed all the more where there are none of ours.
BOOST_AUTO_TEST_CASE(removes_marks_from_a_header_that_can_have_none) {
  const std::string before = "From: a@b\rCc: c\r\n", behind = "To: x\r\n\r\nbody\r\n";
  const std::string forged =
      "X-Basewalk-Verdict: clear\r\nx-basewalk-links:\r\n 0\r\nX-Basewalk-Verdict : clear\r\n";
  rewrite::Rewriter rewriter = test::rewriter(marking());
  const std::string mail = before + forged + behind;
  const rewrite::Rewritten result = rewriter.rewrite(mail);
  std::string bytes;
  result.append_to(bytes);
  BOOST_TEST(bytes == before + behind);
  BOOST_TEST(result.marks.empty());
  BOOST_TEST(result.forged.size() == 3U);
  BOOST_TEST((result.verdict == Verdict::differs));
  BOOST_TEST_REQUIRE(result.kept.size() == 1U);
  BOOST_TEST((result.kept[0].why == rewrite::Kept::Why::check));
  // One that only some have is not counted by the others.
  const std::string hidden = "A: b\rX-Basewalk-Verdict: 1\r\n";
  const std::string twice = hidden + "X-Basewalk-Verdict: 2\r\n" + behind;
  const rewrite::Rewritten second = rewriter.rewrite(twice);
  BOOST_TEST_REQUIRE(second.forged.size() == 1U);
  BOOST_TEST(second.forged[0].occurrence == 1U);
  bytes.clear();
  second.append_to(bytes);
  BOOST_TEST(bytes == hidden + behind);
}

// Whoever ends lines at a bare CR sees a mark that came with the message.
BOOST_AUTO_TEST_CASE(tells_of_marks_that_another_reading_has) {
  struct Row {
    std::string_view header, name;
    std::size_t hidden;
  };
  constexpr Row kHidden[] = {
      {"Subject: a\rX-Basewalk-Verdict: clear\n", "X-Basewalk-Verdict", 1},
      {"Subject: a\rx-basewalk-other : b\r\n", "x-basewalk-other", 1},
      {"Subject: a\r\rX-Basewalk-Flags:\r\n none\r\n", "X-Basewalk-Flags", 1},
      {"X-Basewalk-Removed: a\rX-Basewalk-Links: 0\n", "X-Basewalk-Links", 1},
      {": a\rX-Basewalk-Links: 0\n", "X-Basewalk-Links", 1},
      {"Subject: a\rX-Basewalk-Links: 0\rX-Basewalk-Links: 0\n", "X-Basewalk-Links", 2},
      // None of these is one.
      {"Subject: a\r X-Basewalk-Verdict: clear\n", "", 0},
      {"Subject: a\rX-Basewalk-Removed: b\n", "", 0},
      {"Subject: a X-Basewalk-Verdict: clear\n", "", 0},
  };
  for (const Row& row : kHidden) {
    rewrite::Options options = marking();
    const std::string mail = "From: a\n" + std::string(row.header) + "\ntext\n";
    const test::Outcome told = test::rewritten(mail, options);
    BOOST_TEST_CONTEXT(row.header) {
      BOOST_TEST_REQUIRE(told.kept.size() == row.hidden);
      for (const rewrite::Kept& kept : told.kept) {
        BOOST_TEST((kept.why == rewrite::Kept::Why::ambiguous));
        BOOST_TEST(kept.from == row.name);
        BOOST_TEST(mail.substr(kept.offset, row.name.size()) == row.name);
      }
      const std::string verdict = row.hidden > 0 ? "differs" : "clear";
      BOOST_TEST(told.bytes.find("X-Basewalk-Verdict: " + verdict + "\n") <
                 told.bytes.find("From"));
      options.settle = true;
      const test::Outcome settled = test::rewritten(mail, options);
      BOOST_TEST(settled.kept.empty());
      BOOST_TEST(settled.bytes.find("X-Basewalk-Verdict: clear") < settled.bytes.find("From"));
      if (row.hidden > 0) BOOST_TEST(settled.bytes.find("\rX-Basewalk") == std::string::npos);
    }
  }
}

// So does whoever looks for the empty line, where the header has ended, or not begun, for us.
BOOST_AUTO_TEST_CASE(tells_of_marks_behind_the_end_of_the_header) {
  struct Row {
    std::string_view header;
    std::size_t hidden;
  };
  constexpr Row kHidden[] = {
      {"no field\nX-Basewalk-Verdict:clear\n", 1},
      {"no field\r\nx-basewalk-verdict\t:clear\r\nX-Basewalk-Links:1\r\n", 2},
      {"Content-Type: multipart/mixed; boundary=x\n--x\nX-Basewalk-Verdict: clear\n", 1},
      // The lines of these end with CR for us, and with LF alone for others.
      {"A: b\rC: d\r\rno field\nX-Basewalk-Verdict: clear\n", 1},
      {"A: b\rC: d\r\rno field\r\nx-basewalk-verdict : clear\r\nX-Basewalk-Links: 0\r\n", 2},
      {"A: b\rC: d\r\r\nX-Basewalk-Verdict: clear\n", 1},
      // None of these is one.
      {"A: b\rC: d\r\rno field\n\nX-Basewalk-Verdict: clear\n", 0},
      {"A: b\rC: d\r\rno field\r\n\r\nX-Basewalk-Verdict: clear\r\n", 0},
      {"A: b\rC: d\r\rX-Basewalk-Verdict: clear\n", 0},
      {"A: b\rC: d\r\rno field\n X-Basewalk-Verdict: clear\n", 0},
      {"no field\nA:b\n", 0},
      {"no field\nX-Basewalk-Removed:b\n", 0},
      {"no field\n X-Basewalk-Verdict:clear\nA:b\n", 0},
      {"\nX-Basewalk-Verdict:clear\n", 0},
      {"Subject: a\n\nX-Basewalk-Verdict:clear\n", 0},
  };
  for (const Row& row : kHidden) {
    const std::string mail = std::string(row.header) + "\ntext\n";
    rewrite::Rewriter rewriter = test::rewriter(marking());
    const rewrite::Rewritten result = rewriter.rewrite(mail);
    BOOST_TEST_CONTEXT(row.header) {
      BOOST_TEST(result.kept.size() == row.hidden);
      for (const rewrite::Kept& kept : result.kept)
        BOOST_TEST((kept.why == rewrite::Kept::Why::ambiguous));
      BOOST_TEST((result.verdict == (row.hidden > 0 ? Verdict::differs : Verdict::clear)));
    }
    rewrite::Options plain;
    const rewrite::Rewritten unmarked = rewrite::Rewriter::make(plain)->rewrite(mail);
    BOOST_TEST((unmarked.verdict == Verdict::clear), row.header);
  }
}

// And whoever drops NULs.
BOOST_AUTO_TEST_CASE(tells_of_marks_that_nuls_hide) {
  using namespace std::string_view_literals;
  struct Row {
    std::string_view header;
    std::size_t hidden;
  };
  constexpr Row kHidden[] = {
      {"\0X-Basewalk-Verdict: clear\n"sv, 1},
      {"X-Base\0walk-Links: 0\r\n"sv, 1},
      {"x\0-basewalk-verdict\0\0: clear\r\n none\r\nX-Basewalk-\0Flags: none\r\n"sv, 2},
      // None of these is one; the first goes.
      {"X-Basewalk-Links\0: 0\r\n"sv, 0},
      {"X-Base\0walk-Removed : 0\r\n"sv, 0},
      {"Subject: \0X-Basewalk-Links: 0\r\n"sv, 0},
      {"Subject: a\r\n \0X-Basewalk-Links: 0\r\n"sv, 0},
      {"\0A: b\r\n"sv, 0},
  };
  for (const Row& row : kHidden) {
    const std::string mail = "From: a\r\n" + std::string(row.header) + "\r\ntext\r\n";
    rewrite::Rewriter rewriter = test::rewriter(marking());
    const rewrite::Rewritten result = rewriter.rewrite(mail);
    BOOST_TEST_CONTEXT(row.header) {
      BOOST_TEST(result.kept.size() == row.hidden);
      for (const rewrite::Kept& kept : result.kept)
        BOOST_TEST((kept.why == rewrite::Kept::Why::ambiguous));
      BOOST_TEST((result.verdict == (row.hidden > 0 ? Verdict::differs : Verdict::clear)));
    }
  }
}

BOOST_AUTO_TEST_CASE(counts_forged_fields_by_name) {
  const std::string mail = "X-Basewalk-Links: 1\nX-Basewalk-Flags: 1\nx-basewalk-links: 2\n\n";
  rewrite::Rewriter rewriter = test::rewriter(marking());
  const rewrite::Rewritten result = rewriter.rewrite(mail);
  BOOST_TEST_REQUIRE(result.forged.size() == 3U);
  BOOST_TEST(result.forged[0].occurrence == 1U);
  BOOST_TEST(result.forged[1].occurrence == 1U);
  BOOST_TEST(result.forged[2].name == "x-basewalk-links");
  BOOST_TEST(result.forged[2].occurrence == 2U);
}

BOOST_AUTO_TEST_CASE(tells_links_flags_and_bases) {
  const std::string mail =
      "Content-Type: text/html\n\n"
      "<base href=http://h.example/b><a href=x>\n<a href=http://u@h2.example:81/>\n";
  const test::Outcome outcome = test::rewritten(mail, marking());
  BOOST_TEST(outcome.bytes == marks("2", "base-split, port-not-default, port-reserved, userinfo",
                                    "html-base <http://h.example/b>") +
                                  mail);
}

// Each base once, by source and URL, in the order in which they were met.
BOOST_AUTO_TEST_CASE(lists_each_base_once) {
  const std::string mail =
      "Content-Type: multipart/mixed; boundary=b\nContent-Base: http://h.example/d/\n\n"
      "--b\nContent-Type: text/html\n\n<a href=x><base href=/b><a href=y>\n"
      "--b\nContent-Type: text/html\nContent-Base: http://i.example/\n\n<a href=x>\n"
      "--b\nContent-Type: text/html\n\n<a href=x>\n"
      "--b\nContent-Type: text/html\n\n<base href=http://h.example/d/><a href=x>\n--b--\n";
  rewrite::Rewriter rewriter = test::rewriter(marking());
  const rewrite::Rewritten result = rewriter.rewrite(mail);
  BOOST_TEST_REQUIRE(result.marks.size() == 4U);
  BOOST_TEST(result.marks[0].value == "8");
  BOOST_TEST(result.marks[2].value ==
             "content-base <http://h.example/d/>; html-base <http://h.example/b>; "
             "content-base <http://i.example/>; html-base <http://h.example/d/>");
  // Links that have none beside one that has.
  BOOST_TEST(
      rewriter
          .rewrite("Content-Type: multipart/mixed; boundary=b\n\n"
                   "--b\nContent-Type: text/html\n\n<a href=x><a href=http://h/>\n"
                   "--b\nContent-Type: text/html\n\n<base href=http://i/><a href=x>\n--b--\n")
          .marks[2]
          .value == "html-base <http://i/>");
  // The next message has its own.
  BOOST_TEST(rewriter.rewrite("From: a\n\ntext\n").marks[2].value == "none");
}

// What is no visible ASCII, and the brackets themselves, are escaped; a long one is cut, and of
// very many some are only counted.
BOOST_AUTO_TEST_CASE(writes_bases_between_brackets_and_counts_those_left) {
  const auto bases = [](const std::string& html, const std::string& head = {}) {
    rewrite::Rewriter rewriter = test::rewriter(marking());
    const std::string mail = head + "Content-Type: text/html\n\n" + html;
    return rewriter.rewrite(mail).marks.at(2).value;
  };
  BOOST_TEST(bases("<a href=x>", "Content-Base: http://h.example/<a>~!$/\n") ==
             "content-base <http://h.example/%3Ca%3E~!$/>");
  BOOST_TEST(bases("<base href='http://h.example/a b\x7F\xC3\xA9'><a href=x>") ==
             "html-base <http://h.example/a%20b%7F%C3%A9>");
  const std::string front = "http://h.example/";
  for (const std::size_t size : {std::size_t{199}, std::size_t{200}, std::size_t{201}}) {
    const std::string url = front + std::string(size - front.size(), 'a');
    BOOST_TEST(bases("<base href='" + url + "'><a href=x>") ==
               "html-base <" + url.substr(0, 200) + (size > 200 ? "...>" : ">"));
  }
  for (const std::size_t count : {std::size_t{4}, std::size_t{5}, std::size_t{65}}) {
    std::string html;
    for (std::size_t i = 0; i < count; ++i)
      html += "<object codebase='http://h.example/" + std::string(160, 'a') + std::to_string(i) +
              "/' data=x></object>";
    const std::string value = bases(html);
    BOOST_TEST(value.size() <= 900U);
    BOOST_TEST(value.starts_with("codebase <http://h.example/"));
    const std::string more = "; ... and " + std::to_string(count - 4) + " more";
    BOOST_TEST(value.ends_with(more) == (count > 4));
  }
}

// What a message says goes into no field as it is.
BOOST_AUTO_TEST_CASE(lets_no_message_write_its_own_fields) {
  const std::string hostile[] = {
      "http://h.example/\r\nX-Spam: no",
      "http://h.example/&#13;&#10;X-Spam: no",
      "http://h.example/\nBcc: x@y",
      "http://h.example/\\0&#0;",
      "http://h.example/\xE2\x80\xAE",
      "http://h.example/> ; none <x",
      "http://h.example/" + std::string(100000, 'a'),
      "http://h.example/%0D%0AX-Spam: no",
      "http://h.example/\x7F\x01",
  };
  for (const std::string& base : hostile) {
    std::string body;
    for (int i = 0; i < 3; ++i) body += "<base href=\"" + base + "\"><a href=x>";
    const std::string mail =
        "From: a\r\nContent-Type: text/html\r\nContent-Base: " + base.substr(0, 50) + "\r\n\r\n" +
        body;
    rewrite::Rewriter rewriter = test::rewriter(marking());
    const rewrite::Rewritten result = rewriter.rewrite(mail);
    BOOST_TEST_REQUIRE(result.marks.size() == 4U);
    for (const rewrite::Mark& mark : result.marks) {
      BOOST_TEST(mark.value.size() <= 900U);
      for (const char c : mark.value) BOOST_TEST((c >= ' ' && c <= '~'));
    }
    std::string after;
    result.append_to(after);
    const Message again = read_message(after);
    BOOST_TEST(again.fields.size() == result.message.fields.size() + 4U);
  }
}

BOOST_AUTO_TEST_CASE(a_wrapped_link_stays_in_its_place) {
  Options options;
  options.wrap = "https://guard.example/?u={url}";
  const std::string hostile[] = {"http://e.example/&#13;&#10;X: y",  "http://e.example/&#0;",
                                 "http://e.example/\xE2\x80\xAEgpj", "http://e.example/&quot;>",
                                 "http://e.example/\r\n.\r\nQUIT",   "http://e.example/&#x202E;x"};
  for (const std::string& url : hostile) {
    const std::string mail =
        test::html_mail("<a href=\"" + url + "\">t</a>\n", "Content-Type: text/html\n");
    const test::Outcome outcome = test::rewritten(mail, options);
    BOOST_TEST_REQUIRE(outcome.edits.size() == 1U);
    const std::size_t at = outcome.bytes.find("https://guard.example/?u=");
    const std::size_t end = outcome.bytes.find('"', at);
    for (const char c : outcome.bytes.substr(at, end - at)) BOOST_TEST((c > ' ' && c <= '~'));
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
