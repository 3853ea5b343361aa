// SPDX-License-Identifier: MIT
#include "worker/documents/office/odf_cipher.h"

#include <algorithm>
#include <charconv>

#include "text/ascii.h"
#include "text/base64.h"
#include "worker/documents/crypt/cipher.h"
#include "worker/documents/wrapped/inflate.h"

namespace basewalk::worker::office {
namespace {

using Cipher = OdfEncryption::Cipher;
using crypt::Hash;

constexpr std::size_t kSummed = 1024, kBlowfishBlock = 8, kLongestSalt = 1024;

std::string decoded(std::string_view base64) {
  std::string bytes;
  text::append_base64_decoded(bytes, base64);
  return bytes;
}

// None where it is no number.
std::uint32_t number(std::string_view text) {
  std::uint32_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size() ? number : 0;
}

// "http://www.w3.org/2000/09/xmldsig#sha256" is written for what is elsewhere called so.
std::string_view behind_mark(std::string_view name) {
  const std::size_t mark = name.rfind('#');
  return mark == name.npos ? name : name.substr(mark + 1);
}

// 4.8.3: of the first bytes before they were encrypted, packed.
void read_sum(OdfEncryption& found, const XmlAttributes& attributes) {
  std::string_view type = behind_mark(value_of(attributes, "checksum-type"));
  for (const std::string_view ending : {"-1k", "/1K"})
    if (ascii::iequals(type.substr(type.size() - std::min(type.size(), ending.size())), ending))
      found.sum_hash = crypt::hash_named(type.substr(0, type.size() - ending.size()));
  found.sum = decoded(value_of(attributes, "checksum"));
}

void read_algorithm(OdfEncryption& found, const XmlAttributes& attributes) {
  const std::string_view name = behind_mark(value_of(attributes, "algorithm-name"));
  constexpr std::string_view kAes[] = {"aes128-cbc", "aes192-cbc", "aes256-cbc"};
  constexpr std::string_view kBlowfish[] = {"blowfish", "blowfish cfb"};
  if (ascii::iis_one_of(kAes, name)) found.cipher = Cipher::aes_cbc;
  if (ascii::iis_one_of(kBlowfish, name)) found.cipher = Cipher::blowfish_cfb;
  found.vector = decoded(value_of(attributes, "initialisation-vector"));
}

void read_derivation(OdfEncryption& found, const XmlAttributes& attributes) {
  if (!ascii::iequals(behind_mark(value_of(attributes, "key-derivation-name")), "pbkdf2"))
    found.is_read = false;
  const std::string_view size = value_of(attributes, "key-size");
  if (!size.empty()) found.key_size = number(size);
  found.times = number(value_of(attributes, "iteration-count"));
  found.salt = decoded(value_of(attributes, "salt"));
}

void read_start(OdfEncryption& found, const XmlAttributes& attributes) {
  const auto hash =
      crypt::hash_named(behind_mark(value_of(attributes, "start-key-generation-name")));
  if (hash)
    found.start = *hash;
  else
    found.is_read = false;
}

std::string key_of(const OdfEncryption& encryption, std::string_view password) {
  return crypt::pbkdf2_sha1(crypt::digest(encryption.start, {password}), encryption.salt,
                            encryption.times, encryption.key_size);
}

// XML Encryption 5.2: the last byte says how many are too many.
std::string decrypted(const OdfEncryption& encryption, std::string_view key,
                      std::string_view bytes) {
  if (encryption.cipher == Cipher::blowfish_cfb)
    return crypt::blowfish_cfb_decrypted(key, encryption.vector, bytes);
  std::string plain = crypt::aes_cbc_decrypted(key, encryption.vector, bytes);
  const std::size_t more = plain.empty() ? 0 : static_cast<unsigned char>(plain.back());
  if (more <= crypt::kAesBlock) plain.resize(plain.size() - std::min(plain.size(), more));
  return plain;
}

// Is the sum the one of the first bytes?
bool is_key(const OdfEncryption& encryption, std::string_view key, std::string_view bytes) {
  // A block more: what it is filled up with is taken away with it.
  const std::string first =
      decrypted(encryption, key, bytes.substr(0, kSummed + crypt::kAesBlock)).substr(0, kSummed);
  return crypt::digest(*encryption.sum_hash, {first}) == encryption.sum;
}

}  // namespace

bool OdfEncryption::is_known() const {
  if (!is_read || times == 0 || salt.size() > kLongestSalt || !sum_hash) return false;
  if (cipher == Cipher::aes_cbc)
    return vector.size() == crypt::kAesBlock && crypt::is_aes_key(key_size);
  return cipher == Cipher::blowfish_cfb && vector.size() == kBlowfishBlock && key_size >= 8 &&
         key_size <= 56;
}

void OdfManifest::start(const XmlName& name, const XmlAttributes& attributes) {
  if (name.local == "file-entry") path_ = value_of(attributes, "full-path");
  if (name.local == "encryption-data") encrypted_[path_] = {};
  const auto found = encrypted_.find(path_);
  if (found == encrypted_.end()) return;
  if (name.local == "encryption-data")
    read_sum(found->second, attributes);
  else if (name.local == "algorithm")
    read_algorithm(found->second, attributes);
  else if (name.local == "key-derivation")
    read_derivation(found->second, attributes);
  else if (name.local == "start-key-generation")
    read_start(found->second, attributes);
}

bool OdfCipher::find_password(const OdfEncryption& encryption, std::string_view bytes) {
  const auto opens = [&](std::string_view password) {
    return is_key(encryption, key_of(encryption, password), bytes);
  };
  const std::uint64_t cost = crypt::cost_of_pbkdf2(encryption.times, encryption.key_size);
  const auto found =
      crypt::password_that(opens, cost, "", session_.document, tries_, session_.sink);
  if (found) password_ = *found;
  return found.has_value();
}

std::optional<std::string> OdfCipher::plain(const std::string& name,
                                            const OdfEncryption& encryption,
                                            std::string_view bytes) {
  if (!password_ || !encryption.is_known()) {
    session_.lack_once(Lack::encrypted, name, "is encrypted in a way that is not read");
    return {};
  }
  if (!members_.spend(crypt::cost_of_pbkdf2(encryption.times, encryption.key_size))) {
    session_.lack_once(Lack::limit, "", "has more encrypted members than are opened");
    return {};
  }
  const std::string key = key_of(encryption, *password_);
  if (!is_key(encryption, key, bytes)) {
    session_.lack_once(Lack::encrypted, name, "is encrypted with another password, or damaged");
    return {};
  }
  std::string out;
  const std::uint64_t before = session_.bytes_left();
  std::uint64_t most = before;
  const std::string packed = decrypted(encryption, key, bytes);
  std::string_view rest = packed;
  const Unpacked end = unpack(Packing::deflate, rest, most, out);
  (void)session_.spend(before - most);
  if (end == Unpacked::too_much)
    session_.lack_once(Lack::limit, "", "has members behind the limit of bytes");
  else if (end != Unpacked::whole)
    session_.lack_once(Lack::damaged, name, "cannot be unpacked to its end");
  return out;
}

}  // namespace basewalk::worker::office
