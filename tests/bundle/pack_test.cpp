// SPDX-License-Identifier: MIT
//
// Pages and the files they use.
#include "basewalk/bundle/pack.h"

#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <ostream>
#include <set>
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

// The references that were left out: "reason where raw (detail)", in order.
std::string left_out(const Result<bundle::Packing>& packing) {
  if (!packing) return "error " + packing.error().code;
  std::string out;
  for (const bundle::NotPackedReference& left : packing->not_packed())
    out += (out.empty() ? "" : ", ") + std::string(name(left.reason)) + " " + left.where + " " +
           left.raw + (left.detail.empty() ? "" : " (" + left.detail + ")");
  return out;
}

constexpr std::string_view kPng = "\x89PNG\r\n\x1A\n<p>\xC1";

// What each file goes in as: "name type", "!" behind what goes in as UTF-8.
std::string types(const Result<bundle::Packing>& packing) {
  if (!packing) return "error " + packing.error().code;
  std::string out;
  for (const bundle::PackedFile& file : packing->files())
    out += (out.empty() ? "" : ", ") + file.path.substr(file.path.rfind('/') + 1) + " " +
           file.media_type + (file.is_text ? "!" : "");
  return out;
}

// One use of the file `name`.
struct UseRow {
  int line;
  std::string_view page, name, bytes, types;
};
std::ostream& operator<<(std::ostream& out, const UseRow& row) {
  return out << "line " << row.line;
}
#define ROW(...) \
  { __LINE__, __VA_ARGS__ }

constexpr UseRow kUses[] = {
    // What is applied as a style sheet is one.
    ROW("<link rel=stylesheet href=s.php>", "s.php", "a{}", "s.php text/css!"),
    ROW("<link rel=stylesheet href=s.html>", "s.html", "a{}", "s.html text/css!"),
    ROW("<style>@import 's';</style>", "s", "a{}", "s text/css!"),
    ROW("<style>@import url(s.txt);</style>", "s.txt", "<p>", "s.txt text/css!"),
    ROW("<link rel=stylesheet href=s.css>", "s.css", kPng, "s.css image/png"),
    ROW("<link rel=stylesheet href=s.xml>", "s.xml", "a{}", "s.xml text/css!"),
    // A frame is what its name says, or its bytes.
    ROW("<iframe src=f.php></iframe>", "f.php", "<!DOCTYPE html><p>", "f.php text/html!"),
    ROW("<iframe src=f></iframe>", "f", "<svg xmlns='http://www.w3.org/2000/svg'/>",
        "f image/svg+xml!"),
    ROW("<iframe src=f.php></iframe>", "f.php", "text", "f.php application/octet-stream"),
    ROW("<iframe src=f.html></iframe>", "f.html", "text", "f.html text/html!"),
    ROW("<iframe src=f.txt></iframe>", "f.txt", "<p>", "f.txt text/plain"),
    ROW("<iframe src=f.html></iframe>", "f.html", kPng, "f.html image/png"),
    ROW("<object data=f.pdf></object>", "f.pdf", "%PDF-1.7", "f.pdf application/pdf"),
    // A picture is what its bytes say.
    ROW("<img src=a.html>", "a.html", kPng, "a.html image/png"),
    ROW("<img src=a.txt>", "a.txt", kPng, "a.txt image/png"),
    ROW("<img src=a.css>", "a.css", kPng, "a.css image/png"),
    ROW("<img src=a.svg>", "a.svg", kPng, "a.svg image/png"),
    ROW("<img src=a>", "a", kPng, "a image/png"),
    ROW("<img src=a.html>", "a.html", "<p>\xC1", "a.html text/html"),
    ROW("<img src=a.css>", "a.css", "a{}", "a.css text/css"),
    ROW("<img src=a.apng>", "a.apng", kPng, "a.apng image/apng"),
    ROW("<img src=a.emz>", "a.emz", "\x1F\x8B\x08", "a.emz image/x-emz"),
    ROW("<img src=a.svg>", "a.svg", "<svg xmlns='http://www.w3.org/2000/svg'/>",
        "a.svg image/svg+xml!"),
    ROW("<img src=a.php>", "a.php", "<svg xmlns='http://www.w3.org/2000/svg'/>",
        "a.php image/svg+xml!"),
    ROW("<script src=a.php></script>", "a.php", "x()", "a.php text/javascript"),
    ROW("<script src=a.html></script>", "a.html", "<p>", "a.html text/javascript"),
    // Used in two ways.
    ROW("<img src=a.html><iframe src=a.html></iframe>", "a.html", "<p>\xC1", "a.html text/html"),
    ROW("<iframe src=a.html></iframe><img src=a.html>", "a.html", "<p>\xC1", "a.html text/html"),
    ROW("<img src=a.php><link rel=stylesheet href=a.php>", "a.php", "a{}", "a.php text/css"),
    ROW("<link rel=stylesheet href=a.html><iframe src=a.html></iframe>", "a.html", "a{}",
        "a.html text/css"),
    ROW("<iframe src=a.html></iframe><iframe src=a.html></iframe>", "a.html", "<p>",
        "a.html text/html!"),
};

}  // namespace

