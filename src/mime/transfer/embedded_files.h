// SPDX-License-Identifier: MIT
//
// Files that stand in a text, encoded for it, as mails had them before MIME: uuencode, its form in
// base64 (POSIX), yEnc, BinHex 4.0 (RFC 1741), and the armour of OpenPGP and of CMS.
//
// Before this: walk/within_text.cpp has a text.  After it: walk/documents.cpp walks the files as
// parts below the text.
#ifndef BASEWALK_MIME_TRANSFER_EMBEDDED_FILES_H_
#define BASEWALK_MIME_TRANSFER_EMBEDDED_FILES_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace basewalk::mime {

struct EmbeddedFile {
  enum class Kind : std::uint8_t { uuencode, base64, yenc, armour, binhex, binhex_resources };
  Kind kind = Kind::uuencode;
  std::string name;        ///< as written (of BinHex: within its bytes); may be empty
  std::string_view block;  ///< from its first line to its last
  bool is_cut = false;     ///< it has no last line
};

/// Does a line begin as the first one of uuencode or of yEnc does?  For texts in which hardly any
/// has such a line: it takes a fraction of what embedded_files() takes.  Linear.
bool may_hold_files(std::string_view text);

/// Those in a text, at most `most`, in order; views into it.  Linear in the text.  A file of BinHex
/// with a resource fork is two.
std::vector<EmbeddedFile> embedded_files(std::string_view text, std::size_t most);

/// Appends what it holds (of armour the block as it is), of BinHex, the only one that can be longer
/// than its block, at most `most` bytes; says what is wrong with it, or nothing.
std::string_view decode(const EmbeddedFile& file, std::size_t most, std::string& out);

}  // namespace basewalk::mime

#endif  // BASEWALK_MIME_TRANSFER_EMBEDDED_FILES_H_
