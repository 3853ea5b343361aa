// SPDX-License-Identifier: MIT
//
// Of a PNG that is cut off, or damaged behind some of its rows, those are looked at that browsers
// show: it is decoded as it comes.
#include <png.h>

#include <csetjmp>
#include <cstddef>
#include <cstdint>
#include <new>
#include <string_view>
#include <vector>

#include "text/binary/numbers.h"

#include "worker/documents/picture/raster.h"

namespace basewalk::worker {
namespace {

// Has it a chunk acTL before its pixels (PNG, third edition, 5.3 and 11.3.6.1)?
bool is_animated(std::string_view bytes) {
  constexpr std::size_t kSignature = 8, kAround = 12;
  for (std::size_t at = kSignature; at < bytes.size() && bytes.size() - at >= kAround;) {
    const std::uint64_t size = text::big(bytes, at, 4);
    const std::string_view type = bytes.substr(at + 4, 4);
    if (type == "acTL") return true;
    if (type == "IDAT" || size > bytes.size() - at - kAround) return false;
    at += kAround + static_cast<std::size_t>(size);
  }
  return false;
}

class Png {
 public:
  explicit Png(Frames& frames) : frames_(frames) {
    png_ = ::png_create_read_struct(PNG_LIBPNG_VER_STRING, this, on_error, on_warning);
    if (png_ != nullptr) info_ = ::png_create_info_struct(png_);
    if (info_ == nullptr) {
      destroy();
      throw std::bad_alloc();
    }
  }
  Png(const Png&) = delete;
  Png& operator=(const Png&) = delete;
  ~Png() { destroy(); }

  void decode(std::string_view bytes) {
    read(bytes);
    if (is_out_of_memory_) throw std::bad_alloc();
    if (!is_whole_) frames_.damaged();
    if (raster_.grey.empty()) return;
    for (std::uint32_t y = 0; y < raster_.height && !kept_.empty(); ++y)
      put_row(y, &kept_[y * row_bytes_]);
    frames_.take(raster_);
  }

 private:
  void destroy() { ::png_destroy_read_struct(&png_, &info_, nullptr); }

  // Nothing that has a destructor lies between here and where errors come from.
  void read(std::string_view bytes) {
    if (setjmp(png_jmpbuf(png_)) != 0) return;
    ::png_set_progressive_read_fn(png_, this, on_info, on_row, nullptr);
    // It takes what it does not write to as if it might.
    ::png_process_data(png_, info_, reinterpret_cast<png_bytep>(const_cast<char*>(bytes.data())),
                       bytes.size());
  }

  // Between the head and the first row.
  bool begin() {
    const std::uint32_t width = ::png_get_image_width(png_, info_);
    const std::uint32_t height = ::png_get_image_height(png_, info_);
    if (!frames_.may_take(width, height)) return false;
    const bool is_interlaced = ::png_get_interlace_type(png_, info_) != PNG_INTERLACE_NONE;
    ::png_set_expand(png_);
    ::png_set_scale_16(png_);
    constexpr double kOfScreens = 2.2;
    double gamma = 0;
    if (::png_get_gAMA(png_, info_, &gamma) != 0 && gamma > 0)
      ::png_set_gamma(png_, kOfScreens, gamma);
    passes_ = ::png_set_interlace_handling(png_);
    ::png_read_update_info(png_, info_);
    samples_ = ::png_get_channels(png_, info_);
    row_bytes_ = ::png_get_rowbytes(png_, info_);
    try {
      raster_.resize(width, height);
      // White, or nothing at all, until a pass comes by.
      if (is_interlaced)
        kept_.assign(row_bytes_ * height, samples_ % 2 == 0 ? std::uint8_t{0} : std::uint8_t{255});
    } catch (const std::bad_alloc&) {
      is_out_of_memory_ = true;
    }
    return !is_out_of_memory_;
  }

  // In a pass of an interlaced picture there are rows without news.
  void row(png_bytep new_row, std::uint32_t y, int pass) {
    if (y >= raster_.height) return;
    if (!kept_.empty())
      ::png_progressive_combine_row(png_, &kept_[y * row_bytes_], new_row);
    else if (new_row != nullptr)
      put_row(y, new_row);
    if (y + 1 == raster_.height && pass + 1 == passes_) is_whole_ = true;
  }

  void put_row(std::uint32_t y, const std::uint8_t* from) {
    std::uint8_t* const to = &raster_.grey[std::size_t{y} * raster_.width];
    for (std::uint32_t x = 0; x < raster_.width; ++x, from += samples_) {
      const std::uint8_t grey = samples_ < 3 ? from[0] : grey_of(from[0], from[1], from[2]);
      to[x] = samples_ % 2 == 0 ? on_white(grey, from[samples_ - 1]) : grey;
    }
  }

  static Png& of(png_structp png) { return *static_cast<Png*>(::png_get_progressive_ptr(png)); }
  static void on_info(png_structp png, png_infop) {
    if (!of(png).begin()) ::png_error(png, "");
  }
  static void on_row(png_structp png, png_bytep new_row, png_uint_32 y, int pass) {
    of(png).row(new_row, y, pass);
  }
  [[noreturn]] static void on_error(png_structp png, png_const_charp) { ::png_longjmp(png, 1); }
  static void on_warning(png_structp, png_const_charp) {}

  Frames& frames_;
  png_structp png_ = nullptr;
  png_infop info_ = nullptr;
  Raster raster_;
  std::vector<std::uint8_t> kept_;  // of an interlaced picture, rows as the library gives them
  std::size_t row_bytes_ = 0;
  int passes_ = 1;
  unsigned samples_ = 1;  // of a pixel; of two and four the last says how opaque it is
  bool is_whole_ = false, is_out_of_memory_ = false;
};

}  // namespace

void decode_png(std::string_view bytes, Frames& frames) {
  Png(frames).decode(bytes);
  if (is_animated(bytes)) frames.not_all();
}

}  // namespace basewalk::worker