BOOST_AUTO_TEST_SUITE(pack)

BOOST_DATA_TEST_CASE(the_use_of_a_file_says_what_it_is, boost::unit_test::data::make(kUses), row) {
  const Site site;
  site.file("site/index.html", row.page);
  site.file("site/" + std::string(row.name), row.bytes);
  const Result<bundle::Packing> packing = bundle::Packing::of_folder(site.at("site"), {});
  BOOST_TEST(types(packing) == "index.html text/html!, " + std::string(row.types));
  test::MemoryPage body;
  BOOST_REQUIRE(packing->files().size() == 2U);
  BOOST_TEST(packing->write_body(1, body).has_value());
  if (!packing->files()[1].is_text) BOOST_TEST(body.text == row.bytes);
}

BOOST_AUTO_TEST_CASE(reads_what_is_used_as_markup_whatever_its_name) {
  const Site site;
  site.file("site/index.html",
            "<link rel=stylesheet href=s.php><iframe src=f.php></iframe><img src=two.php>"
            "<iframe src=two.php></iframe>");
  site.file("site/s.php", "@import 't.php';a{b:url(1.png)}");
  site.file("site/t.php", "a{b:url(2.png)}");
  site.file("site/f.php", "<html><img src=3.png>");
  site.file("site/two.php", "<html><img src=4.png>");
  for (const char* name : {"site/1.png", "site/2.png", "site/3.png", "site/4.png"})
    site.file(name, kPng);
  BOOST_TEST(types(bundle::Packing::of_folder(site.at("site"), {})) ==
             "index.html text/html!, s.php text/css!, f.php text/html!, two.php text/html, "
             "t.php text/css!, 1.png image/png, 3.png image/png, 4.png image/png, 2.png image/png");
}

// What a folder has as its page may be a link: to another file of it, which is that page then, or
// to what nobody wanted to give away.
BOOST_AUTO_TEST_CASE(takes_no_page_of_a_folder_from_elsewhere) {
  const Site site;
  site.folder.make("site/pages");
  site.file("secret.html", "<p>secret");
  site.file("site/a.png", kPng);
  site.file("site/pages/a.png", kPng);
  site.file("site/pages/first.html", "<img src=a.png>");
  bundle::PackOptions options;
  options.base = "http://h/";
  for (const char* name : {"index.html", "only.htm", "index.xhtml"}) {
    const fs::path link = site.path / "site" / name;
    if (std::string_view(name) == "index.xhtml") site.file("site/bundle.json", "{}");
    fs::create_symlink("../secret.html", link);
    options.outside = false;
    const Result<bundle::Packing> packing = bundle::Packing::of_folder(site.at("site"), options);
    BOOST_TEST_REQUIRE(!packing.has_value(), name);
    BOOST_TEST(packing.error().code == "unreadable");
    BOOST_TEST(packing.error().detail.find("leads out of its folder") != std::string::npos,
               packing.error().detail);
    // Whoever names it wants it; what was found was not named.
    BOOST_TEST(bundle::Packing::of_page(link.string(), options).has_value());
    options.is_found = true;
    BOOST_TEST(labels(bundle::Packing::of_page(link.string(), options)) == "error unreadable");
    options.outside = true;
    BOOST_TEST(bundle::Packing::of_page(link.string(), options).has_value());
    options.is_found = false;
    BOOST_TEST(bundle::Packing::of_folder(site.at("site"), options).has_value());
    fs::remove(link);
  }
  fs::remove(site.path / "site/bundle.json");
  options.outside = false;
  fs::create_symlink("pages/first.html", site.path / "site/index.html");
  const Result<bundle::Packing> packing = bundle::Packing::of_folder(site.at("site"), options);
  BOOST_TEST(labels(packing) == "http://h/index.html http://h/a.png");
  BOOST_TEST(packing->files()[1].path == fs::canonical(site.path / "site/a.png"));
  options.is_found = true;
  BOOST_TEST(labels(bundle::Packing::of_page(site.at("site/index.html"), options)) ==
             "http://h/index.html http://h/a.png");
}

