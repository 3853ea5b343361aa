// SPDX-License-Identifier: MIT
//
// Messages with documents for the tests, the archives they are made of, and what is seen of them
// through the worker that BASEWALK_WORKER names.
#ifndef BASEWALK_TESTS_WALK_DOCUMENTS_H_
#define BASEWALK_TESTS_WALK_DOCUMENTS_H_

#include <zlib.h>

#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "text/base64.h"
#include "walk/collect.h"
#include "worker/documents/deflated.h"

namespace basewalk::test {

using namespace std::string_literals;

using Files = std::vector<std::pair<std::string, std::string>>;

inline void put(std::string& out, std::uint64_t value, int bytes) {
  for (; bytes > 0; --bytes, value >>= 8) out += static_cast<char>(value & 0xFF);
}

// A ZIP of files that are not packed (APPNOTE 4.3); its offsets count from `shift` before it.
inline std::string zip(const Files& files, std::size_t shift = 0) {
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

inline std::string gzip(const std::string& bytes) { return packed(bytes, MAX_WBITS + 16); }

inline std::string page(const std::string& url) { return "<a href=\"" + url + "\">x</a>"; }

inline std::string base64(const std::string& bytes) {
  std::string out;
  text::append_base64(out, bytes);
  return out;
}

// A text, the documents, and a text.
inline std::string mail(const Files& documents, const std::string& more = {}) {
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

class Seen : public Collect {
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
    for (const SeenLink& link : links)
      if (link.raw != "http://h/first" && link.raw != "http://h/last")
        lines.push_back(link.part + ' ' + link.url);
    return lines;
  }
  std::size_t count(std::string_view raw) const {
    std::size_t n = 0;
    for (const SeenLink& link : links) n += link.raw == raw ? 1u : 0u;
    return n;
  }
};

inline Seen seen_of(const std::string& message, Limits limits = {},
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
inline void check_limit(const Seen& seen) {
  BOOST_REQUIRE_EQUAL(seen.unread_things.size(), 1u);
  BOOST_TEST(seen.unread_things[0].why == "limit-documents");
  BOOST_REQUIRE_EQUAL(seen.notes.size(), 1u);
  BOOST_TEST(seen.notes[0].code == "limit-documents");
  BOOST_TEST((seen.summary.verdict() == Verdict::unread));
}

using Lines = std::vector<std::string>;

}  // namespace basewalk::test

#endif  // BASEWALK_TESTS_WALK_DOCUMENTS_H_
