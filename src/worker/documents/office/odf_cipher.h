// SPDX-License-Identifier: MIT
//
// Members of OpenDocument packages that are encrypted (ODF 1.3 part 2, 4): each with a key of its
// own, made of one password.
//
// Before this: odf.cpp reads the manifest.  After it: odf.cpp reads the members as any others.
#ifndef BASEWALK_SRC_WORKER_DOCUMENTS_OFFICE_ODF_CIPHER_H_
#define BASEWALK_SRC_WORKER_DOCUMENTS_OFFICE_ODF_CIPHER_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "worker/documents/crypt/hash.h"
#include "worker/documents/crypt/passwords.h"
#include "worker/documents/office/session.h"
#include "worker/documents/office/xml.h"

namespace basewalk::worker::office {

/// How a member is encrypted (4.8).
struct OdfEncryption {
  enum class Cipher : unsigned char { none, aes_cbc, blowfish_cfb };

  Cipher cipher = Cipher::none;
  std::size_t key_size = 16;
  std::uint32_t times = 0;
  crypt::Hash start = crypt::Hash::sha1;
  std::optional<crypt::Hash> sum_hash;
  std::string sum, vector, salt;
  bool is_read = true;  ///< nothing that is not known was met

  /// Can it be decrypted here?
  bool is_known() const;
};

/// META-INF/manifest.xml (4.2)
class OdfManifest final : public XmlHandler {
 public:
  void start(const XmlName& name, const XmlAttributes& attributes) override;
  void end(const XmlName&) override {}
  void text(std::string_view) override {}

  /// By the paths of the members.
  const std::map<std::string, OdfEncryption>& encrypted() const { return encrypted_; }

 private:
  std::string path_;
  std::map<std::string, OdfEncryption> encrypted_;
};

/// Decrypts members.
class OdfCipher {
 public:
  explicit OdfCipher(Session& session) : session_(session) {}

  /// Looks for the password, by a member; true where one of those that the document came with
  /// opens it.
  bool find_password(const OdfEncryption& encryption, std::string_view bytes);
  /// The member as it was; nothing where that cannot be, which is told.
  std::optional<std::string> plain(const std::string& name, const OdfEncryption& encryption,
                                   std::string_view bytes);

 private:
  Session& session_;
  crypt::Work tries_, members_;
  std::optional<std::string> password_;
};

}  // namespace basewalk::worker::office

#endif  // BASEWALK_SRC_WORKER_DOCUMENTS_OFFICE_ODF_CIPHER_H_
