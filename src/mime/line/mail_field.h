// SPDX-License-Identifier: MIT
//
// Does a line look like a header field of a mail?
#ifndef BASEWALK_SRC_MIME_LINE_MAIL_FIELD_H_
#define BASEWALK_SRC_MIME_LINE_MAIL_FIELD_H_

#include <string_view>

namespace basewalk::mime {

/// The name of the field that a line begins, as real fields have one: a letter, then letters,
/// digits, "-", "_" and ".", at most 100 bytes, and behind blanks a colon.  Empty where it begins
/// none; "http://" and "C:\" do not.
std::string_view field_name(std::string_view line);

/// Is it the name of a field that nearly any mail has one of (From, Received, X-...)?
bool is_usual_field(std::string_view name);

/// May a field in it say how a body is read: does "Content-Type" or "Content-Transfer-Encoding"
/// stand in it, in whatever letters?  Linear.
bool names_structure(std::string_view header);

/// Is the line one of the header of a mail that continues the line before?
constexpr bool is_continuation(std::string_view line) {
  return line.starts_with(' ') || line.starts_with('\t');
}

}  // namespace basewalk::mime

#endif  // BASEWALK_SRC_MIME_LINE_MAIL_FIELD_H_
