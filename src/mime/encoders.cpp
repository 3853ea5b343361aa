// SPDX-License-Identifier: MIT
//
// The encoders of the Encoding Standard, for the one place where a browser needs them: the query of
// a URL is written in the encoding of its document (URL Standard 1.3, "percent-encode after
// encoding").
#include <algorithm>
#include <array>
#include <iterator>
#include <vector>

#include "mime/charset.h"
#include "mime/indexes.h"
#include "text/binary/windows_1252.h"
#include "text/hex.h"
#include "text/utf8.h"

namespace basewalk::mime {
namespace {

constexpr std::uint32_t kNoPointer = 0xFFFFFFFF;

// An index the other way round: the first pointer of each code point, or the last.
class Reversed {
 public:
  // Pointers in [without, without_end) do not count.
  explicit Reversed(std::u16string_view index, std::span<const Beyond> beyond = {},
                    std::uint32_t without = 0, std::uint32_t without_end = 0) {
    const auto add = [&](char32_t code_point, std::uint32_t pointer) {
      if (pointer < without || pointer >= without_end) rows_.push_back({code_point, pointer});
    };
    for (std::uint32_t p = 0; p < index.size(); ++p)
      if (index[p] != 0) add(index[p], p);
    for (const Beyond& each : beyond) add(0x20000u + each.low, each.pointer);
    std::sort(rows_.begin(), rows_.end());
  }

  std::uint32_t first(char32_t code_point) const {
    const auto row = std::lower_bound(rows_.begin(), rows_.end(), Row{code_point, 0});
    return row != rows_.end() && row->code_point == code_point ? row->pointer : kNoPointer;
  }
  std::uint32_t last(char32_t code_point) const {
    const auto row = std::lower_bound(rows_.begin(), rows_.end(), Row{code_point + 1, 0});
    return row != rows_.begin() && std::prev(row)->code_point == code_point
               ? std::prev(row)->pointer
               : kNoPointer;
  }

 private:
  struct Row {
    char32_t code_point;
    std::uint32_t pointer;
    auto operator<=>(const Row&) const = default;
  };
  std::vector<Row> rows_;
};

const Reversed& big5() {  // without the characters of Hong Kong
  static const Reversed reversed(kBig5Index, kBig5BeyondIndex, 0, (0xA1 - 0x81) * 157);
  return reversed;
}
const Reversed& euc_kr() {
  static const Reversed reversed(kEucKrIndex);
  return reversed;
}
const Reversed& gb18030() {
  static const Reversed reversed(kGb18030Index);
  return reversed;
}
const Reversed& jis0208() {
  static const Reversed reversed(kJis0208Index);
  return reversed;
}
const Reversed& shift_jis() {
  static const Reversed reversed(kJis0208Index, {}, 8272, 8836);
  return reversed;
}

// The bytes of a character.
struct Bytes {
  std::array<unsigned char, 4> bytes{};
  std::size_t size = 0;  // 0: the encoding does not have it

