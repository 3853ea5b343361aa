// SPDX-License-Identifier: MIT
//
// A run: from sources to results in the order of the input.
//
// Batches are read by one thread at a time (archive::SourceReader), walked by as many as there are
// jobs, and written in their order (order.h).  What a verb makes of a message is its MessageWork;
// what it puts into the results goes to the Writer.  Nothing here speaks to the user: what is to be
// said goes to the Listener, and what failed is returned.
#ifndef BASEWALK_RUN_RUN_H_
#define BASEWALK_RUN_RUN_H_

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "basewalk/archive/source.h"
#include "basewalk/walk/walk.h"
#include "run/results.h"
#include "run/writer.h"

namespace basewalk::run {

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
  /// What could not be read, of which the listener is told in any case, or was passed over.
  virtual void problem(const archive::Item&, Results&) {}
  /// All of a source has been looked at; told where the reader was asked for an account.
  virtual void source_end(const archive::Item&, Results&) {}
};

/// Who looks on.  Called by one thread at a time.
class Listener {
 public:
  virtual ~Listener() = default;
  /// Whole lines for whoever started the run: notes, and what could not be read.
  virtual void notices(std::string_view lines) = 0;
  /// So much is written.
  virtual void progress(const archive::Progress&, const Tally&) {}
};

struct Options {
  WalkOptions walk;
  std::size_t jobs = 0;        ///< 0: one for each core
  bool asks_for_only = false;  ///< MessageAt::only has to be known, which may take a look ahead
  /// Only the message that holds this byte of this source; `read` is how that is opened.
  struct At {
    std::string source;
    std::uint64_t offset = 0;
    archive::ReadOptions read;
  };
  std::optional<At> at;
  /// Where it becomes true, the run stops behind a message.
  const std::atomic<bool>* interrupted = nullptr;
};

struct Outcome {
  /// Why the run came to no end; empty where all that the reader gave was walked and handed to the
  /// writer, which has not been told to commit.
  std::string failure;
  Tally tally;
  bool stopped = false;        ///< the writer took nothing more
  bool has_gap = false;        ///< something could not be read, or made of a message
  bool worth_a_retry = false;  ///< something could not be read that may be readable later
};

/// Reads all messages and gives each to the work of some thread.
Outcome run_messages(const Options& options, archive::SourceReader& reader, Writer& writer,
                     Listener& listener,
                     const std::function<std::unique_ptr<MessageWork>()>& new_work);

}  // namespace basewalk::run

#endif  // BASEWALK_RUN_RUN_H_
