// SPDX-License-Identifier: MIT
//
// Every bound that the program puts on its input, with defaults that real mail does
// not reach.  Reaching one gives a note (`limit-...`) and a gap that the note names;
// it never ends the walk and never hides what follows.
#ifndef BASEWALK_LIMITS_H_
#define BASEWALK_LIMITS_H_

#include <cstddef>

#pragma GCC visibility push(default)

namespace basewalk {

struct Limits {
  /// Entities inside entities: multiparts, messages, decoded messages.  What lies
  /// deeper is kept as one opaque part.
  std::size_t depth = 100;
  /// Parts of one message, decoded inner messages included.
  std::size_t parts = 100'000;
  /// Bytes of one entity's header.  Behind it only the fields that decide structure and
  /// base are read.
  std::size_t header_bytes = 16 * 1024 * 1024;
  /// References reported for one message.
  std::size_t links = 1'000'000;
  /// Bytes of one message.  A longer one is skipped, with a note.
  std::size_t message_bytes = std::size_t{1} << 30;
  /// Bytes decoded to open messages within one message (transfer-encoded or attached ones, and
  /// those in them), as a multiple of its own size (small messages count as 4 KiB).
  std::size_t decoded_factor = 16;
  /// Bytes of bases and URLs written for one message, as a multiple of its own size
  /// (small messages count as 4 KiB).  Behind it a link comes without its expanded URL.
  std::size_t output_factor = 16;
  /// Notes of one code in one part that are given one by one.
  std::size_t notes = 100;
};

}  // namespace basewalk

#pragma GCC visibility pop

#endif  // BASEWALK_LIMITS_H_
