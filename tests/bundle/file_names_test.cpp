// SPDX-License-Identifier: MIT
//
// Names for files out of labels that anybody may have written.
#include "bundle/file_names.h"

#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <ostream>
#include <set>
#include <string>

using namespace basewalk;
using bundle::FileNames;

namespace {

struct Row {
  int line;
  std::string_view label, type, name;
};
std::ostream& operator<<(std::ostream& out, const Row& row) { return out << "line " << row.line; }
#define ROW(...) \
  { __LINE__, __VA_ARGS__ }

constexpr Row kRows[] = {
    ROW("http://h/img/logo.png", "image/png", "logo.png"),
    ROW("http://h/img/logo.png?v=2#x", "image/png", "logo.png"),
    ROW("http://h/logo", "image/png", "logo.png"),
    ROW("http://h/photo.JPG", "image/jpeg", "photo.JPG"),
    ROW("http://h/page.php", "text/html", "page.php.html"),
    ROW("http://h/dir/", "image/gif", "dir.gif"),
    ROW("http://example.com", "text/html", "example.com.html"),
    ROW("cid:css-12@mhtml.blink", "text/css", "css-12.css"),
    ROW("data:image/png;base64,AAAA", "image/png", "part.png"),
    ROW("", "image/png", "part.png"),
    // What only looks like a page, a style sheet or a link of the desktop is none as a file.
    ROW("http://h/x.html", "image/png", "x.html.png"),
    ROW("http://h/x.html", "application/x-what", "x.html.bin"),
    ROW("http://h/x.lnk", "application/octet-stream", "x.lnk.bin"),
    ROW("http://h/x.eml", "application/x-what", "x.eml.bin"),
    ROW("http://h/x.MHTML", "application/x-mimearchive", "x.MHTML.bin"),
    ROW("http://h/x.eml", "message/rfc822", "x.eml.bin"),
    ROW("http://h/x.xhtm", "application/x-what", "x.xhtm.bin"),
    ROW("http://h/x.phtml", "text/x-what", "x.phtml.bin"),
    ROW("http://h/x.rdf", "application/rdf+xml", "x.rdf.bin"),
    ROW("http://h/x.svgz", "application/gzip", "x.svgz.bin"),
    ROW("http://h/x.woff2", "application/octet-stream", "x.woff2"),
    // Nothing leads elsewhere.
    ROW("../../../etc/passwd", "image/png", "passwd.png"),
    ROW("..\\..\\evil.png", "image/png", "evil.png"),
    ROW("http://h/a/%2e%2e%2f%2e%2e%2fb.png", "image/png", "b.png"),
    ROW("http://h/%2fetc%2fshadow", "image/png", "shadow.png"),
    ROW("http://h/..", "image/png", "part.png"),
    ROW("file:///C:/Windows/x.png", "image/png", "x.png"),
    ROW("http://h/a.png:stream", "image/png", "a.png_stream.png"),
    ROW("http://h/nul%00.png", "image/png", "_nul.png"),
    ROW("http://h/.htaccess", "text/plain", "htaccess.txt"),
    ROW("http://h/-rf.png", "image/png", "rf.png"),
    ROW("http://h/trail.%20", "image/png", "trail.png"),
    ROW("http://h/trail...", "application/x-y", "trail.bin"),
    ROW("http://h/a%0Ab%7F%1B.png", "image/png", "a_b.png"),
    ROW("http://h/a%22%3C%3E%7C*%3F.png", "image/png", "a.png"),
    ROW("http://h/a b$(x)`y`;z.png", "image/png", "a_b_x_y_z.png"),
    // Devices of Windows, whatever comes behind them.
    ROW("http://h/CON", "image/png", "_CON.png"),
    ROW("http://h/con.tar.gz", "application/gzip", "_con.tar.gz"),
    ROW("http://h/Com1.png", "image/png", "_Com1.png"),
    ROW("http://h/LPT%C2%B2.png", "image/png", "_LPT\xC2\xB2.png"),
    ROW("http://h/com10.png", "image/png", "com10.png"),
    ROW("http://h/desktop.ini", "application/x-y", "_desktop.ini"),
    // Letters of any script; nothing that turns or hides text.
    ROW("http://h/%E6%97%A5%E6%9C%AC.png", "image/png", "\xE6\x97\xA5\xE6\x9C\xAC.png"),
    ROW("http://h/a%E2%80%AEgnp.exe.png", "image/png", "a_gnp.exe.png"),
    ROW("http://h/a%E2%80%8Bb%EF%BB%BF.png", "image/png", "a_b.png"),
    ROW("http://h/u%CC%88.png", "image/png", "\xC3\xBC.png"),
    ROW("http://h/%FF%FE.png", "image/png", "png.png"),
};

}  // namespace

