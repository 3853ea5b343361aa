// SPDX-License-Identifier: MIT
//
// The page about all messages of a report: counts, pictures of them, and the tables, whose rows lie
// in files beside it.  What stands where is said by theme/archive.html.
// What comes before: report.cpp has counted.  What comes after: somebody opens it.
#ifndef BASEWALK_REPORT_ARCHIVE_PAGE_H_
#define BASEWALK_REPORT_ARCHIVE_PAGE_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "report/counts.h"
#include "report/page/glossary.h"
#include "report/page/message_page.h"
#include "report/page/theme.h"

namespace basewalk::report {

struct ArchiveFacts {
  struct Table {
    std::size_t rows = 0, files = 0;
  };
  const Counts& counts;
  const std::string& title;
  std::optional<Pages> which;
  std::uint64_t pages = 0;
  const std::vector<Problem>& problems;
  Table messages, links;
};

/// Appends the page; false where its template cannot be filled.
bool append_archive_page(const ArchiveFacts& facts, const Theme& theme, const Glossary& glossary,
                         const PageOptions& options, std::string& out);

}  // namespace basewalk::report

#endif  // BASEWALK_REPORT_ARCHIVE_PAGE_H_
