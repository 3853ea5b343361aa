// SPDX-License-Identifier: MIT
#include "worker/documents/wrapped/inflate.h"

#include <bzlib.h>
#include <zlib.h>

#include <algorithm>
#include <limits>
#include <new>

namespace basewalk::worker {
namespace {

constexpr std::size_t kBlock = std::size_t{64} << 10;

// Gives room for a block behind what is there, or less where that is all that may come.
std::size_t make_room(std::string& out, std::uint64_t most) {
  const auto room = static_cast<std::size_t>(std::min<std::uint64_t>(kBlock, most));
  out.resize(out.size() + room);
  return room;
}

template <typename Size>
Size take_input(std::string_view& bytes) {
  const auto count =
      static_cast<Size>(std::min<std::size_t>(bytes.size(), std::numeric_limits<Size>::max() / 2));
  bytes.remove_prefix(count);
  return count;
}

Unpacked inflate_all(bool has_head, std::string_view& bytes, std::uint64_t& most,
                     std::string& out) {
  const std::string_view whole = bytes;
  z_stream stream{};
  if (::inflateInit2(&stream, has_head ? MAX_WBITS : -MAX_WBITS) != Z_OK) throw std::bad_alloc();
  Unpacked result = Unpacked::damaged;
  for (;;) {
    if (stream.avail_in == 0 && !bytes.empty()) {
      // zlib does not write to it.
      stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
      stream.avail_in = take_input<uInt>(bytes);
    }
    const std::size_t room = make_room(out, most);
    stream.next_out = reinterpret_cast<Bytef*>(out.data() + out.size() - room);
    stream.avail_out = static_cast<uInt>(room);
    const int status = ::inflate(&stream, Z_NO_FLUSH);
    const std::size_t made = room - stream.avail_out;
    out.resize(out.size() - stream.avail_out);
    most -= made;
    if (status == Z_STREAM_END) {
      result = Unpacked::whole;
      break;
    }
    if (status != Z_OK && status != Z_BUF_ERROR) break;
    if (most == 0) {
      result = Unpacked::too_much;
      break;
    }
    if (made == 0 && stream.avail_in == 0 && bytes.empty()) {
      result = Unpacked::cut_off;
      break;
    }
  }
  ::inflateEnd(&stream);
  bytes = whole.substr(whole.size() - bytes.size() - stream.avail_in);
  return result;
}

Unpacked bunzip_all(std::string_view& bytes, std::uint64_t& most, std::string& out) {
  const std::string_view whole = bytes;
  bz_stream stream{};
  if (::BZ2_bzDecompressInit(&stream, 0, 0) != BZ_OK) throw std::bad_alloc();
  Unpacked result = Unpacked::damaged;
  for (;;) {
    if (stream.avail_in == 0 && !bytes.empty()) {
      stream.next_in = const_cast<char*>(bytes.data());
      stream.avail_in = take_input<unsigned>(bytes);
    }
    const std::size_t room = make_room(out, most);
    stream.next_out = out.data() + out.size() - room;
    stream.avail_out = static_cast<unsigned>(room);
    const int status = ::BZ2_bzDecompress(&stream);
    const std::size_t made = room - stream.avail_out;
    out.resize(out.size() - stream.avail_out);
    most -= made;
    if (status == BZ_STREAM_END) {
      result = Unpacked::whole;
      break;
    }
    if (status != BZ_OK) break;
    if (most == 0) {
      result = Unpacked::too_much;
      break;
    }
    if (made == 0 && stream.avail_in == 0 && bytes.empty()) {
      result = Unpacked::cut_off;
      break;
    }
  }
  ::BZ2_bzDecompressEnd(&stream);
  bytes = whole.substr(whole.size() - bytes.size() - stream.avail_in);
  return result;
}

}  // namespace

Unpacked unpack(Packing packing, std::string_view& bytes, std::uint64_t& most, std::string& out) {
  if (most == 0) return Unpacked::too_much;
  if (packing == Packing::bzip2) return bunzip_all(bytes, most, out);
  return inflate_all(packing == Packing::zlib, bytes, most, out);
}

}  // namespace basewalk::worker