  Bytes() = default;
  template <typename... Byte>
  explicit Bytes(Byte... byte)
      : bytes{static_cast<unsigned char>(byte)...}, size(sizeof...(byte)) {}
};

Bytes in_gb18030(char32_t c, bool gbk) {
  // What had a private code point before.
  struct Old {
    std::uint16_t code_point, bytes;
  };
  constexpr Old kOld[] = {
      {0xE81E, 0xFE59}, {0xE826, 0xFE61}, {0xE82B, 0xFE66}, {0xE82C, 0xFE67}, {0xE832, 0xFE6D},
      {0xE843, 0xFE7E}, {0xE854, 0xFE90}, {0xE864, 0xFEA0}, {0xE78D, 0xA6D9}, {0xE78E, 0xA6DA},
      {0xE78F, 0xA6DB}, {0xE790, 0xA6DC}, {0xE791, 0xA6DD}, {0xE792, 0xA6DE}, {0xE793, 0xA6DF},
      {0xE794, 0xA6EC}, {0xE795, 0xA6ED}, {0xE796, 0xA6F3},
  };
  if (c == 0xE5E5) return {};
  if (gbk && c == 0x20AC) return Bytes(0x80);
  for (const Old& old : kOld)
    if (old.code_point == c) return Bytes(old.bytes >> 8, old.bytes & 0xFF);
  if (const std::uint32_t p = gb18030().first(c); p != kNoPointer)
    return Bytes(p / 190 + 0x81, p % 190 + (p % 190 < 0x3F ? 0x40 : 0x41));
  if (gbk) return {};
  std::uint32_t p = 0;
  if (c == 0xE7C7) {
    p = 7457;
  } else if (c >= 0x10000) {
    p = 189000 + (c - 0x10000);
  } else {
    const auto behind = std::upper_bound(
        kGb18030RangeIndex.begin(), kGb18030RangeIndex.end(), c,
        [](char32_t wanted, const Range& range) { return wanted < range.code_point; });
    const Range& range = *std::prev(behind);
    p = range.pointer + (c - range.code_point);
  }
  return Bytes(p / 12600 + 0x81, p / 1260 % 10 + 0x30, p / 10 % 126 + 0x81, p % 10 + 0x30);
}

Bytes in_big5(char32_t c) {
  const bool by_last =
      c == 0x2550 || c == 0x255E || c == 0x2561 || c == 0x256A || c == 0x5341 || c == 0x5345;
  const std::uint32_t p = by_last ? big5().last(c) : big5().first(c);
  if (p == kNoPointer) return {};
  return Bytes(p / 157 + 0x81, p % 157 + (p % 157 < 0x3F ? 0x40 : 0x62));
}

Bytes in_euc_jp(char32_t c) {
  if (c == 0xA5) return Bytes(0x5C);
  if (c == 0x203E) return Bytes(0x7E);
  if (c >= 0xFF61 && c <= 0xFF9F) return Bytes(0x8E, c - 0xFF61 + 0xA1);
  const std::uint32_t p = jis0208().first(c == 0x2212 ? 0xFF0D : c);
  if (p == kNoPointer) return {};
  return Bytes(p / 94 + 0xA1, p % 94 + 0xA1);
}

Bytes in_shift_jis(char32_t c) {
  if (c == 0x80) return Bytes(0x80);
  if (c == 0xA5) return Bytes(0x5C);
  if (c == 0x203E) return Bytes(0x7E);
  if (c >= 0xFF61 && c <= 0xFF9F) return Bytes(c - 0xFF61 + 0xA1);
  const std::uint32_t p = shift_jis().first(c == 0x2212 ? 0xFF0D : c);
  if (p == kNoPointer) return {};
  return Bytes(p / 188 + (p / 188 < 0x1F ? 0x81 : 0xC1), p % 188 + (p % 188 < 0x3F ? 0x40 : 0x41));
}

Bytes in_euc_kr(char32_t c) {
  const std::uint32_t p = euc_kr().first(c);
  return p == kNoPointer ? Bytes() : Bytes(p / 190 + 0x81, p % 190 + 0x41);
}

Bytes in_single_byte(char32_t c, const std::uint16_t* high) {
  const std::uint16_t* const found = std::find(high, high + 128, c);
  return found == high + 128 ? Bytes() : Bytes(0x80 + (found - high));
}

Bytes in_windows_1252(char32_t c) {
  for (unsigned byte = 0x80; byte < 0x100; ++byte)
    if (text::windows_1252(static_cast<unsigned char>(byte)) == c) return Bytes(byte);
  return {};
}

// What is not ASCII, of an encoding without states.
Bytes encoded(const Charset& charset, char32_t c) {
  switch (charset.kind) {
    case CharsetKind::windows_1252:
      return in_windows_1252(c);
    case CharsetKind::single_byte:
      return in_single_byte(c, charset.high);
    case CharsetKind::gb18030:
      return in_gb18030(c, charset.name == "gbk");
    case CharsetKind::big5:
      return in_big5(c);
    case CharsetKind::euc_jp:
      return in_euc_jp(c);
    case CharsetKind::shift_jis:
      return in_shift_jis(c);
    case CharsetKind::euc_kr:
      return in_euc_kr(c);
    case CharsetKind::x_user_defined:
      return c >= 0xF780 && c <= 0xF7FF ? Bytes(c - 0xF780 + 0x80) : Bytes();
    default:
      return {};
  }
}

class QueryEncoding {
 public:
  QueryEncoding(const Charset& charset, std::string& out) : charset_(charset), out_(out) {}

