// SPDX-License-Identifier: MIT
#include "worker/documents/picture/end.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <unordered_set>
#include <vector>

#include "text/binary/numbers.h"

namespace basewalk::worker {
namespace {

using namespace std::string_view_literals;
using End = std::optional<std::size_t>;

unsigned byte(std::string_view bytes, std::size_t at) {
  return static_cast<unsigned char>(bytes[at]);
}

End within(std::string_view bytes, std::uint64_t end) {
  return static_cast<std::size_t>(std::min<std::uint64_t>(end, bytes.size()));
}

// PNG, third edition, 5.3: length, type, data, CRC.  Programs show one without its last chunk, too:
// it ends where its chunks do.
End end_of_png(std::string_view bytes) {
  constexpr std::size_t kSignature = 8, kAround = 12;
  bool has_pixels = false;
  std::size_t at = kSignature;
  while (at <= bytes.size() && bytes.size() - at >= kAround) {
    const std::uint64_t size = text::big(bytes, at, 4);
    const std::string_view type = bytes.substr(at + 4, 4);
    const bool has_room = size <= bytes.size() - at - kAround;
    if (!has_room && (!has_pixels || type == "IDAT")) return {};
    if (!has_room) break;
    has_pixels = has_pixels || type == "IDAT";
    at += kAround + static_cast<std::size_t>(size);
    if (type == "IEND") return at;
  }
  return has_pixels ? End(at) : End();
}

// ITU T.81, B.1: a marker is FF and what is neither 00 nor FF; in what is coded, 00 behind FF is
// none, and eight of them (RST) go on with it.
End end_of_jpeg(std::string_view bytes) {
  constexpr unsigned kEnd = 0xD9, kFirstRestart = 0xD0, kStart = 0xD8;
  std::size_t at = 2;
  for (;;) {
    at = bytes.find('\xFF', at);
    if (at == bytes.npos || bytes.size() - at < 2) return {};
    const unsigned marker = byte(bytes, ++at);
    if (marker == 0xFF) continue;
    ++at;
    if (marker == kEnd) return at;
    if (marker <= 1 || (marker >= kFirstRestart && marker <= kStart)) continue;
    if (bytes.size() - at < 2) return {};
    const auto size = static_cast<std::size_t>(text::big(bytes, at, 2));
    if (size < 2 || size > bytes.size() - at) return {};
    at += size;
  }
}

// GIF89a 15: blocks of up to 255 bytes, behind the last of which stands a zero.
bool pass_blocks(text::LittleEndian& in) {
  for (std::uint8_t size = 0; in.take(size);) {
    if (size == 0) return true;
    if (!in.skip(size)) return false;
  }
  return false;
}

End end_of_gif(std::string_view bytes) {
  constexpr std::uint8_t kImage = 0x2C, kExtension = 0x21, kTrailer = 0x3B;
  text::LittleEndian in(bytes);
  std::uint8_t flags = 0, kind = 0;
  const auto pass_colours = [&] {
    return (flags & 0x80) == 0 || in.skip(3U * (2U << (flags & 7U)));
  };
  if (!in.skip(10) || !in.take(flags) || !in.skip(2) || !pass_colours()) return {};
  while (in.take(kind)) {
    if (kind == kTrailer) return in.at();
    if (kind == kExtension
            ? !in.skip(1)
            : kind != kImage || !in.skip(8) || !in.take(flags) || !pass_colours() || !in.skip(1))
      return {};
    if (!pass_blocks(in)) return {};
  }
  return {};
}

// RIFF: a size, filled up to an even number.
End end_of_webp(std::string_view bytes) {
  text::LittleEndian in(bytes, 4);
  std::uint32_t size = 0;
  if (!in.take(size)) return {};
  const std::uint64_t end = std::uint64_t{size} + 8 + size % 2;
  return within(bytes, end);
}

// [MS-WMF] 3.1.6: pairs of bytes; behind a zero stand an order or a count.
End end_of_runs(std::string_view bytes, std::uint64_t from, bool is_half) {
  for (std::uint64_t at = from; at + 2 <= bytes.size();) {
    const unsigned first = byte(bytes, static_cast<std::size_t>(at));
    const unsigned second = byte(bytes, static_cast<std::size_t>(at) + 1);
    at += 2;
    if (first != 0 || second == 0) continue;
    if (second == 1) return static_cast<std::size_t>(at);
    const unsigned size = is_half ? (second + 1) / 2 : second;
    at += second == 2 ? 2 : size + size % 2;
  }
  return {};
}

// Where the rows end; a profile of colours may stand behind them (BITMAPV5HEADER).
End end_of_bmp(std::string_view bytes) {
  constexpr std::size_t kHeadAt = 14;
  text::LittleEndian in(bytes, 10);
  std::uint32_t pixels = 0, head = 0, packing = 0;
  std::uint64_t width = 0, rows = 0;
  std::uint16_t bits = 0;
  if (!in.take(pixels) || !in.take(head)) return {};
  if (head == 12) {
    std::uint16_t columns = 0, lines = 0;
    if (!in.take(columns) || !in.take(lines) || !in.skip(2) || !in.take(bits)) return {};
    width = columns;
    rows = lines;
  } else {
    std::uint32_t columns = 0, lines = 0;
    if (!in.take(columns) || !in.take(lines) || !in.skip(2) || !in.take(bits) || !in.take(packing))
      return {};
    width = columns;
    rows = static_cast<std::int32_t>(lines) < 0 ? std::uint64_t{~lines} + 1 : lines;
  }
  constexpr std::uint32_t kRle8 = 1, kRle4 = 2;
  std::uint64_t end = 0;
  if (packing == kRle8 || packing == kRle4) {
    const End runs = end_of_runs(bytes, pixels, packing == kRle4);
    if (!runs) return {};
    end = *runs;
  } else {
    const std::uint64_t stride = (width * bits + 31) / 32 * 4;
    if (stride != 0 && rows > bytes.size() / stride) return {};
    end = pixels + stride * rows;
  }
  constexpr std::uint32_t kVersion5 = 124;
  std::uint32_t profile = 0, profile_size = 0;
  text::LittleEndian at_profile(bytes, kHeadAt + 112);
  if (head >= kVersion5 && at_profile.take(profile) && at_profile.take(profile_size) &&
      profile != 0)
    end = std::max(end, std::uint64_t{kHeadAt} + profile + profile_size);
  return within(bytes, end);
}

// TIFF 6.0, 2: directories of entries, each a tag, a type, a count and a value, or its place.  What
// none of them leads to is none of it.
class Tiff {
 public:
  explicit Tiff(std::string_view bytes)
      : bytes_(bytes), is_little_(bytes[0] == 'I'), most_(bytes.size() + 1024) {}

