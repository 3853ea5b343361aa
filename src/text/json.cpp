// SPDX-License-Identifier: MIT
#include "text/json.h"

#include <array>
#include <charconv>
#include <cstdint>
#include <cstring>

#include "text/ascii.h"
#include "text/hex.h"
#include "text/utf8.h"

namespace basewalk::text {
namespace {

// What a byte needs in a JSON string (RFC 8259 7).
enum Class : std::uint8_t { kPlain, kEscaped, kHigh };

constexpr std::array<std::uint8_t, 256> make_classes() {
  std::array<std::uint8_t, 256> classes{};
  for (std::size_t c = 0; c < 0x20; ++c) classes[c] = kEscaped;
  for (std::size_t c = 0x80; c < 0x100; ++c) classes[c] = kHigh;
  classes['"'] = classes['\\'] = classes[0x7F] = kEscaped;
  return classes;
}
constexpr auto kClasses = make_classes();

void append_escaped(std::string& out, char c) {
  switch (c) {
    case '"':
      out += "\\\"";
      return;
    case '\\':
      out += "\\\\";
      return;
    case '\n':
      out += "\\n";
      return;
    case '\r':
      out += "\\r";
      return;
    case '\t':
      out += "\\t";
      return;
    default: {
      out += "\\u00";
      append_hex(out, static_cast<unsigned char>(c));
    }
  }
}

// U+0080 to U+009F, which a terminal may obey.
bool is_control_of_two(std::string_view text) {
  return text.starts_with('\xC2') && text.size() > 1 && (text[1] & 0xE0) == 0x80;
}

// The length of the UTF-8 sequence at the beginning of `text`, or 0.
std::size_t sequence_length(std::string_view text) {
  const utf8::Sequence next = utf8::first(text);
  return next.valid ? next.length : 0;
}

// Sixteen bytes at once, by the vector extension that GCC and Clang share.
using Block = unsigned char __attribute__((vector_size(16)));

bool is_plain_block(const char* at) {
  Block block;
  std::memcpy(&block, at, sizeof block);
  const auto odd = (block < 0x20) | (block >= 0x7F) | (block == '"') | (block == '\\');
  std::uint64_t halves[2];
  static_assert(sizeof halves == sizeof odd);
  std::memcpy(halves, &odd, sizeof odd);
  return (halves[0] | halves[1]) == 0;
}

// Eight bytes at once: is each of them from 0x20 to 0x7E, and neither '"' nor '\\'?
bool is_plain_word(const char* at) {
  std::uint64_t word;
  std::memcpy(&word, at, sizeof word);
  constexpr std::uint64_t kOnes = 0x0101010101010101;
  constexpr std::uint64_t kHighs = 0x8080808080808080;
  const auto zero = [](std::uint64_t bytes) { return (bytes - kOnes) & ~bytes; };
  const std::uint64_t odd = word | (word - kOnes * 0x20) | (word + kOnes) |
                            zero(word ^ (kOnes * '"')) | zero(word ^ (kOnes * '\\'));
  return (odd & kHighs) == 0;
}

}  // namespace

bool is_plain_json(std::string_view text) {
  const char* at = text.data();
  const char* const end = at + text.size();
  if (text.size() >= sizeof(Block)) {
    for (; end - at >= static_cast<std::ptrdiff_t>(sizeof(Block)); at += sizeof(Block))
      if (!is_plain_block(at)) return false;
    return at == end || is_plain_block(end - sizeof(Block));  // which overlaps
  }
  if (text.size() >= 8) return is_plain_word(at) && is_plain_word(end - 8);
  for (; at != end; ++at)
    if (kClasses[static_cast<unsigned char>(*at)] != kPlain) return false;
  return true;
}

void JsonPieces::raw_elsewhere(std::string_view piece) {
  flush();
  if (piece.size() > kRoom)
    out_ += piece;
  else
    raw(piece);
}

void JsonPieces::plain_elsewhere(std::string_view text) {
  raw("\"");
  raw(text);
  raw("\"");
}

void append_json(std::string& out, std::string_view text) {
  out += '"';
  if (text.size() < sizeof(Block) && is_plain_json(text)) {
    out += text;
    out += '"';
    return;
  }
  std::size_t begin = 0, i = 0;
  while (i < text.size()) {
    if (text.size() - i >= sizeof(Block) && is_plain_block(text.data() + i)) {
      i += sizeof(Block);
      // What is left is less than a block: the last one overlaps.
      const std::size_t left = text.size() - i;
      if (left > 0 && left < sizeof(Block) &&
          is_plain_block(text.data() + text.size() - sizeof(Block)))
        i = text.size();
      continue;
    }
    const auto c = static_cast<unsigned char>(text[i]);
    if (kClasses[c] == kPlain) {
      ++i;
      continue;
    }
    if (is_control_of_two(text.substr(i, 2))) {
      out.append(text, begin, i - begin);
      append_escaped(out, text[i + 1]);
      begin = i += 2;
      continue;
    }
    std::size_t length = 1;
    if (kClasses[c] == kHigh && (length = sequence_length(text.substr(i, 4))) != 0) {
      i += length;
      continue;
    }
    out.append(text, begin, i - begin);
    if (kClasses[c] == kHigh)
      out += utf8::kReplacementText;
    else
      append_escaped(out, text[i]);
    begin = ++i;
  }
  out.append(text, begin, i - begin);
  out += '"';
}

void append_json_or_null(std::string& out, const std::optional<std::string_view>& text) {
  if (text)
    append_json(out, *text);
  else
    out += "null";
}

void append_number_or_null(std::string& out, const std::optional<std::uint64_t>& number) {
  if (number)
    append_number(out, *number);
  else
    out += "null";
}

void append_utf8(std::string& out, std::string_view text) {
  if (utf8::is_ascii(text)) {
    out += text;
    return;
  }
  for (std::size_t i = 0; i < text.size();) {
    const bool high = (static_cast<unsigned char>(text[i]) & 0x80) != 0;
    const std::size_t length = high ? sequence_length(text.substr(i, 4)) : 1;
    if (length == 0)
      out += utf8::kReplacementText;
    else
      out.append(text, i, length);
    i += length == 0 ? 1 : length;
  }
}

void append_number(std::string& out, std::uint64_t number) {
  char digits[24];
  const auto end = std::to_chars(digits, digits + sizeof digits, number).ptr;
  out.append(digits, static_cast<std::size_t>(end - digits));
}

namespace {

// Goes over tokens of JSON (RFC 8259) by what may stand behind each.
class JsonTokens {
 public:
  explicit JsonTokens(std::string_view text) : text_(text) {}

