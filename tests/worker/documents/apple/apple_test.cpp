// SPDX-License-Identifier: MIT
//
// AppleDouble, AppleSingle, binary property lists and what the Finder writes: what is told of them,
// made by hand, and that none that is damaged does harm.
#include "worker/documents/apple/apple.h"

#include <boost/test/unit_test.hpp>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "support/files.h"
#include "support/many.h"
#include "worker/documents/recorded.h"

using namespace basewalk;
using namespace basewalk::worker;
using namespace std::string_literals;

namespace {

std::string big(std::uint64_t value, int size) {
  std::string out;
  for (int i = size; i-- > 0;) out += static_cast<char>(i < 8 ? value >> (8 * i) & 0xFF : 0);
  return out;
}

using Entries = std::vector<std::pair<unsigned, std::string>>;

std::string apple_file(const Entries& entries, bool is_double = true) {
  std::string out = big(is_double ? 0x00051607 : 0x00051600, 4) + big(0x00020000, 4) +
                    std::string(16, '\0') + big(entries.size(), 2);
  std::size_t at = out.size() + 12 * entries.size();
  for (const auto& [kind, bytes] : entries) {
    out += big(kind, 4) + big(at, 4) + big(bytes.size(), 4);
    at += bytes.size();
  }
  for (const auto& each : entries) out += each.second;
  return out;
}

// The entry of the Finder with attributes behind it, where it begins at that place of a file.
std::string attributes(std::size_t begin,
                       const std::vector<std::pair<std::string, std::string>>& pairs) {
  std::string heads, values;
  std::size_t size = 0;
  for (const auto& pair : pairs) size += (11 + pair.first.size() + 1 + 3) / 4 * 4;
  const std::size_t data = begin + 34 + 36 + size;
  for (const auto& [name, value] : pairs) {
    std::string head = big(data + values.size(), 4) + big(value.size(), 4) + big(0, 2) +
                       big(name.size() + 1, 1) + name + '\0';
    head.resize((head.size() + 3) / 4 * 4, '\0');
    heads += head;
    values += value;
  }
  return std::string(34, '\0') + "ATTR" + big(0, 4) + big(0, 4) + big(data, 4) +
         big(values.size(), 4) + std::string(12, '\0') + big(0, 2) + big(pairs.size(), 2) + heads +
         values;
}

// A list of texts; those that are not ASCII as UTF-16.
std::string property_list(const std::vector<std::string>& objects) {
  std::string out = "bplist00", table;
  for (const std::string& each : objects) {
    table += big(out.size(), 4);
    out += each;
  }
  const std::size_t at = out.size();
  return out + table + std::string(6, '\0') + big(4, 1) + big(1, 1) + big(objects.size(), 8) +
         big(0, 8) + big(at, 8);
}
std::string ascii_object(const std::string& text) {
  return "\x5F\x12"s + big(text.size(), 4) + text;
}
std::string utf16_object(const std::string& text) {
  std::string out = "\x6F\x11"s + big(text.size(), 2);
  for (const char c : text) out += '\0' + std::string(1, c);
  return out;
}
std::string data_object(const std::string& bytes) {
  return "\x4F\x11"s + big(bytes.size(), 2) + bytes;
}

Recorded opened(void (*open)(const Document&, DocumentSink&), std::string_view bytes,
                std::uint64_t most = 1 << 20) {
  Recorded told;
  Document document;
  const test::ExactCopy copy(bytes);
  document.bytes = copy.view();
  document.name = "._page.html";
  document.bounds.bytes = most;
  open(document, told);
  BOOST_TEST(!told.is_open());
  return told;
}

const std::string kFrom = property_list({"\xA2\1\2"s, ascii_object("https://h/from"),
                                         utf16_object("https://h/page"), ascii_object("none")});

// A dictionary of one byte for each reference.
std::string dictionary(const std::string& keys, const std::string& values) {
  return "\xDF\x10"s + big(keys.size(), 1) + keys + values;
}

// A file in an archive of pages, and beside it what is none.
std::vector<std::string> web_archive_objects() {
  return {dictionary("\1\2\3\4\5"s, "\6\7\x8\x9\x5"s),
          ascii_object("WebResourceData"),
          ascii_object("WebResourceMIMEType"),
          utf16_object("WebResourceTextEncodingName"),
          ascii_object("WebResourceURL"),
          ascii_object("https://h/other"),
          data_object("<a href=x>"),
          ascii_object("text/html; x"),
          ascii_object("UTF-8"),
          utf16_object("https://h/page"),
          dictionary("\1"s, "\5"s)};
}

}  // namespace

