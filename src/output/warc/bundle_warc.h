// SPDX-License-Identifier: MIT
//
// A bundle's parts as records of a web archive (WARC 1.1, ISO 28500:2017).
//
// Each part that is a body becomes a `resource` record: a bundle holds what a URL named, and no
// exchange of HTTP, which a `response` would have to claim.  Comes behind bundle/, which says what
// a reference names; `mhtml warc` writes what is made here.
#ifndef BASEWALK_OUTPUT_WARC_BUNDLE_WARC_H_
#define BASEWALK_OUTPUT_WARC_BUNDLE_WARC_H_

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "basewalk/bundle/bundle.h"
#include "basewalk/result.h"

namespace basewalk::output {

/// The record of WARC 1.1 that stands first in a file.
std::string warc_info(std::string_view file_name);

struct WarcSummary {
  std::size_t records = 0;
  /// Parts without a record, and what else is not as it was: a sentence each, without the name of
  /// the bundle.
  std::vector<std::string> losses;
  /// There is no Date that can be read: the records have the first second of 1970.
  bool undated = false;
};

/// Hands each record, whole, to `take`, the page first; ends where that is false ("unwritable").
/// `before` counts the records of other bundles that stand before it in the file.  Else the codes
/// are those of unpack(): "no-page".
///
/// A part whose label is no URL of the web (cid:, thismessage:, none) stands under
/// https://ID.bundle.invalid/, where ID is made of the bundle's bytes.  References that would not
/// lead there are written anew, and such a text is UTF-8; all others keep their bytes.
Result<WarcSummary> write_warc(const bundle::Bundle& bundle, std::size_t before,
                               const std::function<bool(std::string_view)>& take);

}  // namespace basewalk::output

#endif  // BASEWALK_OUTPUT_WARC_BUNDLE_WARC_H_
