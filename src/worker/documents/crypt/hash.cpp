// SPDX-License-Identifier: MIT
#include "worker/documents/crypt/hash.h"

#include <nettle/nettle-meta.h>
#include <nettle/pbkdf2.h>
#include <nettle/sha2.h>

#include <algorithm>

#include "text/ascii.h"

namespace basewalk::worker::crypt {
namespace {

constexpr std::size_t kLargestState = 512;

const ::nettle_hash& nettle_of(Hash hash) {
  switch (hash) {
    case Hash::md5:
      return ::nettle_md5;
    case Hash::sha1:
      return ::nettle_sha1;
    case Hash::sha256:
      return ::nettle_sha256;
    case Hash::sha384:
      return ::nettle_sha384;
    case Hash::sha512:
      break;
  }
  return ::nettle_sha512;
}

const std::uint8_t* bytes_of(std::string_view text) {
  return reinterpret_cast<const std::uint8_t*>(text.data());
}

// One digest after the other, in the same memory.
class Hasher {
 public:
  explicit Hasher(Hash hash) : hash_(nettle_of(hash)) { hash_.init(state_); }
  void add(std::string_view piece) {
    if (!piece.empty()) hash_.update(state_, piece.size(), bytes_of(piece));
  }
  void end(std::string& out) {
    out.resize(hash_.digest_size);
    hash_.digest(state_, out.size(), reinterpret_cast<std::uint8_t*>(out.data()));
  }

 private:
  const ::nettle_hash& hash_;
  alignas(std::max_align_t) unsigned char state_[kLargestState];
};
static_assert(sizeof(::sha512_ctx) <= kLargestState);

}  // namespace

std::size_t size_of(Hash hash) { return nettle_of(hash).digest_size; }

std::optional<Hash> hash_named(std::string_view name) {
  struct Named {
    std::string_view name;
    Hash hash;
  };
  constexpr Named kNames[] = {
      {"MD5", Hash::md5},        {"SHA1", Hash::sha1},      {"SHA-1", Hash::sha1},
      {"SHA256", Hash::sha256},  {"SHA-256", Hash::sha256}, {"SHA384", Hash::sha384},
      {"SHA-384", Hash::sha384}, {"SHA512", Hash::sha512},  {"SHA-512", Hash::sha512}};
  for (const Named& each : kNames)
    if (ascii::iequals(each.name, name)) return each.hash;
  return {};
}

std::string digest(Hash hash, std::initializer_list<std::string_view> pieces) {
  Hasher hasher(hash);
  for (const std::string_view piece : pieces) hasher.add(piece);
  std::string out;
  hasher.end(out);
  return out;
}

std::string spun(Hash hash, std::string digest, std::uint32_t times) {
  Hasher hasher(hash);
  for (std::uint32_t i = 0; i < times; ++i) {
    const char number[] = {static_cast<char>(i & 0xFF), static_cast<char>(i >> 8 & 0xFF),
                           static_cast<char>(i >> 16 & 0xFF), static_cast<char>(i >> 24)};
    hasher.add({number, sizeof number});
    hasher.add(digest);
    hasher.end(digest);
  }
  return digest;
}

// Those of 64 bits take twice as long.
std::uint64_t cost_of_spun(Hash hash, std::uint64_t times) {
  return times * (hash == Hash::sha384 || hash == Hash::sha512 ? 2 : 1);
}

std::string pbkdf2_sha1(std::string_view password, std::string_view salt, std::uint32_t times,
                        std::size_t size) {
  std::string key(size, '\0');
  ::nettle_pbkdf2_hmac_sha1(password.size(), bytes_of(password), times, salt.size(), bytes_of(salt),
                            key.size(), reinterpret_cast<std::uint8_t*>(key.data()));
  return key;
}

// HMAC hashes twice, for each 20 bytes of the key.
std::uint64_t cost_of_pbkdf2(std::uint64_t times, std::size_t size) {
  return times * 2 * ((size + 19) / 20);
}

std::string sha256_of_many(std::string_view piece, unsigned power) {
  Hasher hasher(Hash::sha256);
  std::string each(piece);
  each.resize(piece.size() + 8);
  for (std::uint64_t i = 0; i >> power == 0; ++i) {
    for (std::size_t byte = 0; byte < 8; ++byte)
      each[piece.size() + byte] = static_cast<char>(static_cast<unsigned char>(i >> 8 * byte));
    hasher.add(each);
  }
  std::string out;
  hasher.end(out);
  return out;
}

// A call takes 64 bytes.  Behind 2^40 nobody pays.
std::uint64_t cost_of_many(std::size_t piece, unsigned power) {
  return 1 + (piece + 8) * (std::uint64_t{1} << std::min(power, 40U)) / 64;
}

std::string little_endian(std::uint32_t number) {
  std::string bytes;
  for (int shift = 0; shift < 32; shift += 8)
    bytes += static_cast<char>(static_cast<unsigned char>(number >> shift));
  return bytes;
}

}  // namespace basewalk::worker::crypt
