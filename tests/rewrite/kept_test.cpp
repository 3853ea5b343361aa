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

constexpr Why kAll[] = {Why::signed_part,   Why::encrypted,   Why::charset,   Why::encoding,
                        Why::not_writable,  Why::decoded,     Why::ambiguous, Why::header,
                        Why::same_document, Why::needed_base, Why::limit,     Why::check};

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
  all.push_back(CASE(Why::signed_part, kBase + "Content-Type: text/html\n\n-----BEGIN PGP SIGNED "
                                               "MESSAGE-----\nHash: SHA256\n\n<a href=x>\n"));
  all.push_back(
      CASE(Why::encrypted,
           kBase + "Content-Type: multipart/encrypted; boundary=b\n\n--b\n" + kHtml + "--b--\n"));
  // Shifts around what would have to go.
  Options wrapping;
  wrapping.wrap = "https://guard.example/?u={url}";
  all.push_back(CASE(Why::charset,
                     "Content-Type: text/html; charset=utf-7\n\n<a href=http://e.example/+AOk-",
                     wrapping));
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
  all.push_back(CASE(Why::ambiguous, kBase + "Content-Type: text/plain\n" + kHtml));
  all.push_back(CASE(Why::header, kBase + "List-Unsubscribe: <unsubscribe?x>\n\ntext\n"));
  all.push_back(CASE(Why::same_document, kBase + "Content-Type: text/html\n\n<a href=\"#x\">\n"));
  all.push_back(CASE(Why::needed_base,
                     "Content-Type: text/html\n\n<base href=\"http://h.example/\">"
                     "<iframe srcdoc=\"<iframe srcdoc='<a href=x>'>\"></iframe>"));
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
