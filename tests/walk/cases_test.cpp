// SPDX-License-Identifier: MIT
//
// The cases of tests/data/cases: mails with the right answer of each link beside them.
// misses.tsv names the rows that are not met, with the reason; a row there that is met is a
// failure, too, so that the list stays true.
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <map>
#include <set>

#include "support/files.h"
#include "text/ascii.h"
#include "walk/collect.h"

using namespace basewalk;
using test::Row;

namespace {

enum Column { kMail, kPart, kWhere, kRaw, kBase, kBaseFrom, kBasePart, kStatus, kUrl, kClicked };

std::string cell(const Row& row, Column column) { return test::unescape(row[column]); }

const std::vector<test::SeenLink>& links_of(const std::string& mail) {
  static std::map<std::string, std::vector<test::SeenLink>> cache;
  const auto [entry, fresh] = cache.try_emplace(mail);
  if (fresh)
    entry->second =
        test::collect(test::read_file(test::data_dir() / "cases/mail" / (mail + ".eml"))).links;
  return entry->second;
}

// An empty cell is not checked; "none" is nothing.
bool same(const std::string& wanted, const std::string& got) {
  if (wanted.empty()) return true;
  if (wanted == "none") return got.empty() || got == "none";
  return wanted == got;
}

bool met(const Row& row, const test::SeenLink& link, bool with_raw) {
  if (link.part != cell(row, kPart) || link.where != cell(row, kWhere)) return false;
  if (with_raw && ascii::trim(link.raw) != ascii::trim(cell(row, kRaw))) return false;
  return same(cell(row, kBase), link.base) && same(cell(row, kBaseFrom), link.base_from) &&
         same(cell(row, kBasePart), link.base_part) && same(cell(row, kStatus), link.status) &&
         same(cell(row, kUrl), link.url) && same(cell(row, kClicked), link.clicked);
}

bool met(const Row& row) {
  const auto& links = links_of(row[kMail]);
  bool raw_seen = false;
  for (const test::SeenLink& link : links)
    raw_seen = raw_seen || (link.part == cell(row, kPart) && link.where == cell(row, kWhere) &&
                            ascii::trim(link.raw) == ascii::trim(cell(row, kRaw)));
  const bool with_raw = !row[kRaw].empty() && raw_seen;
  for (const test::SeenLink& link : links)
    if (met(row, link, with_raw)) return true;
  return false;
}

std::set<std::string> known_misses() {
  std::set<std::string> keys;
  for (const Row& row : test::read_table("cases/mail_misses.tsv"))
    keys.insert(row[0] + '\t' + row[1] + '\t' + row[2]);
  return keys;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(cases)

BOOST_DATA_TEST_CASE(mail,
                     boost::unit_test::data::make(test::read_table("cases/mail/expected.tsv"))) {
  static const std::set<std::string> misses = known_misses();
  const bool known = misses.contains(sample[kMail] + '\t' + sample[kWhere] + '\t' + sample[kRaw]);
  BOOST_TEST(met(sample) != known, sample);
}

BOOST_AUTO_TEST_SUITE_END()
