// SPDX-License-Identifier: MIT
//
// The records of a web archive, one after the other, and each again by its place.
//
// A file is read through once, with a buffer for memory, whatever is in it.  Where it is packed,
// each record is a member of gzip that can be read without those before (WARC 1.1, annex on
// compressed files); a file that is packed otherwise has to be unpacked first.  What is damaged is
// told, and what lies behind it is looked for.
//
// Before this: record.h reads a header.  After it: http.h reads the block of a response.
#ifndef BASEWALK_SRC_ARCHIVE_WARC_READER_H_
#define BASEWALK_SRC_ARCHIVE_WARC_READER_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "archive/byte_stream.h"
#include "archive/warc/record.h"
#include "basewalk/result.h"
#include "worker/unpack/decoder.h"
#include "worker/unpack/place.h"

namespace basewalk::archive {

struct WarcTrouble {
  std::uint64_t at = 0;  ///< in the file
  std::string what;      ///< a clause
};

class WarcReader {
 public:
  /// Reads by ByteStream::read_at alone.
  explicit WarcReader(ByteStream& file, worker::Place place = worker::Place::apart);

  struct Found {
    std::uint64_t at = 0;  ///< of the record, or of the member that holds it
    WarcHeader header;
  };
  /// The next record that is whole; none at the end.
  std::optional<Found> next();

  /// The block of the record at a place that next() gave, or the first `most` bytes of it.
  /// Error code: "damaged".
  Result<std::string> block(std::uint64_t at, std::size_t most);

  bool is_packed() const { return packed_; }
  /// A member holds more than one record: they cannot be read by their places, and next() ends.
  bool shares_members() const { return shares_members_; }

  /// The first thousand, and how many there are.
  const std::vector<WarcTrouble>& troubles() const { return troubles_; }
  std::size_t trouble_count() const { return trouble_count_; }

 private:
  std::optional<Found> next_plain();
  std::optional<Found> next_packed();
  bool leads_on(std::uint64_t end);
  std::uint64_t search(std::uint64_t from);
  void tell(std::uint64_t at, std::string what);

  // Bytes from a place on; of what is packed those of one member.
  void begin(std::uint64_t at);
  bool fill(std::size_t wanted);
  std::string_view view() const { return std::string_view(buffer_).substr(cursor_); }
  std::uint64_t skip(std::uint64_t count);
  bool refill_input();

  ByteStream& file_;
  bool packed_ = false;
  bool shares_members_ = false;
  std::uint64_t next_at_ = 0;
  std::uint64_t size_ = 0;
  std::vector<WarcTrouble> troubles_;
  std::size_t trouble_count_ = 0;

  std::string buffer_;
  std::size_t cursor_ = 0;
  bool ended_ = false;         // nothing follows what is in the buffer
  std::string damage_;         // why, where that is no end
  std::uint64_t read_at_ = 0;  // in the file
  // Of what is packed.
  std::unique_ptr<worker::Decoder> decoder_;
  std::string in_;
  std::size_t in_cursor_ = 0;
  std::size_t step_ = 1;  // how much is unpacked at once
};

}  // namespace basewalk::archive

#endif  // BASEWALK_SRC_ARCHIVE_WARC_READER_H_
