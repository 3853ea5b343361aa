// SPDX-License-Identifier: MIT
//
// Which members of a ZIP its directory speaks for, and that all others are found: archives are made
// at random, behind one another, cut off, with members that no entry names, and each member that
// was written has to be read once.
#include "worker/documents/zip/layout.h"

#include <zlib.h>

#include <boost/test/unit_test.hpp>
#include <map>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "support/files.h"
#include "support/many.h"
#include "worker/documents/deflated.h"
#include "worker/documents/office/made_zip.h"
#include "worker/documents/office/zip.h"
#include "worker/documents/recorded.h"

using namespace basewalk;
using namespace basewalk::worker;
using namespace std::string_literals;

namespace {

using Names = std::map<std::string, int>;

struct Made {
  std::string name, bytes;
  bool is_deflated = false, has_descriptor = false, in_64 = false, is_named = true;
  int level = 6;
  std::uint64_t claimed_more = 0;  // bytes that its entry says it has packed beside those it has
};

// Local heads one after the other, then a directory of those that are named.
class Archive {
 public:
  explicit Archive(std::size_t shift = 0) : shift_(shift) {}

  void add(const Made& made) {
    const std::string packed =
        made.is_deflated ? test::packed(made.bytes, -MAX_WBITS, made.level) : made.bytes;
    const auto sum = ::crc32(0, reinterpret_cast<const Bytef*>(made.bytes.data()),
                             static_cast<uInt>(made.bytes.size()));
    const std::uint64_t place = shift_ + bytes_.size(), said = packed.size() + made.claimed_more;
    const auto fields = [&](bool is_said, std::size_t extra) {
      std::string out;
      append_number(out, made.in_64 ? 45 : 20, 2);
      append_number(out, made.has_descriptor ? 8 : 0, 2);
      append_number(out, made.is_deflated ? 8 : 0, 2);
      append_number(out, 0x5A215A21, 4);
      append_number(out, is_said ? sum : 0, 4);
      append_number(out, !is_said ? 0 : made.in_64 ? 0xFFFFFFFF : said, 4);
      append_number(out, !is_said ? 0 : made.in_64 ? 0xFFFFFFFF : made.bytes.size(), 4);
      append_number(out, made.name.size(), 2);
      append_number(out, extra, 2);
      return out;
    };
    std::string sizes;
    append_number(sizes, 1, 2);
    append_number(sizes, 16, 2);
    append_number(sizes, made.bytes.size(), 8);
    append_number(sizes, said, 8);
    const bool in_head = !made.has_descriptor;
    const std::string head_extra = made.in_64 && in_head ? sizes : "";
    bytes_.append("PK\3\4").append(fields(in_head, head_extra.size())).append(made.name);
    bytes_.append(head_extra).append(packed);
    if (made.has_descriptor) {
      bytes_.append("PK\7\x08");
      append_number(bytes_, sum, 4);
      append_number(bytes_, packed.size(), 4);
      append_number(bytes_, made.bytes.size(), 4);
    }
    if (!made.is_named) return;
    const std::string entry_extra = made.in_64 ? sizes : "";
    directory_.append("PK\1\2").append("\x14\0", 2).append(fields(true, entry_extra.size()));
    append_number(directory_, 0, 10);
    append_number(directory_, place, 4);
    directory_.append(made.name).append(entry_extra);
    ++entries_;
  }
  void junk(std::string_view bytes) { bytes_ += bytes; }

  std::string without_directory() const { return bytes_; }
  std::string whole(std::string_view comment = {}, bool in_64 = false) const {
    std::string out = bytes_ + directory_;
    const std::size_t at = shift_ + bytes_.size();
    if (in_64) {
      const std::size_t end = shift_ + out.size();
      out.append("PK\6\6");
      append_number(out, 44, 8);
      append_number(out, 45, 2);
      append_number(out, 45, 2);
      append_number(out, 0, 8);
      append_number(out, entries_, 8);
      append_number(out, entries_, 8);
      append_number(out, directory_.size(), 8);
      append_number(out, at, 8);
      out.append("PK\6\7");
      append_number(out, 0, 4);
      append_number(out, end, 8);
      append_number(out, 1, 4);
    }
    out.append("PK\5\6");
    append_number(out, 0, 4);
    append_number(out, in_64 ? 0xFFFF : entries_, 2);
    append_number(out, in_64 ? 0xFFFF : entries_, 2);
    append_number(out, in_64 ? 0xFFFFFFFF : directory_.size(), 4);
    append_number(out, in_64 ? 0xFFFFFFFF : at, 4);
    append_number(out, comment.size(), 2);
    return out.append(comment);
  }

