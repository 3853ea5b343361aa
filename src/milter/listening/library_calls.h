// SPDX-License-Identifier: MIT
//
// What libmilter asks the C library for, and gets from us instead.
//
// libmilter can neither listen at a socket that somebody else has opened, nor stop to listen while
// connections go on, and it takes what it is sent for well formed: behind a macro without a value
// it reads on past the end of its list.  Its calls of socket(), bind(), listen(), accept(), read(),
// close() and sigwait() come here first, as ours are the first that it finds; all others in the
// process are passed on as they are.
//
// Before this: socket.cpp has a socket to listen at.  After it: libmilter calls
// connection/callbacks.cpp.
#ifndef BASEWALK_MILTER_LISTENING_LIBRARY_CALLS_H_
#define BASEWALK_MILTER_LISTENING_LIBRARY_CALLS_H_

#include <cstddef>

namespace basewalk::milter {

/// libmilter listens at this socket from now on, and owns it.  `connections` may be open at once.
/// Behind smfi_register(), before smfi_main(), once.  False, with a message.
bool listen_by_libmilter(int listener, std::size_t connections);

/// No connection is accepted any more; those that are open go on.
void stop_accepting();

/// Connections that libmilter has accepted and not closed.
std::size_t accepted_connections();

}  // namespace basewalk::milter

#endif  // BASEWALK_MILTER_LISTENING_LIBRARY_CALLS_H_
