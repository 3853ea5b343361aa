// SPDX-License-Identifier: MIT
//
// The fast loop of the decoder reads four digits at a time through four tables whose entries are
// already shifted to their places; one bit that no digit sets says that one of the four was none.
// Whatever else stands in the text (line ends, padding, junk) goes through the slow step, one byte
// at a time.
#include "text/base64.h"

#include <cstring>

#include "text/find.h"

namespace basewalk::text {
namespace {

constexpr std::uint32_t kNoDigit = 0x80000000;

using Table = std::array<std::uint32_t, 256>;

constexpr Table shifted(unsigned shift) {
  Table table{};
  for (std::uint32_t& entry : table) entry = kNoDigit;
  for (std::size_t i = 0; i < kBase64Digits.size(); ++i)
    table[static_cast<unsigned char>(kBase64Digits[i])] = static_cast<std::uint32_t>(i) << shift;
  return table;
}

constexpr Table kFirst = shifted(18);
constexpr Table kSecond = shifted(12);
constexpr Table kThird = shifted(6);
constexpr Table kFourth = shifted(0);

// Two digits for each twelve bits.
constexpr auto kPairs = [] {
  std::array<std::array<char, 2>, 4096> pairs{};
  for (std::size_t i = 0; i < pairs.size(); ++i)
    pairs[i] = {kBase64Digits[i >> 6], kBase64Digits[i & 63]};
  return pairs;
}();

// Sixteen bytes at once, by the vector extension that GCC and Clang share.
using Block = unsigned char __attribute__((vector_size(16)));

bool is_block_of_digits(const char* at, bool url) {
  Block block;
  std::memcpy(&block, at, sizeof block);
  const Block lower = block | 0x20;
  auto digits = ((lower >= 'a') & (lower <= 'z')) | ((block >= '0') & (block <= '9')) |
                (block == '+') | (block == '/');
  if (url) digits |= (block == '-') | (block == '_');
  std::uint64_t halves[2];
  static_assert(sizeof halves == sizeof digits);
  std::memcpy(halves, &digits, sizeof digits);
  return (halves[0] & halves[1]) == ~std::uint64_t{0};
}

void put_digits(std::uint32_t three, char* to) {
  std::memcpy(to, kPairs[three >> 12].data(), 2);
  std::memcpy(to + 2, kPairs[three & 4095].data(), 2);
}

}  // namespace

std::size_t skip_base64_digits(std::string_view text, std::size_t at, bool url) {
  while (text.size() - at >= sizeof(Block) && is_block_of_digits(text.data() + at, url))
    at += sizeof(Block);
  while (at < text.size() &&
         (is_base64_digit(text[at]) || (url && (text[at] == '-' || text[at] == '_'))))
    ++at;
  return at;
}

void append_base64(std::string& out, std::string_view bytes) {
  const std::size_t old = out.size();
  out.resize(old + (bytes.size() + 2) / 3 * 4);
  char* to = out.data() + old;
  const auto* from = reinterpret_cast<const unsigned char*>(bytes.data());
  std::size_t left = bytes.size();
  for (; left >= 3; left -= 3, from += 3, to += 4)
    put_digits(std::uint32_t{from[0]} << 16 | std::uint32_t{from[1]} << 8 | from[2], to);
  if (left == 0) return;
  // The digits that stand for none are padding.
  put_digits(std::uint32_t{from[0]} << 16 | (left == 2 ? std::uint32_t{from[1]} << 8 : 0), to);
  std::memset(to + left + 1, '=', 3 - left);
}

char* Base64Reader::run(std::size_t end, char* out) {
  out_ = out;
  while (at_ < end) {
    if (count_ == 0) {
      groups(end);
      if (at_ == end) break;
    }
    step(at_++);
  }
  return out_;
}

// The fast loop.  Positions are local: what is written could be any member otherwise.
void Base64Reader::groups(std::size_t end) {
  const auto* const begin = reinterpret_cast<const unsigned char*>(body_.data()) + at_;
  const unsigned char* from = begin;
  char* to = out_;
  for (std::size_t left = (end - at_) / 4; left > 0; --left, from += 4, to += 3) {
    const std::uint32_t bits =
        kFirst[from[0]] | kSecond[from[1]] | kThird[from[2]] | kFourth[from[3]];
    if ((bits & kNoDigit) != 0) break;
    const char three[3] = {static_cast<char>(bits >> 16), static_cast<char>(bits >> 8),
                           static_cast<char>(bits)};
    std::memcpy(to, three, 3);  // there is room: four digits were read for these
  }
  if (padded_ && from != begin) meet(damage.run, at_);
  at_ += static_cast<std::size_t>(from - begin);
  out_ = to;
}

char* Base64Reader::finish(char* out) {
  out_ = out;
  flush(body_.size(), false);
  return out_;
}

void Base64Reader::put(std::uint32_t bits, unsigned bytes) {
  const char three[3] = {static_cast<char>(bits >> 16), static_cast<char>(bits >> 8),
                         static_cast<char>(bits)};
  std::memcpy(out_, three, 3);  // there is room: four digits were read for these
  out_ += bytes;
}

// One byte that the fast loop did not take.
void Base64Reader::step(std::size_t i) {
  const char c = body_[i];
  if (c == '\n' || c == '\r' || c == ' ' || c == '\t') return;
  if (c == '=') {
    if (count_ > 0) {
      flush(i, true);
      wanted_ = wanted_ > 0 ? wanted_ - 1 : 0;
    } else if (wanted_ > 0) {
      --wanted_;
    } else {
      meet(damage.padding, i);
    }
    padded_ = true;
    return;
  }
  std::uint32_t digit = kFourth[static_cast<unsigned char>(c)];
  if ((digit & kNoDigit) != 0 && (c == '-' || c == '_') && url_alphabet()) {
    meet(damage.url, i);
    digit = c == '-' ? 62 : 63;
  }
  if ((digit & kNoDigit) != 0) {
    meet(damage.junk, i);
    return;
  }
  if (padded_) meet(damage.run, i);
  bits_ = (bits_ << 6) | digit;
  if (++count_ == 4) {
    put(bits_, 3);
    count_ = 0;
    bits_ = 0;
  }
}

// Writes what is left of a group of fewer than four digits.
void Base64Reader::flush(std::size_t i, bool padding) {
  if (count_ == 1) meet(damage.truncated, i);
  if (count_ >= 2) {
    bits_ <<= 6 * (4 - count_);
    for (unsigned k = 1; k < count_; ++k) *out_++ = static_cast<char>(bits_ >> (24 - 8 * k));
  }
  if (padding)
    wanted_ = 4 - count_;
  else if (count_ > 0 || wanted_ > 0)
    meet(damage.padding, i);
  count_ = 0;
  bits_ = 0;
}

bool Base64Reader::url_alphabet() {
  if (url_ == Url::not_known) url_ = has_url_alphabet(body_) ? Url::yes : Url::no;
  return url_ == Url::yes;
}

bool has_url_alphabet(std::string_view body) {
  constexpr std::size_t kFewest = 2;  // digits of both alphabets: "--" and "___" are rules
  if (find_any<'+', '/'>(body, 0) < body.size()) return false;
  for (std::size_t at = find_any<'-', '_'>(body, 0); at < body.size();
       at = find_any<'-', '_'>(body, at)) {
    // The line that it stands in.
    const std::size_t before = body.rfind('\n', at);
    std::size_t begin = before == std::string_view::npos ? 0 : before + 1;
    const std::size_t end = find_byte(body, '\n', at);
    std::size_t digits = 0;
    for (; begin < end; ++begin) {
      const char c = body[begin];
      if (is_base64_digit(c))
        ++digits;
      else if (c != '-' && c != '_' && c != '=' && c != '\r')
        break;
    }
    if (begin == end && digits >= kFewest) return true;
    at = end;
  }
  return false;
}

Base64Damage append_base64_decoded(std::string& out, std::string_view body, UrlDigits url) {
  const std::size_t old = out.size();
  // The last group may write three bytes for fewer digits.
  out.resize(old + body.size() / 4 * 3 + 6);
  Base64Reader decoder(body, url);
  const char* const end = decoder.finish(decoder.run(body.size(), out.data() + old));
  out.resize(static_cast<std::size_t>(end - out.data()));
  return decoder.damage;
}

}  // namespace basewalk::text
