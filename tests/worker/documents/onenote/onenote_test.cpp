// SPDX-License-Identifier: MIT
//
// Files of OneNote: what is found in both their forms; what is hostile, damaged or cut off.
#include "worker/documents/onenote/onenote.h"

#include <boost/test/unit_test.hpp>
#include <optional>
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
                        kUrl = 0x1C001E20, kFileName = 0x1C001D9C, kFile = 0x20001D9B,
                        kPictureName = 0x1C001DD7, kPicture = 0x20001C3F, kWebPicture = 0x200034C8,
                        kAltText = 0x1C001E58, kSource = 0x1C001D9D, kAuthor = 0x1C001D75,
                        kLabel = 0x1C009999;
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

// "why what" of each.
Lines lacks_of(const Recorded& told) {
  Lines lines;
  for (const Recorded::Missing& each : told.lacks)
    lines.push_back((each.why == Lack::damaged     ? "damaged "
                     : each.why == Lack::limit     ? "limit "
                     : each.why == Lack::encrypted ? "encrypted "
                     : each.why == Lack::no_opener ? "no opener "
                     : each.why == Lack::empty     ? "empty "
                                                   : "? ") +
                    each.what);
  return lines;
}
// "name: bytes" of each.
Lines files_of(const Recorded& told) {
  Lines lines;
  for (const Recorded::Part& each : told.parts)
    lines.push_back(each.name + ": " + each.bytes + (each.lacks.empty() ? "" : " (cut off)"));
  return lines;
}
void check(const Lines& are, const Lines& wanted) {
  BOOST_TEST(are == wanted, boost::test_tools::per_element());
}

// What says which file an object is: a CompactID, JCID, how often it is used, and where it is.
std::string file_declared(std::uint32_t compact, std::u16string_view reference,
                          std::u16string_view extension, std::size_t count_size = 1) {
  return number(compact, 4) + number(0x00080036, 4) + number(1, count_size) +
         number(reference.size(), 4) + utf16(reference) + number(extension.size(), 4) +
         utf16(extension);
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
  const std::string declaration = node(0x72, file_declared(kSecondObject, kGuidText, u".hta"));
  return section(store, declared(text) + declared(other) + declared(name) + declaration,
                 node(0x94, 1, content, kGuid));
}

// A declaration of what the data of a package are: 1 for properties, 2 for a file.
std::string declared_data(std::string_view id, std::uint64_t partition) {
  return stream_object(0x18, std::string(id) + compact(partition) + compact(9) + "\0\0"s);
}
std::string data_of(std::string_view ids, std::string_view bytes,
                    std::string_view spaces = "\0"sv) {
  return stream_object(
      0x16, std::string(ids) + std::string(spaces) + compact(bytes.size()) + std::string(bytes));
}
// A group of objects: the declarations, and then the data.
std::string group(std::string_view declarations, std::string_view data) {
  return data_element(1, 5,
                      stream_object(0x1D, "", true) + std::string(declarations) + end_of(0x1D) +
                          stream_object(0x1E, "", true) + std::string(data) + end_of(0x1E));
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
    const std::string declaration = node(0x72, file_declared(kSecondObject, kGuidText, u""));
    const Recorded told =
        opened(section(store, declared(name) + node(0x22) + entry + node(0x28) + declaration,
                       node(0x94, 1, content, kGuid)));
    BOOST_REQUIRE_EQUAL(told.parts.size(), 1u);
    BOOST_TEST(told.parts[0].name == "run.hta");
  }
}

// [MS-ONESTORE] 2.3.1: guidFileType of .onetoc2, and what is none.
BOOST_AUTO_TEST_CASE(headers_are_those_of_sections_and_of_contents) {
  std::string bytes = usual_section();
  bytes.replace(0, 16, "\xA1\x2F\xFF\x43\xD9\xEF\x76\x4C\x9E\xE2\x10\xEA\x57\x22\x76\x5F");
  BOOST_TEST(opened(bytes).lacks.empty());
  bytes[0] = 'x';
  const Recorded told = opened(bytes);
  check(lacks_of(told), {"damaged its header"});
  check(files_of(told), {"run.hta: a file with http://h/d in it"});
}

// What nothing leads to is not shown, and was at some time; nothing of it is told twice.
BOOST_AUTO_TEST_CASE(what_no_list_leads_to_is_searched) {
  const Lines left = {"onenote[scan] http://h/left"};
  for (const bool is_empty : {false, true}) {
    Store store;
    store.add("http://h/left");
    const Place place =
        store.add(object({{kRichText, is_empty ? rich(u"") : rich(u"http://h/a")}}));
    const Recorded told = opened(section(store, declared(place)));
    BOOST_TEST(told.lacks.empty());
    check(told.found(), left);
  }
  for (const std::vector<Property>& properties :
       {std::vector<Property>{{kUrl, rich(u"http://h/a")}}, {{kLabel, rich(u"http://h/a")}}}) {
    Store store;
    store.add("http://h/left");
    const Place place = store.add(object(properties));
    BOOST_TEST(opened(section(store, declared(place))).references.size() == 2u);
  }
  Store store;
  store.add("http://h/left");
  store.add(stored_file("http://h/in a file"));
  const Place place = store.add(object({}));
  check(opened(section(store, declared(place))).found(), left);
  // Behind the end, in both forms.
  for (const std::string& bytes : {" http://h/left"s, utf16(u" http://h/left ")})
    BOOST_TEST(opened(usual_section() + bytes).found().back() == left[0]);
}

