// SPDX-License-Identifier: MIT
//
// Doubts that are taken away: behind it every reading is the first one ([H6]).
#include <boost/test/unit_test.hpp>

#include "basewalk/walk/walk.h"
#include "rewrite/rewriting.h"

using namespace basewalk;
using rewrite::Options;
using rewrite::Rewritten;

namespace {

Options settling() {
  Options options;
  options.absolute = false;
  options.settle = true;
  return options;
}

struct Links {
  std::string first, other;  // "part url", one a line
};

Links links_of(const std::string& bytes) {
  Links links;
  walk(read_message(bytes), {}, [&](const Link& link) {
    (link.reading ? links.other : links.first)
        .append(link.part)
        .append(" ")
        .append(link.url.value_or(link.raw))
        .append("\n");
  });
  return links;
}

std::string to_bytes(const Rewritten& result) {
  std::string bytes;
  result.append_to(bytes);
  return bytes;
}

std::string settled_names(const Rewritten& result) {
  std::string names;
  for (const rewrite::SettledDoubt& each : result.settled)
    names.append(names.empty() ? "" : " ").append(name(each.doubt));
  return names;
}

#define LINK "<a href='&#104;ttp&#58;&#47;&#47;h/'>x</a>\n"

struct Row {
  std::string_view title, bytes, doubts;
};

const Row kRows[] = {
    {"a line that is no field",
     "X: y\n--x\nContent-Type: text/html\nContent-Transfer-Encoding: quoted-printable\n\n"
     "http://one/ <base href=3Dhttp://b/><a href=3Dx>\n",
     "header-end"},
    {"a blank before the colon",
     "Content-Type: text/html\nX : y\nContent-Transfer-Encoding: quoted-printable\n\n"
     "http://one/ <a href=3D'http://h/'>\n",
     "header-end"},
    {"a space before a name that only some drop",
     "Content-Type: text/html\n\vContent-Transfer-Encoding: quoted-printable\n\n"
     "http://one/ <a href=3D'http://h/'>\n",
     "header-end"},
    {"an empty line that is missing",
     "Content-Type: multipart/mixed; boundary=b\n--b\nContent-Base: http://b/\n\nhttp://one/\n"
     "--b\nContent-Type: text/html\n\n<a href=x>\n--b--\n",
     "header-end"},
    {"a bare CR in a header", "Subject: s\nX-Y: z\rContent-Type: text/html\n\nhttp://one/ " LINK,
     "line-ends"},
    {"a delimiter behind a bare CR in a body",
     "Content-Type: multipart/mixed; boundary=b\n\n--b\n\nhttp://one/\r--b\n"
     "Content-Type: text/html\n\n" LINK "--b--\n",
     "line-ends"},
    {"an empty line that is none to others",
     "Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Transfer-Encoding: 7bit\r\r\n"
     "Content-Type: text/html\r\r\n\nx <a title=' ' href=http://h/>\n--b--\n",
     "line-ends"},
    {"two types with their boundaries",
     "Content-Type: multipart/mixed; boundary=a\nContent-Type: multipart/mixed; boundary=b\n\n"
     "--a\n\nhttp://a/\n--b\nContent-Type: text/html\n\n" LINK "--b--\n--a--\n",
     "type-duplicate"},
    {"two encodings",
     "Content-Type: text/html\nContent-Transfer-Encoding: 7bit\n"
     "Content-Transfer-Encoding: quoted-printable\n\nhttp://one/ <a href=3D'http://h/'>\n",
     "transfer"},
    {"two boundaries in one field",
     "Content-Type: multipart/mixed; boundary=a; boundary=b\n\n"
     "--a\n\nhttp://a/\n--b\nContent-Type: text/html\n\n" LINK "--b--\n--a--\n",
     "boundary-value"},
    {"a boundary in a text",
     "Content-Type: text/plain; boundary=a; name=n.txt; charset=utf-8\n\nhttp://one/\n--a\n"
     "Content-Type: text/html\n\n" LINK "--a--\n",
     "boundary-value"},
    {"lines that begin like a delimiter",
     "Content-Type: multipart/mixed; boundary=b\n\n--b\n\nhttp://one/\n--bc\n"
     "Content-Type: text/html\n\n" LINK "--b--\n",
     "boundary-prefix"},
    {"parts behind the close",
     "Content-Type: multipart/mixed; boundary=b\n\nbefore\n--b\n\nhttp://one/\n--b--\n--b\n"
     "Content-Type: text/html\n\n" LINK "--b--\n",
     "behind-close"},
    {"digits behind the padding",
     "Content-Type: text/html\nContent-Transfer-Encoding: base64\n\n"
     "PGEgaHJlZj0naHR0cDovL2gvCg==\nPGI+Jz54PC9hPgo=\n",
     "base64"},
    {"a charset that browsers do not know",
     "Content-Type: text/html; charset=utf-7\n\nhttp://one/ +ADw-a href='http://h/'+AD4-\n",
     "charset"},
};

}  // namespace

