// SPDX-License-Identifier: MIT
#include <tiffio.h>

#include <algorithm>
#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <string_view>
#include <vector>

#include "worker/documents/picture/raster.h"

namespace basewalk::worker {
namespace {

// Pages of one file.
constexpr int kMostPages = 100;

struct Memory {
  std::string_view bytes;
  std::uint64_t at = 0;  // behind the end, too, where nothing is read
};

tmsize_t read_some(thandle_t handle, void* into, tmsize_t size) {
  Memory& memory = *static_cast<Memory*>(handle);
  if (memory.at >= memory.bytes.size()) return 0;
  const std::size_t got =
      memory.bytes.copy(static_cast<char*>(into), static_cast<std::size_t>(size),
                        static_cast<std::size_t>(memory.at));
  memory.at += got;
  return static_cast<tmsize_t>(got);
}
tmsize_t write_none(thandle_t, void*, tmsize_t) { return 0; }
toff_t seek(thandle_t handle, toff_t offset, int from) {
  Memory& memory = *static_cast<Memory*>(handle);
  if (from == SEEK_CUR) offset += memory.at;
  if (from == SEEK_END) offset += memory.bytes.size();
  memory.at = offset;
  return offset;
}
int close_none(thandle_t) { return 0; }
toff_t size_of(thandle_t handle) { return static_cast<Memory*>(handle)->bytes.size(); }

struct Close {
  void operator()(TIFF* file) const { ::TIFFClose(file); }
};

void say_nothing(const char*, const char*, va_list) {}

}  // namespace

void decode_tiff(std::string_view bytes, Frames& frames) {
  ::TIFFSetErrorHandler(say_nothing);
  ::TIFFSetWarningHandler(say_nothing);
  Memory memory{bytes};
  // Without mapping, and without more memory than the file can stand for.
  const std::unique_ptr<TIFF, Close> file(::TIFFClientOpen("picture", "rm", &memory, read_some,
                                                           write_none, seek, close_none, size_of,
                                                           nullptr, nullptr));
  if (!file) return frames.damaged();
  for (int page = 0; page < kMostPages; ++page) {
    std::uint32_t width = 0, height = 0;
    if (::TIFFGetField(file.get(), TIFFTAG_IMAGEWIDTH, &width) == 0 ||
        ::TIFFGetField(file.get(), TIFFTAG_IMAGELENGTH, &height) == 0)
      return frames.damaged();
    if (!frames.may_take(width, height)) return;
    std::vector<std::uint32_t> pixels(std::size_t{width} * height);
    if (::TIFFReadRGBAImageOriented(file.get(), width, height, pixels.data(), ORIENTATION_TOPLEFT,
                                    0) == 0)
      frames.damaged();
    Raster raster;
    raster.resize(width, height);
    for (std::size_t i = 0; i < pixels.size(); ++i)
      raster.grey[i] =
          on_white(grey_of(TIFFGetR(pixels[i]), TIFFGetG(pixels[i]), TIFFGetB(pixels[i])),
                   TIFFGetA(pixels[i]));
    frames.take(raster);
    if (::TIFFLastDirectory(file.get()) != 0) return;
    // One that it has come from, or that is none.
    if (::TIFFReadDirectory(file.get()) == 0) return frames.damaged();
  }
  frames.more();
}

}  // namespace basewalk::worker
