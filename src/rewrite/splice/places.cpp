// SPDX-License-Identifier: MIT
//
// The bytes are decoded once more, character by character, as mime/charset.cpp does, and it is
// noted where those begin that an edit names.
#include "rewrite/splice/places.h"

#include <unicode/ucnv.h>

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "mime/charset.h"
#include "text/utf8.h"
#include "text/windows_1252.h"

namespace basewalk::rewrite {
namespace {

using mime::CharsetKind;

constexpr std::size_t kReplaced = utf8::kReplacementText.size();

// Hears of every character in order and notes the places wanted.
class Marker {
 public:
  explicit Marker(const Replacements& edits) {
    for (const Replacement& each : edits) {
      wanted_.push_back(each.begin);
      wanted_.push_back(each.end);
    }
    found_.reserve(wanted_.size());
  }

  /// A character of `size` bytes of UTF-8 begins at `source`.
  void character(std::size_t source, std::size_t size) {
    while (found_.size() < wanted_.size() && wanted_[found_.size()] <= at_)
      found_.push_back(source);
    at_ += size;
  }
  void end(std::size_t source) {
    while (found_.size() < wanted_.size() && wanted_[found_.size()] <= at_)
      found_.push_back(source);
  }

  bool is_done() const { return found_.size() == wanted_.size(); }
  std::size_t begin_of(std::size_t edit) const { return found_[2 * edit]; }
  std::size_t end_of(std::size_t edit) const { return found_[2 * edit + 1]; }

 private:
  std::vector<std::size_t> wanted_, found_;
  std::size_t at_ = 0;  // in the text
};

std::size_t size_in_windows_1252(unsigned char byte) {
  return utf8::size_of(text::windows_1252(byte));
}

void mark_windows_1252(std::string_view bytes, std::size_t at, Marker& marker) {
  for (std::size_t i = 0; i < bytes.size(); ++i)
    marker.character(at + i, size_in_windows_1252(static_cast<unsigned char>(bytes[i])));
}

// Each byte that is no UTF-8 was taken as windows-1252.
void mark_repaired_utf8(std::string_view bytes, std::size_t at, Marker& marker) {
  for (std::size_t i = 0; i < bytes.size() && !marker.is_done();) {
    const utf8::Sequence next = utf8::first(bytes.substr(i));
    if (next.valid) {
      marker.character(at + i, next.length);
      i += next.length;
    } else {
      marker.character(at + i, size_in_windows_1252(static_cast<unsigned char>(bytes[i])));
      ++i;
    }
  }
}

void mark_wide(std::string_view bytes, std::size_t at, bool big, std::size_t width,
               Marker& marker) {
  const auto unit = [&](std::size_t i) {
    std::uint32_t c = 0;
    for (std::size_t k = 0; k < width; ++k)
      c = c << 8 | static_cast<unsigned char>(bytes[i + (big ? k : width - 1 - k)]);
    return c;
  };
  std::size_t i = 0;
  while (i + width <= bytes.size() && !marker.is_done()) {
    const std::uint32_t c = unit(i);
    const bool pair = width == 2 && utf8::is_high_surrogate(c) && i + 4 <= bytes.size() &&
                      utf8::is_low_surrogate(unit(i + 2));
    marker.character(at + i, pair ? 4 : utf8::is_scalar(c) ? utf8::size_of(c) : kReplaced);
    i += pair ? 4 : width;
  }
  if (!marker.is_done()) mark_windows_1252(bytes.substr(i), at + i, marker);
}

// By ICU, which stops at what does not fit; that was taken as windows-1252.
class IcuMarker {
 public:
  IcuMarker(std::string_view name, std::string_view bytes, std::size_t at, Marker& marker)
      : bytes_(bytes), at_(at), marker_(marker) {
    UErrorCode error = U_ZERO_ERROR;
    converter_ = ucnv_open(std::string(name).c_str(), &error);
    if (U_FAILURE(error)) converter_ = nullptr;
    if (converter_ != nullptr)
      ucnv_setToUCallBack(converter_, UCNV_TO_U_CALLBACK_STOP, nullptr, nullptr, nullptr, &error);
  }
  IcuMarker(const IcuMarker&) = delete;
  IcuMarker& operator=(const IcuMarker&) = delete;
  ~IcuMarker() {
    if (converter_ != nullptr) ucnv_close(converter_);
  }

