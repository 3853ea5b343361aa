// SPDX-License-Identifier: MIT
//
// Which part a reference names: RFC 2557 8, RFC 2392, RFC 2387, clause by clause.
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>

#include "basewalk/note.h"
#include "bundle/seen.h"
#include "support/files.h"
#include "text/ascii.h"

using namespace basewalk;
using bundle::Profile;

namespace {

// A multipart/related around an HTML page that holds one reference, and further parts.
std::string page(std::string_view reference, std::string_view parts, std::string_view head = "") {
  return "MIME-Version: 1.0\nContent-Type: multipart/related; boundary=o; type=\"text/html\"\n" +
         std::string(head) + "\n--o\nContent-Type: text/html; charset=utf-8\n\n<img src=\"" +
         std::string(reference) + "\">\n" + std::string(parts) + "--o--\n";
}

struct Row {
  int line;
  std::string_view reference, parts, strict, compat;
};
#define ROW(...) \
  { __LINE__, __VA_ARGS__ }
std::ostream& operator<<(std::ostream& out, const Row& row) {
  return out << "line " << row.line << ": " << row.reference;
}

#define PART(header) "--o\nContent-Type: image/png\n" header "\n\nx\n"
#define INNER(header, inside)                                 \
  "--o\nContent-Type: multipart/related; boundary=i\n" header \
  "\n\n--i\nContent-Type: "                                   \
  "text/html\n\n<p>\n" inside "--i--\n"

constexpr Row kRows[] = {
    // RFC 2557 8.2(d): octet by octet.
    ROW("http://h/a", PART("Content-Location: http://h/a"), "2", "2"),
    ROW("http://h/A", PART("Content-Location: http://h/a"), "none", "none"),
    ROW("http://h/a?x", PART("Content-Location: http://h/a"), "none", "none"),
    ROW("http://H/a", PART("Content-Location: http://h/a"), "none", "2"),
    ROW("http://h:80/a", PART("Content-Location: http://h/a"), "none", "2"),
    ROW("http://h", PART("Content-Location: http://h/"), "none", "2"),
    ROW("http://h/&#xFC;", PART("Content-Location: http://h/%C3%BC"), "none", "2"),
    ROW("http://h/\xC3\xBC", PART("Content-Location: =?utf-8?Q?http://h/=C3=BC?="), "2", "2"),
    ROW("http://h/a b", PART("Content-Location: =?us-ascii?Q?http://h/a_b?="), "2", "2"),
    ROW("http://h/a b", PART("Content-Location: http://h/a b"), "none", "2"),
    ROW("http://h/%61", PART("Content-Location: http://h/a"), "none", "none"),  // 8.2(a)
    ROW("http://h/a%2eb", PART("Content-Location: http://h/a%2eb"), "2", "2"),
    // RFC 1808 2.2: a fragment is no part of a URL; some labels have one.
    ROW("http://h/a#f", PART("Content-Location: http://h/a"), "2", "2"),
    ROW("http://h/a#f", PART("Content-Location: http://h/a#f"), "2", "2"),
    ROW("http://h/a", PART("Content-Location: http://h/a#f"), "none", "2"),
    ROW("http://h/a#f", PART("Content-Location: http://h/a#f") PART("Content-Location: http://h/a"),
        "3", "3"),
    // RFC 2557 5(e)
    ROW("a.png", PART("Content-Location: a.png"), "2", "2"),
    ROW("./a.png", PART("Content-Location: x/../a.png"), "2", "2"),
    ROW("thismessage:/a.png", PART("Content-Location: a.png"), "2", "2"),
    ROW("a.png", PART("Content-Location: thismessage:/a.png"), "2", "2"),
    ROW("a.png", PART("Content-Location: http://h/a.png"), "none", "none"),
    ROW("a.png#f", PART("Content-Location: a.png"), "2", "2"),
    // A base of the part itself makes its label absolute; what it says is a label all the same.
    ROW("a.png", PART("Content-Base: http://h/\nContent-Location: a.png"), "none", "2"),
    ROW("http://h/a.png", PART("Content-Base: http://h/\nContent-Location: a.png"), "2", "2"),
    // A scheme alone: absolute, but not to browsers (RFC 3986 5.2.2).
    ROW("http://h/i/a.png", PART("Content-Base: http://h/\nContent-Location: http:i/a.png"), "none",
        "2"),
    ROW("http:i/a.png", PART("Content-Location: http:i/a.png"), "2", "2"),
    // Chromium has no base for labels; what another part is called counts before that.
    ROW("http://i/a.png", PART("Content-Base: http://h/\nContent-Location: http:/i/a.png"), "none",
        "2"),
    ROW("http://i/a.png",
        PART("Content-Base: http://h/\nContent-Location: http:/i/a.png")
            PART("Content-Location: http://i/a.png"),
        "3", "3"),
    // Chromium writes "|" in a path as an escape, which the URL Standard does not.
    ROW("http://h/a|b?|", PART("Content-Location: http://h/a%7Cb?|"), "none", "2"),
    ROW("http://h/a%7Cb#|", PART("Content-Location: http://h/a|b"), "none", "2"),
    ROW("http://h/a?%7C", PART("Content-Location: http://h/a?|"), "none", "none"),
    // 4.2: the first counts.  Chromium takes the last, which names the part where no first one
    // does.
    ROW("http://h/b", PART("Content-Location: http://h/a\nContent-Location: http://h/b"), "none",
        "2"),
    ROW("http://h/b",
        PART("Content-Location: http://h/a\nContent-Location: http://h/b")
            PART("Content-Location: http://h/b"),
        "3", "3"),
    ROW("cid:c@d", PART("Content-ID: <a@b>\nContent-ID: <c@d>"), "none", "2"),
    // Folded where nothing may stand.
    ROW("cid:a@b", PART("Content-ID: <a@\n b>"), "none", "2"),
    ROW("cid:a%20b@c", PART("Content-ID: <a%20b\n @c>"), "none", "2"),
    // RFC 2392 2
    ROW("cid:a@b", PART("Content-ID: <a@b>"), "2", "2"),
    ROW("cid:a%40b", PART("Content-ID: <a@b>"), "2", "2"),
    ROW("cid:a@B", PART("Content-ID: <a@b>"), "none", "none"),
    ROW("cid:a@b#f", PART("Content-ID: <a@b>"), "2", "2"),
    ROW(" cid:a@b ", PART("Content-ID: <a@b>"), "2", "2"),
    ROW("cid:a@b", PART("Content-ID: a@b"), "none", "2"),
    ROW("cid:a@\nb", PART("Content-ID: <a@b>"), "none", "2"),
    ROW("cid:", PART("Content-ID: <>"), "none", "none"),
    ROW("a@b", PART("Content-ID: <a@b>"), "none", "none"),
    ROW("http://h/a@b", PART("Content-ID: <a@b>"), "none", "none"),
    // 8.3
    ROW("cid:a@b", PART("Content-Location: CID: a@b"), "none", "2"),
    ROW("cid:a@b", PART("Content-Location: cid:a@b") PART("Content-ID: <a@b>"), "3", "3"),
    // RFC 2387 4
    ROW("cid:a@b", PART("Content-ID: <a@b>\nContent-Disposition: attachment; filename=c"), "2",
        "2"),
    // 7: of one relative label two URLs are made.
    ROW("http://h/y/a",
        PART("Content-Base: http://h/x/\nContent-Location: a")
            PART("Content-Base: http://h/y/\nContent-Location: a"),
        "3", "3"),
    // 7: two with one label.
    ROW("cid:a@b", PART("Content-ID: <a@b>") PART("Content-ID: <a@b>"), "2", "2"),
    // RFC 2392 2, RFC 2046 5.1.4: what contains them decides.
    ROW("cid:a@b",
        "--o\nContent-Type: multipart/alternative; boundary=i\n\n"
        "--i\nContent-Type: image/gif\nContent-ID: <a@b>\n\nx\n"
        "--i\nContent-Type: image/png\nContent-ID: <a@b>\n\nx\n"
        "--i\nContent-Type: application/x-odd\nContent-ID: <a@b>\n\nx\n--i--\n",
        "2.2", "2.2"),
    ROW("cid:a@b",
        "--o\nContent-Type: multipart/alternative; boundary=i\nContent-ID: <a@b>\n\n"
        "--i\nContent-Type: text/html\n\nx\n--i\nContent-Type: text/calendar\n\nx\n--i--\n",
        "2.1", "2.1"),
    // 9.6: a label on a multipart/related; what is inside one only out of leniency.
    ROW("http://h/more", INNER("Content-Location: http://h/more", ""), "2.1", "2.1"),
    ROW("cid:in@b", INNER("", "--i\nContent-Type: image/png\nContent-ID: <in@b>\n\nx\n"), "none",
        "2.2"),
    ROW("http://h/in", INNER("", "--i\nContent-Location: http://h/in\n\nx\n"), "none", "2.2"),
    ROW("in.png", INNER("", "--i\nContent-Location: in.png\n\nx\n"), "none", "2.2"),
    ROW("cid:in@b", INNER("", "--i\nContent-ID: <in@b>\n\nx\n--i\nContent-ID: <in@b>\n\nx\n"),
        "none", "2.2"),
    // What is found without that wins, however weak.
    ROW("in.png",
        INNER("", "--i\nContent-Location: in.png\n\nx\n")
            PART("Content-Base: http://h/\nContent-Location: in.png"),
        "none", "3"),
    // So is a message inside.
    ROW("cid:a@b", "--o\nContent-Type: message/rfc822\n\nContent-ID: <a@b>\n\nx\n", "none", "2.1"),
    ROW("http://h/a",
        "--o\nContent-Type: message/rfc822\n\nContent-Location: http://h/a\n\nx\n" PART(
            "Content-Location: HTTP://h/a"),
        "none", "3"),
    // What old programs of Microsoft write.
    ROW("C:\\d\\a.png", PART("Content-Location: file:///C:/d/a.png"), "none", "2"),
    ROW("file:///C:/d/a.png", PART("Content-Location: C:\\d\\a.png"), "none", "2"),
    ROW("c:/d/a.png", PART("Content-Location: file:///C|/d/a.png"), "none", "2"),
    ROW("file:///C:/d/a.png", PART("Content-Location: file:///c:/d/a.png"), "none", "2"),
    ROW("file:///C:/d/a%20b.png", PART("Content-Location: C:\\d\\a b.png"), "none", "2"),
    ROW("\\\\s\\d\\a.png", PART("Content-Location: file://s/d/a.png"), "none", "2"),
    ROW("file://s/d/a.png", PART("Content-Location: \\\\s\\d\\a.png"), "none", "2"),
    ROW("d\\a.png", PART("Content-Location: d/a.png"), "none", "2"),
    ROW("d/a.png", PART("Content-Location: d\\a.png"), "none", "2"),
    ROW("d\\a.png", PART("Content-Base: http://h/\nContent-Location: d/a.png"), "none", "2"),
    ROW("http://h/d\\a.png", PART("Content-Location: http://h/d/a.png"), "none", "2"),
    ROW("http://h/a", PART("Content-Location: mhtml:file://C:\\x.mht!http://h/a"), "none", "2"),
    ROW("mhtml:file://C:\\x.mht!http://h/a", PART("Content-Location: http://h/a"), "none", "2"),
    ROW("mhtml:http://h/x.mht!a#f", PART("Content-Location: mhtml:http://h/x.mht!a"), "2", "2"),
    ROW("mhtml:http://h/x.mht!a", PART("Content-Location: mhtml:http://h/x.mht!a"), "2", "2"),
    ROW("d%20e/a.png", PART("Content-Location: d e\\a.png"), "none", "2"),
    ROW("d%20e/a%20b.png", PART("Content-Location: d e\\a b.png"), "none", "2"),
    ROW("mhtml:http://h/x.mht!a", PART("Content-Location: a"), "none", "2"),
    ROW("MHTML:x!cid:a%40b", PART("Content-ID: <a@b>"), "none", "2"),
    ROW("cid:a@b", PART("Content-Location: mhtml:x!cid:a@b"), "none", "2"),
    ROW("mhtml:file://C:\\x.mht", PART("Content-ID: <a@b>"), "none", "1"),
    ROW("mhtml:file://C:\\x.mht!", PART("Content-ID: <a@b>"), "none", "1"),
    // A label that says it itself wins, and so does another case: only the drive's letter has none.
    ROW("http://h/a",
        PART("Content-Location: mhtml:x!http://h/a") PART("Content-Location: http://h/a"), "3",
        "3"),
    ROW("file:///C:/D/a.png", PART("Content-Location: C:\\d\\a.png"), "none", "none"),
    ROW("file:///C:/d/a.png", INNER("", "--i\nContent-Location: C:\\d\\a.png\n\nx\n"), "none",
        "2.2"),
};

std::string target_of(std::string_view message, Profile profile, std::string_view part = "1") {
  const test::ExactCopy copy(message);
  for (const test::SeenTarget& link : test::targets_of(copy.view(), profile).links)
    if (link.part == part && link.where == "img[src]") return link.target;
  return "no link";
}

}  // namespace