BOOST_AUTO_TEST_SUITE(file_names)

BOOST_DATA_TEST_CASE(makes_readable_and_safe_names, kRows) {
  FileNames names;
  const std::string name =
      names.take(bundle::name_in_label(sample.label), sample.type, sample.type == "text/html");
  BOOST_TEST(name == sample.name);
  BOOST_TEST(bundle::is_safe_name(name));
}

// The same type, with what is a page and what is none.
BOOST_AUTO_TEST_CASE(only_what_is_clean_is_called_a_page) {
  FileNames names;
  for (const std::string type : {"text/html", "application/xhtml+xml", "image/svg+xml",
                                 "application/xml", "text/xml", "message/rfc822"}) {
    BOOST_TEST(names.take("a.html", type, false).ends_with(".bin"), type);
    BOOST_TEST(names.take("a", type, false).ends_with(".bin"), type);
    BOOST_TEST(!names.take("a", type, true).ends_with(".bin"), type);
  }
}

BOOST_AUTO_TEST_CASE(gives_no_name_twice_whatever_its_case_or_form) {
  FileNames names;
  BOOST_TEST(names.take("A.png", "image/png", false) == "A.png");
  BOOST_TEST(names.take("a.PNG", "image/png", false) == "a-2.PNG");
  BOOST_TEST(names.take("a-2.png", "image/png", false) == "a-2-2.png");
  BOOST_TEST(names.take("a.png", "image/png", false) == "a-3.png");
  BOOST_TEST(names.take("\xC3\xBC.png", "image/png", false) == "\xC3\xBC.png");
  BOOST_TEST(names.take("u\xCC\x88.png", "image/png", false) == "\xC3\xBC-2.png");
  BOOST_TEST(names.take("\xC3\x9C.png", "image/png", false) == "\xC3\x9C-3.png");
  BOOST_TEST(names.take("\xE2\x84\xAA.png", "image/png", false) == "K.png");  // the Kelvin sign
  BOOST_TEST(names.take("k.png", "image/png", false) == "k-2.png");
  names.reserve("Index.html");
  BOOST_TEST(names.take("index.html", "text/html", true) == "index-2.html");
}

BOOST_AUTO_TEST_CASE(cuts_long_names_and_keeps_them_apart) {
  FileNames names;
  std::set<std::string> seen;
  const std::string longest(300, 'n');
  const std::string wide = [] {
    std::string out;
    for (int i = 0; i < 200; ++i) out += "\xE6\x97\xA5";
    return out;
  }();
  for (int i = 0; i < 50; ++i) {
    for (const std::string& wanted : {longest + ".png", wide + ".png", std::string(1 << 20, 'x')}) {
      const std::string name = names.take(wanted, "image/png", false);
      BOOST_TEST(name.size() <= bundle::kLongestFileName);
      BOOST_TEST(bundle::is_safe_name(name));
      BOOST_TEST(seen.insert(bundle::folded_name(name)).second);
    }
  }
}

BOOST_AUTO_TEST_CASE(names_a_hundred_thousand_of_the_same_in_linear_time) {
  FileNames names;
  std::string last;
  for (int i = 0; i < 100'000; ++i) last = names.take("Same.png", "image/png", false);
  BOOST_TEST(last == "Same-100000.png");
}

BOOST_AUTO_TEST_CASE(writes_names_as_references_without_special_characters) {
  BOOST_TEST(bundle::reference_to("a b.png") == "a%20b.png");
  BOOST_TEST(bundle::reference_to("\xC3\xBC@2x.png") == "%C3%BC%402x.png");
}

// Of a long label the last 1024 bytes are looked at.
BOOST_AUTO_TEST_CASE(looks_at_the_end_of_a_long_label) {
  for (const std::size_t size : {std::size_t{1024}, std::size_t{1025}}) {
    const std::string label = "start" + std::string(size - 9, '~') + ".png";
    BOOST_TEST(label.size() == size);
    FileNames names;
    const std::string name = names.take(label, "image/png", false);
    BOOST_TEST(name.starts_with(size <= 1024 ? "start" : "tart"), name);
    BOOST_TEST(name.ends_with(".png"));
  }
}

BOOST_AUTO_TEST_SUITE_END()
