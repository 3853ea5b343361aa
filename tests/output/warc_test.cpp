// SPDX-License-Identifier: MIT
//
// Bundles as records of a web archive: where parts stand, what becomes of references, what is told.
#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <ostream>
#include <string>
#include <string_view>

#include "bundle/made_bundle.h"
#include "output/warc/bundle_warc.h"
#include "output/warc/warc_file.h"
#include "output/warc/warc_index.h"
#include "output/warc/warc_page.h"
#include "support/folder.h"

using namespace basewalk;
namespace data = boost::unit_test::data;
using test::MadeBundle;

namespace {

// "URL type block", a line each, with ID for what is made of the bundle's bytes; then what is told.
std::string written(const std::string& text) {
  const Message message = read_message(text);
  const bundle::Bundle bundle(message, {}, bundle::Profile::compat);
  std::string out;
  const auto summary = output::write_warc(bundle, [&](const output::WarcRecord& record) {
    const std::size_t head = record.bytes.find("\r\n\r\n") + 4;
    out += record.url + " " + record.media_type + " " +
           record.bytes.substr(head, record.bytes.size() - head - 4) + "\n";
    return true;
  });
  if (!summary) return "error " + summary.error().code;
  for (const std::string& loss : summary->losses) out += loss + "\n";
  const std::string_view end = ".bundle.invalid/";
  for (std::size_t at = out.find(end); at != out.npos; at = out.find(end, at + 1)) {
    out.replace(at - 16, 16, "ID");
    at -= 14;
  }
  return out;
}

struct Row {
  std::string_view name;
  std::string bundle, wanted;
  friend std::ostream& operator<<(std::ostream& out, const Row& row) { return out << row.name; }
};

const Row kRows[] = {
    {"nothing to change",
     MadeBundle()
         .add("text/html", "http://h.test/p", "<img src=a>")
         .add("image/png", "http://h.test/a", "PNG")
         .text(),
     "http://h.test/p text/html <img src=a>\nhttp://h.test/a image/png PNG\n"},
    {"labels that browsers ask for in another form",
     MadeBundle()
         .add("text/html", "HTTP://H.test:80/p", "<img src='a\\b'><img src=%C3%A4>")
         .add("image/png", "http://h.test/a\\b", "1")
         .add("image/png", "http://h.test/\xC3\xA4", "2")
         .text(),
     "http://h.test/p text/html <img src='a\\b'><img src=%C3%A4>\n"
     "http://h.test/a/b image/png 1\nhttp://h.test/%C3%A4 image/png 2\n"},
    {"a label that Chromium asks for in another form than others",
     MadeBundle()
         .add("text/html", "http://h.test/p", "<img src='a|b?|'>")
         .add("image/png", "http://h.test/a|b?|", "1")
         .text(),
     "http://h.test/p text/html; charset=utf-8 <meta charset=\"utf-8\"><img "
     "src='http://h.test/a%7Cb?|'>\n"
     "http://h.test/a%7Cb?| image/png 1\n"},
    {"labels of no base that browsers ask for in another form",
     MadeBundle().add("text/html", "", "<img src='a\\b'>").add("image/png", "a\\b", "1").text(),
     "https://ID.bundle.invalid/part/1 text/html; charset=utf-8 <meta charset=\"utf-8\"><img "
     "src='https://ID.bundle.invalid/a/b'>\n"
     "https://ID.bundle.invalid/a/b image/png 1\n"},
    {"cid",
     MadeBundle()
         .add("text/html", "http://h.test/p", "<img src=cid:a>")
         .add("image/png", "", "PNG", "Content-ID: <a>\r\n")
         .text(),
     "http://h.test/p text/html; charset=utf-8 <meta charset=\"utf-8\"><img "
     "src=https://ID.bundle.invalid/part/2>\n"
     "https://ID.bundle.invalid/part/2 image/png PNG\n"},
    {"a frame of Chromium",
     MadeBundle()
         .add("text/html", "http://h.test/p", "<iframe src=cid:f@mhtml.blink></iframe>")
         .add("text/html", "http://h.test/f", "f", "Content-ID: <f@mhtml.blink>\r\n")
         .text(),
     "http://h.test/p text/html; charset=utf-8 <meta charset=\"utf-8\"><iframe "
     "src=http://h.test/f></iframe>\n"
     "http://h.test/f text/html f\n"},
    {"no label at all", MadeBundle().add("text/html", "", "<a href=#x>").text(),
     "https://ID.bundle.invalid/part/1 text/html <a href=#x>\n"},
    {"thismessage",
     MadeBundle()
         .add("text/html", "p.html", "<img src=a.png>")
         .add("image/png", "a.png", "PNG")
         .text(),
     "https://ID.bundle.invalid/p.html text/html <img src=a.png>\nhttps://ID.bundle.invalid/a.png "
     "image/png PNG\n"},
    {"references that no part is for",
     MadeBundle()
         .add("text/html", "http://h.test/d/p",
              "<a href=''></a><a href=#x></a><a href=q></a><img src=http://k.test/i>")
         .text(),
     "http://h.test/d/p text/html <a href=''></a><a href=#x></a><a href=q></a><img "
     "src=http://k.test/i>\n"},
    {"references that no part of a bundle without a base is for",
     MadeBundle()
         .add("text/html", "",
              "<a href=q.html></a><a href=mailto:a@b></a><img src=http://k.test/i>")
         .add("image/png", "", "PNG", "Content-ID: <c>\r\n")
         .text(),
     "https://ID.bundle.invalid/part/1 text/html <a href=q.html></a><a href=mailto:a@b></a><img "
     "src=http://k.test/i>\n"
     "https://ID.bundle.invalid/part/2 image/png PNG\n"},
    {"a base that is not where the record stands",
     MadeBundle()
         .add("text/html", "", "<img src=a><img src=b><a href=cid:c#x>",
              "Content-Base: http://h.test/d/\r\n")
         .add("image/png", "http://h.test/d/a", "PNG")
         .add("text/html", "", "c", "Content-ID: <c>\r\n")
         .text(),
     "https://ID.bundle.invalid/part/1 text/html; charset=utf-8 <meta charset=\"utf-8\"><img "
     "src=http://h.test/d/a><img src=http://h.test/d/b><a "
     "href=https://ID.bundle.invalid/part/3#x>\n"
     "http://h.test/d/a image/png PNG\n"
     "https://ID.bundle.invalid/part/3 text/html c\n"},
    {"charsets",
     MadeBundle()
         .add("text/html; charset=koi8-r", "http://h.test/p", "p")
         .add("text/plain; charset=\"odd one\"", "http://h.test/t", "t")
         .text(),
     "http://h.test/p text/html; charset=koi8-r p\nhttp://h.test/t text/plain t\n"},
    {"a label twice",
     MadeBundle()
         .add("text/html", "http://h.test/p", "p")
         .add("image/png", "http://h.test/a", "1")
         .add("image/png", "http://h.test/a", "2")
         .text(),
     "http://h.test/p text/html p\nhttp://h.test/a image/png 1\n"
     "part 3 has no record: another part stands under http://h.test/a\n"},
    {"the same part twice",
     MadeBundle()
         .add("text/html", "http://h.test/p", "p")
         .add("image/png", "http://h.test/a#1", "1")
         .add("image/png", "http://h.test/a#2", "1")
         .text(),
     "http://h.test/p text/html p\nhttp://h.test/a image/png 1\n"},
    {"a sheet by its use",
     MadeBundle()
         .add("text/html", "http://h.test/p", "<link rel=stylesheet href=s>")
         .add("application/octet-stream", "http://h.test/s", "p{}")
         .text(),
     "http://h.test/p text/html <link rel=stylesheet href=s>\nhttp://h.test/s text/css p{}\n"},
    {"damage",
     MadeBundle()
         .add("text/html", "http://h.test/p", "p")
         .add("image/png", "http://h.test/a", "@@@@", "Content-Transfer-Encoding: base64\r\n")
         .text(),
     "http://h.test/p text/html p\nhttp://h.test/a image/png \n"
     "part 2: base64: bytes outside the alphabet were skipped [base64-junk]\n"},
    {"a type with bytes that no type has",
     MadeBundle()
         .add("text/html", "http://h.test/p", "p")
         .add("image/x\xFF", "http://h.test/a", "PNG")
         .text(),
     "http://h.test/p text/html p\nhttp://h.test/a image/x PNG\n"},
    {"no page", MadeBundle().add("image/png", "http://h.test/a", "\x89PNG\r\n\x1A\n").text(),
     "error no-page"},
};

std::string bytes_of(const std::string& name) {
  std::ifstream file(name, std::ios::binary);
  return std::string(std::istreambuf_iterator<char>(file), {});
}

output::WarcRecord record(std::string_view url, bool is_page, std::string_view bundle) {
  return {"WARC/1.1\r\nWARC-Type: resource\r\nWARC-Target-URI: " + std::string(url) +
              "\r\nWARC-Date: 2026-11-23T10:00:00Z\r\nContent-Type: text/html\r\nContent-Length: "
              "1\r\n\r\nx\r\n\r\n",
          std::string(url),
          "2026-11-23T10:00:00Z",
          "text/html",
          "sha1:A",
          is_page,
          "t",
          std::string(bundle)};
}

}  // namespace

