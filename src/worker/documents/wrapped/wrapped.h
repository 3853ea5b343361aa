// SPDX-License-Identifier: MIT
//
// What a signature or a compression wraps: S/MIME (RFC 8551, 5652, 3274) and OpenPGP (RFC 9580).
// Nothing is verified: who reads mail sees the content whether the signature holds or not.
//
// Before this: program/serve.cpp has confined the process.
#ifndef BASEWALK_SRC_WORKER_DOCUMENTS_WRAPPED_WRAPPED_H_
#define BASEWALK_SRC_WORKER_DOCUMENTS_WRAPPED_WRAPPED_H_

#include <string_view>

#include "worker/document.h"

namespace basewalk::worker {

/// DER, BER or PEM.
void open_smime(const Document& document, DocumentSink& sink);

/// Packets, in armour or not; text that is signed in the clear.
void open_openpgp(const Document& document, DocumentSink& sink);

/// Does it begin as an entity of MIME does, with a field of its header?
bool begins_as_entity(std::string_view bytes);

/// The lines of base64 between "-----BEGIN ...-----" and "-----END", without a check sum behind
/// them; `at` is moved behind it.  Appends to `out`, and to `fields` the lines that are none: those
/// of a header.  False where there is no end.
bool take_armour(std::string_view text, std::size_t& at, std::string& out, std::string& fields);

/// What stands before, behind or within armour, as a text; nothing of blanks.
void tell_text_around(std::string_view text, DocumentSink& sink);

/// "invoice.xml" of "invoice.xml.p7m".
std::string_view without_last_ending(std::string_view name);

}  // namespace basewalk::worker

#endif  // BASEWALK_SRC_WORKER_DOCUMENTS_WRAPPED_WRAPPED_H_