BOOST_AUTO_TEST_SUITE(apple)

// Its pages are resolved against where each was loaded from, as those of MHTML are.
BOOST_AUTO_TEST_CASE(files_of_an_archive_of_pages_are_parts) {
  const Recorded told = opened(open_property_list, property_list(web_archive_objects()));
  BOOST_TEST_REQUIRE(told.parts.size() == 1u);
  BOOST_TEST(told.parts[0].bytes == "<a href=x>");
  BOOST_TEST(told.parts[0].type == "text/html");
  BOOST_TEST(told.parts[0].charset == "UTF-8");
  BOOST_TEST(told.parts[0].content_location == "https://h/page");
  BOOST_TEST(told.lacks.empty());
  BOOST_TEST(told.references.size() == 2u);
}

BOOST_AUTO_TEST_CASE(a_file_of_an_archive_that_says_two_things_is_told) {
  std::vector<std::string> objects = web_archive_objects();
  objects[0] = dictionary("\1\4\4\1"s, "\6\x9\5\6"s);
  const Recorded told = opened(open_property_list, property_list(objects));
  BOOST_TEST(told.parts.size() == 2u);
  BOOST_TEST_REQUIRE(told.lacks.size() == 1u);
  BOOST_TEST((told.lacks[0].why == Lack::no_opener));
}

// Files that are one, dictionaries that hold themselves, references to nothing.
BOOST_AUTO_TEST_CASE(hostile_archives_of_pages_end) {
  std::vector<std::string> objects = web_archive_objects();
  const std::string page = "<a href=x>" + std::string(2000, ' ');
  objects[6] = data_object(page);
  for (int i = 0; i < 100; ++i) objects.push_back(objects[0]);
  Recorded told = opened(open_property_list, property_list(objects));
  BOOST_TEST(told.parts.size() < 20u);
  BOOST_TEST_REQUIRE(told.lacks.size() == 1u);
  BOOST_TEST((told.lacks[0].why == Lack::limit));

  objects = web_archive_objects();
  objects[0] = dictionary("\1\1\xFF"s, "\0\xFE\6"s);
  told = opened(open_property_list, property_list(objects));
  BOOST_TEST(told.parts.empty());
  BOOST_TEST(told.references.size() == 2u);

  objects[0] = "\xDF\x12\x7F\xFF\xFF\xFF"s;
  told = opened(open_property_list, property_list(objects));
  BOOST_TEST_REQUIRE(told.lacks.size() == 1u);
  BOOST_TEST((told.lacks[0].why == Lack::damaged));
}