BOOST_AUTO_TEST_SUITE(settle)

BOOST_AUTO_TEST_CASE(every_reading_is_the_first_one) {
  for (const Row& row : kRows) {
    for (const bool crlf : {false, true}) {
      std::string mail;
      for (const char c : row.bytes) mail.append(crlf && c == '\n' ? "\r" : "").append(1, c);
      const Links before = links_of(mail);
      BOOST_TEST_REQUIRE(!before.other.empty(), row.title);
      rewrite::Rewriter rewriter = test::rewriter(settling());
      const test::ExactCopy copy(mail);
      const Rewritten result = rewriter.rewrite(copy.view());
      BOOST_TEST(settled_names(result).find(row.doubts) != std::string::npos, row.title);
      BOOST_TEST((result.verdict == Verdict::clear), row.title);
      BOOST_TEST(result.doubt_count == 0U, row.title);
      const std::string bytes = to_bytes(result);
      BOOST_TEST(bytes.size() == result.size());
      const Links after = links_of(bytes);
      BOOST_TEST(after.first == before.first, row.title);
      BOOST_TEST(after.other == "", row.title);
      const Rewritten again = rewriter.rewrite(bytes);
      BOOST_TEST(!again.changed(), row.title);
    }
  }
}

BOOST_AUTO_TEST_CASE(nothing_is_done_that_was_not_asked_for) {
  Options options = settling();
  options.settle = false;
  for (const Row& row : kRows) {
    rewrite::Rewriter rewriter = test::rewriter(options);
    const Rewritten result = rewriter.rewrite(row.bytes);
    BOOST_TEST(!result.changed(), row.title);
    BOOST_TEST(result.settled.empty());
    BOOST_TEST((result.verdict == Verdict::differs), row.title);
  }
}

// What readers take in several ways, but with the same links, keeps its bytes.
BOOST_AUTO_TEST_CASE(what_makes_no_difference_stays) {
  const std::string mail = "X: y\nno field\nContent-Type: text/plain\n\nhttp://one/\n";
  rewrite::Rewriter rewriter = test::rewriter(settling());
  BOOST_TEST(!rewriter.rewrite(mail).changed());
}

