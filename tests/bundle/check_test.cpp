// SPDX-License-Identifier: MIT
//
// Each finding is caused by a file that is sound but for one fault.
#include "bundle/check.h"

#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <set>

#include "bundle/made_bundle.h"
#include "support/files.h"

namespace basewalk::bundle {
std::ostream& operator<<(std::ostream& out, FindingCode code) { return out << name(code); }
}  // namespace basewalk::bundle

using namespace basewalk;
using bundle::FindingCode;

namespace {

// A bundle that nobody finds fault with.
struct Sound {
  std::string top =
      "From: <a@example.com>\r\nMIME-Version: 1.0\r\n"
      "Content-Type: multipart/related; boundary=\"b1\"; type=\"text/html\"\r\n\r\n";
  std::string page_header =
      "Content-Type: text/html; charset=utf-8\r\n"
      "Content-Location: http://ex.test/\r\n";
  std::string page_encoding = "Content-Transfer-Encoding: 7bit\r\n";
  std::string page = "<p>Page</p>\r\n<img src=\"a.png\">\r\n";
  std::string picture_header =
      "Content-Type: image/png\r\n"
      "Content-Location: http://ex.test/a.png\r\n";
  std::string picture_encoding = "Content-Transfer-Encoding: base64\r\n";
  std::string picture = "iVBORw0KGgoA";
  std::string more;
  std::string close = "--b1--\r\n";

