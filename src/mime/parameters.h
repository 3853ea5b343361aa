// SPDX-License-Identifier: MIT
//
// The pieces of a `type/subtype; name=value ...` field, as they are written.
#ifndef BASEWALK_MIME_PARAMETERS_H_
#define BASEWALK_MIME_PARAMETERS_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "basewalk/mime/headers.h"

namespace basewalk::mime {

/// One `name=value`, or one section of it (RFC 2231 3: `name*N*=value`).
struct RawParameter {
  static constexpr std::uint32_t kWhole = 0xffffffff;

  std::string name;   ///< lower case, without "*" and what follows
  std::string value;  ///< quotes, quoted pairs and line ends resolved; bytes as they are
  std::uint32_t section = kWhole;
  bool extended = false;  ///< a "*" at the end: percent-encoded
  /// Of a value without quotes: the end of its first token (RFC 2045 5.1).
  std::size_t token = std::string_view::npos;
};

/// Reads the pieces one after another, blanks and comments skipped.
class ParameterReader {
 public:
  explicit ParameterReader(std::string_view value) : text_(value) {}

  /// What stands before the first ";", lower case.  Call it first.
  std::string head();
  /// The next parameter; false at the end.
  bool next(RawParameter& out);
  bool malformed() const { return malformed_; }

 private:
  bool read_next(RawParameter& out);
  void skip_blanks();
  void skip_to_semicolon();
  bool at_parameter() const;
  void read_name(RawParameter& out);
  void read_quoted(std::string& out);
  void read_behind_quotes(std::string& out);
  void read_unquoted(RawParameter& out, bool may_hold_blanks);

  std::string_view text_;
  std::size_t at_ = 0;
  bool malformed_ = false;
  bool comments_end_ = true;  // false once a comment was seen that never ends
};

/// A parameter's bytes, as they are.
struct RawValue {
  std::string bytes;
  unsigned count = 0;               ///< how often it is there
  std::vector<std::string> others;  ///< the values of the further ones that are written whole
  bool malformed = false;           ///< of the whole field value
};
/// Of several of that name: the first that is written whole, or else the continuations joined
/// (RFC 2231 3).
RawValue raw_parameter(std::string_view field_value, std::string_view name);

/// As decode_words(), of the name of a file: words in a charset that nobody knows are taken for
/// UTF-8, as programs do that look for its ending there.
std::string decode_words_of_name(std::string_view value);

/// The same as other readers have it: words without the name of a charset as well, and those
/// behind one another joined as they are written, where four digits or an escape are cut in two.
std::string decode_words_as_others(std::string_view value);

/// What other readers take for the name of a file that a field has: without quotes its first token
/// alone (GMime, Thunderbird), its words decoded as they do, where no disposition stands before it
/// (Python).  What parse_parameterized() has may be among them.
std::vector<std::string> names_as_others(std::string_view field_value, std::string_view parameter);

/// Does it begin with a parameter, where a value should stand?
bool begins_with_parameter(std::string_view field_value);

/// Where the comment that begins at `at` ends; npos where it never does.
std::size_t comment_end(std::string_view text, std::size_t at);

}  // namespace basewalk::mime

#endif  // BASEWALK_MIME_PARAMETERS_H_