BOOST_AUTO_TEST_SUITE(match)

BOOST_DATA_TEST_CASE(finds_the_part, boost::unit_test::data::make(kRows)) {
  const std::string message = page(sample.reference, sample.parts);
  BOOST_TEST(target_of(message, Profile::strict) == sample.strict);
  BOOST_TEST(target_of(message, Profile::compat) == sample.compat);
  std::string crlf;
  for (char c : message) crlf += c == '\n' ? "\r\n" : std::string(1, c);
  BOOST_TEST(target_of(crlf, Profile::compat) == sample.compat);
}

// 8.2(d): "within the same or a surrounding Multipart/related structure".
BOOST_AUTO_TEST_CASE(looks_outward_and_inward_only_out_of_leniency) {
  const std::string inside =
      "--o\nContent-Type: multipart/related; boundary=i\n\n"
      "--i\nContent-Type: text/html\n\n<img src=\"cid:x@x\">\n"
      "--i\nContent-Type: image/png\nContent-ID: <own@x>\n\nx\n--i--\n"
      "--o\nContent-Type: multipart/related; boundary=j\n\n"
      "--j\nContent-Type: text/html\n\n<img src=\"cid:own@x\">\n--j--\n" PART("Content-ID: <x@x>");
  for (Profile profile : {Profile::strict, Profile::compat}) {
    const std::string_view own = profile == Profile::strict ? "none" : "2.2";
    BOOST_TEST(target_of(page("cid:own@x", inside), profile) == own);
    BOOST_TEST(target_of(page("", inside), profile, "2.1") == "4");
    BOOST_TEST(target_of(page("", inside), profile, "3.1") == own);  // a parallel one
  }
}

