// SPDX-License-Identifier: MIT
//
// Made files of OneNote (made_onenote.h) put together to what the opener takes, and what it tells
// of them.
#ifndef BASEWALK_TESTS_WORKER_DOCUMENTS_ONENOTE_OPENED_ONENOTE_H_
#define BASEWALK_TESTS_WORKER_DOCUMENTS_ONENOTE_OPENED_ONENOTE_H_

#include <boost/test/unit_test.hpp>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "support/files.h"
#include "worker/documents/onenote/made_onenote.h"
#include "worker/documents/onenote/onenote.h"
#include "worker/documents/recorded.h"
#include "worker/documents/rows.h"

namespace basewalk::worker::made {

using namespace std::string_literals;

using Lines = std::vector<std::string>;

inline Recorded opened(std::string_view bytes, DocumentBounds bounds = {}) {
  const test::ExactCopy copy(bytes);
  Recorded told;
  open_onenote({copy.view(), "a.one", {}, bounds}, told);
  BOOST_TEST(!told.is_open());
  return told;
}

inline std::string text_of(const Recorded& told) {
  std::string all;
  for (const Recorded::Text& text : told.texts) all += text.text;
  return all;
}

inline constexpr std::uint32_t kRichText = 0x1C001C22, kAscii = 0x1C003498, kRuns = 0x1C001E12,
                               kUrl = 0x1C001E20, kFileName = 0x1C001D9C, kFile = 0x20001D9B,
                               kPictureName = 0x1C001DD7, kPicture = 0x20001C3F,
                               kWebPicture = 0x200034C8, kAltText = 0x1C001E58,
                               kSource = 0x1C001D9D, kAuthor = 0x1C001D75, kLabel = 0x1C009999;
inline constexpr std::uint32_t kSecondObject = 0x102;

inline std::string rich(std::u16string_view text) { return sized(utf16(text)); }

// What declares an object, with its CompactID, JCID, flags and count.
inline std::string declared(Place place, std::uint32_t compact = 0x101, Forms forms = {}) {
  return node(0xA4, 1, place, number(compact, 4) + number(0x00060035, 4) + "\0\1"s, forms);
}

// As OneNote has it: spaces, revisions, groups, objects; and the store of files.
inline std::string section(Store& store, std::string_view objects, std::string_view files = {}) {
  const std::string table = node(0x22) + node(0x24, number(1, 4) + std::string(kGuid)) + node(0x28);
  const Place group = store.list(node(0xB4) + table + std::string(objects) + node(0xB8));
  const Place revisions = store.list(node(0x14) + node(0xB0, 2, group, std::string(20, '\0')));
  const Place space = store.list(node(0x0C) + node(0x10, 2, revisions));
  const Place stored = store.list(files);
  const Place root =
      store.list(node(0x04) + node(0x08, 2, space, std::string(20, '\0')) + node(0x90, 2, stored));
  return store.file(root);
}
inline std::string section_of(std::string_view object) {
  Store store;
  const Place place = store.add(object);
  return section(store, declared(place));
}

// "why what" of each.
inline Lines lacks_of(const Recorded& told) {
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
inline Lines files_of(const Recorded& told) {
  Lines lines;
  for (const Recorded::Part& each : told.parts)
    lines.push_back(each.name + ": " + each.bytes + (each.lacks.empty() ? "" : " (cut off)"));
  return lines;
}
inline void check(const Lines& are, const Lines& wanted) {
  BOOST_TEST(are == wanted, boost::test_tools::per_element());
}

// What says which file an object is: a CompactID, JCID, how often it is used, and where it is.
inline std::string file_declared(std::uint32_t compact, std::u16string_view reference,
                                 std::u16string_view extension, std::size_t count_size = 1) {
  return number(compact, 4) + number(0x00080036, 4) + number(1, count_size) +
         number(reference.size(), 4) + utf16(reference) + number(extension.size(), 4) +
         utf16(extension);
}

inline std::string usual_section() {
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
inline std::string declared_data(std::string_view id, std::uint64_t partition) {
  return stream_object(0x18, std::string(id) + compact(partition) + compact(9) + "\0\0"s);
}
inline std::string data_of(std::string_view ids, std::string_view bytes,
                           std::string_view spaces = "\0"sv) {
  return stream_object(
      0x16, std::string(ids) + std::string(spaces) + compact(bytes.size()) + std::string(bytes));
}
// A group of objects: the declarations, and then the data.
inline std::string group(std::string_view declarations, std::string_view data) {
  return data_element(1, 5,
                      stream_object(0x1D, "", true) + std::string(declarations) + end_of(0x1D) +
                          stream_object(0x1E, "", true) + std::string(data) + end_of(0x1E));
}

inline std::string usual_package() {
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

}  // namespace basewalk::worker::made

#endif  // BASEWALK_TESTS_WORKER_DOCUMENTS_ONENOTE_OPENED_ONENOTE_H_