  bool run() {
    if (converter_ == nullptr) return false;
    const char* from = bytes_.data();
    const char* const end = from + bytes_.size();
    while (!marker_.is_done()) {
      const char* const before = from;
      UChar* to = units_.data();
      UErrorCode error = U_ZERO_ERROR;
      ucnv_toUnicode(converter_, &to, units_.data() + units_.size(), &from, end, offsets_.data(),
                     true, &error);
      mark(static_cast<std::size_t>(to - units_.data()),
           static_cast<std::size_t>(before - bytes_.data()));
      if (error == U_BUFFER_OVERFLOW_ERROR) continue;
      if (U_SUCCESS(error)) break;
      char bad[32];
      std::int8_t length = sizeof bad;
      UErrorCode ignored = U_ZERO_ERROR;
      ucnv_getInvalidChars(converter_, bad, &length, &ignored);
      if (U_FAILURE(ignored)) length = 0;
      const auto read = static_cast<std::size_t>(from - bytes_.data());
      const auto bad_size = static_cast<std::size_t>(length);
      end_surrogate();
      mark_windows_1252({bad, bad_size}, at_ + read - std::min(read, bad_size), marker_);
      if (from == before && length == 0) {  // nothing moved
        if (from == end) break;
        mark_windows_1252({from, 1}, at_ + read, marker_);
        ++from;
        ucnv_resetToUnicode(converter_);
      }
      if (from == end && error == U_TRUNCATED_CHAR_FOUND) break;
    }
    end_surrogate();
    return true;
  }

 private:
  void mark(std::size_t count, std::size_t read) {
    for (std::size_t i = 0; i < count; ++i) {
      const std::uint32_t unit = units_[i];
      const std::size_t source =
          offsets_[i] >= 0 ? at_ + read + static_cast<std::size_t>(offsets_[i]) : last_;
      last_ = source;
      if (high_ && utf8::is_low_surrogate(unit)) {
        marker_.character(high_at_, 4);
        high_ = false;
        continue;
      }
      end_surrogate();
      if (utf8::is_high_surrogate(unit)) {
        high_ = true;
        high_at_ = source;
      } else {
        marker_.character(source, utf8::is_low_surrogate(unit) ? kReplaced : utf8::size_of(unit));
      }
    }
  }
  void end_surrogate() {
    if (std::exchange(high_, false)) marker_.character(high_at_, kReplaced);
  }

