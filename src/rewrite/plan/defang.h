// SPDX-License-Identifier: MIT
//
// Links that nobody can follow any more, and everybody can read: hxxps://example[.]com/.
#ifndef BASEWALK_REWRITE_PLAN_DEFANG_H_
#define BASEWALK_REWRITE_PLAN_DEFANG_H_

#include <string>
#include <string_view>

namespace basewalk::rewrite {

/// Appends the defanged form of a URL, or of what is read as one without its scheme (`guessed`:
/// www.example.com).  False, and nothing appended, for schemes that lead nowhere outside (cid, mid,
/// mailto, tel ...).  `all_dots` are written as in the host, so that no name of a host is seen.
bool append_defanged(std::string_view url, bool guessed, bool all_dots, std::string& out);

/// One of those schemes, or one that was defanged.
bool leads_nowhere_outside(std::string_view scheme);

}  // namespace basewalk::rewrite

#endif  // BASEWALK_REWRITE_PLAN_DEFANG_H_
