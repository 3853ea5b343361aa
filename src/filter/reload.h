// SPDX-License-Identifier: MIT
//
// Options that are read again while connections are served (SIGHUP).
#ifndef BASEWALK_FILTER_RELOAD_H_
#define BASEWALK_FILTER_RELOAD_H_

#include <string_view>
#include <vector>

#include "filter/service.h"

namespace basewalk::filter {

/// Reads them again and says in the log what came of it.  What becomes of messages changes with the
/// next connection; where something makes no sense, all stays as it was.  Throws nothing.
void reload(Service& service) noexcept;

/// The same, told to nobody but the log; throws where there is no memory.
void reread(Service& service);

/// The options that differ, by name: they take a restart.
std::vector<std::string_view> fixed_differences(const Options& a, const Options& b);

}  // namespace basewalk::filter

#endif  // BASEWALK_FILTER_RELOAD_H_
