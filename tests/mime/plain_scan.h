// SPDX-License-Identifier: MIT
//
// The structure of a message by a slow and plain reading, to disagree with: a list of lines, one
// recursive function, every boundary compared with every line.  It knows LF line ends, multiparts
// and message/rfc822, and writes what test::tree_text() writes.
#ifndef BASEWALK_TESTS_MIME_PLAIN_SCAN_H_
#define BASEWALK_TESTS_MIME_PLAIN_SCAN_H_

#include <string>
#include <string_view>

namespace basewalk::test {

std::string plain_tree_text(std::string_view bytes);

}  // namespace basewalk::test

#endif  // BASEWALK_TESTS_MIME_PLAIN_SCAN_H_
