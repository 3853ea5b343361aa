// SPDX-License-Identifier: MIT
//
// A daemon that is stopped and started without anybody who is connected noticing.
//
// Of two processes the first, which the system knows, holds the socket that listens and waits; the
// second serves.  Where the first is told to stop it ends at once, so that the next one can begin
// at the same socket, and the second accepts nobody any more and serves who is there to the end.
// Where the second dies, the first makes another one, behind a pause that grows as long as that
// happens again and again.
//
// Before this: listener.cpp has the socket.
#ifndef BASEWALK_DAEMON_KEEPER_H_
#define BASEWALK_DAEMON_KEEPER_H_

#include <functional>

namespace basewalk::daemon {

/// Makes the second process and returns in it: a descriptor that becomes readable when the first
/// ends, for whatever reason; closed by the second when it holds nothing any more that the next
/// daemon needs, for which the first waits a moment.  The first never returns from here: SIGHUP and
/// SIGUSR1 it hands on, SIGTERM and SIGINT end it behind `at_end`.  `again` is called before
/// another second process is made.  -1, with a message, where none can be made.  Before any thread
/// is made.
int keep(const std::function<void()>& again, const std::function<void()>& at_end);

}  // namespace basewalk::daemon

#endif  // BASEWALK_DAEMON_KEEPER_H_
