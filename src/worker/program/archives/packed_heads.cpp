// SPDX-License-Identifier: MIT
#include "worker/program/archives/packed_heads.h"

#include <archive.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>

#include "text/binary/numbers.h"
#include "worker/documents/strings_in.h"
#include "worker/program/archives/readers/filters.h"
#include "worker/programs.h"

namespace basewalk::worker {
namespace {

using namespace std::string_view_literals;

// --- gzip

void tell_gzip_head(std::string_view bytes, DocumentSink& sink) {
  constexpr unsigned kHasExtra = 4, kHasName = 8, kHasComment = 16;
  text::LittleEndian in(bytes);
  std::uint8_t flags = 0;
  if (!in.skip(3) || !in.take(flags) || !in.skip(6)) return;
  std::uint16_t size = 0;
  std::string_view extra;
  if ((flags & kHasExtra) != 0 && (!in.take(size) || !in.take(extra, size))) return;
  tell_strings(extra, "extra field", sink);
  std::string_view rest = bytes.substr(in.at());
  for (const auto& [flag, element] : {std::pair{kHasName, "name"}, {kHasComment, "comment"}}) {
    if ((flags & flag) == 0) continue;
    const std::size_t end = std::min(rest.find('\0'), rest.size());
    tell_strings(rest.substr(0, end), element, sink);
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
}

// --- zstd and lz4

// 3.1.2, which lz4 shares: any of sixteen magic numbers, and a size.
bool is_skipped(std::uint32_t magic) { return (magic & 0xFFFFFFF0U) == 0x184D2A50U; }

// 3.1.1: a header, and blocks up to the last one.  False where it is none, or goes on behind the
// bytes.
bool pass_zstd_frame(text::LittleEndian& in) {
  std::uint8_t descriptor = 0;
  if (!in.take(descriptor)) return false;
  const bool is_single = (descriptor & 0x20) != 0;
  const unsigned size_flag = descriptor >> 6, dictionary_flag = descriptor & 3;
  const unsigned size = size_flag == 0 ? (is_single ? 1U : 0U) : 1U << size_flag;
  const unsigned dictionary = dictionary_flag == 3 ? 4U : dictionary_flag;
  if (!in.skip((is_single ? 0U : 1U) + dictionary + size)) return false;
  for (bool is_last = false; !is_last;) {
    std::uint16_t low = 0;
    std::uint8_t high = 0;
    if (!in.take(low) || !in.take(high)) return false;
    const std::uint32_t head = low | std::uint32_t{high} << 16;
    const unsigned kind = head >> 1 & 3;
    is_last = (head & 1) != 0;
    if (kind == 3 || !in.skip(kind == 1 ? 1 : head >> 3)) return false;
  }
  return (descriptor & 4) == 0 || in.skip(4);
}

// "LZ4 Frame format", 1.6.
bool pass_lz4_frame(text::LittleEndian& in) {
  std::uint8_t flags = 0;
  if (!in.take(flags)) return false;
  const bool has_sums = (flags & 0x10) != 0, has_size = (flags & 8) != 0,
             has_sum = (flags & 4) != 0, has_dictionary = (flags & 1) != 0;
  if (!in.skip(2U + (has_size ? 8U : 0U) + (has_dictionary ? 4U : 0U))) return false;
  for (;;) {
    std::uint32_t size = 0;
    if (!in.take(size)) return false;
    if (size == 0) return !has_sum || in.skip(4);
    if (!in.skip(std::uint64_t{size & 0x7FFFFFFFU} + (has_sums ? 4U : 0U))) return false;
  }
}

void tell_skipped_frames(std::string_view bytes, int filter, DocumentSink& sink) {
  constexpr std::uint32_t kZstd = 0xFD2FB528, kLz4 = 0x184D2204;
  text::LittleEndian in(bytes);
  for (;;) {
    std::uint32_t magic = 0, size = 0;
    std::string_view frame;
    if (!in.take(magic)) return;
    if (is_skipped(magic)) {
      if (!in.take(size) || !in.take(frame, size)) return;
      tell_strings(frame, "skipped frame", sink);
    } else if (filter == ARCHIVE_FILTER_ZSTD ? magic != kZstd || !pass_zstd_frame(in)
                                             : magic != kLz4 || !pass_lz4_frame(in)) {
      return;
    }
  }
}

// --- RPM

constexpr std::size_t kRpmIntro = 16, kRpmEntry = 16;

struct RpmHeads {
  std::size_t end = 0;       // what is packed begins there
  std::string_view entries;  // of the second header: a tag, a type, a place, how many there are
  bool is_sound = true;
};

// "RPM V4 Package format": a lead, and two headers, the first of which is filled up to eight bytes.
RpmHeads rpm_heads(std::string_view bytes) {
  constexpr std::size_t kLead = 96;
  RpmHeads heads{kLead, {}, true};
  const auto number = [&](std::size_t place) { return text::big(bytes, place, 4); };
  for (int i = 0; i < 2; ++i) {
    const std::size_t at = heads.end;
    if (at > bytes.size() || bytes.size() - at < kRpmIntro ||
        !bytes.substr(at).starts_with("\x8E\xAD\xE8"sv))
      return {bytes.size(), {}, false};
    const std::uint64_t of_entries = kRpmEntry * number(at + 8);
    const std::uint64_t size = kRpmIntro + of_entries + number(at + 12);
    if (size > bytes.size() - at) return {bytes.size(), {}, false};
    heads.entries = bytes.substr(at + kRpmIntro, static_cast<std::size_t>(of_entries));
    heads.end += static_cast<std::size_t>(size);
    if (i == 0) heads.end = (heads.end + 7) / 8 * 8;
  }
  return heads;
}

// What is run before and behind an installation, and where other packages are installed.
bool has_scriptlet(std::string_view entries) {
  constexpr std::uint64_t kScriptlets[] = {1023, 1024, 1025, 1026, 1065, 1079,
                                           1151, 1152, 5066, 5076, 5104, 5105};
  for (std::size_t at = 0; at + kRpmEntry <= entries.size(); at += kRpmEntry)
    if (std::ranges::find(kScriptlets, text::big(entries, at, 4)) != std::end(kScriptlets))
      return true;
  return false;
}

void tell_rpm_heads(std::string_view bytes, DocumentSink& sink) {
  const RpmHeads heads = rpm_heads(bytes);
  tell_strings(bytes.substr(0, heads.end), "header", sink);
  if (!heads.is_sound)
    sink.lack(Lack::damaged, "header", "makes no sense; all was searched as text");
  if (has_scriptlet(heads.entries)) sink.lack(Lack::no_opener, "", kScript);
}

}  // namespace

void tell_packed_heads(std::string_view bytes, int filter, DocumentSink& sink) {
  switch (filter) {
    case ARCHIVE_FILTER_ZSTD:
    case ARCHIVE_FILTER_LZ4:
      return tell_skipped_frames(bytes, filter, sink);
    case ARCHIVE_FILTER_RPM:
      return tell_rpm_heads(bytes, sink);
    default:
      return;
  }
}

bool tell_gzip_heads(std::string_view bytes, std::uint64_t most, DocumentSink& sink) {
  return is_sound_gzip(bytes, most, [&](std::string_view member) { tell_gzip_head(member, sink); });
}

}  // namespace basewalk::worker
