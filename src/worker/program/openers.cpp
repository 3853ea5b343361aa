// SPDX-License-Identifier: MIT
//
// What opens documents in the program itself, as far as it was built with it; the rest stands in
// modules (worker/module.h).
//
// Before this: serve.cpp is asked for one by its name (open/recognise.cpp has the names).  After
// it: the opener.
#if BASEWALK_OPENS_ONENOTE
#include "worker/documents/onenote/onenote.h"
#endif
#if BASEWALK_OPENS_SHORTCUT
#include "worker/documents/shortcut/shortcut.h"
#endif
#if BASEWALK_OPENS_SMIME || BASEWALK_OPENS_OPENPGP
#include "worker/documents/wrapped/wrapped.h"
#endif
#include "worker/program/jobs.h"

namespace basewalk::worker {
namespace {

constexpr Opener kOpeners[] = {
#if BASEWALK_OPENS_ONENOTE
    {"onenote", open_onenote},
#endif
#if BASEWALK_OPENS_SMIME
    {"smime", open_smime},
#endif
#if BASEWALK_OPENS_OPENPGP
    {"openpgp", open_openpgp},
#endif
#if BASEWALK_OPENS_SHORTCUT
    {"lnk", open_shell_link},
    {"shortcut", open_shortcut},
#endif
    {},
};

}  // namespace

std::span<const Opener> openers() { return kOpeners; }

}  // namespace basewalk::worker
