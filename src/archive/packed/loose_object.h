// SPDX-License-Identifier: MIT
//
// A file of a git repository that holds one object, packed by zlib: "blob 12", a NUL and the bytes
// (gitformat-loose).  libgit2 asks for more where such a file is cut off, and goes on asking
// without end; so it is looked at first whether there is as much in it as libgit2 will ask for.
#ifndef BASEWALK_SRC_ARCHIVE_PACKED_LOOSE_OBJECT_H_
#define BASEWALK_SRC_ARCHIVE_PACKED_LOOSE_OBJECT_H_

#include <string>

namespace basewalk::archive {

enum class Loose : unsigned char { header, all };

/// False where libgit2 must not be asked for the header, or for all, of the object in this file: it
/// is cut off, is not packed by zlib, or is no regular file.  True where there is no such file.
bool can_be_asked_for(const std::string& path, Loose what);

}  // namespace basewalk::archive

#endif  // BASEWALK_SRC_ARCHIVE_PACKED_LOOSE_OBJECT_H_