// The example of RFC 2557 9.6, with what it says of each reference.
BOOST_AUTO_TEST_CASE(the_example_of_nested_bundles) {
  const std::string mail = test::read_file(test::data_dir() / "bundle" / "nested.eml");
  struct {
    std::string_view part, raw, strict, compat;
  } const rows[] = {{"1", "http://www.example.com/images/logo.gif", "2", "2"},
                    {"1", "images/logo2e.gif", "none", "none"},
                    {"1", "http://www.example.com/more-info", "3.1", "3.1"},
                    {"1", "http://www.example.com/even-more-info", "4.1", "4.1"},
                    {"3.1", "images/logo.gif", "2", "2"},
                    // Its label is "http:images/logo2e.gif": absolute to all but browsers.
                    {"3.1", "images/logo2e.gif", "none", "3.2"},
                    {"4.1", "images/logo2d.gif", "4.2", "4.2"},
                    {"4.1", "images/logo2e.gif", "none", "3.2"}};
  for (Profile profile : {Profile::strict, Profile::compat}) {
    const test::SeenTargets seen = test::targets_of(mail, profile);
    for (const auto& row : rows) {
      bool met = false;
      for (const test::SeenTarget& link : seen.links)
        met = met || (link.part == row.part && link.raw == row.raw &&
                      link.target == (profile == Profile::strict ? row.strict : row.compat));
      BOOST_TEST(met, bundle::name(profile) << ' ' << row.part << ' ' << row.raw);
    }
  }
}