// A style sheet may be one of XSLT.
BOOST_AUTO_TEST_CASE(leaves_xslt_as_it_is) {
  const Site site;
  site.file("site/index.html", "<iframe src=a.xml></iframe>");
  site.file("site/a.xml",
            "<?xml-stylesheet type='text/xsl' href='s.xsl'?><?xml-stylesheet href='s.css'?><a/>");
  site.file("site/s.xsl", "<xsl:stylesheet version='1.0'>{}</xsl:stylesheet>");
  site.file("site/s.css", "a{}");
  BOOST_TEST(types(bundle::Packing::of_folder(site.at("site"), {})) ==
             "index.html text/html!, a.xml application/xml!, s.xsl application/xml!, "
             "s.css text/css!");
}

BOOST_AUTO_TEST_CASE(names_the_reason_that_holds) {
  const Site site;
  const std::string long_name(300, 'n');
  site.file(
      "site/index.html",
      "<img src=gone.png><img src=css><img src=../secret.png><img src=CSS/S.css>"
      "<img src=a.png/x><img src=a.png/><img src=fifo><img src=broken><img src=loop><img src=" +
          long_name +
          "><img src=file:///etc/passwd><img src='C:\\x.png'><img src='a%00b'>"
          "<img src=../nowhere.png><img src=away.png><img src=socket>"
          "<a href=other.html>x</a><img src=''><img src=index.html><img src=/gone2.png>");
  site.file("site/css/s.css", "a{b:url(gone.png)}");
  site.file("site/a.png", "x");
  site.file("secret.png", "x");
  BOOST_REQUIRE(::mkfifo(site.at("site/fifo").c_str(), 0600) == 0);
  fs::create_symlink("nothing", site.path / "site/broken");
  fs::create_symlink("loop", site.path / "site/loop");
  fs::create_symlink("../secret.png", site.path / "site/away.png");
  const int listening = ::socket(AF_UNIX, SOCK_STREAM, 0);
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  std::strncpy(address.sun_path, site.at("site/socket").c_str(), sizeof address.sun_path - 1);
  BOOST_REQUIRE(::bind(listening, reinterpret_cast<const sockaddr*>(&address), sizeof address) ==
                0);
  const Result<bundle::Packing> packing = bundle::Packing::of_folder(site.at("site"), {});
  ::close(listening);
  BOOST_TEST(left_out(packing) ==
             "missing img[src] gone.png, folder img[src] css, outside img[src] ../secret.png, "
             "letter-case img[src] CSS/S.css (" +
                 site.at("site/css/s.css") +
                 "), missing img[src] a.png/x, missing img[src] a.png/, "
                 "not-regular img[src] fifo (a FIFO), "
                 "broken-link img[src] broken, broken-link img[src] loop (" +
                 std::strerror(ELOOP) + "), name-too-long img[src] " + long_name +
                 ", machine-path img[src] file:///etc/passwd, machine-path img[src] C:\\x.png, "
                 "missing img[src] a%00b, missing img[src] ../nowhere.png, "
                 "outside img[src] away.png, not-regular img[src] socket (a socket), "
                 "missing img[src] /gone2.png");
  BOOST_TEST(packing->not_packed_count() == 17U);
  BOOST_TEST(packing->not_packed()[0].page == site.at("site/index.html"));
  BOOST_TEST(packing->shown_elsewhere() == 0U);
}

BOOST_AUTO_TEST_CASE(says_where_a_reference_stands) {
  const Site site;
  site.file("site/index.html",
            "<link rel=stylesheet href=css/s.css><style>@import 'gone.css';</style>"
            "<iframe srcdoc='<img src=x.png>'></iframe><img src=x.png><img src=x.png>");
  site.file("site/css/s.css", "a{b:url(gone.png)}");
  const Result<bundle::Packing> packing = bundle::Packing::of_folder(site.at("site"), {});
  // What is written twice in the same way is one.
  BOOST_TEST(left_out(packing) ==
             "missing style @import gone.css, missing img[src] x.png, missing url() gone.png");
  BOOST_TEST(packing->not_packed()[2].page == site.at("site/css/s.css"));
}