  std::string text() const {
    return top + "--b1\r\n" + page_header + page_encoding + "\r\n" + page + "\r\n--b1\r\n" +
           picture_header + picture_encoding + "\r\n" + picture + "\r\n" + more + close;
  }
};

std::string replaced(std::string text, std::string_view from, std::string_view to) {
  for (std::size_t at = text.find(from); at != std::string::npos;
       at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
  return text;
}

std::string repeated(std::string_view text, int times) {
  std::string made;
  for (int i = 0; i < times; ++i) made += text;
  return made;
}

// One that holds multiparts in one another.
std::string with_nested(int depth) {
  Sound sound;
  sound.more = "--b1\r\n";
  for (int i = 0; i < depth; ++i) {
    const std::string boundary = "n" + std::to_string(i) + "n";
    sound.more +=
        "Content-Type: multipart/mixed; boundary=" + boundary + "\r\n\r\n--" + boundary + "\r\n";
  }
  sound.more += "\r\ntext\r\n";
  return sound.text();
}

struct Row {
  int line;
  FindingCode code;
  std::string_view part;  ///< the section it is found in
  std::string file;
};
std::ostream& operator<<(std::ostream& out, const Row& row) {
  return out << "line " << row.line << ": " << name(row.code);
}

// The sound bundle, with one member set.
std::string with(std::string Sound::*member, std::string value) {
  Sound sound;
  sound.*member = std::move(value);
  return sound.text();
}
std::string with_html(std::string_view html) {
  return with(&Sound::page, std::string(html) + "\r\n<img src=\"a.png\">\r\n");
}
std::string with_type(std::string_view type) {
  return with(&Sound::top, "MIME-Version: 1.0\r\nContent-Type: " + std::string(type) + "\r\n\r\n");
}
std::string with_part(std::string_view header, std::string_view body = "x") {
  return with(&Sound::more, "--b1\r\nContent-Transfer-Encoding: 7bit\r\n" + std::string(header) +
                                "\r\n\r\n" + std::string(body) + "\r\n");
}
// Whose page refers to the further part, too.
std::string with_used_part(std::string_view reference, std::string_view header) {
  Sound sound;
  sound.page += "<img src=\"" + std::string(reference) + "\">\r\n";
  sound.more = "--b1\r\nContent-Type: image/gif\r\nContent-Transfer-Encoding: base64\r\n" +
               std::string(header) + "\r\n\r\nR0lG\r\n";
  return sound.text();
}

#define ROW(...) \
  Row { __LINE__, __VA_ARGS__ }
const std::string kSound = Sound().text();
const std::string kTop = "multipart/related; boundary=b1; type=\"text/html\"";

const std::string kDeepest = "3" + repeated(".1", 99);
const std::vector<Row> kRows = {
    ROW(FindingCode::not_a_bundle, "1", "From: <a@x>\r\n\r\nhello\r\n"),
    ROW(FindingCode::not_a_bundle, "0", replaced(kSound, "multipart/related", "multipart/mixed")),
    ROW(FindingCode::no_page, "0",
        replaced(kSound, "text/html; charset", "application/octet-stream; charset")),
    ROW(FindingCode::blank_first, "0", "\r\n\r\n" + kSound),
    ROW(FindingCode::line_ends_lf, "0", replaced(kSound, "\r\n", "\n")),
    ROW(FindingCode::line_ends_lf, "2",
        replaced(kSound, "Content-Type: image/png\r\n", "Content-Type: image/png\n")),
    ROW(FindingCode::line_ends_lf, "0", replaced(kSound, "--b1--\r\n", "--b1--\n")),
    ROW(FindingCode::line_ends_body, "1", with(&Sound::page, "<p>\n<img src=\"a.png\">\r\n")),
    ROW(FindingCode::boundary_missing, "1", replaced(kSound, "boundary=\"b1\"", "boundary=\"b2\"")),
    ROW(FindingCode::boundary_missing, "1", replaced(kSound, "boundary=\"b1\"; ", "")),
    ROW(FindingCode::boundary_unclosed, "0", with(&Sound::close, "")),
    ROW(FindingCode::boundary_space, "2",
        replaced(kSound, "\r\n\r\n--b1\r\n", "\r\n\r\n--b1 \r\n")),
    ROW(FindingCode::boundary_space, "0", with(&Sound::close, "--b1--\t\r\n")),
    ROW(FindingCode::boundary_duplicate, "0",
        replaced(kSound, "boundary=\"b1\"", "boundary=\"b1\"; boundary=\"b2\"")),
    ROW(FindingCode::boundary_in_body, "1",
        replaced(replaced(kSound, "7bit", "binary"), "<p>Page", "<p>--b1")),
    ROW(FindingCode::boundary_near, "1", replaced(kSound, "<p>Page", "<p>--b1")),
    ROW(FindingCode::boundary_doubtful, "0", replaced(kSound, "<p>Page", "--b1x<p>")),
    ROW(FindingCode::encoding_missing, "2", with(&Sound::picture_encoding, "")),
    ROW(FindingCode::encoding_missing, "1", with(&Sound::page_encoding, "")),
    ROW(FindingCode::encoding_unknown, "2",
        with(&Sound::picture_encoding, "Content-Transfer-Encoding: x-odd\r\n")),
    ROW(FindingCode::encoding_unknown, "2",
        with(&Sound::picture_encoding, "Content-Transfer-Encoding: x-uuencode\r\n")),
    ROW(FindingCode::base64_bad, "2", with(&Sound::picture, "iVBORw0KG!goA")),
    ROW(FindingCode::base64_bad, "2", with(&Sound::picture, "iVBORw0K GgoA")),
    ROW(FindingCode::base64_bad, "2", with(&Sound::picture, "iVBOR")),
    ROW(FindingCode::base64_bad, "2", with(&Sound::picture, "iVBORw==\r\niVBO")),
    ROW(FindingCode::base64_bad, "2", with(&Sound::picture, "iVBORw0KGgo_")),
    ROW(FindingCode::base64_padding, "2", with(&Sound::picture, "iVBORw0KGg")),
    ROW(FindingCode::base64_padding, "2", with(&Sound::picture, "iVBORw0KGg==\r\n=")),
    ROW(FindingCode::charset_missing, "1", replaced(kSound, "; charset=utf-8", "")),
    ROW(FindingCode::charset_missing, "3",
        with(&Sound::more,
             "--b1\r\nContent-Type: text/css\r\nContent-Transfer-Encoding: 8bit\r\n"
             "Content-Location: http://ex.test/a.css\r\n\r\n/* \xC3\xBC */\r\n")),
    ROW(FindingCode::charset_wrong, "1", replaced(kSound, "Page", "P\xFFge")),
    ROW(FindingCode::charset_wrong, "1", replaced(kSound, "utf-8", "x-nobody-knows")),
    ROW(FindingCode::content_base, "2",
        with(&Sound::picture_header, Sound().picture_header + "Content-Base: http://ex.test/\r\n")),
    ROW(FindingCode::label_duplicate, "3",
        with_used_part("b.gif", "Content-Location: http://ex.test/a.png")),
    ROW(FindingCode::label_repeated, "2",
        with(&Sound::picture_header,
             Sound().picture_header + "Content-Location: http://ex.test/b.png\r\n")),
    ROW(FindingCode::label_repeated, "2",
        with(&Sound::picture_header,
             Sound().picture_header + "Content-ID: <a@x>\r\nContent-ID: <b@x>\r\n")),
    ROW(FindingCode::label_relative, "3", with_used_part("b.gif", "Content-Location: b.gif")),
    ROW(FindingCode::label_missing, "3", with_part("Content-Type: image/gif")),
    ROW(FindingCode::part_unreferenced, "3",
        with_part("Content-Type: image/gif\r\nContent-ID: <b@x>")),
    ROW(FindingCode::start_unknown, "0", with_type(kTop + "; start=\"<nobody@x>\"")),
    ROW(FindingCode::start_not_first, "0",
        replaced(with_part("Content-Type: text/html; charset=utf-8\r\nContent-ID: <r@x>",
                           "<a href=\"http://ex.test/\">x</a>"),
                 "; type=", "; start=\"<r@x>\"; type=")),
    ROW(FindingCode::type_missing, "0", with_type("multipart/related; boundary=b1")),
    ROW(FindingCode::type_differs, "0",
        with_type("multipart/related; boundary=b1; type=\"multipart/alternative\"")),
    ROW(FindingCode::multipart_nested, "3",
        with_part("Content-Type: multipart/mixed; boundary=in",
                  "--in\r\nContent-Type: image/gif\r\n\r\nx\r\n--in--\r\n")),
    ROW(FindingCode::cid_escaped, "1", with_used_part("cid:b%2Fc@x", "Content-ID: <b/c@x>")),
    ROW(FindingCode::reference_lenient, "1",
        with_used_part("cid:b@x", "Content-Location: cid:b@x")),
    ROW(FindingCode::reference_lenient, "1",
        with_used_part("HTTP://EX.TEST/b.gif", "Content-Location: http://ex.test/b.gif")),
    ROW(FindingCode::reference_lenient, "1",
        with_used_part("C:\\b.gif", "Content-Location: file:///C:/b.gif")),
    ROW(FindingCode::reference_missing, "1", with_html("<img src=\"cid:nobody@x\">")),
    ROW(FindingCode::reference_missing, "1", with_html("<img src=\"thismessage:/x\">")),
    ROW(FindingCode::reference_missing, "2",
        with(&Sound::picture_header,
             "Content-Type: text/html; charset=utf-8\r\nContent-ID: <x@x>\r\n\r\n"
             "<a href=\"b.html\">\r\n--b1\r\n" +
                 Sound().picture_header)),
    ROW(FindingCode::reference_local, "1", with_html("<img src=\"file:///C:/me/x.png\">")),
    ROW(FindingCode::type_wrong, "2",
        test::MadeBundle()
            .add("text/html", "http://h/", "<link rel=stylesheet href=s>")
            .add("text/plain", "http://h/s", "a{b:c}")
            .text()),
    ROW(FindingCode::type_wrong, "2",
        test::MadeBundle()
            .add("text/html", "http://h/", "<img src=a>")
            .add("text/html", "http://h/a", "\x89PNG\r\n\x1A\n")
            .text()),
    ROW(FindingCode::reference_local, "1", with_html("<img src=\"C:\\me\\x.png\">")),
    ROW(FindingCode::reference_local, "1", with_html("<img src=\"\\\\me\\x.png\">")),
    ROW(FindingCode::reference_external, "1", with_html("<img src=\"http://far.test/x.png\">")),
    ROW(FindingCode::reference_external, "1",
        with_html("<style>p { background: url(http://far.test/x.png) }</style>")),
    ROW(FindingCode::reference_external, "1",
        with_html("<link rel=stylesheet href=\"http://far.test/x.css\">")),
    ROW(FindingCode::not_read, kDeepest, with_nested(120)),
    ROW(FindingCode::reference_fragment, "1", with_html("<img src=\"http://ex.test/a.png#x\">")),
    ROW(FindingCode::reference_fragment, "1", with_html("<img src=\"a.png#\">")),
    ROW(FindingCode::reference_fragment, "1",
        with_html("<style>p { background: url(a.png#x) }</style>")),
    ROW(FindingCode::reference_fragment, "1", with_used_part("cid:c@x#x", "Content-ID: <c@x>")),
    ROW(FindingCode::base_relative, "1",
        replaced(with_html("<base href=\"img/\">"), "ex.test/a.png", "ex.test/img/a.png")),
};

}  // namespace

BOOST_AUTO_TEST_SUITE(check)

BOOST_AUTO_TEST_CASE(finds_no_fault_with_a_sound_bundle) {
  const bundle::Report report = bundle::check(test::ExactCopy(kSound).view(), {});
  for (const bundle::Finding& f : report.findings) BOOST_TEST(false, name(f.code) << f.text);
  BOOST_TEST(report.is_bundle);
  BOOST_TEST(report.parts == 3U);
  BOOST_TEST(report.inside == 1U);
  BOOST_TEST(report.external == 0U);
}

BOOST_DATA_TEST_CASE(finds, boost::unit_test::data::make(kRows)) {
  const test::ExactCopy copy(sample.file);
  const bundle::Report report = bundle::check(copy.view(), {});
  bool found = false;
  std::string all;
  for (const bundle::Finding& f : report.findings) {
    all += " " + f.section + ":" + std::string(name(f.code));
    found = found || (f.code == sample.code && f.section == sample.part);
    BOOST_TEST(f.offset <= sample.file.size());
  }
  BOOST_TEST(found, "only" << all);
  BOOST_TEST((severity(sample.code) == bundle::Severity::error ? report.errors : report.warnings) >
             0U);
}

BOOST_AUTO_TEST_CASE(every_code_is_found_in_some_file) {
  std::set<FindingCode> seen;
  for (const Row& row : kRows) seen.insert(row.code);
  for (const FindingCode code : bundle::all_finding_codes())
    BOOST_TEST(seen.contains(code), name(code));
}

BOOST_AUTO_TEST_CASE(the_docs_have_every_code) {
  const std::string docs = test::read_file(test::data_dir() / ".." / ".." / "docs" / "bundles.md");
  for (const FindingCode code : bundle::all_finding_codes()) {
    const std::string row = "| `" + std::string(name(code)) + "` | " +
                            std::string(name(severity(code))) + " | " +
                            (is_refused(code) ? "yes" : "") + " | " + std::string(clause(code));
    BOOST_TEST(docs.find(row) != std::string::npos, row);
  }
}

// A limit hides references: what is counted then is no answer.
BOOST_AUTO_TEST_CASE(tells_what_was_not_looked_at) {
  const std::string file =
      with_html("<img src=\"cid:nobody@x\"><img src=\"http://far.test/x.png\">");
  const auto not_read = [&](std::size_t Limits::*limit, std::size_t value) {
    WalkOptions options;
    options.limits.*limit = value;
    std::string told;
    const bundle::Report report = bundle::check(file, options);
    for (const bundle::Finding& f : report.findings)
      if (f.code == FindingCode::not_read) told += f.section + ": " + f.text + "\n";
    BOOST_TEST((report.errors > 0));
    return told;
  };
  BOOST_TEST(not_read(&Limits::links, 1).find("1: limit-links: more links than the limit\n") == 0u);
  BOOST_TEST(not_read(&Limits::parts, 2) ==
             "1: limit-parts: the message has more parts than the limit\n");
  BOOST_TEST(not_read(&Limits::links, 100).empty());
  BOOST_TEST(not_read(&Limits::notes, 1).empty());
}

// What is external on purpose is no fault: hyperlinks, and what is its own resource.
BOOST_AUTO_TEST_CASE(hyperlinks_may_lead_out) {
  const std::string file = with_html(
      "<a href=\"http://far.test/\">x</a><form action=\"http://far.test/\"></form>"
      "<a href=\"mailto:a@b\">x</a><a href=\"#top\">x</a><img src=\"data:image/gif;base64,R0lG\">"
      "<!--[if mso]><img src=\"http://far.test/x.png\"><![endif]-->"
      "<link rel=canonical href=\"http://far.test/\">http://far.test/text");
  const bundle::Report report = bundle::check(file, {});
  for (const bundle::Finding& f : report.findings) BOOST_TEST(false, name(f.code) << f.text);
  BOOST_TEST(report.external == 5U);
}

BOOST_AUTO_TEST_CASE(of_one_fault_only_so_many_are_told) {
  std::string html;
  for (int i = 0; i < 300; ++i) html += "<img src=\"cid:" + std::to_string(i) + "@x\">";
  html += html;  // the same again is not another fault
  const bundle::Report report = bundle::check(with_html(html), {});
  BOOST_TEST(report.findings.size() == 100U);
  BOOST_TEST(report.errors == 300U);
  BOOST_TEST(report.omitted == 200U);
}

// What is near to a fault and is none.
struct Near {
  int line;
  FindingCode code;  ///< that is not found
  std::string file;
};
std::ostream& operator<<(std::ostream& out, const Near& row) {
  return out << "line " << row.line << ": " << name(row.code);
}
#define NEAR(...) \
  Near { __LINE__, __VA_ARGS__ }
const std::string kAlternative =
    "--b1\r\nContent-Type: multipart/alternative; boundary=in\r\n\r\n"
    "--in\r\nContent-Type: text/html\r\n\r\n<p>\r\n"
    "--in\r\nContent-Type: text/html\r\n\r\n<p>\r\n--in--\r\n--b1--\r\n";
const std::vector<Near> kNear = {
    // The start is the first page, or no page at all, or the last of alternatives.
    NEAR(FindingCode::start_not_first,
         replaced(with(&Sound::page_header, Sound().page_header + "Content-ID: <r@x>\r\n"),
                  "; type=", "; start=\"<r@x>\"; type=")),
    NEAR(FindingCode::start_not_first,
         replaced(with(&Sound::picture_header, Sound().picture_header + "Content-ID: <r@x>\r\n"),
                  "; type=", "; start=\"<r@x>\"; type=")),
    NEAR(FindingCode::start_not_first,
         "Content-Type: multipart/related; boundary=b1; type=\"multipart/alternative\"\r\n\r\n" +
             kAlternative),
    // The type is that of the root's place in the bundle.
    NEAR(FindingCode::type_differs,
         "Content-Type: multipart/related; boundary=b1; type=\"Multipart/Alternative \"\r\n\r\n" +
             kAlternative),
    NEAR(FindingCode::type_differs, replaced(kSound, "text/html\"", "TEXT/HTML\"")),
    NEAR(FindingCode::reference_fragment,
         with_used_part("http://ex.test/b.gif#x", "Content-Location: http://ex.test/b.gif#x")),
    NEAR(FindingCode::reference_fragment, with_html("<a href=\"a.png#x\">")),
    NEAR(FindingCode::base_relative, with_html("<base href=\"http://ex.test/\">")),
    // The bundle is the one that has parts.
    NEAR(FindingCode::no_page,
         "Content-Type: multipart/mixed; boundary=b0\r\n\r\n--b0\r\nContent-Type: "
         "multipart/related; boundary=none\r\n\r\n\r\n--b0\r\n" +
             kSound + "--b0--\r\n"),
};
BOOST_DATA_TEST_CASE(finds_no_fault_where_there_is_none, boost::unit_test::data::make(kNear)) {
  const bundle::Report report = bundle::check(test::ExactCopy(sample.file).view(), {});
  BOOST_TEST(report.is_bundle);
  for (const bundle::Finding& f : report.findings)
    BOOST_TEST((f.code != sample.code), f.section << ": " << f.text);
}

// Part by part, and in each as they stand in the file.
BOOST_AUTO_TEST_CASE(tells_its_findings_in_the_order_of_the_file) {
  Sound sound;
  sound.top = replaced(sound.top, "; type=\"text/html\"", "");
  sound.page_header = "Content-Type: text/html\r\nContent-Location: p.html\r\n";
  sound.page_encoding.clear();
  sound.page = "<img src=\"cid:a@x\">\n<p>\xFF<img src=\"file:///x\">\r\n";
  sound.picture_header += "Content-Base: http://h/\r\nContent-ID: <i@x>\r\nContent-ID: <j@x>\r\n";
  sound.picture = "iVBOR";
  sound.more = "--b1\r\nContent-Type: image/gif\r\n\r\nx\r\n";
  const bundle::Report report = bundle::check(sound.text(), {});
  BOOST_TEST(report.findings.size() > 8U);
  for (std::size_t i = 1; i < report.findings.size(); ++i) {
    const bundle::Finding &before = report.findings[i - 1], &after = report.findings[i];
    BOOST_TEST(before.part <= after.part);
    if (before.part == after.part) BOOST_TEST(before.offset <= after.offset);
  }
}

// Cut anywhere it is still a report.
BOOST_AUTO_TEST_CASE(survives_every_cut) {
  for (std::size_t size = 0; size <= kSound.size(); ++size) {
    const test::ExactCopy copy(std::string_view(kSound).substr(0, size));
    const bundle::Report report = bundle::check(copy.view(), {});
    BOOST_TEST((report.errors > 0 || size >= kSound.size() - 2), size);
  }
}

struct Base64Row {
  int line;
  std::string_view body;
  bundle::Base64 how;
  std::size_t offset;
};
std::ostream& operator<<(std::ostream& out, const Base64Row& row) { return out << row.line; }
constexpr Base64Row kBase64[] = {
    {__LINE__, "", bundle::Base64::good, 0},
    {__LINE__, "AAAA\r\nAA==", bundle::Base64::good, 0},
    {__LINE__, "AAAA\r\n\r\nAAA=\r\n", bundle::Base64::good, 0},
    {__LINE__, "AAA", bundle::Base64::bad_padding, 3},
    {__LINE__, "AA=", bundle::Base64::bad_padding, 2},
    {__LINE__, "AAAA====", bundle::Base64::bad_padding, 4},
    {__LINE__, "A", bundle::Base64::bad, 1},
    {__LINE__, "A===", bundle::Base64::bad, 1},
    {__LINE__, "AA==AA", bundle::Base64::bad, 4},
    {__LINE__, "AA AA", bundle::Base64::bad, 2},
    {__LINE__, "AA-_", bundle::Base64::bad, 2},
};
BOOST_DATA_TEST_CASE(looks_at_base64, boost::unit_test::data::make(kBase64)) {
  const bundle::Base64Look look = bundle::look_at_base64(test::ExactCopy(sample.body).view());
  BOOST_TEST((look.how == sample.how));
  if (look.how != bundle::Base64::good) BOOST_TEST(look.offset == sample.offset);
}

// How lenient a reader has to be.
BOOST_AUTO_TEST_CASE(tells_what_made_a_lenient_match) {
  const std::string nested =
      with(&Sound::more,
           "--b1\r\nContent-Type: multipart/related; boundary=b2\r\n\r\n--b2\r\n"
           "Content-Type: image/png\r\nContent-ID: <in@x>\r\n\r\nx\r\n--b2--\r\n");
  const std::string bundle = replaced(nested, "<p>Page", "<img src=\"cid:in@x\"><p>Page");
  bool told = false;
  for (const bundle::Finding& finding : bundle::check(bundle, {}).findings)
    told = told || (finding.code == FindingCode::reference_lenient &&
                    finding.text == "cid:in@x [anywhere]");
  BOOST_TEST(told);
}

BOOST_AUTO_TEST_SUITE_END()
