// SPDX-License-Identifier: MIT
//
// From the names on the command line to messages, one after the other: what the verbs that read
// mail have in common.
#ifndef BASEWALK_RUN_RUN_H_
#define BASEWALK_RUN_RUN_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "basewalk/archive/source.h"
#include "cli/options/output_plan.h"
#include "cli/options/shared_options.h"
#include "run/results.h"

namespace basewalk::cli {

/// One message of a source.
struct MessageAt {
  std::string_view source;              ///< as named, or found in what was named
  std::optional<std::uint64_t> number;  ///< in its source, from 1; see archive::Item
  std::uint64_t offset = 0;             ///< of its first byte in its source
  std::string_view bytes;
  bool only = true;  ///< there is no other message in all the sources
};

/// A message, and what is needed to walk it.
struct EachMessage {
  const MessageAt& at;
  const Message& message;
  Walker& walker;
  Results& results;

  /// Walks it, counting what the visitor is told.
  WalkSummary walk(Visitor& visitor) const;
};

/// What a verb does with messages.  Every thread has one of its own.
class MessageWork {
 public:
  virtual ~MessageWork() = default;
  virtual void message(const EachMessage& each) = 0;
  /// What could not be read; standard error is told in any case.
  virtual void problem(const archive::Item&, Results&) {}
};

/// Reads the messages of all sources and gives each to the work of some thread.  What that puts
/// into its results is written in the order of the input.  Returns the exit status.
int walk_messages(const SharedOptions& options, const OutputPlan& plan,
                  const std::function<std::unique_ptr<MessageWork>()>& new_work);

}  // namespace basewalk::cli

#endif  // BASEWALK_RUN_RUN_H_
