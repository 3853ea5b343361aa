// SPDX-License-Identifier: MIT
//
// Shapes that would cost a product of two lengths, or more, if anything here were not linear.  The
// test's time limit is the judge; what is told of each is looked at, too.
#include <boost/test/unit_test.hpp>

#include "basewalk/bundle/check.h"
#include "basewalk/bundle/survey.h"
#include "bundle/seen.h"
#include "support/files.h"

using namespace basewalk;
using bundle::Profile;

namespace {

constexpr std::size_t kMany = 50'000;
constexpr std::size_t kLong = 1'000'000;

std::string related(std::string_view parts, std::string_view head = "") {
  return "Content-Type: multipart/related; boundary=b\n" + std::string(head) + "\n" +
         std::string(parts) + "--b--\n";
}
std::string part(std::string_view header, std::string_view body = "x") {
  return "--b\n" + std::string(header) + "\n\n" + std::string(body) + "\n";
}
std::string html_part(std::string_view body, std::string_view header = "Content-ID: <page@x>") {
  return part("Content-Type: text/html\n" + std::string(header), body);
}

struct Counts {
  std::size_t links = 0, targets = 0, notes = 0;
};
// In both profiles, by survey and by check; what compat found is returned.
Counts look(const std::string& message) {
  WalkOptions options;
  Counts counts;
  for (Profile profile : {Profile::strict, Profile::compat}) {
    const test::SeenTargets seen = test::targets_of(message, profile, options);
    counts = {seen.links.size(), 0, seen.notes.size()};
    for (const test::SeenTarget& link : seen.links) counts.targets += link.target != "none";
    bundle::survey(read_message(message), options, profile);
  }
  bundle::check(message, options);
  return counts;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(hostile)

BOOST_AUTO_TEST_CASE(many_parts_and_references) {
  std::string body, parts;
  for (std::size_t i = 0; i < kMany; ++i) {
    const std::string id = std::to_string(i) + "@x";
    body += "<img src=cid:" + id + ">";
    parts += part("Content-ID: <" + id + ">");
  }
  const Counts counts = look(related(html_part(body) + parts));
  BOOST_TEST(counts.targets == kMany);
}

BOOST_AUTO_TEST_CASE(many_equal_labels) {
  std::string body, parts;
  for (std::size_t i = 0; i < kMany; ++i) {
    body += "<img src=cid:a@x>";
    parts += part("Content-ID: <a@x>\nContent-Location: http://h/a");
  }
  const Counts counts = look(related(html_part(body) + parts));
  BOOST_TEST(counts.targets >= kMany);
  BOOST_TEST(counts.notes >= kMany);
}

BOOST_AUTO_TEST_CASE(equal_labels_of_alternatives) {
  std::string parts = "--b\nContent-Type: multipart/alternative; boundary=c\n\n";
  for (std::size_t i = 0; i < kMany; ++i)
    parts += "--c\nContent-Type: image/png\nContent-ID: <a@x>\n\nx\n";
  const Counts counts = look(related(html_part("<img src=cid:a@x>") + parts + "--c--\n"));
  BOOST_TEST(counts.targets == 1U);
}

// Each is read against the base that the whole header gives.
BOOST_AUTO_TEST_CASE(many_labels_of_one_part) {
  std::string header = "Content-Type: image/png";
  for (std::size_t i = 0; i < kMany; ++i)
    header += "\nContent-Location: http:a" + std::to_string(i) + ".png";
  const Counts counts = look(related(html_part("<img src=http:a7.png>") + part(header)));
  BOOST_TEST(counts.targets == kMany + 1);  // a label is a link to its part
}

BOOST_AUTO_TEST_CASE(a_long_label) {
  const std::string label(kLong, 'a');
  std::string body;
  for (std::size_t i = 0; i < kMany; ++i) body += "<img src=cid:b@x>";
  const Counts counts = look(
      related(html_part("<img src=\"http://h/" + label + "\">" + body) +
              part("Content-Location: http://h/" + label + "\nContent-ID: <" + label + "@x>")));
  BOOST_TEST(counts.targets >= 1U);
}

// A long base that every label and every reference would be resolved against.
BOOST_AUTO_TEST_CASE(a_long_base_and_many_labels) {
  std::string body, parts;
  for (std::size_t i = 0; i < kMany / 5; ++i) {
    body += "<img src=" + std::to_string(i) + ".png>";
    parts += part("Content-Location: " + std::to_string(i) + ".png");
  }
  const std::string message = related(
      html_part(body) + parts, "Content-Location: http://h/" + std::string(kLong, 'a') + "/\n");
  const Counts counts = look(message);
  BOOST_TEST(counts.links >= kMany / 5);
  // Beyond the bound labels count by their text.
  BOOST_TEST(counts.targets >= kMany / 5);
  BOOST_TEST(test::targets_of(message, Profile::strict).has_note("9999 limit-output"));
}

// A sheet without a base, used by a page with a long one.
BOOST_AUTO_TEST_CASE(a_long_base_of_a_referrer) {
  std::string sheet, parts;
  for (std::size_t i = 0; i < kMany / 5; ++i) sheet += "p { background: url(x.png) }\n";
  for (std::size_t i = 0; i < 1000; ++i)
    parts += part("Content-Type: text/css\nContent-ID: <" + std::to_string(i) + "@x>", "p {}");
  std::string page = "<link rel=stylesheet href=cid:s@x>";
  for (std::size_t i = 0; i < 1000; ++i)
    page += "<link rel=stylesheet href=cid:" + std::to_string(i) + "@x>";
  look(related(html_part(page, "Content-Location: http://h/" + std::string(kLong, 'a')) +
               part("Content-Type: text/css\nContent-Location: cid:s@x", sheet) + parts));
}

BOOST_AUTO_TEST_CASE(long_labels_of_many_parts) {
  std::string parts;
  for (std::size_t i = 0; i < 20; ++i)
    parts += part("Content-Location: http://h/" + std::string(kLong / 4, 'a') + std::to_string(i));
  look(related(html_part("<p>") + parts));
}

BOOST_AUTO_TEST_CASE(frames_in_a_circle) {
  std::string parts;
  for (std::size_t i = 0; i < 1000; ++i)
    parts += html_part("<iframe src=cid:" + std::to_string((i + 1) % 1000) + "@x></iframe>",
                       "Content-ID: <" + std::to_string(i) + "@x>");
  BOOST_TEST(look(related(parts)).targets == 1000U);
}

BOOST_AUTO_TEST_CASE(a_part_that_contains_itself) {
  const Counts counts =
      look(related(html_part("<iframe src=http://h/></iframe>", "Content-Location: http://h/")));
  BOOST_TEST(counts.targets == 2U);  // with the label itself, in the header
}

BOOST_AUTO_TEST_CASE(a_related_in_a_related) {
  std::string open, close;
  for (std::size_t i = 0; i < 200; ++i) {
    const std::string b = "b" + std::to_string(i);
    open += "Content-Type: multipart/related; boundary=" + b + "; start=\"<s@x>\"\nContent-ID: <" +
            b + "@x>\n\n--" + b + "\n";
    close = "\n--" + b + "--\n" + close;
  }
  std::string body;
  for (std::size_t i = 0; i < kMany; ++i) body += "<img src=cid:nobody@x>";
  look(open + "Content-Type: text/html\n\n" + body + close);
}

BOOST_AUTO_TEST_CASE(many_mids) {
  std::string body, parts;
  for (std::size_t i = 0; i < kMany / 2; ++i) {
    body += "<img src=mid:" + std::to_string(i) + "@x/a@x>";
    parts += part("Content-Type: message/rfc822",
                  "Message-ID: <" + std::to_string(i) + "@x>\nContent-ID: <a@x>\n\nx");
  }
  BOOST_TEST(look(related(html_part(body) + parts)).targets == kMany / 2);
}

BOOST_AUTO_TEST_CASE(a_boundary_that_nearly_matches_everywhere) {
  const std::string boundary(70, 'a');
  const std::string message = "Content-Type: multipart/related; boundary=" + boundary + "\n\n--" +
                              boundary + "\nContent-Type: text/html\n\n--" +
                              std::string(kLong, 'a') + "\n" + std::string(kLong, '-') + "\n--" +
                              boundary + "--\n";
  look(message);
}

BOOST_AUTO_TEST_CASE(long_tags_around_many_links) {
  std::string body = "<link " + std::string(kLong, 'x');
  for (std::size_t i = 0; i < kMany; ++i) body += "<link href=http://h/" + std::to_string(i) + ">";
  look(related(html_part(body)));
}

// Each is looked for in the whole message, and what lies in it is nested.
BOOST_AUTO_TEST_CASE(many_nested_parts_and_references) {
  std::string body, parts;
  for (std::size_t i = 0; i < kMany / 5; ++i) {
    const std::string id = std::to_string(i);
    body += "<img src=cid:" + id + "@x><img src=" + id + ".png><img src=cid:none" + id + "@x>";
    parts += part("Content-Type: multipart/related; boundary=c" + id,
                  "--c" + id + "\nContent-ID: <" + id + "@x>\n\nx\n--c" + id +
                      "\nContent-Location: " + id + ".png\n\nx\n--c" + id + "--");
  }
  const Counts counts = look(related(html_part(body) + parts));
  BOOST_TEST(counts.targets >= 2 * (kMany / 5));
}

BOOST_AUTO_TEST_CASE(many_alternatives_without_a_page) {
  std::string parts = "--b\nContent-Type: multipart/alternative; boundary=c\n\n";
  for (std::size_t i = 0; i < kMany / 5; ++i)
    parts += "--c\nContent-Type: message/rfc822\n\nContent-ID: <a@x>\n\nx\n";
  const Counts counts = look(related(parts + "--c--\n" + html_part("<img src=cid:a@x>")));
  BOOST_TEST(counts.targets == 1U);
}

// A long base that old programs of Microsoft understand.
BOOST_AUTO_TEST_CASE(a_long_path_of_windows) {
  const std::string folder = "C:\\" + std::string(kLong, 'a') + '\\';
  std::string body, parts;
  for (std::size_t i = 0; i < kMany / 5; ++i) {
    body += "<img src=" + std::to_string(i) + "\\a.png><img src=mhtml:x!" + std::to_string(i) + ">";
    parts += part("Content-Location: mhtml:x!" + std::to_string(i) + "\\a.png");
  }
  const Counts counts =
      look(related(html_part(body, "Content-Location: " + folder + "p.htm") + parts,
                   "Content-Location: " + folder + "\n"));
  BOOST_TEST(counts.links >= kMany / 5);
  // Beyond the bound labels count by their text.
  BOOST_TEST(counts.targets >= kMany / 5);
}

BOOST_AUTO_TEST_SUITE_END()
