// SPDX-License-Identifier: MIT
//
// Messages with documents and pictures, opened by the worker that BASEWALK_WORKER names: what is
// found, where it lies, and that what is behind a limit is told once, and hides nothing else.
#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <cstdlib>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>

#include "support/files.h"
#include "walk/documents.h"
#include "worker/documents/pdf/made_pdf.h"

using namespace basewalk;
using namespace basewalk::test;

BOOST_AUTO_TEST_SUITE(documents)

// One that goes on behind where it ends for others is another document (libetpan).
BOOST_AUTO_TEST_CASE(a_document_is_opened_as_long_as_somebody_has_it) {
  const Seen seen = seen_of(
      "Content-Type: multipart/mixed; boundary=a\n\n--a\n\nhttp://h/first\n--a\n"
      "Content-Type: multipart/mixed; boundary=b\n\n--b\n"
      "Content-Type: application/rtf\n\n{\\rtf1 x\n--b--\n{\\field{\\*\\fldinst HYPERLINK "
      "\"\\'68ttp\\'3a\\'2f\\'2fh/\"}{\\fldrslt y}}}\n--b\n\nz\n--b--\n"
      "--a\n\nhttp://h/last\n--a--\n");
  BOOST_TEST(seen.found() == (Lines{"2.1 http://h/"}), boost::test_tools::per_element());
  BOOST_TEST(seen.documents.size() == 2u);
}

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

// Each document around a message, and each part that holds one, is a step of Limits::depth.
BOOST_AUTO_TEST_CASE(parts_in_documents_lie_as_deep_as_these) {
  const auto least_depth = [](const std::string& bytes) {
    Limits limits;
    for (limits.depth = 1; limits.depth < 20; ++limits.depth) {
      WalkOptions options;
      options.limits = limits;
      options.open = open::Kinds::all();
      Seen seen;
      walk(read_message(bytes, limits), options, seen);
      if (!seen.has_note("limit-depth")) break;
    }
    return limits.depth;
  };
  const std::string inner = mail({{"x.html", page("http://h/a")}});
  const std::size_t once = least_depth(mail({{"a.zip", zip({{"in.eml", inner}})}}));
  const std::size_t twice =
      least_depth(mail({{"a.zip", zip({{"b.zip", zip({{"in.eml", inner}})}})}}));
  BOOST_TEST(least_depth(inner) < once);
  BOOST_TEST(twice == once + 1);
}