 private:
  std::size_t shift_;
  std::string bytes_, directory_;
  std::uint64_t entries_ = 0;
};

// All that is read: by the directory or from member to member, and of each other piece likewise.
void read(std::string_view bytes, Names& names, int depth = 0) {
  BOOST_TEST_REQUIRE(depth < 20);
  const test::ExactCopy copy(bytes);
  const zip::Layout layout = zip::layout_of(copy.view());
  BOOST_TEST(zip::archive_of(copy.view()) == layout.archive);
  office::Zip members(layout.archive, nullptr);
  while (members.next()) ++names[members.name()];
  for (const std::string_view other : layout.others) {
    BOOST_TEST_REQUIRE(other.size() < std::max<std::size_t>(bytes.size(), 1));
    read(other, names, depth + 1);
  }
}
std::string joined(const Names& names) {
  std::string all;
  for (const auto& [name, count] : names)
    all += (all.empty() ? "" : " ") + name + (count == 1 ? "" : "*" + std::to_string(count));
  return all;
}
std::string read(std::string_view bytes) {
  Names names;
  read(bytes, names);
  return joined(names);
}

Made member(const std::string& name, const std::string& bytes = "x") { return {name, bytes}; }
Archive made_of(const std::vector<Made>& members, std::size_t shift = 0) {
  Archive made(shift);
  for (const Made& each : members) made.add(each);
  return made;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(zip_layout)

BOOST_AUTO_TEST_CASE(an_archive_is_read_by_its_directory) {
  Made packed = member("b"), long_one = member("c");
  packed.is_deflated = packed.has_descriptor = true;
  long_one.in_64 = true;
  const Archive made = made_of({member("a"), packed, long_one});
  for (const bool in_64 : {false, true})
    for (const std::string& comment : {""s, "a comment"s, std::string(60'000, 'c')}) {
      const std::string bytes = made.whole(comment, in_64);
      const zip::Layout layout = zip::layout_of(bytes);
      BOOST_TEST(layout.has_directory);
      BOOST_TEST(layout.archive.size() == bytes.size() - comment.size());
      BOOST_TEST(read("MZ, a program" + bytes) == "a b c");
      BOOST_TEST(layout.others.empty());
      BOOST_TEST(read(bytes) == "a b c");
      // Behind something else.
      BOOST_TEST(zip::layout_of("MZ, a program" + bytes).others.empty());
    }
  BOOST_TEST(!zip::layout_of(made.without_directory()).has_directory);
  BOOST_TEST(read(made.without_directory()) == "a b c");
  for (const std::string& none : {""s, "PK"s, "PK\3\4"s, "PK\5\6"s, Archive().whole()}) {
    BOOST_TEST(zip::layout_of(none).others.empty());
    BOOST_TEST(read(none) == "");
  }
}

// A directory in 64 bits is asked for where it says that it is, if it is there.
BOOST_AUTO_TEST_CASE(a_directory_in_64_bits_may_not_be_there) {
  const std::string whole = made_of({member("a")}).whole("", true);
  const std::size_t locator = whole.rfind("PK\6\7");
  for (const std::uint64_t place : {std::uint64_t{0}, std::uint64_t{locator}, ~std::uint64_t{0}}) {
    std::string number, bytes = whole;
    append_number(number, place, 8);
    BOOST_TEST(!zip::layout_of(bytes.replace(locator + 8, 8, number)).has_directory);
    BOOST_TEST(read(bytes) == "a");
    BOOST_TEST(!zip::layout_of(bytes.substr(locator)).has_directory);
    BOOST_TEST(!zip::layout_of(std::string(10, 'x') + bytes.substr(locator)).has_directory);
  }
}

// Without a directory, whatever stands between its members.
BOOST_AUTO_TEST_CASE(members_follow_one_another) {
  Made piped = member("b", "stored, of a length that stands behind it");
  piped.has_descriptor = true;
  Archive made = made_of({member("a")});
  made.junk("PK");
  made.add(piped);
  made.junk("P");
  made.add(member("c"));
  made.junk("PK\3");
  made.add(member("d"));
  BOOST_TEST(read(made.without_directory()) == "a b c d");
  // Of a method that there is not.
  std::string bytes = made.without_directory();
  bytes[bytes.rfind("PK\3\4") + 9] = 1;
  BOOST_TEST(zip::layout_of(bytes).others.empty());
}

BOOST_AUTO_TEST_CASE(archives_behind_one_another) {
  const std::string one = made_of({member("a")}).whole(), two = made_of({member("b")}).whole(),
                    cut = made_of({member("c")}).without_directory();
  BOOST_TEST(read(one + two) == "a b");
  BOOST_TEST(read(one + made_of({member("b")}, one.size()).whole()) == "a b");
  BOOST_TEST(read(one + two + cut) == "a b c");
  BOOST_TEST(read(one + cut + two) == "a b c");
  BOOST_TEST(read(cut + one + "junk" + two) == "a b c");
  // In its comment, and behind one that is longer than any program looks back.
  BOOST_TEST(read(made_of({member("a")}).whole(two)) == "a b");
  BOOST_TEST(read(one + std::string(100'000, 'x') + two + std::string(100'000, 'x')) == "a b");
  BOOST_TEST(read(one + std::string(100'000, 'x')) == "a");
}

BOOST_AUTO_TEST_CASE(members_that_no_entry_names) {
  Made hidden = member("hidden");
  hidden.is_named = false;
  BOOST_TEST(read(made_of({hidden, member("a")}).whole()) == "a hidden");
  BOOST_TEST(read(made_of({member("a"), hidden}).whole()) == "a hidden");
  BOOST_TEST(read(made_of({member("a"), hidden, member("b"), hidden}).whole()) == "a b hidden*2");
  // Within what the entry before says that it has.
  Made longer = member("a", std::string(1000, 'y'));
  longer.is_deflated = true;
  longer.claimed_more = 40;
  BOOST_TEST(read(made_of({longer, hidden, member("b")}).whole()) == "a b hidden");
  // Behind what looks like the beginning of a directory.
  Archive made = made_of({member("a")});
  made.junk("PK\1\2 nothing");
  made.add(member("b"));
  BOOST_TEST(read(made.without_directory()) == "a b");
  BOOST_TEST(read(made.whole()) == "a b");
  // Behind an end that is none, and with a directory that has another size than it says.
  const std::string whole = made_of({member("a"), member("b")}).whole();
  BOOST_TEST(read(whole + "PK\5\6" + std::string(18, '\xFF')) == "a b");
  std::string other = whole;
  other[other.size() - 10] = 5;
  BOOST_TEST(read(other) == "a b");
}

// Members of members are theirs, whether they can be seen in the packed bytes or not.
BOOST_AUTO_TEST_CASE(archives_in_members_are_no_others) {
  const std::string inner = made_of({member("inner")}).whole();
  Made stored = member("a", inner), packed = member("b", inner);
  packed.is_deflated = true;
  packed.level = 0;
  Made piped = packed;
  piped.name = "c";
  piped.has_descriptor = true;
  const Archive made = made_of({stored, packed, piped, member("d")});
  BOOST_TEST(read(made.whole()) == "a b c d");
  BOOST_TEST(zip::layout_of(made.whole()).others.empty());
  // Cut off, so that the end of an inner one is the last: what is around that is not lost.
  const std::string whole =
      made_of({member("o"), stored, member("p", std::string(999, 'x'))}).whole();
  BOOST_TEST(read(whole.substr(0, whole.size() - 300)) == "a inner o p");
}

BOOST_AUTO_TEST_CASE(nothing_around_it_is_left_out) {
  const std::string one = made_of({member("a")}).whole(), two = made_of({member("b")}).whole();
  const auto around = [](const std::string& bytes) {
    const zip::Layout layout = zip::layout_of(bytes);
    std::string all = std::string(layout.comment);
    for (const std::string_view each : layout.rest) all.append("|").append(each);
    return all;
  };
  BOOST_TEST(around(one) == "");
  BOOST_TEST(around("junk" + one) == "|junk");
  BOOST_TEST(around(one + "junk") == "|junk");
  BOOST_TEST(around("\0\r\n "s + one + std::string(1000, '\0')) == "");
  BOOST_TEST(around(made_of({member("a")}).whole("words")) == "words");
  BOOST_TEST(around(made_of({member("a")}).whole("words") + "junk") == "words|junk");
  // A comment that is longer than what is left of the file.
  const std::string longer = made_of({member("a")}).whole("words");
  BOOST_TEST(around(longer.substr(0, longer.size() - 1)) == "|word");
  // Between two; what comes behind a member that no entry names goes with that.
  BOOST_TEST(around("x" + one + "y" + two + "z") == "|x|z");
  BOOST_TEST(around(made_of({member("a")}).without_directory()) == "");
  BOOST_TEST(around("x" + made_of({member("a")}).without_directory()) == "|x");
  BOOST_TEST(around("no archive") == "");
  // What begins as a directory and is none.
  BOOST_TEST(around(one + "PK\1\2 hidden") == "|PK\1\2 hidden");
  BOOST_TEST(around(made_of({member("a")}).without_directory() + "PK\1\2 hidden") ==
             "|PK\1\2 hidden");
  const std::string all = "x" + made_of({member("a")}).whole("words") + "y";
  Recorded told;
  std::uint64_t left = 10;
  zip::tell_around(zip::layout_of(all), left, told);
  BOOST_TEST(left == 8u);
  BOOST_TEST_REQUIRE(told.texts.size() == 1u);
  BOOST_TEST(told.texts[0].type == "text/plain");
  BOOST_TEST(told.texts[0].text == "words");
  BOOST_TEST_REQUIRE(told.parts.size() == 2u);
  BOOST_TEST(told.parts[0].bytes == "x");
  BOOST_TEST(told.parts[1].bytes == "y");
}

BOOST_AUTO_TEST_CASE(no_more_pieces_than_are_opened) {
  std::string many;
  for (int i = 0; i < 100; ++i) many += made_of({member("a")}).whole();
  BOOST_TEST(zip::layout_of(many).others.size() == 1u);
  Made hidden = member("hidden");
  hidden.is_named = false;
  Archive made;
  for (int i = 0; i < 100; ++i) made.add(member("a")), made.add(hidden);
  BOOST_TEST(zip::kMostPieces == 16u);
  const std::string whole = made.whole();
  const zip::Layout layout = zip::layout_of(whole);
  BOOST_TEST(layout.others.size() == zip::kMostPieces + 1);
  // The bytes that they may have; one more is told of.
  for (const std::size_t pieces : {16, 15, 0}) {
    Recorded told;
    std::uint64_t left = 0;
    for (std::size_t i = 0; i < pieces; ++i) left += layout.others[i].size();
    zip::tell_around(layout, left, told);
    BOOST_TEST(told.parts.size() == pieces);
    BOOST_TEST(left == 0u);
    BOOST_TEST_REQUIRE(told.lacks.size() == 1u);
    BOOST_TEST((told.lacks[0].why == Lack::limit));
    for (const Recorded::Part& part : told.parts) BOOST_TEST(part.type == "application/zip");
  }
}

// Each member that was written is read, and none twice.
BOOST_AUTO_TEST_CASE(all_members_are_read_once) {
  std::mt19937 random(20);
  const auto chance = [&](unsigned one_in) { return random() % one_in == 0; };
  const std::size_t count = test::many(2'000);
  for (std::size_t i = 0; i < count; ++i) {
    int written = 0;
    std::string bytes;
    Names wanted;
    const auto text = [&] {
      std::string out;
      for (auto size = random() % 60; size > 0; --size)
        out += static_cast<char>("abc\0\xFF "s[random() % 6]);
      return out;
    };
    for (auto archives = 1 + random() % 3; archives > 0; --archives) {
      Archive made(chance(2) ? bytes.size() : 0);
      for (auto members = random() % 4; members > 0; --members) {
        if (chance(4)) made.junk(text());
        Made each = member("m" + std::to_string(written++), text());
        if (chance(4)) each.bytes = made_of({member("inner")}).whole();
        each.is_deflated = chance(2);
        each.level = static_cast<int>(random() % 3);
        each.has_descriptor = each.is_deflated && chance(3);
        each.in_64 = !each.has_descriptor && chance(5);
        each.is_named = !chance(5);
        ++wanted[each.name];
        made.add(each);
      }
      bytes +=
          chance(4) ? made.without_directory() : made.whole(chance(3) ? text() : "", chance(5));
      if (chance(4)) bytes += text();
    }
    Names names;
    read(bytes, names);
    names.erase("inner");
    BOOST_TEST(joined(names) == joined(wanted));
  }
}

BOOST_AUTO_TEST_SUITE_END()
