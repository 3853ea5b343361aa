// SPDX-License-Identifier: MIT
//
// Mailboxes and messages whose bytes are not those of mail: with the line ends of old Macs, or in
// UTF-16.  A layer over the stream gives them as mail has them; offsets count in what it gives.
#ifndef BASEWALK_SRC_ARCHIVE_RECODE_H_
#define BASEWALK_SRC_ARCHIVE_RECODE_H_

#include <memory>
#include <string_view>

#include "archive/packed/packed.h"

namespace basewalk::archive {

enum class Recoding : unsigned char {
  none,
  cr,        // lines end with CR: an mbox without any LF at its beginning
  utf16_le,  // with a byte order mark, or evidently an mbox
  utf16_be
};

/// What must be done to what begins so (with 4096 bytes, or all where it is shorter).
Recoding recoding_of(std::string_view head);

/// The stream with LF for CR (and for CR LF still CR LF), or in UTF-8 without a byte order mark.
/// What is no UTF-16 becomes U+FFFD.
std::unique_ptr<ByteStream> recode(Begun stream, Recoding how);

}  // namespace basewalk::archive

#endif  // BASEWALK_SRC_ARCHIVE_RECODE_H_
