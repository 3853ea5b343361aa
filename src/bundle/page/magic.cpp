// SPDX-License-Identifier: MIT
//
// The patterns are those of WHATWG MIME Sniffing 6, where it has any; what a text could begin with
// ("BM", "ID3") must go on as the format does.
#include "bundle/page/magic.h"

#include <algorithm>
#include <cstdint>
#include <iterator>

#include "text/ascii.h"

namespace basewalk::bundle {
namespace {

using namespace std::string_view_literals;

struct Magic {
  std::string_view start;
  std::string_view type;
  std::size_t at = 0;  // of what else there is
  std::string_view rest = {};
};

constexpr Magic kMagic[] = {
    // 6.1, and what is newer than it or no format of the Web.
    {"\x89PNG\r\n\x1A\n"sv, "image/png"},
    {"\xFF\xD8\xFF"sv, "image/jpeg"},
    {"GIF87a"sv, "image/gif"},
    {"GIF89a"sv, "image/gif"},
    {"RIFF"sv, "image/webp", 8, "WEBPVP"sv},
    {"\0\0\1\0"sv, "image/x-icon"},
    {"\0\0\2\0"sv, "image/x-icon"},
    {"BM"sv, "image/bmp", 15, "\0\0\0"sv},  // the size of the second header
    {"II*\0"sv, "image/tiff"},
    {"MM\0*"sv, "image/tiff"},
    {"\xFF\x0A"sv, "image/jxl"},
    {"\0\0\0\x0CJXL \r\n\x87\n"sv, "image/jxl"},
    // 6.2
    {"FORM"sv, "audio/aiff", 8, "AIFF"sv},
    {"OggS\0"sv, "audio/ogg", 28, "\1vorbis"sv},
    {"OggS\0"sv, "audio/ogg", 28, "OpusHead"sv},
    {"OggS\0"sv, "audio/ogg", 28,
     "\x7F"
     "FLAC"sv},
    {"OggS\0"sv, "video/ogg", 28, "\x80theora"sv},
    {"OggS\0"sv, "application/ogg"},
    {"MThd\0\0\0\6"sv, "audio/midi"},
    {"RIFF"sv, "video/avi", 8, "AVI "sv},
    {"RIFF"sv, "audio/wav", 8, "WAVE"sv},
    {"fLaC\0\0\0\x22"sv, "audio/flac"},
    // 6.3
    {"wOFF"sv, "font/woff", 4, "\0\1\0\0"sv},
    {"wOFF"sv, "font/woff", 4, "OTTO"sv},
    {"wOFF"sv, "font/woff", 4, "true"sv},
    {"wOF2"sv, "font/woff2", 4, "\0\1\0\0"sv},
    {"wOF2"sv, "font/woff2", 4, "OTTO"sv},
    {"wOF2"sv, "font/woff2", 4, "ttcf"sv},
    {"\0\1\0\0"sv, "font/ttf"},
    {"true\0"sv, "font/ttf"},
    {"OTTO\0"sv, "font/otf"},
    {"ttcf\0"sv, "font/collection"},
    // 6.4, 7.1
    {"\x1F\x8B\10"sv, "application/gzip"},
    {"PK\3\4"sv, "application/zip"},
    {"Rar!\x1A\7"sv, "application/vnd.rar"},
    {"%PDF-"sv, "application/pdf"},
};

struct Brand {
  std::string_view name;
  std::string_view type;
};
// Of ISO base media files (ISO/IEC 14496-12); every other one is a film.
constexpr Brand kBrands[] = {
    {"avif", "image/avif"}, {"avis", "image/avif"},      {"heic", "image/heic"},
    {"heix", "image/heic"}, {"hevc", "image/heic"},      {"hevx", "image/heic"},
    {"mif1", "image/heif"}, {"msf1", "image/heif"},      {"M4A ", "audio/mp4"},
    {"M4B ", "audio/mp4"},  {"qt  ", "video/quicktime"},
};

std::uint8_t byte_at(std::string_view bytes, std::size_t at) {
  return static_cast<std::uint8_t>(bytes[at]);
}

// 6.2.1, of a box of less than 64 KiB, whatever its brands: all of them are films or pictures.
std::string_view base_media_type(std::string_view bytes) {
  if (bytes.size() < 12 || bytes.substr(4, 4) != "ftyp") return {};
  const std::size_t size = std::size_t{byte_at(bytes, 2)} << 8 | byte_at(bytes, 3);
  if (byte_at(bytes, 0) != 0 || byte_at(bytes, 1) != 0) return {};
  if (size < 12 || size % 4 != 0) return {};
  const auto type_of = [](std::string_view name) {
    const auto* const found = std::find_if(std::begin(kBrands), std::end(kBrands),
                                           [&](const Brand& brand) { return brand.name == name; });
    return found == std::end(kBrands) ? std::string_view() : found->type;
  };
  const std::string_view major = type_of(bytes.substr(8, 4));
  if (major != "image/heif") return major.empty() ? "video/mp4" : major;
  // What a picture is coded with stands among the brands that it is compatible with.
  for (std::size_t at = 16; at + 4 <= std::min(size, bytes.size()); at += 4)
    for (const std::string_view wanted : {"image/avif", "image/heic"})
      if (type_of(bytes.substr(at, 4)) == wanted) return wanted;
  return major;
}

// 6.2.2, and Matroska.
std::string_view matroska_type(std::string_view bytes) {
  if (!bytes.starts_with("\x1A\x45\xDF\xA3"sv)) return {};
  const std::string_view head = bytes.substr(0, 64);
  if (head.find("\x42\x82"sv) == std::string_view::npos) return {};
  if (head.find("webm") != std::string_view::npos) return "video/webm";
  return head.find("matroska") != std::string_view::npos ? "video/x-matroska" : "";
}

// The bytes of a frame of layer III; 0 where its header is none (6.2.3).
std::size_t mp3_frame(std::string_view bytes) {
  constexpr std::uint16_t kRates[] = {0,   32,  40,  48,  56,  64,  80, 96,
                                      112, 128, 160, 192, 224, 256, 320};
  constexpr std::uint16_t kLowRates[] = {0,  8,  16, 24,  32,  40,  48, 56,
                                         64, 80, 96, 112, 128, 144, 160};
  constexpr std::uint32_t kSampled[] = {44100, 48000, 32000};
  if (bytes.size() < 4 || byte_at(bytes, 0) != 0xFF || (byte_at(bytes, 1) & 0xE0) != 0xE0) return 0;
  const unsigned version = byte_at(bytes, 1) >> 3 & 3, layer = byte_at(bytes, 1) >> 1 & 3;
  const unsigned rate = byte_at(bytes, 2) >> 4, sampled = byte_at(bytes, 2) >> 2 & 3;
  constexpr unsigned kReserved = 1, kLayer3 = 1, kVersion1 = 3, kVersion2 = 2;
  if (version == kReserved || layer != kLayer3 || rate == 0 || rate == 15 || sampled == 3) return 0;
  const bool is_first = version == kVersion1;
  const std::size_t hertz = kSampled[sampled] / (is_first ? 1 : version == kVersion2 ? 2 : 4);
  const std::size_t padding = byte_at(bytes, 2) >> 1 & 1;
  return (is_first ? 144000 * std::size_t{kRates[rate]} : 72000 * std::size_t{kLowRates[rate]}) /
             hertz +
         padding;
}

// A tag of ID3, or two frames in a row.
bool is_mp3(std::string_view bytes) {
  if (bytes.starts_with("ID3"))
    return bytes.size() > 4 && byte_at(bytes, 3) < 0x10 && byte_at(bytes, 4) < 0x10;
  const std::size_t size = mp3_frame(bytes);
  return size > 0 && size < bytes.size() && mp3_frame(bytes.substr(size)) > 0;
}

}  // namespace

std::string_view binary_type_of(std::string_view first_bytes) {
  for (const Magic& magic : kMagic)
    if (first_bytes.starts_with(magic.start) &&
        (magic.rest.empty() ||
         (first_bytes.size() > magic.at && first_bytes.substr(magic.at).starts_with(magic.rest))))
      return magic.type;
  if (const std::string_view type = base_media_type(first_bytes); !type.empty()) return type;
  if (const std::string_view type = matroska_type(first_bytes); !type.empty()) return type;
  if (is_mp3(first_bytes)) return "audio/mpeg";
  // Embedded OpenType.
  constexpr std::size_t kEotMark = 34;
  if (first_bytes.size() > kEotMark + 1 && first_bytes.substr(kEotMark, 2) == "LP" &&
      first_bytes.substr(8, 4).find('\0') != std::string_view::npos)
    return "application/vnd.ms-fontobject";
  return {};
}

bool is_binary(std::string_view first_bytes) {
  if (first_bytes.starts_with("\xFE\xFF"sv) || first_bytes.starts_with("\xFF\xFE"sv)) return false;
  return std::ranges::any_of(first_bytes, [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte <= 0x08 || byte == 0x0B || (byte >= 0x0E && byte <= 0x1A) ||
           (byte >= 0x1C && byte <= 0x1F);
  });
}

bool is_svg(std::string_view text) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  while (true) {
    text = ascii::trim_left(text);
    std::string_view end;
    if (text.starts_with("<!--"))
      end = "-->";
    else if (text.starts_with("<?"))
      end = "?>";
    else if (ascii::istarts_with(text, "<!doctype svg"))
      return true;
    else
      break;
    const std::size_t at = text.find(end);
    if (at == std::string_view::npos) return false;
    text.remove_prefix(at + end.size());
  }
  // "<svg", "<x:svg"
  if (!text.starts_with('<')) return false;
  std::string_view name = text.substr(1, text.find_first_of(" \t\r\n>/", 1) - 1);
  if (const std::size_t colon = name.find(':'); colon != std::string_view::npos)
    name.remove_prefix(colon + 1);
  return name == "svg";
}

}  // namespace basewalk::bundle
