// SPDX-License-Identifier: MIT
//
// The flags of a URL: where a browser goes elsewhere than the RFCs say, and what people hide
// things with.
#ifndef BASEWALK_URL_FLAGS_H_
#define BASEWALK_URL_FLAGS_H_

#include <string_view>

#include "basewalk/flags.h"

#pragma GCC visibility push(default)

namespace basewalk::url {

/// Compares what was written (`raw`), what an RFC makes of it (`url`) and what a browser opens
/// (`clicked`, as resolve() writes it under whatwg; empty where it refuses).  `url` is empty where
/// there is no answer.
Flags flags_of(std::string_view raw, std::string_view url, std::string_view clicked);

}  // namespace basewalk::url

#pragma GCC visibility pop

#endif  // BASEWALK_URL_FLAGS_H_
