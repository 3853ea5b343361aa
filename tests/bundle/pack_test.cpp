// SPDX-License-Identifier: MIT
//
// Pages and the files they use.
#include "basewalk/bundle/pack.h"

#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <fstream>
#include <string>

#include "bundle/made_bundle.h"
#include "support/folder.h"

using namespace basewalk;
namespace fs = std::filesystem;

namespace {

struct Site {
  Site() { folder.make("site/css"); }
  void file(const std::string& name, std::string_view content) const {
    std::ofstream(path / name, std::ios::binary) << content;
  }
  std::string at(const std::string& name) const { return (path / name).string(); }
  test::Folder folder;
  const fs::path& path = folder.path();
};

// The labels of a packing, in order.
std::string labels(const Result<bundle::Packing>& packing) {
  if (!packing) return "error " + packing.error().code;
  std::string out;
  for (const bundle::PackedFile& file : packing->files())
    out += (out.empty() ? "" : " ") + file.label;
  return out;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(pack)

BOOST_AUTO_TEST_CASE(takes_what_a_page_shows_and_what_that_shows) {
  const Site site;
  site.file(
      "site/index.html",
      "<link rel=stylesheet href='css/s.css?v=1'><a href=other.html>x</a>"
      "<img src='a%20b.png#f'><img src=missing.png><iframe srcdoc='<img src=c.png>'></iframe>");
  site.file("site/css/s.css", "a{b:url(../d.png)}");
  for (const char* name : {"site/a b.png", "site/c.png", "site/d.png", "site/other.html"})
    site.file(name, "x");
  bundle::PackOptions options;
  options.base = "http://h/x/ignored.html";
  const Result<bundle::Packing> packing = bundle::Packing::of_folder(site.at("site"), options);
  BOOST_TEST(labels(packing) ==
             "http://h/x/index.html http://h/x/css/s.css?v=1 http://h/x/a%20b.png "
             "http://h/x/c.png http://h/x/d.png");
  BOOST_REQUIRE(packing->missing().size() == 1U);
  BOOST_TEST(packing->missing()[0] == "missing.png");
  test::MemoryPage page;
  BOOST_TEST(packing->write_body(0, page));
  BOOST_TEST(page.text.starts_with("<meta charset=\"utf-8\"><link rel=stylesheet"));
  BOOST_TEST(page.text.find("src='a%20b.png'") != std::string::npos);
  BOOST_TEST(labels(bundle::Packing::of_page(site.at("site/other.html"), {})) ==
             "thismessage:/other.html");
}

BOOST_AUTO_TEST_CASE(never_leaves_the_folder_unless_asked) {
  const Site site;
  site.file("secret.png", "x");
  site.file("site/index.html",
            "<img src=../secret.png><img src=link.png><img src=/secret.png>"
            "<img src='%2e%2e/secret.png'><img src=file:///etc/passwd><img src='a%00b'>"
            "<img src=css>");
  fs::create_symlink(site.path / "secret.png", site.path / "site/link.png");
  BOOST_TEST(labels(bundle::Packing::of_folder(site.at("site"), {})) == "thismessage:/index.html");
  bundle::PackOptions options;
  options.outside = true;
  options.base = "http://h/a/b/";
  BOOST_TEST(labels(bundle::Packing::of_folder(site.at("site"), options)) ==
             "http://h/a/b/index.html http://h/a/secret.png http://h/a/b/link.png");
}

BOOST_AUTO_TEST_CASE(keeps_the_base_of_a_page) {
  const Site site;
  site.file("site/index.html", "<base href='css/'><img src=a.png>");
  site.file("site/css/a.png", "x");
  BOOST_TEST(labels(bundle::Packing::of_folder(site.at("site"), {})) ==
             "thismessage:/index.html thismessage:/css/a.png");
}

BOOST_AUTO_TEST_CASE(reads_a_table) {
  const Site site;
  site.file("site/page.txt", "<p>");
  site.file("site/a.png", "x");
  site.file("secret", "x");
  site.file("site/list.tsv",
            "# file\turl\ttype\npage.txt\thttp://h/\ttext/html\r\n\na.png\thttp://i/a?b\n");
  const Result<bundle::Packing> packing = bundle::Packing::of_table(site.at("site/list.tsv"), {});
  BOOST_TEST(labels(packing) == "http://h/ http://i/a?b");
  BOOST_TEST(packing->files()[0].media_type == "text/html");
  BOOST_TEST(packing->files()[1].media_type == "image/png");
  for (const std::string_view bad : {"page.txt\n", "page.txt\tnot-absolute\n",
                                     "page.txt\thttp://h/\ttext/h\rX: y\n", "", "a\tb\tc\td\n"}) {
    site.file("site/bad.tsv", bad);
    const Result<bundle::Packing> wrong = bundle::Packing::of_table(site.at("site/bad.tsv"), {});
    BOOST_TEST(labels(wrong) == "error table");
    BOOST_TEST(wrong.error().offset == 0U);
    BOOST_TEST(wrong.error().detail.find("bad.tsv") != std::string::npos);
  }
  site.file("site/bad.tsv", "../secret\thttp://h/\n");
  BOOST_TEST(labels(bundle::Packing::of_table(site.at("site/bad.tsv"), {})) == "error unreadable");
  site.file("site/bad.tsv", "nowhere\thttp://h/\n");
  BOOST_TEST(labels(bundle::Packing::of_table(site.at("site/bad.tsv"), {})) == "error missing");
  site.file("site/bad.tsv", "a.png\thttp://h/\npage.txt\thttp://h/\n");
  BOOST_TEST(labels(bundle::Packing::of_table(site.at("site/bad.tsv"), {})) == "error label");
}

// References are followed in pages, style sheets and XML, and in nothing else.
BOOST_AUTO_TEST_CASE(follows_references_in_texts_of_markup) {
  const Site site;
  site.file("site/index.html",
            "<img src=a.svg><iframe src=b.xml></iframe><iframe src=c.xhtml></iframe>"
            "<img src=d.png><iframe src=e.txt></iframe><link rel=stylesheet href=f.css>");
  site.file("site/a.svg", "<svg xmlns='http://www.w3.org/2000/svg'><image href='1.png'/></svg>");
  site.file("site/b.xml", "<html xmlns='http://www.w3.org/1999/xhtml'><img src='2.png'/></html>");
  site.file("site/c.xhtml", "<html xmlns='http://www.w3.org/1999/xhtml'><img src='3.png'/></html>");
  site.file("site/d.png", "<img src='4.png'/>");
  site.file("site/e.txt", "<img src='4.png'/>");
  site.file("site/f.css", "a{b:url(5.png)}");
  for (const char* name : {"site/1.png", "site/2.png", "site/3.png", "site/4.png", "site/5.png"})
    site.file(name, "x");
  bundle::PackOptions options;
  options.base = "http://h/";
  const Result<bundle::Packing> packing = bundle::Packing::of_folder(site.at("site"), options);
  BOOST_TEST(labels(packing) ==
             "http://h/index.html http://h/a.svg http://h/b.xml http://h/c.xhtml http://h/d.png "
             "http://h/e.txt http://h/f.css http://h/1.png http://h/2.png http://h/3.png "
             "http://h/5.png");
  std::string types;
  for (const bundle::PackedFile& file : packing->files()) types += file.media_type + " ";
  BOOST_TEST(types ==
             "text/html image/svg+xml application/xml application/xhtml+xml image/png text/plain "
             "text/css image/png image/png image/png image/png ");
  // What is no text goes in as it is.
  for (const bundle::PackedFile& file : packing->files()) {
    test::MemoryPage page;
    BOOST_TEST(
        packing->write_body(static_cast<std::size_t>(&file - packing->files().data()), page));
    if (file.media_type == "image/png")
      BOOST_TEST(page.text == (file.label == "http://h/d.png" ? "<img src='4.png'/>" : "x"));
  }
}

// Packing changes nothing but the charset: what unpacking leaves out stays.
BOOST_AUTO_TEST_CASE(changes_only_the_charset_of_a_page) {
  const Site site;
  const std::string page =
      "<p onclick=x()><img crossorigin integrity=y src=a.png src=b.png><base href=css/>"
      "<script>z</script><meta http-equiv=refresh content=5><a href=javascript:w()>";
  site.file("site/index.html", "<meta charset=koi8-r>" + page + "\xC1");
  const Result<bundle::Packing> packing = bundle::Packing::of_folder(site.at("site"), {});
  test::MemoryPage packed;
  BOOST_TEST(packing->write_body(0, packed));
  BOOST_TEST(packed.text == "<meta charset=\"utf-8\">" + page + "\u0430");
}

// A folder that was unpacked is packed whole, but for its record and hidden files.
BOOST_AUTO_TEST_CASE(takes_all_of_a_folder_that_was_unpacked) {
  const Site site;
  for (const char* name : {"site/index.html", "site/b.png", "site/a.png", "site/.hidden"})
    site.file(name, "x");
  site.file("site/css/c.png", "x");
  fs::create_symlink(site.path / "site/a.png", site.path / "site/link.png");
  BOOST_TEST(labels(bundle::Packing::of_folder(site.at("site"), {})) == "thismessage:/index.html");
  site.file("site/bundle.json", "{}");
  BOOST_TEST(labels(bundle::Packing::of_folder(site.at("site"), {})) ==
             "thismessage:/index.html thismessage:/a.png thismessage:/b.png");
  site.file("site/index.xhtml", "<html xmlns='http://www.w3.org/1999/xhtml'/>");
  BOOST_TEST(labels(bundle::Packing::of_folder(site.at("site"), {})) ==
             "thismessage:/index.xhtml thismessage:/a.png thismessage:/b.png "
             "thismessage:/index.html");
}

BOOST_AUTO_TEST_CASE(takes_no_page_for_one_that_is_none) {
  const Site site;
  using namespace std::string_literals;
  for (const std::string& page : {""s, "\0"s, "<p>\x01"s, "a\x08"s, "a\x0B"s, "a\x0E"s, "a\x1A"s,
                                  "a\x1C"s, "a\x1F"s, std::string(1444, 'x') + '\0'}) {
    site.file("site/index.html", page);
    BOOST_TEST(labels(bundle::Packing::of_folder(site.at("site"), {})) == "error no-page");
  }
  for (const std::string& page : {"a\t\n\f\r\x1B b"s, "\xFF\xFE<\0"s, "\xFE\xFF\0<"s, "\x7F"s,
                                  "a\xC1"s, std::string(1445, 'x') + '\0'}) {
    site.file("site/index.html", page);
    BOOST_TEST(labels(bundle::Packing::of_folder(site.at("site"), {})) ==
               "thismessage:/index.html");
  }
}

BOOST_AUTO_TEST_CASE(says_what_it_cannot_pack) {
  const Site site;
  BOOST_TEST(labels(bundle::Packing::of_folder(site.at("site"), {})) == "error missing");
  BOOST_TEST(labels(bundle::Packing::of_folder(site.at("nowhere"), {})) == "error missing");
  site.file("site/index.html", std::string(1000, 'x'));
  bundle::PackOptions options;
  options.max_bytes = 100;
  BOOST_TEST(labels(bundle::Packing::of_folder(site.at("site"), options)) == "error limit-bytes");
  for (const char* base : {"relative/", "mailto:x"}) {
    options.base = base;
    const Result<bundle::Packing> wrong = bundle::Packing::of_folder(site.at("site"), options);
    BOOST_TEST(labels(wrong) == "error not-absolute");
    BOOST_TEST(wrong.error().detail.find(base) != std::string::npos);
    BOOST_TEST(wrong.error().offset == 0U);
  }
}

BOOST_AUTO_TEST_SUITE_END()
