// SPDX-License-Identifier: MIT
//
// .msg files and winmail.dat: the message that is made of them, and what is told where they are
// damaged.
#include "worker/documents/outlook/outlook.h"

#include <boost/test/unit_test.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "basewalk/basewalk.h"
#include "support/files.h"
#include "support/many.h"
#include "support/skip.h"
#include "text/base64.h"
#include "worker/documents/ole/made_cfb.h"
#include "worker/documents/recorded.h"

using namespace basewalk;
using namespace std::string_literals;
using test::little;
using worker::Lack;
using worker::Recorded;

namespace {

std::filesystem::path folder() { return test::data_dir() / "documents" / "outlook"; }

Recorded opened(std::string_view bytes, std::string_view name) {
  const test::ExactCopy copy(bytes);
  Recorded told;
  const worker::Document document{copy.view(), name};
  if (bytes.starts_with("\xD0\xCF"))
    worker::open_cfb(document, told);
  else
    worker::open_tnef(document, told);
  BOOST_TEST(!told.is_open());
  return told;
}

Recorded opened(const std::string& name) { return opened(test::read_file(folder() / name), name); }

// The bodies of all parts that are in base64.
std::vector<std::string> bodies(std::string_view message) {
  constexpr std::string_view kMark = "Content-Transfer-Encoding: base64\r\n\r\n";
  std::vector<std::string> found;
  for (std::size_t at = 0; (at = message.find(kMark, at)) != message.npos;) {
    at += kMark.size();
    std::string bytes;
    text::append_base64_decoded(
        bytes, message.substr(at, std::min(message.find("\r\n--", at), message.size()) - at));
    found.push_back(std::move(bytes));
  }
  return found;
}

bool is_found(const Recorded& told, const test::Row& row) {
  for (const Recorded::Part& part : told.parts) {
    for (const OwnedLink& link : links_of(part.bytes))
      if (link.url == row[4]) return true;
    // In parts that other openers read.
    if (row[3].empty())
      for (const std::string& body : bodies(part.bytes))
        if (body.find(row[2]) != body.npos) return true;
  }
  return false;
}

bool has(std::string_view text, std::string_view part) { return text.find(part) != text.npos; }

}  // namespace

BOOST_AUTO_TEST_SUITE(outlook)

BOOST_AUTO_TEST_CASE(each_link_is_found) {
  for (const test::Row& row : test::read_table("documents/outlook/expected.tsv")) {
    const Recorded told = opened(row[0]);
    if (row[4].empty()) {
      BOOST_TEST(!told.lacks.empty(), row);
      continue;
    }
    BOOST_TEST(is_found(told, row), row);
    BOOST_TEST(told.parts.size() == 1u, row);
    for (const Recorded::Missing& lack : told.lacks)
      BOOST_TEST_MESSAGE(row << ": " << lack.what << ' ' << lack.sentence);
    BOOST_TEST(told.lacks.empty(), row);
  }
}

namespace {

// What may not change without a word: the message, and what is told.
bool is_same(const Recorded& a, const Recorded& b) {
  if (a.parts.size() != b.parts.size() || a.lacks.size() != b.lacks.size()) return false;
  for (std::size_t i = 0; i < a.parts.size(); ++i)
    if (a.parts[i].bytes != b.parts[i].bytes) return false;
  return true;
}

std::vector<std::filesystem::path> samples(std::string_view extension) {
  std::vector<std::filesystem::path> paths;
  for (const std::filesystem::path& path : test::files_below(folder()))
    if (path.extension() == extension) paths.push_back(path);
  return paths;
}

std::string attribute(int level, std::uint32_t id, const std::string& data, int wrong = 0) {
  std::uint32_t sum = static_cast<std::uint32_t>(wrong);
  for (const char c : data) sum += static_cast<unsigned char>(c);
  return little(static_cast<std::uint64_t>(level), 1) + little(id, 4) + little(data.size(), 4) +
         data + little(sum, 2);
}

std::string tnef(const std::string& attributes) {
  return little(0x223E9F78, 4) + little(1, 2) + attributes;
}

std::string padded(std::string data) {
  while (data.size() % 4 != 0) data += '\0';
  return data;
}

std::string property(std::uint32_t id, std::uint32_t type, const std::string& data,
                     const std::string& name = "") {
  const bool is_long = type == 0x1E || type == 0x1F || type == 0x102 || type == 0xD;
  return little(type, 2) + little(id, 2) + name +
         (is_long ? little(1, 4) + little(data.size(), 4) : "") + padded(data);
}

std::string properties(const std::vector<std::string>& all) {
  std::string bytes = little(all.size(), 4);
  for (const std::string& each : all) bytes += each;
  return bytes;
}

constexpr std::uint32_t kBody = 0x0002800C, kMsgProps = 0x00069003, kAttachment = 0x00069005,
                        kRenddata = 0x00069002, kData = 0x0006800F, kTitle = 0x00018010,
                        kCodePage = 0x00069007;
const std::string kMessageObject("\x07\x03\x02\0\0\0\0\0\xC0\0\0\0\0\0\0\x46", 16);

}  // namespace

