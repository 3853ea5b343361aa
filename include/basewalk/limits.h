// SPDX-License-Identifier: MIT
//
// The bounds on a message that a program may set, with defaults that real mail does not reach.
// Reaching one gives a note (`limit-...`) and never ends the walk; what is missing then, each says.
#ifndef BASEWALK_LIMITS_H_
#define BASEWALK_LIMITS_H_

#include <cstddef>

#pragma GCC visibility push(default)

namespace basewalk {

struct Limits {
  /// Entities inside entities: multiparts, messages, decoded messages.  What lies
  /// deeper is kept as one opaque part.
  std::size_t depth = 100;
  /// Parts of one message, decoded inner messages included.  What lies behind is the last part, and
  /// is not opened.
  std::size_t parts = 100'000;
  /// Bytes of one entity's header.  Behind it only the fields that decide structure and
  /// base are read.
  std::size_t header_bytes = 16 * 1024 * 1024;
  /// References reported for one message.  Those behind are not.
  std::size_t links = 1'000'000;
  /// Bytes of one message, for those who read or edit files of them: archive::SourceReader gives a
  /// longer one as an item with a problem and without bytes, rewrite::Rewriter keeps it as it is.
  /// No note, and nothing to read_message() and walk(), which are given the bytes.
  std::size_t message_bytes = std::size_t{1} << 30;
  /// Bytes decoded to open messages within one message (transfer-encoded or attached ones, and
  /// those in them), as a multiple of its own size (small messages count as 4 KiB).  Behind it they
  /// are kept as they are.
  std::size_t decoded_factor = 16;
  /// Bytes of bases and URLs written for one message, as a multiple of its own size
  /// (small messages count as 4 KiB).  Behind it a link comes without its expanded URL.
  std::size_t output_factor = 16;
  /// Steps of work on one message for each byte of it (small messages count as 4 KiB): as many to
  /// read its structure, as many to walk it, and as many to rewrite it.  They are counted, not
  /// timed, where a loop could take longer than its input is, so that nobody finds one that stalls
  /// a server.  What lies behind is unread.
  std::size_t work = 400;
  /// Bytes that a compressed file or member, and all that is packed in one file together, may
  /// unpack to, as a multiple of the packed ones, behind the first 64 MiB: more than deflate can
  /// make of anything (RFC 1951, 1,032).  archive::SourceReader reads no more of it, which is a
  /// problem.
  std::size_t unpack_factor = 1100;
  /// Documents of one message that are opened (open::Kinds), those in documents included, and how
  /// many of them may lie in one another.
  std::size_t documents = 1000;
  std::size_t document_depth = 10;
  /// Bytes that all documents of one message together may give: streams unpacked, files in
  /// archives, texts.
  std::size_t document_bytes = std::size_t{64} << 20;
  /// Files in one document.
  std::size_t document_parts = 10'000;
  /// Pages of one document that are looked at.
  std::size_t document_pages = 10'000;
  /// Pixels of the pictures of one document.
  std::size_t document_pixels = 64'000'000;
  /// Seconds of CPU time that the documents of one message may take together.
  std::size_t document_seconds = 60;
  /// Notes of one code in one part that are given one by one.  The others are counted in a last
  /// one.
  std::size_t notes = 100;
};

}  // namespace basewalk

#pragma GCC visibility pop

#endif  // BASEWALK_LIMITS_H_
