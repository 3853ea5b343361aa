// SPDX-License-Identifier: MIT
//
// Records of web archives (ISO 28500:2017), and answers of HTTP in them; hostile ones, too.
#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <ostream>
#include <string>
#include <string_view>

#include "archive/memory_stream.h"
#include "archive/warc/http.h"
#include "archive/warc/reader.h"
#include "archive/warc/record.h"
#include "text/files/compress.h"

using namespace basewalk;
using namespace std::string_literals;
namespace data = boost::unit_test::data;

namespace {

std::string record(const std::string& block, const std::string& fields = {},
                   std::size_t length = 0) {
  return "WARC/1.1\r\nWARC-Type: resource\r\nWARC-Target-URI: http://h.test/" + block + "\r\n" +
         fields + "Content-Length: " + std::to_string(length == 0 ? block.size() : length) +
         "\r\n\r\n" + block + "\r\n\r\n";
}

std::string packed(std::string_view bytes) {
  std::string out;
  BOOST_REQUIRE_EQUAL(text::append_compressed(out, bytes, text::Compression::gzip), "");
  return out;
}

// "block@place ...; place: trouble, ..."
std::string read_all(std::string_view bytes) {
  test::MemoryStream file(bytes);
  archive::WarcReader reader(file);
  std::string out;
  std::vector<archive::WarcReader::Found> all;
  while (const auto found = reader.next()) all.push_back(*found);
  for (const archive::WarcReader::Found& found : all) {
    const Result<std::string> block = reader.block(found.at, 1000);
    out += (out.empty() ? "" : " ") + (block ? *block : "(" + block.error().detail + ")") + "@" +
           std::to_string(found.at);
  }
  if (reader.shares_members()) out += " shares members";
  for (const archive::WarcTrouble& trouble : reader.troubles())
    out += "; " + std::to_string(trouble.at) + ": " + trouble.what;
  return out;
}

struct Row {
  std::string_view name;
  std::string bytes, wanted;
  friend std::ostream& operator<<(std::ostream& out, const Row& row) { return out << row.name; }
};

const std::string kA = record("a"), kB = record("bb");
const std::string kLate = std::to_string(kA.size());

const Row kFiles[] = {
    {"empty", "", ""},
    {"one", kA, "a@0"},
    {"two", kA + kB, "a@0 bb@" + kLate},
    {"line ends before", "\r\n\n" + kA, "a@3"},
    {"no line ends behind", kA.substr(0, kA.size() - 4) + kB,
     "a@0 bb@" + std::to_string(kA.size() - 4)},
    {"LF alone", "WARC/1.0\nWARC-Type: resource\nContent-Length: 1\n\nx\n\n" + kA, "x@0 a@51"},
    {"junk before", "junk\n" + kA, "a@5; 0: no record begins here"},
    {"no records at all", "junk", "; 0: no record begins here"},
    {"a length that is too long", record("a", {}, 8) + kB,
     "bb@" + kLate + "; 0: a record whose Content-Length does not lead to the next one"},
    {"a length that is too short", record("aaaaaa", {}, 1) + kB,
     "bb@" + std::to_string(record("aaaaaa", {}, 1).size()) +
         "; 0: a record whose Content-Length does not lead to the next one"},
    {"a length behind the end", record("a", {}, 99999) + kB,
     "bb@" + std::to_string(record("a", {}, 99999).size()) +
         "; 0: a record that is cut off, or says that it is longer than it is"},
    {"a length that no number holds",
     "WARC/1.1\r\nContent-Length: 99999999999999999999\r\n\r\n" + kA,
     "a@50; 0: its Content-Length is no number"},
    {"a negative length", "WARC/1.1\r\nContent-Length: -1\r\n\r\n" + kA,
     "a@32; 0: its Content-Length is no number"},
    {"no length", "WARC/1.1\r\nA: b\r\n\r\n" + kA, "a@18; 0: its Content-Length is no number"},
    {"two lengths", record("a", "Content-Length: 2\r\n") + kB,
     "bb@" + std::to_string(record("a", "Content-Length: 2\r\n").size()) +
         "; 0: it has two lengths"},
    {"the same length twice", record("a", "Content-Length: 1\r\n"), "a@0"},
    {"two types", record("a", "WARC-Type: response\r\n"), "; 0: it has two types"},
    {"a line that is no field", "WARC/1.1\r\nno field\r\n\r\n" + kA,
     "a@22; 0: a line of its header is no field"},
    {"a header in a header", "WARC/1.1\r\nA: b\r\n" + kA,
     "a@16; 0: a line of its header is no field"},
    {"a header without an end", "WARC/1.1\r\nA: b\r\n", "; 0: its header has no end"},
    {"a header that is too long", "WARC/1.1\r\nA: " + std::string(70000, 'a') + "\r\n\r\n" + kA,
     "a@70017; 0: its header has no end"},
    {"a record in a record",
     "WARC/1.1\r\nContent-Length: " + std::to_string(kA.size()) + "\r\n\r\n" + kA + kB,
     kA + "@0 bb@" + std::to_string(kA.size() + 32 + (kA.size() > 99 ? 1 : 0))},
    {"members", packed(kA) + packed(kB), "a@0 bb@" + std::to_string(packed(kA).size())},
    {"one member", packed(kA + kB), " shares members"},
    {"junk between members", packed(kA) + "junk" + packed(kB),
     "a@0 bb@" + std::to_string(packed(kA).size() + 4) + "; " + std::to_string(packed(kA).size()) +
         ": no member of gzip begins here"},
    {"a member that is cut off", packed(kA) + packed(kB).substr(0, 30),
     "a@0; " + std::to_string(packed(kA).size()) +
         ": a member of gzip that is damaged: it is cut off"},
    {"a member that is no record", packed("junk") + packed(kB),
     "bb@" + std::to_string(packed("junk").size()) + "; 0: no record begins here"},
    {"a packed length that is too long", packed(record("a", {}, 999)) + packed(kB),
     "bb@" + std::to_string(packed(record("a", {}, 999)).size()) +
         "; 0: a record that is shorter than it says"},
    {"a packed length that is too short", packed(record("aaaaaaa", {}, 1)) + packed(kB),
     "bb@" + std::to_string(packed(record("aaaaaaa", {}, 1)).size()) +
         "; 0: a record whose Content-Length does not lead to its end"},
};

struct HeaderRow {
  std::string_view fields, wanted;
  friend std::ostream& operator<<(std::ostream& out, const HeaderRow& row) {
    return out << row.fields;
  }
};

// "type url date media-type digest refers-to"
constexpr HeaderRow kHeaders[] = {
    {"WARC-Type: response\r\n", "0 - - - - -"},
    {"warc-type: RESOURCE\r\n", "1 - - - - -"},
    {"WARC-Type: conversion\r\n", "3 - - - - -"},
    {"WARC-Type: revisit\r\nWARC-Refers-To-Target-URI: <http://h/>\r\n", "2 - - - - http://h/"},
    {"WARC-Target-URI: <http://h/a>\r\n", "3 http://h/a - - - -"},
    {"WARC-Target-URI: http://h/a\r\nWARC-Target-URI: http://h/b\r\n", "3 - - - - -"},
    {"WARC-Target-URI:\thttp://h/a \r\n", "3 http://h/a - - - -"},
    {"WARC-Target-URI: http://h/\r\n a\r\n", "3 http://h/ a - - - -"},
    {"WARC-Date: 1970-01-01T00:01:00Z\r\n", "3 - 60 - - -"},
    {"Content-Type: text/html; charset=x\r\n", "3 - - text/html; charset=x - -"},
    {"WARC-Payload-Digest: SHA1:ABC\r\n", "3 - - - sha1:ABC -"},
    {"WARC-Payload-Digest: ABC\r\n", "3 - - - - -"},
    {"WARC-Truncated: length\r\n", "3 - - - - - partial"},
    {"WARC-Segment-Number: 1\r\n", "3 - - - - - partial"},
};

struct DateRow {
  std::string_view text;
  std::int64_t wanted;  // -1: none
  friend std::ostream& operator<<(std::ostream& out, const DateRow& row) { return out << row.text; }
};

constexpr DateRow kDates[] = {
    {"1970-01-01T00:00:00Z", 0},
    {"2026-11-23T10:00:00Z", 1795428000},
    {"2026-11-23T10:00:00.5Z", 1795428000},
    {"2026-11-23", 1795392000},
    {"2026", 1767225600},
    {"2000-02-29T23:59:60Z", 951868800},
    {"1999-02-29T00:00:00Z", -1},
    {"2026-13-01T00:00:00Z", -1},
    {"2026-11-23T24:00:00Z", -1},
    {"", -1},
    {"yesterday", -1},
    {"2026-11-23T10:00:00+01:00", -1},
};

struct HttpRow {
  std::string_view name;
  std::string block, wanted;
  friend std::ostream& operator<<(std::ostream& out, const HttpRow& row) { return out << row.name; }
};

const std::string kOk = "HTTP/1.1 200 OK\r\n";
const HttpRow kAnswers[] = {
    {"plain", kOk + "Content-Type: text/html\r\n\r\nx", "200 text/html x"},
    {"LF alone", "HTTP/1.0 404 Gone\nContent-Type: a/b\n\nx", "404 a/b x"},
    {"HTTP/2", "HTTP/2 200\r\n\r\nx", "200  x"},
    {"no answer", "GET / HTTP/1.1\r\n\r\nx", "http"},
    {"no end", kOk + "Content-Type: a/b\r\n", "http"},
    {"no status", "HTTP/1.1 OK\r\n\r\n", "http"},
    {"the last type counts", kOk + "Content-Type: a/b\r\nContent-Type: c/d\r\n\r\nx", "200 c/d x"},
    {"a folded type", kOk + "Content-Type: a/b;\r\n charset=x\r\n\r\nx", "200 a/b; charset=x x"},
    {"a line that is no field", kOk + "junk\r\nContent-Type: a/b\r\n\r\nx", "200 a/b x"},
    {"chunks", kOk + "Transfer-Encoding: chunked\r\n\r\n1;a=b\r\nx\r\n2\r\nyz\r\n0\r\n\r\n",
     "200  xyz"},
    {"chunks that were taken off", kOk + "Transfer-Encoding: chunked\r\n\r\nxyz\n", "200  xyz\n"},
    {"a chunk that is cut off", kOk + "Transfer-Encoding: chunked\r\n\r\n1\r\nx\r\n9\r\ny",
     "damaged"},
    {"a chunk without a size", kOk + "Transfer-Encoding: chunked\r\n\r\n1\r\nx\r\nz\r\n",
     "damaged"},
    {"a chunk that 32 bits take for one byte",
     kOk + "Transfer-Encoding: chunked\r\n\r\n1\r\nx\r\n100000001\r\ny\r\n0\r\n\r\n", "damaged"},
    {"a chunk of all there is",
     kOk + "Transfer-Encoding: chunked\r\n\r\n1\r\nx\r\nffffffffffffffffffff\r\n", "damaged"},
    {"gzip", kOk + "Content-Encoding: gzip\r\n\r\n" + packed("xyz"), "200  xyz"},
    {"gzip of gzip", kOk + "Content-Encoding: gzip, x-gzip\r\n\r\n" + packed(packed("xyz")),
     "200  xyz"},
    {"codings in two fields",
     kOk + "Content-Encoding: gzip\r\nContent-Encoding: gzip\r\n\r\n" + packed(packed("xyz")),
     "200  xyz"},
    {"gzip that was taken off", kOk + "Content-Encoding: gzip\r\n\r\nxyz", "200  xyz"},
    {"gzip that is cut off", kOk + "Content-Encoding: gzip\r\n\r\n" + packed("xyz").substr(0, 12),
     "damaged"},
    {"gzip that is too long",
     kOk + "Content-Encoding: gzip\r\n\r\n" + packed(std::string(5000, 'x')), "limit-bytes"},
    {"zlib", kOk + "Content-Encoding: deflate\r\n\r\n\x78\x9C\xAB\xA8\xAC\x02\x00\x02\xD0\x01\x6C"s,
     "200  xyz"},
    {"deflate alone", kOk + "Content-Encoding: deflate\r\n\r\n\xAB\xA8\xAC\x02\x00"s, "200  xyz"},
    {"brotli", kOk + "Content-Encoding: br\r\n\r\nxyz", "coding"},
    {"many codings",
     kOk + "Content-Encoding: identity,identity,identity,identity,identity\r\n\r\nx", "coding"},
};

}  // namespace

