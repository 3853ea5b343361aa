// SPDX-License-Identifier: MIT
//
// A bundle written out by mimetic (RFC 2557).
#ifndef BASEWALK_BRIDGE_WRITE_BUNDLE_H_
#define BASEWALK_BRIDGE_WRITE_BUNDLE_H_

#include <cstddef>
#include <string>
#include <vector>

#include "basewalk/bundle/pack.h"
#include "basewalk/result.h"
#include "basewalk/sink.h"

#pragma GCC visibility push(default)

namespace basewalk::bridge {

/// What becomes a bundle: files, the page first, and the body of each.
class Bodies {
 public:
  virtual ~Bodies() = default;
  /// The media type of a file may have parameters.
  virtual const std::vector<bundle::PackedFile>& files() const = 0;
  /// Writes the body of a file; false where the sink wants no more.  Asked once for each, in order.
  virtual Result<bool> write_body(std::size_t index, Sink& sink) const = 0;
  /// The Date of the bundle; none where it is empty.
  virtual std::string date() const { return {}; }
};

/// Writes a multipart/related with the files as its parts, the page first: lines end with CRLF,
/// each part has an absolute Content-Location and its transfer encoding, none a Content-Base.
/// Bodies are read and encoded piece by piece.
///
/// Error codes: "header" (a label or type that could begin a header field of its own),
/// "unreadable", "unwritable".
Result<bool> write_bundle(const bundle::Packing& packing, Sink& sink);
Result<bool> write_bundle(const Bodies& bodies, Sink& sink);

}  // namespace basewalk::bridge

#pragma GCC visibility pop

#endif  // BASEWALK_BRIDGE_WRITE_BUNDLE_H_
