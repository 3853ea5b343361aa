// SPDX-License-Identifier: MIT
//
// Ciphers and hashes: the vectors that their standards give, and what 7-Zip and Office make of
// them, by Python's hashlib.
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>

#include "support/hex.h"
#include "worker/documents/crypt/cipher.h"
#include "worker/documents/crypt/hash.h"

using namespace basewalk::worker;
using basewalk::test::hex;
using crypt::Hash;

namespace {

std::string bytes_of(std::string_view digits) {
  std::string bytes;
  for (std::size_t i = 0; const auto byte = basewalk::text::hex_byte(digits, i); i += 2)
    bytes += static_cast<char>(*byte);
  return bytes;
}
struct AesRow {
  const char *key, *cipher;
};
std::ostream& operator<<(std::ostream& out, const AesRow& row) { return out << row.key; }
// FIPS 197, C.1 to C.3.
const AesRow kAes[] = {
    {"000102030405060708090a0b0c0d0e0f", "69c4e0d86a7b0430d8cdb78070b4c55a"},
    {"000102030405060708090a0b0c0d0e0f1011121314151617", "dda97ca4864cdfe06eaf70a0ec0d7191"},
    {"000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
     "8ea2b7ca516745bfeafc49904b496089"},
};

struct HashRow {
  Hash hash;
  std::string_view names[2];
  std::size_t size;
  const char* of_abc;
};
std::ostream& operator<<(std::ostream& out, const HashRow& row) { return out << row.names[0]; }
const HashRow kHashes[] = {
    {Hash::md5, {"MD5", "md5"}, 16, "900150983cd24fb0d6963f7d28e17f72"},
    {Hash::sha1, {"SHA1", "Sha-1"}, 20, "a9993e364706816aba3e25717850c26c9cd0d89d"},
    {Hash::sha256,
     {"SHA256", "sha-256"},
     32,
     "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"},
    {Hash::sha384,
     {"SHA384", "SHA-384"},
     48,
     "cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed8086072ba1e7cc2358baeca134c8"
     "25a7"},
    {Hash::sha512,
     {"SHA512", "SHA-512"},
     64,
     "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3fe"
     "ebbd454d4423643ce80e2a9ac94fa54ca49f"},
};

}  // namespace

BOOST_AUTO_TEST_SUITE(crypt_vectors)

BOOST_DATA_TEST_CASE(aes_of_each_size, boost::unit_test::data::make(kAes), row) {
  const std::string key = bytes_of(row.key), cipher = bytes_of(row.cipher);
  const std::string plain = "00112233445566778899aabbccddeeff";
  BOOST_TEST(crypt::is_aes_key(key.size()));
  BOOST_TEST(hex(crypt::aes_ecb_decrypted(key, cipher + cipher + "rest")) == plain + plain);
  BOOST_TEST(crypt::aes_ecb_decrypted(key, cipher.substr(1)).empty());
}

BOOST_AUTO_TEST_CASE(keys_of_other_sizes_are_none) {
  for (const std::size_t size : {0, 8, 15, 17, 23, 25, 31, 33, 64})
    BOOST_TEST(!crypt::is_aes_key(size));
}

// NIST SP 800-38A, F.2.2.
BOOST_AUTO_TEST_CASE(aes_of_a_chain) {
  const std::string key = bytes_of("2b7e151628aed2a6abf7158809cf4f3c");
  const std::string vector = bytes_of("000102030405060708090a0b0c0d0e0f");
  const std::string cipher =
      bytes_of("7649abac8119b246cee98e9b12e9197d5086cb9b507219ee95db113a917678b2");
  BOOST_TEST(hex(crypt::aes_cbc_decrypted(key, vector, cipher + "more")) ==
             "6bc1bee22e409f96e93d7e117393172aae2d8a571e03ac9c9eb76fac45af8e51");
}

BOOST_AUTO_TEST_CASE(rc4_goes_there_and_back) {
  std::string bytes = "Plaintext";
  crypt::apply_rc4("Key", bytes.data(), bytes.size());
  BOOST_TEST(hex(bytes) == "bbf316e8d940af0ad3");
  crypt::apply_rc4("Key", bytes.data(), bytes.size());
  BOOST_TEST(bytes == "Plaintext");
}

