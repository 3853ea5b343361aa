// SPDX-License-Identifier: MIT
#include "output/facts/digests.h"

#include <array>
#include <cstdint>

#include "basewalk/mime/decode.h"
#include "text/ascii.h"
#include "text/base64.h"
#include "text/hex.h"

namespace basewalk::output {
namespace {

constexpr auto kBlanks = [] {
  std::array<std::uint8_t, 256> table{};
  for (std::size_t c = 0; c < table.size(); ++c)
    table[c] = ascii::is_space(static_cast<char>(c)) ? 1 : 0;
  return table;
}();

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
  // Without a branch for each byte: nobody can foretell where words end.
  std::array<char, 4096> folded;
  std::size_t behind_blank = 0;
  while (!text.empty()) {
    const std::string_view block = text.substr(0, folded.size());
    text.remove_prefix(block.size());
    std::size_t size = 0;
    for (const char c : block) {
      const std::size_t is_blank = kBlanks[static_cast<unsigned char>(c)];
      folded[size] = is_blank != 0 ? ' ' : c;
      size += 1 - (is_blank & behind_blank);
      behind_blank = is_blank;
    }
    sha256_.add({folded.data(), size});
  }
  sha256_.add("\n");
}

std::optional<std::string> TextDigest::end() const {
  if (!any_) return {};
  return sha256_.end();
}

}  // namespace basewalk::output
