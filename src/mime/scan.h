// SPDX-License-Identifier: MIT
//
// The structure scanner.
//
// One loop over the bytes.  Each turn stands at the first byte of a body: it looks for the next
// delimiter line of any open boundary, closes what that line ends, and opens what it begins, header
// included.  What is open is a vector of frames, so depth costs memory and never stack.
#ifndef BASEWALK_MIME_SCAN_H_
#define BASEWALK_MIME_SCAN_H_

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "basewalk/limits.h"
#include "basewalk/mime/part.h"
#include "mime/delimiter.h"
#include "mime/parameters.h"

namespace basewalk::mime {

/// A line: [begin, end) without its line end, `next` behind that.
struct Line {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::size_t next = 0;
};

class Scanner {
 public:
  Scanner(std::string_view bytes, const Limits& limits);
  Message run();

 private:
  // A multipart or a message whose end has not been seen.
  struct Frame {
    std::uint32_t part = 0;
    std::uint32_t children = 0;
    std::string_view boundary;  // of a multipart; empty for a message
    bool open = false;          // its delimiters count: its closing one has not been seen
    bool digest = false;
    // Notes that one multipart gives once.
    bool noted_prefix = false;
    bool noted_after_close = false;
    bool noted_after_cr = false;
  };

  // A type that a header declares.
  struct Declared {
    std::uint32_t field;
    std::string_view media_type;
    bool noted = false;  // as malformed
  };

  struct Delimiter {
    std::uint32_t frame = 0;
    bool close = false;
    Line line;
  };

  // lines (fields.cpp)
  void choose_line_ends();
  Line line_at(std::size_t begin) const;
  bool is_blank_line(const Line& line) const { return line.begin == line.end; }
  std::size_t before_line_end(std::size_t line_begin) const;

  // headers (fields.cpp)
  std::size_t read_envelope(std::size_t at);
  std::size_t read_header(std::size_t at, std::uint32_t part);
  bool add_field(const Line& line, std::uint32_t part, bool structural_only);
  bool header_goes_on(const Line& line, std::size_t& last_field, std::size_t& last_structural);
  void note_header_bytes(std::uint32_t part, std::size_t end);
  bool is_delimiter_line(const Line& line) const;

  // parts (scan.cpp)
  std::size_t open_part(std::size_t at, std::uint32_t parent, std::uint32_t ordinal, bool digest);
  std::size_t open_rest(std::size_t at, std::uint32_t parent, std::uint32_t ordinal);
  void classify(std::uint32_t part);
  void read_types(std::uint32_t part);
  void read_encodings(std::uint32_t part);
  void add_readings(std::uint32_t part);
  bool open_multipart(std::uint32_t part, const Declared& declared);
  void choose_boundary(std::uint32_t part, RawValue& value);
  void note_like_enclosing(std::uint32_t part, std::size_t offset, std::string_view boundary);
  void open_message(std::uint32_t part, const Declared& declared);
  bool may_open(std::uint32_t part);
  bool find_delimiter(std::size_t at, Delimiter& found);
  void note_near_delimiter(const Line& line, std::string_view text);
  std::size_t close_frame(std::size_t end);
  std::size_t close_leaf(std::size_t end);

  std::string_view intern(std::string_view text);
  std::string_view intern_type(std::string_view lower);
  void note(NoteCode code, std::uint32_t part, std::size_t offset, std::string_view text = {});

  std::string_view bytes_;
  Limits limits_;
  Message message_;
  std::vector<Frame> frames_;
  OpenBoundaries boundaries_;
  bool cr_lines_ = false;           // a CR ends a line, too
  bool crcrlf_ = false;             // seen in a header: it is the line end of this message
  bool cut_ = false;                // the limit of parts was reached
  std::uint32_t leaf_ = kNone;      // the leaf whose end has not been seen
  std::uint32_t unopened_ = kNone;  // the part that a limit kept from being opened last

  std::size_t search_left_ = 0;  // bytes that choose_boundary() may still look through

  // Of the header read last.
  std::vector<std::uint32_t> type_fields_;
  std::vector<std::uint32_t> encoding_fields_;
  std::vector<Declared> types_;      // one for each of type_fields_, or the default
  std::vector<Encoding> encodings_;  // distinct ones
};

}  // namespace basewalk::mime

#endif  // BASEWALK_MIME_SCAN_H_
