// SPDX-License-Identifier: MIT
//
// The decoders of the Encoding Standard (its sections 8 to 14), each over all bytes at once.
//
// What the standard calls "prepend to the queue" is here a step that goes on at an earlier byte: an
// ASCII byte behind a lead byte that it does not fit is read again, by itself.
#include <algorithm>
#include <iterator>

#include "mime/charset.h"
#include "mime/indexes.h"
#include "text/binary/windows_1252.h"
#include "text/utf8.h"

namespace basewalk::mime {
namespace {

constexpr bool is_in(unsigned byte, unsigned first, unsigned last) {
  return byte >= first && byte <= last;
}

class Decoding {
 public:
  Decoding(std::string_view bytes, CharacterSink& sink) : bytes_(bytes), sink_(sink) {}

  std::size_t run(const Charset& charset);

 private:
  unsigned byte(std::size_t at) const { return static_cast<unsigned char>(bytes_[at]); }
  bool is_end(std::size_t at) const { return at >= bytes_.size(); }

  // Takes ASCII bytes as they are; false at the end.
  bool skip_ascii() {
    if (is_end(at_)) return false;
    if (byte(at_) >= 0x80) return true;
    const std::size_t count = utf8::ascii_prefix(bytes_.substr(at_));
    sink_.same(bytes_.substr(at_, count), at_);
    at_ += count;
    return at_ < bytes_.size();
  }

  void put(char32_t code_point, std::size_t count) {
    sink_.character(code_point, at_);
    at_ += count;
  }
  void error(std::size_t count) {
    first_error_ = std::min(first_error_, at_);
    put(utf8::kReplacement, count);
  }
  // Of a lead byte and one more: the character, or an error, which an ASCII byte does not belong
  // to.
  void put_pair(char32_t code_point) {
    if (code_point != 0)
      put(code_point, 2);
    else
      error(byte(at_ + 1) < 0x80 ? 1 : 2);
  }

  void utf8();
  void single_byte(const std::uint16_t* high);
  void windows_1252();
  void gb18030();
  void big5();
  void euc_jp();
  void iso_2022_jp();
  void shift_jis();
  void euc_kr();
  void utf16(bool big);
  void x_user_defined();

