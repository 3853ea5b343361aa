// SPDX-License-Identifier: MIT
#include "worker/documents/pdf/page/lexer.h"

#include <algorithm>
#include <array>

#include "text/ascii.h"

namespace basewalk::worker::pdf {
namespace {

enum : unsigned char { kRegular, kSpace, kDelimiter };

constexpr auto kKinds = [] {
  std::array<unsigned char, 256> kinds{};
  for (const char c : std::string_view("\0\t\n\f\r ", 6))
    kinds[static_cast<unsigned char>(c)] = kSpace;
  for (const char c : std::string_view("()<>[]{}/%"))
    kinds[static_cast<unsigned char>(c)] = kDelimiter;
  return kinds;
}();

unsigned char kind_of(char c) { return kKinds[static_cast<unsigned char>(c)]; }

// "-12.5", and what writers make of it: "--5", "12-3".
bool read_number(std::string_view text, double& number) {
  double value = 0, scale = 1;
  bool is_negative = false, has_point = false, has_digit = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (ascii::is_digit(c)) {
      has_digit = true;
      if (has_point)
        value += (c - '0') * (scale *= 0.1);
      else
        value = value * 10 + (c - '0');
    } else if (c == '.' && !has_point) {
      has_point = true;
    } else if (c == '-' && has_digit) {
      break;
    } else if (c == '-' || (c == '+' && i == 0)) {
      is_negative = is_negative || c == '-';
    } else {
      return false;
    }
  }
  number = is_negative ? -value : value;
  return has_digit || has_point;
}

// Behind EI: no bytes of a picture, as pdf.js sees it.  What stands before it may be one of these.
bool goes_on_with_text(std::string_view text) {
  constexpr std::size_t kSeen = 15;
  const std::string_view seen = text.substr(0, kSeen);
  return seen.size() == kSeen && std::all_of(seen.begin(), seen.end(), [](char c) {
           return c == '\n' || c == '\r' || (c >= ' ' && c < '\x7F');
         });
}

}  // namespace

void Lexer::skip_space() {
  while (at_ < stream_.size()) {
    if (stream_[at_] == '%')
      at_ = std::min(stream_.find_first_of("\r\n", at_), stream_.size());
    else if (kind_of(stream_[at_]) == kSpace)
      ++at_;
    else
      return;
  }
}

Token Lexer::next(std::string& strings) {
  skip_space();
  if (at_ >= stream_.size()) return {};
  const char c = stream_[at_];
  if (c == '(') {
    literal(strings);
    return {TokenKind::string};
  }
  if (c == '<' && stream_.substr(at_, 2) != "<<") {
    hexadecimal(strings);
    return {TokenKind::string};
  }
  if (c == '/') {
    const std::size_t begin = ++at_;
    while (at_ < stream_.size() && kind_of(stream_[at_]) == kRegular) ++at_;
    return {TokenKind::name, 0, stream_.substr(begin, at_ - begin)};
  }
  if (kind_of(c) == kDelimiter) {
    // "<<" is one: behind the first half of it "<" would begin a string.
    const std::string_view two = stream_.substr(at_, 2);
    const Token token{TokenKind::bracket, 0, two == "<<" || two == ">>" ? two : two.substr(0, 1)};
    at_ += token.text.size();
    return token;
  }
  return number_or_word();
}

Token Lexer::number_or_word() {
  const std::size_t begin = at_;
  // A word that is taken piece by piece is looked at once.
  at_ = std::max(begin, regular_end_);
  while (at_ < stream_.size() && kind_of(stream_[at_]) == kRegular) ++at_;
  regular_end_ = at_;
  const std::string_view text = stream_.substr(begin, at_ - begin);
  double number = 0;
  // "0Tf" is a number and a word to pdf.js.
  const std::size_t behind = text.find_first_not_of("0123456789.+-");
  if (behind != 0 && behind != text.npos && read_number(text.substr(0, behind), number)) {
    at_ = begin + behind;
    return {TokenKind::number, number};
  }
  if (!ascii::is_alpha(text[0]) && text.size() < 64 && read_number(text, number))
    return {TokenKind::number, number};
  return {TokenKind::word, 0, text};
}

// 7.3.4.2
void Lexer::literal(std::string& out) {
  int depth = 1;
  for (++at_; at_ < stream_.size(); ++at_) {
    const char c = stream_[at_];
    if (c == '\\') {
      escape(out);
      continue;
    }
    if (c == '(') ++depth;
    if (c == ')' && --depth == 0) {
      ++at_;
      return;
    }
    out += c;
  }
}

// From the backslash to its last byte.
void Lexer::escape(std::string& out) {
  if (at_ + 1 >= stream_.size()) return;
  const char c = stream_[++at_];
  if (c >= '0' && c <= '7') {
    int value = 0, digits = 0;
    while (digits < 3 && at_ < stream_.size() && stream_[at_] >= '0' && stream_[at_] <= '7') {
      value = value * 8 + (stream_[at_++] - '0');
      ++digits;
    }
    --at_;
    out += static_cast<char>(value & 0xFF);
    return;
  }
  switch (c) {
    case 'n':
      out += '\n';
      return;
    case 'r':
      out += '\r';
      return;
    case 't':
      out += '\t';
      return;
    case 'b':
      out += '\b';
      return;
    case 'f':
      out += '\f';
      return;
    case '\n':
      return;
    case '\r':
      if (at_ + 1 < stream_.size() && stream_[at_ + 1] == '\n') ++at_;
      return;
    default:
      out += c;
  }
}

// 7.3.4.3
void Lexer::hexadecimal(std::string& out) {
  unsigned digits = 0, value = 0;
  for (++at_; at_ < stream_.size() && stream_[at_] != '>'; ++at_) {
    if (!ascii::is_hex(stream_[at_])) continue;
    value = value << 4 | ascii::hex_value(stream_[at_]);
    if (++digits % 2 == 0) out += static_cast<char>(value & 0xFF);
  }
  if (digits % 2 != 0) out += static_cast<char>(value << 4 & 0xFF);
  if (at_ < stream_.size()) ++at_;
}

std::string_view Lexer::picture() {
  // One blank is behind ID.
  const std::size_t first = std::min(at_ + 1, stream_.size());
  at_ = stream_.size();
  for (std::size_t at = first; (at = stream_.find("EI", at)) != stream_.npos; at += 2) {
    const bool begins = at == first || kind_of(stream_[at - 1]) == kSpace;
    const bool ends = at + 2 >= stream_.size() || kind_of(stream_[at + 2]) == kSpace;
    if (!ends || (!begins && !goes_on_with_text(stream_.substr(at + 2)))) continue;
    at_ = at + 2;
    return stream_.substr(first, at - first);
  }
  return stream_.substr(first);
}

}  // namespace basewalk::worker::pdf
