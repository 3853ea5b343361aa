// SPDX-License-Identifier: MIT
//
// Paths of Windows as URLs.
//
// Before this: extract/wrappers.cpp, walk/documents.cpp and walk/link_maker.cpp have one.  After
// it: resolve.cpp.
#ifndef BASEWALK_SRC_URL_WINDOWS_PATH_H_
#define BASEWALK_SRC_URL_WINDOWS_PATH_H_

#include <optional>
#include <string>
#include <string_view>

namespace basewalk::url {

/// What Windows and Office take for a file on another machine, or on the reader's own, as a URL;
/// nothing where it is something else, or such a URL already.  "\\host\share\x",
/// "file:///\\host\share\x", "C:\x".  "\\host@SSL@8443\x" is asked for by HTTP (WebDAV), so that
/// it is "https://host:8443/x".
std::optional<std::string> windows_path(std::string_view raw);

}  // namespace basewalk::url

#endif  // BASEWALK_SRC_URL_WINDOWS_PATH_H_