BOOST_AUTO_TEST_CASE(writes_what_every_reader_knows) {
  const std::pair<std::string_view, std::string_view> rows[] = {
      {"X: y\n--x\n folded\nContent-Type: text/html\n\n<base href=http://b/><a href=x>\n",
       "X: y\nX-Basewalk-Removed: --x\n folded\nContent-Type: text/html\n\n"
       "<base href=http://b/><a href=x>\n"},
      {"Content-Type: multipart/mixed; boundary=a; type=\"text/html\"; x=y\n"
       "content-type: multipart/mixed;\n boundary=b\n\n"
       "before\n--a\n\nhttp://a/\n--b\nContent-Type: text/html\n\n" LINK "--b--\n--a--\nbehind\n",
       "Content-Type: multipart/mixed; boundary=a; type=\"text/html\"; x=y\n"
       "X-Basewalk-Removed: content-type: multipart/mixed;\n boundary=b\n\n"
       "before\n--a\n\nhttp://a/\n--b\nContent-Type: text/html\n\n" LINK "--b--\n--a--\nbehind\n"},
      {"Content-Type: text/html; charset=utf-7; name=\"a b.html\"\nSubject: s\n\n"
       "-- \n.\nFrom +ADw-a href='http://h/'+AD4-\n",
       "Content-Type: text/html;\n\tcharset=\"utf-8\";\n\tname=\"a b.html\"\nSubject: s\n"
       "Content-Transfer-Encoding: quoted-printable\n\n"
       "=2D-=20\n=2E\n=46rom +ADw-a href=3D'http://h/'+AD4-\n"},
      // A footer keeps its bytes.
      {"Content-Type: text/html\nContent-Transfer-Encoding: base64\n\n"
       "PGEgaHJlZj0naHR0cDovL2gvCg==\nPGI+Jz54PC9hPgo=\n_______\nA list, http://list/\n",
       "Content-Type: text/html;\n\tcharset=\"utf-8\"\nX-Basewalk-Removed: "
       "Content-Transfer-Encoding: base64\nContent-Transfer-Encoding: base64\n\n"
       "PGEgaHJlZj0naHR0cDovL2gvCjxiPic+eDwvYT4K\n_______\nA list, http://list/\n"},
  };
  for (const auto& [bytes, wanted] : rows) {
    rewrite::Rewriter rewriter = test::rewriter(settling());
    BOOST_TEST(to_bytes(rewriter.rewrite(bytes)) == wanted);
  }
}

// RFC 2045 6.7: 76 characters in a line, with the "=" of a soft break.
BOOST_AUTO_TEST_CASE(lines_are_as_long_as_they_may_be) {
  const auto x = [](std::size_t count) { return std::string(count, 'x'); };
  const std::string mail =
      "Content-Type: text/html; charset=utf-7\n\n+ADw-a href='http://h/'+AD4-\n" + x(76) + "\n" +
      x(77) + "\n" + x(73) + "=\n" + x(74) + "=\n" + x(72) + "=x\n" + x(73) + "=x\n" + x(76);
  rewrite::Rewriter rewriter = test::rewriter(settling());
  const std::string bytes = to_bytes(rewriter.rewrite(mail));
  const std::size_t body = bytes.find("\n\n");
  BOOST_TEST_REQUIRE(body != std::string::npos);
  BOOST_TEST(bytes.substr(body + 2) == "+ADw-a href=3D'http://h/'+AD4-\n" + x(76) + "\n" + x(75) +
                                           "=\nxx\n" + x(73) + "=3D\n" + x(74) + "=\n=3D\n" +
                                           x(72) + "=3Dx\n" + x(73) + "=\n=3Dx\n" + x(76));
}

