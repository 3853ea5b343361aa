// SPDX-License-Identifier: MIT
//
// Where records go in the end: standard output, a file that appears whole, a pipe, a database.
#ifndef BASEWALK_OUTPUT_WRITERS_H_
#define BASEWALK_OUTPUT_WRITERS_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "basewalk/result.h"
#include "run/writer.h"
#include "text/files/compress.h"

namespace basewalk::output {

enum class Format : std::uint8_t { text, jsonl, csv, tsv, sqlite };
std::string_view name(Format format);
std::optional<Format> format_named(std::string_view name);
/// By the end of a name: ".jsonl", ".csv.zst", ".db".
std::optional<Format> format_of_name(std::string_view name);
/// The last end of a name, but for a compression: ".txt" of "a/b.c.txt.gz"; empty where it has
/// none.
std::string_view end_of_name(std::string_view name);

struct Destination {
  Format format = Format::text;
  text::Compression compression = text::Compression::none;
  std::string file;  ///< empty: standard output
  bool resume = false;
  /// What an interrupted run has written is thrown away ...
  bool restart = false;
  /// ... and so is what this run leaves.
  bool forget = false;
  /// What stands before the records; of CSV and TSV the names of a link's columns, where it is
  /// empty.
  std::string head;
  std::string fingerprint;           ///< the command, as far as it decides what is written
  std::vector<std::string> sources;  ///< that the command names; a database tells them
};

/// Error codes: "complete" (an earlier run has written it: nothing to do), "different" (an earlier
/// run had other options), "left" (an earlier run has left something, and neither `resume` nor
/// `restart` is said), "kind" (a device cannot be written so), "busy" (another process is at
/// it), "unwritable".
Result<std::unique_ptr<run::Writer>> open_writer(const Destination& destination);

}  // namespace basewalk::output

#endif  // BASEWALK_OUTPUT_WRITERS_H_
