// SPDX-License-Identifier: MIT
//
// Telling systemd how far we are (sd_notify(3)), without its library: one datagram.
#ifndef BASEWALK_MILTER_NOTIFY_H_
#define BASEWALK_MILTER_NOTIFY_H_

#include <string_view>

namespace basewalk::milter {

/// "READY=1".  Does nothing where $NOTIFY_SOCKET is not set.
void notify(std::string_view state);

}  // namespace basewalk::milter

#endif  // BASEWALK_MILTER_NOTIFY_H_
