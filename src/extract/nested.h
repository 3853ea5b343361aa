// SPDX-License-Identifier: MIT
//
// What lies within scripts and within `javascript:` and `data:` URLs.
#ifndef BASEWALK_EXTRACT_NESTED_H_
#define BASEWALK_EXTRACT_NESTED_H_

#include <optional>
#include <string>
#include <string_view>

#include "extract/sink.h"

namespace basewalk::extract {

/// Appends a script (or JSON) with the escapes of its strings decoded, so that URLs in it can be
/// searched for as in text.
void decode_script(std::string_view script, std::string& out, Offsets& offsets);

/// The script of a `javascript:` or `vbscript:` URL, percent-decoded.  Browsers drop tabs and line
/// breaks before they look at the scheme (WHATWG URL 4.4), so this does.
std::optional<std::string> script_of_url(std::string_view url);

/// The document that a `data:` URL of HTML, XHTML or SVG is (RFC 2397).
std::optional<std::string> document_of_url(std::string_view url);

}  // namespace basewalk::extract

#endif  // BASEWALK_EXTRACT_NESTED_H_
