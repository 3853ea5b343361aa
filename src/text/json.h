// SPDX-License-Identifier: MIT
//
// JSON as the records need it: appended to a buffer, without a tree in between (docs/performance.md
// has what a library costs here).
#ifndef BASEWALK_TEXT_JSON_H_
#define BASEWALK_TEXT_JSON_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace basewalk::cli {

/// Appends a JSON string with its quotes.  What is not UTF-8 becomes U+FFFD, so that the line is
/// always valid JSON.
void append_json(std::string& out, std::string_view text);
/// The same, or null.
void append_json_or_null(std::string& out, const std::optional<std::string_view>& text);
/// The same for a text that is mostly equal to one that stands in `out` already, from `begin` to
/// `end`, as a JSON string.
void append_json_again(std::string& out, const std::optional<std::string_view>& text,
                       std::string_view known, std::size_t begin, std::size_t end);
void append_number(std::string& out, std::uint64_t number);
void append_number_or_null(std::string& out, const std::optional<std::uint64_t>& number);
/// Appends a text with what is not UTF-8 replaced by U+FFFD.
void append_utf8(std::string& out, std::string_view text);

}  // namespace basewalk::cli

#endif  // BASEWALK_TEXT_JSON_H_
