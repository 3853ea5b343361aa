// SPDX-License-Identifier: MIT
#include "output/facts/digests.h"

#include <array>
#include <cstdint>

#include "basewalk/mime/decode.h"
#include "text/ascii.h"
#include "text/base64.h"
#include "text/hex.h"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace basewalk::output {
namespace {

constexpr auto kBlanks = [] {
  std::array<std::uint8_t, 256> table{};
  for (std::size_t c = 0; c < table.size(); ++c)
    table[c] = ascii::is_space(static_cast<char>(c)) ? 1 : 0;
  return table;
}();

// Of a block, into `out`; how much that is.  The last byte before it was a blank?
std::size_t fold(std::string_view block, std::size_t& behind_blank, char* out) {
  std::size_t size = 0, at = 0;
  // Without a branch for each byte: nobody can foretell where words end.
  const auto fold_to = [&](std::size_t end) {
    for (; at < end; ++at) {
      const std::size_t is_blank = kBlanks[static_cast<unsigned char>(block[at])];
      out[size] = is_blank != 0 ? ' ' : block[at];
      size += 1 - (is_blank & behind_blank);
      behind_blank = is_blank;
    }
  };
#if defined(__SSE2__)
  // Where no blank follows another, all bytes stay, and blanks of any kind are one kind.
  const __m128i blank = _mm_set1_epi8(' ');
  while (block.size() - at >= 16) {
    __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(block.data() + at));
    __m128i controls = _mm_setzero_si128();
    for (const char c : {'\t', '\n', '\f', '\r'})
      controls = _mm_or_si128(controls, _mm_cmpeq_epi8(bytes, _mm_set1_epi8(c)));
    const auto blanks = static_cast<unsigned>(
        _mm_movemask_epi8(_mm_or_si128(_mm_cmpeq_epi8(bytes, blank), controls)));
    if ((blanks & (blanks << 1 | static_cast<unsigned>(behind_blank))) != 0) {
      fold_to(at + 16);
      continue;
    }
    bytes = _mm_or_si128(_mm_andnot_si128(controls, bytes), _mm_and_si128(controls, blank));
    _mm_storeu_si128(reinterpret_cast<__m128i*>(out + size), bytes);
    behind_blank = blanks >> 15;
    size += 16;
    at += 16;
  }
#endif
  fold_to(block.size());
  return size;
}

}  // namespace

std::string Sha256::end() const {
  std::string digits;
  for (const char byte : digest_.value())
    text::append_hex(digits, static_cast<unsigned char>(byte));
  return digits;
}

std::string Sha256::of_body(std::string_view body, mime::Encoding encoding) {
  if (encoding == mime::Encoding::identity || encoding == mime::Encoding::unknown) return of(body);
  Notes ignored;
  begin();
  mime::TransferPieces pieces(body, encoding, {ignored});
  while (pieces.next()) add(pieces.piece());
  return end();
}

std::string policy_hash(std::string_view bytes) {
  rewrite::Digest digest(rewrite::HashAlgorithm::sha256);
  digest.update(bytes);
  std::string hash = "sha256-";
  text::append_base64(hash, digest.value());
  return hash;
}

void TextDigest::begin() {
  if (is_begun_) sha256_.begin();
  is_begun_ = any_ = false;
}

void TextDigest::add(std::string_view text) {
  text = ascii::trim(text);
  if (text.empty()) return;
  is_begun_ = any_ = true;
  std::array<char, 4096> folded;
  std::size_t behind_blank = 0;
  while (!text.empty()) {
    const std::string_view block = text.substr(0, folded.size());
    text.remove_prefix(block.size());
    sha256_.add({folded.data(), fold(block, behind_blank, folded.data())});
  }
  sha256_.add("\n");
}

std::optional<std::string> TextDigest::end() const {
  if (!any_) return {};
  return sha256_.end();
}

}  // namespace basewalk::output
