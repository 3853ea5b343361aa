// SPDX-License-Identifier: MIT
#include "worker/program/archives/between_members.h"

#include <archive.h>

#include <algorithm>
#include <string>

#include "text/ascii.h"
#include "text/binary/numbers.h"
#include "worker/documents/rest.h"
#include "worker/documents/strings_in.h"

namespace basewalk::worker {
namespace {

constexpr std::size_t kBlock = 512;

// What members are filled up to.
std::size_t unit_of(int format) {
  switch (format & ARCHIVE_FORMAT_BASE_MASK) {
    case ARCHIVE_FORMAT_TAR:
      return kBlock;
    case ARCHIVE_FORMAT_AR:
      return 2;
    default:
      break;
  }
  switch (format) {
    case ARCHIVE_FORMAT_CPIO_SVR4_NOCRC:
    case ARCHIVE_FORMAT_CPIO_SVR4_CRC:
      return 4;
    case ARCHIVE_FORMAT_CPIO_BIN_LE:
    case ARCHIVE_FORMAT_CPIO_BIN_BE:
      return 2;
    default:
      return 1;
  }
}

// --- tar

// POSIX 1003.1, pax, "ustar Interchange Format".
struct Field {
  std::size_t at, size;
  bool is_name = false;
};
constexpr Field kFields[] = {{0, 100, true}, {100, 8},         {108, 8},  {116, 8},
                             {124, 12},      {136, 12},        {156, 1},  {157, 100, true},
                             {257, 8},       {265, 32},        {297, 32}, {329, 8},
                             {337, 8},       {345, 155, true}, {500, 12}};
constexpr std::size_t kSizeAt = 124, kSumAt = 148, kKindAt = 156;

std::uint64_t octal(std::string_view digits) {
  std::uint64_t value = 0;
  for (const char c : ascii::trim(digits)) {
    if (c < '0' || c > '7') break;
    value = (value << 3) | static_cast<std::uint64_t>(c - '0');
  }
  return value;
}

bool is_header(std::string_view block) {
  if (block.size() < kBlock) return false;
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < kBlock; ++i)
    sum += i >= kSumAt && i < kSumAt + 8 ? static_cast<unsigned char>(' ')
                                         : static_cast<unsigned char>(block[i]);
  // Eight digits are more than any sum has; blanks may stand before them.
  return sum != 8 * ' ' && octal(block.substr(kSumAt, 8)) == sum;
}

// Of a name what stands behind its end; it is told with the member.
void add_field(std::string_view field, bool is_name, std::string& text) {
  if (is_name) field.remove_prefix(std::min(field.find('\0'), field.size()));
  text.append(field) += '\n';
}

// "12 path=a/b\n": those that name the member are left out.
void add_records(std::string_view records, std::string& text) {
  while (!records.empty()) {
    std::size_t size = 0, digits = 0;
    while (digits < records.size() && digits < 8 && ascii::is_digit(records[digits]))
      size = size * 10 + static_cast<std::size_t>(records[digits++] - '0');
    const bool is_record = digits > 0 && digits < records.size() && records[digits] == ' ' &&
                           size > digits && size <= records.size();
    if (!is_record) size = records.size();
    const std::string_view value =
        records.substr(is_record ? digits + 1 : 0, is_record ? size - digits - 1 : size);
    if (!is_record || (!value.starts_with("path=") && !value.starts_with("linkpath=")))
      text.append(value) += '\n';
    records.remove_prefix(size);
  }
}

// The headers of one member, and whatever else stands among them, block by block.
void add_tar_head(std::string_view head, std::string& text) {
  while (!head.empty()) {
    const std::string_view block = head.substr(0, kBlock);
    head.remove_prefix(block.size());
    if (!is_header(block)) {
      text += block;
      continue;
    }
    text += '\n';
    for (const Field& field : kFields)
      add_field(block.substr(field.at, field.size), field.is_name, text);
    const char kind = block[kKindAt];
    const bool is_records = kind == 'x' || kind == 'g' || kind == 'X';
    const bool is_name = kind == 'L' || kind == 'K';
    if (!is_records && !is_name) continue;
    const auto size = static_cast<std::size_t>(
        std::min<std::uint64_t>(octal(block.substr(kSizeAt, 12)), head.size()));
    if (is_records)
      add_records(head.substr(0, size), text);
    else
      add_field(head.substr(0, size), true, text);
    head.remove_prefix(size);
    const std::size_t filled = std::min((kBlock - size % kBlock) % kBlock, head.size());
    text += head.substr(0, filled);
    head.remove_prefix(filled);
  }
}

// --- LHA

// Header levels 0 to 3 by where the level stands: a part of a fixed form, in two of them with the
// name in it, then headers that follow one another, each with its kind, its data and the size of
// the next one.  What is behind them are the bytes.
void add_lha_head(std::string_view bytes, std::string& text) {
  constexpr std::size_t kLevelAt = 20, kNameAt = 21;
  constexpr unsigned kName = 1, kFolder = 2;
  if (bytes.size() <= kNameAt) return;
  const std::uint64_t level = text::little(bytes, kLevelAt, 1);
  const std::size_t width = level == 3 ? 4 : 2;
  std::size_t at = level == 3 ? 28 : 24;
  if (level < 2) {
    const auto base = static_cast<std::size_t>(
        std::min<std::uint64_t>(2 + text::little(bytes, 0, 1), bytes.size()));
    const auto name = static_cast<std::size_t>(kNameAt + 1 + text::little(bytes, kNameAt, 1));
    if (name < base) text.append(bytes.substr(name, base - name)) += '\n';
    if (level == 0 || base < width) return;
    at = base - width;
  }
  for (std::uint64_t size = text::little(bytes, at, width); size > width;
       size = text::little(bytes, at, width)) {
    at += width;
    if (at >= bytes.size() || size > bytes.size() - at) break;
    const auto whole = static_cast<std::size_t>(size);
    const std::uint64_t kind = text::little(bytes, at, 1);
    if (kind != kName && kind != kFolder)
      text.append(bytes.substr(at + 1, whole - width - 1)) += '\n';
    at += whole - width;
  }
}

// --- cpio, ar

// Behind the name, which ends with a zero.
std::size_t cpio_name_end(int format, std::string_view head) {
  std::size_t name = 26;
  if (format == ARCHIVE_FORMAT_CPIO_SVR4_NOCRC || format == ARCHIVE_FORMAT_CPIO_SVR4_CRC)
    name = 110;
  else if (format == ARCHIVE_FORMAT_CPIO_POSIX)
    name = 76;
  return std::min(head.find('\0', std::min(name, head.size())), head.size());
}

}  // namespace

