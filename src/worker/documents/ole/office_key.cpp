// SPDX-License-Identifier: MIT
#include "worker/documents/ole/office_key.h"

#include "text/binary/numbers.h"
#include "text/binary/utf16.h"
#include "worker/documents/crypt/cipher.h"
#include "worker/documents/crypt/hash.h"

namespace basewalk::worker {
namespace {

using crypt::Hash;

// 2.3.2
constexpr std::uint32_t kRc4 = 0x6801, kAes128 = 0x660E, kAes192 = 0x660F, kAes256 = 0x6610;
constexpr std::uint32_t kSha1 = 0x8004;
constexpr std::size_t kSalt = 16;
constexpr std::uint32_t kSpins = 50'000;

std::string mixed(std::string_view digest, char with) {
  std::string bytes(64, with);
  for (std::size_t i = 0; i < digest.size(); ++i)
    bytes[i] = static_cast<char>(bytes[i] ^ digest[i]);
  return crypt::digest(Hash::sha1, {bytes});
}

}  // namespace

bool OfficeVerifier::is_aes() const {
  const std::size_t wanted = cipher == kAes128 ? 16 : cipher == kAes192 ? 24 : 32;
  return (cipher == kAes128 || cipher == kAes192 || cipher == kAes256) && key_size == wanted &&
         (hash == kSha1 || hash == 0) && verifier_hash.size() == 32;
}

bool OfficeVerifier::is_rc4() const {
  return (cipher == kRc4 || cipher == 0) && (hash == kSha1 || hash == 0) && key_size >= 5 &&
         key_size <= 16;
}

std::optional<OfficeVerifier> read_office_verifier(std::string_view bytes) {
  text::LittleEndian numbers(bytes);
  std::uint32_t size = 0, bits = 0;
  std::string_view head;
  OfficeVerifier found;
  if (!numbers.take(size) || !numbers.take(head, size)) return {};
  text::LittleEndian header(head);
  if (!header.skip(8) || !header.take(found.cipher) || !header.take(found.hash) ||
      !header.take(bits))
    return {};
  // 2.3.5.1: none stands for 40.
  found.key_size = bits == 0 ? 5 : bits / 8;
  std::uint32_t salt = 0, hash = 0;
  if (!numbers.take(salt) || salt != kSalt || !numbers.take(found.salt, kSalt) ||
      !numbers.take(found.verifier, 16) || !numbers.take(hash) || hash != 20)
    return {};
  const bool is_rc4 = found.cipher == kRc4 || found.cipher == 0;
  if (!numbers.take(found.verifier_hash, is_rc4 ? 20 : 32)) return {};
  return found;
}

std::string standard_key(const OfficeVerifier& verifier, std::string_view password) {
  const std::string spun = crypt::spun(
      Hash::sha1, crypt::digest(Hash::sha1, {verifier.salt, text::utf16_of_utf8(password)}),
      kSpins);
  const std::string last = crypt::digest(Hash::sha1, {spun, crypt::little_endian(0)});
  return (mixed(last, '\x36') + mixed(last, '\x5C')).substr(0, verifier.key_size);
}

bool is_standard_key(const OfficeVerifier& verifier, std::string_view key) {
  const std::string plain = crypt::aes_ecb_decrypted(key, verifier.verifier);
  const std::string sum = crypt::aes_ecb_decrypted(key, verifier.verifier_hash);
  return sum.starts_with(crypt::digest(Hash::sha1, {plain}));
}

}  // namespace basewalk::worker
