// SPDX-License-Identifier: MIT
//
// What an image of a disc has beside the names and the bytes of its files (ECMA-119): the area for
// the system, descriptors of volumes, fields that only some systems know, what no file and no
// directory leads to.  And files that begin where another one does and have another length or
// ending: of these libarchive gives one.
//
// Before this: document_archive.cpp has read the files of each tree.  After it: a text goes to the
// sink, a file that was not given becomes a part (rest.h).
#ifndef BASEWALK_SRC_WORKER_PROGRAM_ARCHIVES_DISC_AROUND_H_
#define BASEWALK_SRC_WORKER_PROGRAM_ARCHIVES_DISC_AROUND_H_

#include <cstdint>
#include <string_view>

#include "worker/document.h"
#include "worker/program/archives/readers/disc_trees.h"

namespace basewalk::worker {

/// Up to where the disc ends; linear.  What directories lead to behind the most work is searched as
/// if nothing did.  `files` are those that were read; `left` as in rest.h.
void tell_disc_around(std::string_view bytes, DiscFiles& files, std::uint64_t& left,
                      DocumentSink& sink);

}  // namespace basewalk::worker

#endif  // BASEWALK_SRC_WORKER_PROGRAM_ARCHIVES_DISC_AROUND_H_
