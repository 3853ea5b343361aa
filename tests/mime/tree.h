// SPDX-License-Identifier: MIT
//
// A message's tree as lines of text.
#ifndef BASEWALK_TESTS_MIME_TREE_H_
#define BASEWALK_TESTS_MIME_TREE_H_

#include <string>
#include <string_view>

#include "basewalk/mime/part.h"

namespace basewalk::test {

std::string_view encoding_name(mime::Encoding encoding);

/// One line a part: section, type, encoding, body as begin-end, kind where it is no leaf, "gap".
std::string tree_text(const Message& message);

/// The notes, one line each: code, section, offset.
std::string notes_text(const Message& message);

/// The text with every line end LF, and with every line end CRLF.
std::string with_lf(std::string_view text);
std::string with_crlf(std::string_view text);

}  // namespace basewalk::test

#endif  // BASEWALK_TESTS_MIME_TREE_H_
