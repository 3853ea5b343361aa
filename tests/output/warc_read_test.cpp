// SPDX-License-Identifier: MIT
//
// Web archives read again: which captures there are, what each of them is, and what a page of them
// needs.
#include <boost/test/unit_test.hpp>
#include <fstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "output/warc/stored_zip.h"
#include "output/warc/warc_index.h"
#include "output/warc/warc_page.h"
#include "support/folder.h"

using namespace basewalk;
using output::WarcIndex;
using output::WarcPage;
using Texts = std::vector<std::string>;

namespace {

struct FileSink final : Sink {
  explicit FileSink(const std::string& name) : file(name, std::ios::binary) {}
  bool write(std::string_view bytes) override {
    file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    return file.good();
  }
  std::ofstream file;
};

// A record of a WARC file (ISO 28500), with further fields.
std::string record(const std::string& type, const std::string& url, const std::string& block,
                   const std::string& fields = "") {
  const bool has_date = fields.find("WARC-Date") != fields.npos;
  return "WARC/1.1\r\nWARC-Type: " + type + "\r\nWARC-Target-URI: " + url + "\r\n" +
         (has_date ? "" : "WARC-Date: 2026-11-23T10:00:00Z\r\n") + fields +
         "Content-Length: " + std::to_string(block.size()) + "\r\n\r\n" + block + "\r\n\r\n";
}

constexpr char kHttp[] = "Content-Type: application/http; msgtype=response\r\n";

std::string answer(const std::string& url, const std::string& status, const std::string& head,
                   const std::string& body, const std::string& fields = "") {
  return record("response", url, "HTTP/1.1 " + status + " x\r\n" + head + "\r\n" + body,
                kHttp + fields);
}
std::string page(const std::string& url, const std::string& body) {
  return answer(url, "200", "Content-Type: text/html\r\n", body);
}
std::string picture(const std::string& url, const std::string& body) {
  return answer(url, "200", "Content-Type: image/png\r\n", body);
}
std::string moved(const std::string& url, const std::string& to,
                  const std::string& status = "302") {
  return answer(url, status, "Location: " + to + "\r\n", "");
}

struct Fixture {
  std::unique_ptr<WarcIndex> open(const std::string& bytes) {
    auto index = WarcIndex::open(folder.write("a.warc", bytes));
    BOOST_TEST_REQUIRE(index.has_value());
    return *std::move(index);
  }
  std::string wacz(const std::vector<std::pair<std::string, std::string>>& members) {
    const std::string name = folder / "a.wacz";
    FileSink file(name);
    output::StoredZip zip(file);
    for (const auto& [member, bytes] : members) {
      zip.begin(member);
      zip.write(bytes);
    }
    BOOST_TEST(zip.finish());
    return name;
  }
  // "type bytes", or what is wrong.
  static std::string read(const WarcIndex& index, const std::string& url, std::size_t most = 1000,
                          std::int64_t date = 0) {
    const WarcIndex::Capture* capture = index.find(url, date);
    if (capture == nullptr) return "none";
    const auto payload = index.payload(*capture, most);
    if (!payload) return "error " + payload.error().code;
    return payload->media_type + " " + payload->bytes;
  }
  // "label media type", a line each of the files of a page, with its source where that is another
  // one; then what was not packed.
  Texts packed(const std::string& bytes, const std::string& url = "", std::size_t most = 100'000) {
    const std::unique_ptr<WarcIndex> index = open(bytes);
    const auto made = WarcPage::make(*index, url, most);
    if (!made) return {"error " + made.error().code + ": " + made.error().detail};
    Texts lines;
    for (const bundle::PackedFile& file : (*made)->files())
      lines.push_back(file.label + " " + file.media_type +
                      (file.path == file.label ? "" : " from " + file.path));
    const Texts& others = (*made)->not_packed();
    lines.insert(lines.end(), others.begin(), others.end());
    BOOST_TEST((*made)->not_packed_count() == others.size());
    return lines;
  }

  test::Folder folder;
};

}  // namespace

#define CHECK_TEXTS(found, ...)                                      \
  do {                                                               \
    const Texts wanted = __VA_ARGS__;                                \
    BOOST_TEST((found) == wanted, boost::test_tools::per_element()); \
  } while (false)

BOOST_FIXTURE_TEST_SUITE(warc_read, Fixture)

