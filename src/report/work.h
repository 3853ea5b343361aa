// SPDX-License-Identifier: MIT
//
// What a run does with each message for a report: rows of records as a database has them, and
// before them the page, made by the thread that has walked the message.
// What comes before: run/run.h hands out messages.  What comes after: report.h takes the rows in
// the order of the input.
#ifndef BASEWALK_REPORT_WORK_H_
#define BASEWALK_REPORT_WORK_H_

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "basewalk/bundle/bundle.h"
#include "basewalk/walk/walk.h"
#include "report/report.h"
#include "run/run.h"

namespace basewalk::report {

struct WorkOptions {
  const Made& made;
  WalkOptions walk;
  bundle::Profile profile = bundle::Profile::compat;
  bool views = true;  ///< pages show the bodies of messages
  /// Is a page of it wanted, or may it be?  Threads ask at the same time.
  std::function<bool(const Mail&)> may_want_page;
  /// Leads from the page to the report's folder.
  std::string root = "../";
};

/// Appends the rows of one message (or a problem), and before them its page, where one is wanted:
/// of a message whose bytes are not at hand.
void append_rows_with_page(std::string_view rows, const WorkOptions& options, std::string& out);

std::unique_ptr<run::MessageWork> new_work(const WorkOptions& options);

}  // namespace basewalk::report

#endif  // BASEWALK_REPORT_WORK_H_
