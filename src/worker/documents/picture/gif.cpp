// SPDX-License-Identifier: MIT
#include <gif_lib.h>

#include <algorithm>
#include <memory>
#include <new>
#include <string_view>
#include <vector>

#include "worker/documents/picture/raster.h"

namespace basewalk::worker {
namespace {

struct Close {
  void operator()(GifFileType* file) const { ::DGifCloseFile(file, nullptr); }
};

int read_some(GifFileType* file, GifByteType* into, int size) {
  auto& rest = *static_cast<std::string_view*>(file->UserData);
  const std::size_t count =
      rest.copy(reinterpret_cast<char*>(into), static_cast<std::size_t>(size));
  rest.remove_prefix(count);
  return static_cast<int>(count);
}

class Gif {
 public:
  Gif(GifFileType* file, Frames& frames) : file_(file), frames_(frames) {}

  void decode() {
    canvas_.width = static_cast<std::uint32_t>(std::max(file_->SWidth, 0));
    canvas_.height = static_cast<std::uint32_t>(std::max(file_->SHeight, 0));
    for (;;) {
      GifRecordType type = UNDEFINED_RECORD_TYPE;
      if (::DGifGetRecordType(file_, &type) == GIF_ERROR) return frames_.damaged();
      if (type == TERMINATE_RECORD_TYPE) return;
      const bool is_read = type == IMAGE_DESC_RECORD_TYPE  ? read_image()
                           : type == EXTENSION_RECORD_TYPE ? read_extension()
                                                           : false;
      if (!is_read) return frames_.damaged();
      if (frames_.end() == Frames::End::too_large) return;
    }
  }

 private:
  bool read_extension() {
    int code = 0;
    GifByteType* block = nullptr;
    if (::DGifGetExtension(file_, &code, &block) == GIF_ERROR) return false;
    while (block != nullptr) {
      GraphicsControlBlock control;
      if (code == GRAPHICS_EXT_FUNC_CODE &&
          ::DGifExtensionToGCB(block[0], block + 1, &control) == GIF_OK) {
        transparent_ = control.TransparentColor;
        disposal_ = control.DisposalMode;
      }
      if (::DGifGetExtensionNext(file_, &block) == GIF_ERROR) return false;
    }
    return true;
  }

  bool read_image() {
    if (::DGifGetImageDesc(file_) == GIF_ERROR) return false;
    const GifImageDesc& image = file_->Image;
    if (image.Width <= 0 || image.Height <= 0 || image.Left < 0 || image.Top < 0) return false;
    if (frames_.taken() == 0) {
      // Browsers make room for a first image that is larger than the screen.
      canvas_.width = std::max(canvas_.width, static_cast<std::uint32_t>(image.Left + image.Width));
      canvas_.height =
          std::max(canvas_.height, static_cast<std::uint32_t>(image.Top + image.Height));
    }
    // However small the image is, the whole canvas is looked at.
    if (!frames_.may_take(canvas_.width, canvas_.height)) return true;
    if (canvas_.grey.empty()) canvas_.resize(canvas_.width, canvas_.height);
    if (disposal_ == DISPOSE_PREVIOUS) before_ = canvas_.grey;
    std::vector<GifPixelType> line(static_cast<std::size_t>(image.Width));
    bool is_whole = true;
    const int starts[] = {0, 4, 2, 1}, steps[] = {8, 8, 4, 2};
    for (int pass = 0; pass < (image.Interlace ? 4 : 1) && is_whole; ++pass)
      for (int row = image.Interlace ? starts[pass] : 0; row < image.Height && is_whole;
           row += image.Interlace ? steps[pass] : 1) {
        is_whole = ::DGifGetLine(file_, line.data(), image.Width) != GIF_ERROR;
        if (is_whole) draw(image, row, line);
      }
    frames_.take(canvas_);
    dispose(image);
    return is_whole;
  }

  // GIF89a 23: what becomes of the image before the next one is drawn.
  void dispose(const GifImageDesc& image) {
    if (disposal_ == DISPOSE_PREVIOUS) canvas_.grey.swap(before_);
    if (disposal_ == DISPOSE_BACKGROUND) {
      const auto left = std::min(static_cast<std::uint32_t>(image.Left), canvas_.width);
      const auto right =
          std::min(static_cast<std::uint32_t>(image.Left + image.Width), canvas_.width);
      const auto bottom =
          std::min(static_cast<std::uint32_t>(image.Top + image.Height), canvas_.height);
      for (auto y = static_cast<std::uint32_t>(image.Top); y < bottom; ++y) {
        std::uint8_t* const row = canvas_.grey.data() + std::size_t{y} * canvas_.width;
        std::fill(row + left, row + right, std::uint8_t{255});
      }
    }
    transparent_ = NO_TRANSPARENT_COLOR;
    disposal_ = DISPOSAL_UNSPECIFIED;
  }

  void draw(const GifImageDesc& image, int row, const std::vector<GifPixelType>& line) {
    const ColorMapObject* colours = image.ColorMap != nullptr ? image.ColorMap : file_->SColorMap;
    const auto y = static_cast<std::uint32_t>(image.Top + row);
    if (colours == nullptr || y >= canvas_.height) return;
    for (std::size_t i = 0; i < line.size(); ++i) {
      const std::size_t x = static_cast<std::size_t>(image.Left) + i;
      if (x >= canvas_.width) return;
      if (line[i] == transparent_ || line[i] >= colours->ColorCount) continue;
      const GifColorType& colour = colours->Colors[line[i]];
      canvas_.grey[std::size_t{y} * canvas_.width + x] =
          grey_of(colour.Red, colour.Green, colour.Blue);
    }
  }

  GifFileType* file_;
  Frames& frames_;
  Raster canvas_;
  std::vector<std::uint8_t> before_;
  int transparent_ = NO_TRANSPARENT_COLOR, disposal_ = DISPOSAL_UNSPECIFIED;
};

}  // namespace

void decode_gif(std::string_view bytes, Frames& frames) {
  int error = 0;
  std::string_view rest = bytes;
  const std::unique_ptr<GifFileType, Close> file(::DGifOpen(&rest, read_some, &error));
  if (!file) {
    if (error == D_GIF_ERR_NOT_ENOUGH_MEM) throw std::bad_alloc();
    return frames.damaged();
  }
  Gif(file.get(), frames).decode();
}

}  // namespace basewalk::worker