  void run(std::string_view query) {
    while (!query.empty()) {
      const utf8::Sequence next = utf8::first(query);
      if (charset_.kind == CharsetKind::iso_2022_jp)
        put_iso_2022_jp(next.code_point);
      else if (next.code_point < 0x80)
        out_ += static_cast<char>(next.code_point);
      else
        put(encoded(charset_, next.code_point), next.code_point);
      query.remove_prefix(next.length);
    }
    shift(State::ascii);
  }

 private:
  enum class State { ascii, roman, jis0208 };

  void put(const Bytes& bytes, char32_t c) {
    if (bytes.size == 0) return put_error(c);
    for (std::size_t i = 0; i < bytes.size; ++i) put_byte(bytes.bytes[i]);
  }
  // The special-query percent-encode set.
  void put_byte(unsigned char byte) {
    const char c = static_cast<char>(byte);
    if (byte > ' ' && byte < 0x7F && std::string_view("\"#<>'").find(c) == std::string_view::npos)
      out_ += c;
    else
      text::append_escape(out_, c);
  }
  void put_error(char32_t c) {
    out_.append("%26%23").append(std::to_string(static_cast<std::uint32_t>(c))).append("%3B");
  }

  // 12.2.2
  void put_iso_2022_jp(char32_t c) {
    if (state_ != State::jis0208 && (c == 0x0E || c == 0x0F || c == 0x1B))
      return put_error(utf8::kReplacement);
    if (state_ == State::roman && c < 0x80 && c != 0x5C && c != 0x7E) {
      out_ += static_cast<char>(c);
      return;
    }
    if (c < 0x80) {
      shift(State::ascii);
      if (c == 0x0E || c == 0x0F || c == 0x1B) return put_error(utf8::kReplacement);
      out_ += static_cast<char>(c);
      return;
    }
    if (c == 0xA5 || c == 0x203E) {
      shift(State::roman);
      out_ += c == 0xA5 ? '\\' : '~';
      return;
    }
    if (c == 0x2212) c = 0xFF0D;
    if (c >= 0xFF61 && c <= 0xFF9F) c = kKatakana[c - 0xFF61];
    const std::uint32_t p = jis0208().first(c);
    if (p == kNoPointer) {
      if (state_ == State::jis0208) shift(State::ascii);
      return put_error(c);
    }
    shift(State::jis0208);
    put_byte(static_cast<unsigned char>(p / 94 + 0x21));
    put_byte(static_cast<unsigned char>(p % 94 + 0x21));
  }
  void shift(State state) {
    if (state_ == state) return;
    state_ = state;
    out_ += state == State::ascii ? "%1B(B" : state == State::roman ? "%1B(J" : "%1B$B";
  }

  // Index ISO-2022-JP katakana: the wide forms of the narrow ones.
  static constexpr char16_t kKatakana[] =
#include "mime/data/katakana.inc"

      const Charset & charset_;
  std::string& out_;
  State state_ = State::ascii;
};

}  // namespace

void append_query(std::string_view query, const Charset& charset, std::string& out) {
  QueryEncoding(charset, out).run(query);
}

}  // namespace basewalk::mime
