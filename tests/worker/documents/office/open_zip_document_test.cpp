// SPDX-License-Identifier: MIT
#include "worker/documents/office/open_zip_document.h"

#include <boost/test/unit_test.hpp>

#include "worker/documents/rows.h"

using namespace basewalk;
using namespace basewalk::worker;

namespace {

void open_any(const Document& document, DocumentSink& sink) {
  if (document.name.ends_with(".fodt"))
    open_flat_odf(document, sink);
  else
    open_zip_document(document, sink);
}

bool is_office(const std::string& name) {
  for (const char* ending : {".docx", ".xlsx", ".pptx", ".odt", ".ods", ".epub", ".fodt"})
    if (name.ends_with(ending)) return true;
  return false;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(documents_office)

BOOST_AUTO_TEST_CASE(every_row_is_met) {
  const std::filesystem::path folder = test::data_dir() / "documents/office";
  check_rows(folder, expected_rows(folder / "expected.tsv"), open_any);
}

BOOST_AUTO_TEST_CASE(every_row_of_real_documents_is_met, *boost::unit_test::label("shared")) {
  const auto folder = test::shared("documents");
  if (!folder) return;
  std::vector<ExpectedRow> rows = expected_rows(*folder / "expected.tsv");
  std::erase_if(rows, [](const ExpectedRow& row) {
    return !row.file.starts_with("real-") || !is_office(row.file);
  });
  check_rows(*folder, rows, open_any);
}

BOOST_AUTO_TEST_SUITE_END()
