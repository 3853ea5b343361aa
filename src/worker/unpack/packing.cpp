// SPDX-License-Identifier: MIT
#include "worker/unpack/packing.h"

#include <zlib.h>

#include <algorithm>
#include <initializer_list>

#include "text/ascii.h"
#include "text/binary/numbers.h"
#include "worker/unpack/bytes.h"

namespace basewalk::worker {
namespace {

using namespace std::string_view_literals;

constexpr std::string_view kGzip = "\x1F\x8B\x08"sv, kXz = "\xFD\x37zXZ\0"sv, kLzip = "LZIP"sv;
constexpr std::uint32_t kZstd = 0xFD2FB528U, kLz4 = 0x184D2204U;

// Frames that hold nothing, and are passed over: both formats have them.
bool is_skipped(std::uint64_t magic) { return (magic & 0xFFFFFFF0U) == 0x184D2A50U; }

bool begins_with(std::string_view bytes, std::uint32_t wanted) {
  if (bytes.size() < 4) return false;
  const std::uint64_t magic = text::little(bytes, 0, 4);
  return magic == wanted || is_skipped(magic);
}

}  // namespace

std::optional<Packing> packing_of(std::string_view head) {
  if (head.starts_with("\x1F\x8B")) return Packing::gzip;
  if (head.starts_with("\x28\xB5\x2F\xFD"sv)) return Packing::zstd;
  if (head.starts_with("\xFD\x37zXZ"sv)) return Packing::xz;
  if (head.starts_with("LZIP")) return Packing::lzip;
  if (head.starts_with("BZh")) return Packing::bzip2;
  if (head.starts_with("\x04\x22\x4D\x18"sv)) return Packing::lz4;
  return {};
}

std::optional<Packing> packing_named(std::string_view name) {
  const auto ends = [&](std::initializer_list<std::string_view> each) {
    return std::any_of(each.begin(), each.end(), [&](std::string_view end) {
      return name.size() > end.size() && ascii::iequals(name.substr(name.size() - end.size()), end);
    });
  };
  if (ends({".bz2", ".tbz", ".tbz2"})) return Packing::bzip2;
  if (ends({".xz", ".txz"})) return Packing::xz;
  if (ends({".lz", ".tlz"})) return Packing::lzip;
  if (ends({".zst", ".tzst"})) return Packing::zstd;
  if (ends({".lz4"})) return Packing::lz4;
  if (ends({".gz", ".tgz"})) return Packing::gzip;
  return {};
}

std::optional<Packing> packing_of_zip(unsigned method) {
  switch (method) {
    case 0:
      return Packing::stored;
    case 8:
      return Packing::deflate;
    case 12:
      return Packing::bzip2;
    case 93:
      return Packing::zstd;
    case 95:
      return Packing::xz;
    default:
      return {};
  }
}

bool begins(Packing packing, std::string_view bytes) {
  switch (packing) {
    case Packing::stored:
      return true;
    case Packing::deflate:
    case Packing::gzip:
      return bytes.starts_with(kGzip);
    case Packing::zstd:
      return begins_with(bytes, kZstd);
    case Packing::lz4:
      return begins_with(bytes, kLz4);
    case Packing::xz:
      return bytes.starts_with(kXz);
    case Packing::lzip:
      return bytes.starts_with(kLzip);
    case Packing::bzip2:
      return bytes.size() >= 4 && bytes.starts_with("BZh"sv) && bytes[3] >= '1' && bytes[3] <= '9';
  }
  return false;
}

bool seems_to_begin(Packing packing, std::string_view bytes) {
  switch (packing) {
    case Packing::gzip:
      // The flags that must be 0, and what encoders write as the extra flags and the system.
      return bytes.size() >= 10 && bytes.starts_with(kGzip) && (byte_at(bytes, 3) & 0xE0U) == 0 &&
             (bytes[8] == 0 || bytes[8] == 2 || bytes[8] == 4) &&
             (byte_at(bytes, 9) <= 13 || byte_at(bytes, 9) == 255);
    case Packing::zstd:
      // A reserved bit is 0 (RFC 8878 3.1.1.1.1.4).
      return bytes.size() >= 5 && text::little(bytes, 0, 4) == kZstd && (bytes[4] & 8) == 0;
    case Packing::lz4:
      // The version, the reserved bits and the sizes of blocks that there are.
      return bytes.size() >= 7 && text::little(bytes, 0, 4) == kLz4 &&
             (byte_at(bytes, 4) & 0xC2U) == 0x40U && (byte_at(bytes, 5) & 0x8FU) == 0 &&
             byte_at(bytes, 5) >= 0x40U;
    case Packing::xz:
      return bytes.starts_with(kXz) && bytes.size() >= kXzHeader &&
             ::crc32_z(0, reinterpret_cast<const Bytef*>(bytes.data()) + 6, 2) ==
                 text::little(bytes, 8, 4);
    case Packing::lzip:
      return bytes.starts_with(kLzip) && bytes.size() >= 6 && bytes[4] == 1 &&
             (byte_at(bytes, 5) & 0x1FU) >= 12 && (byte_at(bytes, 5) & 0x1FU) <= 29;
    case Packing::stored:
    case Packing::deflate:
    case Packing::bzip2:
      return begins(packing, bytes);
  }
  return false;
}

std::size_t begun_bytes(Packing packing) {
  switch (packing) {
    case Packing::stored:
      return 0;
    case Packing::zstd:
      return 5;
    case Packing::lz4:
      return 7;
    case Packing::xz:
    case Packing::lzip:
      return kXzHeader;
    case Packing::deflate:
    case Packing::gzip:
    case Packing::bzip2:
      return 10;
  }
  return 0;
}

std::size_t reach(Packing packing) {
  switch (packing) {
    case Packing::stored:
    case Packing::deflate:
      return 0;
    case Packing::gzip:
      return std::size_t{64} << 10;
    case Packing::zstd:
      return std::size_t{256} << 10;
    case Packing::lz4:
      return (std::size_t{4} << 20) + 64;
    case Packing::xz:
    case Packing::lzip:
      return std::size_t{128} << 10;
    case Packing::bzip2:
      return kLongestBzip2Block + 64;
  }
  return 0;
}

std::size_t overlap(Packing packing) {
  // As long as the header of a block may be.
  if (packing == Packing::xz || packing == Packing::lzip) return 1024;
  return packing == Packing::bzip2 ? 8 : begun_bytes(packing);
}

}  // namespace basewalk::worker
