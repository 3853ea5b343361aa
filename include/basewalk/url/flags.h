// SPDX-License-Identifier: MIT
//
// The flags of a URL: where a browser goes elsewhere than the RFCs say, and what people hide
// things with; and the host that is held against the browser's.
#ifndef BASEWALK_URL_FLAGS_H_
#define BASEWALK_URL_FLAGS_H_

#include <string>
#include <string_view>

#include "basewalk/flags.h"

#pragma GCC visibility push(default)

namespace basewalk::url {

/// Compares what was written (`raw`), what an RFC makes of it (`url`) and what a browser opens
/// (`clicked`, as resolve() writes it under whatwg; empty where it refuses).  `url` is empty where
/// there is no answer.
Flags flags_of(std::string_view raw, std::string_view url, std::string_view clicked);

/// The host that a reader of RFC 3986 3.2 sees in a URL: the authority ends at "/", "?" or "#",
/// user info and port are off; in lower case and, where it has such a form, in ASCII (RFC 5890).
/// Empty where there is none.  Flag::host_differs compares it with the browser's.
std::string seen_host(std::string_view url);

/// The same in letters, for people to look at: labels that begin with "xn--" decoded (RFC
/// 5891 4.4). One that cannot be stays as it is.
std::string host_in_letters(std::string_view url);

}  // namespace basewalk::url

#pragma GCC visibility pop

#endif  // BASEWALK_URL_FLAGS_H_
