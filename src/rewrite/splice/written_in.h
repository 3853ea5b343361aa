// SPDX-License-Identifier: MIT
//
// A reference in the form that its place and its charset ask for, and what a tag that goes leaves.
#ifndef BASEWALK_REWRITE_SPLICE_WRITTEN_IN_H_
#define BASEWALK_REWRITE_SPLICE_WRITTEN_IN_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "basewalk/extract/extract.h"
#include "basewalk/mime/part.h"
#include "basewalk/rewrite/rewrite.h"
#include "rewrite/splice/replacement.h"

namespace basewalk::rewrite {

/// extract::append_written() for a text that may hold ASCII alone (`unicode` says that it may not):
/// what is beyond becomes a character reference, an escape of CSS or, where there is neither,
/// percent-encoded.  False, too, where the reference has a control character that would stand bare.
bool append_in(std::string_view reference, extract::Written written, bool unicode,
               std::string& out);

/// Appends markup with every character beyond ASCII as a character reference.
void append_references(std::string_view markup, std::string& out);

/// What can be written in a text.
enum class TextForm : std::uint8_t {
  any,       ///< every character
  ascii,     ///< ASCII alone: of another charset, or sent in seven bits
  stateful,  ///< the same, and not beside what is not ASCII
};
TextForm form_of(std::string_view text, std::string_view charset, mime::Encoding encoding);

/// The replacement that makes a find of `text` be read as `reference`.  What both have in common is
/// not written anew where that would need characters that cannot be.
std::optional<Kept::Why> replacement_for(std::string_view reference, const extract::Find& find,
                                         std::string_view text, TextForm form, Replacement& made);

/// What must stand in place of [begin, end) of markup that goes, so that what stands before and
/// behind it does not become one word, one tag or one delimiter: a blank, or nothing.
std::string_view separator(std::string_view text, std::size_t begin, std::size_t end);

/// Moves `end` behind the end tag of an empty `<base></base>`; false where none follows.
bool skip_end_tag(std::string_view text, std::size_t& end);

}  // namespace basewalk::rewrite

#endif  // BASEWALK_REWRITE_SPLICE_WRITTEN_IN_H_
