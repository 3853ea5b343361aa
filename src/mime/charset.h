// SPDX-License-Identifier: MIT
//
// Charsets by label, and the pieces that turn bytes into characters.
#ifndef BASEWALK_MIME_CHARSET_H_
#define BASEWALK_MIME_CHARSET_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "basewalk/mime/decode.h"

struct UConverter;

namespace basewalk::mime {

/// The decoders of the Encoding Standard.
enum class CharsetKind : std::uint8_t {
  utf8,
  windows_1252,  ///< where ISO-8859-1 and ASCII are asked for, too
  single_byte,
  gb18030,  ///< GBK is read by it
  big5,
  euc_jp,
  iso_2022_jp,
  shift_jis,
  euc_kr,
  replacement,  ///< what is unsafe to read: one U+FFFD for all
  utf16_be,
  utf16_le,
  x_user_defined,
};

/// An encoding of the Encoding Standard.
struct Charset {
  std::string_view name;  ///< lower case
  CharsetKind kind = CharsetKind::utf8;
  const std::uint16_t* high = nullptr;  ///< single_byte: what 0x80 to 0xFF are; 0 for nothing
};

inline bool is_utf16(const Charset& charset) {
  return charset.kind == CharsetKind::utf16_le || charset.kind == CharsetKind::utf16_be;
}

/// "Get an encoding" (Encoding Standard 4.2): the encoding of a label, in any case, with white
/// space around it.  Null where the standard does not know it.
const Charset* find_charset(std::string_view label);

/// The one whose label has the same letters and digits: "utf_8", "ISO 8859-2".  Null where there is
/// none.
const Charset* find_charset_loosely(std::string_view label);

/// Is it a label that promises ASCII alone?  Browsers take it for windows-1252.
bool is_ascii_label(std::string_view label);

/// Can the label be decoded: by the standard, by ICU, or by its letters and digits?
bool is_known_charset(std::string_view label);

/// What is meant by a label that is written as Python names its codecs ("iso2022jp", "hz"); any
/// other one as it is.
std::string_view usual_label(std::string_view label);

/// A label as it may be given to ICU: no options, no odd bytes; empty where it cannot or where ICU
/// does not know it.
std::string icu_label(std::string_view label);

/// Hears of the characters of bytes, in their order.
class CharacterSink {
 public:
  /// Bytes that are UTF-8 as they stand; `at` is where they begin.
  virtual void same(std::string_view bytes, std::size_t at) = 0;
  /// A code point; U+FFFD for bytes in error.
  virtual void character(char32_t code_point, std::size_t at) = 0;

 protected:
  ~CharacterSink() = default;
};

constexpr std::size_t kFits = static_cast<std::size_t>(-1);

/// Decodes as the standard's decoder of that encoding does, byte order marks included (they are
/// taken off before).  Returns the place of the first error, or kFits.  Cost: linear.
std::size_t decode_characters(const Charset& charset, std::string_view bytes, CharacterSink& sink);

/// The same by ICU, whose converter must stop at errors.  What does not fit is taken as
/// windows-1252.
std::size_t decode_characters_by_icu(UConverter* converter, std::string_view bytes,
                                     CharacterSink& sink);

/// Appends the query of a URL with what is not ASCII in the encoding, percent-encoded, and as a
/// character reference where that does not have it (URL Standard 1.3, "percent-encode after
/// encoding", with the special-query set).  ASCII stays as it is.
void append_query(std::string_view query, const Charset& charset, std::string& out);

/// The encoding that the bytes' mark says (Encoding Standard 6, "BOM sniff") and how long it is.
struct ByteOrderMark {
  const Charset* charset = nullptr;
  std::size_t size = 0;
};
ByteOrderMark byte_order_mark(std::string_view bytes);

/// The encoding of markup in UTF-16 that has no mark, by its first tag; null where it is none.
const Charset* utf16_without_mark(std::string_view bytes);

/// Appends bytes with valid UTF-8 kept and every other byte taken as windows-1252.
void append_repaired_utf8(std::string_view bytes, std::string& out);
void append_windows_1252(std::string_view bytes, std::string& out);

/// Appends what stands in a header field in a charset of its own (RFC 2047, RFC 2231).  No browser
/// reads it: what mail programs know beyond browsers comes first, and bytes that are no UTF-8 are
/// taken as windows-1252.
void append_header_text(std::string_view bytes, std::string_view charset, CharsetDecoder& decoder,
                        std::string& out);

/// What a text says of its charset (charset_prescan.cpp).
struct NamedCharset {
  const Charset* charset = nullptr;  ///< the one it names; null where it names none that is known
  std::string label;                 ///< as written, where it names one
  std::string unknown;               ///< the first label on the way that no encoding has, or empty
};

/// In the first 1,024 bytes, as the standards of HTML, XML and CSS have it.
NamedCharset find_charset_in_text(std::string_view bytes, TextKind kind);

/// A <meta> of HTML wherever it stands (HTML 13.2.3.4).
struct LateCharset {
  const Charset* in_head = nullptr;  ///< before anything that ends the head, as Chromium looks
  const Charset* anywhere = nullptr;
};
LateCharset find_late_charset(std::string_view html);

}  // namespace basewalk::mime

#endif  // BASEWALK_MIME_CHARSET_H_
