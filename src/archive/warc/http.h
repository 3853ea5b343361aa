// SPDX-License-Identifier: MIT
//
// The answer of a web server as it stands in a `response` record (RFC 9112), with its codings taken
// off.  Whoever wrote it may be hostile.
#ifndef BASEWALK_SRC_ARCHIVE_WARC_HTTP_H_
#define BASEWALK_SRC_ARCHIVE_WARC_HTTP_H_

#include <cstddef>
#include <string>
#include <string_view>

#include "basewalk/result.h"
#include "worker/unpack/place.h"

namespace basewalk::archive {

struct HttpAnswer {
  int status = 0;
  std::string media_type;  ///< Content-Type; empty where there is none
  std::string location;
  std::string transfer_coding, content_coding;  ///< in lower case
  std::size_t size = 0;                         ///< of the head, with the empty line
};

/// Reads the head of an answer.  Error code: "http".
Result<HttpAnswer> read_http_head(std::string_view block);

/// The payload of an answer, at most so long.  Codings that were taken off when it was captured,
/// but are still named, are not there.  Error codes: "coding" (one that is not read, as br),
/// "damaged", "limit-bytes".
Result<std::string> http_payload(std::string_view block, const HttpAnswer& answer, std::size_t most,
                                 worker::Place place = worker::Place::apart);

}  // namespace basewalk::archive

#endif  // BASEWALK_SRC_ARCHIVE_WARC_HTTP_H_
