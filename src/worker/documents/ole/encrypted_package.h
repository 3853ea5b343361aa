// SPDX-License-Identifier: MIT
//
// Documents since 2007 as Office encrypts them ([MS-OFFCRYPTO] 2.3.4): a compound file with the
// streams EncryptionInfo, which says how, and EncryptedPackage, which is the package.
//
// Before this: storage.cpp has the two streams.  After it: storage.cpp has the package opened by
// office/open_zip_document.cpp.
#ifndef BASEWALK_SRC_WORKER_DOCUMENTS_OLE_ENCRYPTED_PACKAGE_H_
#define BASEWALK_SRC_WORKER_DOCUMENTS_OLE_ENCRYPTED_PACKAGE_H_

#include <optional>
#include <string>
#include <string_view>

#include "worker/document.h"
#include "worker/documents/crypt/passwords.h"

namespace basewalk::worker {

/// The package, or nothing, which is told then.
std::optional<std::string> decrypted_package(std::string_view info, std::string_view package,
                                             const Document& document, crypt::Work& work,
                                             DocumentSink& sink);

}  // namespace basewalk::worker

#endif  // BASEWALK_SRC_WORKER_DOCUMENTS_OLE_ENCRYPTED_PACKAGE_H_