BOOST_DATA_TEST_CASE(records_are_found, data::make(kFiles), row) {
  BOOST_TEST(read_all(row.bytes) == row.wanted);
}

BOOST_DATA_TEST_CASE(headers_are_read, data::make(kHeaders), row) {
  std::string why;
  const auto header = archive::read_warc_header(
      "WARC/1.1\r\nContent-Length: 0\r\n" + std::string(row.fields) + "\r\n", why);
  BOOST_REQUIRE_MESSAGE(header, why);
  std::string got = std::to_string(static_cast<int>(header->type));
  const auto add = [&](const std::string& text) { got += " " + (text.empty() ? "-" : text); };
  add(header->url);
  add(header->date ? std::to_string(*header->date) : "");
  add(header->media_type);
  add(header->payload_digest);
  add(header->refers_to_url);
  if (header->partial) add("partial");
  BOOST_TEST(got == row.wanted);
}

BOOST_DATA_TEST_CASE(dates_are_read, data::make(kDates), row) {
  BOOST_TEST(archive::read_warc_date(row.text).value_or(-1) == row.wanted);
}

BOOST_DATA_TEST_CASE(answers_are_read, data::make(kAnswers), row) {
  const Result<archive::HttpAnswer> answer = archive::read_http_head(row.block);
  std::string got;
  if (!answer) {
    got = answer.error().code;
  } else {
    const Result<std::string> payload = archive::http_payload(row.block, *answer, 1000);
    got = payload ? std::to_string(answer->status) + " " + answer->media_type + " " + *payload
                  : payload.error().code;
  }
  BOOST_TEST(got == row.wanted);
}

