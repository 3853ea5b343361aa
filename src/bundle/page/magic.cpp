// SPDX-License-Identifier: MIT
#include "bundle/page/magic.h"

#include <algorithm>

#include "text/ascii.h"

namespace basewalk::bundle {
namespace {

using namespace std::string_view_literals;

struct Pattern {
  std::size_t offset;
  std::string_view bytes;
  std::string_view media_type;
};

constexpr Pattern kPatterns[] = {
    {0, "\x89PNG\r\n\x1A\n"sv, "image/png"},
    {0, "\xFF\xD8\xFF"sv, "image/jpeg"},
    {0, "GIF87a"sv, "image/gif"},
    {0, "GIF89a"sv, "image/gif"},
    {0, "\0\0\x01\0"sv, "image/x-icon"},
    {0, "\0\0\x02\0"sv, "image/x-icon"},
    {0, "II*\0"sv, "image/tiff"},
    {0, "MM\0*"sv, "image/tiff"},
    {0, "\0\0\0\x0CJXL \r\n\x87\n"sv, "image/jxl"},
    {0, "\xFF\x0A"sv, "image/jxl"},
    {0, "wOFF"sv, "font/woff"},
    {0, "wOF2"sv, "font/woff2"},
    {0, "OTTO"sv, "font/otf"},
    {0, "\0\x01\0\0"sv, "font/ttf"},
    {0, "ttcf"sv, "font/collection"},
    {34, "LP"sv, "application/vnd.ms-fontobject"},
    {0, "\x1A\x45\xDF\xA3"sv, "video/webm"},
    {0, "OggS\0"sv, "application/ogg"},
    {0, "fLaC\0"sv, "audio/flac"},
    {0, "ID3"sv, "audio/mpeg"},
    {0, ".snd"sv, "audio/basic"},
    {0, "MThd\0\0\0\x06"sv, "audio/midi"},
    {0, "%PDF-"sv, "application/pdf"},
    {0, "FWS"sv, "application/x-shockwave-flash"},
    {0, "CWS"sv, "application/x-shockwave-flash"},
};

bool has_at(std::string_view bytes, std::size_t offset, std::string_view what) {
  return bytes.size() >= offset && bytes.substr(offset).starts_with(what);
}

// ISO base media files say by their brands what they hold (MIME Sniffing 6.2.1).
std::string_view type_of_brands(std::string_view bytes) {
  if (!has_at(bytes, 4, "ftyp")) return {};
  const std::size_t size = (static_cast<unsigned char>(bytes[2]) << 8u) |
                           static_cast<std::size_t>(static_cast<unsigned char>(bytes[3]));
  if (bytes[0] != '\0' || bytes[1] != '\0' || size < 12 || size % 4 != 0) return {};
  for (std::size_t at = 8; at + 4 <= std::min(size, bytes.size()); at += 4) {
    if (at == 12) continue;  // the version of the first one
    const std::string_view brand = bytes.substr(at, 4);
    if (brand == "avif" || brand == "avis") return "image/avif";
    if (brand == "heic" || brand == "heix" || brand == "mif1") return "image/heif";
    if (brand == "M4A ") return "audio/mp4";
    if (brand.starts_with("mp4") || brand == "isom" || brand == "M4V ") return "video/mp4";
  }
  return {};
}

// A container of which the bytes behind its length say the kind.
std::string_view type_of_riff(std::string_view bytes) {
  if (!bytes.starts_with("RIFF")) return {};
  if (has_at(bytes, 8, "WEBPVP")) return "image/webp";
  if (has_at(bytes, 8, "WAVE")) return "audio/wav";
  if (has_at(bytes, 8, "AVI ")) return "video/avi";
  return {};
}

// "BM" alone is a word, too: the sizes of the two headers have zeros.
bool is_bitmap(std::string_view bytes) {
  return bytes.size() >= 18 && bytes.starts_with("BM") && has_at(bytes, 6, "\0\0\0\0"sv) &&
         has_at(bytes, 15, "\0\0\0"sv);
}

// A frame of MPEG audio, layer III, with a bit rate and a rate of samples that there are.
bool is_mp3_frame(std::string_view bytes) {
  if (bytes.size() < 4 || bytes[0] != '\xFF') return false;
  const auto second = static_cast<unsigned char>(bytes[1]);
  const auto third = static_cast<unsigned char>(bytes[2]);
  const unsigned bit_rate = third >> 4u;
  return (second & 0xE6u) == 0xE2u && (second & 0x18u) != 0x08u && bit_rate != 0 &&
         bit_rate != 15 && (third & 0x0Cu) != 0x0Cu && is_binary(bytes);
}

}  // namespace

std::string_view binary_type_of(std::string_view first_bytes) {
  for (const Pattern& pattern : kPatterns)
    if (has_at(first_bytes, pattern.offset, pattern.bytes) &&
        (pattern.offset == 0 || is_binary(first_bytes)))
      // Short ones may begin a text.
      if (pattern.bytes.size() > 3 || pattern.media_type == "image/jpeg" || is_binary(first_bytes))
        return pattern.media_type;
  if (const std::string_view type = type_of_riff(first_bytes); !type.empty()) return type;
  if (const std::string_view type = type_of_brands(first_bytes); !type.empty()) return type;
  if (is_bitmap(first_bytes)) return "image/bmp";
  return is_mp3_frame(first_bytes) ? "audio/mpeg" : std::string_view();
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
