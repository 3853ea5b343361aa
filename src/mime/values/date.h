// SPDX-License-Identifier: MIT
//
// Dates of header fields (RFC 5322 3.3, and the obsolete forms of 4.3).
#ifndef BASEWALK_MIME_VALUES_DATE_H_
#define BASEWALK_MIME_VALUES_DATE_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace basewalk::mime {

/// Seconds since 1970 in UTC; nothing where the value is no date with a time and a zone, or one of
/// a day that no calendar has.
///
/// Read are the forms of RFC 5322 3.3 and 4.3: comments and white space anywhere between the
/// tokens, years of two and three digits, zones by name; of a zone that is only a name (4.3: its
/// meaning is not known) the time is taken for UTC.  The day of the week may be missing or wrong.
/// What follows the zone does not matter.  Cost: linear.
std::optional<std::int64_t> read_date(std::string_view value);

/// The same for a Received field, whose date stands behind its last semicolon (RFC 5322 3.6.7).
std::optional<std::int64_t> read_date_of_received(std::string_view value);

/// "2026-11-23T10:00:00Z" (RFC 3339).
std::string date_text(std::int64_t seconds);

}  // namespace basewalk::mime

#endif  // BASEWALK_MIME_VALUES_DATE_H_