BOOST_AUTO_TEST_CASE(counts_what_stays_elsewhere) {
  const Site site;
  site.file("site/index.html",
            "<img src=http://h/a><img src=//h/b><link rel=stylesheet href=https://h/c>"
            "<a href=http://h/d>x</a><img src='data:image/png;base64,AA=='>"
            "<iframe src=about:blank></iframe><img src=cid:x>");
  const Result<bundle::Packing> packing = bundle::Packing::of_folder(site.at("site"), {});
  BOOST_TEST(left_out(packing) == "");
  BOOST_TEST(packing->shown_elsewhere() == 4U);
  // Above a base there is the site itself; what a <base> says lies there, too.
  site.file("site/index.html", "<img src=../a.png><img src=/b.png>");
  bundle::PackOptions options;
  options.base = "http://h/x/";
  BOOST_TEST(bundle::Packing::of_folder(site.at("site"), options)->shown_elsewhere() == 2U);
  site.file("site/index.html", "<base href=http://cdn/><img src=a.png>");
  site.file("site/a.png", "x");
  const Result<bundle::Packing> cdn = bundle::Packing::of_folder(site.at("site"), {});
  BOOST_TEST(left_out(cdn) == "");
  BOOST_TEST(cdn->shown_elsewhere() == 1U);
}

// "/a.png" is the folder's, and a picture's reference to itself brings no second one.
BOOST_AUTO_TEST_CASE(takes_the_folder_for_the_root_of_the_site) {
  const Site site;
  site.file("site/index.html", "<link rel=stylesheet href=/css/s.css><img src=' /a.svg#x'>");
  site.file("site/css/s.css", "a{b:url(/1.png)}");
  site.file("site/1.png", kPng);
  site.file("site/a.svg",
            "<svg xmlns='http://www.w3.org/2000/svg'><use href='#y'/><use href='a.svg#y'/></svg>");
  const Result<bundle::Packing> packing = bundle::Packing::of_folder(site.at("site"), {});
  BOOST_TEST(labels(packing) ==
             "thismessage:/index.html thismessage:/css/s.css thismessage:/a.svg#x "
             "thismessage:/1.png");
  BOOST_TEST(left_out(packing) == "");
}

BOOST_AUTO_TEST_CASE(keeps_a_thousand_and_counts_all) {
  const Site site;
  std::string page;
  for (int i = 0; i < 1500; ++i) page += "<img src=" + std::to_string(i) + ".png>";
  site.file("site/index.html", page);
  const Result<bundle::Packing> packing = bundle::Packing::of_folder(site.at("site"), {});
  BOOST_TEST(packing->not_packed().size() == 1000U);
  BOOST_TEST(packing->not_packed_count() == 1500U);
}

BOOST_AUTO_TEST_CASE(leaves_out_what_is_too_large) {
  const Site site;
  site.file("site/index.html", "<img src=large.png><img src=small.png>");
  site.file("site/large.png", std::string(1000, 'x'));
  site.file("site/small.png", "x");
  bundle::PackOptions options;
  options.max_bytes = 100;
  const Result<bundle::Packing> packing = bundle::Packing::of_folder(site.at("site"), options);
  BOOST_TEST(labels(packing) == "thismessage:/index.html thismessage:/small.png");
  BOOST_TEST(left_out(packing) == "too-large img[src] large.png (1000 bytes)");
}

BOOST_AUTO_TEST_CASE(says_why_a_file_cannot_be_read) {
  if (::geteuid() == 0) return;  // who can read everything
  const Site site;
  site.file("site/index.html", "<img src=a.png><img src=shut/b.png>");
  site.file("site/a.png", "x");
  site.folder.make("site/shut");
  fs::permissions(site.path / "site/a.png", fs::perms::none);
  fs::permissions(site.path / "site/shut", fs::perms::none);
  const std::string why = std::string(" (") + std::strerror(EACCES) + ")";
  BOOST_TEST(left_out(bundle::Packing::of_folder(site.at("site"), {})) ==
             "unreadable img[src] a.png" + why + ", unreadable img[src] shut/b.png" + why);
  fs::permissions(site.path / "site/shut", fs::perms::owner_all);
}

