// SPDX-License-Identifier: MIT
//
// Messages with archives and pictures, opened by the worker that BASEWALK_WORKER names: what is
// found, where it lies, and that what is behind a limit is told once, and hides nothing else.
#include <zlib.h>

#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <cstdlib>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "support/files.h"
#include "text/base64.h"
#include "walk/collect.h"
#include "worker/documents/deflated.h"

using namespace basewalk;
using namespace std::string_literals;

namespace {

using Files = std::vector<std::pair<std::string, std::string>>;

void put(std::string& out, std::uint64_t value, int bytes) {
  for (; bytes > 0; --bytes, value >>= 8) out += static_cast<char>(value & 0xFF);
}

// A ZIP of files that are not packed (APPNOTE 4.3); its offsets count from `shift` before it.
std::string zip(const Files& files, std::size_t shift = 0) {
  std::string members, entries;
  for (const auto& [name, bytes] : files) {
    std::string common("\x14\0\0\0\0\0\0\0\0\0", 10);
    put(common, ::crc32_z(0, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()), 4);
    put(common, bytes.size(), 4);
    put(common, bytes.size(), 4);
    put(common, name.size(), 2);
    put(common, 0, 2);
    entries += "PK\1\2\x14\0"s + common + std::string(10, '\0');
    put(entries, shift + members.size(), 4);
    entries += name;
    members += "PK\3\4"s + common + name + bytes;
  }
  std::string end = "PK\5\6\0\0\0\0"s;
  put(end, files.size(), 2);
  put(end, files.size(), 2);
  put(end, entries.size(), 4);
  put(end, shift + members.size(), 4);
  put(end, 0, 2);
  return members + entries + end;
}

std::string gzip(const std::string& bytes) { return test::packed(bytes, MAX_WBITS + 16); }

std::string page(const std::string& url) { return "<a href=\"" + url + "\">x</a>"; }

std::string base64(const std::string& bytes) {
  std::string out;
  text::append_base64(out, bytes);
  return out;
}

// A text, the documents, and a text.
std::string mail(const Files& documents, const std::string& more = {}) {
  std::string out =
      "From: a@b\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=B\r\n\r\n"
      "--B\r\nContent-Type: text/plain\r\n\r\nhttp://h/first\r\n";
  for (const auto& [name, bytes] : documents)
    out +=
        "--B\r\nContent-Type: application/octet-stream\r\nContent-Disposition: attachment; "
        "filename=\"" +
        name + "\"\r\nContent-Transfer-Encoding: base64\r\n\r\n" + more + base64(bytes) + "\r\n";
  return out + "--B\r\nContent-Type: text/plain\r\n\r\nhttp://h/last\r\n--B--\r\n";
}

class Seen : public test::Collect {
 public:
  struct Document {
    std::string section, format, opened_with;
    bool in_document;
  };
  std::vector<Document> documents;
  std::vector<bool> links_in_documents;

  Visit document(const DocumentReport& report) override {
    documents.push_back({std::string(report.section), std::string(report.format),
                         std::string(report.opened_with.value_or("")), report.in_document});
    return Visit::go_on;
  }
  std::vector<std::string> unread_texts;

  Visit link(const Link& link) override {
    links_in_documents.push_back(link.in_document);
    return Collect::link(link);
  }
  Visit unread(const UnreadReport& report) override {
    unread_texts.emplace_back(report.text);
    return Collect::unread(report);
  }
  // "part url" of each link, without those around the documents.
  std::vector<std::string> found() const {
    std::vector<std::string> lines;
    for (const test::SeenLink& link : links)
      if (link.raw != "http://h/first" && link.raw != "http://h/last")
        lines.push_back(link.part + ' ' + link.url);
    return lines;
  }
  std::size_t count(std::string_view raw) const {
    std::size_t n = 0;
    for (const test::SeenLink& link : links) n += link.raw == raw ? 1u : 0u;
    return n;
  }
};

Seen seen_of(const std::string& message, Limits limits = {},
             open::Kinds kinds = open::Kinds::all()) {
  WalkOptions options;
  options.limits = limits;
  options.open = kinds;
  Seen seen;
  seen.summary = walk(read_message(message, options.limits), options, seen);
  BOOST_TEST(seen.count("http://h/first") == 1u);
  BOOST_TEST(seen.count("http://h/last") == 1u);
  return seen;
}

// It has the note once, and the record once.
void check_limit(const Seen& seen) {
  BOOST_REQUIRE_EQUAL(seen.unread_things.size(), 1u);
  BOOST_TEST(seen.unread_things[0].why == "limit-documents");
  BOOST_REQUIRE_EQUAL(seen.notes.size(), 1u);
  BOOST_TEST(seen.notes[0].code == "limit-documents");
  BOOST_TEST((seen.summary.verdict() == Verdict::unread));
}

using Lines = std::vector<std::string>;

}  // namespace

