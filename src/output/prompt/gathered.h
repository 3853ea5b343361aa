// SPDX-License-Identifier: MIT
//
// Links put together over a whole run: each URL or host once, how many, sorted, or each with the
// line of the file that it stands in.
//
// Threads write rows to their results (GatherRows).  The rows come in the order of the input to one
// writer (gathered()), which makes of them what is asked for and hands it to another one.
//
// Before this: the walk has made a link, and choice.h has chosen it.  After it: writers.h.
#ifndef BASEWALK_OUTPUT_PROMPT_GATHERED_H_
#define BASEWALK_OUTPUT_PROMPT_GATHERED_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "basewalk/walk/walk.h"
#include "output/facts/lines.h"
#include "output/facts/link_facts.h"
#include "output/records.h"
#include "output/writers.h"
#include "run/run.h"
#include "run/writer.h"

namespace basewalk::output {

/// What links are compared by.
enum class LinkKey : std::uint8_t { url, host, domain, status, where, count };
std::string_view name(LinkKey key);
std::optional<LinkKey> link_key_named(std::string_view name);

/// What is asked for.
struct Gathering {
  std::optional<LinkKey> unique{};  ///< url, host or domain: each once, instead of links
  bool count = false;               ///< how many, instead of links, or of each that is unique
  std::optional<LinkKey> sort{};    ///< `count`, of what is unique: the most first
  bool place = false;               ///< before each link the file and line that it stands in

  bool is_any() const { return unique || count || sort || place; }
  /// Why one does not go with another, or with the format; empty where it does.
  std::string why_not(Format format) const;
  /// What stands before the results (Destination::head).
  std::string head(Format format) const;
};

/// The rows of one message after the other.
class GatherRows {
 public:
  GatherRows(const Gathering& what, Format format, RecordOptions records);

  void begin(const run::MessageAt& at, const std::optional<std::string>& message_id,
             std::string& out);
  void link(const Link& link, std::string& out);

 private:
  /// As records tell it, with a long `data:` URL by its hash; empty where it has none.
  void unique(const Link& link, std::string& out);
  std::string_view key_of(const Link& link, LinkKey key);

  Gathering what_;
  Format format_;
  RecordOptions records_;
  CsvRecords separated_;
  LinkReader links_;
  Lines lines_;
  std::string line_, where_;
};

/// Takes such rows, and hands what was made of them to `to`.  Memory: with `sort` all lines, with
/// `unique` each value once, else that of one row.
std::unique_ptr<run::Writer> gathered(const Gathering& what, Format format,
                                      std::unique_ptr<run::Writer> to);

}  // namespace basewalk::output

#endif  // BASEWALK_OUTPUT_PROMPT_GATHERED_H_
