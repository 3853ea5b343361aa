// SPDX-License-Identifier: MIT
#include "worker/program/archives/readers/rar_blocks.h"

#include <zlib.h>

#include <algorithm>

#include "text/binary/numbers.h"

namespace basewalk::worker {
namespace {

using namespace std::string_view_literals;

constexpr std::string_view kRar4 = "Rar!\x1A\x07\0"sv, kRar5 = "Rar!\x1A\x07\x01\0"sv;
// Headers of RAR 4 are no longer; those of RAR 5 have names of 2 KiB and some fields.
constexpr std::size_t kLongestHeader = std::size_t{64} << 10;
constexpr std::size_t kStep = std::size_t{256} << 10;

std::uint32_t crc_of(std::string_view bytes) {
  return static_cast<std::uint32_t>(
      ::crc32_z(0, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
}

// The numbers of RAR 5.0: seven bits a byte, the lowest first; false where they are cut off.
bool take_vint(std::string_view& bytes, std::uint64_t& value) {
  value = 0;
  for (int shift = 0; shift < 64 && !bytes.empty(); shift += 7) {
    const auto byte = static_cast<unsigned char>(bytes.front());
    bytes.remove_prefix(1);
    value |= static_cast<std::uint64_t>(byte & 0x7FU) << shift;
    if ((byte & 0x80U) == 0) return true;
  }
  return false;
}

bool take(std::string_view& bytes, std::size_t count) {
  if (bytes.size() < count) return false;
  bytes.remove_prefix(count);
  return true;
}

// Is there a record of this type among those behind a file's fields?
bool has_record(std::string_view records, std::uint64_t wanted) {
  std::uint64_t size = 0, type = 0;
  while (!records.empty() && take_vint(records, size) && size <= records.size()) {
    std::string_view record = records.substr(0, static_cast<std::size_t>(size));
    records.remove_prefix(static_cast<std::size_t>(size));
    if (take_vint(record, type) && type == wanted) return true;
  }
  return false;
}

bool read_rar5_file(std::string_view fields, RarBlock& block) {
  constexpr std::uint64_t kHasTime = 2, kHasCrc = 4, kSizeUnknown = 8;
  std::uint64_t flags = 0, size = 0, attributes = 0, method = 0, system = 0, length = 0;
  if (!take_vint(fields, flags) || !take_vint(fields, size) || !take_vint(fields, attributes))
    return false;
  if ((flags & kHasTime) != 0 && !take(fields, 4)) return false;
  if ((flags & kHasCrc) != 0) {
    block.crc = static_cast<std::uint32_t>(text::little(fields, 0, 4));
    if (!take(fields, 4)) return false;
  }
  if (!take_vint(fields, method) || !take_vint(fields, system) || !take_vint(fields, length))
    return false;
  if ((flags & kSizeUnknown) == 0) block.size = size;
  block.name = fields.substr(0, static_cast<std::size_t>(std::min<std::uint64_t>(length, 4096)));
  return length <= fields.size();
}

// CRC (2), type (1), flags (2), size (2); where the flags say so the size of the data (4).
// crc(begin, end) is the check sum of those of the bytes.
template <typename Crc>
std::optional<RarBlock> read_rar4(std::string_view bytes, const Crc& crc) {
  constexpr std::uint64_t kMain = 0x73, kFile = 0x74, kService = 0x7A, kEnd = 0x7B;
  constexpr std::uint64_t kHasData = 0x8000, kLarge = 0x100;
  constexpr std::size_t kCommon = 7, kFileBytes = 32;
  const std::uint64_t type = text::little(bytes, 2, 1), flags = text::little(bytes, 3, 2);
  const auto size = static_cast<std::size_t>(text::little(bytes, 5, 2));
  if (size < kCommon || size > bytes.size()) return {};
  const bool is_file = type == kFile || type == kService;
  const bool has_data = (flags & kHasData) != 0 || is_file;
  if (has_data && size < kCommon + 4) return {};
  if ((crc(2, size) & 0xFFFFU) != text::little(bytes, 0, 2)) return {};
  RarBlock block;
  block.header = size;
  if (has_data) block.data = text::little(bytes, kCommon, 4);
  if (type == kMain) {
    block.kind = RarBlock::Kind::main;
    block.is_volume = (flags & 0x1U) != 0;
    block.is_solid = (flags & 0x8U) != 0;
    block.is_encrypted = (flags & 0x80U) != 0;
    block.has_old_comment = (flags & 0x2U) != 0;
  } else if (type == kEnd) {
    block.kind = RarBlock::Kind::end;
  } else if (is_file) {
    const auto name = static_cast<std::size_t>(text::little(bytes, 26, 2));
    const std::size_t begin = kFileBytes + ((flags & kLarge) != 0 ? 8 : 0);
    if (begin + name > size) return {};
    block.kind = type == kFile ? RarBlock::Kind::file : RarBlock::Kind::service;
    block.is_split = (flags & 0x3U) != 0;
    block.is_encrypted = (flags & 0x4U) != 0;
    block.crc = static_cast<std::uint32_t>(text::little(bytes, 16, 4));
    std::uint64_t whole = text::little(bytes, 11, 4);
    if ((flags & kLarge) != 0) {
      block.data |= text::little(bytes, 32, 4) << 32;
      whole |= text::little(bytes, 36, 4) << 32;
    }
    if ((whole & 0xFFFFFFFFU) != 0xFFFFFFFFU) block.size = whole;
    if (block.data > ~std::uint64_t{0} / 2) return {};
    block.name = bytes.substr(begin, name);
    block.name.resize(std::min(block.name.find('\0'), block.name.size()));
  }
  return block;
}

// CRC (4), size, type, flags; where these say so the size of the records at its end, and that of
// the data.
template <typename Crc>
std::optional<RarBlock> read_rar5(std::string_view bytes, const Crc& crc) {
  constexpr std::uint64_t kMain = 1, kFile = 2, kService = 3, kEncryption = 4, kEnd = 5;
  constexpr std::uint64_t kHasRecords = 1, kHasData = 2, kEncryptionRecord = 1;
  if (bytes.size() < 7) return {};
  std::string_view rest = bytes.substr(4);
  std::uint64_t size = 0, type = 0, flags = 0, records = 0;
  RarBlock block;
  if (!take_vint(rest, size) || size > rest.size() || size < 2) return {};
  const std::size_t covered = bytes.size() - 4 - rest.size() + static_cast<std::size_t>(size);
  if (crc(4, 4 + covered) != text::little(bytes, 0, 4)) return {};
  block.header = 4 + covered;
  rest = rest.substr(0, static_cast<std::size_t>(size));
  if (!take_vint(rest, type) || !take_vint(rest, flags)) return {};
  if ((flags & kHasRecords) != 0 && !take_vint(rest, records)) return {};
  if ((flags & kHasData) != 0 && !take_vint(rest, block.data)) return {};
  if (records > rest.size() || block.data > ~std::uint64_t{0} / 2) return {};
  const std::string_view fields = rest.substr(0, rest.size() - static_cast<std::size_t>(records));
  rest.remove_prefix(fields.size());
  if (type == kMain) {
    std::string_view left = fields;
    std::uint64_t what = 0;
    if (!take_vint(left, what)) return {};
    block.kind = RarBlock::Kind::main;
    block.is_volume = (what & 0x1U) != 0;
    block.is_solid = (what & 0x4U) != 0;
  } else if (type == kFile || type == kService) {
    block.kind = type == kFile ? RarBlock::Kind::file : RarBlock::Kind::service;
    if (!read_rar5_file(fields, block)) return {};
    block.is_split = (flags & 0x18U) != 0;
    block.is_encrypted = has_record(rest, kEncryptionRecord);
  } else if (type == kEncryption) {
    block.kind = RarBlock::Kind::encryption;
    block.is_encrypted = true;
  } else if (type == kEnd) {
    block.kind = RarBlock::Kind::end;
  }
  return block;
}

// Could the block of a file begin so?  The type stands behind the size.
bool is_like_file(std::string_view bytes, bool is_rar5) {
  if (!is_rar5) return text::little(bytes, 2, 1) == 0x74;
  std::string_view rest = bytes.substr(std::min<std::size_t>(bytes.size(), 4));
  std::uint64_t size = 0, type = 0;
  return take_vint(rest, size) && take_vint(rest, type) && type == 2;
}

}  // namespace

std::optional<RarBlock> rar4_block(std::string_view bytes) {
  return read_rar4(bytes, [bytes](std::size_t begin, std::size_t end) {
    return crc_of(bytes.substr(begin, end - begin));
  });
}

std::optional<RarBlock> rar5_block(std::string_view bytes) {
  return read_rar5(bytes, [bytes](std::size_t begin, std::size_t end) {
    return crc_of(bytes.substr(begin, end - begin));
  });
}

RarFrame rar_frame(bool is_rar5) {
  if (is_rar5)
    return {"Rar!\x1A\x07\x01\0\xC5\x1A\x33\x32\x03\x01\0\0"sv, "\x19\xB2\x3A\x35\x03\x05\0\0"sv};
  return {"Rar!\x1A\x07\0\xCF\x90\x73\0\0\x0D\0\0\0\0\0\0\0"sv, "\xC4\x3D\x7B\0\x40\x07\0"sv};
}

std::string archive_of_one(std::string_view bytes, const RarBlock& block, bool is_rar5) {
  const RarFrame frame = rar_frame(is_rar5);
  std::string file(bytes);
  const auto header = static_cast<std::size_t>(block.header);
  std::size_t type = 2, begin = 2;
  if (is_rar5) {
    begin = type = 4;
    while ((static_cast<unsigned char>(file[type++]) & 0x80U) != 0) continue;
  }
  file[type] = is_rar5 ? '\x02' : '\x74';
  std::uint32_t sum = crc_of(std::string_view(file).substr(begin, header - begin));
  for (std::size_t i = 0; i < begin; ++i, sum >>= 8) file[i] = static_cast<char>(sum & 0xFF);
  return std::string(frame.before).append(file).append(frame.behind);
}

RarBlocks::RarBlocks(Input& input) : input_(input) {
  const std::string_view first = view(0);
  is_rar5_ = first.starts_with(kRar5);
  if (is_rar5_)
    at_ = kRar5.size();
  else if (first.starts_with(kRar4))
    at_ = kRar4.size();
}

// What stands there, a header's length of it where there is so much.
std::string_view RarBlocks::view(std::uint64_t offset) {
  const std::uint64_t held_end = held_begin_ + held_.size();
  const bool is_held = offset >= held_begin_ && offset <= held_end &&
                       (held_end - offset >= kLongestHeader || held_end == input_.size());
  if (!is_held) {
    held_.resize(kStep);
    held_.resize(input_.read_at(offset, held_.data(), kStep));
    held_begin_ = offset;
    sums_.assign(1, 0);
  }
  return std::string_view(held_).substr(static_cast<std::size_t>(offset - held_begin_));
}

// The check sum of some of the bytes that are held: that of all before their end, without that of
// all before them.
std::uint32_t RarBlocks::crc_of_held(std::size_t begin, std::size_t end) {
  while (sums_.size() <= end) {
    const auto* next = reinterpret_cast<const Bytef*>(held_.data()) + (sums_.size() - 1);
    sums_.push_back(static_cast<std::uint32_t>(::crc32_z(sums_.back(), next, 1)));
  }
  const std::size_t count = end - begin;
  if (operators_.size() <= count) operators_.resize(count + 1, 0);
  std::uint32_t& take_off = operators_[count];
  if (take_off == 0)
    take_off = static_cast<std::uint32_t>(::crc32_combine_gen(static_cast<z_off_t>(count)));
  return static_cast<std::uint32_t>(::crc32_combine_op(sums_[begin], sums_[end], take_off));
}

std::optional<RarBlock> RarBlocks::block_at(std::uint64_t offset) {
  const std::string_view bytes = view(offset);
  if (!is_damaged_) return is_rar5_ ? rar5_block(bytes) : rar4_block(bytes);
  const auto first = static_cast<std::size_t>(offset - held_begin_);
  const auto crc = [this, first](std::size_t begin, std::size_t end) {
    return crc_of_held(first + begin, first + end);
  };
  return is_rar5_ ? read_rar5(bytes, crc) : read_rar4(bytes, crc);
}

std::optional<RarBlock> RarBlocks::next() {
  if (at_ >= input_.size()) return {};
  std::optional<RarBlock> block = block_at(at_);
  if (!block) return {};
  block->begin = at_;
  at_ = std::min(input_.size(), block->end());
  return block;
}

void RarBlocks::search() {
  is_damaged_ = true;
  for (++at_; at_ < input_.size(); ++at_) {
    const std::string_view bytes = view(at_);
    if (bytes.empty()) break;
    if (!is_like_file(bytes, is_rar5_)) continue;
    const std::optional<RarBlock> block = block_at(at_);
    if (block && block->kind == RarBlock::Kind::file) return;
  }
  at_ = input_.size();
}

}  // namespace basewalk::worker
