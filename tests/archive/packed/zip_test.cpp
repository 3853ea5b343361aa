// SPDX-License-Identifier: MIT
//
// Zips that say one thing here and another there: members that the directory does not name, that
// lie in one another, or are named otherwise before their bytes.
#include <zlib.h>

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <string>
#include <vector>

#include "archive/read_all.h"
#include "basewalk/archive/source.h"
#include "support/folder.h"
#include "support/little.h"

using namespace basewalk;
using archive::Trouble;
using test::Folder;
using test::little;

namespace {

struct Member {
  std::string name, bytes;
  std::uint32_t check() const {
    return static_cast<std::uint32_t>(
        ::crc32_z(0, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
  }
};

Member mail(const std::string& name) { return {name, "Subject: " + name + "\n\ntext\n"}; }

// APPNOTE 4.3.7, stored.
std::string local(const Member& member) {
  const std::uint64_t size = member.bytes.size();
  return "PK\x03\x04" + little(20, 2) + little(0, 2) + little(0, 2) + little(0, 4) +
         little(member.check(), 4) + little(size, 4) + little(size, 4) +
         little(member.name.size(), 2) + little(0, 2) + member.name + member.bytes;
}
// 4.3.12
std::string central(const Member& member, std::uint64_t begin) {
  const std::uint64_t size = member.bytes.size();
  return "PK\x01\x02" + little(20, 2) + little(20, 2) + little(0, 2) + little(0, 2) + little(0, 4) +
         little(member.check(), 4) + little(size, 4) + little(size, 4) +
         little(member.name.size(), 2) + little(0, 2) + little(0, 2) + little(0, 2) + little(0, 2) +
         little(0, 4) + little(begin, 4) + member.name;
}
// 4.3.16
std::string end(const std::string& directory, std::uint64_t begin, std::size_t count) {
  return "PK\x05\x06" + little(0, 4) + little(count, 2) + little(count, 2) +
         little(directory.size(), 4) + little(begin, 4) + little(0, 2);
}

struct Told {
  std::vector<std::string> messages;  // their subjects
  std::vector<Trouble> troubles;
  bool has(Trouble trouble) const {
    return std::find(troubles.begin(), troubles.end(), trouble) != troubles.end();
  }
};

Told told(const std::string& name) {
  Told result;
  archive::SourceReader reader({name}, {});
  while (const auto batch = reader.next())
    for (const archive::Item& item : batch->items) {
      if (item.problem.empty())
        result.messages.emplace_back(item.bytes.substr(9, item.bytes.find('\n') - 9));
      else
        result.troubles.push_back(item.trouble);
    }
  return result;
}

using Names = std::vector<std::string>;

struct Fixture {
  Told of(const std::string& zip) { return told(folder.write("x.zip", zip)); }
  const Folder folder;
  const Member a = mail("a"), b = mail("b"), c = mail("c");
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(zip, Fixture)

BOOST_AUTO_TEST_CASE(what_is_as_it_should_be_tells_nothing) {
  const std::string bodies = local(a) + local(b);
  const std::string directory = central(a, 0) + central(b, local(a).size());
  const Told got = of(bodies + directory + end(directory, bodies.size(), 2));
  BOOST_TEST(got.messages == (Names{"a", "b"}), boost::test_tools::per_element());
  BOOST_TEST(got.troubles.empty());
}

BOOST_AUTO_TEST_CASE(a_member_that_the_directory_does_not_name_is_read_and_told) {
  const std::string bodies = local(a) + local(c) + local(b);
  const std::string directory = central(a, 0) + central(b, local(a).size() + local(c).size());
  const Told got = of(bodies + directory + end(directory, bodies.size(), 2));
  BOOST_TEST(got.messages == (Names{"a", "c", "b"}), boost::test_tools::per_element());
  BOOST_TEST(got.has(Trouble::doubtful));
}

// It says that it is longer than the gap that it lies in, which would hide those behind.
BOOST_AUTO_TEST_CASE(what_claims_more_than_its_gap_hides_nothing) {
  std::string liar = local(c);
  liar.replace(18, 8, little(1'000'000, 4) + little(1'000'000, 4));
  const std::string bodies = local(a) + liar + local(b);
  const std::string directory = central(a, 0) + central(b, local(a).size() + liar.size());
  const Told got = of(bodies + directory + end(directory, bodies.size(), 2));
  BOOST_TEST(got.messages == (Names{"a", "b"}), boost::test_tools::per_element());
  BOOST_TEST(got.has(Trouble::damaged));
}

// The first one is all of the file for some, and the others lie in it.
BOOST_AUTO_TEST_CASE(members_that_lie_in_one_another_are_all_read) {
  Member outer = mail("outer");
  outer.bytes += local(a) + local(b);
  const std::string body = local(outer);
  const std::uint64_t in = body.size() - local(a).size() - local(b).size();
  const std::string directory =
      central(outer, 0) + central(a, in) + central(b, in + local(a).size());
  const Told got = of(body + directory + end(directory, body.size(), 3));
  BOOST_TEST(got.messages == (Names{"outer", "a", "b"}), boost::test_tools::per_element());
  BOOST_TEST(got.has(Trouble::doubtful));
}

// Ten thousand names for the same bytes: so much is read as twice the file has, and the rest told.
BOOST_AUTO_TEST_CASE(names_without_end_for_the_same_bytes_are_bounded) {
  Member large = mail("large");
  large.bytes += std::string(100'000, 'x') + "\n";
  std::string directory;
  for (int i = 0; i < 10'000; ++i) directory += central(large, 0);
  const std::string body = local(large);
  const Told got = of(body + directory + end(directory, body.size(), 10'000));
  BOOST_TEST(got.messages.size() >= 2U);
  BOOST_TEST(got.messages.size() < 20U);
  BOOST_TEST(got.has(Trouble::damaged));
}

BOOST_AUTO_TEST_CASE(another_name_before_its_bytes_is_told) {
  const std::string body = local(a);
  Member renamed = a;
  renamed.name = "z";
  const std::string directory = central(renamed, 0);
  const Told got = of(body + directory + end(directory, body.size(), 1));
  BOOST_TEST(got.messages == (Names{"a"}), boost::test_tools::per_element());
  BOOST_TEST(got.has(Trouble::doubtful));
}

// A directory and headers that differ, and only one of which everybody reads.
BOOST_AUTO_TEST_CASE(what_the_header_says_otherwise_is_told) {
  const std::size_t places[] = {6, 8, 14, 18, 22};  // flags, method, check sum, both lengths
  for (const std::size_t at : places) {
    std::string body = local(a);
    ++body[at];
    const std::string directory = central(a, 0);
    const Told got = of(body + directory + end(directory, body.size(), 1));
    BOOST_TEST_INFO(at);
    BOOST_TEST(got.messages == (Names{"a"}), boost::test_tools::per_element());
    BOOST_TEST((got.troubles == std::vector<Trouble>{Trouble::doubtful}));
  }
}

// A zip within a zip is read in the order of its members: what its directory alone names is no less
// a member to others.
BOOST_AUTO_TEST_CASE(the_directory_of_a_zip_in_a_zip_is_held_against_its_members) {
  const auto within = [&](const std::string& zip) {
    const Member in{"in.zip", zip};
    const std::string body = local(in), directory = central(in, 0);
    return of(body + directory + end(directory, body.size(), 1));
  };
  using Troubles = std::vector<Trouble>;
  const auto zip = [](const std::string& bodies, const std::string& directory, std::size_t count) {
    return bodies + directory + end(directory, bodies.size(), count);
  };
  Member outer{"a.bin", "\x01\x02" + local(b) + "\x03"};
  const std::uint64_t in = local(outer).size() - local(b).size() - 1;
  const Told hidden = within(zip(local(outer), central(outer, 0) + central(b, in), 2));
  BOOST_TEST((hidden.troubles == Troubles{Trouble::not_mail, Trouble::damaged}));
  const Told twice = within(zip(local(a), central(a, 0) + central(b, 0), 2));
  BOOST_TEST(twice.messages == (Names{"a"}), boost::test_tools::per_element());
  BOOST_TEST((twice.troubles == Troubles{Trouble::damaged}));
  const std::string two = local(a) + local(b);
  const Told more = within(zip(two, central(b, local(a).size()), 1));
  BOOST_TEST(more.messages == (Names{"a", "b"}), boost::test_tools::per_element());
  BOOST_TEST((more.troubles == Troubles{Trouble::doubtful}));
  const Told renamed = within(zip(two, central(c, 0) + central(b, local(a).size()), 2));
  BOOST_TEST((renamed.troubles == Troubles{Trouble::doubtful}));
  std::string packed = central(a, 0);
  packed[10] = 8;
  const Told otherwise = within(zip(local(a), packed, 1));
  BOOST_TEST(otherwise.messages == (Names{"a"}), boost::test_tools::per_element());
  BOOST_TEST((otherwise.troubles == Troubles{Trouble::doubtful}));
  // In any order, with something before it, and one behind the other.
  const std::string good = "PK\x03\x04 x" +
                           zip(two, central(b, local(a).size()) + central(a, 0), 2) +
                           zip(local(c), central(c, 0), 1);
  const Told whole = within(good);
  BOOST_TEST(whole.messages == (Names{"a", "b", "c"}), boost::test_tools::per_element());
  BOOST_TEST((whole.troubles == Troubles{Trouble::damaged}));
}

BOOST_AUTO_TEST_CASE(a_place_behind_the_end_is_told) {
  const std::string bodies = local(a) + local(b);
  const std::string directory = central(a, 0) + central(c, 5'000'000) + central(b, local(a).size());
  const Told got = of(bodies + directory + end(directory, bodies.size(), 3));
  BOOST_TEST(got.messages == (Names{"a", "b"}), boost::test_tools::per_element());
  BOOST_TEST(got.has(Trouble::damaged));
}

BOOST_AUTO_TEST_CASE(what_stands_before_and_behind_is_told) {
  const std::string bodies = local(a);
  const std::string directory = central(a, 0);
  const std::string zip = bodies + directory + end(directory, bodies.size(), 1);
  const Told before = of("PK\x03\x04 a program" + std::string(100, 'x') + zip);
  BOOST_TEST(before.messages == (Names{"a"}), boost::test_tools::per_element());
  BOOST_TEST(!before.troubles.empty());
  const Told behind = of(zip + "something");
  BOOST_TEST(behind.messages == (Names{"a"}), boost::test_tools::per_element());
  BOOST_TEST(behind.has(Trouble::damaged));
}

// Cut anywhere: no loop, and what is missing is told.
BOOST_AUTO_TEST_CASE(any_beginning_of_one_is_told) {
  const std::string bodies = local(a) + local(b) + local(c);
  const std::string directory =
      central(a, 0) + central(b, local(a).size()) + central(c, local(a).size() + local(b).size());
  const std::string zip = bodies + directory + end(directory, bodies.size(), 3);
  for (std::size_t size = 30; size < zip.size(); ++size) {
    const Told got = of(zip.substr(0, size));
    BOOST_TEST_INFO("cut to " << size);
    BOOST_TEST(!got.troubles.empty());
    BOOST_TEST(got.messages.size() <= 3U);
  }
}

// A thousand members of gzip that are none, each of which could be told: the bound is.
BOOST_AUTO_TEST_CASE(damage_that_was_made_is_bounded) {
  std::string bytes;
  for (int i = 0; i < 100'000; ++i)
    bytes += std::string("\x1F\x8B\x08\0\0\0\0\0\0\x03\xFF\xFF", 12);
  const Told got = told(folder.write("x.gz", bytes));
  BOOST_TEST(got.messages.empty());
  BOOST_TEST(got.troubles.size() > 10U);
  BOOST_TEST(got.troubles.size() <= 1001U);
}

BOOST_AUTO_TEST_SUITE_END()
