// SPDX-License-Identifier: MIT
#include "worker/documents/ole/encrypted_package.h"

#include <charconv>
#include <cstdint>
#include <utility>

#include "text/base64.h"
#include "text/binary/numbers.h"
#include "text/binary/utf16.h"
#include "worker/documents/crypt/cipher.h"
#include "worker/documents/crypt/hash.h"
#include "worker/documents/office/xml.h"
#include "worker/documents/ole/office_key.h"

namespace basewalk::worker {
namespace {

using namespace std::string_view_literals;
using crypt::Hash;

constexpr std::string_view kPackage = "EncryptedPackage";
constexpr std::size_t kSegment = 4096;
// Of what is hashed and decrypted for each password; they have 16 to 64 bytes.
constexpr std::size_t kLongestValue = 1024;

// 2.3.4.10: what keyData and encryptedKey say alike.
struct AgileCipher {
  std::size_t key_size = 0, hash_size = 0;
  std::optional<Hash> hash;
  std::string salt;
  bool is_read = false;  // is it one that is read here?
};

struct AgileInfo {
  AgileCipher data, password;
  std::uint32_t spin = 0;
  std::string verifier, verifier_hash, key;
  bool has_data = false, has_password = false;
};

std::string decoded(std::string_view base64) {
  std::string bytes;
  text::append_base64_decoded(bytes, base64);
  return bytes;
}

// 2.3.4.10
class AgileXml final : public office::XmlHandler {
 public:
  void start(const office::XmlName& name, const office::XmlAttributes& attributes) override {
    using office::value_of;
    if (name.local == "keyData" && !std::exchange(info.has_data, true))
      info.data = cipher(attributes);
    if (name.local != "encryptedKey" ||
        name.space != "http://schemas.microsoft.com/office/2006/keyEncryptor/password" ||
        std::exchange(info.has_password, true))
      return;
    info.password = cipher(attributes);
    info.spin = number(value_of(attributes, "spinCount"));
    info.verifier = decoded(value_of(attributes, "encryptedVerifierHashInput"));
    info.verifier_hash = decoded(value_of(attributes, "encryptedVerifierHashValue"));
    info.key = decoded(value_of(attributes, "encryptedKeyValue"));
  }
  void end(const office::XmlName&) override {}
  void text(std::string_view) override {}

  AgileInfo info;

 private:
  // Of what is no number, one that nothing has.
  static std::uint32_t number(std::string_view text) {
    std::uint32_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc() && end == text.data() + text.size() ? number : 0xFFFFFFFF;
  }
  static AgileCipher cipher(const office::XmlAttributes& attributes) {
    using office::value_of;
    AgileCipher cipher;
    cipher.key_size = number(value_of(attributes, "keyBits")) / 8;
    cipher.hash = crypt::hash_named(value_of(attributes, "hashAlgorithm"));
    cipher.hash_size = number(value_of(attributes, "hashSize"));
    cipher.salt = decoded(value_of(attributes, "saltValue"));
    cipher.is_read = value_of(attributes, "cipherAlgorithm") == "AES" &&
                     value_of(attributes, "cipherChaining") == "ChainingModeCBC" &&
                     number(value_of(attributes, "blockSize")) == crypt::kAesBlock &&
                     crypt::is_aes_key(cipher.key_size) && cipher.hash &&
                     cipher.hash_size == crypt::size_of(*cipher.hash);
    return cipher;
  }
};

// 2.3.4.11, 2.3.4.12: what is too short is filled up.
std::string sized(std::string bytes, std::size_t size) {
  bytes.resize(size, '\x36');
  return bytes;
}

// 2.3.4.13: the key of the package.
std::optional<std::string> agile_key(const AgileInfo& info, std::string_view password) {
  const AgileCipher& cipher = info.password;
  const Hash hash = *cipher.hash;
  const std::string spun = crypt::spun(
      hash, crypt::digest(hash, {cipher.salt, text::utf16_of_utf8(password)}), info.spin);
  const std::string vector = sized(cipher.salt, crypt::kAesBlock);
  const auto plain = [&](std::string_view block, std::string_view bytes) {
    return crypt::aes_cbc_decrypted(sized(crypt::digest(hash, {spun, block}), cipher.key_size),
                                    vector, bytes);
  };
  const std::string verifier = plain("\xFE\xA7\xD2\x76\x3B\x4B\x9E\x79"sv, info.verifier);
  const std::string sum = plain("\xD7\xAA\x0F\x6D\x30\x61\x34\x4E"sv, info.verifier_hash);
  if (verifier.empty() || sum.size() < cipher.hash_size ||
      !sum.starts_with(crypt::digest(hash, {verifier})))
    return {};
  std::string key = plain("\x14\x6E\x0B\xE7\xAB\xAC\xD0\xD6"sv, info.key);
  if (key.size() < info.data.key_size) return {};
  key.resize(info.data.key_size);
  return key;
}

// 2.3.4.15: each segment has a vector of its own.
std::string agile_package(const AgileCipher& cipher, std::string_view key, std::string_view bytes) {
  std::string package;
  package.reserve(bytes.size());
  for (std::uint32_t i = 0; std::size_t{i} * kSegment < bytes.size(); ++i) {
    const std::string vector = sized(
        crypt::digest(*cipher.hash, {cipher.salt, crypt::little_endian(i)}), crypt::kAesBlock);
    package += crypt::aes_cbc_decrypted(key, vector, bytes.substr(i * kSegment, kSegment));
  }
  return package;
}

class Decrypter {
 public:
  Decrypter(const Document& document, crypt::Work& work, DocumentSink& sink)
      : document_(document), work_(work), sink_(sink) {}

