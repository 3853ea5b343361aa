// SPDX-License-Identifier: MIT
//
// Which signatures a change of a message breaks.
//
// No key is fetched and no signature verified: a DKIM signature (RFC 6376) that held before holds
// behind a change exactly if the hash of the body, by its own `c=` and `l=`, and the canonical form
// of the header fields that it signs are the same; so do ARC's (RFC 8617).  S/MIME and PGP parts
// are signed as they stand (RFC 1847 2.1).  Line ends of LF count as CRLF, as for those who verify
// stored mail.
#ifndef BASEWALK_REWRITE_SIGNATURES_H_
#define BASEWALK_REWRITE_SIGNATURES_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "basewalk/rewrite/rewrite.h"

#pragma GCC visibility push(default)

namespace basewalk::rewrite {

struct Signature {
  enum class Kind : std::uint8_t {
    dkim,
    arc_message,  ///< ARC-Message-Signature
    arc_seal,
    smime,
    pgp,
    other,  ///< multipart/signed by another protocol
  };
  enum class Verdict : std::uint8_t {
    kept,        ///< nothing that it signs has changed
    broken,      ///< it held as far as hashes tell, and does not any more
    was_broken,  ///< its body hash did not fit the message as it came
    unknown,     ///< it cannot be read, or uses an algorithm that is not known
  };
  Kind kind = Kind::dkim;
  Verdict verdict = Verdict::unknown;
  std::string domain, selector;  ///< d=, s=, at most 255 bytes; empty for S/MIME and PGP
  std::uint32_t instance = 0;    ///< i= of ARC
  std::uint32_t part = 0;        ///< index of the part: 0 for those in the header
  std::size_t offset = 0;        ///< of the field, or of the signed part, in the message
  /// What broke it, or why it is unknown: "body", "header subject", "a= rsa-md5".
  std::string reason;
};
std::string_view name(Signature::Kind kind);        ///< "dkim", "arc-message", ...
std::string_view name(Signature::Verdict verdict);  ///< "kept", "broken", ...

/// Signatures that are looked at in the header, and as many in the body.
inline constexpr std::size_t kMostSignatures = 1000;

/// The signatures of a message, and what the change does to each.  In the order of the message.
/// Those of its own header; those of a message in it are not looked at.  What is more than
/// kMostSignatures is one entry `unknown` with the number of them.
/// Cost: linear in the message and what replaces its bytes, however many signatures there are.  The
/// body is not copied.
std::vector<Signature> signatures(const Rewritten& rewritten);

}  // namespace basewalk::rewrite

#pragma GCC visibility pop

#endif  // BASEWALK_REWRITE_SIGNATURES_H_
