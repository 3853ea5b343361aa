// SPDX-License-Identifier: MIT
//
// Ciphers, by libnettle: what was encrypted is decrypted in place.
//
// Before this: hash.cpp has made a key of a password.  After it: the reader of the format has the
// bytes.
#ifndef BASEWALK_SRC_WORKER_DOCUMENTS_CRYPT_CIPHER_H_
#define BASEWALK_SRC_WORKER_DOCUMENTS_CRYPT_CIPHER_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace basewalk::worker::crypt {

inline constexpr std::size_t kAesBlock = 16;

/// AES of 128, 192 or 256 bits.
constexpr bool is_aes_key(std::size_t size) { return size == 16 || size == 24 || size == 32; }

/// `key` is_aes_key(), `vector` has a block; what is behind the last whole block is left out.
std::string aes_cbc_decrypted(std::string_view key, std::string_view vector,
                              std::string_view bytes);
std::string aes_ecb_decrypted(std::string_view key, std::string_view bytes);

/// Blowfish with a feedback of whole blocks; `key` has 8 to 56 bytes, `vector` 8.
std::string blowfish_cfb_decrypted(std::string_view key, std::string_view vector,
                                   std::string_view bytes);

/// RC4: encrypts or decrypts from the beginning of its stream on.  `key` has 1 to 256 bytes.
void apply_rc4(std::string_view key, char* bytes, std::size_t size);

}  // namespace basewalk::worker::crypt

#endif  // BASEWALK_SRC_WORKER_DOCUMENTS_CRYPT_CIPHER_H_