// 7: strict asks for a multipart/related; mail programs do not.
BOOST_AUTO_TEST_CASE(a_lenient_reader_asks_for_no_related) {
  const std::string mixed =
      "Content-Type: multipart/mixed; boundary=o\n\n--o\nContent-Type: text/html\n\n"
      "<img src=\"cid:a@b\">\n" PART("Content-ID: <a@b>") "--o--\n";
  BOOST_TEST(target_of(mixed, Profile::strict) == "none");
  BOOST_TEST(target_of(mixed, Profile::compat) == "2");
}

BOOST_AUTO_TEST_CASE(the_same_under_all_rules) {
  const std::string message = page("x/../a.png", PART("Content-Location: a.png"));
  for (url::Rules rules :
       {url::Rules::rfc1808, url::Rules::rfc2396, url::Rules::rfc3986, url::Rules::whatwg}) {
    WalkOptions options;
    options.rules = rules;
    for (Profile profile : {Profile::strict, Profile::compat}) {
      const test::SeenTargets seen = test::targets_of(message, profile, options);
      BOOST_TEST(seen.links.front().target == "2", name(rules) << ' ' << name(profile));
    }
  }
}

// A page saved by an old program: its own label is the base.
BOOST_AUTO_TEST_CASE(a_path_of_windows_is_a_base) {
  const auto saved = [](std::string_view location, std::string_view label,
                        std::string_view reference = "p_files/a.png") {
    return "Content-Type: multipart/related; boundary=o\n\n--o\nContent-Type: text/html\n"
           "Content-Location: " +
           std::string(location) + "\n\n<img src=\"" + std::string(reference) +
           "\">\n--o\nContent-Type: image/png\nContent-Location: " + std::string(label) +
           "\n\nx\n--o--\n";
  };
  constexpr std::string_view kPages[] = {
      "C:\\d\\p.htm",       "c:/d/p.htm",          "file://C:\\d\\p.htm",
      "file:///C|/d/p.htm", "file:///C:/d/p.htm",  "mhtml:file://C:\\d\\x.mht!C:\\d\\p.htm",
      "file:C:\\d\\p.htm",  "file:///c:\\d\\p.htm"};
  constexpr std::string_view kLabels[] = {"C:\\d\\p_files\\a.png", "file:///C:/d/p_files/a.png",
                                          "mhtml:x!file://C:\\d\\p_files\\a.png"};
  for (const std::string_view page : kPages)
    for (const std::string_view label : kLabels)
      for (const std::string_view reference : {"p_files/a.png", "p_files\\a.png"})
        BOOST_TEST(target_of(saved(page, label, reference), Profile::compat) == "2",
                   page << ' ' << label << ' ' << reference);
  BOOST_TEST(target_of(saved("\\\\s\\d\\p.htm", "file://s/d/p_files/a.png"), Profile::compat) ==
             "2");
  BOOST_TEST(target_of(saved("C:\\d\\p.htm", "C:\\e\\p_files\\a.png"), Profile::compat) == "none");
  BOOST_TEST(target_of(saved("C:\\d\\p.htm", "C:\\d\\p_files\\a.png"), Profile::strict) == "none");
  // A relative label is no base ([B2]), and resolved against what is around its part.
  const std::string around =
      "Content-Type: multipart/related; boundary=o\nContent-Location: C:\\d\\p.htm\n\n--o\n"
      "Content-Type: text/html\nContent-Location: e f\\p.htm\n\n<img src=\"g/a.png\">\n--o\n"
      "Content-Type: image/png\nContent-Location: C:\\d\\e f\\g\\a.png\n\nx\n--o\n"
      "Content-Type: image/png\nContent-Location: g\\a.png\n\nx\n--o--\n";
  BOOST_TEST(target_of(around, Profile::compat) == "3");
}

// How a match is told.
BOOST_AUTO_TEST_CASE(says_what_made_them_equal) {
  constexpr struct {
    std::string_view reference, parts, by;
  } kMatches[] = {
      {"cid:a@b", PART("Content-ID: <a@b>"), "content-id"},
      {"C:\\a.png", PART("Content-Location: file:///C:/a.png"), "microsoft"},
      {"mhtml:x.mht", PART(""), "microsoft"},
      {"mhtml:mid://00000012/!cid:a@b", PART("Content-ID: <a@b>"), "microsoft"},
      {"cid:a@b", INNER("", "--i\nContent-ID: <a@b>\n\nx\n"), "anywhere"},
      {"C:\\a.png", INNER("", "--i\nContent-Location: file:///C:/a.png\n\nx\n"), "anywhere"},
  };
  for (const auto& row : kMatches) {
    const std::string bytes = page("", row.parts);
    const Message message = read_message(bytes);
    const bundle::Bundle bundle(message, {}, Profile::compat);
    bundle::Reference reference;
    reference.from = 1;
    reference.raw = row.reference;
    const std::optional<bundle::Match> match = bundle.match(reference);
    BOOST_REQUIRE(match.has_value());
    BOOST_TEST(bundle::name(match->by) == row.by);
  }
}

