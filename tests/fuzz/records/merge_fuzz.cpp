// SPDX-License-Identifier: MIT
//
// Parts that are put together: the first byte says of which format, and a NUL ends each.  What
// comes out is each record of the parts in order, but for numbers that were not known; put together
// once more it stays as it is; and each record of a folder lies in a folder with a safe name.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "fuzz/fuzzing.h"
#include "output/merge/merge.h"
#include "output/merge/partition.h"
#include "output/records.h"

namespace {

using namespace basewalk;
using basewalk::fuzz::MemoryFile;
using basewalk::fuzz::require;
using basewalk::fuzz::StringSink;

using Merge = std::string (*)(const std::vector<std::string>&, Sink&);

struct Merged {
  std::string why, bytes;
};

Merged merged(Merge merge, const std::vector<std::string>& parts) {
  // With names that say which part they are.
  static const fuzz::Scratch scratch;
  scratch.clear();
  std::vector<std::string> names;
  for (std::size_t i = parts.size(); i-- > 0;) {
    const std::string name =
        "part-0000" + std::to_string(i) + "-of-0000" + std::to_string(parts.size()) + ".x";
    scratch.write(name, parts[i]);
    names.push_back(scratch / name);
  }
  const Result<std::vector<std::string>> ordered = output::order_parts(names);
  require(ordered && ordered->size() == parts.size());
  require(std::equal(names.rbegin(), names.rend(), ordered->begin()));
  require(*output::order_parts({scratch.path().string()}) == *ordered);
  StringSink sink;
  Merged result;
  result.why = merge(*ordered, sink);
  result.bytes = std::move(sink.text);
  return result;
}

// The bytes without digits and "null": what is not a number stays.
std::string without_numbers(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text.substr(at).starts_with(":null,")) {
      out += ":,";
      at += 5;
    } else if (text[at] < '0' || text[at] > '9') {
      out += text[at];
    }
  }
  return out;
}

void check_folders(std::string_view records) {
  while (!records.empty()) {
    const std::string_view line = records.substr(0, records.find('\n') + 1);
    records.remove_prefix(line.size());
    for (const auto by : {output::PartitionBy::date, output::PartitionBy::host}) {
      const auto folder = output::partition_of(by, line);
      require(folder.has_value() || by == output::PartitionBy::date);
      if (!folder) continue;
      require(folder->starts_with(by == output::PartitionBy::date ? "date=" : "host="));
      require(folder->size() <= 255 && folder->find('/') == std::string::npos);
      for (const char c : *folder) require(static_cast<unsigned char>(c) >= ' ' && c != '\x7F');
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::Input input(data, size);
  const bool is_csv = input.byte() % 2 == 1;
  const Merge merge = is_csv ? output::merge_csv : output::merge_jsonl;
  const std::string head = is_csv ? output::CsvRecords::header(text::Separated::by_commas) : "";
  std::vector<std::string> parts;
  std::string all;
  do {
    const std::string_view part = input.up_to('\0');
    parts.push_back(head + std::string(part));
    all += part;
  } while (!input.rest().empty() && parts.size() < 9);
  const Merged first = merged(merge, parts);
  if (!first.why.empty()) return 0;
  if (!is_csv) {
    require(without_numbers(first.bytes) == without_numbers(all));
    check_folders(first.bytes);
  }
  const Merged again = merged(merge, {head + first.bytes});
  require(again.why.empty() && again.bytes == first.bytes);
  return 0;
}
