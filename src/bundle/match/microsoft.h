// SPDX-License-Identifier: MIT
//
// Labels and references as old programs of Microsoft write them ([M2], compat only): `mhtml:` URLs,
// which name a bundle and behind "!" what is in it, and paths of Windows.
#ifndef BASEWALK_BUNDLE_MATCH_MICROSOFT_H_
#define BASEWALK_BUNDLE_MATCH_MICROSOFT_H_

#include <optional>
#include <string>
#include <string_view>

namespace basewalk::bundle {

/// What such a text means to other readers, absolute or relative as it is; nothing where it is none
/// of these, or means what it says:
///
///     mhtml:file://C:\dir\x.mht!http://h/a.png   http://h/a.png
///     C:\dir\a.png   file:///C|/dir/a.png        file:///C:/dir/a.png
///     \\server\share\a.png                       file://server/share/a.png
///     dir\a.png                                  dir/a.png
std::optional<std::string> read_microsoft(std::string_view text);

/// A `mhtml:` URL without a "!", or with nothing behind it: the bundle itself.
bool names_bundle(std::string_view text);

}  // namespace basewalk::bundle

#endif  // BASEWALK_BUNDLE_MATCH_MICROSOFT_H_