// [M3]
BOOST_AUTO_TEST_CASE(mid_names_messages_and_their_parts) {
  const auto message = [](std::string_view reference) {
    return "Message-ID: <top@x>\nContent-Type: multipart/mixed; boundary=m\n\n"
           "--m\nContent-Type: text/html\n\n<img src=\"" +
           std::string(reference) +
           "\">\n--m\nContent-Type: message/rfc822\n\n"
           "Message-ID: <in/ner@x>\nContent-Type: multipart/related; boundary=n\n\n"
           "--n\nContent-Type: text/html\n\n<p>\n--n\nContent-Type: image/png\n"
           "Content-ID: <pic@x>\n\nx\n--n--\n--m--\n";
  };
  struct {
    std::string_view reference, target;
  } const rows[] = {{"mid:top@x", "0"},
                    {"MID:top@x", "0"},
                    {"mid:in%2Fner@x", "2"},
                    {"mid:in%2Fner@x/pic@x", "2.2"},
                    {"mid:in%2Fner@x/nobody@x", "none"},
                    {"mid:in/ner@x", "none"},
                    {"mid:top@x/pic@x", "none"},
                    {"mid:nobody@x", "none"},
                    {"mid:", "none"}};
  for (const auto& row : rows)
    for (Profile profile : {Profile::strict, Profile::compat})
      BOOST_TEST(target_of(message(row.reference), profile) == row.target, row.reference);
  BOOST_TEST(target_of(message("cid:pic@x"), Profile::strict) == "none");
  BOOST_TEST(target_of(message("cid:pic@x"), Profile::compat) == "2.2");
}

BOOST_AUTO_TEST_CASE(a_decoded_message_has_a_bundle_of_its_own) {
  // The base64 of a small bundle with a picture cid:p@x, which refers to the message around it,
  // too.
  const std::string message =
      "Message-ID: <around@x>\nContent-Type: multipart/mixed; boundary=m\n\n--m\n"
      "Content-Type: text/html\n\n<img src=\"cid:p@x\">\n--m\n"
      "Content-Type: message/rfc822\nContent-Transfer-Encoding: quoted-printable\n\n"
      "Content-Type: multipart/related; boundary=3Dr\n\n--r\nContent-Type: text/html\n\n"
      "<img src=3D\"cid:p@x\"><img src=3D\"mid:around@x\">\n--r\nContent-Type: image/png\n"
      "Content-ID: <p@x>\n\nx\n--r--\n--m\nContent-Type: text/html\n\n<img src=\"cid:p@x\">\n--m--"
      "\n";
  const test::SeenTargets seen = test::targets_of(message, Profile::strict);
  BOOST_REQUIRE_EQUAL(seen.links.size(), 4U);
  BOOST_TEST(seen.links[0].target == "none");
  BOOST_TEST(seen.links[1].target == "2.2");
  BOOST_TEST(seen.links[2].target == "0");
  BOOST_TEST(seen.links[3].target == "none");
}

// What another decoding of it shows is told when the message that it was decoded to is gone.
BOOST_AUTO_TEST_CASE(another_reading_of_a_decoded_message_is_of_the_message_around) {
  const std::string message =
      "Content-Type: multipart/mixed; boundary=m\n\n--m\nContent-Type: message/rfc822\n"
      "Content-Transfer-Encoding: quoted-printable\n\nContent-Type: text/html\n"
      "Content-ID: <p@x>\n\n<img src==3D&#99;id:p@x>\n--m--\n";
  for (Profile profile : {Profile::strict, Profile::compat}) {
    const test::SeenTargets seen = test::targets_of(message, profile);
    BOOST_REQUIRE(!seen.links.empty());
    BOOST_TEST(seen.links.back().target == "none");
  }
}

// Chromium's captures: a style sheet labelled cid: has no base but that of the page that uses it.
BOOST_AUTO_TEST_CASE(a_sheet_is_read_as_in_the_page_that_uses_it) {
  const std::string sheet =
      "--o\nContent-Type: text/html\nContent-Location: http://h/frame/f.html\n\n"
      "<link rel=stylesheet href=\"cid:css@x\">\n"
      "--o\nContent-Type: text/css\nContent-Location: cid:css@x\n\np { background: url(a.png) }\n"
      "--o\nContent-Type: text/css\nContent-Location: cid:other@x\n\np { background: url(a.png) "
      "}\n" PART("Content-Location: http://h/frame/a.png") PART("Content-Location: http://h/a.png");
  const std::string message =
      "Content-Type: multipart/related; boundary=o\n\n"
      "--o\nContent-Type: text/html\nContent-Location: http://h/\n\n<p>\n" +
      sheet + "--o--\n";
  for (Profile profile : {Profile::strict, Profile::compat}) {
    const test::SeenTargets seen = test::targets_of(message, profile);
    for (const test::SeenTarget& link : seen.links) {
      if (link.where != "url()") continue;
      // Of a sheet that nobody is known to use the root is taken for the page.
      const std::string_view wanted = link.part == "3" ? "5" : "6";
      BOOST_TEST(link.target == (profile == Profile::strict ? "none" : wanted), link.part);
    }
  }
}

