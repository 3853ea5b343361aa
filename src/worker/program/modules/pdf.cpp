// SPDX-License-Identifier: MIT
//
// basewalk-pdf.so.
#include "worker/documents/pdf/open_pdf.h"
#include "worker/program/module.h"

namespace {

constexpr basewalk::worker::Opener kOpeners[] = {{"pdf", basewalk::worker::open_pdf}};

}  // namespace

extern "C"
    [[gnu::visibility("default")]] constinit const basewalk::worker::Module basewalk_module = {
        .openers = kOpeners};
