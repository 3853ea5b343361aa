// SPDX-License-Identifier: MIT
//
// A section of OneNote, which is a revision store ([MS-ONESTORE]): its lists, objects, tables and
// files, as they are, damaged, and hostile.
#include "worker/documents/onenote/onenote.h"

#include <boost/test/unit_test.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "worker/documents/onenote/opened_onenote.h"

using namespace basewalk;
using namespace basewalk::worker;
using namespace basewalk::worker::made;
using namespace std::string_literals;

BOOST_AUTO_TEST_SUITE(onenote_store)

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

BOOST_AUTO_TEST_SUITE_END()
