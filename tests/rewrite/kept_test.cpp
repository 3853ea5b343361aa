// SPDX-License-Identifier: MIT
//
// Each reason to keep a link as it is: a mail that causes it, and a row in the manual.
#include <boost/test/unit_test.hpp>

#include <set>

#include "rewrite/rewriting.h"
#include "walk/encode.h"

using namespace basewalk;
using rewrite::Kept;
using rewrite::Options;
using Why = rewrite::Kept::Why;

namespace {

constexpr Why kAll[] = {Why::signed_part,   Why::encrypted,   Why::charset,    Why::encoding,
                        Why::not_writable,  Why::decoded,     Why::ambiguous,  Why::header,
                        Why::same_document, Why::needed_base, Why::form_query, Why::limit,
                        Why::check,         Why::scheme};

Options dropping() {
  Options options;
  options.drop_base = true;
  return options;
}

struct Case {
  int line;
  Why why;
  std::string mail;
  Options options = dropping();
};
#define CASE(...) \
  Case { __LINE__, __VA_ARGS__ }

const std::string kBase = "Content-Base: http://h.example/\n";
const std::string kHtml = "Content-Type: text/html\n\n<a href=x>\n";

std::vector<Case> cases() {
  std::vector<Case> all;
  all.push_back(
      CASE(Why::signed_part, kBase + "Content-Type: multipart/signed; boundary=b\n\n--b\n" + kHtml +
                                 "--b\nContent-Type: "
                                 "application/pgp-signature\n\n--b--\n"));
  // To who goes by the second type; edited, his signature would not fit.
  const std::string twice = kBase + "Content-Type: multipart/mixed; boundary=b\nContent-Type: ";
  all.push_back(
      CASE(Why::signed_part, twice + "multipart/signed; boundary=b\n\n--b\n" + kHtml + "--b--\n"));
  all.push_back(
      CASE(Why::encrypted, twice + "multipart/encrypted; boundary=b\n\n--b\n" + kHtml + "--b--\n"));
  all.push_back(CASE(Why::signed_part, kBase + "Content-Type: text/html\n\n-----BEGIN PGP SIGNED "
                                               "MESSAGE-----\nHash: SHA256\n\n<a href=x>\n"));
  all.push_back(
      CASE(Why::encrypted,
           kBase + "Content-Type: multipart/encrypted; boundary=b\n\n--b\n" + kHtml + "--b--\n"));
  // Shifts around what would have to go.
  Options wrapping;
  wrapping.wrap = "https://guard.example/?u={url}";
  all.push_back(CASE(Why::charset,
                     "Content-Type: text/html; charset=iso-2022-jp\n\n<a "
                     "href=http://e.example/\x1B$BF|\x1B(B>",
                     wrapping));
  // What only readers see that take the bytes for another charset.
  for (const char* text : {"charset=utf-7\n\n+ADw-a href+AD0-h+AHQ-tp://e.example/+AD4-",
                           "charset=hz-gb-2312\n\n<a href=http://e.example/>",
                           "charset=utf-16\n\n<a href=http://e.example/>"})
    all.push_back(CASE(Why::ambiguous, std::string("Content-Type: text/html; ") + text, wrapping));
  all.push_back(CASE(Why::encoding, kBase + "Content-Transfer-Encoding: x-unknown\n" + kHtml));
  all.push_back(CASE(Why::encoding, kBase +
                                        "Content-Transfer-Encoding: uuencode\nContent-Type: "
                                        "text/html\n\nbegin 644 x\n*/&$@:')E9CUX/@``\n`\nend\n"));
  all.push_back(
      CASE(Why::not_writable, kBase + "Content-Type: text/calendar\n\nX-ALT-DESC:<a href=x>\n"));
  all.push_back(CASE(Why::decoded, kBase +
                                       "Content-Type: message/rfc822\nContent-Transfer-Encoding: "
                                       "base64\n\n" +
                                       test::to_base64(kHtml, "\n") + "\n"));
  all.push_back(CASE(Why::ambiguous, kBase + "Content-Type: text/html; charset=utf-7\n\n"
                                             "+ADwAYQAgAGgAcgBlAGYAPQB4AD4-\n"));  // <a href=x>
  all.push_back(CASE(Why::header, kBase + "List-Unsubscribe: <unsubscribe?x>\n\ntext\n"));
  all.push_back(CASE(Why::same_document, kBase + "Content-Type: text/html\n\n<a href=\"#x\">\n"));
  all.push_back(CASE(Why::needed_base,
                     "Content-Type: text/html\n\n<base href=\"http://h.example/\">"
                     "<iframe srcdoc=\"<iframe srcdoc='<a href=x>'>\"></iframe>"));
  all.push_back(CASE(Why::form_query,
                     "Content-Type: text/html\n\n<form action=\"http://e.example/\">", wrapping));
  Options small = dropping();
  small.walk.limits.message_bytes = 10;
  all.push_back(CASE(Why::limit, kBase + kHtml, small));
  Options few = dropping();
  few.walk.limits.links = 1;
  all.push_back(CASE(Why::limit,
                     "Content-Type: text/html\n\n<base href=\"http://h.example/\"><a href=x><a "
                     "href=y>",
                     few));
  // No empty line ends the header: with a colon in it the line would be a field.
  all.push_back(CASE(Why::check, "Content-Type: text/plain\nwww.example.com is it\n", wrapping));
  for (const char* url :
       {"file://e.example/x", "smb://e.example/x", "webcal://e.example/x.ics", "ms-x:e.example"})
    all.push_back(CASE(
        Why::scheme, "Content-Type: text/html\n\n<a href=\"" + std::string(url) + "\">", wrapping));
  all.push_back(
      CASE(Why::scheme, "Content-Type: text/plain\n\nsee \\\\e.example\\share\\x now\n", wrapping));
  return all;
}

BOOST_AUTO_TEST_SUITE(kept)

BOOST_AUTO_TEST_CASE(says_why_a_link_stays) {
  std::set<Why> seen;
  for (const Case& each : cases()) {
    BOOST_TEST_CONTEXT("line " << each.line << ": " << name(each.why)) {
      const test::Outcome outcome = test::rewritten(each.mail, each.options);
      BOOST_TEST(outcome.has_kept(each.why));
      for (const Kept& kept : outcome.kept) BOOST_TEST_MESSAGE(name(kept.why) << " " << kept.from);
      BOOST_TEST(outcome.bytes == each.mail);
      seen.insert(each.why);
    }
  }
  for (const Why why : kAll) BOOST_TEST(seen.contains(why), name(why));
}

// A type that says signed or encrypted closes what stands in it, even if that looks like a page.
BOOST_AUTO_TEST_CASE(edits_nothing_in_a_part_of_a_closed_type) {
  struct Closed {
    std::string_view type;
    Why why;
  };
  constexpr Closed kClosed[] = {{"application/pkcs7-mime", Why::signed_part},
                                {"application/x-pkcs7-mime", Why::signed_part},
                                {"application/pkcs7-signature", Why::signed_part},
                                {"application/x-pkcs7-signature", Why::signed_part},
                                {"application/pgp-signature", Why::signed_part},
                                {"application/pgp-encrypted", Why::encrypted}};
  for (const Closed& each : kClosed) {
    const std::string mail =
        kBase + "Content-Type: " + std::string(each.type) + "\n\n<html><a href=x></a></html>\n";
    const test::Outcome outcome = test::rewritten(mail, {});
    BOOST_TEST(outcome.has_kept(each.why), each.type);
    BOOST_TEST(outcome.bytes == mail, each.type);
  }
  // What is signed and encrypted is encrypted, whatever is asked for.
  Options options;
  options.edit_signed = true;
  for (const Closed& each : kClosed) {
    const std::string mail = kBase + "Content-Type: multipart/encrypted; boundary=b\n\n--b\n" +
                             "Content-Type: " + std::string(each.type) +
                             "\n\n<html><a href=x></a></html>\n--b--\n";
    const test::Outcome outcome = test::rewritten(mail, options);
    BOOST_TEST(outcome.has_kept(Why::encrypted), each.type);
    BOOST_TEST(outcome.bytes == mail, each.type);
  }
  // A part beside them is not closed.
  const std::string mixed = kBase + "Content-Type: multipart/mixed; boundary=b\n\n--b\n" +
                            "Content-Type: application/pgp-encrypted\n\nVersion: 1\n--b\n" + kHtml +
                            "--b--\n";
  BOOST_TEST(test::rewritten(mixed, {}).edits.size() == 1U);
}

// RFC 4880 7: the armor's first line is a line of its own.
BOOST_AUTO_TEST_CASE(knows_an_inline_signature_by_a_line_of_its_own) {
  const std::string line = "-----BEGIN PGP SIGNED MESSAGE-----\n";
  struct Row {
    std::string before;
    bool is_signed;
  };
  for (const Row& row : {Row{"", true}, Row{"text\n", true}, Row{"text\r", true}, Row{"> ", false},
                         Row{"> " + line, true}}) {
    const std::string mail =
        kBase + "Content-Type: text/html\n\n" + row.before + line + "<a href=x>\n";
    const test::Outcome outcome = test::rewritten(mail, {});
    BOOST_TEST(outcome.has_kept(Why::signed_part) == row.is_signed, row.before);
    BOOST_TEST(outcome.changed == !row.is_signed, row.before);
  }
}

// What leads nowhere outside, and what holds its own text, needs no guard; a header none either.
BOOST_AUTO_TEST_CASE(says_nothing_of_schemes_that_lead_nowhere_outside) {
  Options wrapping;
  wrapping.wrap = "https://guard.example/?u={url}";
  for (const char* url : {"mailto:a@e.example", "tel:+1", "cid:x@y", "javascript:void(0)",
                          "data:text/plain,x", "about:blank", "#x", "x.html"}) {
    const test::Outcome outcome = test::rewritten(
        "Content-Type: text/html\n\n<a href=\"" + std::string(url) + "\">", wrapping);
    BOOST_TEST(outcome.kept.empty(), url);
    BOOST_TEST((outcome.verdict == Verdict::clear), url);
  }
  BOOST_TEST(
      test::rewritten("Content-Location: file:///c:/x.htm\n\ntext\n", wrapping).kept.empty());
  // What a program fetches is not followed.
  BOOST_TEST(test::rewritten("Content-Type: text/html\n\n<img src=\"file:///c:/x.png\">", wrapping)
                 .kept.empty());
  const test::Outcome outcome =
      test::rewritten("Content-Type: text/html\n\n<a href=\"FILE://e.example/x\">x</a>", wrapping);
  BOOST_TEST((outcome.verdict == Verdict::differs));
}

// A reason stands for what was asked for alone: where nothing was to change, nothing is kept.
BOOST_AUTO_TEST_CASE(gives_no_reason_where_nothing_was_asked_for) {
  Options nothing;
  nothing.absolute = false;
  for (const Case& each : cases()) {
    if (each.why == Why::limit) continue;
    const test::Outcome outcome = test::rewritten(each.mail, nothing);
    BOOST_TEST(outcome.kept.empty(), "line " << each.line);
    BOOST_TEST(outcome.edits.empty(), "line " << each.line);
  }
}

BOOST_AUTO_TEST_CASE(edits_what_is_signed_where_that_is_asked_for) {
  for (const Case& each : cases()) {
    if (each.why != Why::signed_part) continue;
    Options options = each.options;
    options.edit_signed = true;
    const test::Outcome outcome = test::rewritten(each.mail, options);
    BOOST_TEST(!outcome.has_kept(Why::signed_part));
    BOOST_TEST(outcome.bytes.find("http://h.example/x") != std::string::npos);
  }
}

BOOST_AUTO_TEST_CASE(every_reason_has_a_row_in_the_manual) {
  const std::string manual = test::read_file(test::data_dir() / "../../docs/rewriting.md");
  for (const Why why : kAll) {
    BOOST_TEST(!meaning(why).empty());
    BOOST_TEST(manual.find("| `" + std::string(name(why)) + "` |") != std::string::npos, name(why));
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