  std::string_view bytes_;
  CharacterSink& sink_;
  std::size_t at_ = 0;
  std::size_t first_error_ = kFits;
};

// 8.1.1
void Decoding::utf8() {
  while (!is_end(at_)) {
    const std::string_view rest = bytes_.substr(at_);
    const std::size_t valid = utf8::valid_prefix(rest);
    if (valid != 0) sink_.same(rest.substr(0, valid), at_);
    at_ += valid;
    if (!is_end(at_)) error(utf8::first(rest.substr(valid)).length);
  }
}

// 9.1
void Decoding::single_byte(const std::uint16_t* high) {
  while (skip_ascii()) {
    const char32_t c = high[byte(at_) - 0x80];
    if (c != 0)
      put(c, 1);
    else
      error(1);
  }
}

void Decoding::windows_1252() {
  while (skip_ascii()) put(text::windows_1252(static_cast<unsigned char>(byte(at_))), 1);
}

// "Index gb18030 ranges code point" (5); 0 for null.
char32_t gb18030_range(std::uint32_t pointer) {
  if ((pointer > 39419 && pointer < 189000) || pointer > 1237575) return 0;
  if (pointer == 7457) return 0xE7C7;
  // The last range, of what lies beyond U+FFFF, begins where its number has no room in the table.
  if (pointer >= 189000) return 0x10000 + (pointer - 189000);
  const auto behind =
      std::upper_bound(kGb18030RangeIndex.begin(), kGb18030RangeIndex.end(), pointer,
                       [](std::uint32_t p, const Range& range) { return p < range.pointer; });
  const Range& range = *std::prev(behind);
  return range.code_point + (pointer - range.pointer);
}

// 10.2.1
void Decoding::gb18030() {
  while (skip_ascii()) {
    const unsigned first = byte(at_);
    if (first == 0x80) {
      put(0x20AC, 1);
    } else if (first == 0xFF || is_end(at_ + 1)) {
      error(1);
    } else if (const unsigned second = byte(at_ + 1); is_in(second, 0x30, 0x39)) {
      if (is_end(at_ + 2)) {
        error(2);
        continue;
      }
      const unsigned third = byte(at_ + 2);
      if (!is_in(third, 0x81, 0xFE)) {
        error(1);
      } else if (is_end(at_ + 3)) {
        error(3);
      } else if (const unsigned fourth = byte(at_ + 3); !is_in(fourth, 0x30, 0x39)) {
        error(1);
      } else {
        const char32_t c = gb18030_range(((first - 0x81) * 10 + second - 0x30) * 1260 +
                                         (third - 0x81) * 10 + fourth - 0x30);
        if (c != 0)
          put(c, 4);
        else
          error(4);
      }
    } else {
      char32_t c = 0;
      if (is_in(second, 0x40, 0x7E) || is_in(second, 0x80, 0xFE))
        c = in_index(kGb18030Index, (first - 0x81) * 190 + second - (second < 0x7F ? 0x40 : 0x41));
      put_pair(c);
    }
  }
}

// 11.1.1
void Decoding::big5() {
  while (skip_ascii()) {
    const unsigned lead = byte(at_);
    if (!is_in(lead, 0x81, 0xFE) || is_end(at_ + 1)) {
      error(1);
      continue;
    }
    const unsigned trail = byte(at_ + 1);
    char32_t c = 0;
    if (is_in(trail, 0x40, 0x7E) || is_in(trail, 0xA1, 0xFE)) {
      const unsigned pointer = (lead - 0x81) * 157 + trail - (trail < 0x7F ? 0x40 : 0x62);
      char32_t mark = 0;
      if (pointer == 1133 || pointer == 1164) mark = 0x0304;
      if (pointer == 1135 || pointer == 1166) mark = 0x030C;
      if (mark != 0) {  // two characters for one pointer
        sink_.character(pointer < 1150 ? 0xCA : 0xEA, at_);
        put(mark, 2);
        continue;
      }
      c = in_index(kBig5Index, pointer);
      if (c == 0) {
        const auto found = std::lower_bound(
            kBig5BeyondIndex.begin(), kBig5BeyondIndex.end(), pointer,
            [](const Beyond& each, unsigned wanted) { return each.pointer < wanted; });
        if (found != kBig5BeyondIndex.end() && found->pointer == pointer) c = 0x20000u + found->low;
      }
    }
    put_pair(c);
  }
}

// 12.1.1
void Decoding::euc_jp() {
  while (skip_ascii()) {
    const unsigned lead = byte(at_);
    if ((lead != 0x8E && lead != 0x8F && !is_in(lead, 0xA1, 0xFE)) || is_end(at_ + 1)) {
      error(1);
      continue;
    }
    const unsigned trail = byte(at_ + 1);
    if (lead == 0x8F && is_in(trail, 0xA1, 0xFE)) {  // three bytes
      if (is_end(at_ + 2)) {
        error(2);
        continue;
      }
      const unsigned last = byte(at_ + 2);
      const char32_t c =
          is_in(last, 0xA1, 0xFE) ? in_index(kJis0212Index, (trail - 0xA1) * 94 + last - 0xA1) : 0;
      if (c != 0)
        put(c, 3);
      else
        error(last < 0x80 ? 2 : 3);
      continue;
    }
    char32_t c = 0;
    if (lead == 0x8E && is_in(trail, 0xA1, 0xDF))
      c = 0xFF61 + (trail - 0xA1);
    else if (is_in(lead, 0xA1, 0xFE) && is_in(trail, 0xA1, 0xFE))
      c = in_index(kJis0208Index, (lead - 0xA1) * 94 + trail - 0xA1);
    put_pair(c);
  }
}

// 12.2.1: an escape sequence says how the bytes behind it are read; those of four sets are known.
void Decoding::iso_2022_jp() {
  enum class State { ascii, roman, katakana, lead };
  State state = State::ascii;
  bool output = false;  // nothing stands between this escape sequence and the one before
  while (!is_end(at_)) {
    const unsigned b = byte(at_);
    if (b == 0x1B) {
      const unsigned second = is_end(at_ + 1) ? 0 : byte(at_ + 1);
      const unsigned third = is_end(at_ + 2) ? 0 : byte(at_ + 2);
      bool known = true;
      if (second == '(' && third == 'B')
        state = State::ascii;
      else if (second == '(' && third == 'J')
        state = State::roman;
      else if (second == '(' && third == 'I')
        state = State::katakana;
      else if (second == '$' && (third == '@' || third == 'B'))
        state = State::lead;
      else
        known = false;
      if (!known || output)
        error(known ? 3 : 1);
      else
        at_ += 3;
      output = known;
      continue;
    }
    output = false;
    switch (state) {
      case State::ascii:
      case State::roman: {
        // Runs of what stands for itself; there are no more escape sequences than bytes.
        std::size_t end = at_;
        while (!is_end(end) && byte(end) < 0x80 && byte(end) != 0x1B && byte(end) != 0x0E &&
               byte(end) != 0x0F &&
               (state == State::ascii || (byte(end) != 0x5C && byte(end) != 0x7E)))
          ++end;
        if (end != at_) {
          sink_.same(bytes_.substr(at_, end - at_), at_);
          at_ = end;
        } else if (b == 0x5C) {
          put(0xA5, 1);
        } else if (b == 0x7E) {
          put(0x203E, 1);
        } else {
          error(1);
        }
        break;
      }
      case State::katakana:
        if (is_in(b, 0x21, 0x5F))
          put(0xFF61 + (b - 0x21), 1);
        else
          error(1);
        break;
      case State::lead: {
        if (!is_in(b, 0x21, 0x7E) || is_end(at_ + 1)) {
          error(1);
          break;
        }
        const unsigned trail = byte(at_ + 1);
        if (trail == 0x1B) {  // an escape sequence that begins within a character
          error(1);
          break;
        }
        const char32_t c =
            is_in(trail, 0x21, 0x7E) ? in_index(kJis0208Index, (b - 0x21) * 94 + trail - 0x21) : 0;
        if (c != 0)
          put(c, 2);
        else
          error(2);
        break;
      }
    }
  }
}

// 12.3.1
void Decoding::shift_jis() {
  while (skip_ascii()) {
    const unsigned lead = byte(at_);
    if (lead == 0x80) {
      put(0x80, 1);
    } else if (is_in(lead, 0xA1, 0xDF)) {
      put(0xFF61 + (lead - 0xA1), 1);
    } else if (lead == 0xA0 || lead > 0xFC || is_end(at_ + 1)) {
      error(1);
    } else {
      const unsigned trail = byte(at_ + 1);
      char32_t c = 0;
      if (is_in(trail, 0x40, 0x7E) || is_in(trail, 0x80, 0xFC)) {
        const unsigned pointer =
            (lead - (lead < 0xA0 ? 0x81 : 0xC1)) * 188 + trail - (trail < 0x7F ? 0x40 : 0x41);
        c = is_in(pointer, 8836, 10715) ? 0xE000 + (pointer - 8836)
                                        : in_index(kJis0208Index, pointer);
      }
      put_pair(c);
    }
  }
}

// 13.1.1
void Decoding::euc_kr() {
  while (skip_ascii()) {
    const unsigned lead = byte(at_);
    if (!is_in(lead, 0x81, 0xFE) || is_end(at_ + 1)) {
      error(1);
      continue;
    }
    const unsigned trail = byte(at_ + 1);
    put_pair(is_in(trail, 0x41, 0xFE) ? in_index(kEucKrIndex, (lead - 0x81) * 190 + trail - 0x41)
                                      : 0);
  }
}

// 14.2.1
void Decoding::utf16(bool big) {
  const auto unit = [&](std::size_t at) -> char32_t {
    return big ? byte(at) << 8 | byte(at + 1) : byte(at + 1) << 8 | byte(at);
  };
  while (at_ + 2 <= bytes_.size()) {
    const char32_t c = unit(at_);
    if (!utf8::is_surrogate(c)) {
      put(c, 2);
    } else if (!utf8::is_high_surrogate(c)) {
      error(2);
    } else if (at_ + 4 > bytes_.size()) {
      error(bytes_.size() - at_);  // half a unit that may follow goes with it
    } else if (const char32_t low = unit(at_ + 2); utf8::is_low_surrogate(low)) {
      put(utf8::joined(c, low), 4);
    } else {
      error(2);
    }
  }
  if (!is_end(at_)) error(1);
}

// 14.5.1
void Decoding::x_user_defined() {
  while (skip_ascii()) put(0xF780 + (byte(at_) - 0x80), 1);
}

std::size_t Decoding::run(const Charset& charset) {
  switch (charset.kind) {
    case CharsetKind::utf8:
      utf8();
      break;
    case CharsetKind::windows_1252:
      windows_1252();
      break;
    case CharsetKind::single_byte:
      single_byte(charset.high);
      break;
    case CharsetKind::gb18030:
      gb18030();
      break;
    case CharsetKind::big5:
      big5();
      break;
    case CharsetKind::euc_jp:
      euc_jp();
      break;
    case CharsetKind::iso_2022_jp:
      iso_2022_jp();
      break;
    case CharsetKind::shift_jis:
      shift_jis();
      break;
    case CharsetKind::euc_kr:
      euc_kr();
      break;
    case CharsetKind::replacement:  // 14.1.1
      if (!bytes_.empty()) error(bytes_.size());
      break;
    case CharsetKind::utf16_be:
    case CharsetKind::utf16_le:
      utf16(charset.kind == CharsetKind::utf16_be);
      break;
    case CharsetKind::x_user_defined:
      x_user_defined();
      break;
  }
  return first_error_;
}

}  // namespace

std::size_t decode_characters(const Charset& charset, std::string_view bytes, CharacterSink& sink) {
  return Decoding(bytes, sink).run(charset);
}

}  // namespace basewalk::mime
