// SPDX-License-Identifier: MIT
//
// What `links --unique` tells: a value that links have, once (kind `unique`).
//
// Before this: prompt/gathered.cpp has counted.  After it: a writer takes the lines (writers.h).
#ifndef BASEWALK_OUTPUT_UNIQUE_RECORDS_H_
#define BASEWALK_OUTPUT_UNIQUE_RECORDS_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "text/csv.h"

namespace basewalk::output {

struct UniqueValue {
  std::string_view what;               ///< "host"
  std::string_view value;              ///< empty: what links have that have none
  std::optional<std::uint64_t> links;  ///< how many, where that was asked for
};

std::string unique_header(text::Separated how);
void append_unique_json(const UniqueValue& value, std::string& out);
void append_unique_fields(const UniqueValue& value, text::Separated how, std::string& out);
/// "12 TAB example.com", "-" for none.
void append_unique_text(const UniqueValue& value, std::string& out);

/// Appends the JSON Schema of the kind.
void append_unique_schema(std::string& out);

}  // namespace basewalk::output

#endif  // BASEWALK_OUTPUT_UNIQUE_RECORDS_H_
