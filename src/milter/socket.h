// SPDX-License-Identifier: MIT
//
// The socket that the mail server connects to.
//
// libmilter makes it.  A unix socket gets its mode and group under a temporary name and is then
// renamed: nobody can connect before they are right, and what a process that died left behind is
// replaced at once.  Where another process still answers, nothing is touched.
#ifndef BASEWALK_MILTER_SOCKET_H_
#define BASEWALK_MILTER_SOCKET_H_

#include "milter/options.h"

namespace basewalk::milter {

/// Listens, by smfi_setconn and smfi_opensocket.  False, with a message.
bool open_socket(const Options& options);

/// Removes the unix socket, if it is still the one that open_socket() made.
void remove_socket();

}  // namespace basewalk::milter

#endif  // BASEWALK_MILTER_SOCKET_H_
