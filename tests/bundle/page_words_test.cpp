// SPDX-License-Identifier: MIT
//
// The words of pages: text without markup, titles, languages, and what a bundle says of its page.
#include "bundle/page/page_words.h"

#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <ostream>
#include <string>
#include <string_view>

#include "bundle/made_bundle.h"

using namespace basewalk;

namespace {

struct Row {
  int line;
  std::string_view page, text, title, language;
  std::string_view type = "text/html;charset=utf-8";
};
std::ostream& operator<<(std::ostream& out, const Row& row) { return out << "line " << row.line; }
#define ROW(...) \
  { __LINE__, __VA_ARGS__ }

constexpr std::string_view kXhtml = "application/xhtml+xml";

const Row kRows[] = {
    ROW("<p>a  b\n c", "a b c\n", "", ""),
    ROW("a<b>b</b> c", "ab c\n", "", ""),
    ROW("<p>a<p>b", "a\n\nb\n", "", ""),
    ROW("a<br>b", "a\nb\n", "", ""),
    ROW("a<br><br>b", "a\n\nb\n", "", ""),
    ROW("a<br><br><br>b", "a\n\nb\n", "", ""),
    ROW("<div>a</div>b", "a\nb\n", "", ""),
    ROW("<div><div>a</div></div><div>b", "a\nb\n", "", ""),
    ROW("<h1>a</h1>b", "a\n\nb\n", "", ""),
    ROW("<ul><li>a<li><p>b</ul>c", "* a\n\n* b\n\nc\n", "", ""),
    ROW("<ol><li><div></div>a</ol>", "* a\n", "", ""),
    ROW("<ol><li>  </ol>c", "c\n", "", ""),
    ROW("<table><tr><td>1<td>2<tr><th>3<td>4</table>", "1\t2\n3\t4\n", "", ""),
    ROW("<pre> a\n  b\r\nc</pre>d  e", " a\n  b\nc\n\nd e\n", "", ""),
    ROW("<pre>a <b> b</b></pre>", "a  b\n", "", ""),
    ROW("<textarea> a  b</textarea>", " a  b\n", "", ""),
    ROW("&lt;p&gt;&amp;amp; &#x4e00;", "<p>&amp; \xE4\xB8\x80\n", "", ""),
    ROW("a<script>b</script><style>c</style><template>d</template>e", "ae\n", "", ""),
    ROW("a<noscript>b</noscript>", "ab\n", "", ""),
    ROW("a<iframe>b</iframe><noembed>c</noembed>", "a\n", "", ""),
    ROW("a<p hidden>b</p>c", "a\n\nc\n", "", ""),
    ROW("a<i style='color:red; DISPLAY : NONE'>b<b>c</b></i>d", "ad\n", "", ""),
    ROW("a<img alt='b c'>d<img alt>e", "ab cde\n", "", ""),
    ROW("a<i hidden><img alt=b></i>", "a\n", "", ""),
    ROW("<!-- a --><![CDATA[b]]>c", "c\n", "", ""),
    ROW("", "", "", ""),
    ROW("<title> a\n&amp;  b </title><title>c</title>d", "d\n", "a & b", ""),
    ROW("<svg><title>a</title></svg><title>b</title>", "", "b", ""),
    ROW("<template><title>a</title></template><title>b</title>", "", "b", ""),
    ROW("<p>a<title>b</title>", "a\n", "b", ""),
    ROW("<html lang=de-AT>a", "a\n", "", "de-AT"),
    ROW("<html xml:lang=fr lang=''>a", "a\n", "", "fr"),
    ROW("<html><body><html lang=de>a", "a\n", "", "de"),
    ROW("<meta http-equiv=Content-Language content=' en '>a", "a\n", "", "en"),
    ROW("<html lang=de><meta http-equiv=Content-Language content=en>a", "a\n", "", "de"),
    ROW("<p lang=de>a", "a\n", "", ""),
    ROW("<html xmlns='http://www.w3.org/1999/xhtml' xml:lang='de'><head><title>t "
        "&lt;</title></head>"
        "<body><p>a</p><p>b<br/>c</p><pre> d</pre><p hidden=''>e</p></body></html>",
        "a\n\nb\nc\n\n d\n", "t <", "de", kXhtml),
    ROW("<html xmlns='http://www.w3.org/1999/xhtml'><body><p>a</p>b<![CDATA[<c>]]></body></html>",
        "a\n\nb<c>\n", "", "", kXhtml),
};

}  // namespace

