// SPDX-License-Identifier: MIT
//
// The doubts `base64` and `transfer` (docs/semantics.md): how else readers decode a body.
#ifndef BASEWALK_SRC_MIME_TRANSFER_READINGS_H_
#define BASEWALK_SRC_MIME_TRANSFER_READINGS_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "basewalk/mime/part.h"

namespace basewalk::mime {

enum class TransferReading : std::uint8_t {
  first,               ///< as decode_transfer() has it
  other_alphabet,      ///< base64: "-" and "_" are digits where they were none, and the reverse
  ends_at_padding,     ///< base64: what completes a group ends the data; other "=" is nothing
  ends_at_equals,      ///< base64: any "=" ends the data
  ends_at_junk,        ///< base64: what is no digit and no white space ends the data
  padding_is_nothing,  ///< base64: any "=" is passed over, and the digits go on in their groups
  whole_groups,        ///< base64: "=" is one of a group of four; what is no whole group is nothing
  odd_digit_counts,    ///< base64: one digit that is left over is the upper bits of one more byte
  undecoded,          ///< base64: the digits make no whole number of bytes, so it is taken as it is
  undecoded_joined,   ///< the same, without its line ends
  no_stray_equals,    ///< quoted-printable: "=" that begins no escape is dropped
  soft_breaks_first,  ///< quoted-printable: escapes are looked for in the lines joined
  breaks_at_once,     ///< quoted-printable: "=" breaks a line only where it ends; "==" is one "="
  takes_two_along,    ///< quoted-printable: what is no escape or break is text with both behind it
  other_line_ends,    ///< quoted-printable: CRLF where LF was, and the reverse, as mail is stored
};

/// Those that may decode this body otherwise than the first, but for other_line_ends: that one says
/// something else only in a charset whose characters are several bytes.  Linear; of most bodies one
/// search.
std::vector<TransferReading> other_transfer_readings(std::string_view body, Encoding encoding);

/// Appends what the body is to such a reader; not to the first.
void decode_transfer_as(TransferReading reading, std::string_view body, std::string& out);

}  // namespace basewalk::mime

#endif  // BASEWALK_SRC_MIME_TRANSFER_READINGS_H_
