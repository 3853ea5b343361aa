// SPDX-License-Identifier: MIT
#include "mime/transfer.h"

#include "basewalk/note.h"

namespace basewalk::mime {

void decode_transfer(std::string_view body, Encoding encoding, std::string& out, NotePlace place) {
  switch (encoding) {
    case Encoding::identity:
    case Encoding::unknown:
      out += body;
      return;
    case Encoding::quoted_printable:
      decode_quoted_printable(body, out, place);
      return;
    case Encoding::uuencode:
      decode_uuencode(body, out, place);
      return;
    case Encoding::base64:
      break;
  }
  tell_damage(text::append_base64_decoded(out, body), place);
}

void tell_damage(const text::Base64Damage& damage, NotePlace place) {
  const auto tell = [&](NoteCode code, std::size_t at) {
    if (at != text::Base64Damage::kNot) place.notes.add(code, place.part, place.offset + at);
  };
  tell(NoteCode::base64_junk, damage.junk);
  tell(NoteCode::base64_padding, damage.padding);
  tell(NoteCode::base64_truncated, damage.truncated);
  tell(NoteCode::base64_runs, damage.run);
  tell(NoteCode::base64_url, damage.url);
}

}  // namespace basewalk::mime
