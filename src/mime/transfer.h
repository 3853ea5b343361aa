// SPDX-License-Identifier: MIT
//
// The transfer decoders, one file each; decode_transfer() picks one.
#ifndef BASEWALK_MIME_TRANSFER_H_
#define BASEWALK_MIME_TRANSFER_H_

#include <cstddef>
#include <string>
#include <string_view>

#include "basewalk/mime/decode.h"

namespace basewalk::mime {

/// What was met while decoding base64.  Offsets are into the body; npos: not met.
struct Base64Damage {
  static constexpr std::size_t kNot = std::string_view::npos;
  std::size_t junk = kNot;       ///< the first byte that is neither of the alphabet nor white space
  std::size_t padding = kNot;    ///< where padding is wrong
  std::size_t truncated = kNot;  ///< where six bits were left over
  std::size_t run = kNot;        ///< the first digit behind padding
  std::size_t url = kNot;        ///< the first "-" or "_" taken as a digit
};

Base64Damage append_base64(std::string_view body, std::string& out);
void tell_damage(const Base64Damage& damage, NotePlace place);
void decode_quoted_printable(std::string_view body, std::string& out, NotePlace place);
void decode_uuencode(std::string_view body, std::string& out, NotePlace place);

}  // namespace basewalk::mime

#endif  // BASEWALK_MIME_TRANSFER_H_