bool BetweenMembers::knows(int format) {
  format &= ARCHIVE_FORMAT_BASE_MASK;
  return format == ARCHIVE_FORMAT_TAR || format == ARCHIVE_FORMAT_CPIO ||
         format == ARCHIVE_FORMAT_AR || format == ARCHIVE_FORMAT_LHA;
}

std::size_t BetweenMembers::bounded(std::uint64_t at) const {
  return static_cast<std::size_t>(std::min<std::uint64_t>(at, archive_.size()));
}

void BetweenMembers::tell_head(int format, std::size_t begin, std::size_t end) {
  begin = std::max(begin, told_);
  if (end <= begin) return;
  std::string_view head = archive_.substr(begin, end - begin);
  const int base = format & ARCHIVE_FORMAT_BASE_MASK;
  if (base == ARCHIVE_FORMAT_TAR) {
    std::string text;
    add_tar_head(head, text);
    return tell_strings(text, "header", sink_);
  }
  if (base == ARCHIVE_FORMAT_LHA) {
    std::string text;
    // Where it begins behind a program that unpacks it nothing says.
    if (head.starts_with("MZ"))
      text = head;
    else
      add_lha_head(head, text);
    return tell_strings(text, "header", sink_);
  }
  constexpr std::size_t kArName = 16;
  head.remove_prefix(base == ARCHIVE_FORMAT_CPIO ? cpio_name_end(format, head)
                                                 : std::min(kArName, head.size()));
  tell_strings(head, "header", sink_);
}

void BetweenMembers::member(int format, std::uint64_t header, std::uint64_t size,
                            std::uint64_t end) {
  is_tar_ = (format & ARCHIVE_FORMAT_BASE_MASK) == ARCHIVE_FORMAT_TAR;
  // Of these the header says how long it is, and the bytes are packed.
  if ((format & ARCHIVE_FORMAT_BASE_MASK) == ARCHIVE_FORMAT_LHA)
    return unknown_member(format, header, end);
  const std::size_t stop = bounded(end), unit = unit_of(format);
  const std::uint64_t filled = (unit - size % unit) % unit;
  if (size > stop || filled > stop - size) return unknown_member(format, header, end);
  const std::size_t data_end = stop - static_cast<std::size_t>(filled);
  const std::size_t data = data_end - static_cast<std::size_t>(size);
  const std::size_t begin = bounded(header);
  if (begin > told_) tell_strings(archive_.substr(told_, begin - told_), "header", sink_);
  tell_head(format, begin, data);
  tell_strings(archive_.substr(data_end, stop - data_end), "header", sink_);
  told_ = std::max(told_, stop);
}

void BetweenMembers::unknown_member(int format, std::uint64_t header, std::uint64_t end) {
  is_tar_ = (format & ARCHIVE_FORMAT_BASE_MASK) == ARCHIVE_FORMAT_TAR;
  const std::size_t begin = bounded(header), stop = bounded(end);
  if (begin > told_) tell_strings(archive_.substr(told_, begin - told_), "header", sink_);
  tell_head(format, begin, stop);
  told_ = std::max(told_, stop);
}

// Of a tar it ends with zeros, and so do most files; of the others with a last header, behind which
// their reader stops.
void BetweenMembers::end(std::uint64_t stop, std::uint64_t& left) {
  std::string_view rest = archive_.substr(told_);
  if (is_tar_) {
    rest.remove_prefix(std::min(rest.find_first_not_of('\0'), rest.size()));
    tell_rest(rest, left, sink_);
  } else {
    tell_strings(archive_.substr(told_, bounded(stop) - std::min(bounded(stop), told_)), "header",
                 sink_);
  }
}

}  // namespace basewalk::worker