// What was seen before is counted for those of a message in a document.
BOOST_AUTO_TEST_CASE(parts_in_documents_are_counted_with_all_others) {
  const std::string inner = mail({{"1.html", page("http://h/a")}, {"2.html", page("http://h/b")}});
  for (std::size_t most = 1; most < 14; ++most) {
    WalkOptions options;
    options.limits.parts = most;
    options.open = open::Kinds::all();
    const std::string message = mail({{"a.zip", zip({{"in.eml", inner}, {"in2.eml", inner}})}});
    Seen seen;
    const WalkSummary summary = walk(read_message(message, options.limits), options, seen);
    // The part behind the archive was found before that was opened.
    BOOST_TEST(summary.parts <= most + 1);
    BOOST_TEST(seen.parts.size() == summary.parts);
    // Four around, and in each of the two messages five.
    BOOST_TEST(seen.has_note("limit-parts") == (most < 14), most);
  }
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

// What is attached to a calendar, folded or not; a text in it is searched where it stands.
BOOST_AUTO_TEST_CASE(files_in_calendars_and_cards_are_opened) {
  const auto message = [](const std::string& type, const std::string& lines) {
    return text_with("text/plain", "--B\r\nContent-Type: " + type + "\r\n\r\n" + lines);
  };
  const std::string file = base64(zip({{"x.html", page("http://h/a")}}));
  const std::string folded = file.substr(0, 40) + "\r\n " + file.substr(40);
  const std::string text = base64(page("http://h/b"));
  for (const char* type : {"text/calendar", "application/ics", "text/vcard", "text/x-vcard"})
    for (const std::string& bytes : {file, folded}) {
      const Seen seen = seen_of(
          message(type, "ATTACH;ENCODING=BASE64;VALUE=BINARY;X-FILENAME=\"a.dat\":" + bytes +
                            "\r\nPHOTO;ENCODING=b;FMTTYPE=text/html:" + text));
      BOOST_TEST(seen.found() == (Lines{"2 http://h/b", "2.1.1 http://h/a"}), type);
      BOOST_TEST(seen.unread_things.empty(), type);
    }
  // What nothing opens is told.
  const std::string unknown = "PHOTO;ENCODING=b:" + base64("unknown\1\0\2"s);
  BOOST_TEST(seen_of(message("text/vcard", unknown)).unread_things.size() == 1u);
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

// Telephones put a scheme before what has none.
BOOST_AUTO_TEST_CASE(a_code_leads_where_telephones_go) {
  const auto file = [](const char* name) {
    return test::read_file(test::data_dir() / "documents/picture" / name);
  };
  const Seen seen =
      seen_of(mail({{"a.png", file("qr-no-scheme.png")}, {"b.png", file("qr-card.png")}}));
  BOOST_REQUIRE_EQUAL(seen.found().size(), 2u);
  BOOST_TEST(seen.found()[0] == "2 http://h.example/x?y=1");
  BOOST_TEST(seen.count("h.example/x") == 1u);
  for (const SeenLink& link : seen.links)
    if (link.raw == "h.example/x") BOOST_TEST(link.clicked == "http://h.example/x");
}

BOOST_AUTO_TEST_CASE(a_code_that_a_pdf_draws_is_found) {
  const std::string code = test::read_file(test::data_dir() / "documents/drawn/code.txt");
  std::string content = "2 0 0 2 100 500 cm ";
  std::size_t x = 0, y = 0;
  for (const char c : code) {
    if (c == '#') content += std::to_string(x) + " -" + std::to_string(y) + " 1 1 re f ";
    ++x;
    if (c == '\n') x = 0, ++y;
  }
  const Seen seen = seen_of(mail({{"a.pdf", worker::made_text(content)}}));
  BOOST_TEST(seen.count("https://drawn.example/a?b=1") == 1u);
  BOOST_TEST(seen.unread_things.empty());
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

BOOST_AUTO_TEST_CASE(what_comes_out_of_a_document_leaves_work_and_links_for_the_rest) {
  std::string text;
  for (int i = 0; i < 200'000; ++i) text += "http://h/a ";
  Limits limits;
  limits.links = 10'000;
  const Seen seen = seen_of(mail({{"a.gz", gzip(text)}}), limits);
  BOOST_TEST(seen.count("http://h/a") == 5'000u);
  BOOST_TEST(seen.has_note("limit-links"));
  // What they lead to is bounded by the size of the mail, which a packed text is not.
  const Seen all = seen_of(mail({{"a.gz", gzip(text)}}));
  BOOST_TEST(all.has_note("limit-output"));
  const auto omitted = [&](const SeenLink& link) { return link.url != link.raw; };
  BOOST_TEST(std::any_of(all.links.begin(), all.links.end(), omitted));
  BOOST_TEST(all.links.back().url == "http://h/last");
}

BOOST_AUTO_TEST_CASE(blanks_before_base64_hide_nothing) {
  std::string blanks;
  for (int i = 0; i < 20'000; ++i) blanks += "\r\n";
  const Seen seen = seen_of(mail({{"a.bin", zip({{"x.html", page("http://h/a")}})}}, blanks));
  BOOST_TEST(seen.found() == Lines{"2.1 http://h/a"});
}

// The words of the mail that holds it: of its subject, of texts and pages, and of names of files.
BOOST_AUTO_TEST_CASE(a_word_of_the_mail_opens_a_document) {
  const std::string file = test::read_file(test::data_dir() / "documents/pdf/pdf-password.pdf");
  const std::string around = mail({{"a.pdf", file}});
  const auto with_part = [&](const std::string& header, const std::string& text) {
    std::string all = around;
    return all.insert(all.find("--B\r\n"), "--B\r\n" + header + "\r\n\r\n" + text + "\r\n");
  };
  const std::pair<std::string, std::string> rows[] = {
      {"Subject: it is secret\r\n" + around, "word of the subject"},
      {with_part("Content-Type: text/plain", "it is secret now"), "word of the body"},
      {with_part("Content-Type: text/html", "<p>it is <b>secret</b></p>"), "word of the body"},
      {with_part("Content-Type: text/plain\r\nContent-Transfer-Encoding: base64", base64("secret")),
       "word of the body"},
      {with_part("Content-Type: text/plain; name=secret", "x"), "word of a file name"},
      {with_part("Content-Type: text/csv", "secret"), ""},
  };
  for (const auto& [message, opened_with] : rows) {
    const Seen seen = seen_of(message);
    BOOST_REQUIRE_EQUAL(seen.documents.size(), 1u);
    BOOST_TEST(seen.documents[0].opened_with == opened_with, message.substr(0, 300));
    BOOST_TEST(seen.unread_texts.empty() == !opened_with.empty(), message.substr(0, 300));
  }
}

// As Chromium and Acrobat have it.
BOOST_AUTO_TEST_CASE(two_dots_make_a_host_in_a_pdf) {
  constexpr std::pair<const char*, const char*> kRows[] = {
      {"a.b.example/x?y#z", "http://a.b.example/x?y#z"},
      {"a.b.example", "http://a.b.example"},
      {"a.b.example:80/x", "http://a.b.example:80/x"},
      {"www.example/x", "http://www.example/x"},
      {"b\u00FC.b.example/x", "http://b\u00FC.b.example/x"},
      {"a+.b.example/x", ""},
      {"b.example/x", ""},
      {"b.example/x.y.z", ""},
      {"../a.b.example", ""},
      {"/a.b.example/x", ""},
      {"Section 1.2.3", ""},
      {"tel:1.2.3", "tel:1.2.3"},
  };
  for (const auto& [raw, url] : kRows) {
    const std::string action = std::string("/A << /S /URI /URI (") + raw + ") >>";
    const Seen seen = seen_of(mail({{"a.pdf", worker::made_page("", action)}}));
    BOOST_TEST(seen.found() == Lines{std::string("2 ") + url}, raw);
    // The base of the mail no viewer knows; that of the document they put before it.
    const bool is_host = std::string_view(url).starts_with("http:");
    const bool is_absolute = std::string_view(raw).find(':') != std::string_view::npos;
    const Seen around =
        seen_of("Base: http://h/\n" + mail({{"a.pdf", worker::made_page("", action)}}));
    BOOST_TEST_REQUIRE(around.found().size() == 1u);
    BOOST_TEST(around.found()[0].starts_with("2 http://h/") == (!is_host && !is_absolute), raw);
    const std::string base = "/URI << /Base (http://c.example/) >>";
    const Seen own = seen_of(mail({{"a.pdf", worker::made_page(base, action)}}));
    BOOST_TEST_REQUIRE(own.found().size() == 1u);
    BOOST_TEST(own.found()[0].starts_with("2 http://c.example/") == !is_absolute, raw);
    if (is_absolute) BOOST_TEST(own.found()[0] == std::string("2 ") + url);
  }
}

// Office opens these by their content, whatever they are called; what is in an attribute is told as
// that of any XML, and as what it is.
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
  BOOST_TEST(seen.found() == (Lines{"2 https://h/cell", "2 https://h/cell", "3 https://h/svg"}));
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

// Programs that show a picture stop where it ends.
BOOST_AUTO_TEST_CASE(what_stands_behind_a_picture_is_read) {
  const auto data = test::data_dir() / "documents/picture";
  const std::string archive = zip({{"x.html", page("http://h/x")}});
  for (const char* name : {"qr-plain.gif", "qr-anim.gif", "qr-plain.jpg", "qr-cmyk.jpg",
                           "qr-plain.webp", "qr-16bit-gray.png", "qr-plain.tiff"}) {
    const std::string bytes = test::read_file(data / name);
    const std::size_t found = seen_of(mail({{name, bytes}})).found().size();
    for (const std::string& zeros : {""s, std::string(64, '\0')}) {
      const Seen plain = seen_of(mail({{name, bytes + zeros}}));
      BOOST_TEST(plain.found().size() == found, name);
      BOOST_TEST(plain.unread_things.empty(), name);
      const Seen seen = seen_of(mail({{name, bytes + zeros + archive}}));
      BOOST_TEST(seen.found().size() == found + 1, name);
      BOOST_TEST(seen.count("http://h/x") == 1u, name);
    }
    // Behind a PNG that is shown without its end.
    if (std::string_view(name).ends_with(".png"))
      BOOST_TEST(seen_of(mail({{name, bytes.substr(0, bytes.size() - 12) + archive}}))
                     .count("http://h/x") == 1u);
    // Records of whoever made it: a text, where it looks like nothing else.
    for (const std::string& records : {"what is http://h/x?"s, "\0\1\2 http://h/x\0SEFT"s}) {
      const Seen seen = seen_of(mail({{name, bytes + records}}));
      BOOST_TEST(seen.count("http://h/x") == 1u, name);
      BOOST_TEST((seen.summary.verdict() == Verdict::clear), name);
    }
    BOOST_TEST(seen_of(mail({{name, bytes + "<p><a href=http://h/x>"}})).count("http://h/x") == 1u);
    const std::string film = "\0\0\0\x14"s + "ftypmp42, and a film";
    BOOST_TEST((seen_of(mail({{name, bytes + film}})).summary.verdict() == Verdict::clear), name);
  }
}

namespace {

// The smallest GIF, with a comment in it.
std::string gif(const std::string& comment) {
  std::string out("GIF89a\1\0\1\0\x80\0\0\0\0\0\xFF\xFF\xFF", 19);
  for (std::size_t at = 0; at < comment.size(); at += 255) {
    const std::string piece = comment.substr(at, 255);
    if (at == 0) out.append("\x21\xFE", 2);
    out += static_cast<char>(piece.size());
    out += piece;
  }
  if (!comment.empty()) out += '\0';
  return out + std::string("\x2C\0\0\0\0\1\0\1\0\0\2\2\x44\1\0;", 16);
}

std::string all_unread(const std::string& name, const std::string& bytes) {
  const Seen seen = seen_of(mail({{name, bytes}}));
  std::string told;
  for (const SeenUnread& each : seen.unread_things)
    told += (told.empty() ? "" : "; ") + each.why + ' ' + each.file_name;
  return told;
}

}  // namespace

// By how it begins it is a document, and by its name it is run.
BOOST_AUTO_TEST_CASE(a_program_that_begins_as_a_document_is_told) {
  BOOST_TEST(all_unread("a.gif", gif("\r\ncalc\r\n")) == "");
  for (const std::string name : {"a.bat", "a.JS", "a.vbs. ", "a.ps1"})
    BOOST_TEST(all_unread(name, gif("\r\ncalc\r\n")) == "no-opener " + name);
  BOOST_TEST(all_unread("a.cmd", "{\\rtf1\r\ncalc\r\n}") == "no-opener a.cmd");
}

// What begins as one document and is called another is both.
BOOST_AUTO_TEST_CASE(a_document_within_another_is_opened_by_its_name) {
  const std::string begin = gif({});
  const std::string inner = zip({{"x.html", page("http://h/a")}}, begin.size());
  // All of it in the comment of a picture that ends behind it.
  std::string head("GIF89a\1\0\1\0\x80\0\0\0\0\0\xFF\xFF\xFF\x21\xFE", 21);
  const std::string archive = zip({{"x.html", page("http://h/a")}}, head.size() + 1);
  BOOST_REQUIRE(archive.size() < 256u);
  head += static_cast<char>(archive.size());
  const std::string both =
      head + archive + std::string("\0\x2C\0\0\0\0\1\0\1\0\0\2\2\x44\1\0;", 17);
  BOOST_TEST(seen_of(mail({{"a.zip", both}})).found() == Lines{"2.1 http://h/a"});
  BOOST_TEST(seen_of(mail({{"a.gif", both}})).found() == Lines{});
  // The parts of both have numbers of their own.
  BOOST_TEST(seen_of(mail({{"a.zip", begin + inner}})).count("http://h/a") > 0u);
  BOOST_TEST(all_unread("a.vhd", begin + std::string(600, '\0') + "conectix" +
                                     std::string(504, '\0')) == "no-opener a.vhd");
}

BOOST_AUTO_TEST_SUITE_END()
