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

struct WarcRecord {
  std::string bytes;  ///< the record, whole
  std::string url, date, media_type;
  std::string digest;  ///< of the payload: "sha1:..."
  /// It is the page of a bundle, with which each begins.
  bool is_page = false;
  std::string title;   ///< of the page
  std::string bundle;  ///< a hash of its bytes
};

/// The record of WARC 1.1 that stands first in a file.
std::string warc_info(std::string_view file_name);

struct WarcSummary {
  std::size_t records = 0;
  /// Parts without a record, and what else is not as it was: a sentence each, without the name of
  /// the bundle.
  std::vector<std::string> losses;
  std::size_t loss_count = 0;  ///< in all; of these the first thousand stand in `losses`
  /// There is no Date that can be read: the records have the first second of 1970.
  bool undated = false;
};

/// Hands each record to `take`, the page first; ends where that is false ("unwritable").  Else the
/// codes are those of unpack(): "no-page".
///
/// A part whose label is no URL of the web (cid:, thismessage:, none) stands under
/// https://ID.bundle.invalid/, where ID is made of the bundle's bytes.  References that would not
/// lead there are written anew, and such a text is UTF-8; all others keep their bytes.  What a part
/// is used as says what it is, before its label does.
Result<WarcSummary> write_warc(const bundle::Bundle& bundle,
                               const std::function<bool(const WarcRecord&)>& take);

}  // namespace basewalk::output

#endif  // BASEWALK_OUTPUT_WARC_BUNDLE_WARC_H_
