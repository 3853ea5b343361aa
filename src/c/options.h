// SPDX-License-Identifier: MIT
//
// Options of walks, as C has them and as C++ does.
#ifndef BASEWALK_SRC_C_OPTIONS_H_
#define BASEWALK_SRC_C_OPTIONS_H_

#include <cstddef>

#include "basewalk/bundle/bundle.h"
#include "basewalk/walk/walk.h"
#include "c/guard.h"

namespace basewalk::c {

/// What bw_walk_options says.
struct Walking {
  WalkOptions options;
  bool targets = false;
  bundle::Profile profile = bundle::Profile::compat;
};

/// Reads a caller's options, which may be null.
bw_status read_walk_options(const bw_walk_options* given, Walking& walking, const Teller& tell);
bw_status read_limits(const bw_limit* given, std::size_t count, Limits& limits, const Teller& tell);
/// Of a base that is read by these rules.
bw_status read_resolve_options(const bw_resolve_options* given, url::Rules rules,
                               url::ResolveOptions& options, const Teller& tell);

}  // namespace basewalk::c

#endif  // BASEWALK_SRC_C_OPTIONS_H_
