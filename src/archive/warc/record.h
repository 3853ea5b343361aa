// SPDX-License-Identifier: MIT
//
// The header of a record of a web archive (WARC 1.0 and 1.1, ISO 28500:2017 clauses 4 and 5).
//
// After it: reader.h finds records in a file.
#ifndef BASEWALK_SRC_ARCHIVE_WARC_RECORD_H_
#define BASEWALK_SRC_ARCHIVE_WARC_RECORD_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace basewalk::archive {

enum class WarcType : std::uint8_t { response, resource, revisit, other };

struct WarcHeader {
  WarcType type = WarcType::other;
  std::string url;                   ///< WARC-Target-URI, without the "<>" that WARC 1.0 shows
  std::optional<std::int64_t> date;  ///< seconds since 1970; of WARC 1.1 parts of one count not
  std::string media_type;            ///< of the block
  std::string payload_digest;        ///< in lower case up to the colon; empty where there is none
  std::string refers_to_url;
  bool partial = false;      ///< WARC-Truncated, or the first of several segments
  std::uint64_t length = 0;  ///< of the block
  std::size_t size = 0;      ///< of the header, with the empty line behind it
};

/// A header is not longer: what claims to be is damage.
inline constexpr std::size_t kLongestWarcHeader = std::size_t{64} << 10;

/// Does a record begin so?
bool begins_warc(std::string_view bytes);

/// Reads a header from its beginning.  Nothing where it is none; `why` says so in a clause.  A
/// field that is there twice with another value is no field of either.
std::optional<WarcHeader> read_warc_header(std::string_view bytes, std::string& why);

/// "2026-11-23T10:00:00Z" and what W3C's profile of ISO 8601 takes away from it.
std::optional<std::int64_t> read_warc_date(std::string_view text);

}  // namespace basewalk::archive

#endif  // BASEWALK_SRC_ARCHIVE_WARC_RECORD_H_