BOOST_AUTO_TEST_CASE(each_thing_is_told_once) {
  const Recorded told = opened(section_of(object({
      {kAscii, sized("a b")},
      {kAltText, rich(u"a b")},
      {kUrl, rich(u"http://h/a")},
      {kUrl, rich(u"http://h/a")},
      {kLabel, rich(u"see http://h/a")},
      {kLabel, rich(u"see http://h/a")},
      {kUrl, rich(u"")},
      {kAltText, rich(u"")},
      {kRichText, rich(u"\xFDDFHYPERLINK \"http://h/a\"b")},
      {kRichText, rich(u"\xFDDFHYPERLINK \"http://h/a\"c")},
      {kRuns, sized(number(100, 4))},
  })));
  BOOST_TEST(text_of(told) == "a b\nb\nc\n");
  check(told.found(), {"onenote[hyperlink] http://h/a", "onenote[hyperlink] http://h/a",
                       "onenote[hyperlink] http://h/a", "onenote[property] see http://h/a"});
  BOOST_TEST(!told.references.at(0).text);
  BOOST_TEST(told.references.at(1).text.value() == "b");
  BOOST_TEST(told.references.at(2).text.value() == "c");
  for (const Recorded::Reference& each : told.references) BOOST_TEST(!each.uses_base);
  BOOST_TEST(told.texts.at(0).type == "text/plain");
  BOOST_TEST(told.texts.at(0).element == "onenote");
  BOOST_TEST(told.lacks.empty());
}

BOOST_AUTO_TEST_CASE(properties_that_may_have_a_url_are_told) {
  const Recorded told = opened(section_of(object({
      {kSource, rich(u"http://h/source")},
      {kAuthor, rich(u"http://h/author")},
      {kLabel, rich(u"a label")},
      {kLabel, sized("a label\0http://h/behind the end"sv)},
      {kLabel, sized("\xE9 http://h/\xE9")},
      {kFileName, rich(u"a name")},
      {kPictureName, rich(u"http://h/name")},
      {kAltText, rich(u"http://h/shown")},
  })));
  check(told.found(), {"onenote[source path] http://h/source", "onenote[property] http://h/author",
                       "onenote[property] a label", "onenote[property] \xC3\xA9 http://h/\xC3\xA9",
                       "onenote[file name] http://h/name", "onenote[scan] http://h/behind"});
  for (const Recorded::Reference& each : told.references) BOOST_TEST(each.is_text);
  BOOST_TEST(text_of(told) == "http://h/shown\n");
}

// What ends a line, and where a link's text ends.
BOOST_AUTO_TEST_CASE(paragraphs_are_read) {
  struct Row {
    std::u16string text;
    std::vector<std::uint32_t> runs;
    std::string shown;
    std::vector<std::optional<std::string>> links;
  };
  constexpr auto kNone = std::nullopt;
  const Row rows[] = {
      {u"a\vb\rc\0d\0\0"s, {}, "a\nb\nc\nd", {}},
      {u"\xFDDFHYPERLINK \"u:v\"text", {}, "text", {kNone}},
      // A link's text begins behind the quote, where a run may begin, too; others come before it.
      {u"\xFDDFHYPERLINK \"u:v\"text", {16}, "text", {"text"}},
      {u"\xFDDFHYPERLINK \"u:v\"text", {18, 16, 3}, "text", {"te"}},
      {u"\xFDDFHYPERLINK \"u:v\"text", {99}, "text", {"text"}},
      {u"\xFDDFHYPERLINK \"u:v\"a\xFDDFHYPERLINK \"u:v\"b", {99}, "ab", {"a", "b"}},
      // Not closed.
      {u"a\xFDDFHYPERLINK \"u:v", {}, "a", {kNone}},
      {u"a\xFDDFHYPERLINK \"u:v\"", {1}, "a", {""}},
      // Other fields, and what is none.
      {u"a\xFDDFHYPERLIN", {}, "aHYPERLIN", {}},
      {u"a\xFDDFOTHER \"u:v\"b", {}, "aOTHER \"u:v\"b", {}},
      {u"a\xFDDF", {}, "a", {}},
      {u"a\xFDDF\xFDDFHYPERLINK \"u:v\"b", {}, "ab", {kNone}},
      {u"\xD83D\xDE00\xD83D", {}, "\xF0\x9F\x98\x80\xEF\xBF\xBD", {}},
  };
  for (const Row& row : rows) {
    std::string runs;
    for (const std::uint32_t place : row.runs) runs += number(place, 4);
    // Half a unit at the end is none.
    const Recorded told = opened(
        section_of(object({{kRichText, sized(utf16(row.text) + "x")}, {kRuns, sized(runs)}})));
    BOOST_TEST_CONTEXT(row.shown) {
      BOOST_TEST(text_of(told) == row.shown + "\n");
      BOOST_TEST_REQUIRE(told.references.size() == row.links.size());
      for (std::size_t i = 0; i < row.links.size(); ++i) {
        BOOST_TEST(told.references[i].raw == "u:v");
        BOOST_TEST((told.references[i].text == row.links[i]),
                   told.references[i].text.value_or("-"));
      }
    }
  }
}

// 2.6.2: lists of spaces and of contexts are between those of objects and the properties.
BOOST_AUTO_TEST_CASE(objects_refer_to_spaces_and_contexts) {
  const std::string properties = property_set({{kRichText, rich(u"text")}});
  const std::string one = number(0x101, 4);
  const std::string heads[] = {
      number(0x80000000, 4),
      number(0x80000001, 4) + one,
      number(0, 4) + number(0x80000000, 4),
      number(1, 4) + one + number(0x80000001, 4) + one,
      number(1, 4) + one + number(0x40000002, 4) + one + one + number(1, 4) + one,
      number(0, 4) + number(0x40000000, 4) + number(0, 4),
  };
  for (const std::string& head : heads) {
    const Recorded told = opened(section_of(head + properties));
    BOOST_TEST(text_of(told) == "text\n");
    BOOST_TEST(told.lacks.empty());
  }
}

// The one that a container stands for is counted among all that are referred to.
BOOST_AUTO_TEST_CASE(files_have_the_names_of_their_containers) {
  for (const std::uint32_t container : {kFile, kPicture, kWebPicture}) {
    for (const std::uint32_t name : {kFileName, kPictureName}) {
      Store store;
      const Place place = store.add(object({{8U << 26 | 9, ""},
                                            {9U << 26 | 9, number(2, 4)},
                                            {container, ""},
                                            {8U << 26 | 9, ""},
                                            {name, rich(u"run.hta")}},
                                           {0x103, 0x104, 0x105, kSecondObject, 0x106}));
      const Place content = store.add(stored_file("content"));
      const Recorded told = opened(section(
          store, declared(place) + node(0x73, file_declared(kSecondObject, kGuidText, u".x", 4)),
          node(0x94, 1, content, kGuid)));
      check(files_of(told), {"run.hta: content"});
      BOOST_TEST(told.lacks.empty());
    }
  }
}

