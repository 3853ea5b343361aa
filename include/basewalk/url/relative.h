// SPDX-License-Identifier: MIT
//
// The way back from resolving: the shortest reference that means a URL.
//
//     url::append_relative(url::Base("http://a/b/c", url::Rules::rfc3986), "http://a/d", out);
//     // out: /d
#ifndef BASEWALK_URL_RELATIVE_H_
#define BASEWALK_URL_RELATIVE_H_

#include <string>
#include <string_view>

#include "basewalk/url/resolve.h"

#pragma GCC visibility push(default)

namespace basewalk::url {

/// Appends the shortest reference that resolve() makes the very same URL of, under the base's
/// rules. (Under rfc2396 none that means the current document.)  Where there is none, as the URL is
/// not one that resolving yields, it is appended as it is and the answer is false.
bool append_relative(const Base& base, std::string_view url, std::string& out);

}  // namespace basewalk::url

#pragma GCC visibility pop

#endif  // BASEWALK_URL_RELATIVE_H_
