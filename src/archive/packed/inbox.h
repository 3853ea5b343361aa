// SPDX-License-Identifier: MIT
//
// The messages of a public-inbox: a git repository whose commits each bring a message.
//
// Version 1 keeps each in a file named by the hash of its Message-ID ("ab/" and 38 digits more);
// in version 2 the tree of a commit has nothing but the message that arrived, `m`, or one that was
// deleted, `d` (public-inbox-v1-format(5), public-inbox-v2-format(5)).  The commits from the first
// to the last by their first parents are the order of arrival.  Every message that arrived is
// given, whatever has become of it.
//
// Their ids are held, forty bytes for each, and one message.  Trees are read as they come, each
// compared with the one before.
//
// Before this: tree.cpp has found a folder that is a repository.  After it: opener.cpp takes each
// message for a member of it.
#ifndef BASEWALK_SRC_ARCHIVE_PACKED_INBOX_H_
#define BASEWALK_SRC_ARCHIVE_PACKED_INBOX_H_

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <variant>

#include "archive/packed/packed.h"

namespace basewalk::archive {

/// Which of its messages are wanted, by the names that they have as members.
struct InboxPart {
  std::string only;        ///< this one; empty: all
  std::string after;       ///< this one and those behind; empty: all
  std::uint64_t from = 0;  ///< those that have their place there or behind
  std::size_t message_bytes = Limits{}.message_bytes;
};

/// Its messages, named by their commits; a failure where it is no public-inbox.  Counts its bytes
/// in `done`.
std::variant<std::unique_ptr<Members>, Failure> members_of_inbox(const std::string& folder,
                                                                 InboxPart part,
                                                                 std::atomic<std::uint64_t>& done);

/// How many bytes it has in the line of all bytes.  The messages are spread over them evenly.
std::uint64_t inbox_size(const std::string& folder);

}  // namespace basewalk::archive

#endif  // BASEWALK_SRC_ARCHIVE_PACKED_INBOX_H_
