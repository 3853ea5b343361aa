// SPDX-License-Identifier: MIT
//
// Dovecot's dbox: a file of sdbox (u.17) has one message, one of mdbox (m.17) many (Dovecot's
// src/lib-storage/index/dbox-common/dbox-file.h defines it).  A line "2 M1e C5f5e1000" first; then
// for each message
//
//     \1 \2 N, blanks, its size in 16 hexadecimal digits, and a line end,
//     the message,
//     an empty line, \1 \3 in a line, lines with what Dovecot knows of it, an empty line.
#include "archive/box/counted.h"
#include "archive/box/families.h"
#include "text/ascii.h"

namespace basewalk::archive {
namespace {

constexpr std::string_view kBefore = "\1\2";
constexpr std::string_view kBehind = "\1\3";

class DboxSplitter final : public CountedSplitter {
  enum class At : unsigned char { header, behind, mark, knowledge, between };

  Meaning meaning(std::string_view line) override;
  void behind_message() override { at_ = At::behind; }

  At at_ = At::header;
};

// The size that a line announces, which is its last word.
std::optional<std::uint64_t> size_of(std::string_view line) {
  if (!line.starts_with(kBefore)) return {};
  const std::string_view word = line.substr(line.rfind(' ') + 1);
  const Digits size = digits_of(word, 16);
  if (size.count != 16 || size.count != word.size()) return {};
  return size.value;
}

CountedSplitter::Meaning DboxSplitter::meaning(std::string_view line) {
  if (const std::optional<std::uint64_t> size = size_of(line)) {
    at_ = At::behind;
    return {Meaning::Is::message, *size};
  }
  bool as_it_should = true;
  switch (at_) {
    case At::header:
      at_ = At::between;
      break;
    case At::behind:
      as_it_should = line.empty();
      at_ = At::mark;
      break;
    case At::mark:
      as_it_should = line == kBehind;
      at_ = At::knowledge;
      break;
    case At::knowledge:
      if (line.empty()) at_ = At::between;
      break;
    case At::between:
      as_it_should = line.empty();
  }
  return {as_it_should ? Meaning::Is::filler : Meaning::Is::lost};
}

}  // namespace

bool is_dbox(std::string_view head) {
  const std::size_t end = head.substr(0, 200).find('\n');
  if (end == head.npos || !head.starts_with("2 M")) return false;
  return head.size() == end + 1 || head.substr(end + 1).starts_with(kBefore);
}

std::unique_ptr<Splitter> split_dbox() { return std::make_unique<DboxSplitter>(); }

}  // namespace basewalk::archive
