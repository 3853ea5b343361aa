// SPDX-License-Identifier: MIT
//
// Options that are read again while connections are served (SIGHUP).  Before: service.h.
#ifndef BASEWALK_FILTER_RELOAD_H_
#define BASEWALK_FILTER_RELOAD_H_

#include "filter/service.h"

namespace basewalk::filter {

/// Reads them again and says in the log what came of it.  What becomes of messages changes with the
/// next connection; where something makes no sense, all stays as it was.  Throws where there is no
/// memory.
void reread(Service& service);

}  // namespace basewalk::filter

#endif  // BASEWALK_FILTER_RELOAD_H_
