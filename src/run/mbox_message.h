// SPDX-License-Identifier: MIT
//
// A message that takes another's place in an mbox.
//
// Before this: basewalk/archive/mbox.h has found the message.  After it: whoever changed it writes
// it back.
#ifndef BASEWALK_SRC_RUN_MBOX_MESSAGE_H_
#define BASEWALK_SRC_RUN_MBOX_MESSAGE_H_

#include <string>
#include <string_view>

#include "basewalk/mime/part.h"

namespace basewalk::run {

/// `made` is to stand in place of the message at `message`, its `From ` line among it.  A
/// Content-Length that readers believe (mboxcl) becomes what it is now.  False, and `made` of no
/// use, where the mbox would not be divided as it was: `made` has a line that separates messages,
/// or ends otherwise.  Linear in the message.
bool fit_in_place(std::string_view mbox, mime::Span message, std::string& made);

}  // namespace basewalk::run

#endif  // BASEWALK_SRC_RUN_MBOX_MESSAGE_H_
