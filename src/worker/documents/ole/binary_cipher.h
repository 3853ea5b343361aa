// SPDX-License-Identifier: MIT
//
// How Word, Excel and PowerPoint before 2007 encrypt their streams ([MS-OFFCRYPTO] 2.3.5 to 2.3.7):
// RC4 with keys of two kinds, each for a block of the stream, and what Excel calls obfuscation.
//
// Before this: storage.cpp has a stream that says it is encrypted.  After it: word.cpp and
// workbook.cpp read it as any other.
#ifndef BASEWALK_SRC_WORKER_DOCUMENTS_OLE_BINARY_CIPHER_H_
#define BASEWALK_SRC_WORKER_DOCUMENTS_OLE_BINARY_CIPHER_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "worker/document.h"
#include "worker/documents/crypt/passwords.h"

namespace basewalk::worker {

/// The password and the salt, before they are mixed with the number of a block.
class Rc4Key {
 public:
  /// Of an EncryptionVersionInfo and what is behind it: what opens it.  Nothing where no password
  /// does; what is damaged or not tried is told.
  static std::optional<Rc4Key> of(std::string_view header, std::string_view what,
                                  const Document& document, crypt::Work& work, DocumentSink& sink);

  /// Decrypts a stream whose blocks have so many bytes.
  void apply(std::string& stream, std::size_t block) const;
  /// Decrypts one block.
  void apply_block(std::uint32_t number, char* bytes, std::size_t size) const;

 private:
  // 2.3.6.2 and 2.3.5.2
  enum class Kind : unsigned char { plain, crypto_api };

  Rc4Key(Kind kind, std::string base, std::size_t size)
      : kind_(kind), base_(std::move(base)), size_(size) {}
  static Rc4Key plain(std::string_view salt, std::string_view password);
  static Rc4Key crypto_api(std::string_view salt, std::size_t size, std::string_view password);
  std::string of_block(std::uint32_t block) const;
  bool fits(std::string_view verifier, std::string_view verifier_hash) const;

  Kind kind_;
  std::string base_;
  std::size_t size_;
};

/// Decrypts a Workbook ([MS-XLS] 2.2.10) in place, if its record FilePass says so and a password
/// opens it.  It has no such record then.
void decrypt_workbook(std::string& stream, const Document& document, crypt::Work& work,
                      DocumentSink& sink);

/// Decrypts a "PowerPoint Document" in place, if its "Current User" says that it is encrypted.
/// False where no password opens it.
bool decrypt_slides(std::string& stream, std::string_view current_user, const Document& document,
                    crypt::Work& work, DocumentSink& sink);

/// Is it the stream WordDocument of a document that is encrypted by RC4 ([MS-DOC] 2.2.6.2)?
bool is_encrypted_word(std::string_view stream);
/// The name of its table.
std::string_view table_of_word(std::string_view stream);
/// Of a document whose table is given.
std::optional<Rc4Key> key_of_word(std::string_view table, const Document& document,
                                  crypt::Work& work, DocumentSink& sink);
/// One of its streams; what says that it is encrypted is taken away.
void decrypt_word(std::string& stream, std::string_view name, const Rc4Key& key);

}  // namespace basewalk::worker

#endif  // BASEWALK_SRC_WORKER_DOCUMENTS_OLE_BINARY_CIPHER_H_
