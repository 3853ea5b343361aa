// SPDX-License-Identifier: MIT
//
// The bundles of tests/data/cases/mhtml: what each reference names, in both profiles, and the root.
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <map>

#include "bundle/seen.h"
#include "support/files.h"
#include "text/ascii.h"

using namespace basewalk;
using bundle::Profile;
using test::Row;

namespace {

enum Column { kPart, kBase, kBaseFrom, kBasePart, kRaw, kResolved, kStrict, kCompat };

std::vector<Row> rows() {
  std::vector<Row> all;
  for (const auto& file : test::files_below(test::data_dir() / "cases/mhtml"))
    if (file.filename() == "expected.tsv")
      for (Row& row : test::read_table(file))
        if (!row[kPart].starts_with('#') && row[kPart] != "part") {
          row.file = (file.parent_path().filename() / file.filename()).string();
          all.push_back(row);
        }
  return all;
}

const std::string& bundle_of(const Row& row) {
  static std::map<std::string, std::string> files;
  const auto [entry, fresh] = files.try_emplace(row.file);
  if (fresh)
    entry->second = test::read_file((test::data_dir() / "cases/mhtml" / row.file).parent_path() /
                                    "input.mhtml");
  return entry->second;
}

WalkOptions mhtml_options() {
  WalkOptions options;
  options.rules = url::Rules::rfc3986;
  options.honor.thismessage = true;
  return options;
}

const std::vector<test::SeenTarget>& links_of(const Row& row, Profile profile) {
  static std::map<std::string, std::vector<test::SeenTarget>> cache;
  const auto [entry, fresh] = cache.try_emplace(row.file + std::string(bundle::name(profile)));
  if (fresh) entry->second = test::targets_of(bundle_of(row), profile, mhtml_options()).links;
  return entry->second;
}

// An empty cell is not checked; "none" is nothing.
bool same(const std::string& wanted, const std::string& got) {
  return wanted.empty() || wanted == got || (wanted == "none" && got.empty());
}

bool met(const Row& row, Profile profile) {
  for (const test::SeenTarget& link : links_of(row, profile))
    if (link.part == row[kPart] && ascii::trim(link.raw) == ascii::trim(row[kRaw]) &&
        same(row[kBase], link.base) && same(row[kBaseFrom], link.base_from) &&
        same(row[kBasePart], link.base_part) && same(row[kResolved], link.url) &&
        same(row[profile == Profile::strict ? kStrict : kCompat], link.target))
      return true;
  return false;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(cases)

BOOST_DATA_TEST_CASE(mhtml, boost::unit_test::data::make(rows())) {
  if (sample[kPart] == "(root)") {
    for (Profile profile : {Profile::strict, Profile::compat}) {
      const Message message = read_message(bundle_of(sample));
      const bundle::Bundle bundle(message, mhtml_options(), profile);
      BOOST_REQUIRE(bundle.root().has_value());
      BOOST_TEST(bundle.section(*bundle.root()) ==
                 sample[profile == Profile::strict ? kStrict : kCompat]);
    }
    return;
  }
  BOOST_TEST(met(sample, Profile::strict), "strict " << sample);
  BOOST_TEST(met(sample, Profile::compat), "compat " << sample);
}

BOOST_AUTO_TEST_SUITE_END()