BOOST_AUTO_TEST_CASE(cut_off_winmail_is_told) {
  for (const std::filesystem::path& path : samples(".dat")) {
    const std::string whole = test::read_file(path);
    if (whole.size() > 8192) continue;
    const Recorded all = opened(whole, "");
    for (std::size_t size = 0; size < whole.size(); size += test::kNextPlace) {
      const Recorded told = opened(std::string_view(whole).substr(0, size), "");
      // At the end of an attribute nothing says that there were more.
      BOOST_TEST((!told.lacks.empty() || told.parts.at(0).bytes != all.parts.at(0).bytes ||
                  is_same(told, all)),
                 path.filename() << " " << size);
    }
  }
}

BOOST_AUTO_TEST_CASE(damaged_winmail_is_told) {
  for (const std::filesystem::path& path : samples(".dat")) {
    std::string bytes = test::read_file(path);
    if (bytes.size() > 8192) continue;
    const Recorded all = opened(bytes, "");
    for (std::size_t at = 6; at < bytes.size(); at += test::kNextPlace)
      for (const int flip : {1, 4, 0x20, 0x80}) {
        bytes[at] = static_cast<char>(bytes[at] ^ flip);
        const Recorded told = opened(bytes, "");
        // Numbers of attributes have no check sum.
        if (told.lacks.size() <= all.lacks.size() && !is_same(told, all))
          BOOST_TEST(told.parts.size() == 1u, path.filename() << " " << at);
        bytes[at] = static_cast<char>(bytes[at] ^ flip);
      }
  }
}

BOOST_AUTO_TEST_CASE(cut_off_messages_are_told) {
  for (const std::filesystem::path& path : samples(".msg")) {
    const std::string whole = test::read_file(path);
    for (std::size_t size = 0; size < whole.size(); size += size < 600 ? 1 : 37)
      BOOST_TEST(!opened("\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1" +
                             whole.substr(8, std::max<std::size_t>(size, 8) - 8),
                         "")
                      .lacks.empty(),
                 path.filename() << " " << size);
  }
}

BOOST_AUTO_TEST_CASE(damaged_messages_are_read) {
  for (const std::filesystem::path& path : samples(".msg")) {
    std::string bytes = test::read_file(path);
    if (bytes.size() > 4096) continue;
    for (std::size_t at = 8; at < bytes.size(); at += test::kNextPlace)
      for (const int flip : {1, 0x80}) {
        bytes[at] = static_cast<char>(bytes[at] ^ flip);
        const Recorded told = opened(bytes, "");
        BOOST_TEST((told.is_told()), path.filename() << " " << at);
        bytes[at] = static_cast<char>(bytes[at] ^ flip);
      }
  }
}

