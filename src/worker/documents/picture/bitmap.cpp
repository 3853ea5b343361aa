// SPDX-License-Identifier: MIT
//
// Bitmaps of Windows (BITMAPINFOHEADER and those before and behind it), and the plain PGM and PPM
// that pictures in a PDF come as.
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string_view>

#include "text/ascii.h"
#include "text/binary/numbers.h"
#include "worker/documents/picture/raster.h"

namespace basewalk::worker {
namespace {

constexpr std::uint32_t kPlain = 0, kRle8 = 1, kRle4 = 2, kBitFields = 3;

class Bitmap {
 public:
  Bitmap(std::string_view bytes, Frames& frames) : bytes_(bytes), frames_(frames) {}

  void decode() {
    if (!read_head()) return frames_.damaged();
    const auto rows = static_cast<std::uint32_t>(std::abs(height_));
    if (!frames_.may_take(width_, rows)) return;
    raster_.resize(width_, rows);
    if (packing_ == kRle8 || packing_ == kRle4)
      unpack();
    else
      read_rows();
    frames_.take(raster_);
  }

 private:
  bool read_head() {
    text::LittleEndian in(bytes_);
    std::uint32_t head = 0;
    std::uint16_t planes = 0, bits = 0;
    if (!in.skip(10) || !in.take(pixels_) || !in.take(head)) return false;
    const std::size_t behind_file_head = in.at() - 4;
    if (head == 12) {
      std::uint16_t width = 0, height = 0;
      if (!in.take(width) || !in.take(height) || !in.take(planes) || !in.take(bits)) return false;
      width_ = width;
      height_ = height;
    } else {
      std::uint32_t height = 0, ignored = 0;
      if (head < 40 || !in.take(width_) || !in.take(height) || !in.take(planes) || !in.take(bits) ||
          !in.take(packing_) || !in.skip(12) || !in.take(colours_) || !in.take(ignored))
        return false;
      height_ = static_cast<std::int32_t>(height);
    }
    bits_ = bits;
    if (height_ == 0 || height_ == INT32_MIN || packing_ > kBitFields) return false;
    if (packing_ == kBitFields)
      for (std::uint32_t& mask : masks_)
        if (!in.take(mask)) return false;
    if (packing_ != kBitFields && bits_ == 16) masks_ = {0x7C00, 0x3E0, 0x1F};
    if (bits_ != 1 && bits_ != 4 && bits_ != 8 && bits_ != 16 && bits_ != 24 && bits_ != 32)
      return false;
    return bits_ > 8 || read_colours(std::uint64_t{behind_file_head} + head, head == 12 ? 3 : 4);
  }

  bool read_colours(std::uint64_t place, std::size_t size) {
    if (place >= bytes_.size()) return false;
    const auto at = static_cast<std::size_t>(place);
    const std::size_t most = std::size_t{1} << bits_;
    const std::size_t count = colours_ == 0 ? most : std::min<std::size_t>(colours_, most);
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t begin = at + i * size;
      if (begin + 3 > bytes_.size()) return i > 0;
      palette_[i] = grey_of(byte(begin + 2), byte(begin + 1), byte(begin));
    }
    return true;
  }

  unsigned byte(std::size_t at) const {
    return at < bytes_.size() ? static_cast<unsigned char>(bytes_[at]) : 0u;
  }
  // From the bottom up, unless the height is negative.
  std::uint8_t* row(std::uint32_t y) {
    const std::uint32_t from_top = height_ < 0 ? y : raster_.height - 1 - y;
    return raster_.grey.data() + std::size_t{from_top} * raster_.width;
  }

  void read_rows() {
    const std::size_t stride = ((std::size_t{width_} * bits_ + 31) / 32) * 4;
    for (std::uint32_t y = 0; y < raster_.height; ++y) {
      const std::uint64_t place = pixels_ + std::uint64_t{y} * stride;
      if (place + stride > bytes_.size() + 3) return frames_.damaged();
      const auto begin = static_cast<std::size_t>(place);
      std::uint8_t* const out = row(y);
      for (std::uint32_t x = 0; x < width_; ++x) out[x] = pixel(begin, x);
    }
  }

