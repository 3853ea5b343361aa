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
#include <span>
#include <string>
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
  /// Of the entity whose header begins at `begin`.
  Scanner(std::string_view bytes, std::size_t begin, bool cr_lines, const Limits& limits);
  /// Of one entity of `first`, read otherwise.
  Scanner(const Message& first, std::span<const StructureDoubt> taken, const Limits& limits);
  Message run();

 private:
  void start();
  // A multipart or a message whose end has not been seen.
  struct Frame {
    std::uint32_t part = 0;
    std::uint32_t children = 0;
    bool multipart = false;
    std::string_view boundary;  // of a multipart
    bool open = false;          // its delimiters count: its closing one has not been seen
    bool digest = false;
    bool by_prefix = false;   // a line that begins with its boundary is its delimiter
    bool may_reopen = false;  // its closing delimiter ends nothing for good
    // DelimiterRule has them
    bool bare = false;
    bool any_case = false;
    bool close_is_text = false;
    // Notes and doubts that one multipart gives once.
    bool noted_prefix = false;
    bool noted_blanks = false;
    bool noted_case = false;
    bool noted_preamble = false;
    bool noted_after_close = false;
    bool noted_after_cr = false;
  };

  static constexpr std::size_t kNowhere = std::string_view::npos;

  // A type that a header declares.
  struct Declared {
    std::uint32_t field;
    std::string_view media_type;
    bool noted = false;   // as malformed
    bool is_odd = false;  // more or less than a type and a subtype stands before the parameters
    bool is_message_to_some = false;  // whatever stands behind "message/"
  };

  struct Delimiter {
    std::uint32_t frame = 0;
    bool close = false;
    Line line;
  };

  // doubts
  void doubt(StructureDoubt doubt);
  void doubt_message_end();
  const StructureDoubt* taken(Doubt doubt, std::size_t entity) const;

  // lines (fields.cpp)
  void choose_line_ends(std::string_view bytes);
  Line line_at(std::size_t begin) const;
  bool is_blank_line(const Line& line) const { return line.begin == line.end; }
  std::size_t before_line_end(std::size_t line_begin) const;

  // headers (fields.cpp)
  std::size_t read_envelope(std::size_t at);
  std::size_t read_header(std::size_t at, std::uint32_t part);
  bool add_field(const Line& line, std::uint32_t part, bool structural_only);
  void keep_if_it_decides(std::string_view name, std::size_t field);
  void name_by_fold(const Line& fold);
  bool header_goes_on(const Line& line, std::size_t& last_field, std::size_t& last_structural);
  std::size_t empty_line_from(std::size_t at);
  bool empty_line_follows(const Line& line);
  std::size_t header_behind_empty_lines(Line line, bool of_part);
  bool is_own_delimiter(const Line& line);
  bool goes_to_empty_line(const Line& line, std::uint32_t part, bool any_field);
  void note_header_bytes(std::uint32_t part, std::size_t end);
  OpenBoundaries::Match delimiter_at(const Line& line) const;
  bool is_delimiter_line(const Line& line) const;

  // parts (scan.cpp)
  std::size_t open_part(std::size_t at, std::uint32_t parent, std::uint32_t ordinal, bool digest);
  void cut_at(NoteCode limit, std::size_t place, std::size_t at);
  void leave_at(std::size_t at);
  std::size_t open_rest(std::size_t at, std::uint32_t parent, std::uint32_t ordinal);
  void classify(std::uint32_t part);
  void read_types(std::uint32_t part);
  void read_encodings(std::uint32_t part);
  void add_readings(std::uint32_t part);
  bool open_multipart(std::uint32_t part, const Declared& declared);
  void choose_boundary(std::uint32_t part, RawValue& value);
  void doubt_boundary(std::uint32_t part, std::string_view value, const std::string& chosen);
  void doubt_types(std::uint32_t part, std::size_t opened);
  void open_message(std::uint32_t part, const Declared& declared);
  bool may_open(std::uint32_t part);
  std::size_t close_frame(std::size_t end);
  std::size_t close_leaf(std::size_t end);

  // delimiters (scan_delimiters.cpp)
  bool find_delimiter(std::size_t at, Delimiter& found);
  OpenBoundaries::Match match(std::string_view text, bool blanks_behind) const;
  bool skips_closing(std::uint32_t frame, std::size_t& at);
  bool goes_on_behind(const Frame& frame, std::size_t at) const;
  void note_like_enclosing(std::uint32_t part, std::size_t offset, std::string_view boundary);
  void note_near_delimiter(const Line& line, std::string_view text);
  void doubt_prefix(Frame& frame, std::size_t at, std::string_view text);
  void doubt_preamble(const Frame& frame);
  void doubt_blanks(Frame& frame, std::size_t at);

  std::string_view intern(std::string_view text);
  std::string_view intern_type(std::string_view lower);
  void note(NoteCode code, std::uint32_t part, std::size_t offset, std::string_view text = {});

  std::string_view bytes_;
  std::size_t begin_ = 0;  // of the entity to be read
  std::span<const StructureDoubt> taken_;
  bool in_digest_ = false;
  Limits limits_;
  Message message_;
  std::vector<Frame> frames_;
  OpenBoundaries boundaries_;
  std::vector<std::uint32_t> by_prefix_;  // frames of that kind or any_case, the innermost last
  std::size_t empty_line_from_ = 1, empty_line_ = 0;  // see empty_line_from()
  std::size_t line_ends_doubt_ = kNowhere;            // where a bare CR may end a line
  std::size_t loose_field_ = 0;     // the first line of a header that only some take for a field
  bool cr_lines_ = false;           // a CR ends a line, too
  bool crcrlf_ = false;             // seen in a header: it is the line end of this message
  bool cut_ = false;                // a limit was reached: what follows is one part
  std::size_t searched_ = 0;        // how far find_delimiter() has looked for one that it found not
  std::uint32_t leaf_ = kNone;      // the leaf whose end has not been seen
  std::uint32_t unopened_ = kNone;  // the part that a limit kept from being opened last

  std::size_t search_left_ = 0;  // bytes that choose_boundary() may still look through

  // Of the header read last.
  std::vector<std::uint32_t> type_fields_;
  std::vector<std::uint32_t> encoding_fields_;
  bool goes_on_ = false;                     // an empty line will end it
  std::size_t seen_boundaries_ = kNowhere;   // of type_fields_ when that was found, if it was
  std::vector<std::string> own_boundaries_;  // of the first type_fields_, once they were asked for
  std::vector<Declared> types_;              // one for each of type_fields_, or the default
  std::vector<Encoding> encodings_;          // distinct ones
};

/// As read_message() and read_message_as(), charged to the budget of work at hand: for messages
/// within the one that it is for.
Message read_inner(std::string_view bytes, const Limits& limits);
Message read_inner_as(const Message& first, std::span<const StructureDoubt> doubts,
                      const Limits& limits);

}  // namespace basewalk::mime

#endif  // BASEWALK_MIME_SCAN_H_