// Linear: with the square of their number this would take hours.
BOOST_AUTO_TEST_CASE(many_runs_of_digits_are_one) {
  std::string mail = "Content-Type: text/html\nContent-Transfer-Encoding: base64\n\n";
  for (int i = 0; i < 50'000; ++i) mail += "PGEgaHJlZj0naHR0cDovL2gvCg==\n";
  mail += "PGI+Jz54PC9hPgo=\n";
  rewrite::Rewriter rewriter = test::rewriter(settling());
  const Rewritten result = rewriter.rewrite(mail);
  BOOST_TEST(settled_names(result) == "base64");
  BOOST_TEST((result.verdict == Verdict::clear));
}

// A boundary that nobody can foresee, and long names in sections.
BOOST_AUTO_TEST_CASE(gives_a_boundary_that_stands_nowhere_else) {
  const std::string mail =
      "Content-Type: multipart/related; boundary=b; type=\"text/html\";\n start=\"<" +
      std::string(80, 's') +
      ">\"\n\nbefore\n--b \nContent-Type: text/plain\n\nhttp://one/\n--bc\nContent-Type: "
      "text/html\n\n" LINK "--b--\nbehind\n";
  rewrite::Rewriter rewriter = test::rewriter(settling());
  const std::string bytes = to_bytes(rewriter.rewrite(mail));
  const std::size_t at = bytes.find("boundary=\"");
  BOOST_TEST_REQUIRE(at != std::string::npos);
  const std::string boundary = bytes.substr(at + 10, bytes.find('"', at + 10) - at - 10);
  BOOST_TEST(mail.find(boundary) == std::string::npos);
  BOOST_TEST(boundary.size() <= 70U);
  BOOST_TEST(bytes.find("\n--" + boundary + "\n") != std::string::npos);
  BOOST_TEST(bytes.find("type=\"text/html\"") != std::string::npos);
  BOOST_TEST(bytes.find("start*0*=utf-8''%3Csss") != std::string::npos);
  BOOST_TEST(bytes.find("start*1*=sss") != std::string::npos);
  BOOST_TEST(links_of(bytes).first == links_of(mail).first);
  BOOST_TEST(links_of(bytes).other == "");
}

BOOST_AUTO_TEST_CASE(what_is_signed_keeps_its_bytes) {
  const std::string mail =
      "Content-Type: multipart/signed; boundary=s; protocol=\"application/pgp-signature\"\n\n--s\n"
      "Content-Type: text/html; charset=utf-7\n\n+ADw-a href='http://h/'+AD4-\n--s\n"
      "Content-Type: application/pgp-signature\n\nx\n--s--\n";
  Options options = settling();
  rewrite::Rewriter keeping = test::rewriter(options);
  const Rewritten kept = keeping.rewrite(mail);
  BOOST_TEST(!kept.changed());
  BOOST_TEST((kept.verdict == Verdict::differs));
  options.edit_signed = true;
  rewrite::Rewriter editing = test::rewriter(options);
  BOOST_TEST((editing.rewrite(mail).verdict == Verdict::clear));
}

// Edits are made behind it, and what is told of them is told of the message that came.
BOOST_AUTO_TEST_CASE(places_are_those_of_the_message_that_came) {
  const std::string mail =
      "X: y\n--x\nContent-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/html\n\n"
      "<base href=http://b/><a href=\"r\"><form action=http://f/>\n--b\nContent-Type: text/plain; "
      "charset=utf-7\n\nsee http://k/ +AGgAdAB0AHA-://h/\n--b--\n";
  Options options = settling();
  options.absolute = true;
  options.wrap = "https://g.example/?u={url}";
  options.mark = true;
  rewrite::Rewriter rewriter = test::rewriter(options);
  const Rewritten result = rewriter.rewrite(mail);
  // For the form alone.
  BOOST_TEST((result.verdict == Verdict::differs));
  BOOST_TEST(result.doubt_count == 0U);
  BOOST_TEST(result.message.bytes == mail);
  BOOST_TEST(result.body == mail.find("\n\n--b") + 2);
  BOOST_TEST_REQUIRE(result.edits.size() == 2U);
  BOOST_TEST(result.edits[0].offset == mail.find("r\">"));
  BOOST_TEST(result.edits[0].to == "https://g.example/?u=http%3A%2F%2Fb%2Fr");
  // Its text was written again: where that began.
  BOOST_TEST(result.edits[1].offset == mail.find("see http://k"));
  BOOST_TEST_REQUIRE(result.kept.size() == 2U);
  BOOST_TEST(result.kept[0].offset == mail.find("http://f/"));
  // What was a shift is now the scheme of something.
  BOOST_TEST((result.kept[1].why == rewrite::Kept::Why::scheme));
  BOOST_TEST(result.kept[1].from == "AGgAdAB0AHA-://h/");
  BOOST_TEST(result.marks.back().value.find("differs; settled charset 1, header-end 1") == 0U);
  BOOST_TEST(result.forged.empty());
  const std::string bytes = to_bytes(result);
  BOOST_TEST(bytes.find("\nX-Basewalk-Removed: --x\n") != std::string::npos);
  std::size_t behind = 0;
  for (const rewrite::Splice& each : result.splices) {
    BOOST_TEST(each.begin >= behind);
    BOOST_TEST(each.end >= each.begin);
    BOOST_TEST((each.end <= result.body || each.begin >= result.body));
    behind = each.end;
  }
}

BOOST_AUTO_TEST_SUITE_END()