  std::uint8_t pixel(std::size_t begin, std::size_t x) const {
    if (bits_ <= 8) {
      const std::size_t bit = x * bits_;
      const unsigned shift = 8 - bits_ - static_cast<unsigned>(bit % 8);
      return palette_[(byte(begin + bit / 8) >> shift) & ((1U << bits_) - 1)];
    }
    const std::size_t at = begin + x * (bits_ / 8);
    if (bits_ == 24 || (bits_ == 32 && packing_ != kBitFields))
      return grey_of(byte(at + 2), byte(at + 1), byte(at));
    std::uint32_t value = byte(at) | (byte(at + 1) << 8);
    if (bits_ == 32) value |= (byte(at + 2) << 16) | (byte(at + 3) << 24);
    return grey_of(channel(value, masks_[0]), channel(value, masks_[1]), channel(value, masks_[2]));
  }
  static unsigned channel(std::uint32_t value, std::uint32_t mask) {
    if (mask == 0) return 0;
    const std::uint32_t lowest = mask & (~mask + 1);
    const std::uint64_t most = mask / lowest;
    return static_cast<unsigned>((std::uint64_t{value & mask} / lowest) * 255 / most);
  }

  void unpack() {
    std::uint64_t x = 0, y = 0;
    const auto put = [&](unsigned colour) {
      if (x < width_ && y < raster_.height)
        row(static_cast<std::uint32_t>(y))[x] = palette_[colour];
      ++x;
    };
    const bool is_half = packing_ == kRle4;
    for (std::size_t at = pixels_; at + 1 < bytes_.size();) {
      const unsigned count = byte(at), value = byte(at + 1);
      at += 2;
      if (count > 0) {
        for (unsigned i = 0; i < count; ++i)
          put(!is_half ? value : (i % 2 == 0 ? value >> 4 : value & 15U));
      } else if (value == 0) {
        x = 0;
        ++y;
      } else if (value == 1) {
        return;
      } else if (value == 2) {
        x += byte(at);
        y += byte(at + 1);
        at += 2;
      } else {
        for (unsigned i = 0; i < value; ++i) {
          const unsigned packed = byte(at + (is_half ? i / 2 : i));
          put(!is_half ? packed : (i % 2 == 0 ? packed >> 4 : packed & 15U));
        }
        const std::size_t size = is_half ? (value + 1) / 2 : value;
        at += size + size % 2;
      }
    }
    frames_.damaged();
  }

  std::string_view bytes_;
  Frames& frames_;
  Raster raster_;
  std::uint32_t width_ = 0, pixels_ = 0, packing_ = kPlain, colours_ = 0;
  std::int32_t height_ = 0;
  unsigned bits_ = 0;
  std::array<std::uint32_t, 3> masks_{0xFF0000, 0xFF00, 0xFF};
  std::array<std::uint8_t, 256> palette_{};
};

// A number of the header, behind blanks and comments.
std::optional<std::uint32_t> take_number(std::string_view bytes, std::size_t& at) {
  while (at < bytes.size() && (ascii::is_space(bytes[at]) || bytes[at] == '#')) {
    if (bytes[at] == '#') at = std::min(bytes.find('\n', at), bytes.size() - 1);
    ++at;
  }
  std::uint32_t number = 0;
  const std::size_t begin = at;
  while (at < bytes.size() && ascii::is_digit(bytes[at]) && at - begin < 9)
    number = number * 10 + static_cast<std::uint32_t>(bytes[at++] - '0');
  return at > begin ? std::optional(number) : std::nullopt;
}

}  // namespace

void decode_bmp(std::string_view bytes, Frames& frames) { Bitmap(bytes, frames).decode(); }

void decode_pnm(std::string_view bytes, Frames& frames) {
  const std::size_t channels = bytes[1] == '6' ? 3 : 1;
  std::size_t at = 2;
  const auto width = take_number(bytes, at), height = take_number(bytes, at),
             most = take_number(bytes, at);
  if (!width || !height || !most || *most == 0 || *most > 255) return frames.damaged();
  if (!frames.may_take(*width, *height)) return;
  ++at;
  Raster raster;
  raster.resize(*width, *height);
  if (bytes.size() < at || (bytes.size() - at) / channels < raster.grey.size()) frames.damaged();
  const auto byte = [&](std::size_t i) {
    return std::min(static_cast<unsigned char>(bytes[i]) * 255u / *most, 255u);
  };
  for (std::size_t i = 0; i < raster.grey.size() && at + channels <= bytes.size();
       ++i, at += channels)
    raster.grey[i] = channels == 1 ? static_cast<std::uint8_t>(byte(at))
                                   : grey_of(byte(at), byte(at + 1), byte(at + 2));
  frames.take(raster);
}

}  // namespace basewalk::worker
