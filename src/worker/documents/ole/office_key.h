// SPDX-License-Identifier: MIT
//
// How Office says by which password a document is opened ([MS-OFFCRYPTO] 2.3.2, 2.3.3), and the
// key of AES that it made of it before 2010 (2.3.4.7).
//
// Before this: encrypted_package.cpp and binary_cipher.cpp have the bytes.  After it: they decrypt.
#ifndef BASEWALK_SRC_WORKER_DOCUMENTS_OLE_OFFICE_KEY_H_
#define BASEWALK_SRC_WORKER_DOCUMENTS_OLE_OFFICE_KEY_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace basewalk::worker {

/// EncryptionHeader and EncryptionVerifier.
struct OfficeVerifier {
  std::uint32_t cipher = 0, hash = 0;
  std::size_t key_size = 0;  ///< bytes
  std::string_view salt, verifier, verifier_hash;

  bool is_aes() const;
  bool is_rc4() const;
};

/// From EncryptionHeaderSize on; views into `bytes`.  Nothing where they are cut off.
std::optional<OfficeVerifier> read_office_verifier(std::string_view bytes);

inline constexpr std::uint64_t kCostOfStandardKey = 50'010;
/// 2.3.4.7; `verifier` is_aes().
std::string standard_key(const OfficeVerifier& verifier, std::string_view password);
/// 2.3.4.9
bool is_standard_key(const OfficeVerifier& verifier, std::string_view key);

}  // namespace basewalk::worker

#endif  // BASEWALK_SRC_WORKER_DOCUMENTS_OLE_OFFICE_KEY_H_
