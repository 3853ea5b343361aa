// SPDX-License-Identifier: MIT
//
// From the names on the command line to messages, one after the other.
#ifndef BASEWALK_CLI_SOURCE_H_
#define BASEWALK_CLI_SOURCE_H_

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

#include "cli/options.h"
#include "cli/output.h"

namespace basewalk::cli {

/// One message of a source.
struct MessageAt {
  std::string_view source;  ///< as named
  std::size_t number = 1;   ///< in its source, from 1
  std::size_t offset = 0;   ///< of its first byte in its source
  std::string_view bytes;
  bool only = true;  ///< there is no other message in all the sources
};

/// Calls `each` for every message of every source, until it returns false.  What cannot be read is
/// complained about and passed over.  Returns the exit status so far: kUsage where there is nothing
/// to read from.
int for_each_message(const SharedOptions& options, const Limits& limits,
                     const std::function<bool(const MessageAt&)>& each);

/// What links and tree have in common: reads the options, opens the output, reads each message and
/// gives it to `each` with a walker, and commits the output.  Returns the exit status.
struct EachMessage {
  const MessageAt& at;
  const Message& message;
  Walker& walker;
  Output& output;
};
int walk_messages(const SharedOptions& options,
                  const std::function<void(const EachMessage&)>& each);

}  // namespace basewalk::cli

#endif  // BASEWALK_CLI_SOURCE_H_
