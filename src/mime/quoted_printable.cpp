// SPDX-License-Identifier: MIT
//
// quoted-printable (RFC 2045 6.7): line by line with memchr; a line without "=" is copied whole.
#include <array>
#include <cstdint>
#include <cstring>

#include "basewalk/note.h"
#include "mime/transfer.h"
#include "text/ascii.h"

namespace basewalk::mime {
namespace {

constexpr std::uint8_t kNoHex = 0xFF;

constexpr auto kHex = [] {
  std::array<std::uint8_t, 256> table{};
  for (std::uint8_t& entry : table) entry = kNoHex;
  for (std::uint8_t i = 0; i < 10; ++i) table[static_cast<std::size_t>('0') + i] = i;
  for (std::uint8_t i = 0; i < 6; ++i) {
    table[static_cast<std::size_t>('A') + i] = static_cast<std::uint8_t>(10 + i);
    table[static_cast<std::size_t>('a') + i] = static_cast<std::uint8_t>(10 + i);
  }
  return table;
}();

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
      const std::uint8_t high = kHex[static_cast<unsigned char>(at[1])];
      const std::uint8_t low =
          at + 2 == text_end ? kNoHex : kHex[static_cast<unsigned char>(at[2])];
      if (high == kNoHex || low == kNoHex) {
        if (bad == nullptr) bad = at;
        *to++ = *at++;
        continue;
      }
      if (lower == nullptr && (ascii::is_lower(at[1]) || ascii::is_lower(at[2]))) lower = at;
      *to++ = static_cast<char>(high * 16 + low);
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
