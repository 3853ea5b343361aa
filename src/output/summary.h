// SPDX-License-Identifier: MIT
#ifndef BASEWALK_OUTPUT_SUMMARY_H_
#define BASEWALK_OUTPUT_SUMMARY_H_

#include <string>

namespace basewalk::cli {

/// Writes a small text to a file, whole or not at all; "-" is standard output.  False, with a
/// message, where that fails.
bool write_summary(const std::string& name, const std::string& text);

}  // namespace basewalk::cli

#endif  // BASEWALK_OUTPUT_SUMMARY_H_
