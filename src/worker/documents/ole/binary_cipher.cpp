// SPDX-License-Identifier: MIT
#include "worker/documents/ole/binary_cipher.h"

#include <algorithm>
#include <array>
#include <utility>

#include "text/ascii.h"
#include "text/binary/numbers.h"
#include "text/binary/utf16.h"
#include "worker/documents/crypt/cipher.h"
#include "worker/documents/crypt/hash.h"
#include "worker/documents/ole/office_key.h"

namespace basewalk::worker {
namespace {

using crypt::Hash;

// [MS-XLS] 2.3: records that say how it is encrypted, and those that never are.
constexpr std::uint64_t kFilePass = 0x2F, kSheet = 0x85;
constexpr std::uint64_t kNever[] = {0x0809, kFilePass, 0x0194, 0x0195, 0x00E1, 0x0196, 0x0138};
constexpr std::size_t kRecordHead = 4;
constexpr std::size_t kBlockOfWorkbook = 1024, kBlockOfWord = 512;
// [MS-DOC] 2.5.2: so much of the header is never encrypted.
constexpr std::size_t kPlainOfWord = 68;

// 2.3.7.2: what a password of so many bytes begins with, and what each of its bits adds.
constexpr std::size_t kMostObfuscated = 15;
constexpr std::uint16_t kInitialCodes[kMostObfuscated] = {0xE1F0, 0x1D0F, 0xCC9C, 0x84C0, 0x110C,
                                                          0x0E10, 0xF1CE, 0x313E, 0x1872, 0xE139,
                                                          0xD40F, 0x84F9, 0x280C, 0xA96A, 0x4EC3};
constexpr std::uint16_t kMatrix[kMostObfuscated * 7] = {
    0xAEFC, 0x4DD9, 0x9BB2, 0x2745, 0x4E8A, 0x9D14, 0x2A09, 0x7B61, 0xF6C2, 0xFDA5, 0xEB6B, 0xC6F7,
    0x9DCF, 0x2BBF, 0x4563, 0x8AC6, 0x05AD, 0x0B5A, 0x16B4, 0x2D68, 0x5AD0, 0x0375, 0x06EA, 0x0DD4,
    0x1BA8, 0x3750, 0x6EA0, 0xDD40, 0xD849, 0xA0B3, 0x5147, 0xA28E, 0x553D, 0xAA7A, 0x44D5, 0x6F45,
    0xDE8A, 0xAD35, 0x4A4B, 0x9496, 0x390D, 0x721A, 0xEB23, 0xC667, 0x9CEF, 0x29FF, 0x53FE, 0xA7FC,
    0x5FD9, 0x47D3, 0x8FA6, 0x0F6D, 0x1EDA, 0x3DB4, 0x7B68, 0xF6D0, 0xB861, 0x60E3, 0xC1C6, 0x93AD,
    0x377B, 0x6EF6, 0xDDEC, 0x45A0, 0x8B40, 0x06A1, 0x0D42, 0x1A84, 0x3508, 0x6A10, 0xAA51, 0x4483,
    0x8906, 0x022D, 0x045A, 0x08B4, 0x1168, 0x76B4, 0xED68, 0xCAF1, 0x85C3, 0x1BA7, 0x374E, 0x6E9C,
    0x3730, 0x6E60, 0xDCC0, 0xA9A1, 0x4363, 0x86C6, 0x1DAD, 0x3331, 0x6662, 0xCCC4, 0x89A9, 0x0373,
    0x06E6, 0x0DCC, 0x1021, 0x2042, 0x4084, 0x8108, 0x1231, 0x2462, 0x48C4};
constexpr unsigned char kPad[] = {0xBB, 0xFF, 0xFF, 0xBA, 0xFF, 0xFF, 0xB9, 0x80,
                                  0x00, 0xBE, 0x0F, 0x00, 0xBF, 0x0F, 0x00};

unsigned char byte_of(char c) { return static_cast<unsigned char>(c); }

// 2.3.7.1
std::uint16_t obfuscation_verifier(std::string_view password) {
  unsigned verifier = 0;
  const auto add = [&](unsigned char byte) {
    verifier = ((verifier >> 14 & 1) | (verifier << 1 & 0x7FFF)) ^ byte;
  };
  for (std::size_t i = password.size(); i-- > 0;) add(byte_of(password[i]));
  add(static_cast<unsigned char>(password.size()));
  return static_cast<std::uint16_t>(verifier ^ 0xCE4B);
}

// 2.3.7.2; of 1 to 15 bytes.
std::uint16_t obfuscation_key(std::string_view password) {
  unsigned key = kInitialCodes[password.size() - 1];
  std::size_t at = std::size(kMatrix);
  for (std::size_t i = password.size(); i-- > 0;)
    for (int bit = 6; bit >= 0; --bit) {
      --at;
      if ((byte_of(password[i]) >> bit & 1) != 0) key ^= kMatrix[at];
    }
  return static_cast<std::uint16_t>(key);
}

// 2.3.7.2: the password, filled up, and mixed with the key.
std::array<unsigned char, 16> obfuscation_array(std::string_view password) {
  const std::uint16_t key = obfuscation_key(password);
  std::array<unsigned char, 16> mixed{};
  for (std::size_t i = 0; i < mixed.size(); ++i) {
    const unsigned char byte =
        i < password.size() ? byte_of(password[i]) : kPad[i - password.size()];
    const unsigned value = byte ^ (i % 2 == 0 ? key & 0xFFU : key >> 8U);
    mixed[i] = static_cast<unsigned char>((value >> 1 | value << 7) & 0xFF);
  }
  return mixed;
}

// Calls with(type, where the data begins, its size) for each record.
template <class With>
void for_each_record(std::string_view stream, const With& with) {
  for (std::size_t at = 0; at + kRecordHead <= stream.size();) {
    const std::uint64_t type = text::little(stream, at, 2);
    const std::size_t size =
        std::min(text::little_size(stream, at + 2, 2), stream.size() - at - kRecordHead);
    if (!with(type, at + kRecordHead, size)) return;
    at += kRecordHead + size;
  }
}

// How much of a record's data stands in the clear.
std::size_t plain_bytes(std::uint64_t type, std::size_t size) {
  if (std::find(std::begin(kNever), std::end(kNever), type) != std::end(kNever)) return size;
  // Where the sheet begins.
  return type == kSheet ? std::min<std::size_t>(size, 4) : 0;
}

// 2.3.7.3
void remove_obfuscation(std::string& stream, std::string_view password) {
  const std::array<unsigned char, 16> with = obfuscation_array(password);
  std::string plain = stream;
  for_each_record(stream, [&](std::uint64_t type, std::size_t begin, std::size_t size) {
    for (std::size_t i = plain_bytes(type, size); i < size; ++i) {
      const unsigned value = byte_of(stream[begin + i]) ^ with[(begin + size + i) % with.size()];
      plain[begin + i] = static_cast<char>((value >> 5 | value << 3) & 0xFF);
    }
    return true;
  });
  stream = std::move(plain);
}

void apply_to_workbook(const Rc4Key& key, std::string& stream) {
  std::string plain = stream;
  key.apply(plain, kBlockOfWorkbook);
  for_each_record(stream, [&](std::uint64_t type, std::size_t begin, std::size_t size) {
    std::copy_n(stream.data() + begin - kRecordHead, kRecordHead + plain_bytes(type, size),
                plain.data() + begin - kRecordHead);
    return true;
  });
  stream = std::move(plain);
}

}  // namespace

Rc4Key Rc4Key::plain(std::string_view salt, std::string_view password) {
  const std::string first = crypt::digest(Hash::md5, {text::utf16_of_utf8(password)}).substr(0, 5);
  std::string many;
  for (int i = 0; i < 16; ++i) many.append(first).append(salt);
  return {Kind::plain, crypt::digest(Hash::md5, {many}).substr(0, 5), 16};
}

Rc4Key Rc4Key::crypto_api(std::string_view salt, std::size_t size, std::string_view password) {
  return {Kind::crypto_api, crypt::digest(Hash::sha1, {salt, text::utf16_of_utf8(password)}), size};
}

std::string Rc4Key::of_block(std::uint32_t block) const {
  const std::string number = crypt::little_endian(block);
  if (kind_ == Kind::plain) return crypt::digest(Hash::md5, {base_, number});
  std::string key = crypt::digest(Hash::sha1, {base_, number}).substr(0, size_);
  // 2.3.5.2: one of 40 bits is filled up.
  if (size_ == 5) key.resize(16, '\0');
  return key;
}

void Rc4Key::apply(std::string& stream, std::size_t block) const {
  std::uint32_t number = 0;
  for (std::size_t at = 0; at < stream.size(); at += block)
    apply_block(number++, stream.data() + at, std::min(block, stream.size() - at));
}

void Rc4Key::apply_block(std::uint32_t number, char* bytes, std::size_t size) const {
  crypt::apply_rc4(of_block(number), bytes, size);
}

// 2.3.6.4, 2.3.5.6: both were encrypted behind one another.
bool Rc4Key::fits(std::string_view verifier, std::string_view verifier_hash) const {
  std::string both = std::string(verifier).append(verifier_hash);
  crypt::apply_rc4(of_block(0), both.data(), both.size());
  const Hash hash = kind_ == Kind::plain ? Hash::md5 : Hash::sha1;
  const std::string_view plain = both;
  return plain.substr(verifier.size()) == crypt::digest(hash, {plain.substr(0, verifier.size())});
}

std::optional<Rc4Key> Rc4Key::of(std::string_view header, std::string_view what,
                                 const Document& document, crypt::Work& work, DocumentSink& sink) {
  // A key costs a few hashes.
  constexpr std::uint64_t kCost = 16;
  text::LittleEndian numbers(header);
  std::uint16_t major = 0, minor = 0;
  std::optional<Rc4Key> found;
  const auto find = [&](const auto& key_of, std::string_view verifier, std::string_view hash) {
    const auto opens = [&](std::string_view password) {
      found = key_of(password);
      return found->fits(verifier, hash);
    };
    if (!crypt::password_that(opens, kCost, what, document, work, sink)) found.reset();
  };
  const auto damaged = [&] { sink.lack(Lack::damaged, what, "has a header that is cut off"); };
  if (!numbers.take(major) || !numbers.take(minor)) {
    damaged();
  } else if (major == 1 && minor == 1) {
    std::string_view salt, verifier, hash;
    if (!numbers.take(salt, 16) || !numbers.take(verifier, 16) || !numbers.take(hash, 16))
      damaged();
    else
      find([&](std::string_view password) { return plain(salt, password); }, verifier, hash);
  } else if (minor == 2 && major >= 2 && major <= 4) {
    // Behind the flags.
    const std::optional<OfficeVerifier> verifier =
        read_office_verifier(header.substr(std::min<std::size_t>(header.size(), 8)));
    if (!verifier)
      damaged();
    else if (verifier->is_rc4())
      find(
          [&](std::string_view password) {
            return crypto_api(verifier->salt, verifier->key_size, password);
          },
          verifier->verifier, verifier->verifier_hash);
  }
  return found;
}

void decrypt_workbook(std::string& stream, const Document& document, crypt::Work& work,
                      DocumentSink& sink) {
  std::size_t at = 0;
  std::string_view pass;
  for_each_record(stream, [&](std::uint64_t type, std::size_t begin, std::size_t size) {
    if (type != kFilePass) return type != 0 || size != 0;
    at = begin;
    pass = std::string_view(stream).substr(begin, size);
    return false;
  });
  if (pass.size() < 6) return;
  bool is_open = false;
  if (text::little(pass, 0, 2) == 1) {
    if (const auto key = Rc4Key::of(pass.substr(2), "Workbook", document, work, sink)) {
      apply_to_workbook(*key, stream);
      is_open = true;
    }
  } else if (text::little(pass, 0, 2) == 0) {
    const auto key = static_cast<std::uint16_t>(text::little(pass, 2, 2));
    const auto verifier = static_cast<std::uint16_t>(text::little(pass, 4, 2));
    const auto opens = [&](std::string_view password) {
      return !password.empty() && password.size() <= kMostObfuscated && utf8::is_ascii(password) &&
             obfuscation_verifier(password) == verifier && obfuscation_key(password) == key;
    };
    const auto password = crypt::password_that(opens, 1, "Workbook", document, work, sink);
    if (password) {
      remove_obfuscation(stream, *password);
      is_open = true;
    }
  }
  // A record that means nothing.
  if (is_open) stream.replace(at - kRecordHead, 2, "\xFF\xFF");
}

bool is_encrypted_word(std::string_view stream) {
  // Neither Word 95, nor what is only obfuscated.
  return stream.size() >= kPlainOfWord && text::little(stream, 0, 2) == 0xA5EC &&
         text::little(stream, 2, 2) >= 0xC1 && (text::little(stream, 0x0A, 2) & 0x8100) == 0x0100;
}

std::string_view table_of_word(std::string_view stream) {
  return (text::little(stream, 0x0A, 2) & 0x0200) != 0 ? "1Table" : "0Table";
}

std::optional<Rc4Key> key_of_word(std::string_view table, const Document& document,
                                  crypt::Work& work, DocumentSink& sink) {
  return Rc4Key::of(table, "WordDocument", document, work, sink);
}

void decrypt_word(std::string& stream, std::string_view name, const Rc4Key& key) {
  const bool is_main = ascii::iequals(name, "WordDocument");
  const std::string head = stream.substr(0, is_main ? kPlainOfWord : 0);
  key.apply(stream, kBlockOfWord);
  stream.replace(0, head.size(), head);
  if (is_main) stream[0x0B] = static_cast<char>(byte_of(stream[0x0B]) & 0xFE);
}

}  // namespace basewalk::worker