BOOST_AUTO_TEST_CASE(objects_that_make_no_sense_are_told) {
  const std::string inner = property_set({{kRichText, rich(u"inner")}});
  const std::string whole = object({{2U << 26 | 9, ""},
                                    {4U << 26 | 9, "12"},
                                    {9U << 26 | 9, number(1, 4)},
                                    {16U << 26 | 9, number(1, 4) + number(17U << 26, 4) + inner},
                                    {6U << 26 | 9, "12345678"},
                                    {11U << 26 | 9, number(1, 4)},
                                    {5U << 26 | 9, "1234"},
                                    {3U << 26 | 9, "1"}},
                                   {1, 2});
  BOOST_TEST(opened(section_of(whole)).lacks.empty());
  for (std::size_t size = 0; size < whole.size(); ++size)
    check(lacks_of(opened(section_of(whole.substr(0, size)))), {"damaged an object"});
  // The last property, of each type that has data, cut off.
  const Property lasts[] = {
      {3, "1"},           {4, "12"},          {5, "1234"},
      {6, "12345678"},    {7, sized("text")}, {9, number(1, 4)},
      {11, number(1, 4)}, {13, number(1, 4)}, {16, number(1, 4) + number(17U << 26, 4) + inner},
      {17, inner}};
  for (const auto& [type, data] : lasts) {
    BOOST_TEST(opened(section_of(object({{kAscii, sized("x")}, {type << 26 | 9, data}}, {1})))
                   .lacks.empty());
    for (std::size_t size = 0; size < data.size(); ++size)
      check(lacks_of(opened(section_of(
                object({{kAscii, sized("x")}, {type << 26 | 9, data.substr(0, size)}}, {1})))),
            {"damaged an object"});
  }
  // Types that there are not, and references that there are not.
  for (const std::uint32_t type : {0U, 14U, 15U, 18U, 31U})
    check(lacks_of(opened(section_of(object({{type << 26 | 9, ""}, {1U << 26 | 9, ""}})))),
          {"damaged an object"});
  check(lacks_of(opened(section_of(object({{8U << 26 | 9, ""}, {8U << 26 | 9, ""}}, {1})))),
        {"damaged an object"});
  check(lacks_of(opened(section_of(object({{9U << 26 | 9, number(2, 4)}}, {1})))),
        {"damaged an object"});
}

// 2.4.3: what declares an object, or another revision of it.
BOOST_AUTO_TEST_CASE(objects_are_declared_in_many_ways) {
  for (const std::uint32_t id : {0x2D, 0x2E, 0x41, 0x42, 0xA4, 0xA5, 0xC4, 0xC5}) {
    Store store;
    const Place place = store.add(object({{kRichText, rich(u"text")}}));
    const Place root = store.list(node(id, 1, place) + node(id, 1, place));
    const Recorded told = opened(store.file(root));
    BOOST_TEST(text_of(told) == "text\n", id);
    BOOST_TEST(told.lacks.empty());
  }
  // Not there: an object that has no bytes.
  Store store;
  const Place place = store.add(object({{kRichText, rich(u"text")}}));
  BOOST_TEST(opened(section(store, declared(place) + declared({0, 0}) + declared({0xFFFFFFFF, 0})))
                 .lacks.empty());
}

BOOST_AUTO_TEST_CASE(nodes_that_make_no_sense_are_told) {
  const auto with = [](std::string_view nodes) {
    Store store;
    const Place place = store.add(object({{kRichText, rich(u"text")}}));
    const Recorded told = opened(section(store, declared(place) + std::string(nodes)));
    BOOST_TEST(text_of(told) == "text\n");
    return lacks_of(told);
  };
  check(with({}), {});
  // A size that has not even its head in it, one that is behind the end, and too little for a
  // reference.
  check(with(number(0xA4 | 0U << 10, 4)), {"damaged a node"});
  check(with(number(0xA4 | 3U << 10, 4)), {"damaged a node"});
  check(with(number(0xA4 | 0x1FFFU << 10, 4)), {"damaged a node"});
  for (const unsigned base : {1U, 2U})
    for (std::size_t size = 0; size < 8; ++size)
      check(with(number(0xA4 | (size + 4) << 10 | 1U << 23 | base << 27, 4) +
                 std::string(size, '\0')),
            {"damaged a node"});
  // The end of a list, behind which nothing is read.
  check(with(number(0, 4) + "xxxx"), {});
  check(with(node(0xFF) + "xxxx"), {});
  // A list that is nowhere, and one that is behind the end.
  check(with(node(0x10, 2, {0, 0}) + node(0x10, 2, {0xFFFFFFFF, 0})), {});
  check(with(node(0x10, 2, {1U << 30, 80})), {"damaged a list of nodes"});
  // Told once, however often.
  check(with(declared({1U << 30, 8}) + declared({1U << 29, 8})), {"damaged an object"});
}

BOOST_AUTO_TEST_CASE(lists_are_read_in_their_order) {
  for (unsigned at = 0; at < 4; ++at)
    for (unsigned size = 0; size < 4; ++size) {
      Store store;
      std::string nodes;
      Place last;
      for (const auto text : {u"first", u"second", u"third"}) {
        last = store.list(declared(store.add(object({{kRichText, rich(text)}}))));
        // A size that is counted in eighths.
        while (last.size % 8 != 0) ++last.size;
        nodes += node(0x10, 2, last, {}, {at, size});
      }
      // The last one twice, which is no damage.
      nodes += node(0x10, 2, last, {}, {at, size});
      const Place outer = store.list(nodes);
      const Recorded told = opened(store.file(store.list(
          node(0x08, 2, outer) + declared(store.add(object({{kRichText, rich(u"before")}}))))));
      BOOST_TEST(text_of(told) == "before\nfirst\nsecond\nthird\n", at << ", " << size);
      BOOST_TEST(told.lacks.empty(), at << ", " << size);
    }
}

