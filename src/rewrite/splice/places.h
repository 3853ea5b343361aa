// SPDX-License-Identifier: MIT
//
// From places in a text to those in the bytes of its charset.
#ifndef BASEWALK_REWRITE_SPLICE_PLACES_H_
#define BASEWALK_REWRITE_SPLICE_PLACES_H_

#include <string_view>

#include "rewrite/splice/replacement.h"

namespace basewalk::rewrite {

/// Edits of `text` (UTF-8) as edits of the `bytes` that mime::CharsetDecoder made it of, in the
/// charset that it settled on.  What takes the place of something must be ASCII, but in charsets of
/// Unicode.  False where there is no such way back.
///
/// Of ISO-2022-JP, which has states, only what is ASCII as it stands is edited; whether that holds
/// must be seen by decoding the result.
bool edits_of_bytes(std::string_view bytes, std::string_view text, std::string_view charset,
                    const Replacements& edits, Replacements& out);

/// Can the charset write every character?
bool is_unicode(std::string_view charset);

}  // namespace basewalk::rewrite

#endif  // BASEWALK_REWRITE_SPLICE_PLACES_H_
