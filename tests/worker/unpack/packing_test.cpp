// SPDX-License-Identifier: MIT
//
// Ways of packing by their names, their first bytes and the numbers of zip; and what the program
// that unpacks may say of a step.
#include "worker/unpack/packing.h"

#include <boost/test/unit_test.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "support/files.h"
#include "worker/frame.h"
#include "worker/unpack/archive_talk.h"
#include "worker/unpack/talk.h"

using namespace basewalk::worker;
using namespace std::string_literals;
using basewalk::test::ExactCopy;

namespace {

struct Begin {
  Packing packing;
  std::string bytes;              // as many as decide
  std::vector<std::string> none;  // that begin none in the midst of anything
};

// The flags of lz4: version 01; of its blocks, the size. The sum of xz is of its two flags.
const std::vector<Begin> kBegins = {
    {Packing::gzip,
     "\x1F\x8B\x08\0\0\0\0\0\0\x03"s,
     {"\x1F\x8B\x08\x20\0\0\0\0\0\x03"s, "\x1F\x8B\x08\0\0\0\0\0\x01\x03"s,
      "\x1F\x8B\x08\0\0\0\0\0\0\x0E"s, "\x1F\x8B\x07\0\0\0\0\0\0\x03"s}},
    {Packing::gzip, "\x1F\x8B\x08\x1F\0\0\0\0\x04\xFF"s, {}},
    {Packing::gzip, "\x1F\x8B\x08\0\0\0\0\0\x02\x0D"s, {}},
    {Packing::zstd, "\x28\xB5\x2F\xFD\0"s, {"\x28\xB5\x2F\xFD\x08"s, "\x50\x2A\x4D\x18\0"s}},
    {Packing::lz4,
     "\x04\x22\x4D\x18\x64\x40\xA7"s,
     {"\x04\x22\x4D\x18\x24\x40\xA7"s, "\x04\x22\x4D\x18\x66\x40\xA7"s,
      "\x04\x22\x4D\x18\x64\x30\xA7"s, "\x04\x22\x4D\x18\x64\xC0\xA7"s,
      "\x04\x22\x4D\x18\x64\x41\xA7"s, "\x50\x2A\x4D\x18\x64\x40\xA7"s}},
    {Packing::xz,
     "\xFD\x37zXZ\0\0\x04\xE6\xD6\xB4\x46"s,
     {"\xFD\x37zXZ\0\0\x04\xE6\xD6\xB4\x47"s, "\xFD\x37zXZ\0\0\x01\xE6\xD6\xB4\x46"s}},
    {Packing::lzip,
     "LZIP\x01\x0C"s,
     {"LZIP\x02\x0C"s, "LZIP\x01\x0B"s, "LZIP\x01\x1E"s, "LZIQ\x01\x0C"s}},
    {Packing::lzip, "LZIP\x01\x1D"s, {}},
    {Packing::bzip2, "BZh9", {"BZh0", "BZh:", "BZi9"}},
    {Packing::bzip2, "BZh1", {}},
};

bool is_known(std::optional<Packing> found, Packing wanted) { return found && *found == wanted; }

}  // namespace

BOOST_AUTO_TEST_SUITE(packings)