BOOST_AUTO_TEST_CASE(fragments_belong_to_their_list) {
  struct Row {
    std::uint32_t list, sequence;
    Lines lacks;
  };
  const Row rows[] = {{9, 1, {}},
                      {8, 1, {"damaged a list of nodes"}},
                      {9, 0, {"damaged a list of nodes"}},
                      {9, 2, {"damaged a list of nodes"}}};
  for (const Row& row : rows) {
    Store store;
    const Place first = store.add(object({{kRichText, rich(u"first")}}));
    const Place second = store.add(object({{kRichText, rich(u"second")}}));
    const Place next = store.fragment(row.list, row.sequence, declared(second), {~0ULL, 0});
    const Recorded told = opened(store.file(store.fragment(9, 0, declared(first), next)));
    BOOST_TEST(text_of(told) == "first\nsecond\n");
    check(lacks_of(told), row.lacks);
  }
  // Where the log says that all nodes were read, no further fragment is.
  Store store;
  const Place first = store.add(object({{kRichText, rich(u"first")}}));
  const Place second = store.add(object({{kRichText, rich(u"second")}}));
  const Place next = store.fragment(9, 1, declared(second), {1U << 30, 80});
  const Place list = store.fragment(9, 0, declared(first), next);
  for (const std::uint32_t nodes : {1U, 2U, 3U}) {
    Store copy = store;
    const Recorded told = opened(copy.file(list, {{9, nodes}}));
    BOOST_TEST(text_of(told) == (nodes == 1 ? "first\n" : "first\nsecond\n"));
    check(lacks_of(told), nodes == 3 ? Lines{"damaged a list of nodes"} : Lines{});
  }
}

BOOST_AUTO_TEST_CASE(fragments_that_are_none_are_told) {
  // Too short, and without what each begins with.
  Store store;
  const Place place = store.add(object({{kRichText, rich(u"text")}}));
  const Place list = store.list(declared(place));
  const Place other = store.add(std::string(80, 'x'));
  for (const Place& each : {Place{list.at, 35}, other}) {
    Store copy = store;
    const Recorded told = opened(copy.file(copy.list(declared(place) + node(0x10, 2, each))));
    BOOST_TEST(text_of(told) == "text\n");
    check(lacks_of(told), {"damaged a list of nodes"});
  }
  // The smallest one, of 36 bytes, has nothing in it.
  Store copy = store;
  const Place least = copy.add(number(0xA4567AB1F5F7F4C4, 8) + number(9, 4) + number(0, 4) +
                               number(~0ULL, 8) + number(0, 4) + number(0x8BC215C38233BA4B, 8));
  BOOST_TEST(least.size == 36u);
  BOOST_TEST(opened(copy.file(copy.list(declared(place) + node(0x10, 2, least)))).lacks.empty());
}

// 2.3.3: the log goes on in fragments, of which each has as many entries as go into it.
BOOST_AUTO_TEST_CASE(logs_of_transactions_are_read) {
  struct Row {
    std::uint32_t transactions;
    std::string first, second;
    const char* text;
    Lines lacks;
  };
  const std::string end = number(1, 4) + number(0, 4);
  const auto entry = [](std::uint32_t nodes) { return number(9, 4) + number(nodes, 4); };
  const Row rows[] = {
      {2, entry(2) + end, entry(1) + end, "first\n", {}},
      {1, entry(2) + end, entry(1) + end, "first\nsecond\n", {}},
      {1, entry(2) + end + entry(1), "", "first\nsecond\n", {}},
      {2, entry(2) + end + entry(1) + end, "", "first\n", {}},
      // What is too short for an entry is none.
      {2, entry(2) + end + end.substr(0, 7), entry(1) + end, "first\n", {}},
      // What says that more was written is not believed.
      {3, entry(2) + end, entry(1) + end, "first\nsecond\n", {"damaged its transaction log"}},
      {0, entry(1) + end, "", "first\nsecond\n", {}},
  };
  for (const Row& row : rows) {
    Store store;
    const Place first = store.add(object({{kRichText, rich(u"first")}}));
    const Place second = store.add(object({{kRichText, rich(u"second")}}));
    const Place root = store.fragment(9, 0, declared(first) + declared(second), {~0ULL, 0});
    const Place next = store.add(row.second + number(~0ULL, 8) + number(0, 4));
    const Place log = store.add(row.first + number(next.at, 8) + number(next.size, 4));
    std::string bytes = store.file(root);
    bytes.replace(0x60, 4, number(row.transactions, 4));
    bytes.replace(0xA0, 12, number(log.at, 8) + number(log.size, 4));
    const Recorded told = opened(bytes);
    BOOST_TEST(text_of(told) == row.text);
    check(lacks_of(told), row.lacks);
    // In a circle, behind the end of the file, nowhere, and too small to lead on.
    for (const Place& bad : {log, Place{1U << 30, 20}, Place{0, 0}, Place{log.at, 11}}) {
      std::string changed = bytes;
      changed.replace(0x60, 4, number(9, 4));
      if (bad.at != log.at || bad.size == 11)
        changed.replace(0xA0, 12, number(bad.at, 8) + number(bad.size, 4));
      else
        changed.replace(log.at + log.size - 12, 12, number(log.at, 8) + number(log.size, 4));
      const Recorded doubted = opened(changed);
      BOOST_TEST(text_of(doubted) == "first\nsecond\n");
      check(lacks_of(doubted), {"damaged its transaction log"});
    }
  }
}

