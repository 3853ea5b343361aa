// SPDX-License-Identifier: MIT
//
// .msg files made of their storages: messages and objects in messages, properties in each of the
// ways in which they are kept, and what is told where they are not as they should be.
#include <boost/test/unit_test.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "support/files.h"
#include "text/base64.h"
#include "worker/documents/ole/made_storage.h"
#include "worker/documents/outlook/outlook.h"
#include "worker/documents/recorded.h"

using namespace basewalk;
using namespace std::string_literals;
using test::little;
using test::made_storage;
using test::storage;
using test::Stored;
using test::stream;
using worker::Lack;
using worker::Recorded;

namespace {

using Items = std::vector<Stored>;

constexpr char kProperties[] = "__properties_version1.0";

std::string tag_name(std::uint32_t tag) {
  std::string name = "__substg1.0_";
  for (int shift = 28; shift >= 0; shift -= 4) name += "0123456789ABCDEF"[tag >> shift & 15];
  return name;
}

// [MS-OXMSG] 2.4.2: a row of the stream of properties; of what is long its length is in it.
std::string row(std::uint32_t tag, std::uint64_t value) {
  return little(tag, 4) + little(6, 4) + little(value, 8);
}

// The items of a storage; `head` is what stands before the rows.
Items items(std::size_t head, const std::vector<std::string>& rows, const Items& more) {
  std::string bytes(head, '\0');
  for (const std::string& each : rows) bytes += each;
  Items all = {stream(kProperties, bytes)};
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

Stored value(std::uint32_t tag, std::string_view ascii) {
  return stream(tag_name(tag), (tag & 0xFFFF) == 0x1F ? test::wide(ascii) : std::string(ascii));
}

// An attachment with this method and what it has.
Stored attachment(int number, std::uint32_t method, const Items& more) {
  return storage("__attach_version1.0_#0000000" + std::to_string(number),
                 items(8, {row(0x37050003, method)}, more));
}

// The object of an attachment.
Stored object(const Items& in) { return storage(tag_name(0x3701000D), in); }

// A message that lies in another one.
Items inner(std::string_view body, const Items& more = {}) {
  Items all = items(24, {}, {value(0x1000001F, body)});
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

Recorded opened(const Items& root) {
  const test::ExactCopy copy(made_storage(root));
  Recorded told;
  worker::open_cfb({copy.view(), "a.msg"}, told);
  BOOST_TEST(!told.is_open());
  return told;
}

Recorded opened(const std::vector<std::string>& rows, const Items& more) {
  return opened(items(32, rows, more));
}

std::vector<std::string> bodies(const Recorded& told) {
  constexpr std::string_view kMark = "Content-Transfer-Encoding: base64\r\n\r\n";
  BOOST_TEST_REQUIRE(told.parts.size() == 1u);
  const std::string& message = told.parts[0].bytes;
  std::vector<std::string> found;
  for (std::size_t at = 0; (at = message.find(kMark, at)) != message.npos;) {
    at += kMark.size();
    std::string bytes;
    text::append_base64_decoded(bytes,
                                std::string_view(message).substr(
                                    at, std::min(message.find("\r\n--", at), message.size()) - at));
    found.push_back(std::move(bytes));
  }
  return found;
}

bool has(std::string_view text, std::string_view part) { return text.find(part) != text.npos; }

std::vector<std::string> lacks(const Recorded& told) {
  std::vector<std::string> all;
  for (const Recorded::Missing& each : told.lacks)
    all.push_back(each.what + (each.what.empty() ? "" : " ") + each.sentence);
  return all;
}

using Texts = std::vector<std::string>;

}  // namespace

#define CHECK_TEXTS(found, ...)                                      \
  do {                                                               \
    const Texts& wanted = __VA_ARGS__;                               \
    BOOST_TEST((found) == wanted, boost::test_tools::per_element()); \
  } while (false)

BOOST_AUTO_TEST_SUITE(msg)

BOOST_AUTO_TEST_CASE(messages_in_a_message_are_read_at_any_depth) {
  const Items innermost = inner("innermost");
  const Items middle = inner("middle", {attachment(0, 5, {object(innermost)})});
  const Recorded told = opened({}, {value(0x1000001F, "outer"), attachment(0, 5, {object(middle)}),
                                    attachment(1, 1, {stream(tag_name(0x37010102), "bytes")})});
  CHECK_TEXTS(bodies(told), {"outer", "middle", "innermost", "bytes"});
  CHECK_TEXTS(lacks(told), {});
  const std::string& message = told.parts[0].bytes;
  const std::size_t first = message.find("Content-Type: message/rfc822\r\n\r\nMIME-Version: 1.0");
  BOOST_TEST_REQUIRE(first != message.npos);
  BOOST_TEST(message.find("Content-Type: message/rfc822\r\n\r\nMIME-Version: 1.0", first + 1) !=
             message.npos);
  // Whatever the method says.
  CHECK_TEXTS(bodies(opened({}, {attachment(0, 1, {object(inner("a"))})})), {"a"});
}

BOOST_AUTO_TEST_CASE(messages_nested_too_deep_are_told) {
  Items item = inner("32");
  for (int i = 31; i > 0; --i) item = inner(std::to_string(i), {attachment(0, 5, {object(item)})});
  const Recorded all = opened({}, {attachment(0, 5, {object(item)})});
  BOOST_TEST(bodies(all).size() == 31u);
  CHECK_TEXTS(lacks(all), {"the message has messages in messages, more than 32 deep"});
  BOOST_TEST((all.lacks[0].why == Lack::limit));
}

BOOST_AUTO_TEST_CASE(a_message_that_is_none_is_told) {
  const Texts none = {
      "the message has an attachment, number 1, that is a message which cannot be read"};
  // A storage without properties, a stream of that name, no stream at all.
  CHECK_TEXTS(lacks(opened({}, {attachment(0, 5, {object({stream("x", "y")})})})), none);
  CHECK_TEXTS(lacks(opened({}, {attachment(0, 5, {stream(tag_name(0x3701000D), "bytes")})})), none);
  CHECK_TEXTS(lacks(opened({}, {attachment(0, 5, {stream(tag_name(0x3701000D), "")})})), none);
  CHECK_TEXTS(lacks(opened({}, {attachment(0, 5, {stream(tag_name(0x37010102), "bytes")})})), none);
  CHECK_TEXTS(lacks(opened({}, {attachment(0, 5, {})})), none);
  // A property in it makes it one.
  CHECK_TEXTS(bodies(opened({}, {attachment(0, 5, {object({value(0x1000001F, "a")})})})), {"a"});
}

// [MS-OXMSG] 2.2.2.1, [MS-OLEDS] 2.3.6: an object with a file in it is that file.
BOOST_AUTO_TEST_CASE(files_in_objects_are_given) {
  const Stored native = stream("\1Ole10Native", little(5, 4) + "bytes");
  const Recorded told = opened({}, {attachment(0, 6, {object({native})}),
                                    attachment(1, 6, {object({stream("Package", "one")})}),
                                    attachment(2, 6, {object({stream("CONTENTS", "two")})}),
                                    attachment(3, 6, {object({stream("EmbeddedOdf", "three")})})});
  CHECK_TEXTS(bodies(told), {"bytes", "one", "two", "three"});
  CHECK_TEXTS(lacks(told), {});
  // [MS-OLEDS] 2.3.6 as Packager writes it: with a name.
  const std::string packed = little(2, 2) + "a.txt\0C:\\a.txt\0"s + little(0, 2) + little(3, 2) +
                             little(9, 4) + "C:\\a.txt\0"s + little(4, 4) + "file";
  const Recorded named = opened(
      {},
      {attachment(0, 6, {object({stream("\1Ole10Native", little(packed.size(), 4) + packed)})})});
  CHECK_TEXTS(bodies(named), {"file"});
  BOOST_TEST(has(named.parts[0].bytes, "filename=\"a.txt\""));
}

BOOST_AUTO_TEST_CASE(a_file_in_an_object_that_is_cut_off_is_told) {
  const Recorded told =
      opened({}, {attachment(0, 6, {object({stream("\1Ole10Native", little(9, 4) + "bytes")})})});
  CHECK_TEXTS(bodies(told), {"bytes"});
  CHECK_TEXTS(lacks(told), {"the message has an object whose file is cut off"});
  BOOST_TEST((!told.lacks.empty() && told.lacks[0].why == Lack::damaged));
}

BOOST_AUTO_TEST_CASE(objects_without_a_file_are_looked_into) {
  // [MS-OLEDS] 2.3.3: a link, whose moniker ([MS-OSHARED] 2.3.7.6) is a URL.
  const std::string url = test::wide("http://a.example/o") + "\0\0"s;
  const std::string moniker = "\xE0\xC9\xEA\x79\xF9\xBA\xCE\x11\x8C\x82\x00\xAA\x00\x4B\xA9\x0B"s +
                              little(url.size(), 4) + url;
  const Recorded told =
      opened({}, {value(0x1000001F, "b"),
                  attachment(0, 6, {value(0x3707001F, "o"), object({stream("\1Ole", moniker)})})});
  CHECK_TEXTS(bodies(told), {"b"});
  BOOST_TEST_REQUIRE(told.references.size() == 1u);
  BOOST_TEST(told.references[0].raw == "http://a.example/o");
  BOOST_TEST(!told.references[0].uses_base);
  CHECK_TEXTS(lacks(told),
              {"the message has an attachment, number 1 (o), that is an object of another program "
               "(OLE); it was not read"});
  // What should be a storage, and is none.
  for (const Stored& each :
       {stream(tag_name(0x3701000D), "bytes"), stream(tag_name(0x3701000D), "")})
    CHECK_TEXTS(lacks(opened({}, {attachment(0, 6, {each})})),
                {"the message has an attachment, number 1, that is an object of another program "
                 "(OLE); it was "
                 "not read"});
  CHECK_TEXTS(lacks(opened({}, {attachment(0, 6, {})})),
              {"the message has an attachment, number 1, that has no bytes"});
}

BOOST_AUTO_TEST_CASE(text_is_taken_in_unicode_where_it_is_there_in_both) {
  for (const Items& both : {Items{value(0x1000001E, "bytes"), value(0x1000001F, "unicode")},
                            Items{value(0x1000001F, "unicode"), value(0x1000001E, "bytes")}}) {
    const Recorded told = opened({}, both);
    CHECK_TEXTS(bodies(told), {"unicode"});
    CHECK_TEXTS(lacks(told), {"the message has a property twice; one was read"});
  }
  // What is empty does not count.
  const Recorded told = opened({}, {value(0x1000001F, ""), value(0x1000001E, "bytes")});
  CHECK_TEXTS(bodies(told), {"bytes"});
  CHECK_TEXTS(lacks(told), {});
}

// [MS-OXMSG] 2.1.4.2, 2.4.2.1: what is short stands in the row, a time too; text has a stream.
BOOST_AUTO_TEST_CASE(properties_are_found_where_they_are_kept) {
  const std::uint64_t time = 133'499'520'000'000'000;  // 2024-01-17T08:00:00Z
  const Recorded told = opened({row(0x00390040, time), row(0x3FFD0003, 1251), row(0x1000001E, 2),
                                row(0x0E1B000B, 1), row(0x1041101F, 8)},
                               {value(0x1000001E, "\xFF"), value(0x0037001F, "s"),
                                // Of a property with several values: their lengths, and each.
                                stream(tag_name(0x1041101F), little(4, 4) + little(0, 4)),
                                stream(tag_name(0x1041101F) + "-00000000", test::wide("m"))});
  CHECK_TEXTS(lacks(told), {});
  const std::string& message = told.parts[0].bytes;
  BOOST_TEST(has(message, "Date: Wed, 17 Jan 2024 08:00:00 +0000\r\n"), message);
  BOOST_TEST(has(message, "Subject: s\r\n"), message);
  BOOST_TEST(has(message, "text/plain; charset=\"windows-1251\""), message);
}

BOOST_AUTO_TEST_CASE(names_of_storages_and_streams_are_the_same_in_any_case) {
  Items root = {stream("__PROPERTIES_VERSION1.0", std::string(32, '\0')),
                stream("__SUBSTG1.0_1000001f", test::wide("a"))};
  Stored attached = attachment(0, 1, {stream("__SubStg1.0_37010102", "b")});
  attached.name = "__ATTACH_VERSION1.0_#00000000";
  root.push_back(attached);
  CHECK_TEXTS(bodies(opened(root)), {"a", "b"});
  CHECK_TEXTS(lacks(opened(root)), {});
}

BOOST_AUTO_TEST_CASE(what_is_no_attachment_and_no_property_is_passed_over) {
  const Recorded told =
      opened({}, {value(0x1000001F, "a"), stream("__attach_version1.0_#00000000", "b"),
                  stream("__substg1.0_1000001", "c"), stream("__substg1.0_1000001FF", "d"),
                  stream("__substg1.0_100000xF", "e"), storage("__nameid_version1.0", {}),
                  storage("__recip_version1.0_#00000000", items(8, {}, {}))});
  CHECK_TEXTS(bodies(told), {"a"});
  CHECK_TEXTS(lacks(told), {});
  BOOST_TEST(!has(told.parts[0].bytes, "multipart/"));
}

// Programs ask for less of the name of an attachment; what none of them may take for a file is
// told.
BOOST_AUTO_TEST_CASE(what_may_be_an_attachment_to_others_is_read_or_told) {
  const Stored body = value(0x1000001F, "a");
  for (const char* name :
       {"__attach_version1.0_", "__attach_version1.0", "__ATTACH_VERSION2.0_#0"}) {
    Stored attached = attachment(0, 1, {value(0x37010102, "b")});
    attached.name = name;
    const Recorded told = opened({}, {body, attached});
    CHECK_TEXTS(bodies(told), {"a", "b"});
    CHECK_TEXTS(lacks(told), {});
  }
  const std::string file = "PK\3\4";
  const Stored kept[] = {
      storage("__attached", {storage("x", {stream("__substg1.0_37010102", file)})}),
      storage("__files", {stream("__substg1.0_37010102", file)}),
      stream("__substg1.0_37010102x", file),
      stream("__substg1.0_3701010", file),
  };
  for (const Stored& each : kept)
    BOOST_TEST(lacks(opened({}, {body, each})).size() == 1U, each.name);
  // Nobody has files of recipients, and values of which there are several are none.
  CHECK_TEXTS(lacks(opened({}, {body, stream("__substg1.0_80011102-00000000", file),
                                storage("__recip_version1.0_#00000000",
                                        items(8, {}, {value(0x0FFF0102, file)}))})),
              {});
}

// Recipients, properties that no message shows, values of those that have several, and what is none
// of a message.
BOOST_AUTO_TEST_CASE(what_no_message_shows_is_searched) {
  const std::string url = "https://a.example/", wide = test::wide(url);
  const Stored body = value(0x1000001F, "a");
  const Stored kept[] = {
      storage("__recip_version1.0_#00000000", items(8, {}, {value(0x3001001F, url)})),
      storage("__attach_version1.0_", {storage("x", {value(0x37010102, url)})}),
      stream("__substg1.0_8001101F-00000000", wide),
      stream("__substg1.0_1000001FF", url),
      attachment(0, 1, {value(0x3701000D, ""), value(0x3001001E, url)}),
  };
  for (const Stored& each : kept) {
    const Recorded told = opened({}, {body, each});
    BOOST_TEST_REQUIRE(told.texts.size() == 1U, each.name);
    BOOST_TEST(told.texts[0].text == url + "\n", each.name);
  }
  for (const std::uint32_t tag : {0x80010102U, 0x3001001FU, 0x0E1D001FU, 0x00710102U}) {
    const Recorded told = opened({}, {body, value(tag, url)});
    BOOST_TEST_REQUIRE(told.references.size() == 1U, tag);
    BOOST_TEST(told.references[0].raw == url, tag);
  }
  BOOST_TEST(opened({}, {body, value(0x0037001F, url), value(0x0E1D001F, url)}).references.empty());
  CHECK_TEXTS(lacks(opened({}, {body, stream("x", "y"), storage("z", {stream("z", "y")})})),
              {"stream x is not read", "stream z is not read"});
}

BOOST_AUTO_TEST_CASE(properties_that_are_not_as_they_should_be_are_told) {
  struct Row {
    Items root;
    Texts lacks;
  };
  const Stored body = value(0x1000001F, "a");
  const auto of_bytes = [&](const std::string& bytes) {
    return Items{stream(kProperties, bytes), body};
  };
  const std::string missing = "the message has properties whose values are not there",
                    cut = "the message has properties that are cut off";
  const Row rows[] = {
      {{body}, {"the message has an item without properties"}},
      {of_bytes(std::string(32, '\0')), {}},
      {of_bytes(std::string(31, '\0')), {cut}},
      {of_bytes(std::string(32, '\0') + row(0x0E1B000B, 1)), {}},
      {of_bytes(std::string(32, '\0') + row(0x0E1B000B, 1).substr(0, 15)), {cut}},
      // An end of a text counts as its length; nothing but that needs no stream.
      {items(32, {row(0x0037001F, 4)}, {body}), {missing}},
      {items(32, {row(0x0037001F, 3)}, {body}), {missing}},
      {items(32, {row(0x0037001F, 2)}, {body}), {}},
      {items(32, {row(0x0037001E, 2)}, {body}), {missing}},
      {items(32, {row(0x0037001E, 1)}, {body}), {}},
      {items(32, {row(0x00370102, 1)}, {body}), {missing}},
      {items(32, {row(0x00370102, 0)}, {body}), {}},
      // It is there, of another type.
      {items(32, {row(0x1000001E, 9), row(0x1000001F, 4)}, {body}), {missing}},
      {items(32, {row(0x1000001F, 4)}, {body}), {}},
      {items(32, {}, {body, stream(tag_name(0x0E1B000B), "a")}),
       {"the message has a value in a stream that has its place elsewhere; it was not read"}},
      {items(32, {row(0x0E1B000B, 1), row(0x0E1B000B, 1)}, {body}),
       {"the message has a property twice; one was read"}},
      {items(32, {row(0x0E1B000B, 0), row(0x0E1B000B, 1)}, {body}), {}},
  };
  for (const Row& each : rows) {
    const Recorded told = opened(each.root);
    CHECK_TEXTS(lacks(told), each.lacks);
    CHECK_TEXTS(bodies(told), {"a"});
  }
}

BOOST_AUTO_TEST_CASE(a_body_that_is_none_is_told) {
  const std::string unknown =
      "the message has a body that is kept in a way that is not known (type ";
  // A number, a time, a storage.
  CHECK_TEXTS(lacks(opened({row(0x10000003, 1)}, {})), {unknown + "3)"});
  CHECK_TEXTS(lacks(opened({row(0x10000040, 1)}, {})), {unknown + "64)"});
  CHECK_TEXTS(lacks(opened({}, {storage(tag_name(0x1000000D), {})})), {unknown + "13)"});
  CHECK_TEXTS(lacks(opened({}, {storage(tag_name(0x1000001F), {})})),
              {"the message has a body (text/plain) that is not whole"});
}

BOOST_AUTO_TEST_SUITE_END()