BOOST_AUTO_TEST_CASE(winmail_is_read) {
  const auto message = [](const std::string& attributes) {
    return opened(tnef(attributes), "").parts.at(0).bytes;
  };
  // Attributes, where there is no property.
  BOOST_TEST(bodies(message(attribute(1, kBody, std::string("a\0", 2)))).at(0) == "a");
  const std::string body = property(0x1000, 0x1F, std::string("b\0\0\0", 4));
  BOOST_TEST(bodies(message(attribute(1, kBody, std::string("a\0", 2)) +
                            attribute(1, kMsgProps, properties({body}))))
                 .at(0) == "b");
  // A code page.
  BOOST_TEST(has(message(attribute(1, kCodePage, little(1251, 4) + little(0, 4)) +
                         attribute(1, kBody, "\xFF")),
                 "text/plain; charset=\"windows-1251\""));
  // Properties with names, with many values, of every length.
  const std::string guid(16, 'g');
  const std::string many = little(0x101E, 2) + little(0x8000, 2) + guid + little(1, 4) +
                           little(6, 4) + padded(std::string("n\0m\0\0\0", 6)) + little(2, 4) +
                           little(3, 4) + "xy" + std::string(2, '\0') + little(1, 4) +
                           std::string(4, '\0');
  const std::string others = attribute(
      1, kMsgProps,
      properties({property(0x8001, 3, little(7, 4), guid + little(0, 4) + little(9, 4)), many,
                  property(0x0E06, 0x40, little(0, 8)), property(0x0E07, 2, little(1, 2)),
                  property(0x0E08, 0x48, guid), property(0x0E09, 5, little(1, 8)), body}));
  BOOST_TEST(bodies(message(others)).at(0) == "b");
  BOOST_TEST(opened(tnef(others), "").lacks.empty());
  // Attachments: a name as an attribute, or as a property; bytes of both kinds are both given.
  const std::string attached =
      message(attribute(2, kRenddata, std::string(14, '\0')) +
              attribute(2, kTitle, std::string("a.txt\0", 6)) + attribute(2, kData, "one") +
              attribute(2, kRenddata, std::string(14, '\0')) +
              attribute(2, kAttachment,
                        properties({property(0x3707, 0x1F, std::string("\xFC\0.\0t\0\0\0", 8)),
                                    property(0x3701, 0x102, "two"),
                                    property(0x3712, 0x1E, std::string("c@d\0", 4))})) +
              attribute(2, kData, "three"));
  BOOST_TEST((bodies(attached) == std::vector<std::string>{"one", "two", "three"}));
  BOOST_TEST(has(attached, "filename=\"a.txt\""));
  BOOST_TEST(has(attached, "filename*=utf-8''%C3%BC.t"));
  BOOST_TEST(has(attached, "Content-ID: <c@d>\r\n"));
  // A message within, and an object that is none.
  const std::string inner = kMessageObject + tnef(attribute(1, kBody, "inner"));
  const std::string nested = message(
      attribute(2, kRenddata, "") +
      attribute(2, kAttachment,
                properties({property(0x3705, 3, little(5, 4)), property(0x3701, 0xD, inner)})) +
      attribute(2, kRenddata, "") +
      attribute(
          2, kAttachment,
          properties({property(0x3705, 3, little(6, 4)), property(0x3701, 0xD, guid + "ole")})));
  BOOST_TEST(has(nested, "Content-Type: message/rfc822\r\n\r\nMIME-Version: 1.0\r\n"));
  BOOST_TEST((bodies(nested) == std::vector<std::string>{"inner", "ole"}));
  // An attachment that lies elsewhere.
  BOOST_TEST(has(message(attribute(2, kRenddata, "") +
                         attribute(2, kAttachment,
                                   properties({property(0x3705, 3, little(7, 4)),
                                               property(0x370D, 0x1E, "http://a/b")}))),
                 "message/external-body; access-type=URL;\r\n URL=\"http://a/b\""));
  // A check sum.
  BOOST_TEST(opened(tnef(attribute(1, kBody, "a", 1)), "").lacks.size() == 1u);
  BOOST_TEST(bodies(message(attribute(1, kBody, "a", 1))).at(0) == "a");
  // What some mailers add.
  BOOST_TEST(opened(tnef(attribute(1, kBody, "a")) + "\r\n", "").lacks.empty());
  BOOST_TEST(opened(tnef(attribute(1, kBody, "a")) + std::string(20, 'x'), "").lacks.size() == 1u);
}

// The type that stands above the number is asked for by some programs, and the level too.
BOOST_AUTO_TEST_CASE(attributes_of_winmail_are_known_by_their_number) {
  const std::string title = "a.txt\0"s;
  const auto of_type = [](std::uint32_t id, std::uint32_t type) {
    return (id & 0xFFFF) | type << 16;
  };
  for (const std::uint32_t type : {0u, 1u, 5u, 6u, 0xFFFFu})
    for (const int level : {0, 1, 2, 3, 255}) {
      const std::string attached =
          attribute(level, of_type(kRenddata, type), std::string(14, '\0')) +
          attribute(level, of_type(kTitle, type), title);
      const std::string body = attribute(level, of_type(kBody, type), "body");
      const Recorded as_attribute =
          opened(tnef(attached + attribute(level, of_type(kData, type), "one") + body), "");
      const Recorded as_property =
          opened(tnef(attached + body +
                      attribute(level, of_type(kAttachment, type),
                                properties({property(0x3701, 0x102, "one")}))),
                 "");
      for (const Recorded* told : {&as_attribute, &as_property}) {
        BOOST_REQUIRE_EQUAL(told->parts.size(), 1u);
        const std::string_view message = told->parts[0].bytes;
        BOOST_TEST((bodies(message) == std::vector<std::string>{"body", "one"}), message);
        BOOST_TEST(has(message, "filename=\"a.txt\""), message);
        BOOST_TEST(told->lacks.empty() == (level == 1 || level == 2), message);
      }
    }
  // What nobody knows, at a level that is none, is no attribute.
  BOOST_TEST(
      opened(tnef(attribute(3, 0x00067777, "x") + attribute(1, kBody, "body")), "").lacks.size() ==
      1u);
  // Bytes of several values.
  const std::string two = little(0x1102, 2) + little(0x3701, 2) + little(2, 4) + little(3, 4) +
                          padded("one") + little(3, 4) + padded("two");
  const Recorded several = opened(tnef(attribute(2, kRenddata, std::string(14, '\0')) +
                                       attribute(2, kAttachment, properties({two}))),
                                  "");
  BOOST_TEST((bodies(several.parts.at(0).bytes) == std::vector<std::string>{"one", "two"}));
}