BOOST_AUTO_TEST_CASE(tables_of_identifiers_are_read) {
  // In the table before: 1 and 2 are one GUID, 3 another.  What is 0x502 in the one that is made of
  // it?
  const std::string other(16, 'o');
  const std::string before = node(0x24, number(1, 4) + std::string(kGuid)) +
                             node(0x24, number(2, 4) + std::string(kGuid)) +
                             node(0x24, number(3, 4) + other);
  struct Row {
    std::string entries;
    bool is_found;
  };
  const Row rows[] = {
      {node(0x24, number(5, 4) + std::string(kGuid)), true},
      {node(0x24, number(5, 4) + other), false},
      {node(0x24, number(4, 4) + std::string(kGuid)), false},
      {node(0x25, number(1, 4) + number(5, 4)), true},
      {node(0x25, number(3, 4) + number(5, 4)), false},
      {node(0x25, number(4, 4) + number(5, 4)), false},
      // One entry alone.
      {node(0x25, number(1, 4) + number(4, 4)), false},
      {node(0x26, number(1, 4) + number(1, 4) + number(4, 4)), false},
      {node(0x26, number(1, 4) + number(2, 4) + number(4, 4)), true},
      {node(0x26, number(0, 4) + number(3, 4) + number(3, 4)), true},
      {node(0x26, number(1, 4) + number(9, 4) + number(3, 4)), false},
      {node(0x26, number(1, 4) + number(9, 4) + number(4, 4)), true},
      {node(0x26, number(1, 4) + number(0, 4) + number(5, 4)), false},
      // Nothing is left of the table before, but what is taken over.
      {"", false},
  };
  for (const Row& row : rows)
    for (const std::uint32_t begin : {0x21U, 0x22U}) {
      Store store;
      const Place name = store.add(object({{kFile, ""}, {kFileName, rich(u"run.hta")}}, {0x502}));
      const Place content = store.add(stored_file("content"));
      const Place text = store.add(object({{kRichText, rich(u"text")}}));
      const Place list = store.list(node(begin) + before + node(0x28) +
                                    node(0x72, file_declared(0x102, kGuidText, u"")) + node(begin) +
                                    row.entries + node(0x28) + declared(name) + declared(text));
      const Recorded told = opened(store.file(store.list(
          node(0x10, 2, list) + node(0x90, 2, store.list(node(0x94, 1, content, kGuid))))));
      check(files_of(told), {row.is_found ? "run.hta: content" : ": content"});
      BOOST_TEST(text_of(told) == "text\n");
      BOOST_TEST(told.lacks.empty());
    }
  // Cut off anywhere.
  const std::string entries[] = {number(1, 4) + std::string(kGuid), number(1, 4) + number(1, 4),
                                 number(1, 4) + number(1, 4) + number(1, 4)};
  for (std::uint32_t id = 0x24; id <= 0x26; ++id)
    for (std::size_t size = 0; size < entries[id - 0x24].size(); ++size) {
      Store store;
      const Place text = store.add(object({{kRichText, rich(u"text")}}));
      check(lacks_of(opened(
                section(store, declared(text) + node(id, entries[id - 0x24].substr(0, size))))),
            {"damaged a table of identifiers"});
    }
}

BOOST_AUTO_TEST_CASE(references_to_files_are_read) {
  struct Row {
    std::string declaration;
    Lines files, lacks;
  };
  constexpr auto kOther = u"<ifndf>{AB323130-3534-3736-3839-616263646566}";
  const Row rows[] = {
      {node(0x72, file_declared(0x102, kGuidText, u".x")), {"file 1.x: content"}, {}},
      {node(0x73, file_declared(0x102, kGuidText, u".x", 4)), {"file 1.x: content"}, {}},
      {node(0x72, file_declared(0x102, kGuidText, u"")), {": content"}, {}},
      // The first one that has a name.
      {node(0x72, file_declared(0x102, kGuidText, u".x")) +
           node(0x72, file_declared(0x101, kGuidText, u".y")) +
           node(0x72, file_declared(0x103, kGuidText, u".z")),
       {"named: content"},
       {}},
      {node(0x72, file_declared(0x101, kGuidText, u".y")) +
           node(0x72, file_declared(0x104, kGuidText, u".x")),
       {"named: content"},
       {}},
      {node(0x72, file_declared(0x102, kOther, u".x")),
       {": content"},
       {"damaged the reference to a file"}},
      {node(0x72, file_declared(0x102, u"<ifndf>{1234}", u".x")),
       {": content"},
       {"damaged the reference to a file"}},
      {node(0x72, file_declared(0x102, u"<file>a.onebin", u".x")),
       {": content"},
       {"no opener a.onebin"}},
      {node(0x72, file_declared(0x102, u"<invfdo>", u".x")), {": content"}, {}},
      {node(0x72, file_declared(0x102, std::u16string(7, u'<').append(kGuidText.substr(7)), u".x")),
       {": content"},
       {}},
  };
  for (const Row& row : rows) {
    Store store;
    const Place content = store.add(stored_file("content"));
    const Place name = store.add(object({{kFile, ""}, {kFileName, rich(u"named")}}, {0x101}));
    const Place later = store.add(object({{kFile, ""}, {kFileName, rich(u"later")}}, {0x104}));
    // What has neither name nor container says nothing.
    const Place nothing = store.add(object({{kFile, ""}}, {0x101}));
    const Place nowhere = store.add(object({{kFileName, rich(u"of none")}}));
    const Recorded told = opened(section(
        store,
        declared(name) + declared(later) + declared(nothing) + declared(nowhere) + row.declaration,
        node(0x94, 1, content, kGuid)));
    check(files_of(told), row.files);
    check(lacks_of(told), row.lacks);
  }
  // Cut off anywhere.
  for (const std::size_t count_size : {1U, 4U}) {
    const std::string whole = file_declared(0x102, kGuidText, u".x", count_size);
    for (std::size_t size = 0; size < whole.size(); ++size) {
      Store store;
      const Place text = store.add(object({{kRichText, rich(u"text")}}));
      check(lacks_of(opened(section(store, declared(text) + node(count_size == 1 ? 0x72 : 0x73,
                                                                 whole.substr(0, size))))),
            {"damaged the reference to a file"});
    }
  }
}

BOOST_AUTO_TEST_CASE(files_are_counted) {
  Store store;
  const Place first = store.add(stored_file("1"));
  const Place second = store.add(stored_file("22"));
  const Place text = store.add(object({{kRichText, rich(u"text")}}));
  const std::string other = "0123456789abcdeF";
  const std::string bytes = section(
      store,
      declared(text) + node(0x72, file_declared(0x102, kGuidText, u".a")) +
          node(0x72, file_declared(0x103, u"<ifndf>{33323130-3534-3736-3839-616263646546}", u".b")),
      node(0x94, 1, first, kGuid) + node(0x94, 1, second, other));
  check(files_of(opened(bytes)), {"file 1.a: 1", "file 2.b: 22"});
  DocumentBounds bounds;
  bounds.members = 2;
  BOOST_TEST(opened(bytes, bounds).lacks.empty());
  bounds.members = 1;
  const Recorded told = opened(bytes, bounds);
  check(files_of(told), {"file 1.a: 1"});
  check(lacks_of(told), {"limit "});
}