BOOST_AUTO_TEST_CASE(captures_are_found_by_their_url_and_the_nearest_time) {
  const auto at = [](const std::string& date, const std::string& body) {
    return answer("http://h.test/a", "200", "Content-Type: text/plain\r\n", body,
                  "WARC-Date: " + date + "\r\n");
  };
  const auto index =
      open(at("1970-01-01T00:01:40Z", "100") + at("1970-01-01T00:03:20Z", "200") +
           at("1970-01-01T00:05:00Z", "300") + record("warcinfo", "http://h.test/i", "x") +
           record("resource", "no url", "x") + picture("http://H.test/b#c", "PNG"));
  BOOST_TEST(index->captures().size() == 4u);
  for (const auto& [date, body] :
       {std::pair(0, "100"), {149, "100"}, {151, "200"}, {200, "200"}, {260, "300"}, {1000, "300"}})
    BOOST_TEST(read(*index, "http://h.test/a", 1000, date) == std::string("text/plain ") + body);
  BOOST_TEST(read(*index, "http://h.test/b") == "image/png PNG");
  BOOST_TEST(read(*index, "http://h.test/i") == "none");
  BOOST_TEST(index->troubles().empty());
}

// ISO 28500 6.7.2: what is the same as before is not stored twice.
BOOST_AUTO_TEST_CASE(a_revisit_is_what_it_repeats) {
  const std::string digest = "WARC-Payload-Digest: sha1:A\r\n";
  const auto again = [](const std::string& url, const std::string& fields) {
    return record("revisit", url, "HTTP/1.1 200 x\r\n\r\n", kHttp + fields);
  };
  const auto refers_to = [](const std::string& url) {
    return "WARC-Refers-To-Target-URI: " + url + "\r\n";
  };
  const auto index = open(
      answer("http://h.test/a", "200", "Content-Type: text/plain\r\n", "one", digest) +
      again("http://h.test/by-digest", digest) +
      again("http://h.test/by-url", refers_to("http://h.test/a")) +
      again("http://h.test/both",
            "WARC-Payload-Digest: sha1:B\r\n" + refers_to("http://h.test/a")) +
      again("http://h.test/gone", refers_to("http://h.test/x")) + again("http://h.test/bare", "") +
      again("http://h.test/of-another", refers_to("http://h.test/by-url")));
  for (const char* url : {"http://h.test/by-digest", "http://h.test/by-url", "http://h.test/both"})
    BOOST_TEST(read(*index, url) == "text/plain one", url);
  for (const char* url : {"http://h.test/gone", "http://h.test/bare", "http://h.test/of-another"})
    BOOST_TEST(read(*index, url) == "error revisit", url);
}

