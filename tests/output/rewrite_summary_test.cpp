// SPDX-License-Identifier: MIT
#include "output/rewrite_summary.h"

#include <boost/test/unit_test.hpp>

#include "basewalk/rewrite/rewrite.h"
#include "output/rewrite_report.h"

using namespace basewalk;
using namespace basewalk::output;
using rewrite::Kept;
using rewrite::Rewritten;

namespace {

const std::string kMail =
    "DKIM-Signature: v=1; a=rsa-sha256; d=h.example; s=s; h=subject; bh=AAAA; b=AAAA\n"
    "X-Basewalk-Links: 9\n"
    "Message-ID: <id@h>\n"
    "Content-Type: text/html\n"
    "Content-Base: http://h.example/\n\n"
    "<base href='http://h.example/'><a href='a\x01'>x</a> <a href='#here'>y</a>\n";

Rewritten rewritten(const std::string& mail, rewrite::Options options) {
  auto rewriter = rewrite::Rewriter::make(std::move(options));
  BOOST_REQUIRE(rewriter);
  return rewriter->rewrite(mail);
}

Rewritten kept(const std::string& mail, const std::vector<Kept::Why>& reasons,
               std::size_t uncounted) {
  Rewritten result = rewritten(mail, {});
  for (const Kept::Why why : reasons) result.kept.push_back({why, 0, "a[href]", "x", 0});
  result.kept_count = reasons.size() + uncounted;
  return result;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(rewrite_summary_)

BOOST_AUTO_TEST_CASE(a_line_tells_of_each_edit_mark_and_signature_and_one_counts) {
  rewrite::Options options;
  options.drop_base = true;
  options.mark = true;
  BOOST_TEST(rewrite_summary(rewritten(kMail, options)) ==
             "part 1 base[href]: drop-base: http://h.example/\n"
             "part 1 a[href]: absolute: a\\x01 -> http://h.example/a\\x01\n"
             "part 1 a[href]: absolute: #here -> http://h.example/#here\n"
             "header: removed: X-Basewalk-Links\n"
             "header: added: X-Basewalk-Links: 2\n"
             "header: added: X-Basewalk-Flags: base-split, control-removed, invalid-syntax\n"
             "header: added: X-Basewalk-Bases: html-base <http://h.example/>\n"
             "header: added: X-Basewalk-Verdict: clear\n"
             "signature: dkim h.example: unknown: h= without from\n"
             "2 links, 3 edits, 0 kept as they were, 387 bytes of 248, verdict clear\n");
}

BOOST_AUTO_TEST_CASE(a_line_tells_of_what_was_kept_and_of_a_signature_that_holds) {
  const std::string mail =
      "Content-Type: multipart/signed; protocol=application/pgp-signature; boundary=b\n"
      "Content-Base: http://h.example/\n\n"
      "--b\nContent-Type: text/html\n\n<a href='a\x01'>x</a>\n"
      "--b\nContent-Type: application/pgp-signature\n\nx\n--b--\n";
  BOOST_TEST(rewrite_summary(rewritten(mail, {})) ==
             "part 1 a[href]: kept: a\\x01 [signed-part]\n"
             "signature: pgp: kept\n"
             "1 link, 0 edits, 1 kept as they were, 213 bytes of 213, verdict clear\n");
}

BOOST_AUTO_TEST_CASE(what_was_kept_is_counted_by_its_reason) {
  using Why = Kept::Why;
  const std::string mail = "Subject: x\n\n";
  BOOST_TEST(kept_summary(kept(mail, {}, 0)) == "");
  BOOST_TEST(kept_summary(kept(mail, {Why::charset}, 0)) == "1 kept as they were: charset 1");
  BOOST_TEST(kept_summary(kept(mail, {Why::limit, Why::charset, Why::limit}, 0)) ==
             "3 kept as they were: charset 1, limit 2");
  BOOST_TEST(kept_summary(kept(mail, {Why::check, Why::signed_part}, 0)) ==
             "2 kept as they were: signed-part 1, check 1");
  // Readers do not join these with <base>.
  BOOST_TEST(kept_summary(kept(mail, {Why::header, Why::same_document}, 0)) == "");
  BOOST_TEST(kept_summary(kept(mail, {Why::header, Why::check}, 0)) ==
             "1 kept as they were: check 1");
  // Those beyond the first 10,000 are counted, though why is not known any more.
  BOOST_TEST(kept_summary(kept(mail, {}, 3)) == "3 kept as they were");
  BOOST_TEST(kept_summary(kept(mail, {Why::check}, 3)) == "4 kept as they were: check 1");
}

BOOST_AUTO_TEST_CASE(what_the_verdict_rests_on_is_told) {
  const std::string message = "Subject: x\n\n";
  Rewritten result = rewritten(message, {});
  BOOST_TEST(kept_summary(result) == "");
  result.settled.push_back({Doubt::charset, 0, 0});
  // Settled: nothing is left of it, and the verdict is clear.
  BOOST_TEST(kept_summary(result) == "");
  result.doubts.push_back({Doubt::base64, 0, 0, 1});
  result.doubts.push_back({Doubt::line_ends, 0, 0, 2});
  result.doubt_count = 2;
  result.verdict = Verdict::differs;
  BOOST_TEST(kept_summary(result) == "verdict differs, 2 other readings with links of its own");
  result.unread.push_back({"2", "application/x\x01", "a b\n", "encrypted", 0, 0});
  result.unread.push_back({"3", "application/zip", "", "no-reader", 0, 0});
  result.unread.push_back({"4", "image/png", "", std::string(name(Unread::not_text)), 0, 0});
  result.unread_count = 1;
  result.verdict = Verdict::unread;
  result.kept.push_back({Kept::Why::charset, 0, "a[href]", "x", 0});
  result.kept_count = 1;
  BOOST_TEST(kept_summary(result) ==
             "1 kept as they were: charset 1; verdict unread, 2 other readings with links of its "
             "own, 1 thing not read");
  BOOST_TEST(rewrite_summary(result) ==
             "part 1 a[href]: kept: x [charset]\n"
             "part 1: settled [charset]\n"
             "part 1: other reading: 1 link [base64]\n"
             "part 1: other reading: 2 links [line-ends]\n"
             "part 2: not read: application/x\\x01 a b\\n [encrypted]\n"
             "part 3: not read: application/zip [no-reader]\n"
             "0 links, 0 edits, 1 kept as they were, 12 bytes of 12, verdict unread\n");
}

BOOST_AUTO_TEST_CASE(the_report_counts_what_broke) {
  BOOST_TEST(
      rewrite_report(rewritten("Message-ID: <id@h>\n\nx\n", {}), "a \"b\"") ==
      R"({"kind":"rewrite","source":"a \"b\"","message_id":"id@h","size":22,"size_after":22,)"
      R"("links":0,"flags":[],"edits":[],"edit_count":0,"kept":[],"kept_count":0,)"
      R"("marks_added":[],"marks_removed":[],"signatures":[],"broken_count":0,"verdict":"clear",)"
      R"("doubts":[],"doubt_count":0,"unread":[],"unread_count":0,"settled":[],"message":1,"offset":0,"time":null,"rule":null})"
      "\n");
}

BOOST_AUTO_TEST_CASE(the_report_tells_of_each_doubt_and_of_what_was_not_read) {
  const std::string message = "Subject: x\n\n";
  Rewritten result = rewritten(message, {});
  result.settled.push_back({Doubt::charset, 0, 12});
  result.doubts.push_back({Doubt::base64, 0, 7, 2});
  result.doubt_count = 1;
  result.unread.push_back({"2", "a/b", "c", "encrypted", 3, 4});
  result.unread_count = 1;
  result.verdict = Verdict::unread;
  const std::string line = rewrite_report(result, "m");
  BOOST_TEST(
      line.find(
          R"("verdict":"unread","doubts":[{"reading":"base64","part":"1","offset":7,"links":2}],)"
          R"("doubt_count":1,"unread":[{"offset":3,"part":"2","type":"a/b","name":"c","size":4,)"
          R"("why":"encrypted"}],"unread_count":1,)"
          R"("settled":[{"reading":"charset","part":"1","offset":12}],)") != std::string::npos,
      line);
}

BOOST_AUTO_TEST_CASE(the_report_of_a_filter_says_when_and_why_and_how_large) {
  const rewrite::ForgedMark forged{0, "X-Basewalk-Links", 2};
  const std::string line =
      rewrite_report(rewritten("DKIM-Signature: v=1; d=h\n\n", {}), "4F00", {},
                     {"2026-01-02T03:04:05.678Z", "staff", {&forged, 1}, 1000});
  BOOST_TEST(line.find(R"("marks_removed":[{"name":"X-Basewalk-Links","occurrence":2}],)") !=
             std::string::npos);
  BOOST_TEST(line.find(R"("size":1000,"size_after":1000,)") != std::string::npos);
  BOOST_TEST(line.find(R"("signatures":[],)") != std::string::npos);
  BOOST_TEST(line.find(R"("time":"2026-01-02T03:04:05.678Z","rule":"staff"})") !=
             std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()
