// SPDX-License-Identifier: MIT
//
// Is what a filter was given one message?
#ifndef BASEWALK_SRC_RUN_ONE_MESSAGE_H_
#define BASEWALK_SRC_RUN_ONE_MESSAGE_H_

#include <optional>
#include <string>
#include <string_view>

namespace basewalk::run {

/// What the bytes are where they are no message but hold some: what is packed, a file of another
/// program, and, if `from_lines` count, an mbox with more than one or another mailbox: a sentence
/// without its subject, with what to do.  None where they may be one message.  Linear.
std::optional<std::string> why_not_one_message(std::string_view bytes, bool from_lines);

}  // namespace basewalk::run

#endif  // BASEWALK_SRC_RUN_ONE_MESSAGE_H_