  std::string_view bytes_;
  std::size_t at_;
  Marker& marker_;
  UConverter* converter_ = nullptr;
  std::array<UChar, 2048> units_;
  std::array<std::int32_t, 2048> offsets_;
  bool high_ = false;  // a surrogate waits for its other half
  std::size_t high_at_ = 0, last_ = 0;
};

std::size_t mark_size(std::string_view bytes, CharsetKind kind) {
  using namespace std::string_view_literals;
  switch (kind) {
    case CharsetKind::utf8:
      return bytes.starts_with("\xEF\xBB\xBF"sv) ? 3 : 0;
    case CharsetKind::utf16_le:
      return bytes.starts_with("\xFF\xFE"sv) ? 2 : 0;
    case CharsetKind::utf16_be:
      return bytes.starts_with("\xFE\xFF"sv) ? 2 : 0;
    case CharsetKind::utf32_le:
      return bytes.starts_with("\xFF\xFE\0\0"sv) ? 4 : 0;
    case CharsetKind::utf32_be:
      return bytes.starts_with("\0\0\xFE\xFF"sv) ? 4 : 0;
    default:
      return 0;
  }
}

// What takes the place of something, in the charset.
std::string encoded(std::string_view text, CharsetKind kind) {
  std::size_t width = 0;
  bool big = false;
  switch (kind) {
    case CharsetKind::utf16_be:
      big = true;
      [[fallthrough]];
    case CharsetKind::utf16_le:
      width = 2;
      break;
    case CharsetKind::utf32_be:
      big = true;
      [[fallthrough]];
    case CharsetKind::utf32_le:
      width = 4;
      break;
    default:
      return std::string(text);
  }
  std::string out;
  const auto put = [&](std::uint32_t unit) {
    for (std::size_t k = 0; k < width; ++k)
      out += static_cast<char>(unit >> 8 * (big ? width - 1 - k : k));
  };
  while (!text.empty()) {
    const utf8::Sequence next = utf8::first(text);
    const std::uint32_t c = next.code_point;
    if (width == 2 && c >= 0x10000) {
      put(0xD800 + ((c - 0x10000) >> 10));
      put(0xDC00 + ((c - 0x10000) & 0x3FF));
    } else {
      put(c);
    }
    text.remove_prefix(next.length);
  }
  return out;
}

// In a charset with states what is edited must be ASCII in the bytes, too; a shift may stand
// before it.
bool narrow_to_ascii(std::string_view bytes, std::string_view old, Replacement& edit) {
  constexpr std::size_t kLongestShift = 8;
  const std::size_t at = bytes.substr(edit.begin, old.size() + kLongestShift).find(old);
  if (at == std::string_view::npos) return false;
  edit.begin += at;
  edit.end = edit.begin + old.size();
  return true;
}

}  // namespace

bool is_unicode(std::string_view charset) {
  return charset == "utf-8" || charset.starts_with("utf-16") || charset.starts_with("utf-32");
}

bool edits_of_bytes(std::string_view bytes, std::string_view text, std::string_view charset,
                    const Replacements& edits, Replacements& out) {
  if (bytes.ends_with(text)) {  // as they are, perhaps behind a byte order mark
    const std::size_t skipped = bytes.size() - text.size();
    out = edits;
    for (Replacement& each : out) {
      each.begin += skipped;
      each.end += skipped;
    }
    return true;
  }
  const mime::Charset* const known = mime::find_charset(charset);
  if (known == nullptr) return false;
  const std::size_t skipped = mark_size(bytes, known->kind);
  const std::string_view rest = bytes.substr(skipped);
  Marker marker(edits);
  switch (known->kind) {
    case CharsetKind::us_ascii:
    case CharsetKind::windows_1252:
      mark_windows_1252(rest, skipped, marker);
      break;
    case CharsetKind::utf8:
      mark_repaired_utf8(rest, skipped, marker);
      break;
    case CharsetKind::utf16_le:
    case CharsetKind::utf16_be:
      mark_wide(rest, skipped, known->kind == CharsetKind::utf16_be, 2, marker);
      break;
    case CharsetKind::utf32_le:
    case CharsetKind::utf32_be:
      mark_wide(rest, skipped, known->kind == CharsetKind::utf32_be, 4, marker);
      break;
    case CharsetKind::ascii_based:
    case CharsetKind::stateful:
      if (!IcuMarker(known->icu, rest, skipped, marker).run()) return false;
      break;
    default:
      return false;
  }
  marker.end(bytes.size());
  if (!marker.is_done()) return false;
  for (std::size_t i = 0; i < edits.size(); ++i) {
    Replacement edit{marker.begin_of(i), marker.end_of(i), encoded(edits[i].with, known->kind)};
    const std::string_view old = text.substr(edits[i].begin, edits[i].end - edits[i].begin);
    if (known->kind == CharsetKind::stateful && !narrow_to_ascii(bytes, old, edit)) return false;
    if (!out.empty() && edit.begin < out.back().end) return false;
    out.push_back(std::move(edit));
  }
  return true;
}

}  // namespace basewalk::rewrite