BOOST_AUTO_TEST_CASE(all_of_what_a_frame_begins_with_is_looked_at) {
  for (const Begin& row : kBegins) {
    const ExactCopy bytes(row.bytes);
    BOOST_TEST_INFO_SCOPE(row.bytes.substr(0, 4) << " " << static_cast<int>(row.packing));
    BOOST_TEST(begins(row.packing, bytes.view()));
    BOOST_TEST(seems_to_begin(row.packing, bytes.view()));
    BOOST_TEST(is_known(packing_of(bytes.view()), row.packing));
    for (std::size_t size = 0; size < row.bytes.size(); ++size) {
      const ExactCopy cut(std::string_view(row.bytes).substr(0, size));
      BOOST_TEST(!seems_to_begin(row.packing, cut.view()), size);
    }
    for (const std::string& none : row.none) BOOST_TEST(!seems_to_begin(row.packing, none));
    BOOST_TEST(begun_bytes(row.packing) >= row.bytes.size());
    BOOST_TEST(overlap(row.packing) + 1 >= row.bytes.size());
    BOOST_TEST(reach(row.packing) > 0U);
  }
  // Frames that are passed over: RFC 8878 3.1.2.
  for (const char last : {'\x50', '\x5F'})
    for (const Packing packing : {Packing::zstd, Packing::lz4})
      BOOST_TEST(begins(packing, last + "\x2A\x4D\x18\0"s));
  BOOST_TEST(!begins(Packing::zstd, "\x60\x2A\x4D\x18\0"s));
  BOOST_TEST(!begins(Packing::zstd, "\x28\xB5\x2F"s));
  BOOST_TEST(!begins(Packing::bzip2, "BZh"));
  BOOST_TEST(begins(Packing::stored, ""));
  BOOST_TEST(seems_to_begin(Packing::stored, ""));
  BOOST_TEST(begun_bytes(Packing::stored) == 0U);
  for (const Packing packing : {Packing::stored, Packing::deflate})
    BOOST_TEST(reach(packing) == 0U);
  for (const std::string_view none : {"", "\x1F", "From a", "PK\x03\x04"})
    BOOST_TEST(!packing_of(none).has_value());
}

BOOST_AUTO_TEST_CASE(a_name_says_how_it_is_packed) {
  for (const auto& [name, packing] : {std::pair("a.gz", Packing::gzip),
                                      {"a.tgz", Packing::gzip},
                                      {"A.TAR.GZ", Packing::gzip},
                                      {"a.bz2", Packing::bzip2},
                                      {"a.tbz", Packing::bzip2},
                                      {"a.tbz2", Packing::bzip2},
                                      {"a.xz", Packing::xz},
                                      {"a.txz", Packing::xz},
                                      {"a.lz", Packing::lzip},
                                      {"a.tlz", Packing::lzip},
                                      {"a.zst", Packing::zstd},
                                      {"a.tzst", Packing::zstd},
                                      {"a.lz4", Packing::lz4}})
    BOOST_TEST(is_known(packing_named(name), packing), name);
  for (const char* const none : {"", ".gz", "gz", "a.gz.txt", "a.zip", "a.Z", "a_gz"})
    BOOST_TEST(!packing_named(none).has_value(), none);
}