// What else is in it would be missing, and nobody told.
BOOST_AUTO_TEST_CASE(says_that_a_folder_cannot_be_listed) {
  if (::geteuid() == 0) return;  // who can list everything
  const Site site;
  site.file("site/a.html", "<p>");
  site.file("site/more.css", "a{}");
  for (const char* name : {"", "bundle.json", "index.html"}) {
    if (*name != '\0') site.file(std::string("site/") + name, "{}");
    fs::permissions(site.path / "site", fs::perms::owner_exec);
    const Result<bundle::Packing> packing = bundle::Packing::of_folder(site.at("site"), {});
    fs::permissions(site.path / "site", fs::perms::owner_all);
    BOOST_TEST_REQUIRE(!packing.has_value(), name);
    BOOST_TEST(packing.error().detail.find(": cannot be listed: ") != std::string::npos,
               packing.error().detail);
  }
}

// Each reference costs as much as the base that it is resolved against.
BOOST_AUTO_TEST_CASE(says_that_a_limit_kept_references_from_being_found) {
  const Site site;
  std::string page = "<base href='http://h/" + std::string(300000, 'x') + "/'>";
  for (int i = 0; i < 400; ++i) page += "<img src=a.png>";
  site.file("site/index.html", page);
  const Result<bundle::Packing> packing = bundle::Packing::of_folder(site.at("site"), {});
  BOOST_REQUIRE(packing->not_packed_count() == 1U);
  BOOST_TEST(name(packing->not_packed()[0].reason) == "limit");
  BOOST_TEST(packing->not_packed()[0].where.empty());
}

BOOST_AUTO_TEST_CASE(says_that_a_list_was_not_looked_at_to_its_end) {
  const Site site;
  site.file("site/a.png", kPng);
  site.file("site/b.png", kPng);
  std::string candidates;
  for (int i = 1; i <= 1000; ++i) candidates += "a.png " + std::to_string(i) + "w, ";
  site.file("site/index.html", "<img srcset='" + candidates + "b.png 1001w'>");
  BOOST_TEST(left_out(bundle::Packing::of_folder(site.at("site"), {})) == "limit  ");
}

BOOST_AUTO_TEST_CASE(each_reason_has_a_name_and_a_sentence) {
  std::set<std::string_view> names;
  for (const bundle::NotPacked reason : bundle::all_not_packed()) {
    BOOST_TEST(names.insert(name(reason)).second);
    BOOST_TEST(!meaning(reason).empty());
  }
  BOOST_TEST(names.size() == 11U);
}

// What becomes of a file between its finding and its writing.
BOOST_AUTO_TEST_CASE(a_file_that_changes_is_an_error) {
  const Site site;
  site.file("site/index.html", "<img src=a.png><iframe src=b.html></iframe>");
  const auto code = [&](std::size_t index, const auto& change) {
    for (const char* name : {"site/a.png", "site/b.html"}) {
      fs::remove(site.path / name);
      site.file(name, "<p>");
    }
    const Result<bundle::Packing> packing = bundle::Packing::of_folder(site.at("site"), {});
    change();
    test::MemoryPage body;
    const Result<bool> written = packing->write_body(index, body);
    BOOST_TEST(body.text.empty());
    return written ? "" : written.error().code;
  };
  for (const auto& [index, name] :
       {std::pair(1U, std::string("site/a.png")), std::pair(2U, std::string("site/b.html"))}) {
    const std::string path = site.at(name);
    BOOST_TEST(code(index, [&] { fs::remove(path); }) == "missing");
    BOOST_TEST(code(index, [&] { site.file(name, "longer than it was"); }) == "changed");
    BOOST_TEST(code(index, [&] { fs::resize_file(path, 1); }) == "changed");
    BOOST_TEST(code(index, [&] {
                 fs::remove(path);
                 ::mkfifo(path.c_str(), 0600);
               }) == "kind");
    BOOST_TEST(code(index, [&] {
                 fs::remove(path);
                 fs::create_symlink("index.html", path);
               }) == "kind");
  }
}

