// SPDX-License-Identifier: MIT
#include "mime/transfer/binhex.h"

#include <array>

namespace basewalk::mime::binhex {
namespace {

constexpr std::string_view kDigits =
    "!\"#$%&'()*+,-012345689@ABCDEFGHIJKLMNPQRSTUVXYZ[`abcdefhijklmpqr";
constexpr std::uint8_t kNoDigit = 64;

constexpr std::array<std::uint8_t, 256> kValues = [] {
  std::array<std::uint8_t, 256> values{};
  for (std::uint8_t& value : values) value = kNoDigit;
  for (std::size_t i = 0; i < kDigits.size(); ++i)
    values[static_cast<unsigned char>(kDigits[i])] = static_cast<std::uint8_t>(i);
  return values;
}();

constexpr bool is_white(char c) { return c == '\r' || c == '\n' || c == ' ' || c == '\t'; }

// The check sum: x^16 + x^12 + x^5 + 1, two zero bytes taken in behind what is summed.
class Sum {
 public:
  void add(std::uint8_t byte) {
    for (unsigned bit = 0x80; bit != 0; bit >>= 1) {
      const bool is_carried = (value_ & 0x8000U) != 0;
      value_ = ((value_ << 1) | ((byte & bit) != 0 ? 1U : 0U)) & 0xFFFFU;
      if (is_carried) value_ ^= 0x1021U;
    }
  }
  unsigned value() {
    add(0);
    add(0);
    return value_;
  }

 private:
  unsigned value_ = 0;
};

// The bytes that stand behind the opening colon.
class Bytes {
 public:
  explicit Bytes(std::string_view block) : rest_(block.substr(1)) {}

  std::optional<std::uint8_t> next() {
    while (repeats_ == 0) {
      const std::optional<std::uint8_t> byte = packed();
      if (!byte) return std::nullopt;
      if (*byte != kRun) return last_ = *byte;
      const std::optional<std::uint8_t> count = packed();
      if (!count) return std::nullopt;
      if (*count == 0) return last_ = kRun;
      repeats_ = *count - 1U;  // one of them was given
    }
    --repeats_;
    return last_;
  }

  std::optional<std::uint32_t> number(int bytes, Sum* sum) {
    std::uint32_t value = 0;
    for (int i = 0; i < bytes; ++i) {
      const std::optional<std::uint8_t> byte = next();
      if (!byte) return std::nullopt;
      if (sum != nullptr) sum->add(*byte);
      value = value << 8 | *byte;
    }
    return value;
  }

 private:
  static constexpr std::uint8_t kRun = 0x90;

  std::optional<std::uint8_t> packed() {
    while (bits_ < 8) {
      while (!rest_.empty() && is_white(rest_.front())) rest_.remove_prefix(1);
      if (rest_.empty()) return std::nullopt;
      const std::uint8_t value = kValues[static_cast<unsigned char>(rest_.front())];
      if (value == kNoDigit) return std::nullopt;
      rest_.remove_prefix(1);
      held_ = (held_ << 6 | value) & 0x3FFFU;
      bits_ += 6;
    }
    bits_ -= 8;
    return static_cast<std::uint8_t>(held_ >> bits_ & 0xFFU);
  }

  std::string_view rest_;
  unsigned held_ = 0, bits_ = 0, repeats_ = 0;
  std::uint8_t last_ = 0;
};

struct Read {
  Header header;
  bool is_sound = true;  // the check sum
};

std::optional<Read> read_header(Bytes& bytes) {
  constexpr std::uint32_t kLongestName = 63;
  constexpr int kVersionTypeCreatorFlags = 1 + 4 + 4 + 2;
  Read read;
  Sum sum;
  const auto length = bytes.number(1, &sum);
  if (!length || *length == 0 || *length > kLongestName) return std::nullopt;
  for (std::uint32_t i = 0; i < *length; ++i) {
    const auto byte = bytes.number(1, &sum);
    if (!byte) return std::nullopt;
    read.header.name += static_cast<char>(*byte);
  }
  if (!bytes.number(kVersionTypeCreatorFlags, &sum)) return std::nullopt;
  const auto data = bytes.number(4, &sum), resources = bytes.number(4, &sum);
  const auto said = bytes.number(2, nullptr);
  if (!data || !resources || !said) return std::nullopt;
  read.header.data_bytes = *data;
  read.header.resource_bytes = *resources;
  read.is_sound = *said == sum.value();
  return read;
}

}  // namespace

std::optional<Header> header_of(std::string_view block) {
  Bytes bytes(block);
  const std::optional<Read> read = read_header(bytes);
  if (!read) return std::nullopt;
  return read->header;
}

std::size_t end_of(std::string_view text, std::size_t begin) {
  for (std::size_t i = begin + 1; i < text.size(); ++i) {
    if (text[i] == ':') return i + 1;
    if (!is_white(text[i]) && kValues[static_cast<unsigned char>(text[i])] == kNoDigit) return i;
  }
  return text.size();
}

std::string_view decode(std::string_view block, Fork fork, std::size_t most, std::string& out) {
  constexpr std::string_view kCut = "is cut off", kSum = "has another check sum than it says";
  Bytes bytes(block);
  const std::optional<Read> read = read_header(bytes);
  if (!read) return kCut;
  bool is_sound = read->is_sound;
  for (const Fork each : {Fork::data, Fork::resources}) {
    Sum sum;
    const bool is_wanted = each == fork;
    std::uint32_t left = each == Fork::data ? read->header.data_bytes : read->header.resource_bytes;
    for (; left > 0; --left) {
      const std::optional<std::uint8_t> byte = bytes.next();
      if (!byte) return kCut;
      if (most-- == 0) return kTooLong;
      sum.add(*byte);
      if (is_wanted) out += static_cast<char>(*byte);
    }
    const auto said = bytes.number(2, nullptr);
    if (!said) return kCut;
    is_sound = is_sound && *said == sum.value();
    if (is_wanted) break;
  }
  return is_sound ? std::string_view() : kSum;
}

}  // namespace basewalk::mime::binhex
