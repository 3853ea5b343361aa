// SPDX-License-Identifier: MIT
//
// Parts that slices of a run have written, put together to what one run over everything would have
// written.
#ifndef BASEWALK_OUTPUT_MERGE_H_
#define BASEWALK_OUTPUT_MERGE_H_

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "basewalk/result.h"
#include "basewalk/sink.h"
#include "output/writers.h"

namespace basewalk::output {

/// Names of parts in the order of their slices; a folder stands for the parts in it.  Names that
/// are no names of parts keep the order in which they were given.  An error where a part is missing
/// or there twice.
Result<std::vector<std::string>> order_parts(const std::vector<std::string>& names);

/// The numbers of messages that a slice could not know, since it begins inside their source.
class Numbers {
 public:
  /// The number of the message that a record belongs to, which may be the one before.  Nothing
  /// where no earlier record says how many messages there were before.
  std::optional<std::uint64_t> of(std::string_view source, std::optional<std::uint64_t> known,
                                  bool same_message);

 private:
  std::string source_;
  std::uint64_t last_ = 0;
};

/// Each puts parts together; `sink` is given whole records.  Empty, or what failed: a part is none,
/// or cannot be read.  Where the sink takes nothing more they end, and say nothing of it.
std::string merge_jsonl(const std::vector<std::string>& parts, Sink& sink);
std::string merge_csv(const std::vector<std::string>& parts, Sink& sink);
/// The same for databases, which are written whole.  `stopped` is looked at between two tables.
std::string merge_databases(const std::vector<std::string>& parts, const Destination& to,
                            const std::atomic<bool>* stopped = nullptr);

/// Why a part whose records belong to a message before them cannot be placed.
std::string begins_inside(const std::string& part, std::string_view source);

}  // namespace basewalk::output

#endif  // BASEWALK_OUTPUT_MERGE_H_
