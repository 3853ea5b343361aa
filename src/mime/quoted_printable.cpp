// SPDX-License-Identifier: MIT
//
// quoted-printable (RFC 2045 6.7): line by line with memchr; a line without "=" is copied whole.
#include <cstring>
#include <optional>

#include "basewalk/note.h"
#include "mime/transfer.h"
#include "text/ascii.h"
#include "text/hex.h"

namespace basewalk::mime {
namespace {

const char* find(const char* begin, const char* end, char c) {
  const void* at =
      begin == end ? nullptr : std::memchr(begin, c, static_cast<std::size_t>(end - begin));
  return at == nullptr ? end : static_cast<const char*>(at);
}

}  // namespace

void decode_quoted_printable(std::string_view body, std::string& out, NotePlace place) {
  const std::size_t old = out.size();
  out.resize(old + body.size());
  char* to = out.data() + old;
  const char* const begin = body.data();
  const char* const end = begin + body.size();
  const char* bad = nullptr;
  const char* lower = nullptr;

  for (const char* line = begin; line != end;) {
    const char* const lf = find(line, end, '\n');
    const char* const next = lf == end ? end : lf + 1;
    // Rule 3: blanks at the end of a line are not data.
    const char* text_end = lf;
    if (lf != end && text_end != line && text_end[-1] == '\r') --text_end;
    const char* const line_end = text_end;
    while (text_end != line && ascii::is_blank(text_end[-1])) --text_end;

    const char* at = line;
    bool soft = false;
    while (at != text_end) {
      const char* const equals = find(at, text_end, '=');
      std::memcpy(to, at, static_cast<std::size_t>(equals - at));
      to += equals - at;
      at = equals;
      if (at == text_end) break;
      if (at + 1 == text_end) {  // rule 5: a soft line break
        soft = true;
        break;
      }
      if (at[1] == '\r') {  // the same before a bare CR
        at += 2;
        continue;
      }
      const std::string_view rest(at, static_cast<std::size_t>(text_end - at));
      const std::optional<unsigned char> byte = text::hex_byte(rest, 1);
      if (!byte) {
        if (bad == nullptr) bad = at;
        *to++ = *at++;
        continue;
      }
      if (lower == nullptr && (ascii::is_lower(at[1]) || ascii::is_lower(at[2]))) lower = at;
      *to++ = static_cast<char>(*byte);
      at += 3;
    }
    if (!soft) {
      std::memcpy(to, line_end, static_cast<std::size_t>(next - line_end));
      to += next - line_end;
    }
    line = next;
  }
  out.resize(static_cast<std::size_t>(to - out.data()));

  auto tell = [&](NoteCode code, const char* at) {
    if (at != nullptr)
      place.notes.add(code, place.part, place.offset + static_cast<std::size_t>(at - begin),
                      body.substr(static_cast<std::size_t>(at - begin), 3));
  };
  tell(NoteCode::qp_escape, bad);
  tell(NoteCode::qp_lower_case, lower);
}

}  // namespace basewalk::mime