BOOST_AUTO_TEST_CASE(stored_files_are_read) {
  struct Row {
    std::string stored, nodes_data;
    Lines files, lacks;
  };
  const std::string guid(kGuid), whole = stored_file("content");
  const Row rows[] = {
      {whole, guid, {": content"}, {}},
      // It is told even if its node says nothing of use.
      {whole, guid.substr(1), {": content"}, {"damaged a file inside"}},
      {std::string(80, 'x'), guid, {}, {"damaged a file inside"}},
      {stored_file(""), guid, {": "}, {}},
  };
  for (const Row& row : rows) {
    Store store;
    const Place text = store.add(object({{kRichText, rich(u"text")}}));
    const Place content = store.add(row.stored);
    const Recorded told =
        opened(section(store, declared(text), node(0x94, 1, content, row.nodes_data)));
    check(files_of(told), row.files);
    check(lacks_of(told), row.lacks);
  }
  Store store;
  const Place text = store.add(object({{kRichText, rich(u"text")}}));
  const std::string nowhere = node(0x94, 1, {0, 0}, guid);
  BOOST_TEST(opened(section(store, declared(text), nowhere)).lacks.empty());
  // Behind the end, and cut off by it.
  Store behind;
  const Place place = behind.add(object({{kRichText, rich(u"text")}}));
  check(lacks_of(opened(section(behind, declared(place), node(0x94, 1, {1U << 30, 80}, guid)))),
        {"damaged a file inside"});
  for (const bool is_known : {true, false}) {
    Store cut;
    const Place last{4096, 0};
    const Place there = cut.add(object({{kRichText, rich(u"text")}}));
    std::string bytes =
        section(cut, declared(there), is_known ? node(0x94, 1, last, guid) : std::string());
    bytes.resize(4096, '\0');
    for (const std::size_t size : {36U, 37U, 40U, 43U}) {
      const Recorded told = opened(bytes + whole.substr(0, size));
      check(files_of(told), !is_known && size == 36 ? Lines{}
                                                    : Lines{": "s + whole.substr(36, size - 36) +
                                                            (size < 43 ? " (cut off)" : "")});
      if (size < 43 && is_known) check(lacks_of(told), {"damaged ", "damaged a file inside"});
      if (size == 43) BOOST_TEST(told.lacks.empty());
    }
    // Its head alone is no file.
    BOOST_TEST(opened(bytes + whole.substr(0, 35)).parts.empty());
  }
}

BOOST_AUTO_TEST_CASE(files_are_searched_for) {
  const std::string inner = stored_file("inner");
  // What lies in a file is its own; what is cut off may have others behind it.
  std::string cut = stored_file("content");
  cut.replace(16, 8, number(1U << 20, 8));
  const std::string empty = stored_file("");
  struct Row {
    std::string bytes;
    Lines files;
  };
  const Row rows[] = {
      {stored_file("first"), {": first"}},
      {stored_file("a") + stored_file("b"), {": a", ": b"}},
      {stored_file(inner) + "x" + inner, {": " + inner, ": inner"}},
      {empty + inner, {": inner"}},
      {cut + inner, {": " + (cut + inner).substr(36) + " (cut off)", ": inner"}},
      {std::string(kFileHead), {}},
  };
  for (const Row& row : rows) check(files_of(opened(row.bytes)), row.files);
}

// A word with "://" in it, as bytes and as UTF-16.
BOOST_AUTO_TEST_CASE(what_is_damaged_is_searched_for_words) {
  struct Row {
    std::u16string in_file;
    std::u16string found;
  };
  const std::u16string letters(100, u'a');
  const Row rows[] = {
      {u"http://h/a", u"http://h/a"},
      {u"(svn+ssh://h/a", u"svn+ssh://h/a"},
      {u",a-b.c1://h/a", u"a-b.c1://h/a"},
      {u"/Z9://h", u"Z9://h"},
      {u"\u00E9http://h", u"http://h"},
      {u"http://h/a b", u"http://h/a"},
      {u"http://h/a\"b", u"http://h/a"},
      {u"http://h/a<b", u"http://h/a"},
      {u"http://h/a>b", u"http://h/a"},
      {u"http://h/a\x7F"
       u"b",
       u"http://h/a"},
      {u"http://h/a\x1F"
       u"b",
       u"http://h/a"},
      {u"http://h/a\u009F"
       u"b",
       u"http://h/a"},
      {u"http://h/a\u00A0b", u"http://h/a"},
      {u"http://h/a\u00A1b", u"http://h/a\u00A1b"},
      {u"http://h/a\u05FFb", u"http://h/a\u05FFb"},
      {u"http://h/a\u0600b", u"http://h/a"},
      {u"http://h/a!~b", u"http://h/a!~b"},
      {u"a://b://c", u"a://b://c"},
      {u"a://b c://d", u"a://b|c://d"},
      {u"a://", u"a://"},
      {u"://a", u""},
      {letters.substr(0, 64) + u"://h", letters.substr(0, 64) + u"://h"},
      {letters.substr(0, 65) + u"://h", letters.substr(0, 64) + u"://h"},
  };
  const auto utf8_of = [](std::u16string_view text) { return utf8_of_utf16(utf16(text)); };
  for (const Row& row : rows) {
    Lines wanted;
    std::string found = utf8_of(row.found);
    for (std::size_t at = 0; !found.empty(); found.erase(0, at == found.npos ? at : at + 1)) {
      at = found.find('|');
      wanted.push_back("onenote[scan] " + found.substr(0, at));
    }
    for (const std::string& bytes : {utf8_of(row.in_file), utf16(row.in_file)})
      BOOST_TEST_CONTEXT(utf8_of(row.in_file) << ", " << bytes.size()) {
        // At the very beginning, at the end, and anywhere; at odd places, too.
        check(opened(bytes).found(), wanted);
        check(opened(std::string(kSection) + '\x1F' + bytes).found(), wanted);
        check(opened(std::string(101, '\0') + bytes + std::string(9, '\0')).found(), wanted);
      }
  }
  // Half a letter is none.
  check(opened("http://h/a\xC2").found(), {"onenote[scan] http://h/a"});
  check(opened("http://h/a\xC3 b").found(), {"onenote[scan] http://h/a"});
  check(opened("http://h/\xC3\xA9\xA9").found(), {"onenote[scan] http://h/\xC3\xA9"});
}

