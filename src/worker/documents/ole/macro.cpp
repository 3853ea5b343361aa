// SPDX-License-Identifier: MIT
#include <algorithm>
#include <bit>
#include <string>

#include "text/binary/numbers.h"
#include "text/binary/windows_1252.h"
#include "text/utf8.h"
#include "worker/documents/ole/streams.h"

namespace basewalk::worker {
namespace {

constexpr std::size_t kChunk = 4096;

// [MS-OVBA] 2.4.1.3.3: tokens, eight behind a byte of flags.  False where it is not what it should
// be.
bool unpack_chunk(std::string_view bytes, std::string& out) {
  const std::size_t begin = out.size();
  for (std::size_t at = 0; at < bytes.size();) {
    const unsigned flags = static_cast<unsigned char>(bytes[at++]);
    for (unsigned bit = 0; bit < 8 && at < bytes.size(); ++bit) {
      if ((flags >> bit & 1) == 0) {
        out += bytes[at++];
        continue;
      }
      const std::size_t token = text::little_size(bytes, at, 2);
      at += 2;
      const std::size_t made = out.size() - begin;
      if (made == 0) return false;
      // 2.4.1.3.19.1
      const auto bits = std::max(4U, static_cast<unsigned>(std::bit_width(made - 1)));
      const std::size_t length = (token & ((1U << (16 - bits)) - 1)) + 3;
      const std::size_t back = (token >> (16 - bits)) + 1;
      if (back > made) return false;
      for (std::size_t i = 0; i < length; ++i) out += out[out.size() - back];
    }
    if (out.size() - begin > kChunk) return false;
  }
  return true;
}

constexpr bool is_head_of_chunk(std::size_t head) { return (head >> 12 & 7) == 3; }

// 2.4.1.3.1; what could be unpacked stays.
bool unpack(std::string_view bytes, std::uint64_t most, std::string& out, bool& is_cut) {
  for (std::size_t at = 1; at + 2 <= bytes.size();) {
    if (out.size() >= most) {
      is_cut = true;
      return true;
    }
    const std::size_t head = text::little_size(bytes, at, 2);
    if (!is_head_of_chunk(head)) return out.size() > 0;
    const std::size_t size = (head & 0xFFF) + 1;
    const std::string_view chunk = bytes.substr(at + 2, size);
    if ((head & 0x8000) == 0)
      out += chunk;
    else if (!unpack_chunk(chunk, out))
      return false;
    if (chunk.size() < size) return false;
    at += 2 + size;
  }
  return true;
}

void tell_module(std::string_view bytes, std::uint64_t& left, DocumentSink& sink) {
  std::string packed;
  bool is_cut = false;
  const bool is_whole = unpack(bytes, left, packed, is_cut);
  left -= std::min<std::uint64_t>(left, packed.size());
  std::string text;
  for (const char c : packed) utf8::append(text::windows_1252(static_cast<unsigned char>(c)), text);
  if (!text.empty()) sink.text({"text/plain", text, "macro"});
  if (is_cut) sink.lack(Lack::limit, "macro", "has more bytes than are unpacked");
  if (!is_whole) sink.lack(Lack::damaged, "macro", "is not whole");
}

}  // namespace

bool read_macro(std::string_view bytes, std::uint64_t& left, DocumentSink& sink) {
  // Each module begins with "Attribute"; a flag of nought and eight characters that are not packed,
  // behind a byte of 1 and the head of a chunk.  Before it stands what other versions of Office
  // run, which may look like a module: all that do are read, each of which costs what it gives.
  using namespace std::string_view_literals;
  constexpr std::string_view kBegin = "\0Attribut"sv;
  constexpr std::size_t kHead = 3;
  bool is_any = false;
  for (std::size_t at = 0; (at = bytes.find(kBegin, at)) != bytes.npos; ++at) {
    if (at < kHead || !is_head_of_chunk(text::little_size(bytes, at - 2, 2))) continue;
    tell_module(bytes.substr(at - kHead), left, sink);
    is_any = true;
    if (left == 0) break;
  }
  return is_any;
}

}  // namespace basewalk::worker