BOOST_AUTO_TEST_CASE(takes_the_only_page_of_a_folder) {
  const Site site;
  site.file("site/page.html", "<img src=page_files/a.png>");
  site.file("site/notes.txt", "x");
  site.folder.make("site/page_files");
  site.file("site/page_files/a.png", kPng);
  BOOST_TEST(labels(bundle::Packing::of_folder(site.at("site"), {})) ==
             "thismessage:/page.html thismessage:/page_files/a.png");
  site.file("site/b.xhtml", "<html xmlns='http://www.w3.org/1999/xhtml'/>");
  const Result<bundle::Packing> two = bundle::Packing::of_folder(site.at("site"), {});
  BOOST_TEST(labels(two) == "error several");
  BOOST_TEST(two.error().detail.find("b.xhtml, page.html") != std::string::npos);
  fs::remove(site.path / "site/page.html");
  BOOST_TEST(types(bundle::Packing::of_folder(site.at("site"), {})) ==
             "b.xhtml application/xhtml+xml!");
}

BOOST_AUTO_TEST_CASE(a_picture_of_svg_may_be_the_page) {
  const Site site;
  site.file("site/a.svg", "<svg xmlns='http://www.w3.org/2000/svg'><image href='1.png'/></svg>");
  site.file("site/1.png", kPng);
  BOOST_TEST(types(bundle::Packing::of_page(site.at("site/a.svg"), {})) ==
             "a.svg image/svg+xml!, 1.png image/png");
}

BOOST_AUTO_TEST_CASE(a_table_may_be_wrong_about_bytes) {
  const Site site;
  site.file("site/a.html", kPng);
  site.file("site/list.tsv", "a.html\thttp://h/\na.html\thttp://h/b\ttext/html\n");
  const Result<bundle::Packing> packing = bundle::Packing::of_table(site.at("site/list.tsv"), {});
  BOOST_TEST(types(packing) == "a.html image/png, a.html text/html");
  test::MemoryPage body;
  BOOST_TEST(packing->write_body(1, body).has_value());
  BOOST_TEST(body.text == kPng);
}

// The page of a bundle has the URL of the bundle to Chromium.
BOOST_AUTO_TEST_CASE(writes_a_relative_base_as_what_it_is) {
  const Site site;
  site.file("site/index.html",
            "<base target=x><base href='css/?a&amp;b'><base href='http://h/'><img src=a.png>");
  site.file("site/css/a.png", "x");
  const Result<bundle::Packing> packing = bundle::Packing::of_folder(site.at("site"), {});
  test::MemoryPage page;
  BOOST_TEST(packing->write_body(0, page).has_value());
  BOOST_TEST(page.text ==
             "<meta charset=\"utf-8\"><base target=x><base href=\"thismessage:/css/?a&amp;b\">"
             "<base href='http://h/'><img src=a.png>");
}

// Chromium looks for the whole URL, with its fragment.
BOOST_AUTO_TEST_CASE(a_label_has_the_fragment_or_the_reference_has_none) {
  const Site site;
  site.file("site/index.html",
            "<link rel=stylesheet href='s.css#a'><iframe src='f.html#b'></iframe>"
            "<img src='i.png#c'><img src='v.svg#d'><a href='o.html#e'>o</a><img src='a|b.png'>"
            "<style>@font-face{font-family:f;src:url(f.ttf#g)}</style>");
  for (const char* name : {"s.css", "f.html", "i.png", "v.svg", "o.html", "f.ttf", "a|b.png"})
    site.file(std::string("site/") + name, "x");
  const Result<bundle::Packing> packing = bundle::Packing::of_folder(site.at("site"), {});
  BOOST_TEST(labels(packing) ==
             "thismessage:/index.html thismessage:/s.css thismessage:/f.html#b "
             "thismessage:/i.png thismessage:/v.svg#d thismessage:/a%7Cb.png thismessage:/f.ttf");
  test::MemoryPage page;
  BOOST_TEST(packing->write_body(0, page).has_value());
  for (const char* kept : {"f.html#b'", "v.svg#d'", "o.html#e'", "'s.css'", "'i.png'", "(f.ttf)"})
    BOOST_TEST(page.text.find(kept) != std::string::npos, kept);
}

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
  BOOST_REQUIRE(packing->not_packed().size() == 1U);
  BOOST_TEST(packing->not_packed()[0].raw == "missing.png");
  test::MemoryPage page;
  BOOST_TEST(packing->write_body(0, page).has_value());
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
  for (const std::string_view bad :
       {"page.txt\n", "page.txt\tnot-absolute\n", "page.txt\thttp://h/\ttext/h\rX: y\n",
        // What no browser takes for a URL is no label.
        "page.txt\thttp:\x01/\n", "page.txt\thttp://h:x/\rX: y\n", "page.txt\tx:a b\n", "",
        "a\tb\tc\td\n"}) {
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
    BOOST_TEST(packing->write_body(static_cast<std::size_t>(&file - packing->files().data()), page)
                   .has_value());
    if (file.media_type == "image/png")
      BOOST_TEST(page.text == (file.label == "http://h/d.png" ? "<img src='4.png'/>" : "x"));
  }
}

