// SPDX-License-Identifier: MIT
//
// The mails that scenarios are about.
#ifndef BASEWALK_TESTS_FAILURE_MEMORY_MAILS_H_
#define BASEWALK_TESTS_FAILURE_MEMORY_MAILS_H_

#include <string>
#include <string_view>
#include <vector>

namespace basewalk::failure {

/// The files below a folder of tests/data whose name has this end, read.
std::vector<std::string> mails_below(const std::string& folder, std::string_view end);
/// One mail with every kind of content: calendars, XML, charsets of ICU, messages in messages.
const std::string& mixed_mail();

}  // namespace basewalk::failure

#endif  // BASEWALK_TESTS_FAILURE_MEMORY_MAILS_H_