BOOST_AUTO_TEST_CASE(a_payload_is_as_long_as_is_allowed) {
  const auto index =
      open(picture("http://h.test/a", "12345") + record("resource", "http://h.test/b", "12345") +
           picture("http://h.test/long", std::string(200'000, 'x')));
  for (const char* url : {"http://h.test/a", "http://h.test/b"}) {
    BOOST_TEST(read(*index, url, 5).ends_with(" 12345"));
    BOOST_TEST(read(*index, url, 4) == "error limit-bytes");
  }
  BOOST_TEST(read(*index, "http://h.test/long", 10) == "error limit-bytes");
  BOOST_TEST(read(*index, "http://h.test/long", 200'000).size() == 200'010u);
  const auto first = index->first_of(*index->find("http://h.test/long", 0));
  BOOST_TEST_REQUIRE(first.has_value());
  BOOST_TEST(first->media_type == "image/png");
  BOOST_TEST(first->bytes == "");
}

BOOST_AUTO_TEST_CASE(a_redirect_leads_where_a_browser_resolves_it) {
  const auto index =
      open(moved("http://h.test/a/b", "../c") + moved("http://h.test/x", "//k.test") +
           moved("http://h.test/odd", "http://[") + page("http://h.test/p", ""));
  const auto location = [&](const std::string& url) {
    const auto payload = index->payload(*index->find(url, 0), 1000);
    return payload ? std::to_string(payload->status) + " " + payload->location : "error";
  };
  BOOST_TEST(location("http://h.test/a/b") == "302 http://h.test/c");
  BOOST_TEST(location("http://h.test/x") == "302 http://k.test/");
  BOOST_TEST(location("http://h.test/odd") == "302 ");
  BOOST_TEST(location("http://h.test/p") == "200 ");
}

BOOST_AUTO_TEST_CASE(pages_that_a_wacz_names_are_urls_of_its_lines) {
  const std::string lines = R"({"format": "json-pages-1.0", "id": "pages"}
{"id": "1", "url": "http://h.test/a#x", "title": "a"}
{"id": "url", "title": "url", "url" : "http://h.test/b"}
{"url": "http:\/\/h.test\/c"}
{"url": "\u0068ttp://h.test/\u00e4"}
{"url": "http://h.test/\ud83d\ude00"}
{"url": "http://h.test/\"d\\"}
{"url": "nothing"}
{"url": null}
{"url" "http://h.test/no"}
{"title": "\"url\": \"http://h.test/no\""}

{"url": "http://h.test/e"})";
  const auto index =
      WarcIndex::open(wacz({{"pages/pages.jsonl", lines},
                            {"pages/other.jsonl", R"({"url": "http://h.test/other"})"},
                            {"archive/data.warc", page("http://h.test/e", "p")},
                            {"archive/data.cdx", page("http://h.test/f", "p")}}));
  BOOST_TEST_REQUIRE(index.has_value());
  CHECK_TEXTS((*index)->pages(),
              {"http://h.test/a", "http://h.test/b", "http://h.test/c", "http://h.test/%C3%A4",
               "http://h.test/%F0%9F%98%80", "http://h.test/%22d/", "http://h.test/e"});
  BOOST_TEST((*index)->captures().size() == 1u);
  // The first of them that was captured is the page, if none is named.
  const auto made = WarcPage::make(**index, "", 1000);
  BOOST_TEST_REQUIRE(made.has_value());
  BOOST_TEST((*made)->files().at(0).label == "http://h.test/e");
}

BOOST_AUTO_TEST_CASE(what_is_damaged_is_told_with_its_place) {
  const std::string good = page("http://h.test/a", "p");
  const std::string cut = good.substr(0, good.size() - 6);
  const auto troubles = [](const WarcIndex& index) {
    Texts all = index.troubles();
    for (std::string& each : all) each = each.substr(0, each.find(": ", each.find("byte")));
    return all;
  };
  const std::string place = "at byte " + std::to_string(good.size());
  CHECK_TEXTS(troubles(*open(good + cut)), {place});
  CHECK_TEXTS(troubles(*open(good)), {});
  const auto packed = WarcIndex::open(wacz({{"archive/a.warc", good + cut}}));
  BOOST_TEST_REQUIRE(packed.has_value());
  CHECK_TEXTS(troubles(**packed), {"archive/a.warc: " + place});
  BOOST_TEST((*packed)->captures().size() >= 1u);
  // A ZIP that is cut off: what is in front of the cut is there.
  std::string zip;
  {
    std::ifstream file(wacz({{"archive/a.warc", good}, {"archive/b.warc", good}}),
                       std::ios::binary);
    zip.assign(std::istreambuf_iterator<char>(file), {});
  }
  const auto half = WarcIndex::open(folder.write("half.wacz", zip.substr(0, zip.size() / 2)));
  BOOST_TEST_REQUIRE(half.has_value());
  BOOST_TEST(!(*half)->troubles().empty());
}

BOOST_AUTO_TEST_CASE(what_is_no_file_is_refused) {
  const auto missing = WarcIndex::open(folder / "missing.warc");
  BOOST_TEST_REQUIRE(!missing.has_value());
  BOOST_TEST(missing.error().code == "unreadable");
  const auto a_folder = WarcIndex::open(folder.make("a.wacz"));
  BOOST_TEST_REQUIRE(!a_folder.has_value());
  BOOST_TEST(a_folder.error().detail ==
             "is no regular file: a web archive is read from many places");
  BOOST_TEST(output::is_web_archive("x.warc.gz"));
  BOOST_TEST(output::is_web_archive(folder.write("named-otherwise", page("http://h.test/", ""))));
  BOOST_TEST(!output::is_web_archive(folder.write("mail", "Subject: x\n\n")));
  BOOST_TEST(!output::is_web_archive(folder / "missing"));
}

BOOST_AUTO_TEST_CASE(a_page_is_packed_with_what_it_shows) {
  CHECK_TEXTS(packed(page("http://h.test/d/p",
                          "<img src=a.png><img src=a.png><img src=a.png#x><a href=b></a>"
                          "<img src=data:,x><a href=mailto:a@b><link rel=stylesheet href=/s.css>"
                          "<iframe src=f></iframe><img src=/d/p>") +
                     picture("http://h.test/d/a.png", "PNG") + page("http://h.test/d/b", "b") +
                     answer("http://h.test/s.css", "200", "Content-Type: text/css\r\n",
                            "p{background:url(d/a.png)} @import 'i.css';") +
                     answer("http://h.test/i.css", "200", "Content-Type: text/css\r\n", "") +
                     page("http://h.test/d/f", "<img src=g.png>") +
                     record("resource", "http://h.test/d/g.png", "PNG", "Content-Type: odd\r\n")),
              {"http://h.test/d/p text/html", "http://h.test/d/a.png image/png",
               "http://h.test/d/a.png#x image/png from http://h.test/d/a.png",
               "http://h.test/s.css text/css", "http://h.test/d/f text/html",
               "http://h.test/i.css text/css", "http://h.test/d/g.png application/octet-stream"});
}

BOOST_AUTO_TEST_CASE(what_a_page_shows_and_is_not_there_is_told) {
  const std::string url = "http://h.test/p";
  CHECK_TEXTS(
      packed(page(url, "<img src=1><img src=2><img src=3><img src=4><img src=1>") +
             answer("http://h.test/2", "404", "Content-Type: image/png\r\n", "") +
             moved("http://h.test/3", "/3") + moved("http://h.test/4", "/5", "307")),
      {url + " text/html", url + ": img[src] 1: not packed: there is no capture of http://h.test/1",
       url + ": img[src] 2: not packed: its answer has the status 404",
       url + ": img[src] 3: not packed: its redirects have no end",
       url + ": img[src] 4: not packed: there is no capture of http://h.test/5"});
}

// What stands behind a redirect means its references from there.
BOOST_AUTO_TEST_CASE(a_page_stands_where_its_redirects_lead) {
  CHECK_TEXTS(packed(moved("http://h.test/", "http://h.test/d/p", "301") +
                         page("http://h.test/d/p", "<img src=a><link rel=stylesheet href=/s.css>") +
                         picture("http://h.test/d/a", "PNG") +
                         moved("http://h.test/s.css", "/deep/s.css", "308") +
                         answer("http://h.test/deep/s.css", "200", "Content-Type: text/css\r\n",
                                "p{background:url(x.png)}") +
                         picture("http://h.test/deep/x.png", "PNG"),
                     "http://h.test/"),
              {"http://h.test/d/p text/html", "http://h.test/d/a image/png",
               "http://h.test/s.css text/css from http://h.test/deep/s.css",
               "http://h.test/x.png image/png from http://h.test/deep/x.png"});
}

BOOST_AUTO_TEST_CASE(a_page_that_is_none_is_refused_with_those_that_there_are) {
  const std::string pictures = picture("http://h.test/a.png", "PNG");
  CHECK_TEXTS(packed(pictures),
              {"error no-page: holds no page: no answer with status 200 is HTML"});
  CHECK_TEXTS(packed(pictures, "http://h.test/p"),
              {"error no-page: holds no capture of http://h.test/p"});
  CHECK_TEXTS(packed(pictures + page("http://h.test/1", "") + page("http://h.test/2", "") +
                         answer("http://h.test/3", "404", "Content-Type: text/html\r\n", ""),
                     "http://h.test/p"),
              {"error no-page: holds no capture of http://h.test/p; there are pages as "
               "http://h.test/1, http://h.test/2"});
  CHECK_TEXTS(packed(moved("http://h.test/1", "/2"), "http://h.test/1"),
              {"error missing: http://h.test/1: there is no capture of http://h.test/2"});
}

BOOST_AUTO_TEST_CASE(the_files_of_a_page_are_as_many_bytes_as_are_allowed) {
  const std::string mail =
      page("http://h.test/p", "<img src=a>") + picture("http://h.test/a", "PNG");
  CHECK_TEXTS(packed(mail, "", 14), {"http://h.test/p text/html", "http://h.test/a image/png"});
  CHECK_TEXTS(packed(mail, "", 13),
              {"http://h.test/p text/html",
               "http://h.test/p: img[src] a: not packed: is longer than --max-bytes allows"});
  CHECK_TEXTS(packed(mail, "", 10),
              {"error limit-bytes: http://h.test/p: is longer than --max-bytes allows"});
}

BOOST_AUTO_TEST_SUITE_END()