// One dictionary that each entry of the table leads to costs no square.
BOOST_AUTO_TEST_CASE(dictionaries_of_many_entries_are_bounded) {
  const auto list = [](std::size_t size) {
    const std::string head = "bplist00";
    const std::string object = "\xDF\x12"s + big(size, 4) + std::string(2 * size, '\0');
    std::string table;
    for (std::size_t i = 0; i < size; ++i) table += big(head.size(), 4);
    return head + object + table + std::string(6, '\0') + big(4, 1) + big(1, 1) + big(size, 8) +
           big(0, 8) + big(head.size() + object.size(), 8);
  };
  const Recorded told = opened(open_property_list, list(100'000));
  BOOST_TEST_REQUIRE(told.lacks.size() == 1u);
  BOOST_TEST((told.lacks[0].why == Lack::limit));
}

BOOST_AUTO_TEST_CASE(where_a_file_was_loaded_from_is_told) {
  const std::size_t begin = 26 + 2 * 12;
  const std::string file =
      apple_file({{9, attributes(begin, {{"com.apple.quarantine", "0083;5f;Safari;"},
                                         {"com.apple.metadata:kMDItemWhereFroms", kFrom},
                                         {"note", "see https://h/note"}})},
                  {2, "This resource fork intentionally left blank   "}});
  const Recorded told = opened(open_apple_file, file);
  BOOST_TEST_REQUIRE(told.references.size() == 2u);
  BOOST_TEST(told.references[0].raw == "https://h/from");
  BOOST_TEST(told.references[1].raw == "https://h/page");
  for (const Recorded::Reference& reference : told.references) {
    BOOST_TEST(reference.is_text);
    BOOST_TEST(!reference.uses_base);
  }
  // A name may be of a scheme, for all that is known here.
  BOOST_TEST_REQUIRE(told.texts.size() == 2u);
  BOOST_TEST(told.texts[0].text.starts_with("com.apple.metadata:"));
  BOOST_TEST(told.texts[1].text == "see https://h/note");
  BOOST_TEST(told.lacks.empty());
  BOOST_TEST(told.parts.empty());
}

BOOST_AUTO_TEST_CASE(forks_comments_and_what_stands_behind_are_told) {
  const Recorded told = opened(open_apple_file, apple_file({{1, "<a href=x>"},
                                                            {2, "url https://h/fork"},
                                                            {4, "https://h/comment"},
                                                            {99, "https://h/unknown"},
                                                            {9, std::string(32, 'x')}},
                                                           false) +
                                                    "behind");
  BOOST_TEST_REQUIRE(told.parts.size() == 2u);
  BOOST_TEST(told.parts[0].name == "page.html");
  BOOST_TEST(told.parts[0].bytes == "<a href=x>");
  BOOST_TEST(told.parts[1].bytes == "behind");
  BOOST_TEST_REQUIRE(told.texts.size() == 3u);
  BOOST_TEST(told.texts[0].text == "url https://h/fork");
  BOOST_TEST(told.texts[1].text == "https://h/comment");
  BOOST_TEST(told.texts[2].text == "https://h/unknown");
  BOOST_TEST(told.texts[0].element == "resource fork");
  BOOST_TEST(told.texts[1].element == "comment");
  BOOST_TEST(told.texts[2].element == "entry");
  for (const Recorded::Text& text : told.texts) BOOST_TEST(text.type == "text/plain");
  BOOST_TEST(told.lacks.empty());
}

BOOST_AUTO_TEST_CASE(what_holds_no_attributes_is_searched_as_it_stands) {
  const Recorded told = opened(
      open_apple_file, apple_file({{1, ""}, {9, std::string(34, '\0') + "https://h/x"}, {3, "n"}}));
  BOOST_TEST(told.parts.empty());
  BOOST_TEST_REQUIRE(told.texts.size() == 1u);
  BOOST_TEST(told.texts[0].text == "https://h/x");
  BOOST_TEST(told.texts[0].element == "entry");
  BOOST_TEST(told.lacks.empty());
}

// The place of a value that is behind the end, at it, and before it with a size that is too much.
BOOST_AUTO_TEST_CASE(values_of_attributes_that_are_not_there_are_told) {
  const std::string file = apple_file({{9, attributes(38, {{"a", "v"}})}});
  const std::size_t at = 38 + 34 + 36;
  const auto lacks = [&](std::uint64_t place, std::uint64_t size) {
    std::string changed = file;
    changed.replace(at, 8, big(place, 4) + big(size, 4));
    return opened(open_apple_file, changed).lacks.size();
  };
  BOOST_TEST(lacks(file.size() - 1, 1) == 0u);
  BOOST_TEST(lacks(file.size(), 0) == 0u);
  BOOST_TEST(lacks(file.size() + 1, 0) == 1u);
  BOOST_TEST(lacks(0xFFFFFFFF, 1) == 1u);
  BOOST_TEST(lacks(file.size() - 1, 2) == 1u);
}

// Counts of one to eight bytes; of more, or of other objects, they are none.
BOOST_AUTO_TEST_CASE(lengths_of_texts_in_a_list_are_read) {
  const std::string text = "https://h/0123456";
  for (int power = 0; power < 8; ++power) {
    const std::string object =
        "\x5F" + big(0x10U + static_cast<unsigned>(power), 1) + big(text.size(), 1 << power) + text;
    const Recorded told = opened(open_property_list, property_list({object}));
    BOOST_TEST(told.references.size() == (power <= 3 ? 1u : 0u), power);
    BOOST_TEST(told.lacks.size() == (power <= 3 ? 0u : 1u), power);
  }
  for (const std::string& object : {"\x5F"s, "\x5F\x12"s, "\x5F\x12\0\0\0"s, "\x5F\x20\x11"s + text,
                                    "\x5F\x10\x12"s + text, "\x63\0a"s})
    BOOST_TEST(opened(open_property_list, property_list({object})).lacks.size() == 1u);
  // Integers, dates, lists of others: nothing is in them, whatever they say of their length.
  for (const char* object : {"\x10\1", "\x33", "\xA9"})
    BOOST_TEST(opened(open_property_list, property_list({object})).lacks.empty());
  // A dictionary may be that of a file in an archive of pages.
  BOOST_TEST(opened(open_property_list, property_list({"\xDF"})).lacks.size() == 1u);
  // An object that is where the magic is.
  std::string list = property_list({ascii_object(text)});
  list.replace(list.size() - 36, 4, big(0, 4));
  BOOST_TEST(opened(open_property_list, list).lacks.size() == 1u);
  BOOST_TEST(opened(open_property_list, "x" + kFrom.substr(1)).references.empty());
  const Recorded utf8 = opened(open_property_list, property_list({"\x7A" + text.substr(0, 10)}));
  BOOST_TEST_REQUIRE(utf8.references.size() == 1u);
  BOOST_TEST(utf8.references[0].raw == text.substr(0, 10));
}

BOOST_AUTO_TEST_CASE(what_is_cut_off_is_told) {
  const std::string file =
      apple_file({{9, attributes(50, {{"a", "https://h/a"}})}, {1, "<a href=x>"}});
  BOOST_TEST(opened(open_apple_file, file).lacks.empty());
  for (std::size_t size = 0; size < file.size(); ++size)
    BOOST_TEST(!opened(open_apple_file, file.substr(0, size)).lacks.empty(), size);
  for (std::size_t size = 0; size < kFrom.size(); ++size)
    BOOST_TEST(!opened(open_property_list, kFrom.substr(0, size)).lacks.empty(), size);
}

BOOST_AUTO_TEST_CASE(no_more_is_read_than_is_allowed) {
  const std::string file = apple_file({{1, std::string(100, 'x')}, {4, std::string(100, 'y')}});
  BOOST_TEST(opened(open_apple_file, file, 200).lacks.empty());
  for (const std::uint64_t most : {199, 100, 99, 0}) {
    const Recorded told = opened(open_apple_file, file, most);
    BOOST_TEST_REQUIRE(told.lacks.size() == 1u);
    BOOST_TEST((told.lacks[0].why == Lack::limit));
  }
  // Attributes that are those of many entries, and have no bytes themselves.
  const std::vector<std::pair<std::string, std::string>> empty(100, {"a", ""});
  const std::size_t head = 26 + 12;
  const std::string finder = attributes(head + 12, empty);
  const std::string twice = big(0x00051607, 4) + big(0x00020000, 4) + std::string(16, '\0') +
                            big(2, 2) + big(9, 4) + big(head + 12, 4) + big(finder.size(), 4) +
                            big(9, 4) + big(head + 12, 4) + big(finder.size(), 4) + finder;
  const std::size_t names = 2 * empty.size();
  BOOST_TEST(opened(open_apple_file, twice, 2 * (finder.size() + names)).lacks.empty());
  const Recorded again = opened(open_apple_file, twice, 2 * finder.size() + names - 1);
  BOOST_TEST_REQUIRE(again.lacks.size() == 1u);
  BOOST_TEST((again.lacks[0].why == Lack::limit));
  // One text that is that of many objects.
  std::string list = "bplist00" + ascii_object("https://h/" + std::string(1000, 'x'));
  const std::size_t at = list.size();
  for (int i = 0; i < 1000; ++i) list += big(8, 4);
  list += std::string(6, '\0') + big(4, 1) + big(1, 1) + big(1000, 8) + big(0, 8) + big(at, 8);
  const Recorded told = opened(open_property_list, list);
  BOOST_TEST(told.references.size() >= 1u);
  BOOST_TEST(told.references.size() <= 4 * list.size() / 1000);
  BOOST_TEST_REQUIRE(told.lacks.size() == 1u);
  BOOST_TEST((told.lacks[0].why == Lack::limit));
}

BOOST_AUTO_TEST_CASE(a_list_within_a_list_is_read) {
  const Recorded told = opened(open_property_list, property_list({data_object(kFrom)}));
  BOOST_TEST(told.references.size() == 2u);
  BOOST_TEST(told.lacks.empty());
}

BOOST_AUTO_TEST_CASE(places_and_counts_that_lie_are_told) {
  const std::size_t trailer = kFrom.size() - 32;
  for (const auto& [at, bytes] : {std::pair{trailer + 6, "\0"s},
                                  {trailer + 6, "\x09"s},
                                  {trailer + 8, "\xFF"s},
                                  {trailer + 24, "\xFF"s},
                                  {trailer + 31, "\1"s}}) {
    std::string list = kFrom;
    list.replace(at, bytes.size(), bytes);
    const Recorded told = opened(open_property_list, list);
    BOOST_TEST_REQUIRE(told.lacks.size() == 1u, at);
    BOOST_TEST((told.lacks[0].why == Lack::damaged));
  }
}

BOOST_AUTO_TEST_CASE(comments_of_a_folder_are_told) {
  std::string comment;
  for (const char c : "see https://h/comment"s) comment += '\0' + std::string(1, c);
  const std::string store = "\0\0\0\1Bud1"s + std::string(40, '\0') + "cmmtustr" +
                            big(comment.size() / 2, 4) + comment + "bwspblob" +
                            big(kFrom.size(), 4) + kFrom + "ustr";
  const Recorded told = opened(open_folder_store, store);
  BOOST_TEST_REQUIRE(told.texts.size() == 1u);
  BOOST_TEST(told.texts[0].text == "see https://h/comment");
  BOOST_TEST(told.texts[0].type == "text/plain");
  const std::string url = "https://h/blob";
  const Recorded blob =
      opened(open_folder_store, "blob" + big(url.size(), 4) + url + "blob" + big(4, 4) + "none");
  BOOST_TEST_REQUIRE(blob.texts.size() == 1u);
  BOOST_TEST(blob.texts[0].text == url);
  BOOST_TEST(blob.texts[0].element == "entry");
  BOOST_TEST(told.references.size() == 2u);
  BOOST_TEST(told.lacks.empty());
}

BOOST_AUTO_TEST_CASE(no_change_of_bytes_does_harm) {
  const std::string file = apple_file(
      {{9, attributes(50, {{"from", kFrom}, {"note", "https://h/note"}})}, {1, "<a href=x>"}});
  std::mt19937 random(20);
  const auto pick = [&](std::size_t below) { return static_cast<std::size_t>(random()) % below; };
  for (std::size_t i = 0; i < test::many(20'000); ++i) {
    std::string bytes = i % 2 == 0 ? file : kFrom;
    for (std::size_t changes = 1 + pick(3); changes > 0; --changes)
      bytes[pick(bytes.size())] = static_cast<char>(random());
    opened(i % 2 == 0 ? open_apple_file : open_property_list, bytes);
    opened(open_folder_store, bytes);
  }
}

BOOST_AUTO_TEST_SUITE_END()