// [MS-OXTNEF] 2.1.3.3.1, 2.1.3.3.15: who it is from, and names of attachments, where no property
// says so.
BOOST_AUTO_TEST_CASE(winmail_of_attributes_alone_is_read) {
  const std::string name = "Ann\0"s, address = "SMTP:a@h.example\0"s;
  const std::string from = little(4, 2) + little(40, 2) + little(name.size(), 2) +
                           little(address.size(), 2) + name + address;
  constexpr std::uint32_t kFrom = 0x00008000, kTransportName = 0x00069001;
  const std::string message =
      opened(tnef(attribute(1, kFrom, from) + attribute(1, kBody, "a\0"s) +
                  attribute(2, kRenddata, "") + attribute(2, kTransportName, "long name.txt\0"s) +
                  attribute(2, kTitle, "LONGNA~1.TXT\0"s) + attribute(2, kData, "one")),
             "")
          .parts.at(0)
          .bytes;
  BOOST_TEST(has(message, "From: \"Ann\" <a@h.example>"), message);
  BOOST_TEST(has(message, "filename=\"long name.txt\""), message);
  // What is cut off anywhere is told, or is no sender.
  for (std::size_t size = 0; size < from.size(); ++size)
    BOOST_TEST(
        opened(tnef(attribute(1, kFrom, from.substr(0, size)) + attribute(1, kBody, "a\0"s)), "")
            .parts.size() == 1u);
}

// A number where a list of values is meant leads nowhere.
BOOST_AUTO_TEST_CASE(numbers_are_no_places) {
  const std::string number = property(0x3701, 3, little(1'000'000, 4));
  const std::string name = property(0x3704, 3, little(2'000'000, 4));
  const std::string title = std::string("a.txt\0", 6);
  // The bytes of an attachment, those beside them, and its name.
  const Recorded told = opened(
      tnef(attribute(2, kRenddata, "") + attribute(2, kAttachment, properties({number, name})) +
           attribute(2, kTitle, title) + attribute(2, kData, "one") + attribute(2, kRenddata, "") +
           attribute(2, kAttachment, properties({number, number}))),
      "");
  BOOST_TEST(bodies(told.parts.at(0).bytes).size() >= 2u);
  // A time in a stream of a .msg, where only what is long has one.
  std::string msg = test::made_cfb({{"__properties_version1.0", std::string(32, '\0')},
                                    {"__attach_version1.0_#00000000", "-"},
                                    {"__substg1.0_37010040", "bytes"}});
  const std::size_t storage = msg.find(test::wide("__attach_version1.0_#"));
  BOOST_REQUIRE(storage != msg.npos);
  msg[storage + 66] = 1;
  msg.replace(storage + 72, 8, little(0xFFFFFFFF, 4) + little(3, 4));
  const Recorded of_msg = opened(msg, "a.msg");
  BOOST_TEST(std::any_of(of_msg.lacks.begin(), of_msg.lacks.end(), [](const auto& lack) {
    return has(lack.sentence, "in a stream that has its place elsewhere");
  }));
}

