// SPDX-License-Identifier: MIT
//
// Charsets by label, and the pieces that turn bytes into UTF-8.
#ifndef BASEWALK_MIME_CHARSET_H_
#define BASEWALK_MIME_CHARSET_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "basewalk/mime/decode.h"

namespace basewalk::mime {

enum class CharsetKind : std::uint8_t {
  us_ascii,  ///< declared as ASCII: what is beyond it must be something else
  utf8,
  windows_1252,  ///< and what is taken for it: ISO-8859-1 (WHATWG Encoding 4.2)
  utf16,         ///< byte order to be found out
  utf16_le,
  utf16_be,
  utf32,
  utf32_le,
  utf32_be,
  ascii_based,  ///< by ICU; bytes below 0x80 are ASCII wherever all are
  stateful,     ///< by ICU; ASCII bytes may mean something else (ISO-2022, HZ, UTF-7, EBCDIC)
};

/// A charset that we know by name.
struct Charset {
  std::string_view name;  ///< WHATWG's name, or IANA's, lower case
  std::string_view icu;   ///< ICU's name of its converter; empty where it needs none
  CharsetKind kind = CharsetKind::us_ascii;
};

/// The charset of a label; null where there is none of that name in our table.  Case and
/// punctuation do not matter: "UTF8", "utf_8" and "utf-8" are one.
const Charset* find_charset(std::string_view label);

/// Can the label be decoded, by our table or by one of ICU's names?
bool is_known_charset(std::string_view label);

/// A label as it may be given to ICU: no options, no odd bytes; empty where it cannot.
std::string icu_label(std::string_view label);

/// Appends bytes with valid UTF-8 kept and every other byte taken as windows-1252.
void append_repaired_utf8(std::string_view bytes, std::string& out);
void append_windows_1252(std::string_view bytes, std::string& out);

/// The label that a text gives itself, or empty (charset_prescan.cpp).
std::string find_label_in_text(std::string_view bytes, TextKind kind, std::size_t most);

}  // namespace basewalk::mime

#endif  // BASEWALK_MIME_CHARSET_H_
