// SPDX-License-Identifier: MIT
//
// basewalk-picture.so.
#include "worker/documents/picture/picture.h"
#include "worker/program/module.h"

namespace {

constexpr basewalk::worker::Opener kOpeners[] = {{"picture", basewalk::worker::open_picture}};

}  // namespace

extern "C"
    [[gnu::visibility("default")]] constinit const basewalk::worker::Module basewalk_module = {
        .openers = kOpeners};