BOOST_AUTO_TEST_SUITE(documents)

BOOST_AUTO_TEST_CASE(parts_of_documents_have_sections) {
  const Seen seen =
      seen_of(mail({{"a.zip", zip({{"x.html", page("http://h/a")},
                                   {"b.zip", zip({{"../y.html", page("http://h/b")}})},
                                   {"", "http://h/c"},
                                   {std::string(10'000, 'n'), "http://h/d"},
                                   {"empty.html", ""}})}}));
  BOOST_TEST(seen.found() ==
                 (Lines{"2.1 http://h/a", "2.2.1 http://h/b", "2.3 http://h/c", "2.4 http://h/d"}),
             boost::test_tools::per_element());
  BOOST_REQUIRE_EQUAL(seen.documents.size(), 2u);
  BOOST_TEST(seen.documents[0].section == "2");
  BOOST_TEST(!seen.documents[0].in_document);
  BOOST_TEST(seen.documents[1].section == "2.2");
  BOOST_TEST(seen.documents[1].in_document);
  BOOST_TEST(!seen.links_in_documents.front());
  BOOST_TEST(seen.links_in_documents[1]);
  BOOST_TEST(!seen.links_in_documents.back());
}

BOOST_AUTO_TEST_CASE(a_message_in_a_document_in_a_message_is_walked) {
  const std::string inner = mail({{"b.zip", zip({{"x.html", page("http://h/a")}})}});
  WalkOptions options;
  options.open = open::Kinds::all();
  Seen seen;
  const std::string message = mail({{"a.zip", zip({{"in.eml", inner}})}});
  walk(read_message(message), options, seen);
  BOOST_TEST(seen.found() == Lines{"2.1.2.1 http://h/a"});
  BOOST_TEST(seen.count("http://h/last") == 2u);
}

BOOST_AUTO_TEST_CASE(every_limit_is_told_once) {
  const std::string message =
      mail({{"a.zip", zip({{"x.html", page("http://h/a")}, {"y.html", page("http://h/b")}})}});
  Limits limits;
  limits.documents = 0;
  check_limit(seen_of(message, limits));
  limits = {};
  limits.document_depth = 0;
  check_limit(seen_of(message, limits));
  limits = {};
  limits.document_seconds = 0;
  check_limit(seen_of(message, limits));
  limits = {};
  limits.document_bytes = 0;
  check_limit(seen_of(message, limits));
  limits.document_bytes = 10;
  check_limit(seen_of(message, limits));
  limits = {};
  limits.document_parts = 1;
  const Seen seen = seen_of(message, limits);
  check_limit(seen);
  BOOST_TEST(seen.found() == Lines{"2.1 http://h/a"});
}

BOOST_AUTO_TEST_CASE(depth_counts_documents_in_one_another) {
  std::string bytes = zip({{"x.html", page("http://h/a")}});
  for (int i = 0; i < 3; ++i) bytes = zip({{"in.zip", bytes}});
  Limits limits;
  limits.document_depth = 3;
  check_limit(seen_of(mail({{"a.zip", bytes}}), limits));
  limits.document_depth = 4;
  BOOST_TEST(seen_of(mail({{"a.zip", bytes}}), limits).found() == Lines{"2.1.1.1.1 http://h/a"});
}

BOOST_AUTO_TEST_CASE(too_many_parts_are_told_with_their_sizes) {
  Limits limits;
  limits.parts = 5;
  const std::string body = page("http://h/a");
  const std::string message =
      mail({{"a.zip", zip({{"x.html", body}, {"y.html", body}, {"z.html", body}})}});
  WalkOptions options;
  options.limits = limits;
  options.open = open::Kinds::all();
  Seen seen;
  walk(read_message(message, limits), options, seen);
  std::size_t told = 0;
  for (const test::SeenUnread& unread : seen.unread_things)
    if (unread.part == "2" && unread.why == "limit-parts") told += unread.size;
  BOOST_TEST(told == body.size() * (3 - seen.found().size()));
  BOOST_TEST(seen.has_note("limit-parts"));
}

BOOST_AUTO_TEST_CASE(what_is_not_to_be_opened_is_unread) {
  const std::string message = mail({{"a.zip", zip({{"x.html", page("http://h/a")}})}});
  const Seen seen = seen_of(message, {}, {});
  BOOST_TEST(seen.documents.empty());
  BOOST_REQUIRE_EQUAL(seen.unread_things.size(), 1u);
  BOOST_TEST(seen.unread_things[0].why == "no-opener");
  BOOST_TEST((seen.summary.verdict() == Verdict::unread));
}

BOOST_AUTO_TEST_CASE(without_a_worker_it_is_unread) {
  const std::string worker = std::getenv("BASEWALK_WORKER");
  ::setenv("BASEWALK_WORKER", "/absent/worker", 1);
  const Seen seen = seen_of(mail({{"a.zip", zip({{"x.html", page("http://h/a")}})}}));
  ::setenv("BASEWALK_WORKER", worker.c_str(), 1);
  BOOST_TEST(seen.documents.empty());
  BOOST_REQUIRE_EQUAL(seen.unread_things.size(), 1u);
  BOOST_TEST(seen.unread_things[0].why == "no-opener");
}

// RFC 5652 5.1: plain data, as S/MIME has it.
std::string smime(const std::string& content) {
  const auto element = [](char tag, const std::string& bytes) {
    std::string out = {tag, '\x82'};
    out += static_cast<char>(bytes.size() >> 8);
    out += static_cast<char>(bytes.size() & 0xFF);
    return out + bytes;
  };
  return element('\x30',
                 "\6\x09\x2A\x86\x48\x86\xF7\x0D\1\7\1" + element('\xA0', element('\4', content)));
}

BOOST_AUTO_TEST_CASE(what_is_signed_is_a_message_or_a_file) {
  const std::string entity = "Content-Type: text/html\r\n\r\n" + page("http://h/a");
  BOOST_TEST(seen_of(mail({{"a.p7m", smime(entity)}})).found() == Lines{"2.1 http://h/a"});
  const std::string file = zip({{"x.html", page("http://h/b")}});
  BOOST_TEST(seen_of(mail({{"a.zip.p7m", smime(file)}})).found() == Lines{"2.1.1 http://h/b"});
  // What is lacking is told with its place in the document.
  const std::string whole = smime(entity);
  const Seen cut = seen_of(mail({{"a.p7m", whole.substr(0, whole.size() - 4)}}));
  BOOST_TEST(cut.found() == Lines{"2.1 http://h/a"});
  BOOST_TEST(cut.unread_texts == Lines{"the content is cut off"});
}

BOOST_AUTO_TEST_CASE(as_many_documents_are_opened_as_are_allowed) {
  const auto archive = [](const std::string& url) { return zip({{"x.html", page(url)}}); };
  const std::string message =
      mail({{"a.zip", archive("http://h/a")}, {"b.zip", archive("http://h/b")}});
  Limits limits;
  limits.documents = 1;
  const Seen seen = seen_of(message, limits);
  check_limit(seen);
  BOOST_TEST(seen.found() == Lines{"2.1 http://h/a"});
  limits.documents = 2;
  BOOST_TEST(seen_of(message, limits).found() == (Lines{"2.1 http://h/a", "3.1 http://h/b"}));
}

// Files that are encoded in a text, and a code that is drawn in a data: URL.
std::string text_with(const std::string& type, const std::string& more) {
  return "Content-Type: multipart/mixed; boundary=B\r\n\r\n--B\r\nContent-Type: " + type +
         "\r\n\r\nhttp://h/first\r\n" + more +
         "\r\n--B\r\nContent-Type: text/plain\r\n\r\nhttp://h/last\r\n--B--\r\n";
}

BOOST_AUTO_TEST_CASE(files_within_a_text_are_opened) {
  const auto encoded = [](const std::string& name, const std::string& bytes) {
    return "begin-base64 644 " + name + "\r\n" + base64(bytes) + "\r\n====\r\n";
  };
  const std::string one = encoded("a.zip", zip({{"x.html", page("http://h/a")}})),
                    two = encoded("b.html", page("http://h/b"));
  const Seen all = seen_of(text_with("text/plain", one + two));
  BOOST_TEST(all.found() == (Lines{"1.1.1 http://h/a", "1.2 http://h/b"}));
  BOOST_TEST(all.notes.empty());
  Limits limits;
  limits.document_parts = 1;
  const Seen cut = seen_of(text_with("text/plain", one + two), limits);
  check_limit(cut);
  BOOST_TEST(cut.found() == Lines{"1.1.1 http://h/a"});
  BOOST_TEST(seen_of(text_with("text/plain", two), limits).notes.empty());
  limits = {};
  limits.documents = 0;
  const Seen none = seen_of(text_with("text/plain", two), limits);
  check_limit(none);
  BOOST_TEST(none.found().empty());
}

// In the text, and as what is attached under any of its types or names; longer than it says it is.
BOOST_AUTO_TEST_CASE(a_file_in_binhex_is_opened) {
  const std::string file =
      "(This file must be converted with BinHex 4.0)\r\n"
      "\r\n"
      ":#A\"KCf8ZD(4YE!\"849K8G(4iG!!!!!!!&3!!!!\"`j6aK)'KbC@Bp)Lm[D#pi)Mj\r\n"
      "i2#pK2YF$!!!:\r\n";
  const auto message = [&](const std::string& type) {
    return "Content-Base: http://b/\r\n" + text_with(type, file);
  };
  for (const char* type :
       {"text/plain", "application/mac-binhex40", "application/octet-stream; name=page.hqx",
        "application/mac-binhex40; name=page", "application/x-stuffit; name=\"a.HQX\""}) {
    const Seen seen = seen_of(message(type));
    BOOST_TEST(seen.found() == (Lines{"1.1 http://h/x"}), type);
    BOOST_TEST(seen.notes.empty(), type);
  }
  Limits limits;
  limits.document_bytes = 20;
  const Seen cut = seen_of(message("text/plain"), limits);
  check_limit(cut);
}

BOOST_AUTO_TEST_CASE(a_code_in_a_data_url_is_found) {
  std::string svg =
      "<svg xmlns='http://www.w3.org/2000/svg' width='400' height='400' viewBox='-4 -4 41 41'>";
  const std::string code = test::read_file(test::data_dir() / "documents/drawn/code.txt");
  std::size_t x = 0, y = 0;
  for (const char c : code) {
    if (c == '#')
      svg += "<rect x='" + std::to_string(x) + "' y='" + std::to_string(y) +
             "' width='1' height='1'/>";
    ++x;
    if (c == '\n') x = 0, ++y;
  }
  svg += "</svg>";
  for (const char* type : {"image/svg+xml", "IMAGE/SVG+XML"}) {
    const Seen seen = seen_of(text_with(
        "text/html", "<img src=\"data:" + std::string(type) + ";base64," + base64(svg) + "\">"));
    BOOST_TEST(seen.count("https://drawn.example/a?b=1") == 1u, type);
  }
  // Two of them, of which one may be opened.
  const std::string other = svg + "\n";
  Limits limits;
  limits.documents = 1;
  const Seen seen =
      seen_of(text_with("text/html", "<img src=\"data:image/svg+xml;base64," + base64(svg) +
                                         "\"><img src=\"data:image/svg+xml;base64," +
                                         base64(other) + "\">"),
              limits);
  check_limit(seen);
  BOOST_TEST(seen.count("https://drawn.example/a?b=1") == 1u);
}

BOOST_AUTO_TEST_CASE(archives_behind_one_another_are_all_opened) {
  const std::string one = zip({{"x.html", page("http://h/a")}});
  const std::string two = zip({{"y.html", page("http://h/b")}});
  const std::string shifted = zip({{"y.html", page("http://h/b")}}, one.size());
  for (const std::string& bytes : {one + two, one + shifted}) {
    const Seen seen = seen_of(mail({{"a.zip", bytes}}));
    BOOST_TEST(seen.found() == (Lines{"2.1 http://h/b", "2.2.1 http://h/a"}),
               boost::test_tools::per_element());
  }
  // The second one has an entry whose place is, in 32 bits, that of the member of the first.
  std::string hiding = two;
  const std::size_t entry = hiding.find("PK\1\2");
  for (std::size_t i = 0; i < 4; ++i)
    hiding[entry + 42 + i] =
        static_cast<char>(((std::uint64_t{1} << 32) - one.size()) >> (8 * i) & 0xFF);
  BOOST_TEST(seen_of(mail({{"a.zip", one + hiding}})).count("http://h/a") == 1u);
  // One that lies in another one, not packed, is no other archive.
  const Seen seen =
      seen_of(mail({{"a.zip", zip({{"in.zip", one}, {"z.html", page("http://h/c")}})}}));
  BOOST_TEST(seen.found() == (Lines{"2.1.1 http://h/a", "2.2 http://h/c"}),
             boost::test_tools::per_element());
}

// A file to some programs.
BOOST_AUTO_TEST_CASE(a_folder_that_holds_bytes_is_told) {
  const Seen seen = seen_of(mail(
      {{"a.zip",
        zip({{"empty/", ""}, {"x.html/", page("http://h/a")}, {"b.html", page("http://h/b")}})}}));
  BOOST_TEST(seen.count("http://h/b") == 1u);
  BOOST_TEST_REQUIRE(seen.unread_things.size() == 1u);
  BOOST_TEST(seen.unread_things[0].why == "damaged");
  BOOST_TEST(seen_of(mail({{"a.zip", zip({{"empty/", ""}, {"b.html", page("http://h/b")}})}}))
                 .unread_things.empty());
}

// A disc that says that it has no sectors is not opened once more.
BOOST_AUTO_TEST_CASE(a_disc_image_without_a_size_is_read_once) {
  std::string iso = test::read_file(test::data_dir() / "documents/archive/iso-plain.iso");
  const std::size_t documents = seen_of(mail({{"a.iso", iso}})).documents.size();
  iso.replace(16 * 2048 + 80, 8, std::string(8, '\0'));
  BOOST_TEST(seen_of(mail({{"a.iso", iso}})).documents.size() <= documents + 2);
}

// Before, between and behind what an archive is.
BOOST_AUTO_TEST_CASE(nothing_around_an_archive_is_silent) {
  const std::string one = zip({{"a.html", page("http://h/a")}});
  const std::string packed = gzip(page("http://h/a")), rest = page("http://h/rest");
  for (const auto& [name, bytes] : Files{{"a.zip", one + rest},
                                         {"a.html.gz", packed + rest},
                                         {"a.html.gz", gzip(page("http://h/a")) + packed + rest}}) {
    const Seen seen = seen_of(mail({{name, bytes}}));
    BOOST_TEST(seen.count("http://h/a") >= 1u, name);
    BOOST_TEST(seen.count("http://h/rest") == 1u, name);
    BOOST_TEST(seen.unread_things.empty(), name);
  }
  for (const auto& [name, bytes] : Files{{"a.zip", "junk" + one}, {"a.html.gz", packed + "junk"}})
    BOOST_TEST(seen_of(mail({{name, bytes}})).unread_things.size() == 1u, name);
  for (const auto& [name, bytes] :
       Files{{"a.zip", one}, {"a.html.gz", packed}, {"a.html.gz", packed + std::string(512, '\0')}})
    BOOST_TEST(seen_of(mail({{name, bytes}})).unread_things.empty(), name);
}

// A part of another update, or anything, behind the end of a PDF, and what stands before its
// beginning.
BOOST_AUTO_TEST_CASE(nothing_around_a_pdf_is_silent) {
  const std::string pdf = test::read_file(test::data_dir() / "documents/pdf/pdf-uri-plain.pdf");
  const std::size_t links = seen_of(mail({{"a.pdf", pdf}})).found().size();
  BOOST_TEST(links > 0u);
  for (const std::string& bytes : {pdf + page("http://h/rest"), page("http://h/rest") + "\n" + pdf,
                                   pdf + zip({{"x.html", page("http://h/rest")}})}) {
    const Seen seen = seen_of(mail({{"a.pdf", bytes}}));
    BOOST_TEST(seen.found().size() > links);
    BOOST_TEST(seen.count("http://h/rest") >= 1u);
    BOOST_TEST(seen.unread_things.empty());
  }
  BOOST_TEST(seen_of(mail({{"a.pdf", pdf + "9 0 obj<</URI(http://h/x)>>"}})).unread_things.size() ==
             1u);
  BOOST_TEST(seen_of(mail({{"a.pdf", pdf + std::string(100, '\0')}})).unread_things.empty());
}

// POSIX 1003.1, ustar: one file, and the two blocks of zeros that end an archive.
std::string tar(const std::string& name, const std::string& bytes) {
  const auto octal = [](std::uint64_t value, std::size_t digits) {
    std::string out(digits, '0');
    for (std::size_t i = digits; value > 0; value >>= 3)
      out[--i] = static_cast<char>('0' + (value & 7));
    return out;
  };
  std::string head = name + std::string(100 - name.size(), '\0') + "0000644\0"s + "0000000\0"s +
                     "0000000\0"s + octal(bytes.size(), 11) + "\0"s + octal(0, 11) + "\0"s +
                     std::string(8, ' ') + "0"s;
  head.resize(512, '\0');
  head.replace(257, 8, "ustar\00000"s);
  std::uint64_t sum = 0;
  for (const char c : head) sum += static_cast<unsigned char>(c);
  head.replace(148, 8, octal(sum, 6) + "\0 "s);
  return head + bytes + std::string((512 - bytes.size() % 512) % 512 + 1024, '\0');
}

BOOST_AUTO_TEST_CASE(tars_behind_one_another_are_one) {
  const std::string one = tar("a.html", page("http://h/a")),
                    two = tar("b.html", page("http://h/b"));
  for (const std::string& bytes : {one + two, one + std::string(8192, '\0') + two})
    for (const auto& [name, packed] : Files{{"a.tar", bytes}, {"a.tar.gz", gzip(bytes)}}) {
      const Seen seen = seen_of(mail({{name, packed}}));
      BOOST_TEST(seen.found() == (Lines{"2.1 http://h/a", "2.2 http://h/b"}),
                 boost::test_tools::per_element());
      BOOST_TEST(seen.unread_things.empty());
    }
  for (const std::string& bytes : {one, one + std::string(10'000, '\0')})
    BOOST_TEST(seen_of(mail({{"a.tar", bytes}})).unread_things.empty());
  // A head that was lost: what stood behind it is skipped.
  const Seen skipped = seen_of(mail({{"a.tar", one.substr(0, 1024) + two.substr(1) + two}}));
  BOOST_TEST(skipped.count("http://h/a") == 1u);
  BOOST_TEST(skipped.unread_things.size() == 1u);
  const Seen seen = seen_of(mail({{"a.tar", one + page("http://h/rest")}}));
  BOOST_TEST(seen.count("http://h/a") == 1u);
  BOOST_TEST(seen.unread_things.size() == 1u);
}

// Of archives that say where they end.
BOOST_AUTO_TEST_CASE(nothing_behind_the_end_of_an_archive_is_silent) {
  const auto data = test::data_dir() / "documents/archive";
  for (const char* name : {"7z-ppmd.7z", "iso-plain.iso"}) {
    const std::string bytes = test::read_file(data / name);
    const std::size_t unread = seen_of(mail({{name, bytes}})).unread_things.size();
    for (const std::string& zeros : {""s, std::string(4096, '\0')}) {
      const Seen seen = seen_of(mail({{name, bytes + zeros + page("http://h/rest")}}));
      BOOST_TEST(seen.count("http://h/rest") == 1u, name);
      BOOST_TEST(seen.unread_things.size() == unread, name);
    }
  }
  // A tree in UDF, of which only the mark is there.
  std::string iso = test::read_file(data / "iso-plain.iso");
  const std::size_t unread = seen_of(mail({{"a.iso", iso}})).unread_things.size();
  std::size_t sector = 17 * 2048;
  while (iso.substr(sector, 2048) != std::string(2048, '\0')) sector += 2048;
  iso.replace(sector, 7, "\0NSR02\1"s);
  const Seen seen = seen_of(mail({{"a.iso", iso}}));
  BOOST_TEST_REQUIRE(seen.unread_things.size() == unread + 1);
  BOOST_TEST(sector < (16 + 64) * 2048);
}

// Libraries give what comes out.
BOOST_AUTO_TEST_CASE(a_wrong_check_sum_of_gzip_is_told) {
  const std::string packed = gzip(page("http://h/a"));
  for (const std::size_t behind : {1, 4, 5, 8})
    for (const std::string& before : {""s, packed}) {
      std::string bytes = before + packed;
      bytes[bytes.size() - behind] = static_cast<char>(bytes[bytes.size() - behind] ^ 1);
      const Seen seen = seen_of(mail({{"a.html.gz", bytes}}));
      BOOST_TEST(seen.count("http://h/a") == (before.empty() ? 1u : 2u), behind);
      BOOST_TEST_REQUIRE(seen.unread_things.size() == 1u, behind);
      BOOST_TEST(seen.unread_things[0].why == "damaged");
    }
}

// The end of one that is stored in it is the last that is found then.
BOOST_AUTO_TEST_CASE(an_archive_that_is_cut_off_is_read_around_what_it_holds) {
  const std::string inner = zip({{"in.html", page("http://h/in")}});
  const std::string whole = zip({{"a.html", page("http://h/a")},
                                 {"in.zip", inner},
                                 {"b.html", page("http://h/b")},
                                 {"c.html", std::string(1000, ' ')}});
  const Seen seen = seen_of(mail({{"a.zip", whole.substr(0, whole.size() - 500)}}));
  for (const char* url : {"http://h/in", "http://h/a", "http://h/b"})
    BOOST_TEST(seen.count(url) == 1u, url);
  BOOST_TEST(!seen.unread_things.empty());
}

BOOST_AUTO_TEST_CASE(packed_zeros_hide_nothing) {
  const Seen seen =
      seen_of(mail({{"page.html.gz", gzip(std::string(1024, '\0') + page("http://h/a"))}}));
  BOOST_TEST(seen.found() == Lines{"2.1 http://h/a"});
  Limits limits;
  limits.document_bytes = 1000;
  check_limit(seen_of(mail({{"a.gz", gzip(std::string(100'000, '\0'))}}), limits));
}

BOOST_AUTO_TEST_CASE(what_comes_out_of_a_document_leaves_work_and_links_for_the_rest) {
  std::string text;
  for (int i = 0; i < 200'000; ++i) text += "http://h/a ";
  Limits limits;
  limits.links = 10'000;
  const Seen seen = seen_of(mail({{"a.gz", gzip(text)}}), limits);
  BOOST_TEST(seen.count("http://h/a") == 5'000u);
  BOOST_TEST(seen.has_note("limit-links"));
}

BOOST_AUTO_TEST_CASE(blanks_before_base64_hide_nothing) {
  std::string blanks;
  for (int i = 0; i < 20'000; ++i) blanks += "\r\n";
  const Seen seen = seen_of(mail({{"a.bin", zip({{"x.html", page("http://h/a")}})}}, blanks));
  BOOST_TEST(seen.found() == Lines{"2.1 http://h/a"});
}

// Office opens these by their content, whatever they are called; read as any XML they showed
// nothing.
BOOST_AUTO_TEST_CASE(documents_that_are_one_xml_file_are_opened) {
  const std::string workbook =
      "<?xml version=\"1.0\"?><?mso-application progid=\"Excel.Sheet\"?><Workbook "
      "xmlns=\"urn:schemas-microsoft-com:office:spreadsheet\" "
      "xmlns:ss=\"urn:schemas-microsoft-com:office:spreadsheet\"><Cell "
      "ss:HRef=\"https://h/cell\"><Data>x</Data></Cell></Workbook>";
  const Seen seen = seen_of(mail({{"a.xls", workbook},
                                  {"b.svg",
                                   "<svg xmlns=\"http://www.w3.org/2000/svg\"><a "
                                   "href=\"https://h/svg\"/></svg>"}}));
  BOOST_REQUIRE(seen.documents.size() == 1u);
  BOOST_TEST(seen.documents[0].format == "excel-xml");
  BOOST_TEST(seen.found() == (Lines{"2 https://h/cell", "3 https://h/svg"}));
}

BOOST_AUTO_TEST_CASE(a_text_that_begins_as_a_document_does_is_a_text) {
  for (const char* const text :
       {"070707 call http://h/a\r\n", "a file begins with %PDF-1.4 http://h/a\r\n"}) {
    const Seen seen = seen_of(mail({{"a.txt", text}}));
    BOOST_TEST(seen.found() == Lines{"2 http://h/a"});
    BOOST_TEST(seen.unread_things.empty());
  }
}

// The kinds of pictures are built where their libraries are.
BOOST_AUTO_TEST_CASE(pictures_end_and_tell_what_was_not_looked_at) {
  if (!open::Kinds::all().has(open::Kind::picture)) return;
  const auto bitmap = [](std::uint32_t width, std::uint32_t height) {
    const std::size_t stride = (width * 3 + 3) / 4 * 4;
    std::string out = "BM";
    put(out, 54 + stride * height, 4);
    put(out, 0, 4);
    put(out, 54, 4);
    put(out, 40, 4);
    put(out, width, 4);
    put(out, height, 4);
    put(out, 1, 2);
    put(out, 24, 2);
    put(out, 0, 8);
    return out + std::string(16, '\0') + std::string(stride * height, '\xFF');
  };
  for (const auto& [width, height] : {std::pair{1u, 1u}, {600u, 1u}, {1u, 600u}, {999u, 2u}})
    BOOST_TEST(seen_of(mail({{"a.bmp", bitmap(width, height)}})).unread_things.empty());
  // Frames of one pixel; the canvas is looked at for each.
  std::string gif = "GIF89a";
  put(gif, 100, 2);
  put(gif, 100, 2);
  gif += "\x80\0\0\0\0\0\xFF\xFF\xFF"s;
  for (int i = 0; i < 10'000; ++i) gif += ",\0\0\0\0\1\0\1\0\0\2\2\x4C\1\0"s;
  check_limit(seen_of(mail({{"a.gif", gif + ';'}})));
  // Directories of a TIFF: too many, and one that leads back to the first.
  const auto tiff = [](std::uint32_t pages, bool loops) {
    std::string out = "II*\0\x08\0\0\0"s;
    for (std::uint32_t page = 1; page <= pages; ++page) {
      constexpr std::uint32_t kFields[][2] = {{256, 1}, {257, 1}, {258, 8}, {259, 1}, {262, 1},
                                              {273, 0}, {277, 1}, {278, 1}, {279, 1}};
      put(out, std::size(kFields), 2);
      for (const auto& [tag, value] : kFields) {
        put(out, tag, 2);
        put(out, 4, 2);
        put(out, 1, 4);
        put(out, value, 4);
      }
      put(out, page < pages ? out.size() + 4 : loops ? 8 : 0, 4);
    }
    return out;
  };
  check_limit(seen_of(mail({{"a.tif", tiff(150, false)}})));
  const auto check_damaged = [](const std::string& name, const std::string& picture) {
    const Seen seen = seen_of(mail({{name, picture}}));
    BOOST_REQUIRE_EQUAL(seen.unread_things.size(), 1u);
    BOOST_TEST(seen.unread_things[0].why == "damaged", name);
  };
  check_damaged("a.tif", tiff(3, true));
  // A head so long that its colours would stand behind the end; the lower 32 bits of that place are
  // the beginning of the file.
  std::string colours = "BM";
  for (const std::uint32_t value : {72u, 0u, 62u, 0xFFFFFFF2u, 1u, 1u}) put(colours, value, 4);
  put(colours, 1, 2);
  put(colours, 1, 2);
  check_damaged("a.bmp", colours + std::string(42, '\0'));
}

BOOST_AUTO_TEST_SUITE_END()
