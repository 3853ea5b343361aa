// SPDX-License-Identifier: MIT
#include "basewalk/extract/written.h"

#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "basewalk/extract/extract.h"
#include "extract/finds.h"

namespace data = boost::unit_test::data;

namespace basewalk::extract {
namespace {

struct Text {
  int line;
  std::string_view type, text;
};
#define ROW(...) \
  { __LINE__, __VA_ARGS__ }

// Every way to write a reference that can be replaced.
constexpr Text kTexts[] = {
    ROW("text/html", "<a href=\"a&amp;b\">x</a>"),
    ROW("text/html", "<a href='a' id=x>y</a>"),
    ROW("text/html", "<a href=a>y</a>"),
    ROW("text/html", "<a href=\"\">y</a>"),
    ROW("text/html", "<img srcset=\"a.png 1x, b.png 2x,c.png\" src=d.png>"),
    ROW("text/html", "<a ping='a b' href=c>"),
    ROW("text/html", "<meta http-equiv=refresh content=\"0; url='a'\">"),
    ROW("text/html", "<meta http-equiv=refresh content='0;a'>"),
    ROW("text/html", "<p style=\"background: url(a) , url('b'), url(&quot;c&quot;)\">"),
    ROW("text/html", "<p style='background:url(\"a\\20 b\")'>"),
    ROW("text/html", "<p style=background:url(a)>"),
    ROW("text/html", "<style>@import \"a\"; p { x: url(b); y: image-set('c' 1x) }</style>"),
    ROW("text/html", "<svg><style>p { x: url(b) }</style><a xlink:href='c'/></svg>"),
    ROW("text/html", "<p>see http://example.com/a for &lt;http://example.com/b&gt;"),
    ROW("text/html", "<!--[if mso]><a href=\"a\"></a><![endif]--><base href=\"http://e/\">"),
    ROW("text/html", "<object codebase=\"a/\" data=\"b\"></object>"),
    ROW("text/html", "<a href=\"a"),
    ROW("text/css", "@import url( a );p{x:url(\"b\");y:src('c')}"),
    ROW("text/plain", "see http://example.com/a and <URL:http://example.com/b>"),
    ROW("text/calendar",
        "URL:http://e/a\r\nATTENDEE;DIR=\"http://e/d\":x\r\nDESCRIPTION:see http://e/"
        "lo\r\n ng?a\\,b\\n or www.example.com\r\nLOCATION:http://e/x\r\n"),
    ROW("application/xml", "<feed xml:base='http://e/'><link>http://e/a?b&amp;c</link></feed>"),
    ROW("application/xml", "<rss><link><![CDATA[http://e/a]]></link></rss>"),
    ROW("image/svg+xml",
        "<svg xmlns='http://www.w3.org/2000/svg'><a href='b'/>"
        "<style>p{x:url(a)}</style></svg>"),
};

constexpr std::string_view kReferences[] = {
    "http://example.org/new/page.html",
    "http://example.org/?a=1&b=2&copy=3&amp;d#e",
    "images/a,b(1)~c;d=e=f",
    "http://example.org/`x`{y}|z\\w",
};

// Where white space and quotes may stand, they are kept as well.
constexpr std::string_view kOddReferences[] = {
    "a b'c\"d<e>f(g)h",
    "</style>-->]]>",
    "a\nb\fc\td",
};

bool takes_odd(const Find& find) {
  if (find.written.syntax == Syntax::word || find.written.syntax == Syntax::listed_word ||
      find.written.syntax == Syntax::calendar_text || find.written.markup == Markup::text)
    return false;
  return find.written.syntax != Syntax::whole || find.written.markup != Markup::raw_text;
}

// The finds of a text where one find is replaced: those it had, with that one's raw.
void check_replaced(const Text& row, const Finds& finds, std::size_t which,
                    std::string_view reference) {
  const Find& find = finds.finds[which];
  std::string text(row.text.substr(0, find.begin));
  BOOST_TEST_REQUIRE(append_written(reference, find.written, text));
  text += row.text.substr(find.end);
  Finds again;
  extract(row.type, text, {}, again);
  BOOST_TEST_REQUIRE(again.finds.size() == finds.finds.size(), text);
  for (std::size_t i = 0; i < again.finds.size(); ++i) {
    BOOST_TEST(extract::where(again.finds[i].place) == extract::where(finds.finds[i].place), text);
    BOOST_TEST(
        again.finds[i].raw == (finds.finds[i].begin == find.begin ? reference : finds.finds[i].raw),
        text);
    BOOST_TEST((again.finds[i].written == finds.finds[i].written), text);
  }
}

std::ostream& operator<<(std::ostream& out, const Text& row) {
  return out << "row of line " << row.line << ": " << row.text;
}

BOOST_AUTO_TEST_SUITE(written)

BOOST_DATA_TEST_CASE(what_is_written_in_place_is_read_back, data::make(kTexts), row) {
  Finds finds;
  BOOST_TEST_REQUIRE(extract(row.type, row.text, {}, finds));
  BOOST_TEST(!finds.finds.empty());
  for (std::size_t i = 0; i < finds.finds.size(); ++i) {
    BOOST_TEST((finds.finds[i].written.syntax != Syntax::fixed), test::shown(finds.finds[i]));
    for (const std::string_view reference : kReferences) {
      // In running text only what looks like a URL is read as one.
      const bool in_text = finds.finds[i].place.role == extract::Role::text ||
                           finds.finds[i].written.syntax == Syntax::calendar_text;
      if (in_text && (!reference.starts_with("http:") || reference.ends_with("\\w"))) continue;
      check_replaced(row, finds, i, reference);
    }
    if (!takes_odd(finds.finds[i])) continue;
    for (const std::string_view reference : kOddReferences)
      check_replaced(row, finds, i, reference);
  }
}

constexpr Text kFixed[] = {
    ROW("text/html", "<a href>y</a>"),
    ROW("text/html", "<iframe srcdoc=\"<a href='b'>\"></iframe>"),
    ROW("text/html", "<iframe srcdoc='<a href=&quot;b&quot;>'></iframe>"),
    ROW("text/html", "<script>var x = 'http://example.com/';</script>"),
    ROW("text/vcard", "NOTE;ENCODING=QUOTED-PRINTABLE:http://example.com/=\r\nx\r\n"),
    ROW("text/calendar", "X-ALT-DESC;FMTTYPE=text/html:<a href=\"b\">\r\n"),
};

BOOST_DATA_TEST_CASE(what_cannot_be_replaced_alone_is_fixed, data::make(kFixed), row) {
  Finds finds;
  BOOST_TEST_REQUIRE(extract(row.type, row.text, {}, finds));
  BOOST_TEST(finds.finds.size() == 1U);
  for (const Find& find : finds.finds) {
    std::string out;
    BOOST_TEST(!append_written("x", find.written, out), test::shown(find));
    BOOST_TEST(out.empty());
  }
}

BOOST_AUTO_TEST_CASE(a_srcdoc_says_where_it_stands) {
  constexpr std::string_view kText = "<iframe srcdoc='&lt;a href=&quot;b&quot;&gt;'></iframe>";
  Finds finds;
  extract_html(kText, {}, finds);
  BOOST_TEST_REQUIRE(finds.scopes.size() == 3U);
  const BaseScope& scope = finds.scopes[2];
  const std::string_view value = kText.substr(scope.begin, scope.end - scope.begin);
  BOOST_TEST(attribute_value(value) == "<a href=\"b\">");
  BOOST_TEST((scope.written == Written{Markup::single_quoted, Syntax::whole}));
  std::string escaped;
  append_escaped("<a href='c&d'>", scope.written.markup, escaped);
  BOOST_TEST(escaped == "&lt;a href=&#39;c&amp;d&#39;&gt;");
}

struct Encoded {
  int line;
  Written written;
  std::string_view reference, out;
};

constexpr Encoded kEncoded[] = {
    ROW({Markup::double_quoted, Syntax::word}, ",a b,c,", "%2Ca%20b,c%2C"),
    ROW({Markup::none, Syntax::word}, "<\"'>", "%3C%22%27%3E"),
    ROW({Markup::single_quoted, Syntax::listed_word}, ",a'b c,", "%2Ca&#39;b%20c%2C"),
    ROW({Markup::none, Syntax::whole}, std::string_view("a\0b", 3), "a%00b"),
    ROW({Markup::raw_text, Syntax::whole}, "a]]>b<c", "a]]%3Eb%3Cc"),
    ROW({Markup::raw_text, Syntax::css_url}, "a</b (c)", "a\\3C /b\\20 \\(c\\)"),
    ROW({Markup::unquoted, Syntax::whole}, "", "\"\""),
    ROW({Markup::unquoted, Syntax::whole}, "a b=`c`", "a&#32;b&#61;&#96;c&#96;"),
    ROW({Markup::double_quoted, Syntax::css_double_quoted}, "a\"b", "a\\&#34;b"),
};

std::ostream& operator<<(std::ostream& out, const Encoded& row) {
  return out << "row of line " << row.line;
}

BOOST_DATA_TEST_CASE(what_has_no_place_is_encoded, data::make(kEncoded), row) {
  std::string out = "before ";
  BOOST_TEST(append_written(row.reference, row.written, out));
  BOOST_TEST(out == "before " + std::string(row.out));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace basewalk::extract