BOOST_DATA_TEST_CASE(parts_become_records, data::make(kRows), row) {
  BOOST_TEST(written(row.bundle) == row.wanted);
}

BOOST_AUTO_TEST_CASE(an_archive_never_takes_the_place_of_a_file) {
  const test::Folder folder;
  const std::string name = folder / "a.warc";
  output::WarcFile file(name, output::WarcForm::plain);
  std::string frames;
  BOOST_TEST(append_frame(record("http://h.test/", true, "1"), output::WarcForm::plain, frames) ==
             "");
  file.write(frames);
  folder.write("a.warc", "of somebody else");  // while it is written
  BOOST_TEST(!file.commit());
  BOOST_TEST(file.failure().find("is there already") != std::string::npos);
  BOOST_TEST(bytes_of(name) == "of somebody else");
}

BOOST_AUTO_TEST_CASE(an_archive_without_records_is_not_written) {
  const test::Folder folder;
  const std::string name = folder / "a.wacz";
  output::WarcFile file(name, output::WarcForm::wacz);
  file.write({});
  BOOST_TEST(!file.commit());
  BOOST_TEST(!std::filesystem::exists(name));
}

BOOST_AUTO_TEST_CASE(bundles_that_come_again_are_passed_over) {
  const test::Folder folder;
  for (const output::WarcForm form :
       {output::WarcForm::plain, output::WarcForm::gzip, output::WarcForm::wacz}) {
    const std::string name = folder / ("a" + std::to_string(static_cast<int>(form)));
    output::WarcFile file(name, form);
    std::string frames;
    for (const std::string_view bundle : {"1", "2", "1"}) {
      (void)append_frame(record("http://h.test/" + std::string(bundle), true, bundle), form,
                         frames);
      (void)append_frame(record("http://h.test/a" + std::string(bundle), false, bundle), form,
                         frames);
    }
    file.write(frames);
    BOOST_REQUIRE(file.commit());
    BOOST_TEST(file.repeated() == 1U);
    const auto index = output::WarcIndex::open(name);
    BOOST_REQUIRE(index);
    BOOST_TEST((*index)->captures().size() == 4U);
    BOOST_TEST((*index)->troubles().empty());
    BOOST_REQUIRE((*index)->find("http://h.test/a2", 0) != nullptr);
    BOOST_TEST((*index)->payload(*(*index)->find("http://h.test/a2", 0), 10)->bytes == "x");
    BOOST_TEST((*index)->pages().size() == (form == output::WarcForm::wacz ? 2U : 0U));
    const auto page = output::WarcPage::make(**index, "", 1000);
    BOOST_REQUIRE(page);
    BOOST_TEST((*page)->files().front().label == "http://h.test/1");
    BOOST_TEST((*page)->date() == "Mon, 23 Nov 2026 10:00:00 +0000");
  }
}