  std::optional<std::string> read(std::string_view info, std::string_view bytes) {
    // Of what rights management protects there is none (2.2).
    if (info.empty()) return not_read();
    text::LittleEndian numbers(info);
    std::uint16_t major = 0, minor = 0;
    std::uint32_t flags = 0;
    std::uint64_t size = 0;
    if (!numbers.take(major) || !numbers.take(minor) || !numbers.take(flags) ||
        !text::LittleEndian(bytes).take(size))
      return damaged();
    bytes.remove_prefix(sizeof size);
    std::optional<std::string> package;
    if (major == 4 && minor == 4)
      package = agile(info.substr(numbers.at()), bytes);
    else if (minor == 2 && major >= 2 && major <= 4)
      package = standard(info.substr(numbers.at()), bytes);
    else
      return not_read();
    // 2.3.4.4: it is filled up to whole blocks.
    if (package && size > package->size())
      sink_.lack(Lack::damaged, kPackage, "is cut off");
    else if (package)
      package->resize(static_cast<std::size_t>(size));
    return package;
  }

 private:
  std::nullopt_t damaged() {
    sink_.lack(Lack::damaged, "EncryptionInfo", "is not whole");
    return std::nullopt;
  }
  std::nullopt_t not_read() {
    sink_.lack(Lack::encrypted, kPackage, "is encrypted in a way that is not read");
    return std::nullopt;
  }
  std::nullopt_t closed() {
    sink_.lack(Lack::encrypted, kPackage, "is encrypted, and no password opens it");
    return std::nullopt;
  }

  std::optional<std::string> agile(std::string_view xml, std::string_view bytes) {
    // What fills the stream up.
    xml = xml.substr(0, xml.find_last_not_of('\0') + 1);
    AgileXml handler;
    office::Xml reader(handler);
    reader.feed(xml);
    reader.finish();
    const AgileInfo& info = handler.info;
    if (reader.is_damaged() || !info.has_data) return damaged();
    if (!info.has_password || !info.data.is_read || !info.password.is_read) return not_read();
    for (const std::string* value :
         {&info.data.salt, &info.password.salt, &info.verifier, &info.verifier_hash, &info.key})
      if (value->size() > kLongestValue) return not_read();
    std::string key;
    const auto opens = [&](std::string_view password) {
      std::optional<std::string> found = agile_key(info, password);
      if (found) key = std::move(*found);
      return found.has_value();
    };
    const std::uint64_t cost =
        crypt::cost_of_spun(*info.password.hash, info.spin + std::uint64_t{8});
    if (!crypt::password_that(opens, cost, kPackage, document_, work_, sink_)) return closed();
    return agile_package(info.data, key, bytes);
  }

  std::optional<std::string> standard(std::string_view info, std::string_view bytes) {
    const std::optional<OfficeVerifier> verifier = read_office_verifier(info);
    if (!verifier) return damaged();
    if (!verifier->is_aes()) return not_read();
    std::string key;
    const auto opens = [&](std::string_view password) {
      key = standard_key(*verifier, password);
      return is_standard_key(*verifier, key);
    };
    if (!crypt::password_that(opens, kCostOfStandardKey, kPackage, document_, work_, sink_))
      return closed();
    return crypt::aes_ecb_decrypted(key, bytes);
  }

  const Document& document_;
  crypt::Work& work_;
  DocumentSink& sink_;
};

}  // namespace

std::optional<std::string> decrypted_package(std::string_view info, std::string_view package,
                                             const Document& document, crypt::Work& work,
                                             DocumentSink& sink) {
  return Decrypter(document, work, sink).read(info, package);
}

}  // namespace basewalk::worker
