// SPDX-License-Identifier: MIT
//
// The values of header fields: unfolding, comments, encoded words, parameters.
//
// Everything appends to or returns new strings; offsets are into the value that was given.
#ifndef BASEWALK_MIME_HEADERS_H_
#define BASEWALK_MIME_HEADERS_H_

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#pragma GCC visibility push(default)

namespace basewalk::mime {

/// Appends a value without its line ends (RFC 5322 2.2.3): only the line ends go, the blanks behind
/// them stay.  Leading and trailing blanks go too.
void unfold(std::string_view value, std::string& out);
std::string unfold(std::string_view value);

/// Appends a value with its encoded words decoded to UTF-8 (RFC 2047), white space between
/// adjacent encoded words deleted (6.2).  Words that cannot be decoded stay as they are.  Also
/// within quotes and parameters, where real mail has them.  Bytes that are not UTF-8 are taken as
/// windows-1252.
void decode_words(std::string_view value, std::string& out);
std::string decode_words(std::string_view value);

/// Appends a value without its comments (RFC 5322 3.2.2): nested parentheses, quoted pairs and
/// quoted strings known.  Does not recurse.  An unclosed comment is kept as text.
void strip_comments(std::string_view value, std::string& out);
std::string strip_comments(std::string_view value);

/// A MIME parameter (RFC 2045 5.1, RFC 2231), continuations joined, decoded to UTF-8.
struct Parameter {
  std::string name;  ///< lower case, without "*" parts
  std::string value;
};

/// `type/subtype; name=value ...`, or a Content-Disposition with its parameters.
struct ParameterizedValue {
  std::string value;                  ///< lower case, comments and blanks deleted: "text/html"
  std::vector<Parameter> parameters;  ///< in the order written; of equal names the first counts
  bool malformed = false;             ///< something could not be read and was skipped
  bool duplicate_parameter = false;   ///< a name came twice

  /// The value of a parameter, or null.
  const std::string* find(std::string_view name) const;
};

/// Reads a Content-Type or Content-Disposition.  Never fails; cost n log n in the number of
/// parameters.
ParameterizedValue parse_parameterized(std::string_view field_value);

}  // namespace basewalk::mime

#pragma GCC visibility pop

#endif  // BASEWALK_MIME_HEADERS_H_
