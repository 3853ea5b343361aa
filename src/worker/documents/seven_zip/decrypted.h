// SPDX-License-Identifier: MIT
//
// Decrypts a 7z: what comes out is the same archive without the coder AES, so that libarchive,
// which knows none, unpacks it as any other.
//
// A password is right where what it decrypts can be unpacked, and has its check sum: the header,
// where that is encrypted, or else the first member.
//
// Before this: program/archives/document_archive.cpp has an archive.  After it: that reads what
// comes out.
#ifndef BASEWALK_SRC_WORKER_DOCUMENTS_SEVEN_ZIP_DECRYPTED_H_
#define BASEWALK_SRC_WORKER_DOCUMENTS_SEVEN_ZIP_DECRYPTED_H_

#include <optional>
#include <string>

#include "worker/document.h"

namespace basewalk::worker {

struct DecryptedSevenZip {
  /// Nothing where it is no 7z, is not encrypted, or no password opens it: it can be read as it is
  /// then, as far as it goes.
  std::optional<std::string> archive;
  /// It cannot even be read as far as that: that it is encrypted is told.
  bool is_closed = false;
};

/// Passwords that are left untried are told.
DecryptedSevenZip decrypted_seven_zip(const Document& document, DocumentSink& sink);

}  // namespace basewalk::worker

#endif  // BASEWALK_SRC_WORKER_DOCUMENTS_SEVEN_ZIP_DECRYPTED_H_