  End end() {
    directories_.push_back(number(4, 4));
    while (!directories_.empty()) {
      const std::uint64_t at = directories_.back();
      directories_.pop_back();
      if (at == 0 || !seen_.insert(at).second) continue;
      if (!read_directory(at)) return {};
    }
    return end_ == 0 ? End() : within(bytes_, end_);
  }

 private:
  static constexpr std::uint64_t kEntry = 12;

  // Zeros stand for what is behind the end.
  std::uint64_t number(std::uint64_t at, std::size_t size) const {
    if (at > bytes_.size() || size > bytes_.size() - at) return 0;
    return is_little_ ? text::little(bytes_, at, size) : text::big(bytes_, at, size);
  }
  void reach(std::uint64_t begin, std::uint64_t size) { end_ = std::max(end_, begin + size); }
  bool spend(std::uint64_t work) {
    if (work > most_) return false;
    most_ -= work;
    return true;
  }

  // False where they are more than the bytes could have in order.
  bool read_directory(std::uint64_t at) {
    const std::uint64_t count = number(at, 2);
    if (!spend(2 + count * kEntry)) return false;
    offsets_ = sizes_ = {};
    for (std::uint64_t i = 0; i < count; ++i)
      if (!read_entry(at + 2 + i * kEntry)) return false;
    reach(at, 2 + count * kEntry + 4);
    directories_.push_back(number(at + 2 + count * kEntry, 4));
    // Strips or tiles, and as many sizes.
    const std::uint64_t pieces = std::min(offsets_.count, sizes_.count);
    if (!spend(pieces)) return false;
    for (std::uint64_t i = 0; i < pieces; ++i) reach(value(offsets_, i), value(sizes_, i));
    return true;
  }

  struct Values {
    std::uint64_t at = 0, count = 0;
    std::size_t size = 4;
  };
  std::uint64_t value(const Values& values, std::uint64_t i) const {
    return number(values.at + i * values.size, values.size);
  }

  bool read_entry(std::uint64_t at) {
    constexpr std::size_t kSizes[] = {1, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4};
    constexpr std::uint64_t kStrips = 273, kStripSizes = 279, kTiles = 324, kTileSizes = 325,
                            kDirectories = 330, kExif = 34665, kPlace = 34853, kInterchange = 40965,
                            kJpeg = 513, kJpegSize = 514;
    const std::uint64_t tag = number(at, 2), type = number(at + 2, 2), count = number(at + 4, 4);
    const std::size_t size = type < std::size(kSizes) ? kSizes[type] : 1;
    Values values{at + 8, count, size};
    if (size * count > 4) {
      values.at = number(at + 8, 4);
      reach(values.at, size * count);
    }
    if (tag == kStrips || tag == kTiles || tag == kJpeg) offsets_ = values;
    if (tag == kStripSizes || tag == kTileSizes || tag == kJpegSize) sizes_ = values;
    if (tag != kDirectories && tag != kExif && tag != kPlace && tag != kInterchange) return true;
    if (!spend(count)) return false;
    for (std::uint64_t i = 0; i < count; ++i) directories_.push_back(value(values, i));
    return true;
  }

  std::string_view bytes_;
  bool is_little_;
  std::uint64_t most_, end_ = 0;
  std::vector<std::uint64_t> directories_;
  std::unordered_set<std::uint64_t> seen_;
  Values offsets_, sizes_;
};

}  // namespace

std::optional<std::size_t> end_of_picture(std::string_view bytes) {
  if (bytes.starts_with("\x89PNG\r\n\x1A\n"sv)) return end_of_png(bytes);
  if (bytes.starts_with("\xFF\xD8\xFF"sv)) return end_of_jpeg(bytes);
  if (bytes.starts_with("GIF8"sv)) return end_of_gif(bytes);
  if (bytes.size() >= 12 && bytes.substr(8).starts_with("WEBP"sv)) return end_of_webp(bytes);
  if (bytes.starts_with("BM"sv)) return end_of_bmp(bytes);
  if (bytes.starts_with("II*\0"sv) || bytes.starts_with("MM\0*"sv)) return Tiff(bytes).end();
  return {};
}

}  // namespace basewalk::worker