// Each byte is handed out a few times, whatever the lengths say.
BOOST_AUTO_TEST_CASE(damage_is_gone_over_in_linear_time) {
  std::string lies;
  for (int i = 0; i < 20000; ++i) lies += "WARC/1.1\r\nContent-Length: 5\r\n\r\n";
  std::string unended;
  for (int i = 0; i < 20000; ++i) unended += "WARC/1.1\r\nA: b\r\n";
  for (const std::string& bytes : {lies, unended}) {
    test::MemoryStream file(bytes);
    archive::WarcReader reader(file);
    while (reader.next()) {
    }
    BOOST_TEST(reader.trouble_count() > 10000U);
    BOOST_TEST(reader.troubles().size() == 1000U);
    BOOST_TEST(file.handed_out() < 3 * bytes.size() + (std::size_t{1} << 20));
  }
}

// Of what is packed a damage may have to be looked at again: there is an end to that.
BOOST_AUTO_TEST_CASE(many_damaged_members_are_given_up) {
  std::string bytes = packed(kA);
  for (int i = 0; i < 3000; ++i) bytes += "\x1F\x8B\x08\0\0\0\0\0\0\x03\xFF\xFF"s;
  bytes += packed(kB);
  test::MemoryStream file(bytes);
  archive::WarcReader reader(file);
  std::size_t count = 0;
  while (reader.next()) ++count;
  BOOST_TEST(count == 1U);
  BOOST_TEST(reader.trouble_count() == 1002U);
}

BOOST_AUTO_TEST_CASE(a_block_is_read_as_far_as_it_is_wanted) {
  const std::string bytes = record(std::string(500, 'x'));
  test::MemoryStream file(bytes);
  archive::WarcReader reader(file);
  const auto found = reader.next();
  BOOST_REQUIRE(found);
  BOOST_TEST(*reader.block(found->at, 10) == std::string(10, 'x'));
  BOOST_TEST(!reader.block(found->at + 1, 10).has_value());
}
