// SPDX-License-Identifier: MIT
#include "bundle/page/out.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>

#include "text/find.h"

namespace basewalk::bundle {
namespace {

constexpr std::string_view kDigits =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

// Twelve bits at a time.
constexpr auto kPairs = [] {
  std::array<std::array<char, 2>, 4096> pairs{};
  for (std::size_t i = 0; i < 4096; ++i) pairs[i] = {kDigits[i >> 6], kDigits[i & 63]};
  return pairs;
}();

constexpr std::size_t kAtATime = 48 * 1024;  // a multiple of three

}  // namespace

void AttributeOut::write(std::string_view text) {
  while (!text.empty()) {
    const std::size_t special =
        xml_ ? text::find_any<'&', '"', '<'>(text, 0) : text::find_any<'&', '"'>(text, 0);
    if (special > 0) to_.write(text.substr(0, special));
    if (special == text.size()) return;
    to_.write(text[special] == '&' ? "&amp;" : text[special] == '<' ? "&lt;" : "&quot;");
    text.remove_prefix(special + 1);
  }
}

// "</style" means nothing in CSS outside strings, comments and url(), where "<\/style" is the same.
void StyleOut::write(std::string_view text) {
  if (text.empty()) return;
  if (last_ == '<' && text.front() == '/') to_.write("\\");
  last_ = text.back();
  while (true) {
    const std::size_t end_tag = text.find("</");
    if (end_tag == std::string_view::npos) break;
    to_.write(text.substr(0, end_tag + 1));
    to_.write("\\");
    text.remove_prefix(end_tag + 1);
  }
  to_.write(text);
}

void Base64Out::write(std::string_view bytes) {
  if (!left_.empty()) {
    const std::size_t missing = std::min(3 - left_.size(), bytes.size());
    left_ += bytes.substr(0, missing);
    bytes.remove_prefix(missing);
    if (left_.size() < 3) return;
    groups(left_);
    left_.clear();
  }
  const std::size_t whole = bytes.size() / 3 * 3;
  groups(bytes.substr(0, whole));
  left_ = bytes.substr(whole);
}

void Base64Out::groups(std::string_view bytes) {
  while (!bytes.empty()) {
    const std::string_view now = bytes.substr(0, kAtATime);
    bytes.remove_prefix(now.size());
    encoded_.resize(now.size() / 3 * 4);
    char* to = encoded_.data();
    const auto* from = reinterpret_cast<const unsigned char*>(now.data());
    for (std::size_t left = now.size() / 3; left > 0; --left, from += 3, to += 4) {
      const std::uint32_t bits = static_cast<std::uint32_t>(from[0]) << 16 |
                                 static_cast<std::uint32_t>(from[1]) << 8 | from[2];
      std::memcpy(to, kPairs[bits >> 12].data(), 2);
      std::memcpy(to + 2, kPairs[bits & 4095].data(), 2);
    }
    to_.write(encoded_);
  }
}

// Where one or two bytes are left the digits that stand for none are padding.
void Base64Out::finish() {
  if (left_.empty()) return;
  const std::size_t size = left_.size();
  left_.resize(3, '\0');
  StringOut last;
  Base64Out(last).groups(left_);
  last.text().replace(size + 1, 3 - size, 3 - size, '=');
  to_.write(last.text());
  left_.clear();
}

}  // namespace basewalk::bundle