// A label is looked up whatever the case of its scheme, and told in lower case (RFC 3986 3.1).
BOOST_AUTO_TEST_CASE(the_scheme_of_an_identifier_is_told_in_lower_case) {
  for (const char* reference : {"cid:A@x", "CID:A@x", "cId:A@x"}) {
    const test::SeenTargets seen =
        test::targets_of(page(reference, PART("Content-ID: <A@x>")), Profile::compat);
    BOOST_REQUIRE_EQUAL(seen.links.size(), 1U);
    BOOST_TEST(seen.links[0].url == "cid:A@x");
    BOOST_TEST(seen.links[0].raw == reference);
    BOOST_TEST(seen.links[0].target == "2");
  }
}

// A sheet is read with the base of a document; a page that has none teaches nothing, and keeps no
// other from doing so.
BOOST_AUTO_TEST_CASE(a_sheet_learns_no_base_from_a_page_without_one) {
  const std::string message =
      "Content-Type: multipart/related; boundary=o\n\n"
      "--o\nContent-Type: text/html\n\n<link rel=stylesheet href=\"cid:css@x\">\n"
      "--o\nContent-Type: text/html\nContent-Base: http://h/frame/\n\n"
      "<link rel=stylesheet href=\"cid:css@x\">\n"
      "--o\nContent-Type: text/css\nContent-Location: cid:css@x\n\np { background: url(a.png) "
      "}\n" PART("Content-Location: http://h/frame/a.png") "--o--\n";
  for (const bool thismessage : {false, true}) {
    WalkOptions options;
    options.honor.thismessage = thismessage;  // RFC 2557 5(e): a base that is none of its own
    std::string targets;
    for (const test::SeenTarget& link : test::targets_of(message, Profile::compat, options).links)
      if (!link.where.starts_with("header"))
        targets.append(link.part).append(">").append(link.target).append(" ");
    BOOST_TEST(targets == "1>3 2>3 3>4 ");
  }
}

struct DuplicateRow {
  int line;
  std::string_view parts, strict, compat;  // what is noted, "part code text"
};
std::ostream& operator<<(std::ostream& out, const DuplicateRow& row) {
  return out << "line " << row.line;
}
#define ALTERNATIVES(first, second, third)                                                  \
  "--o\nContent-Type: multipart/alternative; boundary=i\n" first                            \
  "\n\n--i\nContent-Type: image/gif\n" second "\n\nx\n--i\nContent-Type: image/png\n" third \
  "\n\nx\n--i--\n"
constexpr DuplicateRow kDuplicates[] = {
    ROW(PART("Content-ID: <a@b>") PART("Content-ID: <a@b>"), "3 a@b", "3 a@b"),
    ROW(PART("Content-ID: <a@b>") PART("Content-ID: <A@b>"), "", ""),
    ROW(PART("Content-Location: http://h/a") PART("Content-Location: http://h/a"), "3 http://h/a",
        "3 http://h/a"),
    ROW(PART("Content-Location: cid:a@b") PART("Content-Location: cid:a@b"), "", "3 cid:a@b"),
    // One part, however often it says so.
    ROW(PART("Content-ID: <a@b>\nContent-ID: <a@b>"), "", ""),
    ROW(PART("Content-ID: <a@b>\nContent-Location: cid:a@b"), "", ""),
    ROW(PART("Content-Location: http://h/a\nContent-Location: http://h/a"), "", ""),
    ROW(PART("Content-Location: a b.png"), "", ""),
    // Another kind of label.
    ROW(PART("Content-ID: <a@b>") PART("Content-Location: cid:a@b"), "", ""),
    // A multipart and a part in it are one thing, and alternatives of each other, too.
    ROW(ALTERNATIVES("Content-ID: <a@b>", "Content-ID: <a@b>", ""), "", ""),
    ROW(ALTERNATIVES("", "Content-ID: <a@b>", "Content-ID: <a@b>"), "", ""),
    ROW(ALTERNATIVES("", "Content-Location: http://h/a", "Content-Location: http://h/a"), "", ""),
    ROW(ALTERNATIVES("Content-ID: <a@b>", "", "") PART("Content-ID: <a@b>"), "3 a@b", "3 a@b"),
    ROW(ALTERNATIVES("", "", "Content-ID: <a@b>") PART("Content-ID: <a@b>"), "3 a@b", "3 a@b"),
    // What is in another multipart/related is not in this one.
    ROW(INNER("", "--i\nContent-Type: image/png\nContent-ID: <a@b>\n\nx\n")
            PART("Content-ID: <a@b>"),
        "", ""),
    ROW(INNER("", "--i\nContent-ID: <a@b>\n\nx\n--i\nContent-ID: <a@b>\n\nx\n"), "2.3 a@b",
        "2.3 a@b"),
};

// RFC 2557 7: of two parts with one label the second is noted, and nothing else is.
BOOST_DATA_TEST_CASE(notes_labels_of_two_parts, boost::unit_test::data::make(kDuplicates)) {
  const std::string bytes = page("x", sample.parts);
  const Message message = read_message(bytes);
  for (Profile profile : {Profile::strict, Profile::compat}) {
    const bundle::Bundle bundle(message, {}, profile);
    std::string notes;
    for (const Note& note : bundle.notes().all()) {
      BOOST_TEST(name(note.code) == "label-duplicate");
      notes += (notes.empty() ? "" : "; ") + message.section(note.part) + ' ' + note.text;
    }
    BOOST_TEST(notes == (profile == Profile::strict ? sample.strict : sample.compat));
  }
}

