// SPDX-License-Identifier: MIT
//
// Names of hosts in running text: the rules are linkify-it's (compare_linkify.js holds the two
// beside each other).
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <ostream>

#include "extract/finds.h"
#include "extract/linkify/bare_host.h"
#include "extract/plain.h"

using namespace basewalk;

namespace {

struct Row {
  int line;
  std::string_view text, wanted;
};
#define ROW(...) \
  { __LINE__, __VA_ARGS__ }
std::ostream& operator<<(std::ostream& out, const Row& row) { return out << "line " << row.line; }

constexpr Row kRows[] = {
    ROW("see evil.example.com/path, and Example.COM.", "evil.example.com/path? Example.COM?"),
    ROW("(example.com) [a.de] 'b.net' \"c.org\" <d.info> *e.biz*",
        "example.com? a.de? b.net? c.org? d.info? e.biz?"),
    ROW("a.com:80/x a.com:x a.com:99999 a.com:0 a.com?q#f a.com# a.com/",
        "a.com:80/x? a.com? a.com:0? a.com?q#f? a.com#? a.com/?"),
    // top-level domains
    ROW("a.b.c.co.uk x.museum 4.DATA v1.2.3 e.g. i.e. 1.5 a.exe a.zz README.md lib.so",
        "a.b.c.co.uk? x.museum? README.md? lib.so?"),
    ROW("b\u00FC.de \u4F8B.\u0440\u0444 \u4F8B.\u0420\u0424 a.xn--p1ai xn--a.xn--p1ai a.xn--",
        "b\u00FC.de? \u4F8B.\u0440\u0444? \u4F8B.\u0420\u0424? a.xn--p1ai? xn--a.xn--p1ai?"),
    // what may stand in front, and behind
    ROW("_a.com -a.com .a.com /a.com :a.com @a.com \\a.com #a.com =a.com", "a.com? a.com? a.com?"),
    ROW("a.com- a.com-b a.com_ a.com_b a.comb a.com.b a.com.- a.com.. a.com\u3002",
        "a.com? a.com?"),
    ROW("a_b.com a..com a-.com -.com a.-b.com", ""),
    ROW("x=a.com /x=a.com ~a.com +a.com", "x=a.com? a.com? ~a.com? a.com?"),
    ROW("a\u200B.com a\u00A0.com", "a\u200B.com?"),
    // labels
    ROW("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.com",  // 63
        "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.com?"),
    ROW("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.com", ""),
    ROW("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa=b.com", "b.com?"),
    // addresses are none
    ROW("me@a.com a.com@b.net x,a.com@b.net a.com@b.exe \"a.com\"@b.net", "a.com?"),
    ROW("a.com@1.2.3.4 a.com@b~c.net a.com,www.x.zz@b.net", "a.com? a.com? www.x.zz@b.net?"),
    // "//"
    ROW("//a.zz/x ///a.com x//a.com //a //localhost/ //u:p@a.b:8/ //a.b-c",
        "//a.zz/x? //localhost/? //u:p@a.b:8/?"),
    ROW("me@a.com//b.zz", "//b.zz?"),
    // beside what is found without it
    ROW("http://a.com/b.com www.a.zz www.a.com ftp.a.com a.com/http://b.com",
        "http://a.com/b.com www.a.zz? www.a.com? ftp.a.com? a.com/http://b.com?"),
    ROW("~www.a.com a.comhttp://b.com a.com://c", "~www.a.com? http://b.com a.com?"),
    ROW("gopher://h/x=a.com mailto:me@h?x=a.com tel:1 www.x=a.com",
        "gopher://h/x=a.com a.com? mailto:me@h?x=a.com x=a.com? tel:1 www.x=a.com?"),
};

std::string found(std::string_view text, bool linkify) {
  extract::Options options;
  options.linkify = linkify;
  extract::Finds finds;
  extract::extract_text(text, options, finds);
  test::check_properties(text, finds);
  std::string out;
  for (const extract::Find& find : finds.finds) {
    if (!out.empty()) out += ' ';
    out += find.raw;
    if ((find.flags & extract::kGuessed) != 0) out += '?';
  }
  return out;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(linkify)

BOOST_DATA_TEST_CASE(finds_names_of_hosts, boost::unit_test::data::make(kRows), row) {
  BOOST_TEST(found(row.text, true) == row.wanted);
}

BOOST_AUTO_TEST_CASE(is_off_unless_it_is_asked_for) {
  BOOST_TEST(found("example.com //a.com x=a.com http://h/", false) == "http://h/");
}

BOOST_AUTO_TEST_CASE(reads_the_text_of_html_but_no_scripts) {
  extract::Options options;
  options.linkify = true;
  extract::Finds finds;
  extract::extract_html("<p>a.com</p><script>x.info</script><p title=b.com>", options, finds);
  BOOST_TEST(test::all_shown(finds) == "text = a.com ?\n");
}

// Each byte is looked at a bounded number of times: these took minutes otherwise.
BOOST_AUTO_TEST_CASE(is_linear) {
  for (const std::string_view piece :
       {"a.", "www.", "..www", "=a.", ".=a.com", "a.com,", "a.com@", "//u@", "x@a.com//", "\u00E9.",
        "gopher://a=", "mailto:a@", "gopher://http://", "_www.a", "a=www.", ".xn--a"}) {
    std::string text;
    while (text.size() < 300'000) text += piece;
    extract::Options options;
    options.linkify = true;
    extract::Finds finds;
    extract::extract_text(text, options, finds);
    std::size_t bytes = 0;
    for (const extract::Find& find : finds.finds) bytes += find.raw.size();
    BOOST_TEST(bytes <= 2 * text.size(), piece);
  }
}

BOOST_AUTO_TEST_CASE(says_what_parts_a_url_from_its_text) {
  const auto before = [](std::string_view text) {
    return extract::separator_before(text, text.size(), text.size());
  };
  for (const std::string_view plain : {"", "see ", "(", "\"", ",", "a ", "- ", "-", "...", ">"})
    BOOST_TEST(before(plain) == "", plain);
  for (const std::string_view word : {"a", "=", "_", ":", "/", "@", "a.", "a-", "~", "\u00E9"})
    BOOST_TEST(before(word) == "- ", word);
  BOOST_TEST(before("me@a.com") == " ");
  BOOST_TEST(before("<") == " ");
  BOOST_TEST(extract::separator_before("<x>", 1, 2) == "");
  for (const std::string_view plain :
       {"", " ", ", x", ".", ")", "\"x", "\n", "<", "\u3002", "\u00A0"})
    BOOST_TEST(extract::separator_behind(plain, 0) == "", plain);
  for (const std::string_view more : {":x", "@b", "_", ",x", "\\x", ")x", "\u2026"})
    BOOST_TEST(extract::separator_behind(more, 0) == " ", more);
}

BOOST_AUTO_TEST_SUITE_END()
