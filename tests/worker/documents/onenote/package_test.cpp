// SPDX-License-Identifier: MIT
//
// A section of OneNote in its other form, a package ([MS-ONESTORE] 2.8, [MS-FSSHTTPB]).
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

BOOST_AUTO_TEST_SUITE(onenote_package)

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

BOOST_AUTO_TEST_SUITE_END()
