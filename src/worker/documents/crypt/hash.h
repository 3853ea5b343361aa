// SPDX-License-Identifier: MIT
//
// Hash functions, by libnettle, and keys that are made of passwords with them.
//
// Before this: a reader of a format has said which one, and what is hashed.  After it: cipher.cpp
// takes the keys.
#ifndef BASEWALK_SRC_WORKER_DOCUMENTS_CRYPT_HASH_H_
#define BASEWALK_SRC_WORKER_DOCUMENTS_CRYPT_HASH_H_

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

namespace basewalk::worker::crypt {

enum class Hash : unsigned char { md5, sha1, sha256, sha384, sha512 };

/// Bytes of its digests.
std::size_t size_of(Hash hash);
/// "SHA512", "SHA-512", in any case.
std::optional<Hash> hash_named(std::string_view name);

/// Of pieces behind one another.
std::string digest(Hash hash, std::initializer_list<std::string_view> pieces);

/// [MS-OFFCRYPTO] 2.3.4.7, 2.3.4.11: hashes a digest again and again, each time with the number of
/// the time before it.
std::string spun(Hash hash, std::string digest, std::uint32_t times);
/// What that costs of a Work.
std::uint64_t cost_of_spun(Hash hash, std::uint64_t times);

/// PBKDF2 with HMAC-SHA-1 (RFC 8018 5.2); `times` is not 0.
std::string pbkdf2_sha1(std::string_view password, std::string_view salt, std::uint32_t times,
                        std::size_t size);
std::uint64_t cost_of_pbkdf2(std::uint64_t times, std::size_t size);

/// 7-Zip: SHA-256 of 2^`power` pieces behind one another, each with its number in eight bytes.
std::string sha256_of_many(std::string_view piece, unsigned power);
std::uint64_t cost_of_many(std::size_t piece, unsigned power);

/// A number as four bytes, the lowest first.
std::string little_endian(std::uint32_t number);

}  // namespace basewalk::worker::crypt

#endif  // BASEWALK_SRC_WORKER_DOCUMENTS_CRYPT_HASH_H_
