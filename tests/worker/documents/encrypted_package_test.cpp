// SPDX-License-Identifier: MIT
//
// What says how a package is encrypted ([MS-OFFCRYPTO] 2.3.4): ways that are read and that are not,
// and what is told where it is cut off.
#include "worker/documents/ole/encrypted_package.h"

#include <boost/test/unit_test.hpp>
#include <string>
#include <string_view>

#include "support/files.h"
#include "worker/documents/ole/made_cfb.h"
#include "worker/documents/ole/office_key.h"
#include "worker/documents/recorded.h"

using namespace basewalk;
using namespace basewalk::worker;
using namespace std::string_literals;
using test::little;

namespace {

constexpr std::uint32_t kRc4 = 0x6801, kAes128 = 0x660E, kAes192 = 0x660F, kAes256 = 0x6610,
                        kSha1 = 0x8004;

// A header (2.3.2) and a verifier (2.3.3).
std::string verifier(std::uint32_t cipher, std::uint32_t hash, std::uint32_t bits,
                     std::size_t hash_bytes = 32, std::uint32_t salt = 16,
                     std::uint32_t hash_size = 20) {
  const std::string header = little(0x24, 4) + little(0, 4) + little(cipher, 4) + little(hash, 4) +
                             little(bits, 4) + little(0x18, 4) + std::string(8, '\0') + "C\0\0\0"s;
  return little(header.size(), 4) + header + little(salt, 4) + std::string(16, 's') +
         std::string(16, 'v') + little(hash_size, 4) + std::string(hash_bytes, 'h');
}

std::string shown(const std::optional<OfficeVerifier>& found) {
  if (!found) return "none";
  return std::to_string(found->key_size) + (found->is_aes() ? " aes" : "") +
         (found->is_rc4() ? " rc4" : "");
}

// What is told of a package with nothing that could open it; "opened" if nothing is.
std::string told(const std::string& info, const std::string& package = std::string(24, '\0')) {
  const test::ExactCopy bytes(info), packed(package);
  Recorded sink;
  crypt::Work work;
  const Document document{"", "a.docx"};
  const auto opened = decrypted_package(bytes.view(), packed.view(), document, work, sink);
  if (sink.lacks.empty()) return opened ? "opened" : "nothing";
  BOOST_TEST(!opened.has_value());
  return sink.lacks[0].what + " " + sink.lacks[0].sentence;
}

const std::string kCut = "EncryptionInfo is not whole",
                  kNotRead = "EncryptedPackage is encrypted in a way that is not read",
                  kClosed = "EncryptedPackage is encrypted, and no password opens it";

std::string standard(const std::string& rest, std::uint32_t major = 3, std::uint32_t minor = 2) {
  return little(major, 2) + little(minor, 2) + little(0x24, 4) + rest;
}

// 2.3.4.10, with one attribute of the key's or of the data's that is another one.
std::string agile(const std::string& from = "", const std::string& to = "") {
  const std::string cipher =
      R"( saltSize="16" blockSize="16" keyBits="256" hashSize="64" cipherAlgorithm="AES")"
      R"( cipherChaining="ChainingModeCBC" hashAlgorithm="SHA512" saltValue="c2FsdHNhbHRzYWx0c2FsdA==")";
  std::string xml =
      R"(<encryption xmlns="http://schemas.microsoft.com/office/2006/encryption" )"
      R"(xmlns:p="http://schemas.microsoft.com/office/2006/keyEncryptor/password">)"
      "<keyData" +
      cipher + R"(/><keyEncryptors><keyEncryptor uri="x"><p:encryptedKey spinCount="1")" + cipher +
      R"( encryptedVerifierHashInput="dmVyaWZpZXJ2ZXJpZg==")"
      R"( encryptedVerifierHashValue="dmVyaWZpZXJ2ZXJpZg==" encryptedKeyValue="a2V5a2V5a2V5a2V5a2V5a2V5a2V5a2V5"/>)"
      "</keyEncryptor></keyEncryptors></encryption>";
  if (!from.empty()) {
    const std::size_t at = xml.find(from);
    BOOST_TEST_REQUIRE(at != xml.npos, from);
    xml.replace(at, from.size(), to);
  }
  return little(4, 2) + little(4, 2) + little(0x40, 4) + xml;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(encrypted_package)

BOOST_AUTO_TEST_CASE(a_verifier_says_which_cipher_and_how_long_its_key_is) {
  const auto read = [](const std::string& bytes) {
    const test::ExactCopy copy(bytes);
    return shown(read_office_verifier(copy.view()));
  };
  BOOST_TEST(read(verifier(kAes128, kSha1, 128)) == "16 aes");
  BOOST_TEST(read(verifier(kAes192, kSha1, 192)) == "24 aes");
  BOOST_TEST(read(verifier(kAes256, kSha1, 256)) == "32 aes");
  BOOST_TEST(read(verifier(kAes256, 0, 256)) == "32 aes");
  // A key that is none of its cipher, another hash, another cipher.
  BOOST_TEST(read(verifier(kAes128, kSha1, 256)) == "32");
  BOOST_TEST(read(verifier(kAes192, kSha1, 128)) == "16");
  BOOST_TEST(read(verifier(kAes256, kSha1, 128)) == "16");
  BOOST_TEST(read(verifier(kAes128, 0x800C, 128)) == "16");
  BOOST_TEST(read(verifier(0x6603, kSha1, 128)) == "16");
  // 2.3.5.1: 40 to 128 bits; none is 40.
  BOOST_TEST(read(verifier(kRc4, kSha1, 128, 20)) == "16 rc4");
  BOOST_TEST(read(verifier(0, 0, 40, 20)) == "5 rc4");
  BOOST_TEST(read(verifier(kRc4, kSha1, 0, 20)) == "5 rc4");
  BOOST_TEST(read(verifier(kRc4, kSha1, 32, 20)) == "4");
  BOOST_TEST(read(verifier(kRc4, kSha1, 136, 20)) == "17");
  BOOST_TEST(read(verifier(kRc4, 0x800C, 128, 20)) == "16");
}

BOOST_AUTO_TEST_CASE(a_verifier_that_is_cut_off_is_none) {
  for (const std::string& whole : {verifier(kAes128, kSha1, 128), verifier(kRc4, kSha1, 128, 20)})
    for (std::size_t size = 0; size < whole.size(); ++size) {
      const test::ExactCopy cut(std::string_view(whole).substr(0, size));
      BOOST_TEST(shown(read_office_verifier(cut.view())) == "none", size);
    }
  BOOST_TEST(shown(read_office_verifier(verifier(kAes128, kSha1, 128, 32, 15))) == "none");
  BOOST_TEST(shown(read_office_verifier(verifier(kAes128, kSha1, 128, 32, 16, 32))) == "none");
  // A header that is too short for what it says.
  for (std::size_t size = 0; size < 20; ++size)
    BOOST_TEST(shown(read_office_verifier(little(size, 4) + std::string(100, '\0'))) == "none");
}

BOOST_AUTO_TEST_CASE(standard_encryption_is_asked_for_its_password) {
  const std::string aes = verifier(kAes128, kSha1, 128);
  for (const std::uint32_t major : {2, 3, 4}) BOOST_TEST(told(standard(aes, major)) == kClosed);
  for (const auto& [major, minor] : {std::pair(1, 2), {5, 2}, {3, 3}, {4, 1}, {3, 4}})
    BOOST_TEST(told(standard(aes, static_cast<std::uint32_t>(major),
                             static_cast<std::uint32_t>(minor))) == kNotRead);
  BOOST_TEST(told(standard(verifier(kRc4, kSha1, 128, 20))) == kNotRead);
  BOOST_TEST(told("") == kNotRead);  // rights management
  const std::string whole = standard(aes);
  for (std::size_t size = 1; size < whole.size(); ++size)
    BOOST_TEST(told(whole.substr(0, size)) == kCut, size);
  // The package begins with its size.
  for (std::size_t size = 0; size < 8; ++size)
    BOOST_TEST(told(whole, std::string(size, '\0')) == kCut, size);
}

BOOST_AUTO_TEST_CASE(agile_encryption_is_asked_for_its_password) {
  BOOST_TEST(told(agile()) == kClosed);
  BOOST_TEST(told(agile() + std::string(40, '\0')) == kClosed);  // what fills the stream up
  for (const auto& [from, to] : {std::pair("cipherAlgorithm=\"AES\"", "cipherAlgorithm=\"RC2\""),
                                 {"ChainingModeCBC", "ChainingModeCFB"},
                                 {"blockSize=\"16\"", "blockSize=\"8\""},
                                 {"keyBits=\"256\"", "keyBits=\"100\""},
                                 {"keyBits=\"256\"", "keyBits=\"256x\""},
                                 {"keyBits=\"256\"", ""},
                                 {"hashAlgorithm=\"SHA512\"", "hashAlgorithm=\"SHA3\""},
                                 {"hashSize=\"64\"", "hashSize=\"20\""},
                                 {"<p:encryptedKey ", "<p:other "},
                                 {"keyEncryptor/password", "keyEncryptor/certificate"}})
    BOOST_TEST(told(agile(from, to)) == kNotRead, to);
  BOOST_TEST(told(agile("dmVyaWZpZXJ2ZXJpZg==", std::string(2000, 'A'))) == kNotRead);
  BOOST_TEST(told(agile("<keyData", "<other")) == kCut);
  BOOST_TEST(told(agile("</encryption>", "")) == kCut);
  BOOST_TEST(told(agile("<keyEncryptors>", "<keyEncryptors")) == kCut);
  // The first of each counts.
  BOOST_TEST(told(agile("<keyEncryptors>", "<keyData blockSize=\"1\"/><keyEncryptors>")) ==
             kClosed);
  // What was never hashed so often is not tried.
  BOOST_TEST(told(agile("spinCount=\"1\"", "spinCount=\"x\"")) != "opened");
}

BOOST_AUTO_TEST_SUITE_END()