// APPNOTE 4.4.5
BOOST_AUTO_TEST_CASE(a_zip_has_numbers_for_its_methods) {
  for (const auto& [method, packing] : {std::pair(0U, Packing::stored),
                                        {8U, Packing::deflate},
                                        {12U, Packing::bzip2},
                                        {93U, Packing::zstd},
                                        {95U, Packing::xz}})
    BOOST_TEST(is_known(packing_of_zip(method), packing), method);
  for (const unsigned none : {1U, 9U, 14U, 94U, 99U, 65'535U})
    BOOST_TEST(!packing_of_zip(none).has_value(), none);
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(unpack_talk)

// A step in the order of its fields, with what is wrong with it.
std::string step(std::uint32_t taken, std::uint32_t made, std::uint8_t state, std::uint8_t trouble,
                 const std::string& behind) {
  std::string text;
  append_number(text, taken);
  append_number(text, made);
  append_number(text, state);
  append_number(text, trouble);
  append_number(text, std::uint64_t{7});
  return text + behind;
}

BOOST_AUTO_TEST_CASE(a_step_is_believed_where_it_can_be) {
  constexpr auto kDamaged = static_cast<std::uint8_t>(Trouble::damaged),
                 kLimit = static_cast<std::uint8_t>(Trouble::limit),
                 kNoReader = static_cast<std::uint8_t>(Trouble::no_reader),
                 kEncrypted = static_cast<std::uint8_t>(Trouble::encrypted);
  const auto is_believed = [](const std::string& text) {
    const ExactCopy copy(text);
    return step_answer(copy.view(), 10, 5).has_value();
  };
  for (const std::uint8_t trouble : {kDamaged, kLimit, kNoReader})
    BOOST_TEST(is_believed(step(10, 5, 4, trouble, "bytes and why")));
  const std::string whole = step(10, 5, 4, kDamaged, "bytes");
  for (std::size_t size = 0; size < whole.size(); ++size)
    BOOST_TEST(!is_believed(whole.substr(0, size)), size);
  BOOST_TEST(!is_believed(step(11, 5, 4, kDamaged, "bytes")));
  BOOST_TEST(!is_believed(step(10, 6, 4, kDamaged, "bytes+")));
  BOOST_TEST(!is_believed(step(10, 5, 5, kDamaged, "bytes")));
  BOOST_TEST(!is_believed(step(10, 5, 4, kEncrypted, "bytes")));
  BOOST_TEST(!is_believed(step(10, 5, 4, 200, "bytes")));
  BOOST_TEST(is_believed(step(10, 5, 4, kDamaged, "bytes" + std::string(500, 'w'))));
  BOOST_TEST(!is_believed(step(10, 5, 4, kDamaged, "bytes" + std::string(501, 'w'))));
  const ExactCopy copy(step(3, 2, 4, kLimit, "abwhy"));
  const auto answer = step_answer(copy.view(), 10, 5);
  BOOST_REQUIRE(answer.has_value());
  BOOST_TEST(answer->step.taken == 3U);
  BOOST_TEST(answer->made == "ab");
  BOOST_TEST(answer->why == "why");
  BOOST_TEST(answer->block_bytes == 7U);
  BOOST_TEST((answer->trouble == Trouble::limit));
}

BOOST_AUTO_TEST_CASE(a_state_and_an_entry_come_back_as_they_were) {
  ArchiveState state;
  state.result = ArchiveState::Result::odd;
  state.header_begin = 5;
  state.consumed = 6;
  state.is_packed = true;
  state.why = std::string(600, 'w');
  std::string text;
  append_state(text, state);
  const std::size_t head = text.size() - kLongestArchiveWhy;
  ArchiveEntry entry;
  entry.is_file = entry.has_holes = entry.is_rest = true;
  entry.name = "folder/name";
  append_entry(text, entry);
  std::string_view rest = text;
  const auto state_back = take_state(rest);
  BOOST_REQUIRE(state_back.has_value());
  BOOST_TEST((state_back->result == state.result));
  BOOST_TEST(state_back->header_begin == 5U);
  BOOST_TEST(state_back->consumed == 6U);
  BOOST_TEST(state_back->is_packed);
  BOOST_TEST(!state_back->may_be_memory);
  BOOST_TEST(state_back->why == std::string(kLongestArchiveWhy, 'w'));
  const auto entry_back = take_entry(rest);
  BOOST_REQUIRE(entry_back.has_value());
  BOOST_TEST(rest.empty());
  BOOST_TEST(entry_back->is_file);
  BOOST_TEST(!entry_back->is_second_name);
  BOOST_TEST(entry_back->has_holes);
  BOOST_TEST(entry_back->is_rest);
  BOOST_TEST(!entry_back->size.has_value());
  BOOST_TEST(entry_back->name == "folder/name");
  // Cut off; a truth that is neither; another result; a clause that is too long.
  for (std::size_t size = 0; size < head; ++size) {
    const ExactCopy cut(std::string_view(text).substr(0, size));
    std::string_view view = cut.view();
    BOOST_TEST(!take_state(view).has_value(), size);
  }
  const auto with = [&](std::size_t at, char byte) {
    std::string other = text;
    other[at] = byte;
    std::string_view view = other;
    return take_state(view).has_value();
  };
  BOOST_TEST(!with(0, 5));
  BOOST_TEST(with(0, 4));
  BOOST_TEST(!with(17, 2));
  BOOST_TEST(!with(18, 2));
  BOOST_TEST(!with(19, '\xF5'));
  std::string odd;
  append_entry(odd, entry);
  for (const std::size_t at : {0U, 1U, 2U}) {
    std::string other = odd;
    other[at] = 2;
    std::string_view view = other;
    BOOST_TEST(!take_entry(view).has_value());
  }
  for (std::size_t size = 0; size < 11; ++size) {
    std::string_view cut = std::string_view(odd).substr(0, size);
    BOOST_TEST(!take_entry(cut).has_value(), size);
  }
  const std::string long_name = odd + std::string(MemberSink::kLongestName, 'n');
  std::string_view view = long_name;
  BOOST_TEST(!take_entry(view).has_value());
}

BOOST_AUTO_TEST_SUITE_END()
