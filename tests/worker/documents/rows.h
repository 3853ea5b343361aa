// SPDX-License-Identifier: MIT
//
// Documents with the right answers beside them: tests/data/documents/FAMILY/expected.tsv, with a
// row for each link: file, where, raw, base, url, checked_by, note.
#ifndef BASEWALK_TESTS_WORKER_DOCUMENTS_ROWS_H_
#define BASEWALK_TESTS_WORKER_DOCUMENTS_ROWS_H_

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "support/files.h"
#include "support/skip.h"
#include "worker/documents/recorded.h"

namespace basewalk::worker {

struct ExpectedRow {
  std::string file, raw, base, url, note;
};

inline std::vector<ExpectedRow> expected_rows(const std::filesystem::path& table) {
  std::vector<ExpectedRow> rows;
  for (const test::Row& row : test::read_table(table))
    rows.push_back({row[0], row[2], row[3], row[4], row[6]});
  return rows;
}

/// Is it told: as a reference, or in a text or a file, where it is searched for?
inline bool is_met(const Recorded& told, const ExpectedRow& row) {
  if (row.raw.empty()) return told.is_told();
  if (!row.base.empty() &&
      std::find(told.bases.begin(), told.bases.end(), row.base) == told.bases.end()) {
    // Then it is that of a file inside.
    return std::any_of(told.parts.begin(), told.parts.end(), [&](const Recorded::Part& part) {
      return part.bytes.find(row.base) != part.bytes.npos &&
             part.bytes.find(row.raw) != part.bytes.npos;
    });
  }
  for (const Recorded::Reference& each : told.references) {
    if (each.raw == row.raw || (!row.url.empty() && each.raw == row.url)) return true;
    if (each.is_text && each.raw.find(row.raw) != each.raw.npos) return true;
    // OpenDocument: the step out of the package is taken.
    if (row.url.empty() && "../" + each.raw == row.raw) return true;
  }
  for (const Recorded::Text& each : told.texts)
    if (each.text.find(row.url.empty() ? row.raw : row.url) != each.text.npos) return true;
  return std::any_of(told.parts.begin(), told.parts.end(), [&](const Recorded::Part& part) {
    return part.bytes.find(row.raw) != part.bytes.npos;
  });
}

/// Opens each file of a table once, and checks all of its rows.
template <class Open>
void check_rows(const std::filesystem::path& folder, const std::vector<ExpectedRow>& rows,
                const Open& open) {
  std::map<std::string, Recorded> told;
  for (const ExpectedRow& row : rows) {
    auto found = told.find(row.file);
    if (found == told.end()) {
      found = told.emplace(row.file, Recorded()).first;
      const test::ExactCopy bytes(test::read_file(folder / row.file));
      open(Document{bytes.view(), row.file}, found->second);
      BOOST_TEST(!found->second.is_open());
    }
    BOOST_TEST(is_met(found->second, row), row.file << ": " << row.raw << " is not told");
  }
}

}  // namespace basewalk::worker

#endif  // BASEWALK_TESTS_WORKER_DOCUMENTS_ROWS_H_
