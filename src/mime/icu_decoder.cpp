// SPDX-License-Identifier: MIT
//
// Charsets that the Encoding Standard does not have, by ICU, which stops at every byte that does
// not fit.
#include <unicode/ucnv.h>

#include <algorithm>
#include <array>
#include <utility>

#include "mime/charset.h"
#include "text/binary/windows_1252.h"
#include "text/utf8.h"

namespace basewalk::mime {
namespace {

class Converting {
 public:
  Converting(UConverter* converter, std::string_view bytes, CharacterSink& sink)
      : converter_(converter), bytes_(bytes), sink_(sink) {}

  std::size_t run() {
    ucnv_resetToUnicode(converter_);
    const char* from = bytes_.data();
    const char* const end = from + bytes_.size();
    for (;;) {
      const char* const before = from;
      UChar* to = units_.data();
      UErrorCode error = U_ZERO_ERROR;
      ucnv_toUnicode(converter_, &to, units_.data() + units_.size(), &from, end, offsets_.data(),
                     true, &error);
      take(static_cast<std::size_t>(to - units_.data()), place_of(before));
      if (error == U_BUFFER_OVERFLOW_ERROR) continue;
      if (U_SUCCESS(error)) break;
      char bad[32];
      std::int8_t length = sizeof bad;
      UErrorCode ignored = U_ZERO_ERROR;
      ucnv_getInvalidChars(converter_, bad, &length, &ignored);
      const std::size_t bad_size = U_FAILURE(ignored) ? 0 : static_cast<std::size_t>(length);
      end_surrogate();
      misfit({bad, bad_size}, place_of(from) - std::min(place_of(from), bad_size));
      if (from == before && bad_size == 0) {  // nothing moved: step over a byte ourselves
        if (from == end) break;
        misfit({from, 1}, place_of(from));
        ++from;
        ucnv_resetToUnicode(converter_);
      }
      if (from == end && error == U_TRUNCATED_CHAR_FOUND) break;
    }
    end_surrogate();
    return first_error_;
  }

 private:
  std::size_t place_of(const char* p) const { return static_cast<std::size_t>(p - bytes_.data()); }

  void take(std::size_t count, std::size_t read) {
    for (std::size_t i = 0; i < count; ++i) {
      const char32_t unit = units_[i];
      if (offsets_[i] >= 0) last_ = read + static_cast<std::size_t>(offsets_[i]);
      if (high_ != 0 && utf8::is_low_surrogate(unit)) {
        sink_.character(utf8::joined(std::exchange(high_, U'\0'), unit), high_at_);
        continue;
      }
      end_surrogate();
      if (utf8::is_high_surrogate(unit)) {
        high_ = unit;
        high_at_ = last_;
      } else {
        sink_.character(utf8::is_scalar(unit) ? unit : utf8::kReplacement, last_);
      }
    }
  }
  void end_surrogate() {
    if (std::exchange(high_, U'\0') != 0) sink_.character(utf8::kReplacement, high_at_);
  }
  void misfit(std::string_view bad, std::size_t at) {
    first_error_ = std::min(first_error_, at);
    for (std::size_t i = 0; i < bad.size(); ++i)
      sink_.character(text::windows_1252(static_cast<unsigned char>(bad[i])), at + i);
  }

  UConverter* converter_;
  std::string_view bytes_;
  CharacterSink& sink_;
  std::array<UChar, 2048> units_;
  std::array<std::int32_t, 2048> offsets_;
  char32_t high_ = 0;  // a surrogate that waits for its other half
  std::size_t high_at_ = 0, last_ = 0;
  std::size_t first_error_ = kFits;
};

}  // namespace

std::size_t decode_characters_by_icu(UConverter* converter, std::string_view bytes,
                                     CharacterSink& sink) {
  return Converting(converter, bytes, sink).run();
}

}  // namespace basewalk::mime
