// SPDX-License-Identifier: MIT
//
// Files of OneNote: what is told of both their forms; what is hostile, damaged or cut off.
#include "worker/documents/onenote/onenote.h"

#include <boost/test/unit_test.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "support/files.h"
#include "support/skip.h"
#include "text/binary/utf16.h"
#include "worker/documents/onenote/opened_onenote.h"

using namespace basewalk;
using namespace basewalk::worker;
using namespace basewalk::worker::made;
using namespace std::string_literals;

BOOST_AUTO_TEST_SUITE(onenote)

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

BOOST_AUTO_TEST_CASE(a_file_that_nothing_refers_to_is_told) {
  Store store;
  store.add(stored_file("hidden"));
  const Place place = store.add(object({{kRichText, rich(u"text")}}));
  const Recorded told = opened(section(store, declared(place)));
  BOOST_REQUIRE_EQUAL(told.parts.size(), 1u);
  BOOST_TEST(told.parts[0].bytes == "hidden");
  BOOST_TEST(told.lacks.empty());
}

// By the length that the header says; of none it is not known what is behind.
BOOST_AUTO_TEST_CASE(what_stands_behind_a_section_is_a_part) {
  constexpr std::size_t kExpectedLength = 0xC4;
  std::string bytes = usual_section();
  const std::size_t parts = opened(bytes).parts.size();
  BOOST_TEST(opened(bytes + "behind").parts.size() == parts);
  bytes.replace(kExpectedLength, 8, number(bytes.size(), 8));
  BOOST_TEST(opened(bytes).parts.size() == parts);
  BOOST_TEST(opened(bytes + std::string(9, '\0')).parts.size() == parts);
  const Recorded told = opened(bytes + "behind");
  BOOST_REQUIRE_EQUAL(told.parts.size(), parts + 1);
  BOOST_TEST(told.parts.back().bytes == "behind");
  bytes.replace(kExpectedLength, 8, number(0x3FF, 8));
  BOOST_TEST(opened(bytes).parts.size() == parts);
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
  const auto utf8_of = [](std::u16string_view text) { return text::utf8_of_utf16(utf16(text)); };
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
