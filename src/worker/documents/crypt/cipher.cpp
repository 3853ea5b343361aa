// SPDX-License-Identifier: MIT
#include "worker/documents/crypt/cipher.h"

#include <nettle/aes.h>
#include <nettle/arcfour.h>
#include <nettle/blowfish.h>
#include <nettle/cbc.h>
#include <nettle/cfb.h>

#include <algorithm>
#include <cassert>

namespace basewalk::worker::crypt {
namespace {

const std::uint8_t* bytes_of(std::string_view text) {
  return reinterpret_cast<const std::uint8_t*>(text.data());
}
std::uint8_t* bytes_of(std::string& text) { return reinterpret_cast<std::uint8_t*>(text.data()); }

// Calls use(context, decrypt) with what a key of its size needs.
template <class Use>
void with_aes(std::string_view key, const Use& use) {
  assert(is_aes_key(key.size()));
  if (key.size() == 16) {
    ::aes128_ctx aes;
    ::nettle_aes128_set_decrypt_key(&aes, bytes_of(key));
    use(&aes, reinterpret_cast<::nettle_cipher_func*>(::nettle_aes128_decrypt));
  } else if (key.size() == 24) {
    ::aes192_ctx aes;
    ::nettle_aes192_set_decrypt_key(&aes, bytes_of(key));
    use(&aes, reinterpret_cast<::nettle_cipher_func*>(::nettle_aes192_decrypt));
  } else {
    ::aes256_ctx aes;
    ::nettle_aes256_set_decrypt_key(&aes, bytes_of(key));
    use(&aes, reinterpret_cast<::nettle_cipher_func*>(::nettle_aes256_decrypt));
  }
}

}  // namespace

std::string aes_cbc_decrypted(std::string_view key, std::string_view vector,
                              std::string_view bytes) {
  assert(vector.size() == kAesBlock);
  std::string plain(bytes.substr(0, bytes.size() / kAesBlock * kAesBlock));
  std::uint8_t state[kAesBlock];
  std::copy(vector.begin(), vector.end(), state);
  with_aes(key, [&](const void* aes, ::nettle_cipher_func* decrypt) {
    ::nettle_cbc_decrypt(aes, decrypt, kAesBlock, state, plain.size(), bytes_of(plain),
                         bytes_of(bytes));
  });
  return plain;
}

std::string aes_ecb_decrypted(std::string_view key, std::string_view bytes) {
  std::string plain(bytes.substr(0, bytes.size() / kAesBlock * kAesBlock));
  with_aes(key, [&](const void* aes, ::nettle_cipher_func* decrypt) {
    decrypt(aes, plain.size(), bytes_of(plain), bytes_of(bytes));
  });
  return plain;
}

std::string blowfish_cfb_decrypted(std::string_view key, std::string_view vector,
                                   std::string_view bytes) {
  assert(key.size() >= BLOWFISH_MIN_KEY_SIZE && key.size() <= BLOWFISH_MAX_KEY_SIZE);
  assert(vector.size() == BLOWFISH_BLOCK_SIZE);
  std::string plain(bytes.size(), '\0');
  std::uint8_t state[BLOWFISH_BLOCK_SIZE];
  std::copy(vector.begin(), vector.end(), state);
  ::blowfish_ctx blowfish;
  (void)::nettle_blowfish_set_key(&blowfish, key.size(), bytes_of(key));
  ::nettle_cfb_decrypt(&blowfish,
                       reinterpret_cast<::nettle_cipher_func*>(::nettle_blowfish_encrypt),
                       BLOWFISH_BLOCK_SIZE, state, plain.size(), bytes_of(plain), bytes_of(bytes));
  return plain;
}

void apply_rc4(std::string_view key, char* bytes, std::size_t size) {
  assert(!key.empty() && key.size() <= ARCFOUR_MAX_KEY_SIZE);
  ::arcfour_ctx rc4;
  ::nettle_arcfour_set_key(&rc4, key.size(), bytes_of(key));
  auto* at = reinterpret_cast<std::uint8_t*>(bytes);
  ::nettle_arcfour_crypt(&rc4, size, at, at);
}

}  // namespace basewalk::worker::crypt
