// SPDX-License-Identifier: MIT
//
// What a run has seen (run/tally.h), for people and as JSON.
#ifndef BASEWALK_OUTPUT_SUMMARY_H_
#define BASEWALK_OUTPUT_SUMMARY_H_

#include <chrono>
#include <string>

#include "run/tally.h"

namespace basewalk::output {

/// One line of JSON (docs/output.md).
std::string summary_as_json(const run::Tally& tally, std::chrono::nanoseconds time, bool resumed);
/// Some lines for people.
std::string summary_as_text(const run::Tally& tally, std::chrono::nanoseconds time);

}  // namespace basewalk::output

#endif  // BASEWALK_OUTPUT_SUMMARY_H_