BOOST_AUTO_TEST_SUITE(page_words)

BOOST_DATA_TEST_CASE(of_a_page, boost::unit_test::data::make(kRows), row) {
  const std::string text = test::MadeBundle().add(row.type, "http://h/", row.page).text();
  const Message message = read_message(text);
  const bundle::Bundle bundle(message, {}, bundle::Profile::compat);
  test::MemoryFiles files;
  bundle::UnpackOptions options;
  options.plain_text = true;
  const Result<bundle::UnpackSummary> summary = bundle::unpack(bundle, options, files);
  BOOST_REQUIRE(summary.has_value());
  BOOST_TEST(summary->page.title == row.title);
  BOOST_TEST(summary->page.language == row.language);
  BOOST_TEST(files.files["index.txt"] == row.text);
  BOOST_TEST((summary->files[0].text == (row.text.empty() ? "" : "index.txt")));
  // Without its text a page is read no further than to its title, and says the same.
  test::MemoryPage page;
  const Result<bundle::UnpackSummary> inlined = bundle::inline_page(bundle, {}, page);
  BOOST_REQUIRE(inlined.has_value());
  BOOST_TEST(inlined->page.title == row.title);
  BOOST_TEST(inlined->page.language == row.language);
}

BOOST_AUTO_TEST_CASE(each_page_has_a_text_of_its_own) {
  test::MadeBundle made;
  made.add("text/html", "http://h/a.html", "<p>one<iframe src=b.html></iframe>")
      .add("text/html", "http://h/b.html", "<p>two")
      .add("text/css", "http://h/c.css", "p { color: red }")
      .add("text/plain", "http://h/b.txt", "three");
  bundle::UnpackOptions options;
  options.plain_text = true;
  const auto files = test::unpacked(made.text(), options);
  BOOST_TEST(files.at("index.txt") == "one\n");
  BOOST_TEST(files.at("b.txt") == "two\n");
  BOOST_TEST(files.at("b-2.txt") == "three");
  BOOST_TEST(test::unpacked(made.text()).count("index.txt") == 0U);
}

BOOST_AUTO_TEST_CASE(what_a_bundle_says_of_its_page) {
  struct Facts {
    int line;
    std::string_view header, part, url, date, title, language;
  };
  const Facts rows[] = {
      ROW("", "", "http://h/p", "", "", ""),
      ROW("Date: Tue, 24 Nov 2026 10:00:00 +0100\r\n", "", "http://h/p", "2026-11-24T09:00:00Z", "",
          ""),
      ROW("Date: soon\r\n", "", "http://h/p", "", "", ""),
      ROW("Subject: =?utf-8?q?=C3=BC?=\r\n b\r\n", "", "http://h/p", "", "\xC3\xBC b", ""),
      ROW("Snapshot-Content-Location: https://x/y?z\r\n", "", "https://x/y?z", "", "", ""),
      ROW("Snapshot-Content-Location: y\r\n", "", "http://h/p", "", "", ""),
      ROW("Content-Language: de (German)\r\n", "", "http://h/p", "", "", "de"),
      ROW("Content-Language: de\r\n", "Content-Language: fr\r\n", "http://h/p", "", "", "fr"),
  };
  for (const Facts& row : rows) {
    const std::string text =
        std::string(row.header) +
        test::MadeBundle().add("text/html", "http://h/p", "a", row.part).text();
    const Message message = read_message(text);
    const bundle::Bundle bundle(message, {}, bundle::Profile::compat);
    test::MemoryFiles files;
    const Result<bundle::UnpackSummary> summary = bundle::unpack(bundle, {}, files);
    BOOST_REQUIRE(summary.has_value());
    BOOST_TEST_CONTEXT("line " << row.line) {
      BOOST_TEST(summary->page.url == row.url);
      BOOST_TEST(summary->page.date == row.date);
      BOOST_TEST(summary->page.title == row.title);
      BOOST_TEST(summary->page.language == row.language);
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()