struct RootRow {
  int line;
  std::string_view parameters, parts, strict, compat, note;
};
std::ostream& operator<<(std::ostream& out, const RootRow& row) {
  return out << "line " << row.line;
}
#define INMESSAGE(message) "--o\nContent-Type: message/rfc822\n\n" message
#define ALTERNATIVE_PAGES                                                           \
  "Content-Type: multipart/alternative; boundary=i\n\n--i\nContent-Type: text/html" \
  "\n\n<p>\n--i\nContent-Type: text/html\n\n<p>\n--i--\n"
#define RELATED_PAGES                                                                            \
  "Content-Type: multipart/related; boundary=i; start=\"<s@x>\"\n\n--i\nContent-Type: text/html" \
  "\n\n<p>\n--i\nContent-Type: text/html\nContent-ID: <s@x>\n\n<p>\n--i--\n"
#define MESSAGE_IN_MESSAGE                                                             \
  "Content-Type: multipart/mixed; boundary=i\n\n--i\nContent-Type: message/rfc822\n\n" \
  "Content-Type: text/html\n\n<p>\n--i--\n"
#define ALTERNATIVE(inside)                                                    \
  "--o\nContent-Type: multipart/alternative; boundary=i\n\n--i\n\ntext\n--i\n" \
  "Content-Type: multipart/mixed; boundary=j\n\n" inside "--j--\n--i--\n"
#define HTML(header) "--o\nContent-Type: text/html\n" header "\n\n<p>\n"
constexpr RootRow kRoots[] = {
    // RFC 2387 3.2
    ROW("", HTML("") HTML(""), "1", "1", ""),
    ROW("; start=\"<r@x>\"", HTML("") HTML("Content-ID: <r@x>"), "2", "2", ""),
    ROW("; start=\"r@x\"", HTML("") HTML("Content-ID: <r@x>"), "2", "2", ""),
    ROW("; start=\"<n@x>\"", HTML("") HTML("Content-ID: <r@x>"), "1", "1", "start-unknown"),
    ROW("; start=\"<r@x>\"", HTML("") HTML("Content-ID: r@x"), "1", "2", ""),
    // 3.1 leaves open what a first part of another type means.
    ROW("", PART("") HTML(""), "1", "2", ""),
    ROW("; type=\"text/html\"", PART("") HTML(""), "1", "2", ""),
    ROW("; type=\"image/png\"", PART("") HTML(""), "1", "2", ""),
    // The type that is declared, else any text but a style sheet, or what may hold one.
    ROW("; type=\"text/plain\"", PART("") HTML("") "--o\nContent-Type: text/plain\n\nx\n", "1", "2",
        ""),
    ROW("; type=\"Text/Plain\"", PART("") "--o\nContent-Type: text/plain\n\nx\n", "1", "2", ""),
    ROW("", PART("") "--o\nContent-Type: text/css\n\nx\n--o\nContent-Type: text/plain\n\nx\n", "1",
        "3", ""),
    ROW("", PART("") INNER("", ""), "1", "2.1", ""),
    ROW("; type=\"text/html\"", PART("") "--o\nContent-Type: text/plain\n\nx\n", "1", "1", ""),
    ROW("", PART("") PART(""), "1", "1", ""),
    // RFC 2557 7
    ROW("",
        "--o\nContent-Type: multipart/alternative; boundary=i\n\n--i\n\ntext\n--i\n"
        "Content-Type: text/html\n\n<p>\n--i\nContent-Type: text/x-amp-html\n\n<p>\n--i--\n",
        "1.2", "1.2", ""),
    ROW("",
        "--o\nContent-Type: multipart/alternative; boundary=i\n\n--i\n\ntext\n--i\n"
        "Content-Type: multipart/related; boundary=j\n\n--j\nContent-Type: text/html\n\n<p>\n"
        "--j--\n--i--\n",
        "1.2.1", "1.2.1", ""),
    ROW("",
        "--o\nContent-Type: multipart/mixed; boundary=i\n\n--i\nContent-Type: text/html\n\n"
        "<p>\n--i\n\nfooter\n--i--\n",
        "1.1", "1.1", ""),
    // RFC 2387 4: the disposition of a part does not matter.
    ROW("", HTML("Content-Disposition: attachment") HTML(""), "1", "1", ""),
    ROW("; start=\"<r@x>\"", HTML("") HTML("Content-ID: <r@x>\nContent-Disposition: attachment"),
        "2", "2", ""),
    // Where that is no page: the first one of the multipart/related, of the message, of those in
    // it.
    ROW("; start=\"<r@x>\"", PART("Content-ID: <r@x>") HTML("") HTML(""), "1", "2", ""),
    ROW("; start=\"<r@x>\"",
        PART("Content-ID: <r@x>") "--o\nContent-Type: application/xhtml+xml\n\nx\n", "1", "2", ""),
    ROW("; start=\"<r@x>\"", "--o\nContent-Type: image/svg+xml\nContent-ID: <r@x>\n\nx\n" HTML(""),
        "1", "1", ""),
    ROW("; start=\"<r@x>\"",
        "--o\nContent-Type: text/plain; name=a.html\nContent-ID: <r@x>\n\n<!DOCTYPE "
        "html><p>\n" HTML(""),
        "1", "1", ""),
    ROW("; start=\"<r@x>\"",
        "--o\nContent-Type: application/octet-stream; name=a.html\nContent-ID: <r@x>\n\n<p>\n" HTML(
            ""),
        "1", "1", ""),
    ROW("",
        "--o\nContent-Type: multipart/mixed; boundary=i\n\n--i\n\nheader\n--i\n"
        "Content-Type: text/html\n\n<p>\n--i--\n",
        "1.1", "1.2", ""),
    ROW("", INMESSAGE("Content-Type: text/html\n\n<p>\n") HTML(""), "1", "2", ""),
    ROW("", PART("") INMESSAGE("Content-Type: text/html\n\n<p>\n"), "1", "2.1", ""),
    ROW("", PART("") INMESSAGE("\nx\n") INMESSAGE(ALTERNATIVE_PAGES), "1", "3.1", ""),
    ROW("", PART("") INMESSAGE(RELATED_PAGES), "1", "2.2", ""),
    ROW("", PART("") INMESSAGE(MESSAGE_IN_MESSAGE), "1", "2.1.1", ""),
    // HTML within a member of a multipart/alternative.
    ROW("", ALTERNATIVE("--j\nContent-Type: text/html\n\n<p>\n--j\nContent-Type: image/png\n\nx\n"),
        "1.2.1", "1.2.1", ""),
    ROW("", ALTERNATIVE("--j\n\nx\n--j\nContent-Type: text/html\n\n<p>\n"), "1.2.1", "1.2.2", ""),
    ROW("",
        ALTERNATIVE("--j\nContent-Type: image/png\n\nx\n"
                    "--j\nContent-Type: multipart/mixed; boundary=k\n\n"
                    "--k\n\nx\n--k\nContent-Type: text/html\n\n<p>\n--k--\n"),
        "1.2.1", "1.2.2.2", ""),
    ROW("",
        ALTERNATIVE("--j\n\nx\n--j\nContent-Type: message/rfc822\n\n"
                    "Content-Type: text/html\n\n<p>\n") HTML(""),
        "1.2.1", "2", ""),
};

