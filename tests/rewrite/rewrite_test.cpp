// SPDX-License-Identifier: MIT
#include <boost/test/unit_test.hpp>

#include "rewrite/rewriting.h"

using namespace basewalk;
using rewrite::Kept;
using rewrite::Options;

namespace {

Options absolute() {
  Options options;
  options.drop_base = true;
  return options;
}

Options wrap() {
  Options options;
  options.wrap = "https://guard.example/?u={url}";
  return options;
}

struct Row {
  int line;
  std::string_view body, wanted;
};
#define ROW(...) \
  { __LINE__, __VA_ARGS__ }

void check(const Row& row, const Options& options, std::string_view more) {
  BOOST_TEST_CONTEXT("line " << row.line) {
    const test::Outcome outcome = test::rewritten(test::html_mail(row.body, more), options);
    BOOST_TEST(outcome.bytes == test::html_mail(row.wanted, more));
    // Done once, it is done.
    BOOST_TEST(!test::rewritten(outcome.bytes, options).changed);
  }
}

// In a message with `Content-Base: http://h.example/d/p`.
constexpr Row kAbsolute[] = {
    ROW("<a href=\"x\">", "<a href=\"http://h.example/d/x\">"),
    ROW("<a href=x>", "<a href=http://h.example/d/x>"),
    ROW("<a href='x'>", "<a href='http://h.example/d/x'>"),
    ROW("<a href = \" x \n\">", "<a href = \" http://h.example/d/x \n\">"),
    ROW("<a href=\"x?a=1&amp;b='2'\">", "<a href=\"http://h.example/d/x?a=1&amp;b='2'\">"),
    ROW("<a href='x&quot;&#39;'>", "<a href='http://h.example/d/x\"&#39;'>"),
    ROW("<a href=\"/x\">t</a><img src=i>",
        "<a href=\"http://h.example/x\">t</a><img src=http://h.example/d/i>"),
    ROW("<a href=\"//o.example/\">", "<a href=\"http://o.example/\">"),
    ROW("<img srcset=\"a 1x, b 2x\">",
        "<img srcset=\"http://h.example/d/a 1x, http://h.example/d/b 2x\">"),
    ROW("<p style=\"background: url(i)\">", "<p style=\"background: url(http://h.example/d/i)\">"),
    ROW("<p style=\"background: url('i(1)')\">",
        "<p style=\"background: url('http://h.example/d/i(1)')\">"),
    ROW("<style>p { background: url(i\\)) } @import \"s\";</style>",
        "<style>p { background: url(http://h.example/d/i\\)) } @import "
        "\"http://h.example/d/s\";</style>"),
    ROW("<meta http-equiv=refresh content=\"0; url=x\">",
        "<meta http-equiv=refresh content=\"0; url=http://h.example/d/x\">"),
    ROW("<form action=x><button formaction=y>",
        "<form action=http://h.example/d/x><button formaction=http://h.example/d/y>"),
    // RFC 3986 4.4: the document itself, whatever its base is said to be.
    ROW("<a href=\"#top\"><a href=\"\">", "<a href=\"#top\"><a href=\"\">"),
    ROW("<a href=\"http://o.example/\">", "<a href=\"http://o.example/\">"),
    ROW("<a href=\"mailto:a@b.example\">", "<a href=\"mailto:a@b.example\">"),
    ROW("www.example.com", "www.example.com"),
    // The base of the document.
    ROW("<base href=\"/e/\"><a href=\"x\">", "<a href=\"http://h.example/e/x\">"),
    ROW("<base href=\"/e/\"><a href=\"#x\">", "<a href=\"http://h.example/e/#x\">"),
    ROW("<a href=x>\n<base\n href=/e/ >\n<base href=/f/>", "<a href=http://h.example/e/x>\n\n"),
    ROW("<!--[if mso]><base href=/m/><a href=x><![endif]--><a href=x>",
        "<!--[if mso]><a href=http://h.example/m/x><![endif]--><a href=http://h.example/d/x>"),
    // A document in an attribute.
    ROW("<base href=/e/><iframe srcdoc=\"<a href='x'>&quot;</a><img src=y><base target=z>\">",
        "<iframe srcdoc=\"&lt;a href='http://h.example/e/x'&gt;&#34;&lt;/a&gt;&lt;img "
        "src=http://h.example/e/y&gt;&lt;base target=z&gt;\">"),
    ROW("<iframe srcdoc='<a href=x>'></iframe><iframe srcdoc=\"<a href=&quot;y&amp;amp;z&quot;>\">",
        "<iframe srcdoc='&lt;a href=http://h.example/d/x&gt;'></iframe><iframe srcdoc=\"&lt;a "
        "href=&#34;http://h.example/d/y&amp;amp;z&#34;&gt;\">"),
    // What stood on both sides of it stays apart.
    ROW("<<base href=/e/>a href=x>", "< a href=x>"),
    // What would name the charset of all.
    ROW("<base href=/e/><?xml version='1.0' encoding='iso-2022-jp'?><p>",
        " <?xml version='1.0' encoding='iso-2022-jp'?><p>"),
    ROW("<base href=/e/><base href=/f/><?xml?>", " <?xml?>"),
    ROW("<base href=/e/><!DOCTYPE html><p>", "<!DOCTYPE html><p>"),
    ROW("ht<base href=/e/>tp://h2.example/", "ht tp://h2.example/"),
    ROW("<!--[if mso]>-<base href=/m/>->--><a href=x>",
        "<!--[if mso]>- ->--><a href=http://h.example/d/x>"),
    ROW("\n<base href=/e/>--b", "\n --b"),
    ROW("\n<base href=/e/>From b", "\n From b"),
    ROW("\n<base href=/e/>.b", "\n .b"),
    ROW("<base href=/e/>.b", " .b"),
    ROW("\r<base href=/e/>.\rb", "\r .\rb"),
    ROW("\r.<base href=/e/>\rb", "\r. \rb"),
    ROW("\n.<base href=/e/>\nb", "\n. \nb"),
    ROW("\n<base href=/e/>-b", "\n-b"),
    ROW("\n<base href=/e/>from b", "\nfrom b"),
    // Several that follow each other are one gap.
    ROW("<<base href=/e/><base href=/f/>a href=//h2.example/>", "< a href=//h2.example/>"),
    ROW("<<base href=/e/><base href=/f/><base href=/g/>a href=//h2.example/>",
        "< a href=//h2.example/>"),
    ROW("\n<base href=/e/><base href=/f/>--b", "\n --b"),
    ROW("\r<base href=/e/><base href=/f/>.\rb", "\r .\rb"),
    ROW("a<base href=/e/><base href=/f/>b<base href=/g/>c", "a b c"),
    ROW("a<base href=/e/><base href=/f/><b>", "a<b>"),
    ROW("a <base href=/e/>b", "a b"),
    ROW("a<base href=/e/> b", "a b"),
    ROW("a<base href=/e/><b>", "a<b>"),
    ROW("<b><base href=/e/>a", "<b>a"),
    ROW("a<base href=/e/>", "a"),
    // One that does not count to any reader stays.
    ROW("<template><base href=/e/></template><a href=x>",
        "<template><base href=/e/></template><a href=http://h.example/d/x>"),
};

// The same with a template.
constexpr Row kWrap[] = {
    ROW("<a href=\"http://e.example/?a=1&amp;b=2\">",
        "<a href=\"https://guard.example/?u=http%3A%2F%2Fe.example%2F%3Fa%3D1%26b%3D2\">"),
    ROW("<a href=\"x\">", "<a href=\"https://guard.example/?u=http%3A%2F%2Fh.example%2Fd%2Fx\">"),
    // What a browser makes of it.
    ROW("<a href=\"http:\\\\e.example\">",
        "<a href=\"https://guard.example/?u=http%3A%2F%2Fe.example%2F\">"),
    ROW("see http://e.example/x.\n", "see https://guard.example/?u=http%3A%2F%2Fe.example%2Fx.\n"),
    ROW("see www.example.com!", "see https://guard.example/?u=http%3A%2F%2Fwww.example.com%2F!"),
    // What is shown of a link stays; text beside one, or in what leads nowhere, is a link of its
    // own.
    ROW("<a href=\"http://e.example/\"><b>http://e.example/</b></a> http://e.example/",
        "<a "
        "href=\"https://guard.example/?u=http%3A%2F%2Fe.example%2F\"><b>http://e.example/</b></a> "
        "https://guard.example/?u=http%3A%2F%2Fe.example%2F"),
    ROW("<a name=x style=\"background:url(http://e.example/)\">http://e.example/</a>",
        "<a name=x style=\"background:url(http://e.example/)\">"
        "https://guard.example/?u=http%3A%2F%2Fe.example%2F</a>"),
    ROW("<img src=\"http://e.example/i\">", "<img src=\"http://e.example/i\">"),
    ROW("<a href=\"mailto:a@b.example\">", "<a href=\"mailto:a@b.example\">"),
    ROW("<a href=\"https://guard.example/?u=http%3A%2F%2Fe.example%2F\">",
        "<a href=\"https://guard.example/?u=http%3A%2F%2Fe.example%2F\">"),
    ROW("<iframe src=http://e.example/></iframe>",
        "<iframe src=https://guard.example/?u&#61;http%3A%2F%2Fe.example%2F></iframe>"),
    ROW("<a href=\"#x\">", "<a href=\"#x\">"),
    ROW("&lt;URL:xhttp://e.example/&gt;",
        "&lt;URL:xhttps://guard.example/?u=http%3A%2F%2Fe.example%2F&gt;"),
    // In the name of a host another one begins.
    ROW("http://e.example,http://f.example/",
        "https://guard.example/?u=http%3A%2F%2Fe.example%2F ,"
        "https://guard.example/?u=http%3A%2F%2Ff.example%2F"),
    // Who does not know the scheme before it has a link of what stands within.
    ROW("urn:x:http://e.example/", "urn:x:https://guard.example/?u=http%3A%2F%2Fe.example%2F"),
    ROW("x-own://f/http://e.example/",
        "x-own://f/https://guard.example/?u=http%3A%2F%2Fe.example%2F"),
};

constexpr Row kDefang[] = {
    ROW("<a href=\"http://e.example/a.b?c=www.d.example\">",
        "<a href=\"hxxp://e[.]example/a.b?c=www[.]d.example\">"),
    ROW("https://user@e.example:8080/#f", "hxxps://user@e[.]example:8080/#f"),
    ROW("www.example.com", "www[.]example[.]com"),
    ROW("<a href=\"mailto:a@b.example\">", "<a href=\"mailto:a@b.example\">"),
    ROW("<a href=\"ftp://e.example/http://f.example\">",
        "<a href=\"fxp://e[.]example/http[:]//f.example\">"),
    ROW("<a href=\"javascript:alert(1)\">", "<a href=\"defanged-javascript:alert(1)\">"),
};

constexpr Row kDefangMore[] = {
    // Schemes that lead to no host.
    ROW("<a href=\"sip:a@b.example\">", "<a href=\"sip:a@b.example\">"),
    ROW("<a href=\"tel:1\"><a href=\"urn:a.b:c\">", "<a href=\"tel:1\"><a href=\"urn:a.b:c\">"),
    ROW("<a href=\"xmpp:a@b.example\"><a href=\"news:a.b\">",
        "<a href=\"xmpp:a@b.example\"><a href=\"news:a.b\">"),
    ROW("<a href=\"about:blank\"><a href=\"sms:1\"><a href=\"mid:x.y@z\">",
        "<a href=\"about:blank\"><a href=\"sms:1\"><a href=\"mid:x.y@z\">"),
    // No scheme but by RFC 1808 2.1.
    ROW("<base href=http://e.example/a/><a href=\"1:y\"><a href=\"-x:y\"><a href=\".:y\">",
        "<base href=http://e.example/a/><a href=\"hxxp://e[.]example/a/1:y\">"
        "<a href=\"hxxp://e[.]example/a/-x:y\"><a href=\"hxxp://e[.]example/a/.:y\">"),
    // Others have a host behind two slashes.
    ROW("<a href=\"gopher://e.example/a.b\">", "<a href=\"defanged-gopher://e[.]example/a.b\">"),
    ROW("<a href=\"x-own:e.example/a.b\">", "<a href=\"defanged-x-own:e.example/a.b\">"),
    ROW("<a href=\"x-own:/e.example\">", "<a href=\"defanged-x-own:/e.example\">"),
    // A host that ends as another link begins.
    ROW("http://ahttp://e.example/b x@ftp://e.example",
        "hxxp://ahttp[:]//e.example/b x@fxp://e[.]example"),
    ROW("https://a.example=http://e.example/", "hxxps://a[.]example=http[:]//e.example/"),
    ROW("https://a.example:http://e.example/", "hxxps://a[.]example :hxxp://e[.]example/"),
    // What was defanged before, also where a letter stands before it in a text.
    ROW("hxxps://e[.]example/ seehxxp://e[.]example/ afxp://e[.]example/",
        "hxxps://e[.]example/ seehxxp://e[.]example/ afxp://e[.]example/"),
    ROW("defanged-data:,x seedefanged-magnet:?x <defanged-geo:1,2>",
        "defanged-data:,x seedefanged-magnet:?x <defanged-geo:1,2>"),
    // A host ends with what a browser ends it with.
    ROW("<a href=\"http://e.example?a.b\"><a href=\"http://e.example#a.b\">",
        "<a href=\"hxxp://e[.]example?a.b\"><a href=\"hxxp://e[.]example#a.b\">"),
    ROW("<a href=\"HTTPS://e.example/\">", "<a href=\"hxxps://e[.]example/\">"),
    ROW("<a href=\"http:e.example/a\">", "<a href=\"hxxp:e[.]example/a\">"),
    ROW("<a href=\"http:\\\\e.example\\a.b\">", "<a href=\"hxxp:\\\\e[.]example\\a.b\">"),
    // In what follows the host, another link.
    ROW("<a href=\"http://e.example/WWW.d.example/wwww.x/ww.y\">",
        "<a href=\"hxxp://e[.]example/WWW[.]d.example/wwww[.]x/ww.y\">"),
    ROW("<a href=\"http://e.example/?u=HTTP://f.example:/\">",
        "<a href=\"hxxp://e[.]example/?u=HTTP[:]//f.example:/\">"),
    ROW("http://e.example/http:/f.example", "hxxp://e[.]example/http[:]/f.example"),
    ROW("http://e.example/data:,x", "hxxp://e[.]example/data:,x"),
    // A scheme that ends as another one.
    ROW("shttp://e/ <a href=\"xftp://[::1]/\">",
        "defanged-shxxp://e/ <a href=\"defanged-xfxp://[::1]/\">"),
    // Of Windows, where no dot stands in the name.
    ROW("\\\\e\\s \\\\e.example\\s \\\\e\\www.f", "[\\\\]e\\s \\\\e[.]example\\s [\\\\]e\\www[.]f"),
    ROW("https:\\\\e\\s", "hxxps:\\\\e\\s"),
};

constexpr Row kUnwrap[] = {
    ROW("<a href=\"https://x.safelinks.protection.outlook.com/?url=http%3A%2F%2Fe.example%2F&amp;"
        "data=1\">",
        "<a href=\"http://e.example/\">"),
    // One in the other.
    ROW("<a href=\"https://x.safelinks.protection.outlook.com/?url=https%3A%2F%2Fwww.google.com%"
        "2Furl%3Fq%3Dhttp%253A%252F%252Fe.example%252F\">",
        "<a href=\"http://e.example/\">"),
};

BOOST_AUTO_TEST_SUITE(rewriter)

BOOST_AUTO_TEST_CASE(makes_relative_links_absolute_and_drops_their_base) {
  for (const Row& row : kAbsolute) check(row, absolute(), "Content-Base: http://h.example/d/p\n");
}

// In XML an element has an end: it goes with it, and where something stands in it, it stays.
// A browser opened e.example before, and opens it behind.
BOOST_AUTO_TEST_CASE(leads_a_browser_where_it_went_before) {
  struct Row {
    std::string_view written, to;
  };
  for (const Row& row :
       {Row{"ht\ntps://e.example/x", "https://e.example/x"},
        Row{"h\tttps://e.example/x?a\nb", "https://e.example/x?ab"},
        Row{"&#1;https://e.example/x", "https://e.example/x"},
        Row{"/\\e.example/z", "https://e.example/z"}, Row{"\\\\e.example/w", "https://e.example/w"},
        Row{"/\t/e.example", "https://e.example/"},
        Row{"\\\\g.example:81\\p", "https://g.example:81/p"},
        // The answer, where it leads to the same.
        Row{"a\\b", "https://g.example/d/a\\b"}, Row{"a\nb", "https://g.example/d/a&#10;b"},
        Row{"../c?q=\xE4", "https://g.example/c?q=\xE4"}}) {
    const test::Outcome outcome = test::rewritten(
        "Content-Type: text/html; charset=iso-8859-1\n\n<base href=\"https://g.example/d/\"><a "
        "href=\"" +
            std::string(row.written) + "\">",
        absolute());
    BOOST_TEST(outcome.bytes.ends_with("<a href=\"" + std::string(row.to) + "\">"),
               row.written << " became " << outcome.bytes);
  }
}
BOOST_AUTO_TEST_CASE(drops_bases_of_xml_with_their_end_tags) {
  const std::string head =
      "Content-Base: http://h.example/d/\r\nContent-Type: application/xhtml+xml\r\n\r\n<html>";
  struct Row {
    std::string_view base;
    std::string_view left;
    bool goes;
  };
  for (const Row& row :
       {Row{"<base href=\"/e/\"/>", "", true}, Row{"<base href=\"/e/\"></base>", "", true},
        Row{"<base href=\"/e/\"> \n\t</base \n>", "", true},
        Row{"<base href=\"/e/\"></base >x", "x", true},
        Row{"<base href=\"/e/\">t</base>", "", false}, Row{"<base href=\"/e/\"><br/>", "", false},
        Row{"<base href=\"/e/\"></bas", "", false}, Row{"<base href=\"/e/\"></base", "", false},
        Row{"<base href=\"/e/\"></base  ", "", false},
        Row{"<base href=\"/e/\"></basex>", "", false}, Row{"<base href=\"/e/\">", "", false}}) {
    const std::string link = "<a href=\"x\"/>", joined = "<a href=\"http://h.example/e/x\"/>";
    // At the end, so that nothing follows where a tag is cut.
    const std::string mail = head + link + std::string(row.base);
    const test::Outcome outcome = test::rewritten(mail, absolute());
    BOOST_TEST(outcome.has_kept(Kept::Why::not_writable) == !row.goes, row.base);
    BOOST_TEST(outcome.bytes == head + joined + std::string(row.goes ? row.left : row.base));
  }
}

BOOST_AUTO_TEST_CASE(wraps_what_a_reader_may_follow) {
  for (const Row& row : kWrap) check(row, wrap(), "Content-Base: http://h.example/d/p\n");
}

// [R8]: where no base is, as a page of a web mail opens it.
BOOST_AUTO_TEST_CASE(wraps_and_defangs_network_paths_without_a_base) {
  for (const std::string_view written :
       {"//e.example/x", "\\\\e.example\\x", "/\\e.example/x", "\\/e.example/x", "///e.example/x",
        "/\t/e.example/x", "\\&#13;&#10;\\e.example/x", " &#9;//e.example/x",
        "&#1;//e.example/x"}) {
    const auto page = [](std::string_view reference) {
      return "<a href=\"" + std::string(reference) +
             "\"><meta http-equiv=refresh content=\"0;url='" + std::string(reference) + "'\">";
    };
    const test::Outcome wrapped = test::rewritten(test::html_mail(page(written)), wrap());
    BOOST_TEST(wrapped.edits.size() == 2U, written);
    BOOST_TEST(wrapped.kept.empty(), written);
    for (const rewrite::Edit& each : wrapped.edits)
      BOOST_TEST(each.to == "https://guard.example/?u=https%3A%2F%2Fe.example%2Fx", written);
    BOOST_TEST(!test::rewritten(wrapped.bytes, wrap()).changed, written);
    Options options;
    options.defang = true;
    const test::Outcome defanged = test::rewritten(test::html_mail(page(written)), options);
    for (const rewrite::Edit& each : defanged.edits)
      BOOST_TEST(each.to == "hxxps://e[.]example/x", written);
    BOOST_TEST(defanged.edits.size() == 2U, written);
  }
}

BOOST_AUTO_TEST_CASE(wraps_and_defangs_what_web_mails_put_a_scheme_before) {
  const test::Outcome wrapped = test::rewritten(
      test::html_mail("<a href=\"h.com/x\"></a><a href=\"page.html\"></a>"), wrap());
  BOOST_TEST(wrapped.bytes ==
             test::html_mail("<a href=\"https://guard.example/?u=http%3A%2F%2Fh.com%2Fx\"></a>"
                             "<a href=\"page.html\"></a>"));
  Options options;
  options.defang = true;
  BOOST_TEST(test::rewritten(test::html_mail("<a href=\"h.com/x\">"), options).bytes ==
             test::html_mail("<a href=\"hxxp://h[.]com/x\">"));
  const test::Outcome share =
      test::rewritten(test::html_mail("<a href=\"\\\\?\\UNC\\h.example\\x\">"), wrap());
  BOOST_TEST(!share.changed);
  BOOST_TEST(share.has_kept(Kept::Why::scheme));
}

// Microdata that Gmail makes a button of.
BOOST_AUTO_TEST_CASE(wraps_what_an_item_offers) {
  const auto page = [](std::string_view url) {
    return "<div itemscope><link itemprop=\"x target\" href=\"" + std::string(url) +
           "\"><meta itemprop=trackingUrl content=\"" + std::string(url) +
           "\"><link itemprop=availability href=\"http://schema.example/InStock\">"
           "<meta itemprop=image content=\"http://h/i.png\"><link rel=next "
           "href=\"http://h/n\"></div>";
  };
  BOOST_TEST(test::rewritten(test::html_mail(page("http://h/")), wrap()).bytes ==
             test::html_mail(page("https://guard.example/?u=http%3A%2F%2Fh%2F")));
}

// What Thunderbird takes the blanks out of leads to the guard for everybody.
BOOST_AUTO_TEST_CASE(wraps_links_with_blanks_in_brackets_and_quotation_marks) {
  const auto mail = [](std::string_view text) {
    return "Content-Type: text/plain\n\n" + std::string(text);
  };
  const test::Outcome quoted = test::rewritten(mail("\"http://h .e is here\"\n"), wrap());
  BOOST_TEST(quoted.bytes == mail("\"https://guard.example/?u=http%3A%2F%2Fh%2F .e is here\"\n"));
  BOOST_TEST((quoted.verdict == Verdict::clear));
  const test::Outcome split = test::rewritten(mail("<ht tp: //h .e/x> y\n"), wrap());
  BOOST_TEST(split.bytes == mail("<https://guard.example/?u=http%3A%2F%2Fh.e%2Fx> y\n"));
  BOOST_TEST((split.verdict == Verdict::clear));
}

BOOST_AUTO_TEST_CASE(wraps_what_a_base_without_a_scheme_leads_away) {
  const std::string base = "<base href=\"//e.example/d/\">";
  const std::string guard = "https://guard.example/?u=https%3A%2F%2Fe.example%2Fd%2F";
  const test::Outcome once =
      test::rewritten(test::html_mail(base + "<a href=\"x\"></a><a href=\"#t\"></a>"), wrap());
  BOOST_TEST(once.bytes == test::html_mail(base + "<a href=\"" + guard + "x\"></a><a href=\"" +
                                           guard + "%23t\"></a>"));
  BOOST_TEST(!test::rewritten(once.bytes, wrap()).changed);
}

// A program that joins lines (RFC 3676 4) shows a link wherever it was broken; what is quoted below
// stays a line of its own.
BOOST_AUTO_TEST_CASE(wraps_links_that_flowed_lines_have_together) {
  const auto mail = [](std::string_view text) {
    return "Content-Type: text/plain; format=flowed; delsp=yes\n\n" + std::string(text);
  };
  const std::string wrapped = "https://guard.example/?u=http%3A%2F%2Fe.example%2Fa";
  for (const std::string_view link :
       {"h \nttp://e.example/a", "http \n://e.ex \nample/a", "http://e.example \n/ \na"})
    BOOST_TEST(test::rewritten(mail("see " + std::string(link) + " b\n"), wrap()).bytes ==
                   mail("see " + wrapped + " b\n"),
               link);
  BOOST_TEST(test::rewritten(mail("<http://e.example/a\n> b\n"), wrap()).bytes ==
             mail("<" + wrapped + "\n> b\n"));
  // Where the end of a host ends it, a path would go on in the next line.
  const std::string guard = "https://guard.example/?u=http%3A%2F%2Fe.example%2F";
  const test::Outcome apart =
      test::rewritten(mail("http://e.example! \nhttp://f.example/a b\n"), wrap());
  BOOST_TEST(apart.bytes ==
             mail(guard + " ! \nhttps://guard.example/?u=http%3A%2F%2Ff.example%2Fa b\n"));
  BOOST_TEST(!test::rewritten(apart.bytes, wrap()).changed);
}

// Who joins no lines sees others in them, which go with the whole.
BOOST_AUTO_TEST_CASE(wraps_what_stands_in_brackets_over_lines_as_one) {
  const auto mail = [](std::string_view text) {
    return "Content-Type: text/plain\n\n" + std::string(text);
  };
  const std::string guard = "https://guard.example/?u=http%3A%2F%2Fe.example";
  const test::Outcome whole = test::rewritten(
      mail("<http://e.example/?a=\nhttp://f.example/> <http://e.example\n.f.example/> b\n"),
      wrap());
  BOOST_TEST(whole.bytes == mail("<" + guard + "%2F%3Fa%3Dhttp%3A%2F%2Ff.example%2F> <" + guard +
                                 ".f.example%2F> b\n"));
  BOOST_TEST(whole.edits.size() == 2U);
  BOOST_TEST(whole.kept.empty());
  BOOST_TEST(!test::rewritten(whole.bytes, wrap()).changed);
}

BOOST_AUTO_TEST_CASE(defangs_what_a_reader_may_follow) {
  Options options;
  options.defang = true;
  for (const Row& row : kDefang) check(row, options, {});
  for (const Row& row : kDefangMore) check(row, options, {});
}

BOOST_AUTO_TEST_CASE(unwraps_what_known_wrappers_lead_to) {
  Options options;
  options.unwrap = true;
  for (const Row& row : kUnwrap) check(row, options, {});
}

BOOST_AUTO_TEST_CASE(wraps_anew_what_was_unwrapped) {
  Options options = wrap();
  options.unwrap = true;
  const test::Outcome outcome =
      test::rewritten(test::html_mail("<a href=\"https://x.safelinks.protection.outlook.com/"
                                      "?url=http%3A%2F%2Fe.example%2F\">"),
                      options);
  BOOST_TEST(outcome.bytes ==
             test::html_mail("<a href=\"https://guard.example/?u=http%3A%2F%2Fe.example%2F\">"));
}

BOOST_AUTO_TEST_CASE(signs_wrapped_links_and_wraps_them_once) {
  Options options = wrap();
  options.wrap += "&m={mac}";
  options.wrap_key = "Jefe";
  const test::Outcome outcome =
      test::rewritten(test::html_mail("<a href=\"http://e.example/\">"), options);
  // printf http://e.example/ | openssl dgst -sha256 -hmac Jefe
  BOOST_TEST(outcome.bytes ==
             test::html_mail("<a href=\"https://guard.example/?u=http%3A%2F%2Fe.example%2F&amp;m="
                             "ed7c70783b748ce340f0dd92ad851ec83ef525d049bb48a45d9f72eea8b1e32f"
                             "\">"));
  BOOST_TEST(!test::rewritten(outcome.bytes, options).changed);
  // A host that a browser writes otherwise, too.
  for (const char* made :
       {"https://guard.example/{mac}{url}", "https://guard.example/{url}{mac}",
        "https://guard.example/{url}a{mac}", "https://Guard.Example/{mac}/{url}"}) {
    options.wrap = made;
    const test::Outcome once =
        test::rewritten(test::html_mail("<a href=\"http://e.example/\">"), options);
    BOOST_TEST(once.edits.size() == 1U, made);
    BOOST_TEST(!test::rewritten(once.bytes, options).changed, made);
  }
  options.wrap = wrap().wrap + "&m={mac}";
  // A code that does not fit is none.
  std::string forged = outcome.bytes;
  forged[forged.find("&amp;m=") + 8] = 'z';
  BOOST_TEST(test::rewritten(forged, options).changed);
}

// Where the walk leaves answers out, to bound what it writes, a link that needs no base is wrapped
// or defanged all the same: padding protects none.
BOOST_AUTO_TEST_CASE(wraps_and_defangs_links_whose_answer_was_left_out) {
  const std::string body =
      "<a href=\"http://e.example/?a b\"><a href=\"x\"><a href=\"http:\\\\f.example\"></a>"
      "www.g.example mailto:a@b.example";
  Options options = wrap();
  options.walk.limits.output_factor = 0;
  const test::Outcome wrapped =
      test::rewritten(test::html_mail(body, "Base: http://h.example/\n"), options);
  BOOST_TEST(wrapped.bytes ==
             test::html_mail(
                 "<a href=\"https://guard.example/?u=http%3A%2F%2Fe.example%2F%3Fa%2520b\">"
                 "<a href=\"x\"><a href=\"https://guard.example/?u=http%3A%2F%2Ff.example%2F\"></a>"
                 "https://guard.example/?u=http%3A%2F%2Fwww.g.example%2F mailto:a@b.example",
                 "Base: http://h.example/\n"));
  // Of the one that needs a base it is told that a limit was reached.
  BOOST_TEST_REQUIRE(wrapped.kept.size() == 1U);
  BOOST_TEST((wrapped.kept[0].why == Kept::Why::limit));
  BOOST_TEST(wrapped.kept[0].from == "x");
  options.wrap.clear();
  options.defang = true;
  BOOST_TEST(
      test::rewritten(test::html_mail("<a href=\"http://e.example/\"></a>www.g.example"), options)
          .bytes == test::html_mail("<a href=\"hxxp://e[.]example/\"></a>www[.]g[.]example"));
}

// Guessed by the rules of the walk, whether or not the answer was left out, and also in wrappers.
BOOST_AUTO_TEST_CASE(guesses_schemes_as_the_walk_does) {
  Options options = wrap();
  options.walk.assume_scheme = "https";
  const std::string text = "ftp.h.example/x\n";
  const std::string wrapped = "https://guard.example/?u=ftp%3A%2F%2Fftp.h.example%2Fx\n";
  const std::string link = "<a href=\"//h.example/x\">";
  const std::string wrapped_link =
      "<a href=\"https://guard.example/?u=https%3A%2F%2Fh.example%2Fx\">";
  const std::string safe = "https://a.safelinks.protection.outlook.com/?url=";
  for (const std::size_t factor : {0U, 16U}) {
    options.walk.limits.output_factor = factor;
    BOOST_TEST(test::rewritten(test::html_mail(text), options).bytes == test::html_mail(wrapped));
    BOOST_TEST(test::rewritten(test::html_mail(link), options).bytes ==
               test::html_mail(wrapped_link));
  }
  options.unwrap = true;
  BOOST_TEST(test::rewritten(test::html_mail("<a href=\"https://a.safelinks.protection.outlook.com/"
                                             "?url=//h.example/x\">"),
                             options)
                 .bytes == test::html_mail(wrapped_link));
}

// A URL for a program leads where the one leads that it hands on.
BOOST_AUTO_TEST_CASE(wraps_what_is_handed_to_programs) {
  Options options, same_host, other_host;
  options.wrap = "https://guard.example/?u={url}";
  same_host = other_host = options;
  same_host.only = {*rewrite::read_condition("host=.h.example"),
                    *rewrite::read_condition("scheme=https")};
  other_host.only = {*rewrite::read_condition("host=g.example")};
  for (const char* handed :
       {"microsoft-edge:https://h.example/x", "view-source:https://h.example/x",
        "ms-word:ofe|u|https://h.example/x", "googlechromes://h.example/x",
        "intent://h.example/x#Intent;scheme=https;end"}) {
    const std::string mail = test::html_mail("<a href=\"" + std::string(handed) + "\">");
    const std::string wrapped = test::html_mail(
        "<a href=\"https://guard.example/"
        "?u=https%3A%2F%2Fh.example%2Fx\">");
    BOOST_TEST(test::rewritten(mail, options).bytes == wrapped, handed);
    BOOST_TEST(test::rewritten(mail, same_host).bytes == wrapped, handed);
    BOOST_TEST(test::rewritten(mail, other_host).bytes == mail, handed);
  }
  const std::string other = test::html_mail("<a href=\"microsoft-edge:about:blank\">");
  BOOST_TEST(test::rewritten(other, options).bytes == other);
}

BOOST_AUTO_TEST_CASE(edits_only_what_the_conditions_name) {
  Options options;
  options.defang = true;
  options.only = {*rewrite::read_condition("host=.evil.example"),
                  *rewrite::read_condition("scheme=https")};
  const test::Outcome outcome = test::rewritten(
      test::html_mail("<a href=https://a.evil.example/><a href=http://evil.example/>"
                      "<a href=https://devil.example/>"),
      options);
  BOOST_TEST(outcome.bytes ==
             test::html_mail("<a href=hxxps://a[.]evil[.]example/><a href=http://evil.example/>"
                             "<a href=https://devil.example/>"));
}

BOOST_AUTO_TEST_CASE(wraps_links_of_invitations) {
  const std::string head = "Content-Type: text/calendar\r\n\r\nBEGIN:VCALENDAR\r\n";
  const std::string tail = "LOCATION:room\r\nEND:VCALENDAR\r\n";
  const test::Outcome outcome =
      test::rewritten(head +
                          "DESCRIPTION:Join\\nhttps://meet.e.example/j?a=1\\,2\\n\\nor "
                          "http://e.exa\r\n mple/x\\; it\r\n "
                          " is\r\nURL;VALUE=URI:http://e.example/\r\n" +
                          tail,
                      wrap());
  BOOST_TEST(outcome.bytes ==
             head +
                 "DESCRIPTION:Join\\n"
                 "https://guard.example/?u=https%3A%2F%2Fmeet.e.example%2Fj%3Fa%3D1%2C2\\n\\nor "
                 "https://guard.example/?u=http%3A%2F%2Fe.example%2Fx\\; it\r\n "
                 " is\r\nURL;VALUE=URI:https://guard.example/?u=http%3A%2F%2Fe.example%2F\r\n" +
                 tail);
}

BOOST_AUTO_TEST_CASE(puts_images_of_the_message_where_they_are_shown) {
  const std::string mail =
      "Content-Type: multipart/related; boundary=b\n\n"
      "--b\nContent-Type: text/html\n\n<img src=\"cid:i@x\"><img src=\"u.png\"><a href=\"cid:i@x\">"
      "\n--b\nContent-Type: image/png\nContent-ID: <i@x>\n"
      "Content-Transfer-Encoding: base64\n\niVBO\nRw0K\n"
      "\n--b\nContent-Type: text/plain\nContent-ID: <t@x>\n\ntext\n--b--\n";
  Options options;
  options.cid_inline = true;
  const test::Outcome outcome = test::rewritten(mail, options);
  std::string wanted = mail;
  wanted.replace(wanted.find("cid:i@x"), 7, "data:image/png;base64,iVBORw0K");
  BOOST_TEST(outcome.bytes == wanted);
}

// RFC 6838 4.2: what is no name of a type is written as none; the image is put in all the same.
BOOST_AUTO_TEST_CASE(names_the_type_of_an_image_where_it_is_a_name) {
  Options options;
  options.cid_inline = true;
  struct Row {
    std::string type, named;
  };
  const std::string longest = "image/" + std::string(121, 'x');
  for (const Row& row :
       {Row{"image/svg+xml", "image/svg+xml"}, Row{"image/x-a_b.c", "image/x-a_b.c"},
        Row{"image/a!b", "application/octet-stream"}, Row{longest, longest},
        Row{longest + "x", "application/octet-stream"}}) {
    const std::string mail =
        "Content-Type: multipart/related; boundary=b\n\n"
        "--b\nContent-Type: text/html\n\n<img src=\"cid:i@x\">\n--b\nContent-Type: " +
        row.type + "\nContent-ID: <i@x>\n\nabc\n--b--\n";
    std::string wanted = mail;
    wanted.replace(wanted.find("cid:i@x"), 7, "data:" + row.named + ";base64,YWJj");
    BOOST_TEST(test::rewritten(mail, options).bytes == wanted, row.type);
  }
}

// An image is put in where it is shown, and where the conditions allow it.
BOOST_AUTO_TEST_CASE(puts_no_image_in_where_it_is_not_shown_or_not_asked_for) {
  const std::string mail =
      "Content-Type: multipart/related; boundary=b\n\n"
      "--b\nContent-Type: text/html\n\n<iframe src=\"cid:i@x\"></iframe><img src=\"cid:i@x\">"
      "<img src=\"cid:t@x\"><link rel=preload as=image href=\"cid:i@x\">"
      "\n--b\nContent-Type: image/png\nContent-ID: <i@x>\n\nabc\n"
      "--b\nContent-Type: text/plain\nContent-ID: <t@x>\n\nabc\n--b--\n";
  Options options;
  options.cid_inline = true;
  std::string wanted = mail;
  wanted.replace(wanted.find("<img src=\"cid:i@x") + 10, 7, "data:image/png;base64,YWJj");
  const test::Outcome outcome = test::rewritten(mail, options);
  BOOST_TEST(outcome.bytes == wanted);
  BOOST_TEST_REQUIRE(outcome.edits.size() == 1U);
  BOOST_TEST((outcome.edits[0].kind == rewrite::Edit::Kind::cid_inline));
  BOOST_TEST(outcome.edits[0].from == "cid:i@x");
  options.only = {*rewrite::read_condition("scheme=http")};
  BOOST_TEST(!test::rewritten(mail, options).changed);
  options.only = {*rewrite::read_condition("scheme=cid")};
  BOOST_TEST(test::rewritten(mail, options).bytes == wanted);
  options.cid_inline = false;
  BOOST_TEST(!test::rewritten(mail, options).changed);
}

BOOST_AUTO_TEST_CASE(refuses_options_that_cannot_be_met) {
  struct Bad {
    std::string_view wrap, key, code;
  };
  for (const Bad& bad :
       {Bad{"https://g.example/", "", "template"}, Bad{"/?u={url}", "", "template"},
        Bad{"javascript:{url}", "", "template"}, Bad{"https://{url}", "", "template"},
        Bad{"https://g.example{url}", "", "template"},
        Bad{"https://g.example/{url}\r\nX: y", "", "template"},
        Bad{"https://g.example/ {url}", "", "template"},
        Bad{"https://g.example/\"{url}", "", "template"},
        Bad{"https://g.example/{uri}", "", "template"},
        Bad{"https://g.example/{url}{mac}", "", "key"}, Bad{"https://g.example/{url}", "k", "key"},
        Bad{"", "k", "key"}}) {
    Options options;
    options.wrap = bad.wrap;
    options.wrap_key = bad.key;
    const auto made = rewrite::Rewriter::make(options);
    BOOST_TEST(!made, bad.wrap);
    if (!made) BOOST_TEST(made.error().code == bad.code, bad.wrap);
  }
  Options both = wrap();
  both.defang = true;
  BOOST_TEST(rewrite::Rewriter::make(both).error().code == "options");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
