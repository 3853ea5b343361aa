// SPDX-License-Identifier: MIT
//
// A bundle written out by mimetic (RFC 2557).
#ifndef BASEWALK_BRIDGE_WRITE_BUNDLE_H_
#define BASEWALK_BRIDGE_WRITE_BUNDLE_H_

#include "basewalk/bundle/pack.h"
#include "basewalk/result.h"
#include "basewalk/sink.h"

#pragma GCC visibility push(default)

namespace basewalk::bridge {

/// Writes a multipart/related with the files as its parts, the page first: lines end with CRLF,
/// each part has an absolute Content-Location and its transfer encoding, none a Content-Base.
/// Bodies are read and encoded piece by piece.
///
/// Error codes: "header" (a label or type that could begin a header field of its own),
/// "unreadable", "unwritable".
Result<bool> write_bundle(const bundle::Packing& packing, Sink& sink);

}  // namespace basewalk::bridge

#pragma GCC visibility pop

#endif  // BASEWALK_BRIDGE_WRITE_BUNDLE_H_