BOOST_DATA_TEST_CASE(finds_the_root, boost::unit_test::data::make(kRoots)) {
  const std::string bytes = "Content-Type: multipart/related; boundary=o" +
                            std::string(sample.parameters) + "\n\n" + std::string(sample.parts) +
                            "--o--\n";
  const Message message = read_message(bytes);
  for (Profile profile : {Profile::strict, Profile::compat}) {
    const bundle::Bundle bundle(message, {}, profile);
    BOOST_REQUIRE(bundle.root().has_value());
    BOOST_TEST(bundle.section(*bundle.root()) ==
               (profile == Profile::strict ? sample.strict : sample.compat));
    std::string notes;
    for (const Note& note : bundle.notes().all()) notes += name(note.code);
    if (profile == Profile::compat) BOOST_TEST(notes == sample.note);
  }
}

BOOST_AUTO_TEST_CASE(without_a_related_the_first_html_part_is_the_root) {
  const Message alone = read_message("Content-Type: text/html\n\n<p>\n");
  BOOST_TEST((bundle::Bundle(alone, {}, Profile::strict).root() == 0U));
  const Message mail =
      read_message("Content-Type: multipart/mixed; boundary=o\n\n--o\n\nx\n" HTML("") "--o--\n");
  BOOST_TEST((bundle::Bundle(mail, {}, Profile::compat).root() == 2U));
  const Message forwarded =
      read_message("Content-Type: multipart/mixed; boundary=o\n\n--o\n\nx\n" INMESSAGE(
          "Content-Type: text/html\n\n<p>\n") "--o--\n");
  BOOST_TEST(!bundle::Bundle(forwarded, {}, Profile::strict).root());
  BOOST_TEST((bundle::Bundle(forwarded, {}, Profile::compat).root() == 3U));
  const Message none = read_message("\nx\n");
  BOOST_TEST(!bundle::Bundle(none, {}, Profile::compat).root());
}

BOOST_AUTO_TEST_CASE(says_what_a_part_is) {
  const std::string bytes = page("",
                                 PART("Content-ID: <a@b>\nContent-Location: x/../a.png\n"
                                      "Content-Transfer-Encoding: base64"),
                                 "Content-Location: http://h/d/\n");
  const Message message = read_message(bytes);
  const bundle::Bundle bundle(message, {}, Profile::compat);
  const bundle::Labels labels = bundle.labels(2);
  BOOST_TEST(labels.content_id == "a@b");
  BOOST_TEST(labels.location == "x/../a.png");
  BOOST_TEST(labels.resolved == "http://h/d/a.png");
  BOOST_TEST(bundle.labels(2, 10).resolved == "");
  BOOST_TEST(bundle.scope(2).url()->text() == "http://h/d/");
  BOOST_TEST(bundle.related(2) == 0U);
  BOOST_TEST(bundle.related(0) == mime::kNone);
  BOOST_TEST(*bundle.content_type(1).find("charset") == "utf-8");
  Notes notes;
  std::string body;
  bundle.decode(2, body, notes);
  BOOST_TEST(!notes.empty());
}

BOOST_AUTO_TEST_CASE(each_note_of_bundles_has_a_message) {
  for (const NoteCode code : {NoteCode::label_duplicate, NoteCode::start_unknown}) {
    const std::string file = std::string(name(code)) + ".eml";
    const std::string mail = test::read_file(test::data_dir() / "notes" / file);
    bool seen = false;
    for (const std::string& note : test::targets_of(mail, Profile::compat).notes)
      seen = seen || note.find(name(code)) != std::string::npos;
    BOOST_TEST(seen, file);
  }
}

BOOST_AUTO_TEST_SUITE_END()
