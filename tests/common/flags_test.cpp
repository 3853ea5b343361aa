// SPDX-License-Identifier: MIT
#include "basewalk/flags.h"

#include <boost/test/unit_test.hpp>
#include <string>
#include <vector>

using namespace basewalk;

namespace {

std::vector<Flag> listed(Flags flags) { return {flags.begin(), flags.end()}; }

}  // namespace

BOOST_AUTO_TEST_SUITE(flags)

BOOST_AUTO_TEST_CASE(a_set_holds_what_was_added_and_nothing_else) {
  Flags set;
  BOOST_TEST(set.empty());
  BOOST_TEST(listed(set).empty());
  for (const Flag flag : all_flags()) {
    BOOST_TEST(!set.has(flag));
    set.add(flag);
    BOOST_TEST(set.has(flag));
    BOOST_TEST(!set.empty());
    const Flags alone = {flag};
    for (const Flag other : all_flags()) BOOST_TEST(alone.has(other) == (other == flag));
    BOOST_TEST((listed(alone) == std::vector<Flag>{flag}));
  }
  BOOST_TEST((set == all_flags()));
}

BOOST_AUTO_TEST_CASE(a_set_is_gone_through_in_the_order_of_names) {
  Flags set = {Flag::wrapped, Flag::backslash, Flag::userinfo};
  set.add(Flag::host_differs);
  set.add(Flag::wrapped);
  const std::vector<Flag> wanted = {Flag::backslash, Flag::host_differs, Flag::userinfo,
                                    Flag::wrapped};
  BOOST_TEST((listed(set) == wanted));
  Flags::Iterator it = set.begin();
  BOOST_TEST((*it++ == Flag::backslash));
  BOOST_TEST((*it == Flag::host_differs));
  BOOST_TEST((*++it == Flag::userinfo));
  BOOST_TEST((++it != set.end()));
  BOOST_TEST((++it == set.end()));
}

BOOST_AUTO_TEST_CASE(sets_are_joined_and_compared) {
  Flags set = {Flag::wrapped};
  set |= Flags{Flag::backslash, Flag::wrapped};
  BOOST_TEST((set == Flags{Flag::backslash, Flag::wrapped}));
  BOOST_TEST((set != Flags{Flag::backslash}));
  set |= Flags();
  BOOST_TEST((set == Flags{Flag::wrapped, Flag::backslash}));
}

BOOST_AUTO_TEST_CASE(every_flag_has_a_name_that_it_is_found_by) {
  std::string before;
  std::size_t count = 0;
  for (const Flag flag : all_flags()) {
    const std::string own(name(flag));
    BOOST_TEST((before < own), own);
    BOOST_TEST((flag_named(own) == flag), own);
    before = own;
    ++count;
  }
  BOOST_TEST(count == static_cast<std::size_t>(Flag::wrapped) + 1);
  BOOST_TEST(name(Flag::backslash) == "backslash");
  BOOST_TEST(name(Flag::mixed_script_host) == "mixed-script-host");
  for (const char* none : {"", "wrappe", "wrappedx", "Wrapped", "text_differs"})
    BOOST_TEST(!flag_named(none).has_value(), none);
}

BOOST_AUTO_TEST_SUITE_END()
