// SPDX-License-Identifier: MIT
//
// Links before and behind the parts of a multipart: who sees no boundary there, or another one,
// shows them.
#include <boost/test/unit_test.hpp>

#include <string>
#include <vector>

#include "rewrite/rewriting.h"

using namespace basewalk;
using rewrite::Kept;
using rewrite::Options;

namespace {

Options wrapping() {
  Options options;
  options.wrap = "https://g.example/?u={url}";
  return options;
}

std::string mail(const std::string& field, const std::string& before, const std::string& behind) {
  return "From: a@example.org\nContent-Type: multipart/" + field + "; boundary=b\n\n" + before +
         "--b\nContent-Type: text/html\n\n<p>\n--b--\n" + behind;
}

struct Row {
  const char* before;
  const char* after;
};

}  // namespace

BOOST_AUTO_TEST_SUITE(surroundings)

BOOST_AUTO_TEST_CASE(links_beside_parts_are_wrapped) {
  const Row rows[] = {
      {"see http://e.example/a now\n", "see https://g.example/?u=http%3A%2F%2Fe.example%2Fa now\n"},
      {"<URL:http://e.example/\n a>\r\n",
       "<URL:https://g.example/?u=http%3A%2F%2Fe.example%2Fa>\r\n"},
      {"\xC3\xA4 http://e.example/\xC3\xA4 \xE2\x82\xAC\n",
       "\xC3\xA4 https://g.example/?u=http%3A%2F%2Fe.example%2F%25C3%25A4 \xE2\x82\xAC\n"},
      {"\xE4 http://e.example/\xE4\n",  // as windows-1252
       "\xE4 https://g.example/?u=http%3A%2F%2Fe.example%2F%25C3%25A4\n"},
      {"http://a.example/ http://b.example/\n",
       "https://g.example/?u=http%3A%2F%2Fa.example%2F "
       "https://g.example/?u=http%3A%2F%2Fb.example%2F\n"},
      {"http://e.example", "https://g.example/?u=http%3A%2F%2Fe.example%2F"},
  };
  for (const char* type : {"mixed", "alternative", "signed", "encrypted"})
    for (const Row& row : rows) {
      BOOST_TEST_CONTEXT(type << ' ' << row.before) {
        const std::string before = std::string(row.before) + "\n",
                          after = std::string(row.after) + "\n";
        test::Outcome result = test::rewritten(mail(type, before, "x\n"), wrapping());
        BOOST_TEST(result.bytes == mail(type, after, "x\n"));
        BOOST_TEST(result.kept.empty());
        result = test::rewritten(mail(type, "x\n", row.before), wrapping());
        BOOST_TEST(result.bytes == mail(type, "x\n", row.after));
        BOOST_TEST(result.kept.empty());
        BOOST_TEST((result.verdict == Verdict::clear));
      }
    }
}

BOOST_AUTO_TEST_CASE(edits_say_where_they_stand) {
  const std::string bytes = mail("mixed", "see http://e.example/a\n", "and http://f.example/\n");
  const test::Outcome result = test::rewritten(bytes, wrapping());
  BOOST_REQUIRE(result.edits.size() == 2u);
  BOOST_TEST(result.edits[0].where == "preamble text");
  BOOST_TEST(result.edits[0].offset == bytes.find("http://e"));
  BOOST_TEST(result.edits[1].where == "epilogue text");
  BOOST_TEST(result.edits[1].offset == bytes.find("http://f"));
  BOOST_TEST(result.edits[1].part == 0u);
}

// And what stands between them.
BOOST_AUTO_TEST_CASE(parts_are_edited_as_well) {
  const std::string head = "Content-Type: multipart/mixed; boundary=b\n\n";
  const std::string html = "\n--b\nContent-Type: text/html\n\n<a href=\"", close = "\">\n--b--\n";
  const auto url = [](const std::string& host) { return "http://" + host + ".example/"; };
  const auto wrapped = [](const std::string& host) {
    return "https://g.example/?u=http%3A%2F%2F" + host + ".example%2F";
  };
  const test::Outcome result =
      test::rewritten(head + url("a") + html + url("b") + close + url("c"), wrapping());
  BOOST_TEST(result.bytes == head + wrapped("a") + html + wrapped("b") + close + wrapped("c"));
  BOOST_TEST(result.edits.size() == 3u);
  BOOST_TEST(result.kept.empty());
}

// Once more there is nothing to do, and as defanged as in a part.
BOOST_AUTO_TEST_CASE(they_are_edited_once_and_in_each_way) {
  const std::string bytes = mail("mixed", "see http://e.example/a\n", "");
  const test::Outcome once = test::rewritten(bytes, wrapping());
  BOOST_TEST(!test::rewritten(once.bytes, wrapping()).changed);
  Options options;
  options.defang = true;
  BOOST_TEST(test::rewritten(bytes, options).bytes ==
             mail("mixed", "see hxxp://e[.]example/a\n", ""));
  options = wrapping();
  options.wrap.clear();
  options.unwrap = true;
  const std::string safe =
      "https://eu.safelinks.protection.outlook.com/?url=http%3A%2F%2Fe.example%2Fa&data=x";
  BOOST_TEST(test::rewritten(mail("mixed", safe + "\n", ""), options).bytes ==
             mail("mixed", "http://e.example/a\n", ""));
}

// What a signature covers, and what is encoded, stays, and is told.
BOOST_AUTO_TEST_CASE(within_what_is_closed_they_stay) {
  const std::string inner =
      "Content-Type: multipart/mixed; boundary=c\n\nhttp://e.example/\n--c\n\nx\n--c--\n";
  const auto signed_mail =
      "Content-Type: multipart/signed; boundary=b\n\n--b\n" + inner + "--b--\n";
  test::Outcome result = test::rewritten(signed_mail, wrapping());
  BOOST_TEST(!result.changed);
  BOOST_TEST(result.has_kept(Kept::Why::signed_part));
  Options options = wrapping();
  options.edit_signed = true;
  BOOST_TEST(test::rewritten(signed_mail, options).changed);
  result = test::rewritten(
      "Content-Type: message/rfc822\nContent-Transfer-Encoding: quoted-printable\n\nContent-Type: "
      "multipart/mixed; "
      "boundary=3Dc\n\nhttp://e.example/\n--c\n\nx\n--c--\n",
      wrapping());
  BOOST_TEST(result.has_kept(Kept::Why::decoded));
}

// What KMail and MailCore take for a multipart without a part, Go and SpamAssassin for a text.
BOOST_AUTO_TEST_CASE(texts_of_other_readers_lead_to_the_wrapper) {
  const std::string mails[] = {
      "Content-Type: multipart/d; boundary=a\n\n--a\nContent-Type: multipart/d; "
      "boundary=b\n\n--b\n\"\n--b--\n",
      "Content-Type: multipart/d; boundary=a\n\n--a\nContent-Type: multipart/d "
      "boundary=b\n--b\n=\n--b--\n",
  };
  for (const std::string& each : mails) {
    const test::Outcome result = test::rewritten(each + "http://h1.example", wrapping());
    BOOST_TEST(result.bytes == each + "https://g.example/?u=http%3A%2F%2Fh1.example%2F");
    BOOST_TEST(result.kept.empty());
  }
}

BOOST_AUTO_TEST_SUITE_END()
