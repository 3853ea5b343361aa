// SPDX-License-Identifier: MIT
//
// Records put into a file for each month or host, in a folder that appears whole or not at all.
//
//     DIR/date=2024-03/links.jsonl
//     DIR/host=example.com/links.jsonl
//
// So programs that read folders of files take the name of the folder for a column.  By date all
// records of a message go where its date says; by host each link goes where it leads to, to the
// domain that somebody has registered or else the host, and records of other kinds lie together.
//
// Before this: merge_records.cpp gives whole records of JSON lines in their order.
#ifndef BASEWALK_OUTPUT_PARTITION_H_
#define BASEWALK_OUTPUT_PARTITION_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "basewalk/sink.h"
#include "text/files/compress.h"
#include "text/siphash.h"

namespace basewalk::output {

enum class PartitionBy : std::uint8_t { date, host };
std::optional<PartitionBy> partition_named(std::string_view name);

/// The folder of a record by host: "host=example.com".  `line` is one of ours; of no link it is
/// "host=-".  By date: the month that a record of kind `message` tells, "date=2024-03"; "date=-"
/// where it has none from 1970 to 2099; nothing for records that are not the last of a message.
std::optional<std::string> partition_of(PartitionBy by, std::string_view line);

/// What is held: bytes of records, those of one message, and how many folders there are.
struct PartitionLimits {
  std::size_t held = std::size_t{64} << 20;
  std::size_t message = std::size_t{8} << 20;  ///< what is more waits in a file
  std::size_t folders = 200'000;               ///< what would be in others is in "host=+"
};

/// Memory: what the limits say, and the names of the folders.
class Partition final : public Sink {
 public:
  /// `folder` must not be there, and neither what an earlier run has left (FOLDER.partial).
  Partition(std::string folder, PartitionBy by, text::Compression compression,
            const PartitionLimits& limits = {});
  Partition(const Partition&) = delete;
  Partition& operator=(const Partition&) = delete;
  /// What was not committed is removed.
  ~Partition() override;

  /// A whole record, with its line end.  False where it failed.
  bool write(std::string_view record) override;
  /// The folder gets its name.  False where it failed.
  bool commit();
  /// What failed first, as a sentence; empty where nothing did.
  const std::string& failure() const { return failure_; }
  /// It failed because something of that name is there.
  bool is_taken() const { return is_taken_; }
  std::size_t folders() const { return files_.size(); }

 private:
  struct File {
    std::string held;
    bool is_made = false;
  };

  void put(std::string_view folder, std::string_view records);
  void flush_largest();
  void flush(const std::string& folder, File& file);
  void spool();
  void end_message(std::string_view folder);
  bool fail(std::string sentence);
  std::string path_of(std::string_view folder) const;

  const std::string folder_, partial_;
  const PartitionBy by_;
  const text::Compression compression_;
  const PartitionLimits limits_;
  std::unordered_map<std::string, File, TextHash, std::equal_to<>> files_;
  std::size_t held_ = 0;  // bytes in all of them
  std::string message_;   // records of the message that has not ended, as far as they are few
  std::string spooled_;   // the name of the file with those before them; empty: there are none
  std::string failure_;
  bool is_ours_ = false, is_taken_ = false;  // FOLDER.partial
};

}  // namespace basewalk::output

#endif  // BASEWALK_OUTPUT_PARTITION_H_
