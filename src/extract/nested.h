// SPDX-License-Identifier: MIT
//
// What lies within scripts and within `javascript:` and `data:` URLs.
#ifndef BASEWALK_EXTRACT_NESTED_H_
#define BASEWALK_EXTRACT_NESTED_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "extract/find_visitor.h"
#include "text/offsets.h"

namespace basewalk::extract {

/// Appends a script (or JSON) with the escapes of its strings decoded, so that URLs in it can be
/// searched for as in text.
void decode_script(std::string_view script, std::string& out, text::Offsets& offsets);

/// Does a browser run what a script element of that `type` holds?  The value of a `language` counts
/// where there is none (HTML 4.12.1.1).  Of VBScript it does by mshta.exe alone.
bool runs_as_script(std::optional<std::string_view> type, std::string_view language);

/// The script of a `javascript:` or `vbscript:` URL, percent-decoded.  Browsers drop tabs and line
/// breaks before they look at the scheme (WHATWG URL 4.4), so this does.
std::optional<std::string> script_of_url(std::string_view url);

/// Is it what stands in a link that does nothing of itself: "void(0);"?
bool does_nothing(std::string_view script);

enum class DataKind : std::uint8_t { document, xml, style, script };
struct NestedData {
  DataKind kind;
  std::string text;
};
/// What a `data:` URL holds (RFC 2397), where that can hold references.
std::optional<NestedData> data_of_url(std::string_view url);

bool is_data_url(std::string_view url);
/// The style sheet that a `data:` URL holds; of `any_type`, as documents in quirks mode take it
/// (HTML 4.2.4.4), or of text/css.
std::optional<std::string> sheet_of_url(std::string_view url, bool any_type);

/// The bytes that base64 digits stand for (RFC 4648 4 and 5); what is none of them is passed over.
std::string base64_decoded(std::string_view text);

/// Bytes as text: what is no UTF-8 is taken byte by byte, so that nothing of it is lost.
std::string as_utf8(std::string bytes);

}  // namespace basewalk::extract

#endif  // BASEWALK_EXTRACT_NESTED_H_