// Of several bodies one is shown; what another reader would show is searched, or told.
BOOST_AUTO_TEST_CASE(what_is_there_several_times_is_not_passed_over) {
  const auto of_message = [](const std::string& attributes) {
    return opened(tnef(attributes), "");
  };
  const Recorded bodies_twice =
      of_message(attribute(1, kBody, "a") + attribute(1, kBody, "http://b/"));
  BOOST_TEST(bodies_twice.texts.at(0).text == "http://b/\n");
  BOOST_TEST(bodies_twice.lacks.empty());
  const std::string html = property(0x1013, 0x102, "<p>"), other = property(0x1013, 0x102, "<b>");
  BOOST_TEST(of_message(attribute(1, kMsgProps, properties({html, other}))).lacks.size() == 1U);
  BOOST_TEST(of_message(attribute(1, kMsgProps, properties({html, html}))).lacks.empty());
  const std::string title = std::string("a.txt\0", 6);
  const Recorded files = of_message(attribute(2, kRenddata, std::string(14, '\0')) +
                                    attribute(2, kTitle, title) + attribute(2, kData, "one") +
                                    attribute(2, kData, "two") + attribute(2, kData, "three"));
  BOOST_TEST(bodies(files.parts.at(0).bytes).size() >= 3U);
  // An attribute that nobody knows, in UTF-16.
  BOOST_TEST(of_message(attribute(1, 0x00069004, test::wide("http://a/long/"))).texts.at(0).text ==
             "http://a/long/\n");
}

BOOST_AUTO_TEST_CASE(other_properties_are_searched) {
  const Recorded told = opened(
      tnef(attribute(1, kMsgProps,
                     properties({property(0x1045, 0x1E, "<http://u/>"),
                                 property(0x3A51, 0x1E, "http://a/"), property(0x3A52, 0x1E, "a"),
                                 property(0x8010, 0x1E, "see http://b/",
                                          std::string(16, 'g') + little(0, 8))}))),
      "");
  BOOST_TEST((told.found() == std::vector<std::string>{"property[3a51] http://a/",
                                                       "property[8010] see http://b/"}));
  BOOST_TEST(has(told.parts.at(0).bytes, "List-Unsubscribe: <http://u/>\r\n"));
}

// The sound of a reminder, in the message and in an attachment; attributes that nobody knows.
BOOST_AUTO_TEST_CASE(paths_of_other_machines_are_told) {
  const auto named = [](const std::string& value) {
    return properties({property(0x851F, 0x1E, value, std::string(16, 'g') + little(0, 8))});
  };
  const Recorded told =
      opened(tnef(attribute(1, kMsgProps, named("\\\\h.example\\s\\a.wav")) +
                  attribute(1, 0x00069FFF, "http://a/") + attribute(2, kRenddata, "") +
                  attribute(2, kAttachment, named("\\\\h.example\\s\\b.wav")) +
                  attribute(2, 0x00069FFE, "http://b/\0\1"s) + attribute(2, kData, "x")),
             "");
  BOOST_TEST((told.found() == std::vector<std::string>{"property[851f] \\\\h.example\\s\\a.wav"}));
  BOOST_REQUIRE(told.texts.size() == 1u);
  BOOST_TEST(told.texts[0].text == "http://a/\nhttp://b/\n\n\n\\\\h.example\\s\\b.wav\n");
  BOOST_TEST(told.lacks.empty());
}

BOOST_AUTO_TEST_CASE(hostile_winmail_ends) {
  std::string many;
  for (int i = 0; i < 50000; ++i) many += attribute(2, kRenddata, "") + attribute(2, kData, "x");
  const Recorded told = opened(tnef(many), "");
  BOOST_REQUIRE(told.lacks.size() == 1u);
  BOOST_TEST((told.lacks[0].why == Lack::limit));
  BOOST_TEST(bodies(told.parts.at(0).bytes).size() < 10002u);
  // More values than there are bytes.
  BOOST_TEST(opened(tnef(attribute(1, kMsgProps, little(0xFFFFFFFF, 4))), "").lacks.size() == 1u);
  for (const std::uint64_t type : {0x101E, 0x1003, 0x1001, 0x1})
    BOOST_TEST(opened(tnef(attribute(1, kMsgProps,
                                     little(0xFFFFFFFF, 4) + little(type, 2) + little(0x10, 2) +
                                         little(0xFFFFFFFF, 4))),
                      "")
                   .lacks.size() == 1u);
}

BOOST_AUTO_TEST_CASE(real_files_are_read, *boost::unit_test::label("shared")) {
  const auto all = test::shared("documents");
  if (!all) return;
  for (const test::Row& row : test::read_table(*all / "expected.tsv")) {
    if (!row[0].starts_with("real-") || !(row[0].ends_with(".msg") || row[0].ends_with(".tnef")))
      continue;
    const Recorded told = opened(test::read_file(*all / row[0]), row[0]);
    BOOST_TEST(is_found(told, row), row);
    BOOST_TEST(told.lacks.empty(), row);
  }
}

BOOST_AUTO_TEST_SUITE_END()
