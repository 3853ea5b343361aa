// SPDX-License-Identifier: MIT
//
// What was rewritten, for people.
#ifndef BASEWALK_OUTPUT_REWRITE_SUMMARY_H_
#define BASEWALK_OUTPUT_REWRITE_SUMMARY_H_

#include <string>

#include "basewalk/rewrite/rewrite.h"

namespace basewalk::output {

/// A line for each edit, each link that was kept, each mark and each signature that breaks, and one
/// that counts.
std::string rewrite_summary(const rewrite::Rewritten& rewritten);

/// What the options ask for and could not be done, by reason: "2 kept as they were: charset 2".
/// Empty where that is nothing.  Links in headers do not count, nor those within a document:
/// readers do not join them with <base>.
std::string kept_summary(const rewrite::Rewritten& rewritten);

}  // namespace basewalk::output

#endif  // BASEWALK_OUTPUT_REWRITE_SUMMARY_H_
