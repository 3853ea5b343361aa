// SPDX-License-Identifier: MIT
//
// Messages in a table, and their links: part, where, URL.
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>

#include "support/files.h"
#include "walk/collect.h"

using namespace basewalk;
using test::Row;

BOOST_AUTO_TEST_SUITE(messages)

BOOST_DATA_TEST_CASE(
    attachments_are_read_as_what_they_are,
    boost::unit_test::data::make(test::read_table(std::string("walk/attachments.tsv")))) {
  std::string wanted, found;
  for (std::size_t i = 1; i < sample.cells.size(); ++i)
    if (!sample[i].empty()) wanted += sample[i] + '\n';
  const std::string mail = test::unescape(sample[0]);
  for (const test::SeenLink& l : test::collect(mail).links)
    found += l.part + ' ' + l.where + ' ' + l.url + '\n';
  BOOST_TEST(found == wanted, sample << "\nfound\n" << found);
}

BOOST_AUTO_TEST_SUITE_END()
