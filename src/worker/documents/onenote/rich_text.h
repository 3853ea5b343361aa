// SPDX-License-Identifier: MIT
//
// A paragraph of OneNote: UTF-16 in which U+FDDF begins a field, HYPERLINK "url", behind which the
// text of the link stands.
//
// Before this: property_set.cpp has found it.  After it: findings.cpp keeps what it holds.
#ifndef BASEWALK_SRC_WORKER_DOCUMENTS_ONENOTE_RICH_TEXT_H_
#define BASEWALK_SRC_WORKER_DOCUMENTS_ONENOTE_RICH_TEXT_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace basewalk::worker::onenote {

struct RichText {
  struct Field {
    std::string raw;
    std::optional<std::string> text;
  };
  std::string text;  ///< as it is shown, in UTF-8
  std::vector<Field> fields;
};

/// `runs` are the places, in units and ascending, where the formatting changes; a link's text ends
/// at one.
RichText read_rich_text(std::string_view utf16, const std::vector<std::uint32_t>& runs);

/// In UTF-8, without zeros at its end, with lines ended by '\n'.
std::string text_of_utf16(std::string_view utf16);

}  // namespace basewalk::worker::onenote

#endif  // BASEWALK_SRC_WORKER_DOCUMENTS_ONENOTE_RICH_TEXT_H_
