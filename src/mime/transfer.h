// SPDX-License-Identifier: MIT
//
// The transfer decoders, one file each (base64 is text/base64.h); decode_transfer() picks one.
#ifndef BASEWALK_MIME_TRANSFER_H_
#define BASEWALK_MIME_TRANSFER_H_

#include <cstddef>
#include <string>
#include <string_view>

#include "basewalk/mime/decode.h"
#include "text/base64.h"

namespace basewalk::mime {

/// Notes what was met while decoding base64.
void tell_damage(const text::Base64Damage& damage, NotePlace place);
void decode_quoted_printable(std::string_view body, std::string& out, NotePlace place);
void decode_uuencode(std::string_view body, std::string& out, NotePlace place);

}  // namespace basewalk::mime

#endif  // BASEWALK_MIME_TRANSFER_H_
