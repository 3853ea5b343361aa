// SPDX-License-Identifier: MIT
//
// Pages of the index ([MS-PST] 2.2.2.7.7) that are made to lead astray, with check sums that fit.
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <string>
#include <string_view>

#include "text/number.h"
#include "worker/jobs/pst_encoding.h"
#include "worker/outlook/told.h"

using namespace basewalk;
using test::made_pst;
using test::read_pst;
using test::Told;
using worker::Trouble;

namespace {

constexpr std::size_t kPage = 512, kCount = 488, kEntry = 490, kLevel = 491, kEnd = 496,
                      kCheckSum = 500, kRootOfNodes = 0xE0, kBytesOfEntry = 24;

std::uint64_t number(std::string_view bytes, std::size_t at, std::size_t size) {
  std::uint64_t value = 0;
  for (std::size_t i = size; i-- > 0;)
    value = value << 8 | static_cast<unsigned char>(bytes[at + i]);
  return value;
}
void put(std::string& bytes, std::size_t at, std::uint64_t value, std::size_t size) {
  for (std::size_t i = 0; i < size; ++i) bytes[at + i] = static_cast<char>(value >> (8 * i));
}

// A file of many messages, whose pages can be changed.
struct Pages {
  std::string file = made_pst("-n 60 many");
  std::size_t root = text::capped(number(file, kRootOfNodes, 8));

  std::size_t count(std::size_t page) const { return text::capped(number(file, page + kCount, 1)); }
  std::size_t child(std::size_t page, std::size_t i) const {
    return text::capped(number(file, page + i * kBytesOfEntry + 16, 8));
  }
  void point(std::size_t page, std::size_t i, std::uint64_t at) {
    put(file, page + i * kBytesOfEntry + 16, at, 8);
    seal(page);
  }
  void set(std::size_t page, std::size_t what, std::uint64_t value) {
    put(file, page + what, value, 1);
    seal(page);
  }
  void seal(std::size_t page) {
    put(file, page + kCheckSum, worker::pst_check_sum(std::string_view(file).substr(page, kEnd)),
        4);
  }
  // The same at the end of the file.
  std::size_t copy(std::size_t page) {
    file.resize((file.size() + kPage - 1) / kPage * kPage, '\0');
    const std::size_t at = file.size();
    file.append(std::string(file, page, kPage));
    return at;
  }
};

std::size_t times(const Told& told, std::string_view sentence) {
  return static_cast<std::size_t>(
      std::count_if(told.failures.begin(), told.failures.end(), [&](const test::Failed& failed) {
        return failed.sentence.find(sentence) != std::string::npos;
      }));
}

}  // namespace

BOOST_AUTO_TEST_SUITE(pst_pages)

BOOST_AUTO_TEST_CASE(the_index_has_pages_below_pages) {
  const Pages pages;
  BOOST_TEST_REQUIRE(number(pages.file, pages.root + kLevel, 1) == 1U);
  BOOST_TEST_REQUIRE(number(pages.file, pages.root + kEntry, 1) == kBytesOfEntry);
  BOOST_TEST_REQUIRE(pages.count(pages.root) > 2U);
  const Told told = read_pst(pages.file);
  BOOST_TEST(told.failures.empty());
  BOOST_TEST(told.members.size() >= 60U);
}

// One that leads back to where it came from.
BOOST_AUTO_TEST_CASE(a_page_that_stands_above_itself_is_told) {
  const std::size_t whole = read_pst(Pages().file).members.size();
  Pages pages;
  pages.point(pages.root, pages.count(pages.root) - 1, pages.root);
  const Told told = read_pst(pages.file);
  BOOST_TEST(times(told, "that lie in the wrong order") == 1U);
  BOOST_TEST(told.members.size() < whole);
  BOOST_TEST(!told.members.empty());
}

// Each level leads to the next one many times: more pages than the file has.
BOOST_AUTO_TEST_CASE(pages_that_are_named_again_and_again_are_bounded) {
  Pages pages;
  std::size_t below = pages.child(pages.root, 0);
  for (std::uint64_t level = 1; level <= 6; ++level) {
    const std::size_t page = pages.copy(pages.root);
    for (std::size_t i = 0; i < pages.count(page); ++i) pages.point(page, i, below);
    pages.set(page, kLevel, level);
    below = page;
  }
  for (std::size_t i = 0; i < pages.count(pages.root); ++i) pages.point(pages.root, i, below);
  pages.set(pages.root, kLevel, 7);
  const Told told = read_pst(pages.file);
  BOOST_TEST(times(told, "leads around in circles") == 1U);
}

BOOST_AUTO_TEST_CASE(a_page_that_makes_no_sense_is_told) {
  for (const auto& [what, value] :
       {std::pair{kCount, 255}, {kEntry, 8}, {kEntry, 255}, {kLevel, 200}}) {
    Pages pages;
    const std::size_t page = pages.child(pages.root, 1);
    pages.set(page, what, static_cast<std::uint64_t>(value));
    const Told told = read_pst(pages.file);
    BOOST_TEST(times(told, "that makes no sense; what it names is lost") == 1U,
               what << " " << value);
  }
}

// A page of the other index in its place.
BOOST_AUTO_TEST_CASE(a_page_of_another_kind_is_none) {
  Pages pages;
  const std::size_t page = pages.child(pages.root, 1);
  pages.file[page + kEnd] = static_cast<char>(pages.file[page + kEnd] ^ 1);
  BOOST_TEST(times(read_pst(pages.file), "has no page of its index") == 1U);
  Pages away;
  away.point(away.root, 1, away.file.size() + kPage);
  BOOST_TEST(times(read_pst(away.file), "has no page of its index") == 1U);
}

BOOST_AUTO_TEST_SUITE_END()