// What was told before is not found again: in texts, links, words.
BOOST_AUTO_TEST_CASE(what_was_told_is_not_found_again) {
  Store store;
  const std::string bytes =
      object({{kRichText, rich(u"one http://h/a two http://h/b \xFDDFHYPERLINK \"http://h/c\"d")},
              {kUrl, rich(u"http://h/e")},
              {kLabel, rich(u"label http://h/f")}});
  const Place place = store.add(bytes);
  store.add("http://h/left");
  const Recorded told = opened(section(store, declared(place) + declared({1u << 30, 8})));
  check(told.found(), {"onenote[hyperlink] http://h/e", "onenote[hyperlink] http://h/c",
                       "onenote[property] label http://h/f", "onenote[scan] http://h/left"});
  check(lacks_of(told), {"damaged an object"});
  BOOST_TEST(told.lacks.at(0).sentence == "makes no sense; the whole file was searched for links");
}

BOOST_AUTO_TEST_CASE(files_that_lie_beside_are_told_up_to_a_number) {
  for (const int count : {100, 101}) {
    Store store;
    const Place text = store.add(object({{kRichText, rich(u"text")}}));
    std::string nodes = declared(text);
    for (int i = 0; i < count; ++i)
      nodes += node(0x72, file_declared(0x102, u"<file>" + std::u16string(300, u'a'), u""));
    const Recorded told = opened(section(store, nodes));
    BOOST_TEST_REQUIRE(told.lacks.size() == static_cast<std::size_t>(count));
    BOOST_TEST(told.lacks[0].what == std::string(256, 'a'));
    BOOST_TEST((told.lacks.back().why == (count == 100 ? Lack::no_opener : Lack::limit)));
  }
}

BOOST_AUTO_TEST_CASE(bounds_hold_to_the_byte) {
  const std::string text = object({{kRichText, rich(u"text")}});
  const std::string content = "content";
  // Each object, and each file as it is told.
  const std::string bytes =
      package(group(declared_data(id(1), 1) + declared_data(id(2), 2) + declared_data(id(3), 4),
                    data_of("\0"s, text) + data_of("\0"s, content) + data_of("\0"s, "other")));
  DocumentBounds bounds;
  bounds.bytes = text.size() + content.size();
  BOOST_TEST(opened(bytes, bounds).lacks.empty());
  BOOST_TEST(opened(bytes, bounds).parts.size() == 1u);
  --bounds.bytes;
  check(lacks_of(opened(bytes, bounds)), {"limit "});
  BOOST_TEST(text_of(opened(bytes, bounds)) == "text\n");
  BOOST_TEST(opened(bytes, bounds).parts.empty());
  bounds.bytes = text.size() - 1;
  check(lacks_of(opened(bytes, bounds)), {"limit "});
  BOOST_TEST(opened(bytes, bounds).texts.empty());
}