BOOST_DATA_TEST_CASE(hashes, boost::unit_test::data::make(kHashes), row) {
  BOOST_TEST(crypt::size_of(row.hash) == row.size);
  for (const std::string_view name : row.names)
    BOOST_TEST((crypt::hash_named(name) == std::optional(row.hash)));
  BOOST_TEST(hex(crypt::digest(row.hash, {"abc"})) == row.of_abc);
  BOOST_TEST(hex(crypt::digest(row.hash, {"a", "", "bc"})) == row.of_abc);
}

BOOST_AUTO_TEST_CASE(what_is_no_hash_has_no_name) {
  for (const char* name : {"", "SHA", "SHA2", "SHA-3", "SHA512 ", "WHIRLPOOL"})
    BOOST_TEST(!crypt::hash_named(name).has_value());
}

// More than two bytes of the number count.
BOOST_AUTO_TEST_CASE(a_digest_is_hashed_again_and_again) {
  const std::string digest = crypt::digest(Hash::sha1, {"abc"});
  BOOST_TEST(crypt::spun(Hash::sha1, digest, 0) == digest);
  BOOST_TEST(hex(crypt::spun(Hash::sha1, digest, 1)) == "75bc75adeb9d7a207562b89360ced6171efc52a6");
  BOOST_TEST(hex(crypt::spun(Hash::sha1, digest, 300)) ==
             "9c1d523e368c9d7d995df0bb74f5887d6f64c106");
  BOOST_TEST(hex(crypt::spun(Hash::sha1, digest, 70'000)) ==
             "ecaaeb6e03ec9c0e637231d767d70fbce5929997");
}

BOOST_AUTO_TEST_CASE(many_pieces_are_hashed) {
  BOOST_TEST(hex(crypt::sha256_of_many("piece", 0)) ==
             "4f3ff2a7507d76269e99e905b88c7750bbb011cef4b8779eb570689b5f31b623");
  BOOST_TEST(hex(crypt::sha256_of_many("piece", 18)) ==
             "8fc0b6080ed9dd06b03c28c638241bd4ef79a7b04b58f7da98beba7237019152");
}

// RFC 6070.
BOOST_AUTO_TEST_CASE(a_key_of_a_password) {
  BOOST_TEST(hex(crypt::pbkdf2_sha1("password", "salt", 1, 20)) ==
             "0c60c80f961f0e71f3a9b524af6012062fe037a6");
  BOOST_TEST(hex(crypt::pbkdf2_sha1("password", "salt", 4096, 25)) ==
             "4b007901b765489abead49d926f721d065a429c12e463f6c4c");
}

BOOST_AUTO_TEST_CASE(what_they_cost) {
  BOOST_TEST(crypt::cost_of_spun(Hash::md5, 1'000) == 1'000u);
  BOOST_TEST(crypt::cost_of_spun(Hash::sha1, 1'000) == 1'000u);
  BOOST_TEST(crypt::cost_of_spun(Hash::sha256, 1'000) == 1'000u);
  BOOST_TEST(crypt::cost_of_spun(Hash::sha384, 1'000) == 2'000u);
  BOOST_TEST(crypt::cost_of_spun(Hash::sha512, 1'000) == 2'000u);
  BOOST_TEST(crypt::cost_of_pbkdf2(1'000, 16) == 2'000u);
  BOOST_TEST(crypt::cost_of_pbkdf2(1'000, 20) == 2'000u);
  BOOST_TEST(crypt::cost_of_pbkdf2(1'000, 21) == 4'000u);
  BOOST_TEST(crypt::cost_of_many(56, 10) == 1u + 1'024);
  BOOST_TEST(crypt::cost_of_many(0, 0) == 1u);
  // It does not come round again.
  BOOST_TEST(crypt::cost_of_many(56, 40) == 1 + (std::uint64_t{1} << 40));
  BOOST_TEST(crypt::cost_of_many(56, 62) == 1 + (std::uint64_t{1} << 40));
}

BOOST_AUTO_TEST_CASE(numbers_begin_with_the_lowest_byte) {
  BOOST_TEST(hex(crypt::little_endian(0x12345678)) == "78563412");
}

BOOST_AUTO_TEST_SUITE_END()
