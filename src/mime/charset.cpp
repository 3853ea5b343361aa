// SPDX-License-Identifier: MIT
//
// Bytes of any charset to UTF-8.
//
// First it is settled which charset the bytes are in; then they are converted.  ASCII and UTF-8
// need no conversion and are given back as they are, windows-1252 and UTF-16 are converted here,
// all else by ICU, which stops at every byte that does not fit, so that none is lost.
#include <unicode/ucnv.h>

#include <algorithm>
#include <cstring>
#include <utility>
#include <vector>

#include "basewalk/mime/decode.h"
#include "basewalk/note.h"
#include "mime/charset.h"
#include "text/ascii.h"
#include "text/utf8.h"

namespace basewalk::mime {
namespace {

constexpr Charset kUtf8{"utf-8", "", CharsetKind::utf8};
constexpr Charset kWindows1252{"windows-1252", "", CharsetKind::windows_1252};
constexpr Charset kUtf16Le{"utf-16le", "", CharsetKind::utf16_le};
constexpr Charset kUtf16Be{"utf-16be", "", CharsetKind::utf16_be};
constexpr Charset kUtf32Le{"utf-32le", "", CharsetKind::utf32_le};
constexpr Charset kUtf32Be{"utf-32be", "", CharsetKind::utf32_be};

// Where a text may name its charset (WHATWG HTML 13.2.3.2), and how far browsers still act on a
// later <meta> (13.2.3.4) that we look for where nothing else tells.
constexpr std::size_t kPrescan = 1024;
constexpr std::size_t kLatePrescan = 65536;

// Converters kept open; a message may name any number of charsets.
constexpr std::size_t kMostConverters = 16;

bool is_utf16(CharsetKind kind) {
  return kind == CharsetKind::utf16 || kind == CharsetKind::utf16_le ||
         kind == CharsetKind::utf16_be;
}

bool is_utf32(CharsetKind kind) {
  return kind == CharsetKind::utf32 || kind == CharsetKind::utf32_le ||
         kind == CharsetKind::utf32_be;
}

// The charset of a byte order mark and its length; `wide` says that UTF-32 was declared, whose mark
// begins as that of UTF-16.
std::pair<const Charset*, std::size_t> byte_order_mark(std::string_view bytes, bool wide) {
  using namespace std::string_view_literals;
  if (bytes.starts_with("\xEF\xBB\xBF"sv)) return {&kUtf8, 3};
  if (bytes.starts_with("\0\0\xFE\xFF"sv)) return {&kUtf32Be, 4};
  if (wide && bytes.starts_with("\xFF\xFE\0\0"sv)) return {&kUtf32Le, 4};
  if (bytes.starts_with("\xFE\xFF"sv)) return {&kUtf16Be, 2};
  if (bytes.starts_with("\xFF\xFE"sv)) return {&kUtf16Le, 2};
  return {nullptr, 0};
}

// UTF-16 without a mark is little-endian (WHATWG Encoding 4.2), unless its zeros, which are the
// high bytes of ASCII, say otherwise.
const Charset& utf16_order(std::string_view bytes) {
  std::size_t even = 0;
  std::size_t odd = 0;
  for (std::size_t i = 0; i < std::min<std::size_t>(bytes.size(), 512); ++i)
    if (bytes[i] == '\0') ++(i % 2 == 0 ? even : odd);
  return even > odd ? kUtf16Be : kUtf16Le;
}

const Charset& utf32_order(std::string_view bytes) {
  // A code point is at most U+10FFFF: the highest byte is zero.
  return bytes.size() >= 4 && bytes[3] != '\0' ? kUtf32Be : kUtf32Le;
}

// Code units of one size and order, one after another; what is left over at the end is taken as
// windows-1252.  False where something did not fit.
bool append_utf16(std::string_view bytes, bool big, std::string& out) {
  const auto* const p = reinterpret_cast<const unsigned char*>(bytes.data());
  auto unit = [&](std::size_t i) {
    return static_cast<std::uint32_t>(big ? p[i] << 8 | p[i + 1] : p[i + 1] << 8 | p[i]);
  };
  bool fits = bytes.size() % 2 == 0;
  std::size_t i = 0;
  for (; i + 2 <= bytes.size(); i += 2) {
    std::uint32_t c = unit(i);
    if (utf8::is_surrogate(c)) {
      const std::uint32_t low = i + 4 <= bytes.size() ? unit(i + 2) : 0;
      if (utf8::is_high_surrogate(c) && utf8::is_low_surrogate(low)) {
        c = utf8::joined(c, low);
        i += 2;
      } else {
        fits = false;
      }
    }
    utf8::append_any(c, out);
  }
  append_windows_1252(bytes.substr(i), out);
  return fits;
}

bool append_utf32(std::string_view bytes, bool big, std::string& out) {
  const auto* const p = reinterpret_cast<const unsigned char*>(bytes.data());
  bool fits = bytes.size() % 4 == 0;
  std::size_t i = 0;
  for (; i + 4 <= bytes.size(); i += 4) {
    std::uint32_t c = 0;
    for (std::size_t k = 0; k < 4; ++k) c = c << 8 | p[i + (big ? k : 3 - k)];
    if (!utf8::is_scalar(c)) fits = false;
    utf8::append_any(c, out);
  }
  append_windows_1252(bytes.substr(i), out);
  return fits;
}

}  // namespace

struct CharsetDecoder::State {
  std::string buffer;
  std::string used;
  std::vector<std::pair<std::string, UConverter*>> converters;

