// SPDX-License-Identifier: MIT
//
// What libmilter calls.
#ifndef BASEWALK_MILTER_CONNECTION_CALLBACKS_H_
#define BASEWALK_MILTER_CONNECTION_CALLBACKS_H_

#include "filter/service.h"

namespace basewalk::milter {

/// Registers them all for this service, which lives as long as the process.  False where libmilter
/// will not have it.
bool register_callbacks(filter::Service& service);

}  // namespace basewalk::milter

#endif  // BASEWALK_MILTER_CONNECTION_CALLBACKS_H_
