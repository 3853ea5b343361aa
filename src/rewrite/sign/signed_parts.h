// SPDX-License-Identifier: MIT
//
// Signatures that are parts of the message: multipart/signed (RFC 1847 2.1), S/MIME's
// application/pkcs7-mime (RFC 8551 3.5.2), texts with an inline PGP signature.
#ifndef BASEWALK_REWRITE_SIGN_SIGNED_PARTS_H_
#define BASEWALK_REWRITE_SIGN_SIGNED_PARTS_H_

#include <vector>

#include "basewalk/rewrite/signatures.h"

namespace basewalk::rewrite {

/// Appends at most kMostSignatures, and one more that counts the rest.
void append_signed_parts(const Rewritten& rewritten, std::vector<Signature>& out);

/// The entry that stands for `count` signatures that were not looked at.
Signature not_looked_at(Signature::Kind kind, std::size_t count);

}  // namespace basewalk::rewrite

#endif  // BASEWALK_REWRITE_SIGN_SIGNED_PARTS_H_