  State() = default;
  State(const State&) = delete;
  State& operator=(const State&) = delete;
  ~State() { close_all(); }

  void close_all() {
    for (auto& entry : converters) ucnv_close(entry.second);
    converters.clear();
  }

  // An open converter that stops at errors; null where ICU has none of that name.
  UConverter* converter(std::string_view name) {
    for (auto& entry : converters)
      if (entry.first == name) return entry.second;
    if (converters.size() == kMostConverters) close_all();
    std::string key(name);
    UErrorCode error = U_ZERO_ERROR;
    UConverter* const opened = ucnv_open(key.c_str(), &error);
    if (U_FAILURE(error) || opened == nullptr) return nullptr;
    ucnv_setToUCallBack(opened, UCNV_TO_U_CALLBACK_STOP, nullptr, nullptr, nullptr, &error);
    converters.emplace_back(std::move(key), opened);
    return opened;
  }

  bool convert(UConverter* converter, std::string_view bytes);
};

// Converts by ICU into `buffer`.  False where bytes did not fit; they are taken as windows-1252.
bool CharsetDecoder::State::convert(UConverter* converter, std::string_view bytes) {
  constexpr std::size_t kChunk = 2048;
  UChar chunk[kChunk];
  ucnv_resetToUnicode(converter);
  bool fits = true;
  UChar high = 0;  // a surrogate that waits for its other half
  const char* at = bytes.data();
  const char* const end = at + bytes.size();
  for (;;) {
    const char* const before = at;
    UChar* to = chunk;
    UErrorCode error = U_ZERO_ERROR;
    ucnv_toUnicode(converter, &to, chunk + kChunk, &at, end, nullptr, true, &error);
    for (const UChar* c = chunk; c != to; ++c) {
      const std::uint32_t unit = *c;
      if (high != 0 && utf8::is_low_surrogate(unit)) {
        utf8::append(utf8::joined(high, unit), buffer);
        high = 0;
        continue;
      }
      if (std::exchange(high, UChar{0}) != 0) buffer += utf8::kReplacementText;
      if (utf8::is_high_surrogate(unit))
        high = *c;
      else
        utf8::append_any(unit, buffer);
    }
    if (error == U_BUFFER_OVERFLOW_ERROR) continue;
    if (U_SUCCESS(error)) break;
    fits = false;
    char bad[32];
    std::int8_t length = sizeof bad;
    UErrorCode ignored = U_ZERO_ERROR;
    ucnv_getInvalidChars(converter, bad, &length, &ignored);
    if (U_FAILURE(ignored)) length = 0;
    append_windows_1252({bad, static_cast<std::size_t>(length)}, buffer);
    if (at == before && length == 0) {  // nothing moved: step over a byte ourselves
      if (at == end) break;
      append_windows_1252({at++, 1}, buffer);
      ucnv_resetToUnicode(converter);
    }
    if (at == end && error == U_TRUNCATED_CHAR_FOUND) break;
  }
  if (high != 0) buffer += utf8::kReplacementText;
  return fits;
}

CharsetDecoder::CharsetDecoder() : state_(std::make_unique<State>()) {}
CharsetDecoder::~CharsetDecoder() = default;

std::string_view CharsetDecoder::used() const { return state_->used; }

std::string_view CharsetDecoder::to_utf8(std::string_view bytes, std::string_view declared,
                                         TextKind kind, NotePlace place) {
  State& s = *state_;
  s.buffer.clear();
  auto note = [&](NoteCode code, std::size_t at, std::string_view text) {
    place.notes.add(code, place.part, place.offset + at, text);
  };
  // A label as a note may show it.
  auto shown = [](std::string_view label) {
    std::string out(label.substr(0, 80));
    for (char& c : out)
      if (c < ' ' || c > '~') c = '?';
    return out;
  };
  declared = ascii::trim(declared);

  // What the header says.
  const Charset* charset = find_charset(declared);
  Charset by_icu;
  std::string icu_name;
  if (charset == nullptr && !declared.empty()) {
    icu_name = ascii::lowered(icu_label(declared));
    if (!icu_name.empty() && is_known_charset(declared) && s.converter(icu_name) != nullptr) {
      by_icu = {icu_name, icu_name, CharsetKind::stateful};
      charset = &by_icu;
    } else {
      note(NoteCode::charset_unknown, 0, shown(declared));
    }
  }
  const bool was_declared = charset != nullptr;

  // A byte order mark wins (WHATWG Encoding 6.1).
  const auto [marked, mark_size] =
      byte_order_mark(bytes, charset != nullptr && is_utf32(charset->kind));
  std::size_t skipped = 0;
  if (marked != nullptr) {
    const bool agrees = charset == nullptr || charset->kind == marked->kind ||
                        (charset->kind == CharsetKind::utf16 && is_utf16(marked->kind)) ||
                        (charset->kind == CharsetKind::utf32 && is_utf32(marked->kind)) ||
                        charset->kind == CharsetKind::us_ascii;
    if (!agrees) note(NoteCode::charset_conflict, 0, marked->name);
    charset = marked;
    skipped = mark_size;
  }
  std::string_view text = bytes.substr(skipped);
  const std::size_t ascii_prefix = utf8::ascii_prefix(text);
  const bool ascii_only = ascii_prefix == text.size();

  // What the text says.
  const Charset* named = nullptr;
  if (marked == nullptr && kind != TextKind::plain) {
    std::string label = find_label_in_text(text, kind, kPrescan);
    if (label.empty() && !was_declared && !ascii_only)
      label = find_label_in_text(text, kind, kLatePrescan);
    named = find_charset(label);
    // No browser takes UTF-7 from the text itself.
    if (named != nullptr && named->name == "utf-7") named = nullptr;
    if (named == nullptr && !label.empty())
      note(NoteCode::charset_unknown, 0, shown(label));
    else if (named != nullptr && was_declared && named->name != charset->name &&
             !(charset->kind == CharsetKind::us_ascii && ascii_only &&
               named->kind != CharsetKind::stateful))
      note(NoteCode::charset_conflict, 0, named->name);
  }

  // Declarations that the bytes give the lie.
  if (charset != nullptr && marked == nullptr) {
    const bool wide = is_utf16(charset->kind) || is_utf32(charset->kind);
    if (wide && text.find('\0') == std::string_view::npos && !text.empty() && is_utf8(text)) {
      note(NoteCode::charset_mismatch, 0, shown(declared));
      charset = nullptr;
    } else if (charset->kind == CharsetKind::us_ascii && !ascii_only) {
      note(NoteCode::charset_mismatch, ascii_prefix, shown(declared));
      charset = nullptr;
    }
  }
  if (charset == nullptr && named != nullptr && named->kind != CharsetKind::us_ascii)
    charset = named;
  if (charset == nullptr || charset->kind == CharsetKind::us_ascii) {
    if (ascii_only) {
      s.used = "us-ascii";
      return text;
    }
    if (declared.empty()) note(NoteCode::charset_undeclared, 0, {});
    charset = is_utf8(text) ? &kUtf8 : &kWindows1252;
  }
  if (charset->kind == CharsetKind::utf16) charset = &utf16_order(text);
  if (charset->kind == CharsetKind::utf32) charset = &utf32_order(text);
  s.used = charset->name;

  // The conversion.
  bool fits = true;
  switch (charset->kind) {
    case CharsetKind::utf8: {
      const std::size_t valid = ascii_only ? text.size() : utf8::valid_prefix(text);
      if (valid == text.size()) return text;
      note(NoteCode::charset_mismatch, skipped + valid, "utf-8");
      append_repaired_utf8(text, s.buffer);
      return s.buffer;
    }
    case CharsetKind::us_ascii:
    case CharsetKind::windows_1252:
      if (ascii_only) return text;
      append_windows_1252(text, s.buffer);
      return s.buffer;
    case CharsetKind::utf16:
    case CharsetKind::utf16_le:
    case CharsetKind::utf16_be:
      fits = append_utf16(text, charset->kind == CharsetKind::utf16_be, s.buffer);
      break;
    case CharsetKind::utf32:
    case CharsetKind::utf32_le:
    case CharsetKind::utf32_be:
      fits = append_utf32(text, charset->kind == CharsetKind::utf32_be, s.buffer);
      break;
    case CharsetKind::ascii_based:
      if (ascii_only) return text;
      [[fallthrough]];
    case CharsetKind::stateful: {
      UConverter* const converter = s.converter(charset->icu);
      if (converter == nullptr) {  // an ICU without this table
        note(NoteCode::charset_unknown, 0, charset->name);
        append_repaired_utf8(text, s.buffer);
        return s.buffer;
      }
      fits = s.convert(converter, text);
    }
  }
  if (!fits) note(NoteCode::charset_mismatch, skipped, charset->name);
  return s.buffer;
}

}  // namespace basewalk::mime
