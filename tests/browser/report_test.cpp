// SPDX-License-Identifier: MIT
#include "browser/report.h"

#include <boost/test/unit_test.hpp>

#include "support/files.h"
#include "support/folder.h"

namespace basewalk::browser {
namespace {

BOOST_AUTO_TEST_SUITE(report)

BOOST_AUTO_TEST_CASE(what_others_wrote_is_text_in_it) {
  const test::Folder folder;
  Report report;
  BOOST_TEST(report.open(folder / "report.html").empty());
  Comparison comparison;
  comparison.verdict = Verdict::differs;
  comparison.findings = {{Aspect::text, "was \"<script>{{png}}\" and is \"\xE2\x80\xAE&'\x1B\""}};
  report.add("<img src=x onerror=y>", "a\"b", comparison, nullptr, nullptr);
  BOOST_TEST(report.end().empty());
  const std::string page = test::read_file(folder / "report.html");
  for (const char* wanted :
       {"&lt;img src=x onerror=y&gt; → a&quot;b", "was &quot;&lt;script&gt;{{png}}&quot;",
        "\\u{202E}&amp;&#39;\\x1B", "<span class=\"aspect\">text</span>",
        "0 same, 0 more, 1 differs, 0 not-compared."})
    BOOST_TEST(page.find(wanted) != std::string::npos, wanted << " in " << page);
  for (const char* bad : {"<script", "<img src=x", "{{pairs}}", "\x1B"})
    BOOST_TEST(page.find(bad) == std::string::npos, bad);
  BOOST_TEST(page.find("default-src 'none'") != std::string::npos);
  BOOST_TEST(page.ends_with("</html>\n"));
}

BOOST_AUTO_TEST_CASE(pictures_are_side_by_side_and_a_third_where_pixels_differ) {
  const test::Folder folder;
  View one, other;
  one.pixels = {2, 2, std::vector<std::uint8_t>(12, 255)};
  other.pixels = one.pixels;
  one.png = other.png = "png";
  Comparison comparison;
  const auto pictures_of = [&](const std::string& name) {
    Report report;
    BOOST_TEST(report.open(folder / name).empty());
    report.add("a", "b", comparison, &one, &other);
    BOOST_TEST(report.end().empty());
    const std::string page = test::read_file(folder / name);
    std::size_t count = 0;
    for (std::size_t at = 0; (at = page.find("<img ", at)) != std::string::npos; at++) count++;
    return count;
  };
  BOOST_TEST(pictures_of("same.html") == 2U);
  other.pixels.rgb[0] = 0;
  BOOST_TEST(pictures_of("other.html") == 3U);
}

BOOST_AUTO_TEST_CASE(a_report_that_cannot_be_written_says_so) {
  const test::Folder folder;
  Report report;
  BOOST_TEST(report.open(folder / "none/report.html").find("none/report.html") !=
             std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace basewalk::browser