  bool are_an_object() {
    if (!take('{')) return false;
    open_[depth_++] = '}';
    bool is_first = true;
    while (depth_ > 0) {
      const char close = open_[depth_ - 1];
      if (take(close)) {
        --depth_;
        is_first = false;
        continue;
      }
      if (!is_first && !take(',')) return false;
      if (close == '}' && (!string() || !take(':'))) return false;
      is_first = false;
      if (take('{')) {
        is_first = open('}');
      } else if (take('[')) {
        is_first = open(']');
      } else if (!string() && !word("null") && !word("true") && !word("false") && !number()) {
        return false;
      } else {
        continue;
      }
      if (!is_first) return false;
    }
    return text_.empty();
  }

 private:
  static constexpr std::size_t kDeepest = 16;

  bool open(char close) {
    if (depth_ == kDeepest) return false;
    open_[depth_++] = close;
    return true;
  }
  bool take(char c) {
    if (!text_.starts_with(c)) return false;
    text_.remove_prefix(1);
    return true;
  }
  bool word(std::string_view word) {
    if (!text_.starts_with(word)) return false;
    text_.remove_prefix(word.size());
    return true;
  }
  std::size_t digits() {
    std::size_t count = 0;
    while (count < text_.size() && text_[count] >= '0' && text_[count] <= '9') ++count;
    text_.remove_prefix(count);
    return count;
  }
  bool number() {
    take('-');
    if (!take('0') && digits() == 0) return false;
    if (take('.') && digits() == 0) return false;
    if (!take('e') && !take('E')) return true;
    if (!take('-')) take('+');
    return digits() > 0;
  }
  bool string() {
    if (!take('"')) return false;
    std::size_t at = 0;
    for (; at < text_.size() && text_[at] != '"'; ++at) {
      if (static_cast<unsigned char>(text_[at]) < 0x20) return false;
      if (text_[at] != '\\') continue;
      if (++at == text_.size()) return false;
      if (text_[at] != 'u') {
        if (std::string_view("\"\\/bfnrt").find(text_[at]) == std::string_view::npos) return false;
        continue;
      }
      for (const std::size_t end = at + 4; at < end; ++at)
        if (at + 1 >= text_.size() || !ascii::is_hex(text_[at + 1])) return false;
    }
    if (at >= text_.size()) return false;
    text_.remove_prefix(at + 1);
    return true;
  }

  std::string_view text_;
  std::array<char, kDeepest> open_{};  // what closes each
  std::size_t depth_ = 0;
};

}  // namespace

bool is_json_object(std::string_view text) {
  return utf8::is_valid(text) && JsonTokens(text).are_an_object();
}

}  // namespace basewalk::text
