// SPDX-License-Identifier: MIT
//
// Fields of CSV (RFC 4180), and of lines with tabs between fields.
#ifndef BASEWALK_TEXT_CSV_H_
#define BASEWALK_TEXT_CSV_H_

#include <cstdint>
#include <string>
#include <string_view>

namespace basewalk::text {

/// Appends a field, in quotes where it needs them (RFC 4180 2, rules 5 to 7); what is not UTF-8
/// becomes U+FFFD.
void append_csv(std::string& out, std::string_view text);

/// Appends a field of what has tabs between fields: a tab, line end or backslash in it is \t, \n,
/// \r or \\; what is not UTF-8 becomes U+FFFD.
void append_tsv(std::string& out, std::string_view text);

/// One of the two.
enum class Separated : std::uint8_t { by_commas, by_tabs };
constexpr char separator(Separated how) { return how == Separated::by_commas ? ',' : '\t'; }
constexpr std::string_view line_end(Separated how) {
  return how == Separated::by_commas ? "\r\n" : "\n";
}
inline void append_field(std::string& out, std::string_view text, Separated how) {
  how == Separated::by_commas ? append_csv(out, text) : append_tsv(out, text);
}

}  // namespace basewalk::text

#endif  // BASEWALK_TEXT_CSV_H_
