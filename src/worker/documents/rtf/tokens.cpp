// SPDX-License-Identifier: MIT
#include "worker/documents/rtf/tokens.h"

#include <algorithm>
#include <limits>

#include "text/ascii.h"
#include "text/hex.h"

namespace basewalk::worker::rtf {
namespace {

bool is_special(char c) { return c == '{' || c == '}' || c == '\\' || c == '\r' || c == '\n'; }

}  // namespace

Token Tokens::next() {
  while (at_ < bytes_.size() && (bytes_[at_] == '\r' || bytes_[at_] == '\n')) ++at_;
  if (at_ == bytes_.size()) return {};
  const char c = bytes_[at_];
  if (c == '{' || c == '}')
    return {c == '{' ? Token::Kind::open : Token::Kind::close, bytes_.substr(at_++, 1), {}};
  if (c == '\\') return word();
  const std::size_t begin = at_;
  while (at_ < bytes_.size() && !is_special(bytes_[at_])) ++at_;
  return {Token::Kind::text, bytes_.substr(begin, at_ - begin), {}};
}

// What no number can be is the largest one.
std::optional<std::int32_t> Tokens::number() {
  const bool is_negative =
      bytes_.substr(at_, 1) == "-" && at_ + 1 < bytes_.size() && ascii::is_digit(bytes_[at_ + 1]);
  if (is_negative) ++at_;
  if (at_ == bytes_.size() || !ascii::is_digit(bytes_[at_])) return {};
  std::int64_t value = 0;
  for (; at_ < bytes_.size() && ascii::is_digit(bytes_[at_]); ++at_)
    value = std::min<std::int64_t>(value * 10 + (bytes_[at_] - '0'),
                                   std::numeric_limits<std::int32_t>::max());
  return static_cast<std::int32_t>(is_negative ? -value : value);
}

Token Tokens::word() {
  ++at_;
  if (at_ == bytes_.size()) return {};
  if (!ascii::is_alpha(bytes_[at_])) {
    const std::string_view symbol = bytes_.substr(at_++, 1);
    if (symbol != "'") return {Token::Kind::symbol, symbol, {}};
    const std::optional<unsigned char> byte = text::hex_byte(bytes_, at_);
    if (!byte) return {Token::Kind::symbol, symbol, {}};
    at_ += 2;
    return {Token::Kind::byte, {}, *byte};
  }
  const std::size_t begin = at_;
  while (at_ < bytes_.size() && ascii::is_alpha(bytes_[at_])) ++at_;
  Token token{Token::Kind::word, bytes_.substr(begin, at_ - begin), {}};
  token.number = number();
  if (bytes_.substr(at_, 1) == " ") ++at_;
  if (token.text != "bin") return token;
  const auto size = static_cast<std::size_t>(std::max(token.number.value_or(0), 0));
  token.kind = Token::Kind::binary;
  token.text = bytes_.substr(at_, size);
  if (token.text.size() < size) is_cut_off_ = true;
  at_ += token.text.size();
  return token;
}

}  // namespace basewalk::worker::rtf
