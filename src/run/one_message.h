// SPDX-License-Identifier: MIT
//
// Is what a filter, or who makes something of one message, was given one?
#ifndef BASEWALK_SRC_RUN_ONE_MESSAGE_H_
#define BASEWALK_SRC_RUN_ONE_MESSAGE_H_

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace basewalk::run {

/// What the bytes are where they are no message but hold some: what is packed, a file of another
/// program, and, if `from_lines` count, an mbox with more than one or another mailbox: a sentence
/// without its subject, with what to do.  None where they may be one message.  Linear.
std::optional<std::string> why_not_one_message(std::string_view bytes, bool from_lines);

/// How many bytes of a file's beginning tell what it is.
inline constexpr std::size_t kTellingBytes = 4096;
/// Does what begins so (with kTellingBytes, or all where it is shorter) have to be read as `links`
/// reads it: packed, in UTF-16, a mailbox?  Whoever takes its bytes for a message would miss some.
bool may_hold_several(std::string_view head);
/// The same of all bytes: an mbox with one message is that message.  Linear.
bool holds_several(std::string_view bytes);

}  // namespace basewalk::run

#endif  // BASEWALK_SRC_RUN_ONE_MESSAGE_H_
