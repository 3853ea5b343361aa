// SPDX-License-Identifier: MIT
//
// The parts that merge puts together, in their order.
#ifndef BASEWALK_OUTPUT_PARTS_H_
#define BASEWALK_OUTPUT_PARTS_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace basewalk::cli {

/// Names of parts in the order of their slices; a folder stands for the parts in it.  Names that
/// are no names of parts keep the order in which they were given.  Nothing, with a message, where a
/// part is missing or there twice.
std::optional<std::vector<std::string>> order_parts(const std::vector<std::string>& names);

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

/// Each puts parts together and writes what one run over everything would have written.
/// `write` is given whole records.  False, with a message, where a part is none.
class RecordWriter {
 public:
  virtual ~RecordWriter() = default;
  virtual bool write(std::string_view record) = 0;
};
bool merge_jsonl(const std::vector<std::string>& parts, RecordWriter& writer);
bool merge_csv(const std::vector<std::string>& parts, RecordWriter& writer);

struct OutputPlan;
/// The same for databases.  Returns the exit status.
int merge_databases(const std::vector<std::string>& parts, const OutputPlan& plan);

}  // namespace basewalk::cli

#endif  // BASEWALK_OUTPUT_PARTS_H_
