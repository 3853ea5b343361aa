// SPDX-License-Identifier: MIT
#include "worker/documents/pdf/open_pdf.h"

#include <boost/test/unit_test.hpp>

#include "worker/documents/rows.h"

using namespace basewalk;
using namespace basewalk::worker;

BOOST_AUTO_TEST_SUITE(documents_pdf)

BOOST_AUTO_TEST_CASE(every_row_is_met) {
  const std::filesystem::path folder = test::data_dir() / "documents/pdf";
  check_rows(folder, expected_rows(folder / "expected.tsv"), open_pdf);
}

BOOST_AUTO_TEST_CASE(every_row_of_real_documents_is_met, *boost::unit_test::label("shared")) {
  const auto folder = test::shared("documents");
  if (!folder) return;
  std::vector<ExpectedRow> rows = expected_rows(*folder / "expected.tsv");
  std::erase_if(rows, [](const ExpectedRow& row) {
    return !row.file.starts_with("real-") || !row.file.ends_with(".pdf");
  });
  check_rows(*folder, rows, open_pdf);
}

BOOST_AUTO_TEST_SUITE_END()