// [MS-FSSHTTPB] 2.2.1.7: an id is one in each of its lengths, and differs from the next one.
BOOST_AUTO_TEST_CASE(ids_of_packages_have_many_lengths) {
  const auto long_id = [](std::uint32_t n) { return "\x80" + number(n, 4) + std::string(kGuid); };
  for (const std::uint32_t n : {1U, 3U, 30U, 31U, 32U, 255U, 256U, 1022U, 1023U, 1024U, 65535U,
                                131'070U, 131'071U, 131'072U, 0x01020304U, 0x80000000U}) {
    for (const bool is_long : {false, true}) {
      const auto name = [&](std::uint32_t of, std::u16string_view text) {
        return data_of(compact(1) + (is_long ? long_id(of) : id(of)),
                       object({{kFile, ""}, {kFileName, rich(text)}}, {0}));
      };
      const std::string bytes = package(
          group(declared_data(id(n), 2) + declared_data(id(n + 1), 2) + declared_data(id(7), 1) +
                    declared_data(id(8), 1),
                data_of("\0"s, "1") + data_of("\0"s, "2") + name(n + 1, u"two") + name(n, u"one")));
      const Recorded told = opened(bytes);
      check(files_of(told), {"one: 1", "two: 2"});
      BOOST_TEST(told.lacks.empty(), n);
    }
  }
  // What has none has no name.
  const Recorded told = opened(package(
      group(declared_data("\0"s, 2) + declared_data(id(7), 1),
            data_of("\0"s, "1") +
                data_of(compact(1) + "\0"s, object({{kFile, ""}, {kFileName, rich(u"n")}}, {0})))));
  check(files_of(told), {": 1"});
  BOOST_TEST(told.lacks.empty());
}

// 2.2.1.1
BOOST_AUTO_TEST_CASE(numbers_of_packages_have_many_lengths) {
  for (unsigned size = 1; size <= 7; ++size)
    for (const std::size_t length : {std::size_t{0}, std::size_t{1}, std::size_t{100},
                                     std::size_t{127}, std::size_t{300}, std::size_t{70'000}}) {
      if (length >> (7 * size) != 0) continue;
      const std::string content(length, 'x');
      // One more, and it is cut off.
      for (const bool is_whole : {true, false}) {
        const Recorded told = opened(package(group(
            declared_data(id(1), 2) + declared_data(id(2), 1),
            stream_object(0x16, "\0\0"s + compact_of(length + (is_whole ? 0 : 1), size) + content) +
                data_of("\0"s, object({{kRichText, rich(u"text")}})))));
        if (!is_whole && (length + 1) >> (7 * size) != 0) continue;
        check(files_of(told), is_whole ? Lines{": " + content} : Lines{});
        check(lacks_of(told), is_whole ? Lines{} : Lines{"damaged a data element"});
      }
    }
}

BOOST_AUTO_TEST_CASE(packages_that_make_no_sense_are_told) {
  const std::string text = object({{kRichText, rich(u"text")}});
  const std::string whole = group(declared_data(id(1), 1), data_of("\0"s, text));
  const auto lacks = [&](std::string_view elements) {
    const Recorded told = opened(package(whole + std::string(elements)));
    BOOST_TEST(text_of(told).starts_with("text\n"));
    return lacks_of(told);
  };
  const Lines damaged{"damaged a data element"};
  check(lacks({}), {});
  // More data than are declared; those of another element are declared anew.
  check(lacks(data_of("\0"s, text)), damaged);
  check(lacks(stream_object(0x1C, "\0\0"s)), damaged);
  check(lacks(group(declared_data(id(1), 1), data_of("\0"s, text))), {});
  check(lacks(group({}, data_of("\0"s, text))), damaged);
  // What comes in pieces is not joined.
  check(lacks(stream_object(0x6A, "")), damaged);
  // An object that makes no sense.
  check(lacks(group(declared_data(id(1), 1), data_of("\0"s, "x"))), damaged);
  // References to spaces and contexts are pairs.
  check(lacks(group(declared_data(id(1), 1),
                    data_of("\0"s, text, compact(2) + id(1) + id(2) + id(300) + "\0"s))),
        {});
  // Each body, cut off anywhere.
  const std::string blob = id(1) + id(2000) + compact(2);
  const std::string declaration = id(40) + compact(300);
  const std::string data = compact(2) + id(1) + id(70'000) + compact(1) + id(1) + id(200'000) +
                           compact(text.size()) + text;
  for (std::size_t size = 0; size < blob.size(); ++size)
    check(lacks(group(stream_object(5, blob.substr(0, size)), "")), damaged);
  for (std::size_t size = 0; size < declaration.size(); ++size)
    check(lacks(group(stream_object(0x18, declaration.substr(0, size)), "")), damaged);
  for (std::size_t size = 0; size < data.size(); ++size)
    check(lacks(group(declared_data(id(1), 1), stream_object(0x16, data.substr(0, size)))),
          damaged);
  check(lacks(group(declared_data(id(1), 1), stream_object(0x16, data))), {});
  for (const std::string& element : {id(1), id(40), id(2000), id(200'000)})
    for (std::size_t size = 0; size < element.size(); ++size)
      check(lacks(stream_object(1, element.substr(0, size), true) + end_of(1)), damaged);
  // An id that begins as none does.
  check(lacks(stream_object(1, "\x02" + std::string(kGuid), true) + end_of(1)), damaged);
}

// 2.2.1.5: heads of two and of four bytes, ends of one and of two.
BOOST_AUTO_TEST_CASE(heads_in_packages_have_two_forms) {
  const std::string text = object({{kRichText, rich(u"text")}});
  const std::string declaration = id(1) + compact(1) + compact(9) + "\0\0"s;
  const std::string data = "\0\0"s + compact(text.size()) + text;
  const std::string content(0x7FFF, 'x');
  const std::string elements = stream_object(1, id(1) + "\0"s + compact(5), true) +
                               stream_object(0x1D, "", true) +
                               stream_object_short(0x18, declaration) + number(0x1D << 2 | 1, 1) +
                               stream_object(0x1E, "", true) + stream_object_short(0x16, data) +
                               number(0x1E << 2 | 1, 1) + number(1 << 2 | 1, 1);
  const Recorded told = opened(package(elements));
  BOOST_TEST(text_of(told) == "text\n");
  BOOST_TEST(told.lacks.empty());
  // A size that stands behind the head.
  for (const std::size_t size : {0x7FF0U, 0x7FFEU, 0x7FFFU, 0x8000U}) {
    const std::string blob(size, 'x');
    const Recorded large =
        opened(package(elements + stream_object(1, id(2) + "\0"s + compact(10), true) +
                       stream_object(2, compact(blob.size()) + blob) + end_of(1)));
    BOOST_TEST(large.parts.at(0).bytes.size() == size);
    BOOST_TEST(large.lacks.empty());
  }
  // What follows its end is nothing.
  BOOST_TEST(opened(package(elements) + "more").lacks.empty());
}

BOOST_AUTO_TEST_CASE(files_of_packages_have_their_owners) {
  // Two blobs, which their declarations give to objects that have names.
  const auto blob = [](std::uint32_t of, std::uint32_t n) {
    return stream_object(5, id(of) + id(n) + compact(2) + "\0\0"s);
  };
  const auto name = [](std::uint32_t of, std::u16string_view text) {
    return data_of(compact(2) + id(77) + id(of),
                   object({{8U << 26 | 9, ""}, {kFile, ""}, {kFileName, rich(text)}}, {0, 0}));
  };
  const std::string reference = stream_object(0x1C, "\0\0"s);
  const auto stored = [](std::uint32_t n, std::string_view content) {
    return data_element(n, 10, stream_object(2, compact(content.size()) + std::string(content)));
  };
  const Recorded told = opened(
      package(group(blob(11, 21) + declared_data(id(1), 1) + blob(12, 22) + declared_data(id(2), 1),
                    reference + name(12, u"two") + reference + name(11, u"one")) +
              stored(22, "2") + stored(21, "1") + stored(23, "of none") +
              // An element without an id, which is not that of the one before it.
              stored(21, "1 again") + stream_object(1, "\0\0"s + compact(10), true) +
              stream_object(2, compact(3) + "nil") + end_of(1)));
  check(files_of(told), {"two: 2", "one: 1", ": of none", "one: 1 again", ": nil"});
  BOOST_TEST(told.lacks.empty());
}

BOOST_AUTO_TEST_CASE(passwords_are_told_once) {
  Store store;
  const Place place = store.add("nothing to be read");
  check(lacks_of(
            opened(section(store, node(0x7C, 1, place) + node(0x7C, 1, place) + declared(place)))),
        {"encrypted "});
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