// Packing changes nothing but the charset: what unpacking leaves out stays.
BOOST_AUTO_TEST_CASE(changes_only_the_charset_of_a_page) {
  const Site site;
  const std::string page =
      "<p onclick=x()><img crossorigin integrity=y src=a.png src=b.png><base href=http://h/css/>"
      "<script>z</script><meta http-equiv=refresh content=5><a href=javascript:w()>";
  site.file("site/index.html", "<meta charset=koi8-r>" + page + "\xC1");
  const Result<bundle::Packing> packing = bundle::Packing::of_folder(site.at("site"), {});
  test::MemoryPage packed;
  BOOST_TEST(packing->write_body(0, packed).has_value());
  BOOST_TEST(packed.text == "<meta charset=\"utf-8\">" + page + "\u0430");
}

// A folder that was unpacked is packed whole, but for its record and hidden files.
BOOST_AUTO_TEST_CASE(follows_links_where_it_is_asked_to) {
  const Site site;
  site.folder.make("site/sub");
  site.file("site/index.html",
            "<a href=two.html#x>2</a><a href='sub/'>s</a><a href=css>no page</a>"
            "<map><area href=map.html></map><a href=gone.html>g</a><a href=http://x/>x</a>"
            "<form action=two.html?f></form><link rel=next href=next.html>");
  site.file("site/two.html", "<a href=index.html>back</a><a href=a.pdf>d</a><img src=a.png>");
  site.file("site/sub/index.html", "<a href=../two.html>up</a><a href=../../out.html>out</a>");
  site.file("site/map.html", "<svg xmlns:xlink=x><a xlink:href='two.html?q'>2</a></svg>");
  site.file("site/a.pdf", "%PDF-1.4");
  site.file("site/a.png", kPng);
  site.file("site/next.html", "");
  site.file("out.html", "out");
  bundle::PackOptions options;
  options.base = "http://h/";
  const auto alone = bundle::Packing::of_folder(site.at("site"), options);
  BOOST_TEST(labels(alone) == "http://h/index.html");
  BOOST_TEST(left_out(alone).empty());
  options.follow = true;
  const auto all = bundle::Packing::of_folder(site.at("site"), options);
  BOOST_TEST(labels(all) ==
             "http://h/index.html http://h/two.html http://h/sub/ http://h/map.html "
             "http://h/a.pdf http://h/a.png http://h/two.html?q");
  BOOST_TEST(left_out(all) ==
             "folder a[href] css, missing a[href] gone.html, outside a[href] ../../out.html");
  BOOST_TEST(all->shown_elsewhere() == 0U);
}

BOOST_AUTO_TEST_CASE(leaves_out_the_texts_that_unpack_has_made) {
  const Site site;
  site.file("site/index.html", "a");
  site.file("site/index.txt", "a");
  site.file("site/b.txt", "b");
  site.file("site/c.html", "c");
  site.file("site/bundle.json",
            "{\"files\":[{\"file\":\"index.html\",\"text\":\"index.txt\"},{\"text\":\"c.html\"},\n"
            "{\"file\":\"b.txt\",\"location\":\"\\\"text\\\":\\\"b.txt\\\"\"}]}");
  BOOST_TEST(labels(bundle::Packing::of_folder(site.at("site"), {})) ==
             "thismessage:/index.html thismessage:/b.txt thismessage:/c.html");
}

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

BOOST_AUTO_TEST_CASE(takes_no_page_for_one_whose_name_says_another_type) {
  const Site site;
  for (const char* name : {"mail.eml", "sheet.css", "a.mhtml", "text.txt", "data.XML"}) {
    site.file(name, "<p>text</p>");
    BOOST_TEST(labels(bundle::Packing::of_page(site.at(name), {})) == "error no-page", name);
  }
  for (const char* name : {"index.php", "page", "a.HTM", "b.xhtml", "c.svg"}) {
    site.file(name, "<p>text</p>");
    BOOST_TEST(labels(bundle::Packing::of_page(site.at(name), {})) ==
               std::string("thismessage:/") + name);
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
