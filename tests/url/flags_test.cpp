// SPDX-License-Identifier: MIT
#include "basewalk/url/flags.h"

#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <set>
#include <sstream>
#include <string>

#include "basewalk/url/resolve.h"
#include "support/files.h"

namespace data = boost::unit_test::data;
namespace url = basewalk::url;
using basewalk::test::ExactCopy;
using basewalk::test::read_table;
using basewalk::test::unescape;
using namespace std::string_literals;

namespace {

std::string names_of(const basewalk::Flags& flags) {
  std::string names;
  for (const basewalk::Flag flag : flags) {
    if (!names.empty()) names += ' ';
    names += name(flag);
  }
  return names;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(flags)

BOOST_DATA_TEST_CASE(says_what_is_odd, data::make(read_table("url/flags.tsv"s)), row) {
  const std::string raw = unescape(row[1]);
  // White space at the ends is not the RFCs' business (HTML drops it).
  const auto first = raw.find_first_not_of(' ');
  const std::string reference = raw.substr(first, raw.find_last_not_of(' ') + 1 - first);
  std::string by_rfc;
  std::string clicked;
  url::resolve(url::Base(row[0], url::Rules::rfc3986), reference, {}, by_rfc);
  url::resolve(url::Base(row[0], url::Rules::whatwg), raw, {}, clicked);
  const basewalk::Flags found =
      url::flags_of(ExactCopy(raw).view(), ExactCopy(by_rfc).view(), ExactCopy(clicked).view());
  BOOST_TEST(names_of(found) == row[2]);
  BOOST_TEST(found.empty() == row[2].empty());
}

BOOST_AUTO_TEST_CASE(every_flag_but_those_of_the_walk_is_caused_by_a_row) {
  std::set<std::string> caused{"base-split",   "scheme-assumed", "text-differs",
                               "unterminated", "url-omitted",    "wrapped"};
  for (const auto& row : read_table("url/flags.tsv"s)) {
    std::istringstream names(row[2]);
    for (std::string one; names >> one;) caused.insert(one);
  }
  for (const basewalk::Flag flag : basewalk::all_flags())
    BOOST_TEST(caused.contains(std::string(name(flag))), name(flag));
}

BOOST_AUTO_TEST_CASE(says_nothing_where_there_is_nothing) {
  BOOST_TEST(url::flags_of("", "", "").empty());
}

BOOST_AUTO_TEST_SUITE_END()
