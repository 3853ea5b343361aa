// SPDX-License-Identifier: MIT
//
// What opens documents, as far as the program was built with it.
//
// Before this: serve.cpp is asked for one by its name (open/recognise.cpp has the names).  After
// it: the opener.
#include "worker/documents/shortcut/shortcut.h"
#include "worker/program/document_archive.h"
#include "worker/program/jobs.h"

namespace basewalk::worker {
namespace {

constexpr Opener kOpeners[] = {
#if BASEWALK_OPENS_ARCHIVE
    {"archive", open_archive},
    {"zip", open_archive},
#endif
#if BASEWALK_OPENS_SHORTCUT
    {"lnk", open_shell_link},
    {"shortcut", open_shortcut},
#endif
};

}  // namespace

std::span<const Opener> openers() { return kOpeners; }

}  // namespace basewalk::worker
