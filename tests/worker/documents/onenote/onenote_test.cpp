// SPDX-License-Identifier: MIT
//
// Files of OneNote: what is found in both their forms; what is hostile, damaged or cut off.
#include "worker/documents/onenote/onenote.h"

#include <boost/test/unit_test.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "support/files.h"
#include "support/skip.h"
#include "worker/documents/onenote/made_onenote.h"
#include "worker/documents/recorded.h"
#include "worker/documents/rows.h"
#include "worker/documents/utf16.h"

using namespace basewalk;
using namespace basewalk::worker;
using namespace basewalk::worker::made;
using namespace std::string_literals;

namespace {

using Lines = std::vector<std::string>;

Recorded opened(std::string_view bytes, DocumentBounds bounds = {}) {
  const test::ExactCopy copy(bytes);
  Recorded told;
  open_onenote({copy.view(), "a.one", {}, bounds}, told);
  BOOST_TEST(!told.is_open());
  return told;
}

std::string text_of(const Recorded& told) {
  std::string all;
  for (const Recorded::Text& text : told.texts) all += text.text;
  return all;
}

constexpr std::uint32_t kRichText = 0x1C001C22, kAscii = 0x1C003498, kRuns = 0x1C001E12,
                        kUrl = 0x1C001E20, kFileName = 0x1C001D9C, kFile = 0x20001D9B;
constexpr std::uint32_t kSecondObject = 0x102;

std::string rich(std::u16string_view text) { return sized(utf16(text)); }

// What declares an object, with its CompactID, JCID, flags and count.
std::string declared(Place place, std::uint32_t compact = 0x101, Forms forms = {}) {
  return node(0xA4, 1, place, number(compact, 4) + number(0x00060035, 4) + "\0\1"s, forms);
}

// As OneNote has it: spaces, revisions, groups, objects; and the store of files.
std::string section(Store& store, std::string_view objects, std::string_view files = {}) {
  const std::string table = node(0x22) + node(0x24, number(1, 4) + std::string(kGuid)) + node(0x28);
  const Place group = store.list(node(0xB4) + table + std::string(objects) + node(0xB8));
  const Place revisions = store.list(node(0x14) + node(0xB0, 2, group, std::string(20, '\0')));
  const Place space = store.list(node(0x0C) + node(0x10, 2, revisions));
  const Place stored = store.list(files);
  const Place root =
      store.list(node(0x04) + node(0x08, 2, space, std::string(20, '\0')) + node(0x90, 2, stored));
  return store.file(root);
}
std::string section_of(std::string_view object) {
  Store store;
  const Place place = store.add(object);
  return section(store, declared(place));
}

std::string usual_section() {
  Store store;
  const Place text =
      store.add(object({{0x08001C00, ""},
                        {kRichText, rich(u"See \xFDDFHYPERLINK \"http://h/a\"this page now")},
                        {kRuns, sized(number(4, 4) + number(27, 4) + number(31, 4))}}));
  const Place other =
      store.add(object({{kAscii, sized("http://h/b and \xE9")}, {kUrl, rich(u"http://h/c\0"sv)}}));
  const Place name =
      store.add(object({{kFile, ""}, {kFileName, rich(u"run.hta\0"sv)}}, {kSecondObject}));
  const Place content = store.add(stored_file("a file with http://h/d in it"));
  const std::string declaration = node(0x72, number(kSecondObject, 4) + number(0x00080036, 4) +
                                                 "\1" + number(kGuidText.size(), 4) +
                                                 utf16(kGuidText) + number(4, 4) + utf16(u".hta"));
  return section(store, declared(text) + declared(other) + declared(name) + declaration,
                 node(0x94, 1, content, kGuid));
}

std::string usual_package() {
  const std::string text = object({{kRichText, rich(u"at \xFDDFHYPERLINK \"http://h/a\"here")}});
  const std::string name = object({{kFile, ""}, {kFileName, rich(u"run.hta\0"sv)}}, {0});
  const auto declare = [](std::uint32_t n, unsigned partition) {
    return stream_object(0x18, id(n) + compact(partition) + compact(9) + compact(0) + compact(0));
  };
  const auto data = [](std::string_view ids, std::string_view bytes) {
    return stream_object(0x16,
                         std::string(ids) + "\0"s + compact(bytes.size()) + std::string(bytes));
  };
  const std::string group =
      stream_object(0x1D, "", true) + declare(7, 4) + declare(7, 1) + declare(40, 1) +
      stream_object(5, id(2000) + id(200'000) + compact(2) + "\0\0"s) + end_of(0x1D) +
      stream_object(0x1E, "", true) + data("\0"s, "\x0C\0\6\0"s) + data("\0"s, text) +
      data(compact(1) + id(2000), name) + stream_object(0x1C, "\0\0"s + id(200'000)) + end_of(0x1E);
  const std::string content(40'000, 'x');
  return package(data_element(1, 5, group) + stream_object_short(0x19, "other") +
                 data_element(200'000, 10, stream_object(2, compact(content.size()) + content)));
}

}  // namespace

BOOST_AUTO_TEST_SUITE(onenote)

// Cut to 32 bits it would be two bytes, which are there.
BOOST_AUTO_TEST_CASE(a_size_that_no_file_has_is_not_taken_for_another) {
  constexpr std::uint64_t kSize = (std::uint64_t{1} << 32) + 2;
  LittleEndian in("abcd");
  std::string_view bytes;
  BOOST_TEST(!in.take(bytes, kSize));
  BOOST_TEST(!in.skip(kSize));
  BOOST_TEST(in.at() == 0U);
}

BOOST_AUTO_TEST_CASE(a_section_tells_links_texts_and_files) {
  const Recorded told = opened(usual_section());
  BOOST_TEST(
      told.found() == (Lines{"onenote[hyperlink] http://h/a", "onenote[hyperlink] http://h/c"}),
      boost::test_tools::per_element());
  BOOST_TEST(told.references.at(0).text.value() == "this");
  BOOST_TEST(!told.references.at(0).is_text);
  BOOST_TEST(text_of(told) == "See this page now\nhttp://h/b and \xC3\xA9\n");
  BOOST_REQUIRE_EQUAL(told.parts.size(), 1u);
  BOOST_TEST(told.parts[0].name == "run.hta");
  BOOST_TEST(told.parts[0].bytes == "a file with http://h/d in it");
  BOOST_TEST(told.lacks.empty());
}

BOOST_AUTO_TEST_CASE(a_package_tells_links_texts_and_files) {
  const Recorded told = opened(usual_package());
  BOOST_TEST(told.found() == (Lines{"onenote[hyperlink] http://h/a"}),
             boost::test_tools::per_element());
  BOOST_TEST(text_of(told) == "at here\n");
  BOOST_REQUIRE_EQUAL(told.parts.size(), 1u);
  BOOST_TEST(told.parts[0].name == "run.hta");
  BOOST_TEST(told.parts[0].bytes.size() == 40'000u);
  BOOST_TEST(told.lacks.empty());
}

// [MS-ONESTORE] 2.2.4.2
BOOST_AUTO_TEST_CASE(references_have_numbers_of_any_size) {
  for (unsigned at = 0; at < 4; ++at)
    for (unsigned size = 0; size < 4; ++size) {
      Store store;
      std::string bytes = object({{kRichText, rich(u"http://h/a")}});
      bytes.append((8 - bytes.size() % 8) % 8, '\0');
      const Place place = store.add(bytes);
      const Recorded told = opened(section(store, declared(place, 0x101, {at, size})));
      BOOST_TEST(text_of(told) == "http://h/a\n", at << ", " << size);
      BOOST_TEST(told.lacks.empty());
    }
}

// 2.6.6: behind each type of property the next one is found.
BOOST_AUTO_TEST_CASE(properties_have_all_types) {
  const std::string inner = property_set({{0x0C000001, "x"}, {kRichText, rich(u"inner")}});
  const std::string bytes =
      object({{1U << 26 | 9, ""},
              {2U << 26 | 9, ""},
              {3U << 26 | 9, "1"},
              {4U << 26 | 9, "12"},
              {5U << 26 | 9, "1234"},
              {6U << 26 | 9, "12345678"},
              {7U << 26 | 9, sized("http://h/other")},
              {8U << 26 | 9, ""},
              {9U << 26 | 9, number(2, 4)},
              {10U << 26 | 9, ""},
              {11U << 26 | 9, number(1, 4)},
              {12U << 26 | 9, ""},
              {13U << 26 | 9, number(1, 4)},
              {16U << 26 | 9, number(0, 4)},
              {16U << 26 | 9, number(2, 4) + number(17U << 26, 4) + inner + property_set({})},
              {17U << 26 | 9, property_set({{kRichText, rich(u"in a set")}})},
              {kRichText, rich(u"outer")}},
             {1, 2, 3});
  const Recorded told = opened(section_of(bytes));
  BOOST_TEST(text_of(told) == "inner\nin a set\nouter\n");
  BOOST_TEST(told.found() == (Lines{"onenote[property] http://h/other"}),
             boost::test_tools::per_element());
  BOOST_TEST(told.references.at(0).is_text);
  BOOST_TEST(told.lacks.empty());
}

BOOST_AUTO_TEST_CASE(what_was_not_written_to_the_end_is_not_read) {
  Store store;
  const Place first = store.add(object({{kRichText, rich(u"first")}}));
  const Place second = store.add(object({{kRichText, rich(u"second")}}));
  const Place list = store.list(declared(first) + declared(second));
  const std::uint32_t number_of_list = store.last_list();
  const Place root = store.list(node(0x08, 2, list));
  BOOST_TEST(text_of(opened(store.file(root, {{number_of_list, 1}}))) == "first\n");
  BOOST_TEST(text_of(opened(store.file(root, {{number_of_list, 2}}))) == "first\nsecond\n");
}

BOOST_AUTO_TEST_CASE(a_list_goes_on_in_fragments) {
  Store store;
  const Place first = store.add(object({{kRichText, rich(u"first")}}));
  const Place second = store.add(object({{kRichText, rich(u"second")}}));
  const Place next = store.fragment(9, 1, declared(second), {~0ULL, 0});
  const Recorded told = opened(store.file(store.fragment(9, 0, declared(first), next)));
  BOOST_TEST(text_of(told) == "first\nsecond\n");
  BOOST_TEST(told.lacks.empty());
}

BOOST_AUTO_TEST_CASE(what_leads_in_a_circle_ends) {
  Store store;
  const Place object_place = store.add(object({{kRichText, rich(u"once")}}));
  const Place probe = store.add("");
  // A fragment that goes on in itself, with a node that leads to it again.
  const std::string nodes = declared(object_place) + node(0x10, 2, {probe.at, 80});
  const Place place = store.fragment(9, 0, nodes, {probe.at, 80});
  BOOST_TEST(place.at == probe.at);
  const Recorded told = opened(store.file(place));
  BOOST_TEST(text_of(told) == "once\n");
  BOOST_TEST(told.lacks.size() == 1u);
}

BOOST_AUTO_TEST_CASE(a_file_that_nothing_refers_to_is_told) {
  Store store;
  store.add(stored_file("hidden"));
  const Place place = store.add(object({{kRichText, rich(u"text")}}));
  const Recorded told = opened(section(store, declared(place)));
  BOOST_REQUIRE_EQUAL(told.parts.size(), 1u);
  BOOST_TEST(told.parts[0].bytes == "hidden");
  BOOST_TEST(told.lacks.empty());
}

BOOST_AUTO_TEST_CASE(what_is_of_another_version_is_searched) {
  const std::string bytes = std::string(kSection) + std::string(100, '\0') + "x http://h/a \1" +
                            utf16(u"\1https://h/b\" \1http://h/a\1") + stored_file("http://h/c");
  const Recorded told = opened(bytes);
  BOOST_TEST(told.found() == (Lines{"onenote[scan] http://h/a", "onenote[scan] https://h/b"}),
             boost::test_tools::per_element());
  BOOST_REQUIRE_EQUAL(told.parts.size(), 1u);
  BOOST_TEST(told.parts[0].bytes == "http://h/c");
  BOOST_REQUIRE_EQUAL(told.lacks.size(), 1u);
  BOOST_TEST((told.lacks[0].why == Lack::no_opener));
}

BOOST_AUTO_TEST_CASE(a_damaged_file_is_searched_for_what_is_not_told) {
  Store store;
  const Place place = store.add(object({{kRichText, rich(u"http://h/a\u00A0here")}}));
  store.add(utf16(u"http://h/a\u201D http://h/b"));
  const Recorded told = opened(section(store, declared(place) + declared({1u << 30, 8})));
  BOOST_TEST(text_of(told) == "http://h/a\xC2\xA0here\n");
  BOOST_TEST(told.found() == (Lines{"onenote[scan] http://h/b"}), boost::test_tools::per_element());
  BOOST_TEST(told.lacks.size() == 1u);
}

BOOST_AUTO_TEST_CASE(an_empty_section_is_told) {
  const Recorded told = opened(section_of(object({})));
  BOOST_REQUIRE_EQUAL(told.lacks.size(), 1u);
  BOOST_TEST((told.lacks[0].why == Lack::empty));
}

BOOST_AUTO_TEST_CASE(a_section_with_a_password_is_told) {
  Store store;
  const Place place = store.add("nothing to be read");
  const Recorded told = opened(section(store, node(0x7C, 1, place) + declared(place)));
  BOOST_REQUIRE_EQUAL(told.lacks.size(), 1u);
  BOOST_TEST((told.lacks[0].why == Lack::encrypted));
}

// 2.5.11, 2.5.12: a table that takes over from the one before it.
BOOST_AUTO_TEST_CASE(identifiers_come_from_tables) {
  for (const std::string& entry : {node(0x25, number(1, 4) + number(1, 4)),
                                   node(0x26, number(0, 4) + number(2, 4) + number(0, 4))}) {
    Store store;
    const Place name =
        store.add(object({{kFile, ""}, {kFileName, rich(u"run.hta")}}, {kSecondObject}));
    const Place content = store.add(stored_file("content"));
    const std::string declaration =
        node(0x72, number(kSecondObject, 4) + number(0, 4) + "\1" + number(kGuidText.size(), 4) +
                       utf16(kGuidText) + number(0, 4));
    const Recorded told =
        opened(section(store, declared(name) + node(0x22) + entry + node(0x28) + declaration,
                       node(0x94, 1, content, kGuid)));
    BOOST_REQUIRE_EQUAL(told.parts.size(), 1u);
    BOOST_TEST(told.parts[0].name == "run.hta");
  }
}

BOOST_AUTO_TEST_CASE(sets_in_sets_without_end_are_no_burden) {
  std::string bytes = number(0x80000000, 4);
  for (int i = 0; i < 300'000; ++i) bytes += number(1, 2) + number(17U << 26, 4);
  BOOST_TEST(opened(section_of(bytes)).lacks.size() == 1u);
}

BOOST_AUTO_TEST_CASE(fields_without_end_are_no_burden) {
  std::u16string text;
  for (int i = 0; i < 50'000; ++i) text += u"\xFDDFHYPERLINK \"http://h/a\"b";
  const Recorded told =
      opened(section_of(object({{kRichText, rich(text)}, {kRuns, sized(number(1, 4))}})));
  BOOST_TEST(told.references.size() == 1u);
  BOOST_TEST(told.lacks.empty());
}

BOOST_AUTO_TEST_CASE(what_is_behind_a_bound_is_told) {
  DocumentBounds bounds;
  for (const std::string& bytes : {usual_section(), usual_package()}) {
    bounds.members = 0;
    BOOST_TEST((opened(bytes, bounds).lacks.back().why == Lack::limit));
    bounds = {};
    for (bounds.bytes = 0; bounds.bytes < 600; ++bounds.bytes)
      BOOST_TEST(!opened(bytes, bounds).lacks.empty(), bounds.bytes);
    bounds = {};
  }
}

BOOST_AUTO_TEST_CASE(what_is_cut_off_anywhere_is_told) {
  for (const std::string& bytes : {usual_section(), usual_package()})
    for (std::size_t size = 0; size < bytes.size(); size += size < 3000 ? 1 : 97)
      BOOST_TEST(!opened(std::string_view(bytes).substr(0, size)).lacks.empty(), size);
}

BOOST_AUTO_TEST_CASE(what_is_changed_anywhere_ends) {
  for (const std::string& bytes : {usual_section(), usual_package()})
    for (std::size_t i = 0; i < bytes.size() && i < 3000; ++i)
      for (const char with : {'\0', '\xFF', '\x80', static_cast<char>(bytes[i] ^ 1)}) {
        std::string changed = bytes;
        changed[i] = with;
        BOOST_TEST(opened(changed).is_told(), i);
      }
}

BOOST_AUTO_TEST_CASE(files_of_the_shared_folder_are_read, *boost::unit_test::label("shared")) {
  const auto all = test::shared("documents");
  if (!all) return;
  std::vector<ExpectedRow> rows;
  for (const ExpectedRow& row : expected_rows(*all / "expected.tsv"))
    if (row.file.ends_with(".one")) rows.push_back(row);
  BOOST_TEST(rows.size() >= 6u);
  check_rows(*all, rows, open_onenote);
}

BOOST_AUTO_TEST_SUITE_END()
